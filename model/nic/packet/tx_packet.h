// A packet on its way out of one port: granted, read from host memory, finished, on the wire. Where each
// segment of a segmentation request has its own grant, each is a packet here, and they share the
// request.
#ifndef IXSIM_NIC_PACKET_TX_PACKET_H
#define IXSIM_NIC_PACKET_TX_PACKET_H

#include <cstdint>
#include <memory>
#include <vector>

#include "base/ring.h"
#include "ixsim/frame.h"
#include "ixsim/time.h"
#include "nic/queues/tx_command.h"
#include "nic/queues/tx_queue.h"

namespace ixsim {

struct TxPacket {
  // One piece of host memory being read, in order.
  struct Read {
    std::uint32_t length = 0;
    std::uint32_t growth = 0;  // most bytes by which frames made of it are longer
    bool arrived = false;
    bool ok = true;
    bool ends_descriptor = false;
    bool wants_status = false;  // RS of the descriptor that it ends
  };

  std::uint64_t id = 0;  // number of the packet at its port, from 0; of all segments of a request the same
  unsigned queue = 0;
  unsigned traffic_class = 0;    // its partition of the packet buffer
  std::uint64_t order = 0;       // of its grant
  std::uint32_t generation = 0;  // of the queue when granted
  Time offered = 0;              // when its tail write arrived
  TxCommand command;
  std::shared_ptr<TxRequest> request;  // that this packet is a segment of, if segments are granted one by one
  std::uint32_t payload_end = 0;       // of a segmentation request: what this packet sends ends here
  bool bad = false;                    // its descriptors are invalid: nothing is sent
  bool failed = false;                 // a read met no memory
  bool flushed = false;                // a reset took it
  bool empty = false;                  // without bytes: nothing is to be sent
  std::uint32_t next_descriptor = 0;   // of `descriptors`, to be read
  std::uint32_t next_piece = 0;        // bytes of it already asked for
  std::vector<TxQueue::Descriptor> descriptors;
  std::uint32_t reserved = 0;         // bytes of the packet buffer held by its reads
  FrameBuffer frame;                  // in which its data go, in order,
  std::vector<std::uint8_t> bytes;    // ... or of a segmentation request here; no shorter, and never cut
  std::uint8_t* data = nullptr;       // the one or the other
  std::uint32_t asked = 0;            // bytes of it: reads made of them,
  std::uint32_t arrived = 0;          // reads back,
  std::uint32_t used = 0;             // and sent in frames
  std::vector<std::uint8_t> header;   // of a segmentation request
  std::uint32_t frames = 0;           // sent
  std::uint32_t payload_sent = 0;     // of a segmentation request
  std::uint32_t header_reserved = 0;  // of it, not yet replaced by a frame
  std::uint64_t reads_made = 0;
  std::uint64_t reads_taken = 0;
  Ring<Read> reads{8};
};

}  // namespace ixsim

#endif
