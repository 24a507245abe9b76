// Headroom: the buffer that a receiver of a lossless priority needs above the fill at which it sends PAUSE.
//
// Let t be the time at which a frame, counted when it is whole, takes the fill above the threshold. The
// longest time to the last frame that the sender still begins is A = W + P + 2 D + R:
//   W  the wire to the sender has just begun the longest frame: its preamble, bytes and gap, on lanes
//   P  the PAUSE frame with its preamble: 72 byte times
//   D  the delay of the cable, once for the PAUSE and once for what is on its way already
//   R  the response of the sender
// In A the sender begins frames of S bytes every S + 20 byte times; X is the part of A that they can fill,
// f(X) the largest sum of their sizes. The headroom is M for the frame that crosses the threshold, f(X), and
// M for the last frame begun (M is the longest frame of the priority). docs/networks.md derives the terms.
//
// Timing contract: that of EthernetSwitch and PauseState. Source: IEEE 802.1Qbb annex O, IEEE 802.3 annex
// 31B.
#ifndef IXSIM_HOST_PEER_HEADROOM_H
#define IXSIM_HOST_PEER_HEADROOM_H

#include <cstdint>

#include "ethernet/wire_pacer.h"
#include "ixsim/time.h"

namespace ixsim {

struct HeadroomConfig {
  Time byte_time = kByteTime10G;    // of the link
  Time delay = 0;                   // of the cable, one way
  std::uint32_t max_frame = 2'180;  // bytes with FCS, the longest of the priority
  std::uint32_t max_other_frame =
      2'180;          // bytes with FCS, the longest that the receiver of the priority sends
  Time response = 0;  // of the sender to PAUSE
};

// The light in a fiber, and the signal in a copper cable: 5 ns a meter.
constexpr Time cable_delay(std::uint32_t meters) { return Time{meters} * 5 * kNanosecond; }

// Returns A, the longest time from a crossing of the threshold to the end of the sender's starts.
Time longest_stop(const HeadroomConfig& config);
// Returns the headroom in bytes of frames, FCS included. Never too little; at most 8 bytes too much.
std::uint64_t headroom(const HeadroomConfig& config);

}  // namespace ixsim

#endif
