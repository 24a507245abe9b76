// The settings of an Ethernet switch. Plain data.
#ifndef IXSIM_HOST_PEER_SWITCH_CONFIG_H
#define IXSIM_HOST_PEER_SWITCH_CONFIG_H

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "ethernet/wire_pacer.h"
#include "host/peer/egress_queues.h"
#include "host/peer/ingress_account.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct EthernetSwitchConfig {
  enum class Pause : std::uint8_t { kNone, kLink, kPriority };

  unsigned ports = 4;            // 2 to 256
  std::vector<Time> byte_times;  // byte time of each port; if empty, all have 10 Gb/s
  // A frame may leave when its first 64 bytes have arrived, unless its output port is the faster one.
  bool cut_through = false;
  Time latency = 0;                 // time from there to the output queue
  std::uint32_t max_frame = 9'018;  // bytes with FCS, a tag not counted; longer frames are dropped
  bool learn = true;                // learn the ports of addresses from the frames that they send
  std::vector<std::pair<MacAddress, unsigned>> addresses;  // configured addresses, with their ports

  // Limits for frames of a priority that is not lossless: bytes that may wait in one queue, and in all queues
  // (0: no limit).
  std::uint64_t queue_bytes = 256 << 10;
  std::uint64_t buffer_bytes = 0;
  // A frame that finds this number of bytes in its queue is marked (ECN); 0: no frame is.
  std::uint64_t mark_bytes = 0;
  EgressQueues::Quanta quanta{1'538, 1'538, 1'538, 1'538, 1'538, 1'538, 1'538, 1'538};

  // PAUSE towards the senders: of the priorities in `lossless` (bit n), or of the link. Only the thresholds
  // of their input port limit frames under PAUSE.
  Pause pause = Pause::kNone;
  std::uint8_t lossless = 0;
  PauseThresholds thresholds;
  // Response time to a received PAUSE, which is obeyed if `pause` is not kNone; up to 60 quanta.
  Time response = 0;

  Time byte_time(unsigned port) const { return byte_times.empty() ? kByteTime10G : byte_times[port]; }
};

// Throws InputError that names `prefix` + the key for impossible settings.
void check(const EthernetSwitchConfig& config, const char* prefix);

}  // namespace ixsim::host

#endif
