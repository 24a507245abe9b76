// Round robin with one unit per grant: the reference for rr_scheduler.
//
// Timing contract: that of tx_scheduler.h, with at most one take per edge. The offer is the first requester
// from the pointer, upwards and wrapping. A take moves the pointer to the queue after the one taken; nothing
// else moves the pointer.
#ifndef IXSIM_NIC_QUEUES_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_ROUND_ROBIN_SCHEDULER_H

#include <vector>

#include "base/layers.h"
#include "base/parameters.h"
#include "nic/queues/edge_scheduler.h"

namespace ixsim::nic {

class RoundRobinScheduler : public EdgeScheduler {
 public:
  // Makes a scheduler; `queues` is 1 to kMaxQueues, otherwise InputError.
  explicit RoundRobinScheduler(unsigned queues, const ParameterValues& = {}) : EdgeScheduler(queues) {}
  static std::vector<Parameter> parameters() { return {}; }

  // Returns the queue that is offered at the edge `time`, the first not yet processed, if no further call
  // comes; kNoQueue if there is none. Benches compare it with the RTL's outputs.
  unsigned offer(Time time) const { return lines_at(time).find_round(pointer_); }

 private:
  void restart() override { pointer_ = 0; }
  void take(Time time, GrantSink& sink) override;

  unsigned pointer_ = 0;
};

}  // namespace ixsim::nic

#endif
