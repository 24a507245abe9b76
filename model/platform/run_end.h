// How a run ended: what it lost, and what it left. Every frame and packet that went in must be in a bucket
// or in a named buffer, by counts that the sources, the sinks and the drivers keep themselves; a run that
// could not send all its input, or whose host could not take all frames, says why.
#ifndef IXSIM_PLATFORM_RUN_END_H
#define IXSIM_PLATFORM_RUN_END_H

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "platform/wired_system.h"

namespace ixsim {

struct RunEnd {
  static constexpr Time kLongestDrain = 100 * kSecond;  // after the input

  // How long nothing had moved when the sources were stopped, in ps; 0: they were not.
  Time held_back_for = 0;
  bool drain_ended_early = false;  // something still moved
  // Buffers that can hold frames, with what the frames there wait for.
  static constexpr std::array<std::pair<const char*, const char*>, 5> kPlaces = {{
      {"mac", "for the classifier"},
      {"loopback", "in the switch between pools"},
      {"packet_buffer", "for a descriptor of their queue"},
      {"descriptor_write_back", "for the write-back of their descriptor"},
      {"link", "for the host to take them"},
  }};
  using Places = std::array<std::uint64_t, kPlaces.size()>;
  // Frames left in the device of each port, and in which buffers; empty after a failure.
  std::vector<std::uint64_t> in_flight;
  std::vector<Places> in_flight_places;
};

// Compares what went in with buckets and buffers. Adds to the failures of `result`, and fills in the frames
// in flight of `end`.
void check_conservation(WiredSystem& system, RunEnd& end, RunResult& result);
// Adds what was not sent, what stays in the device and what the driver did not take to the notes and to what
// makes `result` incomplete.
void describe_rest(const WiredSystem& system, const RunEnd& end, RunResult& result);

}  // namespace ixsim

#endif
