// Selects the fields by MRQC, hashes them, and looks up RETA.
#include "nic/classifier/rss.h"

namespace ixsim::nic {
namespace {

// Enable bits of MRQC.
constexpr unsigned kIpv4Tcp = 16, kIpv4 = 17, kIpv6ExTcp = 18, kIpv6Ex = 19, kIpv6 = 20, kIpv6Tcp = 21,
                   kIpv4Udp = 22, kIpv6Udp = 23, kIpv6ExUdp = 24;

// Input of the hash: the addresses, and whether the ports follow them.
struct Selection {
  std::uint8_t type = 0;
  bool ports = false;
  bool extended = false;  // IPv6: home address for the source, type 2 routing address for the destination
};

Selection select_ipv4(const FilterTables& tables, std::uint8_t packet_type) {
  if ((packet_type & kPacketTcp) && tables.rss_enables(kIpv4Tcp)) return {1, true, false};
  if ((packet_type & kPacketUdp) && tables.rss_enables(kIpv4Udp)) return {7, true, false};
  if (tables.rss_enables(kIpv4)) return {2, false, false};
  return {};
}

Selection select_ipv6(const FilterTables& tables, std::uint8_t packet_type) {
  if (packet_type & kPacketTcp) {
    if (tables.rss_enables(kIpv6ExTcp)) return {6, true, true};
    if (tables.rss_enables(kIpv6Tcp)) return {3, true, false};
  } else if (packet_type & kPacketUdp) {
    if (tables.rss_enables(kIpv6ExUdp)) return {9, true, true};
    if (tables.rss_enables(kIpv6Udp)) return {8, true, false};
  }
  if (tables.rss_enables(kIpv6Ex)) return {4, false, true};
  if (tables.rss_enables(kIpv6)) return {5, false, false};
  return {};
}

}  // namespace

RssResult rss(const FilterTables& tables, ByteView frame, const FrameHeaders& headers) {
  RssResult result;
  if (!tables.rss()) return result;
  const ToeplitzHash& toeplitz = tables.hash();
  const std::uint8_t* ip = frame.data + headers.network;
  const std::uint8_t* ports = frame.data + headers.transport;
  if (headers.packet_type & kPacketIpv4) {
    const Selection selection = select_ipv4(tables, headers.packet_type);
    result.type = selection.type;
    if (selection.type != 0) result.hash = toeplitz.hash_at<0, 8>(ip + 12);
    if (selection.ports) result.hash ^= toeplitz.hash_at<8, 4>(ports);
  } else if (headers.packet_type & kPacketIpv6) {
    const Selection selection = select_ipv6(tables, headers.packet_type);
    result.type = selection.type;
    if (selection.type == 0) return result;
    const bool home = selection.extended && headers.home_address != 0;
    const bool routed = selection.extended && headers.routing_address != 0;
    result.hash = toeplitz.hash_at<0, 16>(home ? frame.data + headers.home_address : ip + 8) ^
                  toeplitz.hash_at<16, 16>(routed ? frame.data + headers.routing_address : ip + 24);
    if (selection.ports) result.hash ^= toeplitz.hash_at<32, 4>(ports);
  }
  return result;
}

std::uint8_t receive_queue(const FilterTables& tables, const RssResult& rss, std::uint8_t vmdq,
                           std::uint8_t traffic_class) {
  const bool dcb = tables.dcb();
  unsigned index = 0;  // a frame that is not hashed has index 0, whatever entry 0 says
  if (rss.type != 0) {
    const unsigned entry = tables.redirection(rss.hash);
    const bool second = !dcb && (vmdq & 1);  // vmdq is 0 when VMDq is off
    index = second ? entry >> 4 : entry & 0xF;
  }
  unsigned queue = 0;
  if (dcb) {
    const unsigned span = 1U << tables.class_bits();  // queues of a class
    queue = traffic_class * span;
    if (!tables.vmdq())
      queue |= index & (span - 1);
    else if (!tables.rss())
      queue |= vmdq & (span - 1);
    else if (span > 1)
      queue |= (vmdq & 1U) * (span / 2) | (index & (span / 2 - 1));
  } else if (tables.vmdq()) {
    queue = tables.rss() ? vmdq * 16U + index : vmdq;
  } else {
    queue = index;
  }
  return static_cast<std::uint8_t>(tables.queue_of(queue));
}

}  // namespace ixsim::nic
