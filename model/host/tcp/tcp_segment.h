// A TCP segment as a descriptor: the fields that a connection sends and receives, without its bytes.
//
// Numbers have their width on the wire. Sequence and acknowledgment numbers wrap after 2^32; the window is
// the field of the header before scaling. A connection keeps positions of 64 bits; tcp_header.h puts a
// segment into the bytes of a frame and reads it back. One descriptor may represent several segments on the
// wire. A `length` above the maximum segment size (MSS) is a request for segmentation by the device on
// transmit, and merged segments on receive.
//
// Timing contract: none; plain data. Source: RFC 9293 section 3.1, RFC 7323 sections 2 and 3, RFC 3168.
#ifndef IXSIM_HOST_TCP_TCP_SEGMENT_H
#define IXSIM_HOST_TCP_TCP_SEGMENT_H

#include <cstdint>

#include "base/layers.h"
#include "ethernet/protocols.h"

namespace ixsim::host {

// The ECN field of the IP header (RFC 3168).
enum class EcnField : std::uint8_t { kNotCapable = 0, kCapable1 = 1, kCapable0 = 2, kCongestion = 3 };

inline constexpr std::uint8_t kNoWindowScale = 0xff;

struct TcpSegment {
  // Position of the first payload byte in the sender's stream, from 0. It is set on output, for the code that
  // fills in the payload; a receiver does not use it.
  std::uint64_t position = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgment = 0;
  std::uint32_t length = 0;          // payload bytes
  std::uint32_t timestamp = 0;       // TSval, if has_timestamp
  std::uint32_t timestamp_echo = 0;  // TSecr, if has_timestamp
  std::uint16_t window = 0;          // the field of the header
  std::uint16_t mss = 0;             // payload of each full segment of this descriptor, for segmentation
  std::uint16_t mss_option = 0;      // option of a SYN; 0: absent
  std::uint8_t window_scale = kNoWindowScale;  // option of a SYN; kNoWindowScale: absent
  std::uint8_t flags = 0;
  EcnField ecn = EcnField::kNotCapable;
  bool has_timestamp = false;
  bool retransmission = false;  // bytes that were sent before; set on output only

  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
};

}  // namespace ixsim::host

#endif
