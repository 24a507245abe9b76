// A UDP datagram in the bytes of a frame: Ethernet, an optional VLAN tag, IPv4 and UDP headers.
//
// Frames are written and read without FCS. A reader checks every length before it reads and accepts any
// bytes.
//
// Timing contract: none; pure functions. Source: RFC 768, RFC 791, IEEE 802.1Q.
#ifndef IXSIM_SERVE_UDP_DATAGRAM_H
#define IXSIM_SERVE_UDP_DATAGRAM_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "host/tcp/tcp_header.h"
#include "ixsim/bytes.h"

namespace ixsim::serve {

// Maximum payload of a datagram that the peer sends: the packet has 9,000 bytes.
inline constexpr std::size_t kMostDatagramBytes = 9'000 - 28;

enum class UdpParse : std::uint8_t {
  kDatagram,     // a whole datagram
  kOther,        // another protocol, or a fragment
  kMalformed,    // a header or a length does not fit the frame
  kBadChecksum,  // the checksum of the IP header or of the datagram is wrong
};

// Reads a frame. With kDatagram, `path` and `payload`, a part of `frame`, are set.
UdpParse parse_datagram(ByteView frame, host::TcpPath& path, ByteView& payload);

// Returns a frame with a datagram of at most kMostDatagramBytes, both checksums computed.
std::vector<std::uint8_t> make_datagram(const host::TcpPath& path, ByteView payload);

}  // namespace ixsim::serve

#endif
