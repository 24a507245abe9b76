// Types, sizes and numbers of the protocols in a frame.
//
// Timing contract: none; constants. Source: IEEE 802.3, IEEE 802.1Q, RFC 791, RFC 8200, RFC 768, RFC 9293.
#ifndef IXSIM_ETHERNET_PROTOCOLS_H
#define IXSIM_ETHERNET_PROTOCOLS_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::ethernet {

// Bytes of headers, without options.
inline constexpr std::uint32_t kEthernetHeader = 14;  // without a tag
inline constexpr std::uint32_t kTagBytes = 4;
inline constexpr std::uint32_t kIpv4Header = 20;
inline constexpr std::uint32_t kIpv6Header = 40;
inline constexpr std::uint32_t kUdpHeader = 8;
inline constexpr std::uint32_t kTcpHeader = 20;
inline constexpr std::uint32_t kTcpFlags = 13;  // offset of the flags in a TCP header

// Ethertypes.
inline constexpr std::uint16_t kTypeIpv4 = 0x0800;
inline constexpr std::uint16_t kTypeVlan = 0x8100;
inline constexpr std::uint16_t kTypeIpv6 = 0x86dd;
inline constexpr std::uint16_t kTypeMacControl = 0x8808;

// Protocols of IPv4, next headers of IPv6.
inline constexpr std::uint8_t kProtocolTcp = 6;
inline constexpr std::uint8_t kProtocolUdp = 17;
// Extension headers of IPv6.
inline constexpr std::uint8_t kHopByHop = 0;
inline constexpr std::uint8_t kRouting = 43;
inline constexpr std::uint8_t kFragment = 44;
inline constexpr std::uint8_t kDestinationOptions = 60;

// Flags of the TCP header.
namespace tcp_flag {
inline constexpr std::uint8_t kFin = 0x01;
inline constexpr std::uint8_t kSyn = 0x02;
inline constexpr std::uint8_t kRst = 0x04;
inline constexpr std::uint8_t kPsh = 0x08;
inline constexpr std::uint8_t kAck = 0x10;
inline constexpr std::uint8_t kUrg = 0x20;
inline constexpr std::uint8_t kEce = 0x40;
inline constexpr std::uint8_t kCwr = 0x80;
}  // namespace tcp_flag

}  // namespace ixsim::ethernet

#endif
