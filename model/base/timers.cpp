// A short list of timers, searched only when one is due.
#include "base/timers.h"

#include <algorithm>

namespace ixsim::base {

bool Timers::running() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.due != kNever && !entry.background; });
}

void Timers::act(Time now) {
  for (auto& entry : entries_) {
    if (entry.due > now) continue;
    entry.due = kNever;
    entry.client->timer_ended(entry.which, now);
  }
  Time next = kNever;
  for (const auto& entry : entries_) next = std::min(next, entry.due);
  if (next != kNever) agenda_.arm(slot_, next);
}

}  // namespace ixsim::base
