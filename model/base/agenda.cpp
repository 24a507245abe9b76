// The event driver and the tick driver over the same blocks.
#include "ixsim/base/agenda.h"

#include <algorithm>
#include <cassert>

namespace ixsim {

Agenda::Slot Agenda::add(Block& block, Clock clock, Time lookahead) {
  assert(count_ < kSlots);
  if (count_ == 0) due_.fill(kNever);
  slots_.push_back({&block, clock, lookahead});
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
  const auto ask = [&](Slot slot) {
    const Entry& entry = slots_[slot];
    if (due_[slot] + entry.lookahead >= first) return;
    first = std::min(first, entry.block->visible(due_[slot], entry.lookahead));
  };
  // What the block next to the outputs says leaves most of the others unasked.
  const std::uint32_t nearest = armed_ & 1u << nearest_;
  if (nearest != 0) ask(nearest_);
  for (std::uint32_t rest = armed_ ^ nearest; rest != 0;) {
    const auto slot = static_cast<Slot>(31 - __builtin_clz(rest));
    rest ^= 1u << slot;
    ask(slot);
  }
  return first;
}

void Agenda::advance(Time until) {
  while (first_ <= until) {
    assert(first_ >= now_);
    now_ = first_;
    const Slot next = first_slot_;
    disarm(next);
    find_first();
    slots_[next].block->act(now_);
  }
  now_ = std::max(now_, until);
}

void Agenda::find_first() {
  Time first = kNever;
  Slot first_slot = 0;
  for (std::uint32_t rest = armed_; rest != 0; rest &= rest - 1) {
    const auto slot = static_cast<Slot>(__builtin_ctz(rest));
    if (due_[slot] >= first) continue;
    first = due_[slot];
    first_slot = slot;
  }
  first_ = first;
  first_slot_ = first_slot;
}

void Agenda::advance_ticking(Time until) {
  for (;;) {
    const Time t = next_edge();
    if (t > until) break;
    now_ = t;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!slots_[i].clock.is_edge(t)) continue;
      disarm(i);
      slots_[i].block->act(t);
    }
  }
  // An edge at `until` itself has been visited; anything armed at or before is spent.
  now_ = std::max(now_, until);
}

}  // namespace ixsim
