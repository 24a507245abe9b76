// The core's own scheduler: which block acts next, and when.
//
// Blocks act at edges of their own clock. Two drivers run the same blocks: the event driver visits only edges
// at which a block has armed itself; the tick driver visits every edge of every clock. Both call the blocks
// due at one time in slot order (MAC, then DMA, then PCIe), so the two give the same simulation exactly when
// every block arms itself for every edge at which it would do something: comparing them proves the
// scheduling.
//
// Rule for blocks: act(now) does nothing that its state does not call for at `now`, and nothing that one
// block makes at `now` is used by another before a strictly later edge.
#ifndef IXSIM_BASE_AGENDA_H
#define IXSIM_BASE_AGENDA_H

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ixsim/time.h"

namespace ixsim {

class Block {
 public:
  virtual ~Block() = default;
  // One edge of the block's clock.
  virtual void act(Time now) = 0;
  // Lower bound of the time of a visible output that an action of this block at `due` or later causes, given
  // the lookahead it was added with. Blocks that know more than that say more: every wake-up saved counts.
  virtual Time visible(Time due, Time lookahead) const { return due + lookahead; }
};

class Agenda {
 public:
  using Slot = unsigned;
  static constexpr std::size_t kSlots = 24;
  // No block may be armed later: 80 hours.
  static constexpr Time kLatest = kNever >> 5;

  // Adds a block; slots must be added in the order in which blocks act at equal times. `lookahead` is the
  // least time between an action of this block and a visible output that it causes.
  Slot add(Block& block, Clock clock, Time lookahead);

  // Makes sure the block acts at `time` (an edge of its clock) or before. Never in the past.
  void arm(Slot slot, Time time) {
    assert(time >= now_);
    if (time < due_[slot]) queue(slot, time);
  }
  // Most outputs leave from here: it is asked first when the next one is.
  void set_nearest(Slot slot) { nearest_ = slot; }
  void set_lookahead(Slot slot, Time lookahead) { slots_[slot].lookahead = lookahead; }
  // From now on there is another way to an output, which takes `lookahead`.
  void shorten_lookahead(Slot slot, Time lookahead) {
    if (lookahead < slots_[slot].lookahead) slots_[slot].lookahead = lookahead;
  }
  // The block goes on with another clock; what it had armed is forgotten.
  void set_clock(Slot slot, Clock clock) {
    slots_[slot].clock = clock;
    disarm(slot);
  }
  // As arm(), at the first edge of the block's clock strictly after `time`.
  void arm_after(Slot slot, Time time) { arm(slot, slots_[slot].clock.edge_after(time)); }
  Time due(Slot slot) const { return due_[slot]; }

  // Runs every action at or before `until`: only armed edges, or all of them.
  void advance(Time until);
  void advance_ticking(Time until);
  // One edge of one block, for a scheduler of the caller's own: it must visit every edge of every clock, and
  // at equal times the slots in order. A block that is not due is left alone.
  void visit(Slot slot, Time now) {
    if (due_[slot] > now) return;
    now_ = now;
    disarm(slot);
    slots_[slot].block->act(now);
  }

  // Lower bound of the time of the next visible output, kNever if nothing is armed.
  Time next_visible() const;
  // Time of the next action, kNever if nothing is armed.
  Time next_action() const { return armed_ == 0 ? kNever : time_of(order_[armed_ - 1]); }
  // ... of any block but one.
  Time next_action_but(Slot slot) const;
  // The first edge of any clock after now().
  Time next_edge() const;
  Time now() const { return now_; }

 private:
  void disarm(Slot slot) {
    if (due_[slot] != kNever) unqueue(slot);
  }
  static constexpr unsigned kSlotBits = 5;
  static std::uint64_t place_of(Slot slot, Time time) {
    return static_cast<std::uint64_t>(time) << kSlotBits | slot;
  }
  static Slot slot_of(std::uint64_t place) { return static_cast<Slot>(place & ((1u << kSlotBits) - 1)); }
  static Time time_of(std::uint64_t place) { return static_cast<Time>(place >> kSlotBits); }
  void queue(Slot slot, Time time);
  void unqueue(Slot slot);

  struct Entry {
    Block* block;
    Clock clock;
    Time lookahead;
  };

  std::vector<Entry> slots_;
  std::array<Time, kSlots> due_{};  // kNever beyond count_
  std::size_t count_ = 0;
  // Slots that are due at some time, the next to act last: what is armed is mostly near. One number holds
  // time and slot, so that one comparison orders them.
  std::array<std::uint64_t, kSlots> order_{};
  std::size_t armed_ = 0;
  Slot nearest_ = 0;
  Time now_ = 0;  // all edges up to here have been visited
};

}  // namespace ixsim

#endif
