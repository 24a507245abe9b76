// Surplus round robin over the request lines.
#include "nic/queues/deficit_round_robin_scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ixsim/error.h"

namespace ixsim::nic {

DeficitRoundRobinScheduler::DeficitRoundRobinScheduler(unsigned queues, unsigned length_bits,
                                                       std::vector<std::uint32_t> quanta)
    : EdgeScheduler(queues),
      limit_(std::int64_t{1} << (length_bits & 31)),
      written_at_reset_(std::move(quanta)),
      credit_(queues),
      quantum_(queues) {
  if (length_bits < 1 || length_bits > 31)
    throw InputError(fmt::format("length bits: found {}, accepted are 1 to 31", length_bits));
}

DeficitRoundRobinScheduler::DeficitRoundRobinScheduler(unsigned queues, const ParameterValues& values)
    : DeficitRoundRobinScheduler(queues, kLengthBits,
                                 {values.at("quantum").begin(), values.at("quantum").end()}) {}

std::vector<Parameter> DeficitRoundRobinScheduler::parameters() {
  return {{"quantum", 1, kLongestGrant, true, 1'518, "bytes",
           "Quantum: bytes that a queue may send in its turn, dealt over the queues. The ratio of quanta is "
           "the ratio of "
           "bandwidths; below the longest frame shares are not fair."}};
}

void DeficitRoundRobinScheduler::reset(Time time) {
  EdgeScheduler::reset(time);
  Time edge = time;
  for (unsigned queue = 0; queue < queues() && !written_at_reset_.empty(); ++queue) {
    edge = kMacClock.edge_after(edge);
    set_quantum(queue, written_at_reset_[queue % written_at_reset_.size()], edge);
  }
}

void DeficitRoundRobinScheduler::set_quantum(unsigned queue, std::uint32_t bytes, Time time) {
  if (queue >= queues())
    throw InputError(fmt::format("quantum: found queue {}, there are {}", queue, queues()));
  if (bytes >= limit_)
    throw InputError(
        fmt::format("quantum of queue {}: found {}, accepted are 0 to {}", queue, bytes, limit_ - 1));
  set(queue, bytes, time);
  if (observer_ != nullptr) observer_->quantum_written(queue, bytes, time);
}

unsigned DeficitRoundRobinScheduler::choose(const QueueMask& lines) const {
  return open_ && lines.test(current_) ? current_ : lines.find_round(pointer_);
}

void DeficitRoundRobinScheduler::restart() {
  pointer_ = current_ = 0;
  open_ = false;
  std::fill(credit_.begin(), credit_.end(), 0);
}

void DeficitRoundRobinScheduler::take(Time time, GrantSink& sink) {
  if (time == pause_at_) return;
  const unsigned queue = choose(lines());
  if (queue == kNoQueue) return;
  const bool same_visit = open_ && lines().test(current_);
  std::int64_t& credit = credit_[queue];
  if (!same_visit) {
    credit = std::min<std::int64_t>(credit, 0) + quantum_[queue];
    current_ = queue;
    pointer_ = (queue + 1) % queues();
  }
  pause_at_ = kMacClock.edge_after(time);
  credit = std::max(credit - std::int64_t{sink.granted({time, queue})}, -limit_);
  open_ = credit > 0;
}

unsigned DeficitRoundRobinScheduler::offer(Time time) const {
  return time == pause_at_ ? kNoQueue : choose(lines_at(time));
}

}  // namespace ixsim::nic

namespace ixsim {

std::unique_ptr<TxScheduler> deficit_round_robin_scheduler(unsigned queues,
                                                           const std::vector<std::uint32_t>& quanta) {
  nic::check_values("quanta", quanta, kLongestGrant);
  return std::make_unique<nic::DeficitRoundRobinScheduler>(
      queues, nic::DeficitRoundRobinScheduler::kLengthBits, quanta);
}

}  // namespace ixsim
