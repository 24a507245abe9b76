// Round robin over the request lines.
#include "nic/queues/round_robin_scheduler.h"

#include <fmt/format.h>

#include "ixsim/error.h"

namespace ixsim {

RoundRobinScheduler::RoundRobinScheduler(unsigned queues, const ParameterValues&) : queues_(queues) {
  if (queues < 2 || queues > kMaxQueues)
    throw InputError(fmt::format("transmit queues: found {}, accepted are 2 to {}", queues, kMaxQueues));
}

void RoundRobinScheduler::requests(const QueueMask& mask, Time time) {
  inputs_.add({time, SchedulerInputs::Kind::kRequests, mask, 0, 0});
}

void RoundRobinScheduler::ready(Time time) { inputs_.add({time, SchedulerInputs::Kind::kReady, {}, 0, 0}); }

void RoundRobinScheduler::reset(Time time) { inputs_.add({time, SchedulerInputs::Kind::kReset, {}, 0, 0}); }

void RoundRobinScheduler::advance(Time now, GrantSink& sink) {
  SchedulerInputs::Input input;
  while (inputs_.next(now, input)) {
    if (input.kind == SchedulerInputs::Kind::kRequests) {
      lines_ = input.mask;
    } else if (input.kind == SchedulerInputs::Kind::kReset) {
      pointer_ = 0;
      reset_at_ = input.time;
    } else if (input.time != reset_at_) {
      const unsigned queue = lines_.find_round(pointer_);
      if (queue == kNoQueue) continue;
      pointer_ = (queue + 1) % queues_;
      sink.granted({input.time, queue});
    }
  }
}

unsigned RoundRobinScheduler::offer(Time time) const {
  return inputs_.lines_at(time, lines_).find_round(pointer_);
}

std::unique_ptr<TxScheduler> round_robin_scheduler(unsigned queues) {
  return std::make_unique<RoundRobinScheduler>(queues);
}

}  // namespace ixsim
