// Slow things that happen by themselves: the link coming up, the TCP timer, PAUSE refresh. One block serves
// them all, so that a timer that is not running costs nothing.
//
// Timing contract: a timer set to `due` expires at the first DMA edge at or after it; timers due at one edge
// in the order in which they were added.
#ifndef IXSIM_BASE_TIMERS_H
#define IXSIM_BASE_TIMERS_H

#include <vector>

#include "base/agenda.h"

namespace ixsim {

class TimerClient {
 public:
  virtual ~TimerClient() = default;
  // The timer that was added as `which` has run out, and is stopped.
  virtual void timer_ended(unsigned which, Time now) = 0;
};

class Timers : public Block {
 public:
  using Id = unsigned;

  explicit Timers(Agenda& agenda) : agenda_(agenda) {}
  // Adds this block to the agenda, behind every block that may set a timer at an edge it acts at.
  void add_block() { slot_ = agenda_.add(*this, kDmaClock, 0); }
  Agenda::Slot slot() const { return slot_; }
  // A timer that runs in the `background` does not keep the device from being idle.
  Id add(TimerClient& client, unsigned which, bool background = false) {
    entries_.push_back({&client, which, background, kNever});
    return static_cast<Id>(entries_.size() - 1);
  }

  // `due` must lie after now.
  void start(Id id, Time due) {
    entries_[id].due = kDmaClock.edge_at_or_after(due);
    agenda_.arm(slot_, entries_[id].due);
  }
  void stop(Id id) { entries_[id].due = kNever; }
  Time due(Id id) const { return entries_[id].due; }
  // True if a timer that counts is running.
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

}  // namespace ixsim

#endif
