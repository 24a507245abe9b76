// A link partner that honors PAUSE: sits between a source of frames and the wire, and delays the paused
// frames.
//
// Timing contract. As long as nothing was ever paused, frames pass as the source has timed them. From then on
// a frame starts at the first legal place on the wire at or after its own time and the end of the PAUSE that
// concerns it: the link's, or that of its priority (of the VLAN tag; 0 without one). Frames of one priority
// keep their order; of several that may go the one that was timed first goes. A frame that has begun is
// completed: the sender calls undo() for one that has been given and not begun, and asks again. Times are
// those of the source. Source: IEEE 802.3 annex 31B, IEEE 802.1Qbb.
#ifndef IXSIM_ETHERNET_PAUSE_GATE_H
#define IXSIM_ETHERNET_PAUSE_GATE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>

#include "ethernet/frame_source.h"
#include "ethernet/pause_frame.h"
#include "ethernet/wire_pacer.h"

namespace ixsim {

class PauseGate {
 public:
  explicit PauseGate(FrameSource& source) : source_(source) {}
  void set_byte_time(Time byte_time) { byte_time_ = byte_time; }

  // The next frame, with the time at which it starts if no further PAUSE comes; false if none is left.
  bool next(TimedFrame& out) {
    if (used_) return next_held(out);
    if (!source_.next(out)) return false;
    before_ = last_;
    last_ = {out.start, out.frame->size()};
    return true;
  }
  // The frame given last has not begun.
  void undo(const TimedFrame& given);
  // Returns whether a PAUSE, and not its own time, is what the frame given last waits for.
  bool holds(const TimedFrame& given) const {
    if (!used_) return false;
    return std::max(link_.until, of_priority_[priority_of(*given.frame)].until) > given_start_;
  }
  // Takes a MAC control frame that has effect at `now`; false if it is no PAUSE.
  bool control(ByteView frame, Time now);
  // Returns for how long the link, or the priority for which it is longest, has been paused before `now`.
  Time paused(Time now) const;

 private:
  struct Held {
    TimedFrame frame;
    std::uint64_t number = 0;  // in the order of the source
  };

  struct OnWire {
    Time start = -1;  // no frame yet
    std::size_t size = 0;
  };

  bool next_held(TimedFrame& out);
  void close(const OnWire& last);
  bool pull();
  Time start_of(unsigned priority) const;

  // The PAUSE of the link, or of a priority, that is in force, and the time of those before it.
  struct Pause {
    Time from = 0;
    Time until = 0;
    Time before = 0;
    void replace(Time now, Time end) {
      before = total(now);
      from = now;
      until = end;
    }
    Time total(Time now) const { return before + std::max<Time>(0, std::min(now, until) - from); }
  };

  FrameSource& source_;
  Time byte_time_ = kByteTime10G;
  bool used_ = false;  // something has been paused
  // The frames given last, as long as nothing has been paused.
  OnWire last_;
  OnWire before_;
  WirePacer pacer_;
  WirePacer pacer_before_;          // before the frame given last
  std::uint64_t given_number_ = 0;  // of that frame ...
  Time given_start_ = 0;            // ... and its own time
  std::array<std::deque<Held>, kPriorities> held_;
  std::uint64_t pulled_ = 0;
  Time latest_ = -1;  // of the frames pulled
  bool ended_ = false;
  Pause link_;
  std::array<Pause, kPriorities> of_priority_{};
};

}  // namespace ixsim

#endif
