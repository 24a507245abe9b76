// Headers of Ethernet, an optional VLAN tag and IPv4 in front of TCP and UDP.
//
// Timing contract: none; pure functions. Source: RFC 791, IEEE 802.1Q.
#ifndef IXSIM_HOST_TCP_IPV4_HEADER_H
#define IXSIM_HOST_TCP_IPV4_HEADER_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "host/tcp/tcp_header.h"
#include "ixsim/bytes.h"

namespace ixsim::host::ipv4 {

inline constexpr std::uint16_t kDoNotFragment = 0x4000;
inline constexpr std::uint16_t kMoreOrOffset = 0x3fff;
inline constexpr std::uint8_t kTimeToLive = 64;

// Returns the bytes in front of the IPv4 header.
inline std::size_t link_size(const TcpPath& path) {
  return kEthernetHeader + (path.vlan == kNoVlan ? 0 : kTagBytes);
}

// Writes the headers of a packet with `bytes` behind the IPv4 header, whose checksum is left 0. Returns the
// place of that header.
inline std::uint8_t* write(std::uint8_t* frame, const TcpPath& path, std::uint8_t service,
                           std::uint8_t protocol, std::size_t bytes) {
  std::copy(path.destination_mac.begin(), path.destination_mac.end(), frame);
  std::copy(path.source_mac.begin(), path.source_mac.end(), frame + 6);
  std::uint8_t* ip = frame + kEthernetHeader;
  if (path.vlan != kNoVlan) {
    store_be16(frame + 12, kTypeVlan);
    store_be16(frame + 14, path.vlan);
    ip += kTagBytes;
  }
  store_be16(ip - 2, kTypeIpv4);
  ip[0] = 0x45;
  ip[1] = service;
  store_be16(ip + 2, static_cast<std::uint16_t>(kIpv4Header + bytes));
  store_be16(ip + 4, 0);
  store_be16(ip + 6, kDoNotFragment);
  ip[8] = kTimeToLive;
  ip[9] = protocol;
  store_be16(ip + 10, 0);
  store_be32(ip + 12, path.source_ip);
  store_be32(ip + 16, path.destination_ip);
  return ip;
}

// Writes the checksum of an IPv4 header without options.
inline void write_checksum(std::uint8_t* ip) {
  store_be16(ip + 10, static_cast<std::uint16_t>(~ones_complement_sum({ip, kIpv4Header})));
}

// Reads the path of a frame whose headers are whole; `ports` is the place behind the IPv4 header.
inline void read_path(ByteView frame, const std::uint8_t* ip, const std::uint8_t* ports, TcpPath& path) {
  std::copy(frame.data, frame.data + 6, path.destination_mac.begin());
  std::copy(frame.data + 6, frame.data + 12, path.source_mac.begin());
  path.vlan = ip == frame.data + kEthernetHeader ? kNoVlan : load_be16(frame.data + 14);
  path.source_ip = load_be32(ip + 12);
  path.destination_ip = load_be32(ip + 16);
  path.source_port = load_be16(ports);
  path.destination_port = load_be16(ports + 2);
}

// Returns the sum of the pseudo-header: addresses, protocol and `bytes`.
inline std::uint64_t pseudo_header(const std::uint8_t* ip, std::uint8_t protocol, std::size_t bytes) {
  return std::uint64_t{ones_complement_sum({ip + 12, 8})} + protocol + bytes;
}

}  // namespace ixsim::host::ipv4

#endif
