// Changes the bytes of a transmitted packet: checksums, VLAN tag, segmentation, padding, FCS.
//
// Pure functions of the bytes and the descriptor fields; they take no time.
// Source: 82598 datasheet, transmit descriptors and offloads; RFC 768, 791, 8200, 9293; IEEE 802.3 clause 3.
#ifndef IXSIM_NIC_DMA_TX_OFFLOAD_H
#define IXSIM_NIC_DMA_TX_OFFLOAD_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/frame.h"
#include "nic/queues/tx_command.h"

namespace ixsim::nic {

// Returns the size of the frame on the wire, with FCS, of a packet of `size` bytes.
std::size_t size_of_frame(std::size_t size, const TxCommand& command);
// Returns a buffer for the frame of a packet of `size` bytes.
FrameBuffer buffer_of_frame(std::size_t size, const TxCommand& command);
// Returns the position of the packet's bytes in the frame, except that of the addresses in front of a tag.
std::uint8_t* place_of_data(FrameBuffer& frame, std::size_t size, const TxCommand& command);
// Returns the frame on the wire, once the packet's bytes are in place.
FrameRef finish_frame(FrameBuffer frame, std::size_t size, const TxCommand& command);

// Returns segment `index` of a segmentation request. `header` is the header of the request, `payload` the
// payload of this segment. `last` keeps FIN and PSH. `sent` is the number of payload bytes in the segments
// before.
FrameRef make_segment(ByteView header, ByteView payload, std::uint32_t index, std::uint32_t sent, bool last,
                      const TxCommand& command);

}  // namespace ixsim::nic

#endif
