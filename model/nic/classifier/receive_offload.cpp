// Checks the IPv4, TCP, UDP and SCTP checksums of a frame.
#include "nic/classifier/receive_offload.h"

#include "base/crc32c.h"
#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"

namespace ixsim::nic {
namespace {

constexpr std::uint16_t kIntact = 0xFFFF;
constexpr std::size_t kSctpChecksum = 8;
constexpr std::size_t kSctpHeader = 12;

bool fragment_checksum_enabled(std::uint32_t rxcsum) {
  const bool ippcse = rxcsum >> 12 & 1;
  const bool pcsd = rxcsum >> 13 & 1;
  return ippcse && !pcsd;
}
bool ipv6_checked(std::uint32_t rfctl, const FrameHeaders& headers) {
  const bool ipv6_dis = rfctl >> 10 & 1;
  const bool ipv6_xsum_dis = rfctl >> 11 & 1;
  const bool ipv6_ex_dis = rfctl >> 16 & 1;
  if (ipv6_dis || ipv6_xsum_dis) return false;
  if (ipv6_ex_dis && (headers.packet_type & kPacketIpv6Extension)) return false;
  return !headers.routing_addresses && headers.home_address == 0;
}

// Returns the CRC32c of the packet, with the checksum field counted as 0.
void check_sctp(ByteView packet, ReceiveOffload& result) {
  if (packet.size < kSctpHeader) return;
  constexpr std::uint8_t kNothing[4] = {};
  result.l4cs = true;
  const std::uint32_t head = crc32c(packet.first(kSctpChecksum));
  const std::uint32_t field = crc32c_continued(head, {kNothing, 4});
  const ByteView rest{packet.data + kSctpHeader, packet.size - kSctpHeader};
  result.tcpe = crc32c_continued(field, rest) != load_le32(packet.data + kSctpChecksum);
}

// Checks the transport header at the start of `payload`, the IP payload as limited by its length field.
// `addresses` are the source and destination of the pseudo header.
void check_transport(ByteView payload, ByteView addresses, const FrameHeaders& headers,
                     ReceiveOffload& result) {
  ByteView segment = payload;
  std::uint8_t protocol = kProtocolTcp;
  if (headers.packet_type & kPacketTcp) {
    if (payload.size < kTcpHeader) return;
    result.l4cs = true;
  } else if (headers.packet_type & kPacketUdp) {
    if (payload.size < kUdpHeader) return;
    const std::size_t length = load_be16(payload.data + 4);
    if (length < kUdpHeader || length > payload.size) return;
    const bool absent = load_be16(payload.data + 6) == 0;
    if (absent && (headers.packet_type & kPacketIpv4)) return;
    result.l4cs = true;
    result.udpcs = true;
    if (absent) {  // IPv6 does not allow that
      result.tcpe = true;
      return;
    }
    segment = payload.first(length);
    protocol = kProtocolUdp;
  } else if (headers.packet_type & kPacketSctp) {
    return check_sctp(payload, result);
  } else {
    return;
  }
  // Between the addresses and the segment there is usually nothing.
  const bool joined = addresses.end() == segment.data;
  const std::uint64_t words =
      joined ? ones_complement_sum({addresses.data, addresses.size + segment.size})
             : std::uint64_t{ones_complement_sum(addresses)} + ones_complement_sum(segment);
  const std::uint64_t sum = words + protocol + segment.size;
  result.tcpe = fold_sum(sum) != kIntact;
}

void check_ipv4(ByteView packet, const FrameHeaders& headers, std::uint32_t rxcsum, ReceiveOffload& result) {
  const std::uint8_t* ip = packet.data;
  const std::size_t header_length = 4U * (ip[0] & 0xFU);
  result.ipcs = true;
  result.ipe = ones_complement_sum(packet.first(header_length)) != kIntact;

  const std::size_t total_length = load_be16(ip + 2);
  if (total_length < header_length || total_length > packet.size) return;
  const ByteView payload{ip + header_length, total_length - header_length};
  if (!headers.fragment) {
    if (headers.transport != 0) check_transport(payload, {ip + 12, 8}, headers, result);
  } else if (ip[9] == kProtocolUdp && fragment_checksum_enabled(rxcsum)) {
    result.udpcs = true;
    result.fragment_checksum = ones_complement_sum(payload);
    result.ip_id = load_be16(ip + 4);
    const bool first = (load_be16(ip + 6) & 0x1FFF) == 0;
    result.udpv = first && payload.size >= kUdpHeader && load_be16(payload.data + 6) != 0;
  }
}

void check_ipv6(ByteView packet, const FrameHeaders& headers, std::uint32_t rfctl, ReceiveOffload& result) {
  if (headers.transport == 0 || !ipv6_checked(rfctl, headers)) return;
  const std::size_t length = 40U + load_be16(packet.data + 4);
  const auto transport = static_cast<std::size_t>(headers.transport - headers.network);
  if (length > packet.size || length < transport) return;
  check_transport({packet.data + transport, length - transport}, {packet.data + 8, 32}, headers, result);
}

}  // namespace

ReceiveOffload receive_offload(ByteView frame, const FrameHeaders& headers, std::uint32_t rxcsum,
                               std::uint32_t rfctl) {
  ReceiveOffload result;
  if (!(headers.packet_type & (kPacketIpv4 | kPacketIpv6))) return result;
  const ByteView packet{frame.data + headers.network, frame.size - headers.network};
  if (headers.packet_type & kPacketIpv4)
    check_ipv4(packet, headers, rxcsum, result);
  else
    check_ipv6(packet, headers, rfctl, result);
  return result;
}

}  // namespace ixsim::nic
