// Round robin over the request lines.
#include "nic/queues/round_robin_scheduler.h"

namespace ixsim {

void RoundRobinScheduler::take(Time time, GrantSink& sink) {
  const unsigned queue = lines().find_round(pointer_);
  if (queue == kNoQueue) return;
  pointer_ = (queue + 1) % queues();
  sink.granted({time, queue});
}

std::unique_ptr<TxScheduler> round_robin_scheduler(unsigned queues) {
  return std::make_unique<RoundRobinScheduler>(queues);
}

}  // namespace ixsim
