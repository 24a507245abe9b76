// Frames of protocols in real networks, as the bytes after the addresses and the VLAN tag: types, LLC
// headers, IP protocols, well-known ports, and reserved group addresses.
//
// Source: IEEE and IANA assignments. One table makes frames and recognises them.
#ifndef IXSIM_VERIFY_PROTOCOL_DICTIONARY_H
#define IXSIM_VERIFY_PROTOCOL_DICTIONARY_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::verify {

// Field that names the IP version of a packet inside another one; kAbsent: there is no such packet.
enum class Inner : std::uint8_t { kAbsent, kVersion4, kVersion6, kEitherVersion, kEthertype, kPppType };

// Start of a packet inside another one.
struct InnerPacket {
  Inner name = Inner::kAbsent;
  std::uint8_t bytes = 0;   // before the Ethertype, the PPP type or the IP header; up to 8
  std::uint64_t front = 0;  // these bytes
};

struct DictionaryProtocol {
  const char* name;
  std::uint16_t type;             // or a length, for LLC
  std::int16_t protocol = -1;     // of IPv4 and IPv6, -1: none
  std::int32_t port = -1;         // destination port, -1: any
  std::uint32_t start = 0;        // first bytes after the type
  std::uint8_t start_bytes = 0;   // number of these bytes that count, 0 to 4
  std::uint64_t destination = 0;  // group address of the destination, 0: any
  InnerPacket inner = {};         // after the type or the IP header; read only if VLNCTRL.VET is the type
};

inline constexpr std::array<DictionaryProtocol, 58> kDictionary = {{
    {"arp", 0x0806},
    {"rarp", 0x8035},
    {"mpls", 0x8847, -1, -1, 0, 0, 0, {Inner::kEitherVersion, 4, 0x00064140}},
    {"mpls_multicast", 0x8848, -1, -1, 0, 0, 0, {Inner::kEitherVersion, 4, 0x00064140}},
    {"qinq", 0x88A8, -1, -1, 0, 0, 0, {Inner::kEthertype, 2, 0x0005}},
    {"qinq_9100", 0x9100, -1, -1, 0, 0, 0, {Inner::kEthertype, 2, 0x0005}},
    {"eap_over_lan", 0x888E, -1, -1, 0, 0, 0x0180C2000003},
    {"lldp", 0x88CC, -1, -1, 0, 0, 0x0180C200000E},
    {"ptp", 0x88F7, -1, -1, 0, 0, 0x011B19000000},
    {"fcoe", 0x8906},
    {"fip", 0x8914, -1, -1, 0, 0, 0x011018000102},
    {"macsec", 0x88E5},
    {"pppoe_discovery", 0x8863},
    {"pppoe_session", 0x8864, -1, -1, 0, 0, 0, {Inner::kPppType, 6, 0x110000010030}},
    {"mac_control", 0x8808, -1, -1, 0, 0, 0x0180C2000001},
    {"slow_protocols", 0x8809, -1, -1, 0, 0, 0x0180C2000002},
    {"fault_management", 0x8902, -1, -1, 0, 0, 0x0180C2000030},
    {"rdma", 0x8915},
    {"ata", 0x88A2},
    {"wake_on_lan", 0x0842},
    {"nsh", 0x894F},
    {"trill", 0x22F3},
    {"llc_spanning_tree", 38, -1, -1, 0x42420300, 3, 0x0180C2000000},
    {"llc_snap", 46, -1, -1, 0xAAAA0300, 3, 0, {Inner::kEthertype, 6, 0xAAAA03000000}},
    {"llc_raw", 1500, -1, -1, 0xFFFF0000, 2},
    {"ipv4_icmp", 0x0800, 1},
    {"ipv4_igmp", 0x0800, 2, -1, 0, 0, 0x01005E000001},
    {"ipv4_in_ipv4", 0x0800, 4, -1, 0, 0, 0, {Inner::kVersion4}},
    {"ipv4_tcp_http", 0x0800, 6, 80},
    {"ipv4_tcp_iscsi", 0x0800, 6, 3260},
    {"ipv4_udp_dns", 0x0800, 17, 53},
    {"ipv4_udp_dhcp", 0x0800, 17, 67},
    {"ipv4_udp_ptp", 0x0800, 17, 319, 0, 0, 0x01005E000181},
    {"ipv4_udp_vxlan", 0x0800, 17, 4789},
    {"ipv4_udp_geneve", 0x0800, 17, 6081},
    {"ipv4_udp_gtp", 0x0800, 17, 2152},
    {"ipv6_in_ipv4", 0x0800, 41, -1, 0, 0, 0, {Inner::kVersion6}},
    {"ipv4_gre", 0x0800, 47, -1, 0, 0, 0, {Inner::kEthertype, 2, 0}},
    {"ipv4_esp", 0x0800, 50},
    {"ipv4_ah", 0x0800, 51},
    {"ipv4_ospf", 0x0800, 89, -1, 0, 0, 0x01005E000005},
    {"ipv4_vrrp", 0x0800, 112, -1, 0, 0, 0x01005E000012},
    {"ipv4_sctp", 0x0800, 132},
    {"ipv4_udp_lite", 0x0800, 136},
    {"ipv6_tcp_http", 0x86DD, 6, 80},
    {"ipv6_udp_dns", 0x86DD, 17, 53},
    {"ipv6_udp_vxlan", 0x86DD, 17, 4789},
    {"ipv6_icmp", 0x86DD, 58, -1, 0, 0, 0x333300000001},
    {"ipv6_gre", 0x86DD, 47, -1, 0, 0, 0, {Inner::kEthertype, 2, 0}},
    {"ipv6_esp", 0x86DD, 50},
    {"ipv6_ah", 0x86DD, 51},
    {"ipv6_fragment", 0x86DD, 44},
    {"ipv6_none", 0x86DD, 59},
    {"ipv6_sctp", 0x86DD, 132},
    {"ipv6_mobility", 0x86DD, 135},
    {"ipv6_host_identity", 0x86DD, 139},
    {"ipv6_ospf", 0x86DD, 89, -1, 0, 0, 0x333300000005},
    {"ipv4_in_ipv6", 0x86DD, 4, -1, 0, 0, 0, {Inner::kVersion4}},
}};

// Returns the protocol of a frame whose type field is at `type_at`, or -1. `head` holds the frame's first
// bytes.
int dictionary_protocol(ByteView head, std::size_t type_at);

}  // namespace ixsim::verify

#endif
