// Pacing of frames on the wire: turns desired start times into legal ones.
//
// Timing contract: a wire carries one byte in `byte_time` picoseconds. A frame of S bytes (destination
// address to FCS) that starts at t occupies the wire from t to t + (8 + S) x byte_time, because preamble and
// start delimiter come first. Starts lie on lanes, multiples of four byte times. The gap after a frame is 12
// bytes on average. It may be up to three bytes shorter to keep the lane, if the deficit (idle bytes missing
// so far, never below zero) stays at most three. Back to back, any four frames of S bytes therefore take
// exactly 4 x (S + 20) byte times. Source: IEEE 802.3 clauses 4.4.2 (interpacket gap) and 46.3.1.4 (deficit
// idle count).
#ifndef IXSIM_ETHERNET_WIRE_PACER_H
#define IXSIM_ETHERNET_WIRE_PACER_H

#include <cstddef>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

inline constexpr Time kByteTime10G = 800;
inline constexpr Time kByteTime1G = 8'000;
inline constexpr std::int64_t kPreambleSize = 8;  // Seven preamble bytes and the start frame delimiter.
inline constexpr std::int64_t kAverageGap = 12;
inline constexpr std::int64_t kLaneSize = 4;
inline constexpr std::int64_t kMaxGapDeficit = 3;

// Returns the time that a frame of `size` bytes takes with its preamble.
constexpr Time wire_time(std::size_t size, Time byte_time) {
  return (kPreambleSize + static_cast<std::int64_t>(size)) * byte_time;
}

class WirePacer {
 public:
  explicit WirePacer(Time byte_time = kByteTime10G) : byte_time_(byte_time) {}

  // Takes a frame of `size` bytes with a desired start of `desired` (>= 0). Returns the first legal start at
  // or after it. Starts never decrease.
  Time start(Time desired, std::size_t size) {
    const std::int64_t byte = first_byte(desired);
    deficit_ += gap_ - (byte - end_);
    if (deficit_ < 0) deficit_ = 0;
    end_ = byte + kPreambleSize + static_cast<std::int64_t>(size);
    return byte * byte_time_;
  }

  // Sets the average gap in bytes; a sender may keep a wider one.
  void set_gap(std::int64_t gap) { gap_ = gap; }

  // Returns what start() would return, for any size.
  Time next_start(Time desired) const { return first_byte(desired) * byte_time_; }

  Time byte_time() const { return byte_time_; }
  // Returns the time at which the last byte of the last frame has passed.
  Time end() const { return end_ * byte_time_; }

 private:
  std::int64_t first_byte(Time desired) const {
    const std::int64_t desired_byte = (desired + byte_time_ - 1) / byte_time_;
    const std::int64_t earliest = end_ + gap_ - kMaxGapDeficit + deficit_;
    return lane_at_or_after(desired_byte > earliest ? desired_byte : earliest);
  }
  static std::int64_t lane_at_or_after(std::int64_t byte) {
    return (byte + kLaneSize - 1) / kLaneSize * kLaneSize;
  }

  Time byte_time_;
  std::int64_t end_ = -kAverageGap;  // such that the first frame may start at time 0
  std::int64_t deficit_ = 0;
  std::int64_t gap_ = kAverageGap;
};

}  // namespace ixsim::ethernet

#endif
