// MAC control frames that stop and resume a link partner: PAUSE of the link (802.3x) and of priorities
// (priority-based flow control, PFC).
//
// Timing contract: none; pure functions. Source: IEEE 802.3 annex 31B, IEEE 802.1Qbb, IEEE 802.1Q.
#ifndef IXSIM_ETHERNET_PAUSE_FRAME_H
#define IXSIM_ETHERNET_PAUSE_FRAME_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "ixsim/bytes.h"
#include "ixsim/frame.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

inline constexpr unsigned kPriorities = 8;
// Group address of PAUSE frames.
inline constexpr std::uint8_t kPauseAddress[6] = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01};
inline constexpr std::uint16_t kOpcodePause = 0x0001;
inline constexpr std::uint16_t kOpcodePriorityPause = 0x0101;
inline constexpr std::size_t kPauseFrameSize = kMinFrameSize;

struct PauseFrame {
  bool of_priorities = false;
  std::uint8_t named = 0;  // priorities that a PFC frame names: bit n for priority n
  // Pause times in quanta of 512 bit times; time[0] for the link.
  std::array<std::uint16_t, kPriorities> time{};
};

// Returns the time of `quanta` on a wire.
constexpr Time pause_time(std::uint32_t quanta, Time byte_time) {
  constexpr Time kQuantumBytes = 64;
  return Time{quanta} * kQuantumBytes * byte_time;
}

// Parses a frame without FCS. Returns false, with `pause` unchanged, if the frame is not a PAUSE frame of
// either kind.
bool parse_pause(ByteView frame, PauseFrame& pause);
FrameRef make_pause(const MacAddress& source, const PauseFrame& pause);
// Returns whether a frame is a MAC control frame, which no bridge forwards.
bool is_mac_control(ByteView frame);
// Returns the priority in the VLAN tag of a frame; 0 for an untagged frame.
unsigned priority_of(const Frame& frame);

}  // namespace ixsim::ethernet

#endif
