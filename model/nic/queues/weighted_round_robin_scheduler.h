// Weighted round robin, counted in units: the weight of a queue is the number of units in a visit.
//
// Timing contract: that of tx_scheduler.h, with at most one take per edge. While a visit is open and its
// queue requests, the offer is that queue. Otherwise it is the first requester from the pointer, upwards and
// wrapping; its take opens a visit. A visit ends with its last unit. Its remaining units are lost once
// another queue is taken; an interval without requests does not end it. Units of a queue come one after
// another, so that in each round every requester is served once, in the order of queue numbers.
#ifndef IXSIM_NIC_QUEUES_WEIGHTED_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_WEIGHTED_ROUND_ROBIN_SCHEDULER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/parameters.h"
#include "nic/queues/edge_scheduler.h"
#include "nic/queues/quantum_scheduler.h"

namespace ixsim::nic {

class WeightedRoundRobinScheduler : public EdgeScheduler, public QuantumScheduler {
 public:
  // Makes a scheduler; `queues` is 1 to kMaxQueues, otherwise InputError. Queue q has weights[q mod n] of the
  // parameter `weights`.
  WeightedRoundRobinScheduler(unsigned queues, const ParameterValues& values);
  static std::vector<Parameter> parameters();

  // After each reset the weights are reported as written, one per edge from the next edge on.
  void reset(Time time) override;
  void set_quantum_observer(QuantumObserver* observer) override { observer_ = observer; }

 private:
  void restart() override;
  void take(Time time, GrantSink& sink) override;

  std::vector<std::int64_t> weights_;
  QuantumObserver* observer_ = nullptr;
  unsigned pointer_ = 0;
  unsigned current_ = 0;
  std::int64_t left_ = 0;  // units left in the visit of current_; 0: no visit is open
};

}  // namespace ixsim::nic

#endif
