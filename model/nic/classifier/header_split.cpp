// Finds the end of each header, and selects the one at which PSRTYPE splits.
#include "nic/classifier/header_split.h"

#include "ethernet/protocols.h"

namespace ixsim::nic {
namespace {

constexpr std::uint16_t kFirstEthertype = 0x0600;  // smaller values are a length
constexpr std::uint8_t kIpv6InIpv4 = 41;

// End offsets of the headers found, from the first byte of the frame; 0: absent.
struct Layers {
  std::uint32_t link = 0;       // Ethernet, tag and SNAP
  std::uint32_t network = 0;    // the innermost IP header
  std::uint32_t transport = 0;  // TCP or UDP, of packets that are no fragments
  std::uint8_t protocol = 0;    // ... which of them
  bool ipv4 = false;
  bool ipv6 = false;
  bool fragment = false;
};

void find_transport(ByteView frame, std::uint8_t protocol, Layers& layers) {
  const std::uint32_t from = layers.network;
  std::uint32_t length = 0;
  if (protocol == kProtocolUdp) {
    length = 8;
  } else if (protocol == kProtocolTcp && frame.size >= from + 20) {
    length = 4U * (frame.data[from + 12] >> 4);
    if (length < 20) return;
  }
  if (length == 0 || frame.size < from + length) return;
  layers.transport = from + length;
  layers.protocol = protocol;
}

void find_ipv6(ByteView frame, std::uint32_t from, Layers& layers) {
  if (frame.size < from + 40 || frame.data[from] >> 4 != 6) return;
  std::uint8_t header = frame.data[from + 6];
  std::uint32_t end = from + 40;
  bool fragment = false;
  while (!fragment && (header == kHopByHop || header == kRouting || header == kDestinationOptions ||
                       header == kFragment)) {
    if (frame.size < end + 8) return;
    fragment = header == kFragment;
    header = frame.data[end];
    end += fragment ? 8U : 8U + 8U * frame.data[end + 1];
    if (frame.size < end) return;
  }
  layers.ipv6 = true;
  layers.network = end;
  layers.fragment |= fragment;
  if (!layers.fragment) find_transport(frame, header, layers);
}

void find_ipv4(ByteView frame, std::uint32_t from, bool tunnels, Layers& layers) {
  if (frame.size < from + 20 || frame.data[from] >> 4 != 4) return;
  const std::uint32_t length = 4U * (frame.data[from] & 0xFU);
  if (length < 20 || frame.size < from + length) return;
  layers.ipv4 = true;
  layers.network = from + length;
  const std::uint32_t place = load_be16(frame.data + from + 6) & 0x3FFF;  // more fragments, offset
  layers.fragment = place != 0;
  const std::uint8_t protocol = frame.data[from + 9];
  if (tunnels && protocol == kIpv6InIpv4 && (place & 0x1FFF) == 0) {
    find_ipv6(frame, layers.network, layers);
  } else if (!layers.fragment) {
    find_transport(frame, protocol, layers);
  }
}

Layers find_layers(ByteView frame, bool tagged, bool tunnels) {
  Layers layers;
  std::uint32_t end = tagged ? 18 : 14;
  if (frame.size < end) return layers;
  std::uint16_t type = load_be16(frame.data + end - 2);
  // LLC: DSAP, SSAP, control; SNAP: organisation code, Ethertype.
  if (type < kFirstEthertype && frame.size >= end + 8 && load_be32(frame.data + end) == 0xAAAA0300 &&
      load_be16(frame.data + end + 4) == 0) {
    end += 8;
    type = load_be16(frame.data + end - 2);
  }
  layers.link = end;
  if (type == kTypeIpv4) find_ipv4(frame, end, tunnels, layers);
  if (type == kTypeIpv6) find_ipv6(frame, end, layers);
  return layers;
}

std::uint32_t within_limit(std::uint32_t length) { return length <= kLongestSplitHeader ? length : 0; }

}  // namespace

std::uint32_t split_header_82598(ByteView frame, bool tagged, std::uint32_t psrtype) {
  const Layers layers = find_layers(frame, tagged, true);
  unsigned type = layers.ipv4 ? (layers.ipv6 ? 4 : 1) : 7;
  std::uint32_t length = 0;
  if (layers.transport != 0) {
    type += layers.protocol == kProtocolTcp ? 1 : 2;
    length = layers.transport;
  } else if (layers.fragment) {
    length = layers.network;
  }
  return (psrtype >> type & 1) != 0 ? within_limit(length) : 0;
}

std::uint32_t split_header_82599(ByteView frame, bool tagged, std::uint32_t psrtype) {
  const Layers layers = find_layers(frame, tagged, false);
  const auto enabled = [psrtype](unsigned bit) { return (psrtype >> bit & 1) != 0; };
  if (layers.transport != 0 && enabled(layers.protocol == kProtocolTcp ? 4 : 5))
    return within_limit(layers.transport);
  if ((layers.ipv4 && enabled(8)) || (layers.ipv6 && enabled(9))) return within_limit(layers.network);
  return enabled(12) ? within_limit(layers.link) : 0;
}

}  // namespace ixsim::nic
