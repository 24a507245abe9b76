// Round robin, one unit a grant: the reference for rr_scheduler.
//
// Timing contract: that of tx_scheduler.h; one take an edge. The offer is the first requester from the
// pointer, upwards and round; a take moves the pointer behind the queue taken, and nothing else moves it.
#ifndef IXSIM_NIC_QUEUES_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_ROUND_ROBIN_SCHEDULER_H

#include <vector>

#include "base/parameters.h"
#include "ixsim/tx_scheduler.h"
#include "nic/queues/scheduler_inputs.h"

namespace ixsim {

class RoundRobinScheduler : public TxScheduler {
 public:
  // queues: 2 to kMaxQueues, else InputError.
  explicit RoundRobinScheduler(unsigned queues, const ParameterValues& = {});
  static std::vector<Parameter> parameters() { return {}; }

  void requests(const QueueMask& mask, Time time) override;
  void ready(Time time) override;
  void reset(Time time) override;
  void advance(Time now, GrantSink& sink) override;
  // Returns the queue that is offered at the edge `time`, the first not yet advanced over, if no further call
  // comes; kNoQueue if there is none. For benches that compare the RTL's outputs.
  unsigned offer(Time time) const;

 private:
  unsigned queues_;
  unsigned pointer_ = 0;
  QueueMask lines_;
  Time reset_at_ = -1;
  SchedulerInputs inputs_;
};

}  // namespace ixsim

#endif
