// Parses the IPv4 and IPv6 headers of a frame up to TCP or UDP, for parse_headers() of ixsim/classifier.h.
#include "ixsim/classifier.h"

#include <algorithm>

#include "ethernet/protocols.h"

namespace ixsim {
namespace {

using ethernet::kDestinationOptions, ethernet::kFragment, ethernet::kHopByHop, ethernet::kRouting;

std::uint8_t transport_type(std::uint8_t protocol) {
  switch (protocol) {
    case 6:
      return kPacketTcp;
    case 17:
      return kPacketUdp;
    case 132:
      return kPacketSctp;
    default:
      return 0;
  }
}

// `ip` is the first byte of the window, which has `available` bytes.
void parse_ipv4(const std::uint8_t* ip, std::size_t available, FrameHeaders& headers) {
  if (available < 20 || ip[0] >> 4 != 4) return;
  const std::size_t length = 4U * (ip[0] & 0xFU);
  if (length < 20 || available < length) return;
  headers.packet_type = length > 20 ? kPacketIpv4 | kPacketIpv4Options : kPacketIpv4;
  headers.fragment = (load_be16(ip + 6) & 0x3FFF) != 0;  // more fragments, or an offset
  if (headers.fragment || available < length + 4) return;
  const std::uint8_t type = transport_type(ip[9]);
  if (type == 0) return;
  headers.packet_type |= type;
  headers.transport = static_cast<std::uint16_t>(headers.network + length);
}

void parse_ipv6(const std::uint8_t* ip, std::size_t available, FrameHeaders& headers) {
  if (available < 40 || ip[0] >> 4 != 6) return;
  std::uint8_t header = ip[6];
  headers.packet_type = kPacketIpv6;
  if (header == kHopByHop || header == kRouting || header == kFragment || header == kDestinationOptions)
    headers.packet_type |= kPacketIpv6Extension;

  std::size_t o = 40;
  while (header == kHopByHop || header == kRouting || header == kDestinationOptions) {
    if (available < o + 2) return;
    const std::uint8_t* h = ip + o;
    const std::uint8_t length = h[1];
    if (header == kRouting && length != 0) headers.routing_addresses = true;
    if (available >= o + 8) {
      // The address of the last such header counts, and none if that one is cut off.
      const auto address =
          static_cast<std::uint16_t>(available >= o + 24 ? headers.network + o + 8 : std::size_t{0});
      if (header == kDestinationOptions) {
        if (length >= 2 && load_be16(h + 2) == 0x0102 && load_be16(h + 6) == 0xC910)
          headers.home_address = address;
      } else if (header == kRouting) {
        if (length == 2 && h[2] == 2) headers.routing_address = address;
      }
    }
    header = h[0];
    o += 8U + 8U * length;
  }
  const std::uint8_t type = transport_type(header);
  if (type == 0 || available < o + 4) return;
  headers.packet_type |= type;
  headers.transport = static_cast<std::uint16_t>(headers.network + o);
}

}  // namespace

FrameHeaders parse_headers(ByteView frame, bool tagged) {
  FrameHeaders headers;
  headers.network = tagged ? 18 : 14;
  if (frame.size <= headers.network) return headers;
  const std::uint8_t* ip = frame.data + headers.network;
  const std::size_t available = std::min(frame.size - headers.network, kHeaderWindow);
  const std::uint16_t ethertype = load_be16(ip - 2);
  if (ethertype == ethernet::kTypeIpv4)
    parse_ipv4(ip, available, headers);
  else if (ethertype == ethernet::kTypeIpv6)
    parse_ipv6(ip, available, headers);
  return headers;
}

}  // namespace ixsim
