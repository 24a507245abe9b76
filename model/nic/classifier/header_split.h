// Length of the header of a received frame. The device splits the frame there if the descriptor has a header
// buffer.
//
// A pure function of the frame and PSRTYPE; it takes no time. The classifier's parser decides queues. This
// parser, unlike that one, parses LLC/SNAP and, on the 82598, IPv6 over IPv4, and looks as far as a header
// may reach. A header counts if all of it lies in the frame; IP length fields are ignored. It skips the
// extension headers hop-by-hop, routing and destination options. A fragment header ends the IPv6 header and
// belongs to it. NFS headers are not recognised: such a frame counts as a TCP or UDP frame.
//
// Source: 82598 datasheet, split header field and packet types supported by packet split; for the types that
// it shares with its 1 Gb/s relatives, their manuals (82575, I210: packet types); RFC 791, 1042, 8200, 9293.
#ifndef IXSIM_NIC_CLASSIFIER_HEADER_SPLIT_H
#define IXSIM_NIC_CLASSIFIER_HEADER_SPLIT_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::nic {

// Longest header that is split off: HDR_LEN has ten bits.
inline constexpr std::uint32_t kLongestSplitHeader = 1'023;

// Number of bytes from the destination address to the end of the header, a tag included. The result is 0 if
// `psrtype` enables no type that the frame has, or if the header is too long. `frame` ends with the last byte
// before the FCS; `tagged` is as in its Decision.

// 82598: a bit of PSRTYPE for each stack of headers. A transport header is split off only if it is the first
// of its packet; a network header only if the packet is a fragment.
//
//   1 IPv4    2 IPv4, TCP         3 IPv4, UDP
//   4 + IPv6  5 IPv4, IPv6, TCP   6 IPv4, IPv6, UDP
//   7 IPv6    8 IPv6, TCP         9 IPv6, UDP
std::uint32_t split_header_82598(ByteView frame, bool tagged, std::uint32_t psrtype);

// 82599: one bit for each layer (4 TCP, 5 UDP, 8 IPv4, 9 IPv6, 12 Ethernet). The innermost enabled layer
// counts.
std::uint32_t split_header_82599(ByteView frame, bool tagged, std::uint32_t psrtype);

}  // namespace ixsim::nic

#endif
