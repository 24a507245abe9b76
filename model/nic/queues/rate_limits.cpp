// Times between the grants of a queue with a limit.
#include "nic/queues/rate_limits.h"

#include <algorithm>
#include <limits>

namespace ixsim::nic {
namespace {

// Before any window.
constexpr Time kLongAgo = std::numeric_limits<Time>::min() / 2;

}  // namespace

void RateLimits::set_factor(unsigned queue, std::uint32_t factor, bool limits) {
  factor_[queue] = factor;
  due_[queue] = kLongAgo;
  limited_.put(queue, limits);
  waiting_.clear(queue);
}

void RateLimits::charge(unsigned queue, std::int64_t bytes, Time byte_time, Time now) {
  if (!limits(queue)) return;
  const auto time_of = [&](std::int64_t count) {
    return count * byte_time * factor_[queue] >> kBinaryPlaces;
  };
  due_[queue] = std::max(due_[queue], now - time_of(window_)) + time_of(bytes);
  waiting_.put(queue, due_[queue] > now);
}

const QueueMask& RateLimits::waiting(Time now) {
  for (unsigned queue = waiting_.find(0); queue != kNoQueue; queue = waiting_.find(queue + 1))
    if (due_[queue] <= now) waiting_.clear(queue);
  return waiting_;
}

Time RateLimits::next_release() const {
  Time first = kNever;
  for (unsigned queue = waiting_.find(0); queue != kNoQueue; queue = waiting_.find(queue + 1))
    first = std::min(first, due_[queue]);
  return first;
}

void RateLimits::reset() { *this = RateLimits(); }

}  // namespace ixsim::nic
