// Changes the bytes of a transmitted packet: checksums, VLAN tag, segmentation, padding, FCS.
//
// Pure functions of the bytes and the descriptor fields; they take no time.
// Source: 82598 datasheet, transmit descriptors and offloads; RFC 768, 791, 8200, 9293; IEEE 802.3 clause 3.
#ifndef IXSIM_NIC_DMA_TX_OFFLOAD_H
#define IXSIM_NIC_DMA_TX_OFFLOAD_H

#include <cstdint>
#include <vector>

#include "ixsim/bytes.h"
#include "ixsim/frame.h"
#include "nic/queues/tx_command.h"

namespace ixsim {

// A buffer for the frame of a packet of `size` bytes.
FrameBuffer buffer_of_frame(std::size_t size, const TxCommand& command);
// Place of the packet's bytes in it: that in the frame, but for the addresses in front of a tag.
std::uint8_t* place_of_data(FrameBuffer& frame, std::size_t size, const TxCommand& command);
// The frame on the wire, once the packet's bytes are in their place.
FrameRef finish_frame(FrameBuffer frame, std::size_t size, const TxCommand& command);

// Segment `index` of a segmentation request: `header` is the request's own header, `payload` this segment's.
// `last` keeps FIN and PSH; `sent` is the payload of the segments before.
FrameRef make_segment(ByteView header, ByteView payload, std::uint32_t index, std::uint32_t sent, bool last,
                      const TxCommand& command);

}  // namespace ixsim

#endif
