// PAUSE state of a sender: the time until which frames of a priority must not start.
//
// Timing contract: a MAC control frame takes effect `response` after its last bit has arrived, whether it
// stops or resumes frames. Its pause time counts from then. A frame that has begun is sent whole. IEEE 802.3
// annex 31B.3.7 accepts a response of at most 60 quanta at 10 Gb/s. Source: IEEE 802.3 annex 31B, IEEE
// 802.1Qbb.
#ifndef IXSIM_ETHERNET_PAUSE_STATE_H
#define IXSIM_ETHERNET_PAUSE_STATE_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/pause_frame.h"
#include "ixsim/error.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

class PauseState {
 public:
  // The longest response that the standard accepts at 10 Gb/s.
  static constexpr std::uint32_t kMaxResponseQuanta = 60;

  PauseState(Time byte_time, Time response) : byte_time_(byte_time), response_(response) {}

  // Takes a frame without FCS whose last bit arrived at `now`. Returns the time at which it takes effect;
  // kNever if the frame is not a PAUSE frame.
  Time take(ByteView frame, Time now) {
    PauseFrame pause;
    if (!parse_pause(frame, pause)) return kNever;
    ++frames_;
    pending_.push({now + response_, pause});
    return now + response_;
  }
  // Returns the time at which frames of `priority` may start, as known at `now`; `now` or earlier if they may
  // start. Times of calls must not decrease.
  Time until(unsigned priority, Time now) {
    while (!pending_.empty() && pending_.front().time <= now) apply(pending_.pop());
    return std::max(link_until_, until_[priority]);
  }
  // Returns the number of PAUSE frames received, of both kinds.
  std::uint64_t frames() const { return frames_; }

 private:
  struct Pending {
    Time time = 0;
    PauseFrame frame;
  };
  void apply(const Pending& pending) {
    if (!pending.frame.of_priorities) {
      link_until_ = pending.time + pause_time(pending.frame.time[0], byte_time_);
      return;
    }
    for (unsigned i = 0; i < kPriorities; ++i) {
      if ((pending.frame.named >> i & 1) != 0)
        until_[i] = pending.time + pause_time(pending.frame.time[i], byte_time_);
    }
  }

  Time byte_time_;
  Time response_;
  Ring<Pending> pending_{4};
  Time link_until_ = 0;
  std::array<Time, kPriorities> until_{};
  std::uint64_t frames_ = 0;
};

// Throws InputError if the standard does not accept a peer's response time to PAUSE.
inline void check_response(Time response, Time byte_time) {
  const Time longest = pause_time(PauseState::kMaxResponseQuanta, byte_time);
  if (response >= 0 && response <= longest) return;
  throw InputError("peer.response: found " + std::to_string(response) + " ps, accepted are 0 to 60 quanta (" +
                   std::to_string(longest) + " ps)");
}

}  // namespace ixsim::ethernet

#endif
