// Weighted round robin over the request lines.
#include "nic/queues/weighted_round_robin_scheduler.h"

namespace ixsim::nic {
namespace {

constexpr std::int64_t kHighestWeight = 1'000'000;

}  // namespace

WeightedRoundRobinScheduler::WeightedRoundRobinScheduler(unsigned queues, const ParameterValues& values)
    : EdgeScheduler(queues), weights_(values.at("weights")) {}

std::vector<Parameter> WeightedRoundRobinScheduler::parameters() {
  return {{"weights", 1, kHighestWeight, true, 1, "packets",
           "Weights: packets that a queue may send in its turn, dealt over the queues. The ratio of weights "
           "is the ratio of "
           "packet rates."}};
}

void WeightedRoundRobinScheduler::reset(Time time) {
  EdgeScheduler::reset(time);
  Time edge = time;
  for (unsigned queue = 0; queue < queues() && observer_ != nullptr; ++queue) {
    edge = kMacClock.edge_after(edge);
    observer_->quantum_written(queue, static_cast<std::uint32_t>(weights_[queue % weights_.size()]), edge);
  }
}

void WeightedRoundRobinScheduler::restart() {
  pointer_ = 0;
  left_ = 0;
}

void WeightedRoundRobinScheduler::take(Time time, GrantSink& sink) {
  if (left_ == 0 || !lines().test(current_)) {
    const unsigned queue = lines().find_round(pointer_);
    if (queue == kNoQueue) return;
    current_ = queue;
    pointer_ = (queue + 1) % queues();
    left_ = weights_[queue % weights_.size()];
  }
  --left_;
  sink.granted({time, current_});
}

}  // namespace ixsim::nic

namespace ixsim {

std::unique_ptr<TxScheduler> weighted_round_robin_scheduler(unsigned queues,
                                                            const std::vector<std::uint32_t>& weights) {
  nic::check_values("weights", weights, nic::kHighestWeight);
  return std::make_unique<nic::WeightedRoundRobinScheduler>(
      queues, base::ParameterValues{{"weights", {weights.begin(), weights.end()}}});
}

}  // namespace ixsim
