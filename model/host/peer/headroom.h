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

#include "base/layers.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct HeadroomConfig {
  Time byte_time = kByteTime10G;    // byte time of the link
  Time delay = 0;                   // delay of the cable, one way
  std::uint32_t max_frame = 2'180;  // longest frame of the priority, in bytes with FCS
  std::uint32_t max_other_frame =
      2'180;          // longest frame that the receiver of the priority sends, in bytes with FCS
  Time response = 0;  // response time of the sender to PAUSE
};

// Returns the delay of a cable: light in a fibre, and the signal in a copper cable, take 5 ns per meter.
constexpr Time cable_delay(std::uint32_t meters) { return Time{meters} * 5 * kNanosecond; }

// Returns A, the longest time from a crossing of the threshold to the end of the sender's starts.
Time longest_stop(const HeadroomConfig& config);
// Returns the headroom in bytes of frames, FCS included. It is never too small, and at most 8 bytes too
// large.
std::uint64_t headroom(const HeadroomConfig& config);

}  // namespace ixsim::host

#endif
