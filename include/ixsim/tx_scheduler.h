/// \file
/// Interface of the transmit scheduler, which decides the queue that sends next. The reference strategies,
/// the Verilated RTL and the lock-step checker implement it.
///
/// Timing contract: everything happens at edges of the MAC clock. requests() states the request lines at an
/// edge; they keep their state until the next call. ready() accepts, at that edge alone, the queue that is
/// offered there. An offer is a function of the request lines and of the earlier grants; it is not held. A
/// reset at an edge cancels a grant at the same edge. Calls may come ahead of time and, within one edge, in
/// any order. Times must not lie before the last advance().
///
/// The controller makes only these calls. It calls at edges at which requests or readiness change, and at
/// every edge while it is ready and a queue requests. A strategy may therefore skip an edge. The settings of
/// a strategy (quanta, weights) are arguments of its constructor.
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

/// Longest grant in bytes: the length has 18 bits. A longer request counts as this length.
inline constexpr std::uint32_t kLongestGrant = (1U << 18) - 1;

/// One grant of a scheduler.
struct Grant {
  Time time = 0;       ///< edge at which the queue is taken
  unsigned queue = 0;  ///< queue that may send one unit (a packet, or another unit that the caller defines)
};

/// Receiver of the grants of a scheduler.
class GrantSink {
 public:
  virtual ~GrantSink() = default;
  /// Receives a grant. Returns the length of the granted unit in bytes, 1 to kLongestGrant. Strategies that
  /// do not count bytes ignore the length.
  virtual std::uint32_t granted(const Grant& grant) = 0;
};

/// A transmit scheduler of one port. EthernetController takes a function that makes schedulers.
class TxScheduler {
 public:
  virtual ~TxScheduler() = default;
  /// States the request lines at the edge `time` and after it, until the next call.
  virtual void requests(const QueueMask& mask, Time time) = 0;
  /// Accepts the queue that is offered at the edge `time`, and at that edge alone.
  virtual void ready(Time time) = 0;
  /// Resets the strategy at the edge `time`; a grant at the same edge is cancelled.
  virtual void reset(Time time) = 0;
  /// Delivers, in order of time, the grants of every edge at or before `now`.
  virtual void advance(Time now, GrantSink& sink) = 0;
};

/// Returns a scheduler that serves its queues in turn, one packet per visit. `queues` is 1 to kMaxQueues;
/// throws InputError otherwise.
std::unique_ptr<TxScheduler> round_robin_scheduler(unsigned queues);
/// Returns a scheduler that serves its queues in turn, by bytes. A visit to queue q is worth quanta[q mod n]
/// bytes, 1 to kLongestGrant; at least one quantum is needed. `queues` is 1 to kMaxQueues; throws InputError
/// otherwise.
std::unique_ptr<TxScheduler> deficit_round_robin_scheduler(unsigned queues,
                                                           const std::vector<std::uint32_t>& quanta);
/// Returns a scheduler that serves its queues in turn, by weighted packets. A visit to queue q is worth
/// weights[q mod n] packets, 1 to 1,000,000; at least one weight is needed. `queues` is 1 to kMaxQueues;
/// throws InputError otherwise.
std::unique_ptr<TxScheduler> weighted_round_robin_scheduler(unsigned queues,
                                                            const std::vector<std::uint32_t>& weights);

}  // namespace ixsim

#endif
