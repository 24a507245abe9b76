// Weighted round robin, counted in units: a visit of a queue is worth as many units as the queue's weight.
//
// Timing contract: that of tx_scheduler.h; one take an edge. While a visit is open and its queue requests,
// the offer is that queue; otherwise the first requester from the pointer, upwards and round, whose take
// opens a visit. A visit ends with its last unit. What is left of it is lost once another queue is taken; a
// moment without requests alone does not end it. Units of a queue come one after another, so that in each
// round every requester is served once, in the order of numbers.
#ifndef IXSIM_NIC_QUEUES_WEIGHTED_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_WEIGHTED_ROUND_ROBIN_SCHEDULER_H

#include <cstdint>
#include <vector>

#include "base/parameters.h"
#include "nic/queues/edge_scheduler.h"

namespace ixsim {

class WeightedRoundRobinScheduler : public EdgeScheduler {
 public:
  // queues: 2 to kMaxQueues, else InputError. Queue q has weights[q mod n] of the parameter `weights`.
  WeightedRoundRobinScheduler(unsigned queues, const ParameterValues& values);
  static std::vector<Parameter> parameters();

 private:
  void restart() override;
  void take(Time time, GrantSink& sink) override;

  std::vector<std::int64_t> weights_;
  unsigned pointer_ = 0;
  unsigned current_ = 0;
  std::int64_t left_ = 0;  // units of the visit of current_; 0: no visit is open
};

}  // namespace ixsim

#endif
