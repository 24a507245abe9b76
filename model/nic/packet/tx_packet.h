// A packet on its path out of one port: granted, read from host memory, finished, on the wire. If each
// segment of a segmentation request has a separate grant, each segment is a packet here. These packets share
// the request.
#ifndef IXSIM_NIC_PACKET_TX_PACKET_H
#define IXSIM_NIC_PACKET_TX_PACKET_H

#include <cstdint>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/frame.h"
#include "ixsim/time.h"
#include "nic/queues/tx_command.h"
#include "nic/queues/tx_queue.h"

namespace ixsim::nic {

struct TxPacket {
  // One read of host memory; reads are in order.
  struct Read {
    std::uint32_t length = 0;
    std::uint32_t growth = 0;  // maximum number of bytes by which its frames are longer
    bool arrived = false;
    bool ok = true;
    bool ends_descriptor = false;
    bool wants_status = false;  // RS of the descriptor that the read ends
  };

  std::uint64_t id = 0;  // number of the packet at its port, from 0; the same for all segments of a request
  unsigned queue = 0;
  unsigned traffic_class = 0;    // partition of the packet buffer
  std::uint64_t order = 0;       // order of its grant
  std::uint32_t generation = 0;  // generation of the queue at the grant
  Time offered = 0;              // arrival of its tail write, or a later enable of the queue
  TxCommand command;
  // Request of which this packet is a segment, if segments are granted one by one.
  std::shared_ptr<TxRequest> request;
  std::uint32_t payload_end = 0;      // for a segmentation request: end of the payload of this packet
  bool bad = false;                   // its descriptors are invalid: nothing is sent
  bool failed = false;                // a read met no memory
  bool flushed = false;               // a reset removed it
  bool empty = false;                 // no bytes: nothing is sent
  std::uint32_t next_descriptor = 0;  // index in `descriptors` of the next one to read
  std::uint32_t next_piece = 0;       // bytes of that descriptor already requested
  std::vector<TxQueue::Descriptor> descriptors;
  std::uint32_t reserved = 0;  // bytes of the packet buffer held by its reads
  FrameBuffer frame;           // destination of its data, in order
  // Destination of its data for a segmentation request; as long as needed, and never cut.
  std::vector<std::uint8_t> bytes;
  std::uint8_t* data = nullptr;       // `frame` or `bytes`
  std::uint32_t asked = 0;            // bytes requested
  std::uint32_t arrived = 0;          // bytes arrived
  std::uint32_t used = 0;             // bytes sent in frames
  std::vector<std::uint8_t> header;   // header of a segmentation request
  std::uint32_t frames = 0;           // number of frames sent
  std::uint32_t payload_sent = 0;     // payload bytes sent of a segmentation request
  std::uint32_t header_reserved = 0;  // bytes reserved for its header and not yet replaced by a frame
  std::uint64_t reads_made = 0;
  std::uint64_t reads_taken = 0;
  Ring<Read> reads{8};
};

}  // namespace ixsim::nic

#endif
