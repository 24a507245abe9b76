// How much of a received frame is header: where the device parts it when the descriptor has a header buffer.
//
// A pure function of the frame and PSRTYPE; it takes no time. Unlike the classifier's parser,
// which decides queues, it goes behind LLC/SNAP and, on the 82598, into IPv6 over IPv4, and looks as far as a
// header may reach. A header counts if all of it lies in the frame; IP length fields are not looked at.
// Extension headers stepped over are hop-by-hop, routing, destination options; a fragment header ends the
// IPv6 header and belongs to it. NFS headers are not looked for: such a frame is a TCP or UDP one.
//
// Source: 82598 datasheet, split header field and packet types supported by packet split; for the types that
// it shares with its 1 Gb/s relatives, their manuals (82575, I210: packet types); RFC 791, 1042, 8200, 9293.
#ifndef IXSIM_NIC_CLASSIFIER_HEADER_SPLIT_H
#define IXSIM_NIC_CLASSIFIER_HEADER_SPLIT_H

#include <cstdint>

#include "ixsim/bytes.h"

namespace ixsim {

// No header longer than this is split off: HDR_LEN has ten bits.
inline constexpr std::uint32_t kLongestSplitHeader = 1'023;

// Bytes from the destination address to the end of the header, a tag included; 0: the frame is of no type
// that `psrtype` enables, or its header is too long. `frame` runs to the last byte before the FCS; `tagged`
// as in its Decision.

// 82598: a bit of PSRTYPE for each stack of headers. A transport header is split off only if it is the first
// of its packet; a network header only if the packet is a fragment.
//
//   1 IPv4    2 IPv4, TCP         3 IPv4, UDP
//   4 + IPv6  5 IPv4, IPv6, TCP   6 IPv4, IPv6, UDP
//   7 IPv6    8 IPv6, TCP         9 IPv6, UDP
std::uint32_t split_header_82598(ByteView frame, bool tagged, std::uint32_t psrtype);

// 82599: a bit for each layer (4 TCP, 5 UDP, 8 IPv4, 9 IPv6, 12 Ethernet); the innermost enabled one counts.
std::uint32_t split_header_82599(ByteView frame, bool tagged, std::uint32_t psrtype);

}  // namespace ixsim

#endif
