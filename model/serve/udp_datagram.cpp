// Headers of IPv4 and UDP, written and read.
#include "serve/udp_datagram.h"

#include <algorithm>
#include <cassert>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "host/tcp/ipv4_header.h"

namespace ixsim::serve {
namespace {

namespace ipv4 = host::ipv4;
using ipv4::kMoreOrOffset;

// Returns the sum of the pseudo-header and of the datagram, whose header is at `udp`.
std::uint16_t sum_of(const std::uint8_t* ip, const std::uint8_t* udp, std::size_t bytes) {
  return fold_sum(ipv4::pseudo_header(ip, kProtocolUdp, bytes) + ones_complement_sum({udp, bytes}));
}

}  // namespace

UdpParse parse_datagram(ByteView frame, TcpPath& path, ByteView& payload) {
  if (frame.size < kEthernetHeader + kIpv4Header) return UdpParse::kOther;
  std::size_t at = kEthernetHeader;
  if (load_be16(frame.data + 12) == kTypeVlan) at += kTagBytes;
  if (load_be16(frame.data + at - 2) != kTypeIpv4) return UdpParse::kOther;
  if (frame.size < at + kIpv4Header) return UdpParse::kMalformed;
  const std::uint8_t* const ip = frame.data + at;
  if (ip[0] >> 4 != 4 || ip[9] != kProtocolUdp || (load_be16(ip + 6) & kMoreOrOffset) != 0)
    return UdpParse::kOther;
  const std::size_t header = std::size_t{ip[0] & 0xfu} * 4;
  const std::size_t total = load_be16(ip + 2);
  if (header < kIpv4Header || total < header + kUdpHeader || at + total > frame.size)
    return UdpParse::kMalformed;
  const std::uint8_t* const udp = ip + header;
  const std::size_t bytes = load_be16(udp + 4);
  if (bytes < kUdpHeader || header + bytes > total) return UdpParse::kMalformed;
  // A checksum of 0 is none.
  if (ones_complement_sum({ip, header}) != 0xffff ||
      (load_be16(udp + 6) != 0 && sum_of(ip, udp, bytes) != 0xffff))
    return UdpParse::kBadChecksum;
  ipv4::read_path(frame, ip, udp, path);
  payload = {udp + kUdpHeader, bytes - kUdpHeader};
  return UdpParse::kDatagram;
}

std::vector<std::uint8_t> make_datagram(const TcpPath& path, ByteView payload) {
  assert(payload.size <= kMostDatagramBytes);
  const std::size_t bytes = kUdpHeader + payload.size;
  std::vector<std::uint8_t> frame(ipv4::link_size(path) + kIpv4Header + bytes);
  std::uint8_t* const ip = ipv4::write(frame.data(), path, 0, kProtocolUdp, bytes);
  ipv4::write_checksum(ip);
  std::uint8_t* const udp = ip + kIpv4Header;
  store_be16(udp, path.source_port);
  store_be16(udp + 2, path.destination_port);
  store_be16(udp + 4, static_cast<std::uint16_t>(bytes));
  std::copy(payload.data, payload.data + payload.size, udp + kUdpHeader);
  const auto sum = static_cast<std::uint16_t>(~sum_of(ip, udp, bytes));
  store_be16(udp + 6, sum == 0 ? 0xffff : sum);
  return frame;
}

}  // namespace ixsim::serve
