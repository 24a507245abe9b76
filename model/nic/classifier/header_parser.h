// Positions of the network and transport headers of a frame, as far as the device looks.
//
// The device looks at the first 256 bytes behind the Ethernet header only. IP length fields are not looked
// at: a field exists if its bytes do. One VLAN tag is stepped over; LLC/SNAP frames, tunnels, and anything
// behind an IPv6 header other than hop-by-hop, routing and destination options are not entered.
//
// Source: datasheet, packet types and receive-side scaling; RFC 791, RFC 8200, RFC 6275 (home address option
// and type 2 routing header).
#ifndef IXSIM_NIC_CLASSIFIER_HEADER_PARSER_H
#define IXSIM_NIC_CLASSIFIER_HEADER_PARSER_H

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace ixsim {

// Bits of the packet type, as in Decision::packet_type. Options and extensions come with their header's bit.
inline constexpr std::uint8_t kPacketIpv4 = 1 << 0;
inline constexpr std::uint8_t kPacketIpv4Options = 1 << 1;
inline constexpr std::uint8_t kPacketIpv6 = 1 << 2;
inline constexpr std::uint8_t kPacketIpv6Extension = 1 << 3;
inline constexpr std::uint8_t kPacketTcp = 1 << 4;
inline constexpr std::uint8_t kPacketUdp = 1 << 5;
inline constexpr std::uint8_t kPacketSctp = 1 << 6;

// Bytes looked at from the network header on.
inline constexpr std::size_t kHeaderWindow = 256;

// Offsets count from the first byte of the frame; 0 means "not there".
struct FrameHeaders {
  std::uint16_t network = 0;          // byte behind the Ethernet header: 14, or 18 if tagged; always set
  std::uint16_t transport = 0;        // TCP, UDP or SCTP header, at least 4 bytes of it
  std::uint16_t home_address = 0;     // 16 bytes: address of the last home address option
  std::uint16_t routing_address = 0;  // 16 bytes: address of the last type 2 routing header
  std::uint8_t packet_type = 0;
  bool fragment = false;           // IPv4 fragment, first or later
  bool routing_addresses = false;  // an IPv6 routing header of any type with a length above 0
};

// Headers of a frame of any length, whose tag the caller has recognised: tagged needs frame.size >= 16.
FrameHeaders parse_headers(ByteView frame, bool tagged);

}  // namespace ixsim

#endif
