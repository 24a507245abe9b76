// The policy point "which transmit queue sends next": what the reference strategies, the Verilated RTL and
// the lock-step checker all implement.
//
// Timing contract: everything happens at edges of the MAC clock. requests() states the request lines as they
// stand at an edge and after it until changed; ready() accepts at that one edge whatever is offered there. An
// offer is a function of the request lines and of the takes before; it is not held. A reset at an edge voids
// a take at the same edge. Calls may come ahead of time and, within one edge, in any order; times must not
// lie before the last advance().
//
// The controller needs these calls alone: it calls at edges at which requests or readiness change, and at
// every edge while it is ready and something requests, so that a strategy may let an edge pass. Settings of a
// strategy (quanta, weights) are its own: they come with its constructor, and what must follow them asks for
// an interface of that strategy (quantum_scheduler.h).
#ifndef IXSIM_NIC_QUEUES_TX_SCHEDULER_H
#define IXSIM_NIC_QUEUES_TX_SCHEDULER_H

#include <cstdint>
#include <deque>

#include "base/time.h"
#include "nic/queues/queue_mask.h"

namespace ixsim {

// Bytes of a grant are 18 bits wide; a longer request counts as this many.
inline constexpr std::uint32_t kLongestGrant = (1U << 18) - 1;

struct Grant {
  Time time = 0;       // edge of the take
  unsigned queue = 0;  // queue that may send one unit (a packet, or what the caller counts as one)
};

class GrantSink {
 public:
  virtual ~GrantSink() = default;
  // Returns the length in bytes of what was taken, at least 1; strategies that do not count bytes ignore it.
  virtual std::uint32_t granted(const Grant& grant) = 0;
};

class TxScheduler {
 public:
  virtual ~TxScheduler() = default;
  virtual void requests(const QueueMask& mask, Time time) = 0;
  virtual void ready(Time time) = 0;
  virtual void reset(Time time) = 0;
  // Delivers, in order of time, the grants of every edge at or before `now`.
  virtual void advance(Time now, GrantSink& sink) = 0;
};

// Common part of the reference strategies: the calls put into the order in which an edge sees them.
class SchedulerInputs {
 public:
  // In the order in which they act within one edge.
  enum class Kind : std::uint8_t { kRequests, kReset, kReady, kSetting };
  struct Input {
    Time time = 0;
    Kind kind = Kind::kRequests;
    QueueMask mask;
    unsigned queue = 0;       // of a setting
    std::uint32_t value = 0;  // ... and what it is set to
  };

  // Throws std::logic_error for a time that is no edge or lies at or before the last edge advanced over.
  void add(const Input& input);
  // The next input at or before `now`, removed; false if there is none. Afterwards no input may come at
  // `now`.
  bool next(Time now, Input& input);
  // Request lines after the inputs still waiting that act at or before `time`.
  QueueMask lines_at(Time time, QueueMask lines) const;

 private:
  std::deque<Input> inputs_;
  Time advanced_ = -1;
};

}  // namespace ixsim

#endif
