// A TCP segment in the bytes of a frame: Ethernet, an optional VLAN tag, IPv4 and TCP headers with options.
//
// Frames are written and read without FCS. Packets are never fragmented (DF is set, identification is 0,
// RFC 6864). A reader checks every length before it reads and accepts any bytes.
//
// Timing contract: none; pure functions. Source: IEEE 802.3, IEEE 802.1Q, RFC 791, RFC 9293, RFC 7323.
#ifndef IXSIM_HOST_TCP_TCP_HEADER_H
#define IXSIM_HOST_TCP_TCP_HEADER_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "host/tcp/tcp_segment.h"
#include "ixsim/bytes.h"

namespace ixsim::host {

inline constexpr std::uint16_t kNoVlan = 0xffff;

// The addresses of one direction of a connection.
struct TcpPath {
  std::array<std::uint8_t, 6> destination_mac{};
  std::array<std::uint8_t, 6> source_mac{};
  std::uint16_t vlan = kNoVlan;  // tag control information (priority and VLAN ID); kNoVlan: no tag
  std::uint32_t source_ip = 0;
  std::uint32_t destination_ip = 0;
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;

  // Returns the path of the other direction.
  TcpPath reversed() const;
};

// Returns a key for a connection of the host with the address `ip`: from its port and the other host's.
constexpr std::uint64_t connection_key(std::uint32_t ip, std::uint16_t port, std::uint16_t other_port) {
  return (std::uint64_t{ip} << 32) | (std::uint64_t{port} << 16) | other_port;
}

// Contents of the checksum fields.
enum class TcpChecksums : std::uint8_t {
  kComputed,      // both computed; the payload must be in the frame before
  kZeroPayload,   // both computed; the payload is all zeros and need not be read
  kOffload,       // IP 0, TCP the pseudo-header sum with the length: for a device that computes checksums
  kSegmentation,  // IP 0, TCP the pseudo-header sum without the length: for segmentation by a device
};

enum class TcpParse : std::uint8_t {
  kSegment,     // a TCP segment
  kOther,       // another protocol, or a fragment
  kCut,         // a header does not fit the frame or the IP packet
  kBadLength,   // an impossible length field
  kBadOptions,  // an option with an impossible length
};

// Returns the bytes of all headers, Ethernet included.
std::size_t header_size(const TcpPath& path, const TcpSegment& segment);
// Returns the bytes of the TCP header.
std::size_t tcp_header_size(const TcpSegment& segment);
// Writes the headers before the payload, which begins at `frame` + header_size(). The frame must hold headers
// and payload. The length of segment and headers must be at most 65,535 bytes after the Ethernet header.
// Returns header_size().
std::size_t write_header(std::uint8_t* frame, const TcpPath& path, const TcpSegment& segment,
                         TcpChecksums checksums);

// Reads the headers of a frame without FCS. With kSegment, `path`, `segment` and `payload`, the offset of the
// first payload byte, are set; bytes after the IP packet (padding) are no payload. Checksums are not checked.
TcpParse parse_header(ByteView frame, TcpPath& path, TcpSegment& segment, std::size_t& payload);
// Returns whether both checksums of a frame are correct; false for a frame that parse_header() does not
// accept.
bool checksums_are_good(ByteView frame);

}  // namespace ixsim::host

#endif
