// Receive checksum status: descriptor bits for the IPv4, TCP and UDP checksums of an admitted frame.
//
// A pure function of the frame and two registers; it takes no time. A checksum error never drops a frame. The
// IP length limits the summed bytes, so padding is excluded. If the length exceeds the frame's bytes, the
// transport checksum is not checked. Headers are found as in header_parser.h. IPv6 packets with a routing
// header that holds addresses, or with a home address option, are not checked: their pseudo header needs
// another destination than that of the IP header.
//
// Source: datasheet, receive checksum offloading and receive UDP fragmentation checksum; RFC 768, 791, 8200,
// 9293.
#ifndef IXSIM_NIC_CLASSIFIER_RECEIVE_OFFLOAD_H
#define IXSIM_NIC_CLASSIFIER_RECEIVE_OFFLOAD_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/classifier.h"

namespace ixsim::nic {

// Descriptor fields under their datasheet names.
//
//   L4CS UDPCS
//   0    0     transport checksum not checked (among others: IPv4 UDP that carries none)
//   1    0     TCP checked, TCPE is the result
//   1    1     UDP checked, TCPE is the result
//   0    1     IPv4 UDP fragment: fragment_checksum and ip_id hold
struct ReceiveOffload {
  bool ipcs = false;  // IPv4 header checked, IPE is the result
  bool ipe = false;   // IPv4 header checksum wrong
  bool l4cs = false;
  bool udpcs = false;
  bool tcpe = false;  // TCP or UDP checksum is wrong
  bool udpv = false;  // first UDP fragment, which carries a checksum
  // One's complement sum of the IP payload of the fragment, not inverted.
  std::uint16_t fragment_checksum = 0;
  std::uint16_t ip_id = 0;  // IPv4 identification
};

// Computes the checksum status. `frame` has any length and runs from the destination address to the last byte
// before the FCS. `headers` are the frame's headers; the other form finds them with `tagged`, as in the
// frame's Decision. `rxcsum` and `rfctl` are RXCSUM (IPPCSE, PCSD) and RFCTL (IPV6_DIS, IPV6_XSUM_DIS,
// IPV6_EX_DIS).
ReceiveOffload receive_offload(ByteView frame, const FrameHeaders& headers, std::uint32_t rxcsum,
                               std::uint32_t rfctl);
inline ReceiveOffload receive_offload(ByteView frame, bool tagged, std::uint32_t rxcsum,
                                      std::uint32_t rfctl) {
  return receive_offload(frame, parse_headers(frame, tagged), rxcsum, rfctl);
}

}  // namespace ixsim::nic

#endif
