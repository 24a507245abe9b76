// The event driver and the tick driver over the same blocks.
#include "ixsim/base/agenda.h"

#include <algorithm>
#include <cassert>

namespace ixsim {

Agenda::Slot Agenda::add(Block& block, Clock clock, Time lookahead) {
  assert(count_ < kSlots);
  slots_.push_back({&block, clock, lookahead});
  due_[count_] = kNever;
  return static_cast<Slot>(count_++);
}

Time Agenda::next_action() const {
  Time first = kNever;
  for (std::size_t i = 0; i < count_; ++i) first = std::min(first, due_[i]);
  return first;
}

Time Agenda::next_action_but(Slot slot) const {
  Time first = kNever;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i != slot) first = std::min(first, due_[i]);
  }
  return first;
}

Time Agenda::next_edge() const {
  Time t = kNever;
  for (const auto& entry : slots_) t = std::min(t, entry.clock.edge_after(now_));
  return t;
}

Time Agenda::next_visible() const {
  Time first = kNever;
  for (std::size_t i = 0; i < count_; ++i) {
    if (due_[i] != kNever) first = std::min(first, slots_[i].block->visible(due_[i], slots_[i].lookahead));
  }
  return first;
}

void Agenda::advance(Time until) {
  while (first_ <= until) {
    // The earliest; at equal times the first in slot order.
    std::size_t next = 0;
    Time t = due_[0];
    for (std::size_t i = 1; i < count_; ++i) {
      if (due_[i] < t) {
        t = due_[i];
        next = i;
      }
    }
    first_ = t;
    if (t > until) break;
    assert(t >= now_);
    now_ = t;
    due_[next] = kNever;
    slots_[next].block->act(t);
  }
  now_ = std::max(now_, until);
}

void Agenda::advance_ticking(Time until) {
  for (;;) {
    const Time t = next_edge();
    if (t > until) break;
    now_ = t;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!slots_[i].clock.is_edge(t)) continue;
      due_[i] = kNever;
      slots_[i].block->act(t);
    }
  }
  // An edge at `until` itself has been visited; anything armed at or before is spent.
  now_ = std::max(now_, until);
}

}  // namespace ixsim
