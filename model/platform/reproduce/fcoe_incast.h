// Two senders of Fibre Channel and LAN frames, each at line rate, a switch, and one controller with its host.
// The offered rate is twice the rate of the controller's link.
//
// Fibre Channel has priority 3 and its own class in the controller; LAN has priority 0. Timing contract: that
// of Network. The run ends when nothing moves, so that every frame is accounted for. Source: T11 FC-BB-5 (a
// lossless Ethernet for Fibre Channel), IEEE 802.1Qbb.
#ifndef IXSIM_PLATFORM_REPRODUCE_FCOE_INCAST_H
#define IXSIM_PLATFORM_REPRODUCE_FCOE_INCAST_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/peer/fcoe_frame.h"
#include "host/peer/headroom.h"
#include "ixsim/time.h"

namespace ixsim::platform {

struct FcoeIncast {
  bool switch_pauses = true;       // the switch sends priority PAUSE to the senders, for Fibre Channel
  bool host_pauses = true;         // the controller sends priority PAUSE
  std::uint64_t host_cycles = 50;  // cycles of the host for each frame, at 3.16 GHz
  // Bytes above the watermark of the controller, in addition to the headroom of the cable.
  std::int64_t spare = 0;
  std::uint32_t storage_frame = kMaxFcoeFrame;  // bytes with FCS
  bool storage_is_fcoe = true;                  // false: frames of any content, up to 16,124 bytes
  Time delay = cable_delay(100);                // delay of each cable
  Time window = 3 * kMillisecond;
};

struct FcoeIncastResult {
  std::uint64_t storage_sent = 0;  // frames of both senders
  std::uint64_t storage_lost = 0;  // lost in the switch
  std::uint64_t lan_sent = 0;
  std::uint64_t lan_lost = 0;            // lost in the switch
  std::uint64_t missed = 0;              // lost in the controller, because the packet buffer was full
  std::uint64_t other_drops = 0;         // lost in the controller, for other reasons
  std::uint64_t delivered = 0;           // written to host memory
  std::uint64_t from_switch = 0;         // frames that the switch sent to the controller
  std::uint64_t taken = 0;               // taken by the driver
  std::uint64_t switch_stops = 0;        // PAUSE frames of the switch for Fibre Channel
  std::uint64_t host_stops = 0;          // PAUSE frames of the controller
  std::uint64_t window_bytes = 0;        // bytes of frames to the controller, FCS included, in the window
  std::vector<std::uint64_t> of_sender;  // Fibre Channel frames by sender
  // Maximum Fibre Channel payload of one frame on the wire to the controller.
  std::uint64_t largest_payload = 0;
  std::uint64_t bad_payloads = 0;  // such frames with a wrong Fibre Channel CRC
  std::string unaccounted;         // empty if every frame is accounted for
};

// Returns the headroom of each cable of the run, for frames of Fibre Channel in both directions and the
// longest response.
std::uint64_t headroom_of(const FcoeIncast& plan);
FcoeIncastResult run_fcoe_incast(const FcoeIncast& plan);

}  // namespace ixsim::platform

#endif
