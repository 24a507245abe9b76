// The policy point "which queue sends next": one grant at a time, at edges of the MAC clock.
//
// Timing contract: requests() and ready() are inputs at an edge, calls in non-decreasing time. A grant is made at
// the first edge at which the engine is ready and a queue requests, among the requests as of that edge.
#ifndef IXSIM_NIC_QUEUES_TX_SCHEDULER_H
#define IXSIM_NIC_QUEUES_TX_SCHEDULER_H

#include <bitset>

#include "ixsim/base/time.h"

namespace ixsim {

inline constexpr unsigned kMaxTxQueues = 128;
using QueueMask = std::bitset<kMaxTxQueues>;

class GrantSink {
 public:
  virtual ~GrantSink() = default;
  virtual void granted(unsigned queue, Time time) = 0;
};

class TxScheduler {
 public:
  virtual ~TxScheduler() = default;
  // The queues that request a grant, from edge `time` on.
  virtual void requests(const QueueMask& mask, Time time) = 0;
  // One grant will be accepted, from edge `time` on.
  virtual void ready(Time time) = 0;
  // Makes the grant that is due at or before edge `now`, if any.
  virtual void advance(Time now, GrantSink& sink) = 0;
  // Reset at edge `time`.
  virtual void reset(Time time) = 0;
};

}  // namespace ixsim

#endif
