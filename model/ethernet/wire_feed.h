// The duties of a link partner's sender (padding, FCS, gap between frames, PAUSE) for frames that come from
// outside the simulation at any time.
//
// Timing contract: a frame starts at the first legal place on the wire at or after its own time and the end
// of its PAUSE. Frames of one priority keep their order. Of several frames that may start, the oldest starts.
// A PAUSE takes effect `response` after its last bit; a frame that has begun is sent whole. Times of calls
// must not decrease. Source: IEEE 802.3 clauses 3.2.8 (pad) and 4.4.2 (gap), annex 31B; IEEE 802.1Qbb.
#ifndef IXSIM_ETHERNET_WIRE_FEED_H
#define IXSIM_ETHERNET_WIRE_FEED_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/pause_frame.h"
#include "ethernet/pause_state.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/frame.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

class WireFeed {
 public:
  // Makes a feed; at most `most` frames wait.
  WireFeed(Time byte_time, Time response, std::size_t most);

  // Takes a frame without FCS at `now`. Returns false, and counts the frame, if it is shorter than an
  // Ethernet header, longer than a wire carries, or if too many frames wait.
  bool push(Time now, ByteView frame);
  // Returns the earliest time at which a frame starts, as known at `now`; kNever if none waits.
  Time next(Time now);
  // Returns the frame that starts at `now`, or an empty reference if none does.
  FrameRef take(Time now);
  // Takes a frame that the peer began to send at `start`. Returns true if it is a MAC control frame, which is
  // not forwarded.
  bool control(Time start, const Frame& frame);
  // Sets the speed of the wire.
  void set_byte_time(Time byte_time);
  // Discards the frames that wait.
  void clear();

  std::size_t waiting() const { return waiting_; }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t pauses() const { return pauses_.frames(); }

 private:
  struct Held {
    FrameRef frame;
    Time time = 0;
    std::uint64_t number = 0;
  };
  // Returns the priority whose frame starts first and sets its start; returns kPriorities if none waits.
  unsigned choose(Time now, Time& start);

  std::size_t most_;
  Time response_;
  WirePacer pacer_;
  PauseState pauses_;
  std::array<Ring<Held>, kPriorities> held_;
  std::size_t waiting_ = 0;
  std::uint64_t numbers_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace ixsim::ethernet

#endif
