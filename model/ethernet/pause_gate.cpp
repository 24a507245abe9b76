// Frames that wait for the end of a PAUSE, by priority.
#include "ethernet/pause_gate.h"

#include <algorithm>

namespace ixsim::ethernet {

bool PauseGate::next_held(TimedFrame& out) {
  while (true) {
    unsigned best = kPriorities;
    for (unsigned i = 0; i < kPriorities; ++i) {
      if (held_[i].empty()) continue;
      if (best == kPriorities || start_of(i) < start_of(best) ||
          (start_of(i) == start_of(best) && held_[i].front().number < held_[best].front().number)) {
        best = i;
      }
    }
    // One that the source has not given yet could be earlier.
    if ((best == kPriorities || latest_ < start_of(best)) && pull()) continue;
    if (best == kPriorities) return false;
    const Time desired = start_of(best);
    out.frame = held_[best].front().frame.frame;
    given_number_ = held_[best].front().number;
    given_start_ = held_[best].front().frame.start;
    held_[best].pop_front();
    pacer_before_ = pacer_;
    out.start = pacer_.start(desired, out.frame->size());
    return true;
  }
}

Time PauseGate::start_of(unsigned priority) const {
  return std::max({held_[priority].front().frame.start, link_.until, of_priority_[priority].until});
}

bool PauseGate::pull() {
  Held held;
  if (ended_ || !source_.next(held.frame)) {
    ended_ = true;
    return false;
  }
  held.number = pulled_++;
  latest_ = held.frame.start;
  held_[priority_of(*held.frame.frame)].push_back(held);
  return true;
}

void PauseGate::undo(const TimedFrame& given) {
  if (!used_) {
    close(before_);
    given_number_ = pulled_++;
    given_start_ = latest_ = given.start;
  } else {
    pacer_ = pacer_before_;
  }
  held_[priority_of(*given.frame)].push_front({{given_start_, given.frame}, given_number_});
}

// Starts the pacing of frames in this object, after the last frame that has begun.
void PauseGate::close(const OnWire& last) {
  used_ = true;
  pacer_ = WirePacer(byte_time_);
  if (last.start >= 0) pacer_.start(last.start, last.size);
}

Time PauseGate::paused(Time now) const {
  Time longest = link_.total(now);
  for (const Pause& pause : of_priority_) longest = std::max(longest, pause.total(now));
  return longest;
}

bool PauseGate::control(ByteView frame, Time now) {
  PauseFrame pause;
  if (!parse_pause(frame, pause)) return false;
  if (!used_) close(last_);
  if (!pause.of_priorities) {
    link_.replace(now, now + pause_time(pause.time[0], byte_time_));
    return true;
  }
  for (unsigned i = 0; i < kPriorities; ++i) {
    if ((pause.named >> i & 1) != 0)
      of_priority_[i].replace(now, now + pause_time(pause.time[i], byte_time_));
  }
  return true;
}

}  // namespace ixsim::ethernet
