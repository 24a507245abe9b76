// The end of a run: its losses and its rest. Every frame and packet that went in must have an outcome or be
// in a named buffer. The sources, the sinks and the drivers keep the counts independently. A run that could
// not send all its input, or whose host could not take all frames, states the reason.
#ifndef IXSIM_PLATFORM_RUN_END_H
#define IXSIM_PLATFORM_RUN_END_H

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "platform/wired_system.h"

namespace ixsim::platform {

struct RunEnd {
  static constexpr Time kLongestDrain = 100 * kSecond;  // maximum time after the input

  // Time in ps without any movement after which the sources were stopped; 0: they were not stopped.
  Time held_back_for = 0;
  bool drain_ended_early = false;  // something still moved at the end
  // Buffers that can hold frames, with the reason why frames wait there.
  static constexpr std::array<std::pair<const char*, const char*>, 5> kPlaces = {{
      {"mac", "for the classifier"},
      {"loopback", "in the switch between pools"},
      {"packet_buffer", "for a descriptor of their queue"},
      {"descriptor_write_back", "for the write-back of their descriptor"},
      {"link", "for the host to take them"},
  }};
  using Places = std::array<std::uint64_t, kPlaces.size()>;
  // Frames left in the device of each port, by buffer; empty after a failure.
  std::vector<std::uint64_t> in_flight;
  std::vector<Places> in_flight_places;
};

// Compares the input with outcomes and buffers. Adds to the failures of `result`, and sets the frames in
// flight of `end`.
void check_conservation(WiredSystem& system, RunEnd& end, RunResult& result);
// Adds input that was not sent, frames that stay in the device and frames that the driver did not take to the
// notes and to the reasons why `result` is incomplete.
void describe_rest(const WiredSystem& system, const RunEnd& end, RunResult& result);

}  // namespace ixsim::platform

#endif
