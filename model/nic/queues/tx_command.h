// The offloads that the descriptors of a packet request, decoded.
//
// Timing contract: none, this is data. Source: 82598 datasheet, transmit descriptors.
#ifndef IXSIM_NIC_QUEUES_TX_COMMAND_H
#define IXSIM_NIC_QUEUES_TX_COMMAND_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::nic {

// A context descriptor.
struct TxContext {
  bool valid = false;
  bool ipv4 = false;
  bool tcp = false;  // TCP; otherwise UDP or SCTP
  bool sctp = false;
  std::uint8_t mac_length = 0;  // bytes before the IP header
  std::uint16_t ip_length = 0;  // bytes of the IP header
  std::uint8_t l4_length = 0;
  std::uint16_t mss = 0;  // payload bytes in a segment
  std::uint16_t vlan = 0;

  std::uint32_t header_length() const { return std::uint32_t{mac_length} + ip_length + l4_length; }
};

// Offloads that a packet's first descriptor requests.
struct TxCommand {
  bool insert_fcs = true;        // IFCS, or HLREG0.TXCRCEN
  bool pad = true;               // HLREG0.TXPADEN
  bool insert_vlan = false;      // VLE
  bool segment = false;          // TSE
  bool stamp = false;            // stamp by the IEEE 1588 clock
  bool ip_checksum = false;      // IXSM
  bool l4_checksum = false;      // TXSM
  bool legacy_checksum = false;  // IC: sum from `checksum_start` into `checksum_offset`
  std::uint8_t checksum_start = 0;
  std::uint8_t checksum_offset = 0;
  std::uint16_t vlan = 0;
  std::uint16_t vlan_ethertype = 0x8100;
  std::uint8_t tag_place = 12;  // bytes in front of an inserted tag; double VLAN: with the outer tag
  std::uint32_t payload = 0;    // PAYLEN of a segmentation request
  TxContext context;
};

}  // namespace ixsim::nic

#endif
