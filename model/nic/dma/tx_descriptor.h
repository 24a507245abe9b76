// The fields of a transmit descriptor in its two quad words: formats, buffer, end of packet, and the checksum
// and segmentation context. Source: 82598 datasheet, transmit descriptors.
#ifndef IXSIM_NIC_DMA_TX_DESCRIPTOR_H
#define IXSIM_NIC_DMA_TX_DESCRIPTOR_H

#include <cstdint>

#include "base/layers.h"
#include "nic/queues/tx_queue.h"

namespace ixsim::nic::tx_descriptor {

inline bool extended(const TxQueue::Descriptor& d) { return (d.high >> 29 & 1) != 0; }
inline unsigned type(const TxQueue::Descriptor& d) { return static_cast<unsigned>(d.high >> 20 & 0xf); }
inline bool is_context(const TxQueue::Descriptor& d) { return extended(d) && type(d) == 2; }
inline bool is_data(const TxQueue::Descriptor& d) { return !extended(d) || type(d) == 3; }
inline bool ends_packet(const TxQueue::Descriptor& d) { return !is_context(d) && (d.high >> 24 & 1) != 0; }
inline bool wants_status(const TxQueue::Descriptor& d) { return !is_context(d) && (d.high >> 27 & 1) != 0; }
inline std::uint32_t length(const TxQueue::Descriptor& d) {
  return is_data(d) ? static_cast<std::uint32_t>(d.high & 0xffff) : 0;
}

inline TxContext context_of(const TxQueue::Descriptor& d) {
  TxContext context;
  context.valid = true;
  context.ip_length = static_cast<std::uint16_t>(d.low & 0x1ff);
  context.mac_length = static_cast<std::uint8_t>(d.low >> 9 & 0x7f);
  context.vlan = static_cast<std::uint16_t>(d.low >> 16);
  context.ipv4 = (d.high >> 10 & 1) != 0;
  context.tcp = (d.high >> 11 & 3) == 1;
  context.sctp = (d.high >> 11 & 3) == 2;
  context.l4_length = static_cast<std::uint8_t>(d.high >> 40);
  context.mss = static_cast<std::uint16_t>(d.high >> 48);
  return context;
}

}  // namespace ixsim::nic::tx_descriptor

#endif
