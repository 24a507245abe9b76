// Queue masks, and the order of a scheduler's inputs.
#include "nic/queues/tx_scheduler.h"

#include <algorithm>
#include <stdexcept>

namespace ixsim {

unsigned QueueMask::find(unsigned from) const {
  for (unsigned word = from / 64; word < 2; ++word) {
    const std::uint64_t below = word == from / 64 ? (std::uint64_t{1} << (from % 64)) - 1 : 0;
    const std::uint64_t rest = words[word] & ~below;
    if (rest != 0) return word * 64 + static_cast<unsigned>(__builtin_ctzll(rest));
  }
  return kNoQueue;
}

void SchedulerInputs::add(const Input& input) {
  if (!kMacClock.is_edge(input.time) || input.time <= advanced_)
    throw std::logic_error("scheduler input off the clock or in the past");
  // Nearly always the last one; the call order is kept among inputs of one kind at one edge.
  auto place = inputs_.end();
  while (place != inputs_.begin()) {
    const Input& before = *std::prev(place);
    if (before.time < input.time || (before.time == input.time && before.kind <= input.kind)) break;
    --place;
  }
  inputs_.insert(place, input);
}

bool SchedulerInputs::next(Time now, Input& input) {
  if (inputs_.empty() || inputs_.front().time > now) {
    advanced_ = std::max(advanced_, now);
    return false;
  }
  input = inputs_.front();
  inputs_.pop_front();
  return true;
}

QueueMask SchedulerInputs::lines_at(Time time, QueueMask lines) const {
  for (const Input& input : inputs_)
    if (input.time <= time && input.kind == Kind::kRequests) lines = input.mask;
  return lines;
}

}  // namespace ixsim
