// Headers of IPv4 and UDP, written and read.
#include "serve/udp_datagram.h"

#include <algorithm>
#include <cassert>

#include "ethernet/internet_checksum.h"
#include "host/tcp/ipv4_header.h"

namespace ixsim::serve {
namespace {

namespace ipv4 = host::ipv4;
using ipv4::kEthernet;
using ipv4::kIpv4;
using ipv4::kMoreOrOffset;
using ipv4::kTag;
using ipv4::kTypeIpv4;
using ipv4::kTypeVlan;

constexpr std::size_t kUdp = 8;
constexpr std::uint8_t kProtocolUdp = 17;

// Returns the sum of the pseudo-header and of the datagram, whose header is at `udp`.
std::uint16_t sum_of(const std::uint8_t* ip, const std::uint8_t* udp, std::size_t bytes) {
  return fold_sum(ipv4::pseudo_header(ip, kProtocolUdp, bytes) + ones_complement_sum({udp, bytes}));
}

}  // namespace

UdpParse parse_datagram(ByteView frame, TcpPath& path, ByteView& payload) {
  if (frame.size < kEthernet + kIpv4) return UdpParse::kOther;
  std::size_t at = kEthernet;
  if (load_be16(frame.data + 12) == kTypeVlan) at += kTag;
  if (load_be16(frame.data + at - 2) != kTypeIpv4) return UdpParse::kOther;
  if (frame.size < at + kIpv4) return UdpParse::kMalformed;
  const std::uint8_t* const ip = frame.data + at;
  if (ip[0] >> 4 != 4 || ip[9] != kProtocolUdp || (load_be16(ip + 6) & kMoreOrOffset) != 0)
    return UdpParse::kOther;
  const std::size_t header = std::size_t{ip[0] & 0xfu} * 4;
  const std::size_t total = load_be16(ip + 2);
  if (header < kIpv4 || total < header + kUdp || at + total > frame.size) return UdpParse::kMalformed;
  const std::uint8_t* const udp = ip + header;
  const std::size_t bytes = load_be16(udp + 4);
  if (bytes < kUdp || header + bytes > total) return UdpParse::kMalformed;
  // A checksum of 0 is none.
  if (ones_complement_sum({ip, header}) != 0xffff ||
      (load_be16(udp + 6) != 0 && sum_of(ip, udp, bytes) != 0xffff))
    return UdpParse::kBadChecksum;
  ipv4::read_path(frame, ip, udp, path);
  payload = {udp + kUdp, bytes - kUdp};
  return UdpParse::kDatagram;
}

std::vector<std::uint8_t> make_datagram(const TcpPath& path, ByteView payload) {
  assert(payload.size <= kMostDatagramBytes);
  const std::size_t bytes = kUdp + payload.size;
  std::vector<std::uint8_t> frame(ipv4::link_size(path) + kIpv4 + bytes);
  std::uint8_t* const ip = ipv4::write(frame.data(), path, 0, kProtocolUdp, bytes);
  ipv4::write_checksum(ip);
  std::uint8_t* const udp = ip + kIpv4;
  store_be16(udp, path.source_port);
  store_be16(udp + 2, path.destination_port);
  store_be16(udp + 4, static_cast<std::uint16_t>(bytes));
  std::copy(payload.data, payload.data + payload.size, udp + kUdp);
  const auto sum = static_cast<std::uint16_t>(~sum_of(ip, udp, bytes));
  store_be16(udp + 6, sum == 0 ? 0xffff : sum);
  return frame;
}

}  // namespace ixsim::serve
