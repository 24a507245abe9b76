// Weighted round robin over the request lines.
#include "nic/queues/weighted_round_robin_scheduler.h"

#include <fmt/format.h>

#include "ixsim/error.h"

namespace ixsim {
namespace {

constexpr std::int64_t kHighestWeight = 1'000'000;

}  // namespace

WeightedRoundRobinScheduler::WeightedRoundRobinScheduler(unsigned queues, const ParameterValues& values)
    : queues_(queues), weights_(values.at("weights")) {
  if (queues < 2 || queues > kMaxQueues)
    throw InputError(fmt::format("transmit queues: found {}, accepted are 2 to {}", queues, kMaxQueues));
}

std::vector<Parameter> WeightedRoundRobinScheduler::parameters() {
  return {{"weights", 1, kHighestWeight, true, 1, "packets",
           "what a queue may send at a visit, dealt over the queues"}};
}

void WeightedRoundRobinScheduler::requests(const QueueMask& mask, Time time) {
  inputs_.add({time, SchedulerInputs::Kind::kRequests, mask, 0, 0});
}

void WeightedRoundRobinScheduler::ready(Time time) {
  inputs_.add({time, SchedulerInputs::Kind::kReady, {}, 0, 0});
}

void WeightedRoundRobinScheduler::reset(Time time) {
  inputs_.add({time, SchedulerInputs::Kind::kReset, {}, 0, 0});
}

void WeightedRoundRobinScheduler::advance(Time now, GrantSink& sink) {
  SchedulerInputs::Input input;
  while (inputs_.next(now, input)) {
    if (input.kind == SchedulerInputs::Kind::kRequests) {
      lines_ = input.mask;
    } else if (input.kind == SchedulerInputs::Kind::kReset) {
      pointer_ = 0;
      left_ = 0;
      reset_at_ = input.time;
    } else if (input.time != reset_at_) {
      take(input.time, sink);
    }
  }
}

void WeightedRoundRobinScheduler::take(Time time, GrantSink& sink) {
  if (left_ == 0 || !lines_.test(current_)) {
    const unsigned queue = lines_.find_round(pointer_);
    if (queue == kNoQueue) return;
    current_ = queue;
    pointer_ = (queue + 1) % queues_;
    left_ = weights_[queue % weights_.size()];
  }
  --left_;
  sink.granted({time, current_});
}

std::unique_ptr<TxScheduler> weighted_round_robin_scheduler(unsigned queues,
                                                            const std::vector<std::uint32_t>& weights) {
  if (weights.empty()) throw InputError("weights: found none, accepted are one and more");
  for (const std::uint32_t weight : weights) {
    if (weight < 1 || weight > kHighestWeight)
      throw InputError(fmt::format("weights: found {}, accepted are 1 to {}", weight, kHighestWeight));
  }
  return std::make_unique<WeightedRoundRobinScheduler>(
      queues, ParameterValues{{"weights", {weights.begin(), weights.end()}}});
}

}  // namespace ixsim
