// Timers for slow events: link-up, the TCP timer, PAUSE refresh. One block serves all timers, so that a
// stopped timer costs nothing.
//
// Timing contract: a timer set to `due` expires at the first DMA edge at or after `due`. Timers that are due
// at one edge expire in the order in which they were added.
#ifndef IXSIM_BASE_TIMERS_H
#define IXSIM_BASE_TIMERS_H

#include <vector>

#include "base/agenda.h"
#include "base/layers.h"

namespace ixsim::base {

class TimerClient {
 public:
  virtual ~TimerClient() = default;
  // Handles the expiry of the timer that was added as `which`; the timer is stopped.
  virtual void timer_ended(unsigned which, Time now) = 0;
};

class Timers : public Block {
 public:
  using Id = unsigned;

  explicit Timers(Agenda& agenda) : agenda_(agenda) {}
  // Adds this block to the agenda. It comes after every block that can set a timer at an edge at which it
  // acts.
  void add_block() { slot_ = agenda_.add(*this, kDmaClock, 0); }
  Agenda::Slot slot() const { return slot_; }
  // Adds a timer. A `background` timer does not keep the device from being idle.
  Id add(TimerClient& client, unsigned which, bool background = false) {
    entries_.push_back({&client, which, background, kNever});
    return static_cast<Id>(entries_.size() - 1);
  }

  // Starts a timer; `due` must lie after now.
  void start(Id id, Time due) {
    entries_[id].due = kDmaClock.edge_at_or_after(due);
    agenda_.arm(slot_, entries_[id].due);
  }
  void stop(Id id) { entries_[id].due = kNever; }
  Time due(Id id) const { return entries_[id].due; }
  // Returns whether a timer other than a background timer is running.
  bool running() const;

  void act(Time now) override;

 private:
  struct Entry {
    TimerClient* client;
    unsigned which;
    bool background;
    Time due;
  };

  Agenda& agenda_;
  Agenda::Slot slot_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace ixsim::base

#endif
