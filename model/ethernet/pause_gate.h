// A link partner that obeys PAUSE. It lies between a source of frames and the wire and delays paused frames.
//
// Timing contract: until the first PAUSE, frames keep the times of the source. From then on a frame starts at
// the first legal place on the wire at or after its own time and the end of its PAUSE: that of the link, or
// that of its priority (of the VLAN tag; 0 without one). Frames of one priority keep their order. Of several
// frames that may start, the one with the earliest time starts. A frame that has begun is completed. The
// sender calls undo() for a frame that it got and did not begin, and asks again. Times are those of the
// source. Source: IEEE 802.3 annex 31B, IEEE 802.1Qbb.
#ifndef IXSIM_ETHERNET_PAUSE_GATE_H
#define IXSIM_ETHERNET_PAUSE_GATE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>

#include "base/layers.h"
#include "ethernet/frame_source.h"
#include "ethernet/pause_frame.h"
#include "ethernet/wire_pacer.h"

namespace ixsim::ethernet {

class PauseGate {
 public:
  explicit PauseGate(FrameSource& source) : source_(source) {}
  void set_byte_time(Time byte_time) { byte_time_ = byte_time; }

  // Gets the next frame, with its start time if no further PAUSE comes; returns false if none is left.
  bool next(TimedFrame& out) {
    if (used_) return next_held(out);
    if (!source_.next(out)) return false;
    before_ = last_;
    last_ = {out.start, out.frame->size()};
    return true;
  }
  // Takes back the last frame that next() gave, because it has not begun.
  void undo(const TimedFrame& given);
  // Returns whether the last frame that next() gave waits for the end of a PAUSE, and not for its own time.
  bool holds(const TimedFrame& given) const {
    if (!used_) return false;
    return std::max(link_.until, of_priority_[priority_of(*given.frame)].until) > given_start_;
  }
  // Takes a MAC control frame that has effect at `now`. Returns false if it is not a PAUSE frame.
  bool control(ByteView frame, Time now);
  // Returns the time for which the link, or the priority with the longest pause, has been paused before
  // `now`.
  Time paused(Time now) const;

 private:
  struct Held {
    TimedFrame frame;
    std::uint64_t number = 0;  // position in the order of the source
  };

  struct OnWire {
    Time start = -1;  // no frame yet
    std::size_t size = 0;
  };

  bool next_held(TimedFrame& out);
  void close(const OnWire& last);
  bool pull();
  Time start_of(unsigned priority) const;

  // The PAUSE of the link, or of a priority, that is in force, and the total time of earlier ones.
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
  bool used_ = false;  // a PAUSE has been received
  // Last frames given, until the first PAUSE.
  OnWire last_;
  OnWire before_;
  WirePacer pacer_;
  WirePacer pacer_before_;          // state of the pacer before the frame given last
  std::uint64_t given_number_ = 0;  // number of that frame
  Time given_start_ = 0;            // own time of that frame
  std::array<std::deque<Held>, kPriorities> held_;
  std::uint64_t pulled_ = 0;
  Time latest_ = -1;  // latest time of the frames pulled from the source
  bool ended_ = false;
  Pause link_;
  std::array<Pause, kPriorities> of_priority_{};
};

}  // namespace ixsim::ethernet

#endif
