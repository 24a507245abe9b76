// Frame checks of the receive MAC.
#include "nic/mac/receive_check.h"

#include <cstring>

#include "ethernet/pause_frame.h"
#include "ethernet/protocols.h"
#include "ixsim/frame.h"

namespace ixsim::nic {
namespace {

constexpr std::size_t kMinData = 46;  // 802.3 minimum of data and pad in an untagged frame
constexpr std::uint16_t kMaxLengthField = 1'500;

// Returns whether a length field states more data than there is, or leaves more bytes after it than padding
// explains.
bool length_mismatch(ByteView bytes, std::size_t header) {
  const std::size_t claimed = load_be16(bytes.data + header - 2);
  if (claimed > kMaxLengthField) return false;
  const std::size_t data = bytes.size - header;
  return data < claimed || (data > claimed && data > kMinData);
}

// Checks a frame whose header is `untagged` bytes long without a VLAN tag.
inline void check(const Frame& frame, const MacSettings& settings, std::size_t untagged,
                  ReceiveStatus& status) {
  const ByteView bytes = frame.without_fcs();
  status.symbol = frame.symbol_error();
  status.crc = !frame.fcs_is_good();
  status.undersize = frame.size() < kMinFrameSize;
  const bool tagged =
      bytes.size >= untagged + 2 && load_be16(bytes.data + untagged - 2) == settings.vlan_ethertype;
  status.oversize = frame.size() > settings.max_frame + untagged - kEthernetHeader + (tagged ? kTagBytes : 0);
  if (bytes.size < kEthernetHeader) return;
  const std::size_t header = tagged && bytes.size >= untagged + kTagBytes ? untagged + kTagBytes : untagged;
  if (settings.check_length && !status.undersize) status.length = length_mismatch(bytes, header);
  if (load_be16(bytes.data + 12) == kTypeMacControl && !status.error()) {
    const std::uint16_t opcode = load_be16(bytes.data + 14);
    const bool to_us = std::memcmp(bytes.data, kPauseAddress, 6) == 0 ||
                       std::memcmp(bytes.data, settings.mac_address, 6) == 0;
    if (to_us && opcode == kOpcodePause && settings.accept_pause) {
      status.pause = PauseKind::kLink;
      status.pause_time = load_be16(bytes.data + 16);
    } else if (to_us && opcode == kOpcodePriorityPause && settings.accept_priority_pause) {
      status.pause = PauseKind::kPriority;
    }
    const bool is_pause = to_us && (opcode == kOpcodePause || opcode == kOpcodePriorityPause);
    const bool discards = settings.discard_pause && (settings.accept_pause || settings.accept_priority_pause);
    // DPF has no effect on what a PAUSE does, and none on a frame that is no PAUSE for this port.
    status.consumed = (is_pause && discards) || (status.pause == PauseKind::kNone && !settings.pass_control);
  }
}

// Double VLAN. Rare, and so kept out of the code of every frame.
[[gnu::noinline, gnu::cold]] void check_double_vlan(const Frame& frame, const MacSettings& settings,
                                                    ReceiveStatus& status) {
  const ByteView bytes = frame.without_fcs();
  status.outer_tag =
      bytes.size >= kEthernetHeader + kTagBytes && load_be16(bytes.data + 12) == settings.outer_ethertype;
  check(frame, settings, status.outer_tag ? kEthernetHeader + kTagBytes : kEthernetHeader, status);
}

}  // namespace

std::uint8_t priority_pause(ByteView without_fcs, std::array<std::uint16_t, 8>& quanta) {
  constexpr std::size_t kEnable = 17;
  constexpr std::size_t kTimes = 18;
  if (without_fcs.size < kTimes + 2 * quanta.size()) return 0;
  for (std::size_t i = 0; i < quanta.size(); ++i) quanta[i] = load_be16(without_fcs.data + kTimes + 2 * i);
  return without_fcs.data[kEnable];
}

void check_frame(const Frame& frame, const MacSettings& settings, ReceiveStatus& status) {
  if (settings.double_vlan) return check_double_vlan(frame, settings, status);
  check(frame, settings, kEthernetHeader, status);
}

}  // namespace ixsim::nic
