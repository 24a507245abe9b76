// The event driver and the tick driver, which run the same blocks.
#include "base/agenda.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ixsim::base {

Agenda::Slot Agenda::add(Block& block, Clock clock, Time lookahead) {
  assert(count_ < kSlots);
  if (count_ == 0) due_.fill(kNever);
  slots_.push_back({&block, clock, lookahead});
  return static_cast<Slot>(count_++);
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

Time Agenda::earliest_output() const {
  Time first = kNever;
  const auto ask = [&](Slot slot) {
    const Entry& entry = slots_[slot];
    if (due_[slot] + entry.lookahead >= first) return;
    first = std::min(first, entry.block->earliest_output(due_[slot], entry.lookahead));
  };
  // The block closest to the outputs usually gives the bound, so most others are not asked.
  if (due_[nearest_] != kNever) ask(nearest_);
  for (std::size_t i = armed_; i > 0; --i) {
    const Slot slot = slot_of(order_[i]);
    if (due_[slot] >= first) break;
    if (slot != nearest_) ask(slot);
  }
  return first;
}

void Agenda::queue(Slot slot, Time time) {
  assert(time <= kLatest);
  disarm(slot);
  due_[slot] = time;
  const std::uint64_t own = place_of(slot, time);
  std::uint64_t* at = &order_[++armed_];
  for (; own > at[-1]; --at) *at = at[-1];
  *at = own;
}

void Agenda::unqueue(Slot slot) {
  const std::uint64_t own = place_of(slot, due_[slot]);
  due_[slot] = kNever;
  std::uint64_t* at = &order_[armed_--];
  for (std::uint64_t moved = *at; moved != own;) std::swap(moved, *--at);
}

void Agenda::advance(Time until) {
  until_ = until;
  while (armed_ != 0) {
    const Slot next = slot_of(order_[armed_]);
    const Time time = time_of(order_[armed_]);
    if (time > until_) break;
    assert(time >= now_);
    now_ = time;
    --armed_;
    due_[next] = kNever;
    slots_[next].block->act(time);
  }
  now_ = std::max(now_, until_);
}

void Agenda::advance_ticking(Time until) {
  until_ = until;
  for (;;) {
    const Time t = next_edge();
    if (t > until_) break;
    now_ = t;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!slots_[i].clock.is_edge(t)) continue;
      // A later action stays armed: otherwise the agenda would seem idle.
      if (due_[i] <= t) disarm(static_cast<Slot>(i));
      slots_[i].block->act(t);
    }
  }
  // An edge at the end itself has been visited; anything armed at or before is spent.
  now_ = std::max(now_, until_);
}

}  // namespace ixsim::base
