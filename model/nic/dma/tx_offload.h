// What the transmit path does to a packet's bytes: checksums, VLAN tag, segmentation, padding, FCS.
//
// Pure functions of the bytes and the descriptor fields; they take no time of their own.
// Source: 82598 datasheet, transmit descriptors and offloads; RFC 768, 791, 8200, 9293; IEEE 802.3 clause 3.
#ifndef IXSIM_NIC_DMA_TX_OFFLOAD_H
#define IXSIM_NIC_DMA_TX_OFFLOAD_H

#include <cstdint>
#include <vector>

#include "ixsim/base/bytes.h"
#include "ixsim/ethernet/frame.h"

namespace ixsim {

// A context descriptor.
struct TxContext {
  bool valid = false;
  bool ipv4 = false;
  bool tcp = false;             // else UDP
  std::uint8_t mac_length = 0;  // bytes before the IP header
  std::uint16_t ip_length = 0;  // of the IP header
  std::uint8_t l4_length = 0;
  std::uint16_t mss = 0;  // payload bytes of a segment
  std::uint16_t vlan = 0;

  std::uint32_t header_length() const { return std::uint32_t{mac_length} + ip_length + l4_length; }
};

// What a packet's first descriptor asks for.
struct TxCommand {
  bool insert_fcs = true;        // IFCS, or HLREG0.TXCRCEN
  bool pad = true;               // HLREG0.TXPADEN
  bool insert_vlan = false;      // VLE
  bool segment = false;          // TSE
  bool ip_checksum = false;      // IXSM
  bool l4_checksum = false;      // TXSM
  bool legacy_checksum = false;  // IC: sum from `checksum_start` into `checksum_offset`
  std::uint8_t checksum_start = 0;
  std::uint8_t checksum_offset = 0;
  std::uint16_t vlan = 0;
  std::uint16_t vlan_ethertype = 0x8100;
  std::uint32_t payload = 0;  // PAYLEN of a segmentation request
  TxContext context;
};

// One wire frame from the whole of a packet's bytes, of which the checksum fields are filled in.
FrameRef finish_frame(std::uint8_t* bytes, std::size_t size, const TxCommand& command);

// Segment `index` of a segmentation request: `header` is the request's own header, `payload` this segment's.
// `last` keeps FIN and PSH; `sent` is the payload of the segments before.
FrameRef make_segment(ByteView header, ByteView payload, std::uint32_t index, std::uint32_t sent, bool last,
                      const TxCommand& command);

}  // namespace ixsim

#endif
