// Turns requests into replies in their own bytes.
#include "serve/echo_peer.h"

#include <algorithm>
#include <cstring>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "ixsim/bytes.h"

namespace ixsim::serve {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint16_t kTypeArp = 0x0806;
constexpr std::uint8_t kPeerAddress[6] = {0x02, 0x00, 0x00, 0x00, 0x00, 0x01};

// Exchanges the addresses of a frame: the answer goes to the sender.
void turn_round(Bytes& frame) {
  std::copy_n(&frame[6], 6, &frame[0]);
  std::copy_n(kPeerAddress, 6, &frame[6]);
}

// The checksum over `sum`, in which the packet has its own.
bool is_good(std::uint64_t sum) { return fold_sum(sum) == 0xffff; }

EchoParse answer_arp(Bytes& frame, std::size_t at) {
  if (frame.size() - at < 28) return EchoParse::kOther;
  std::uint8_t* const arp = &frame[at];
  if (load_be16(arp) != 1 || load_be16(arp + 2) != kTypeIpv4 || load_be16(arp + 6) != 1)
    return EchoParse::kOther;
  // An announcement, and a probe for an address that the sender wants, have no answer.
  const std::uint8_t none[4] = {};
  if (std::equal(arp + 14, arp + 18, arp + 24) || std::equal(none, none + 4, arp + 14))
    return EchoParse::kOther;
  store_be16(arp + 6, 2);
  std::swap_ranges(arp + 14, arp + 18, arp + 24);
  std::copy_n(arp + 8, 6, arp + 18);
  std::copy_n(kPeerAddress, 6, arp + 8);
  turn_round(frame);
  return EchoParse::kAnswer;
}

EchoParse answer_icmp(Bytes& frame, std::size_t at) {
  if (frame.size() - at < 20) return EchoParse::kOther;
  std::uint8_t* const ip = &frame[at];
  const std::size_t header = (ip[0] & 0xfu) * 4u;
  const std::size_t length = load_be16(ip + 2);
  const bool fragment = (load_be16(ip + 6) & 0x3fff) != 0;
  if (ip[0] >> 4 != 4 || header < 20 || length < header + 8 || length > frame.size() - at || fragment ||
      ip[9] != 1 || ip[header] != 8 || (ip[16] & 0xf0) == 0xe0 || ip[16] == 0xff)
    return EchoParse::kOther;
  std::uint8_t* const icmp = ip + header;
  if (!is_good(ones_complement_sum({ip, header})) || !is_good(ones_complement_sum({icmp, length - header})))
    return EchoParse::kBadChecksum;
  std::swap_ranges(ip + 12, ip + 16, ip + 16);
  icmp[0] = 0;
  store_be16(icmp + 2, 0);
  store_be16(icmp + 2, static_cast<std::uint16_t>(~ones_complement_sum({icmp, length - header})));
  turn_round(frame);
  return EchoParse::kAnswer;
}

// The sum over an ICMPv6 message and its pseudo header.
std::uint64_t icmpv6_sum(const std::uint8_t* ip, std::size_t length) {
  return std::uint64_t{ones_complement_sum({ip + 8, 32})} + length + 58 +
         ones_complement_sum({ip + 40, length});
}

EchoParse answer_icmpv6(Bytes& frame, std::size_t at) {
  if (frame.size() - at < 48) return EchoParse::kOther;
  std::uint8_t* ip = &frame[at];
  std::size_t length = load_be16(ip + 4);
  if (ip[0] >> 4 != 6 || ip[6] != 58 || length < 8 || length > frame.size() - at - 40)
    return EchoParse::kOther;
  const std::uint8_t none[16] = {};
  // Without an address the sender looks for its own.
  if (std::equal(none, none + 16, ip + 8)) return EchoParse::kOther;
  std::uint8_t* icmp = ip + 40;
  const bool echo = icmp[0] == 128 && ip[24] != 0xff;
  const bool solicitation = icmp[0] == 135 && length >= 24;
  if (!echo && !solicitation) return EchoParse::kOther;
  if (!is_good(icmpv6_sum(ip, length))) return EchoParse::kBadChecksum;
  if (echo) {
    icmp[0] = 129;
    std::swap_ranges(ip + 8, ip + 24, ip + 24);
  } else {
    // The advertisement: solicited, override, with the link-layer address of the peer.
    frame.resize(at + 40 + 32);
    ip = &frame[at];
    icmp = ip + 40;
    length = 32;
    store_be16(ip + 4, 32);
    std::copy_n(ip + 8, 16, ip + 24);
    std::copy_n(icmp + 8, 16, ip + 8);
    icmp[0] = 136;
    icmp[4] = 0x60;
    icmp[24] = 2;
    icmp[25] = 1;
    std::copy_n(kPeerAddress, 6, icmp + 26);
  }
  ip[7] = 255;
  store_be16(icmp + 2, 0);
  store_be16(icmp + 2, static_cast<std::uint16_t>(~fold_sum(icmpv6_sum(ip, length))));
  turn_round(frame);
  return EchoParse::kAnswer;
}

}  // namespace

EchoParse echo_answer(ByteView frame, Bytes& answer) {
  if (frame.size < 14) return EchoParse::kOther;
  std::size_t at = 12;
  if (load_be16(frame.data + at) == kTypeVlan && frame.size >= 18) at += 4;
  const std::uint16_t type = load_be16(frame.data + at);
  at += 2;
  // Frames of other protocols are not copied.
  const auto has = [&](std::size_t offset, std::uint8_t protocol) {
    return frame.size > at + offset && frame.data[at + offset] == protocol;
  };
  const bool arp = type == kTypeArp;
  const bool icmp = type == kTypeIpv4 && has(9, 1);
  if (!arp && !icmp && !(type == kTypeIpv6 && has(6, 58))) return EchoParse::kOther;
  answer.assign(frame.begin(), frame.end());
  if (arp) return answer_arp(answer, at);
  return icmp ? answer_icmp(answer, at) : answer_icmpv6(answer, at);
}

}  // namespace ixsim::serve
