// Orders the inputs of a scheduler.
#include "nic/queues/edge_scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "ixsim/error.h"

namespace ixsim::nic {

EdgeScheduler::EdgeScheduler(unsigned queues) : queues_(queues) {
  if (queues < 1 || queues > kMaxQueues)
    throw InputError(fmt::format("transmit queues: found {}, accepted are 1 to {}", queues, kMaxQueues));
}

void EdgeScheduler::add(const Input& input) {
  if (!kMacClock.is_edge(input.time) || input.time <= advanced_)
    throw std::logic_error("scheduler input off the clock or in the past");
  // Nearly always the last one; the call order is kept among inputs of one kind at one edge.
  inputs_.push(input);
  for (std::size_t place = inputs_.size() - 1; place != 0; --place) {
    Input& before = inputs_[place - 1];
    if (before.time < input.time || (before.time == input.time && before.kind <= input.kind)) break;
    std::swap(before, inputs_[place]);
  }
}

void EdgeScheduler::advance(Time now, GrantSink& sink) {
  while (!inputs_.empty() && inputs_.front().time <= now) {
    const Input input = inputs_.pop();
    if (input.kind == Kind::kRequests) {
      lines_ = input.mask;
    } else if (input.kind == Kind::kReset) {
      reset_at_ = input.time;
      restart();
    } else if (input.time == reset_at_) {
      continue;
    } else if (input.kind == Kind::kReady) {
      take(input.time, sink);
    } else {
      apply(input.queue, input.value);
    }
  }
  advanced_ = std::max(advanced_, now);
}

QueueMask EdgeScheduler::lines_at(Time time) const {
  QueueMask lines = lines_;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    if (input.time <= time && input.kind == Kind::kRequests) lines = input.mask;
  }
  return lines;
}

void check_values(const char* name, const std::vector<std::uint32_t>& values, std::int64_t high) {
  if (values.empty()) throw InputError(fmt::format("{}: found none, accepted are one and more", name));
  for (const std::uint32_t value : values) {
    if (value < 1 || value > high)
      throw InputError(fmt::format("{}: found {}, accepted are 1 to {}", name, value, high));
  }
}

}  // namespace ixsim::nic
