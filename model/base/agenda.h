// The scheduler of the core: it knows which block acts next, and when.
//
// Blocks act at edges of their own clock. Two drivers run the same blocks. The event driver visits only edges
// for which a block has armed itself. The tick driver visits every edge of every clock. Both call the blocks
// that are due at one time in slot order (MAC, then DMA, then PCIe). The two drivers give the same simulation
// exactly if every block arms itself for every edge at which it does something. A comparison of the two
// therefore proves the scheduling.
//
// Rules for blocks: act(now) does only what the block's state requires at `now`. If one block makes a value
// at `now`, another block uses it only at a strictly later edge.
#ifndef IXSIM_BASE_AGENDA_H
#define IXSIM_BASE_AGENDA_H

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::base {

class Block {
 public:
  virtual ~Block() = default;
  // Acts at one edge of the block's clock.
  virtual void act(Time now) = 0;
  // Returns a lower bound of the time of an output that an action of this block at `due` or later causes.
  // `lookahead` is the one that the block was added with. A block that knows a later bound returns it,
  // because every wake-up saved counts.
  virtual Time earliest_output(Time due, Time lookahead) const { return due + lookahead; }
};

class Agenda {
 public:
  using Slot = unsigned;
  static constexpr std::size_t kSlots = 24;
  // Latest time for which a block may be armed: 80 hours.
  static constexpr Time kLatest = kNever >> 5;

  // Adds a block. Slots must be added in the order in which blocks act at equal times. `lookahead` is the
  // minimum time between an action of this block and an output that it causes.
  Slot add(Block& block, Clock clock, Time lookahead);

  // Ensures that the block acts at `time` (an edge of its clock) or earlier. `time` must not lie in the past.
  void arm(Slot slot, Time time) {
    assert(time >= now_);
    if (time < due_[slot]) queue(slot, time);
  }
  // Sets the block that causes most outputs; earliest_output() asks it first.
  void set_nearest(Slot slot) { nearest_ = slot; }
  void set_lookahead(Slot slot, Time lookahead) { slots_[slot].lookahead = lookahead; }
  // Adds a shorter path to an output, with a delay of `lookahead`.
  void shorten_lookahead(Slot slot, Time lookahead) {
    if (lookahead < slots_[slot].lookahead) slots_[slot].lookahead = lookahead;
  }
  // Changes the clock of the block and disarms it.
  void set_clock(Slot slot, Clock clock) {
    slots_[slot].clock = clock;
    disarm(slot);
  }
  // Arms the block like arm(), at the first edge of its clock strictly after `time`.
  void arm_after(Slot slot, Time time) { arm(slot, slots_[slot].clock.edge_after(time)); }
  Time due(Slot slot) const { return due_[slot]; }

  // Runs every action at or before `until`. The event driver visits armed edges only, the tick driver all
  // edges.
  void advance(Time until);
  void advance_ticking(Time until);
  // Ends the advance that calls the present action after the actions at `time`, unless it ends earlier.
  // `time` must not lie in the past.
  void stop_by(Time time) {
    assert(time >= now_);
    until_ = std::min(until_, time);
  }
  // Visits one edge of one block, for an external scheduler. That scheduler must visit every edge of every
  // clock, and at equal times the slots in order. A block that is not due does not act.
  void visit(Slot slot, Time now) {
    if (due_[slot] > now) return;
    now_ = now;
    disarm(slot);
    slots_[slot].block->act(now);
  }

  // Returns a lower bound of the time of the next output, kNever if no block is armed.
  Time earliest_output() const;
  // Returns the time of the next action, kNever if no block is armed.
  Time next_action() const { return armed_ == 0 ? kNever : time_of(order_[armed_]); }
  // Returns the same for all blocks except `slot`.
  Time next_action_but(Slot slot) const;
  // Returns the first edge of any clock after now().
  Time next_edge() const;
  Time now() const { return now_; }
  // Returns the end of the present advance, as known so far.
  Time end() const { return until_; }

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
  std::array<Time, kSlots> due_{};  // kNever for slots from count_ on
  std::size_t count_ = 0;
  // Armed slots from 1 on, the next to act last, because most blocks are armed for the near future. One
  // number holds time and slot, so that one comparison orders them. Number 0 is later than all, and ends each
  // search.
  std::array<std::uint64_t, kSlots + 1> order_{~std::uint64_t{0}};
  std::size_t armed_ = 0;
  Slot nearest_ = 0;
  Time now_ = 0;    // all edges up to here have been visited
  Time until_ = 0;  // end of the present advance
};

}  // namespace ixsim::base

#endif
