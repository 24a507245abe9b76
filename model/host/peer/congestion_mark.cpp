// Finds the ECN field and sets it.
#include "host/peer/congestion_mark.h"

#include <algorithm>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"

namespace ixsim::host {
namespace {

constexpr std::uint8_t kMark = 3;

}  // namespace

FrameRef mark_congestion(const FrameRef& frame) {
  const ByteView bytes = frame->without_fcs();
  if (bytes.size < kEthernetHeader + kTagBytes || !frame->fcs_is_good()) return {};
  std::size_t ip = kEthernetHeader;
  if (load_be16(bytes.data + 12) == kTypeVlan) ip += kTagBytes;
  const std::uint16_t type = load_be16(bytes.data + ip - 2);
  const bool ipv4 = type == kTypeIpv4;
  if (!ipv4 && type != kTypeIpv6) return {};
  if (bytes.size < ip + (ipv4 ? kIpv4Header : kIpv6Header)) return {};
  // The ECN field is the low two bits of the traffic class, which IPv6 has half a byte later.
  const unsigned shift = ipv4 ? 0 : 4;
  const std::size_t at = ip + 1;
  const unsigned field = bytes[at] >> shift & kMark;
  if (field == 0) return {};
  if (field == kMark) return frame;
  FrameBuffer buffer(frame->size());
  std::copy(bytes.begin(), bytes.end(), buffer.data());
  const std::uint16_t before = load_be16(buffer.data() + ip);
  buffer.data()[at] = static_cast<std::uint8_t>(buffer.data()[at] | kMark << shift);
  if (ipv4) {
    std::uint8_t* const checksum = buffer.data() + ip + 10;
    const std::uint64_t sum = std::uint64_t{static_cast<std::uint16_t>(~load_be16(checksum))} +
                              static_cast<std::uint16_t>(~before) + load_be16(buffer.data() + ip);
    store_be16(checksum, static_cast<std::uint16_t>(~fold_sum(sum)));
  }
  return std::move(buffer).seal_with_fcs(frame->notes());
}

}  // namespace ixsim::host
