// The order of a scheduler's inputs.
#include "nic/queues/scheduler_inputs.h"

#include <algorithm>
#include <stdexcept>

namespace ixsim {

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
