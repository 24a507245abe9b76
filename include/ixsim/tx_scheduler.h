/// \file
/// The policy point "which transmit queue sends next": what the reference strategies, the Verilated RTL and
/// the lock-step checker all implement.
///
/// Timing contract: everything happens at edges of the MAC clock. requests() states the request lines as they
/// stand at an edge and after it until changed; ready() accepts at that one edge whatever is offered there.
/// An offer is a function of the request lines and of the takes before; it is not held. A reset at an edge
/// voids a take at the same edge. Calls may come ahead of time and, within one edge, in any order; times must
/// not lie before the last advance().
///
/// The controller needs these calls alone: it calls at edges at which requests or readiness change, and at
/// every edge while it is ready and something requests, so that a strategy may let an edge pass. Settings of
/// a strategy (quanta, weights) are its own and come with its constructor.
///
/// Part of model/nic/queues/.
#ifndef IXSIM_TX_SCHEDULER_H
#define IXSIM_TX_SCHEDULER_H

#include <cstdint>
#include <memory>
#include <vector>

#include "ixsim/queue_mask.h"
#include "ixsim/time.h"

namespace ixsim {

/// Bytes of a grant are 18 bits wide; a longer request counts as this many.
inline constexpr std::uint32_t kLongestGrant = (1U << 18) - 1;

/// One grant of a scheduler.
struct Grant {
  Time time = 0;       ///< edge of the take
  unsigned queue = 0;  ///< queue that may send one unit (a packet, or what the caller counts as one)
};

/// Takes the grants of a scheduler.
class GrantSink {
 public:
  virtual ~GrantSink() = default;
  /// Takes a grant. Returns the length in bytes of what was taken, at least 1 and at most kLongestGrant;
  /// strategies that do not count bytes ignore it.
  virtual std::uint32_t granted(const Grant& grant) = 0;
};

/// A transmit scheduler of one port; EthernetController takes a function that makes them.
class TxScheduler {
 public:
  virtual ~TxScheduler() = default;
  /// States the request lines at the edge `time` and after it, until the next call.
  virtual void requests(const QueueMask& mask, Time time) = 0;
  /// Accepts what is offered at the edge `time`, and at that edge alone.
  virtual void ready(Time time) = 0;
  /// Resets the strategy at the edge `time`: a take at the same edge is void.
  virtual void reset(Time time) = 0;
  /// Delivers, in order of time, the grants of every edge at or before `now`.
  virtual void advance(Time now, GrantSink& sink) = 0;
};

/// Returns a scheduler whose queues take turns by packets. `queues` is 2 to kMaxQueues: InputError otherwise.
std::unique_ptr<TxScheduler> round_robin_scheduler(unsigned queues);
/// Returns a scheduler whose queues take turns by bytes: a visit of queue q is worth quanta[q mod n] bytes, 1
/// to kLongestGrant; at least one quantum. `queues` is 2 to kMaxQueues: InputError otherwise.
std::unique_ptr<TxScheduler> deficit_round_robin_scheduler(unsigned queues,
                                                           const std::vector<std::uint32_t>& quanta);
/// Returns a scheduler whose queues take turns by packets, each by its weight: a visit of queue q is worth
/// weights[q mod n] packets, 1 to 1,000,000; at least one weight. `queues` is 2 to kMaxQueues: InputError
/// otherwise.
std::unique_ptr<TxScheduler> weighted_round_robin_scheduler(unsigned queues,
                                                            const std::vector<std::uint32_t>& weights);

}  // namespace ixsim

#endif
