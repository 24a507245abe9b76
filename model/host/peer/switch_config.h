// The settings of an Ethernet switch. Plain data.
#ifndef IXSIM_HOST_PEER_SWITCH_CONFIG_H
#define IXSIM_HOST_PEER_SWITCH_CONFIG_H

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "ethernet/mac_address.h"
#include "ethernet/wire_pacer.h"
#include "host/peer/egress_queues.h"
#include "host/peer/ingress_account.h"
#include "ixsim/time.h"

namespace ixsim {

struct EthernetSwitchConfig {
  enum class Pause : std::uint8_t { kNone, kLink, kPriority };

  unsigned ports = 4;            // 2 to 256
  std::vector<Time> byte_times;  // of each port; without any, all have 10 Gb/s
  // A frame may leave when its first 64 bytes have arrived, if the port that it leaves by is not the faster
  // one.
  bool cut_through = false;
  Time latency = 0;                 // from there to the output queue
  std::uint32_t max_frame = 9'018;  // bytes with FCS, a tag not counted; longer frames are dropped
  bool learn = true;                // the ports of addresses, by the frames that come from them
  std::vector<std::pair<MacAddress, unsigned>> addresses;  // set up, with their ports

  // Frames of a priority that is not lossless: bytes that may wait in one queue, and in all (0: no limit).
  std::uint64_t queue_bytes = 256 << 10;
  std::uint64_t buffer_bytes = 0;
  // A frame that meets so many bytes in its queue is marked (ECN); 0: none is.
  std::uint64_t mark_bytes = 0;
  EgressQueues::Quanta quanta{1'538, 1'538, 1'538, 1'538, 1'538, 1'538, 1'538, 1'538};

  // PAUSE towards the senders: of the priorities in `lossless` (bit n), or of the link. Frames under PAUSE
  // are limited by the thresholds of the port at which they came in, and by nothing else.
  Pause pause = Pause::kNone;
  std::uint8_t lossless = 0;
  PauseThresholds thresholds;
  // To PAUSE received, which is honored if `pause` is not kNone; up to 60 quanta.
  Time response = 0;

  Time byte_time(unsigned port) const { return byte_times.empty() ? kByteTime10G : byte_times[port]; }
};

// Throws InputError naming `prefix` + the key for settings that cannot be.
void check(const EthernetSwitchConfig& config, const char* prefix);

}  // namespace ixsim

#endif
