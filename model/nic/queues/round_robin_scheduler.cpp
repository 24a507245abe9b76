// Round robin over the request lines.
#include "nic/queues/round_robin_scheduler.h"

namespace ixsim::nic {

void RoundRobinScheduler::take(Time time, GrantSink& sink) {
  const unsigned queue = lines().find_round(pointer_);
  if (queue == kNoQueue) return;
  pointer_ = (queue + 1) % queues();
  sink.granted({time, queue});
}

}  // namespace ixsim::nic

std::unique_ptr<ixsim::TxScheduler> ixsim::round_robin_scheduler(unsigned queues) {
  return std::make_unique<nic::RoundRobinScheduler>(queues);
}
