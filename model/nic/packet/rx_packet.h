// A received frame on its path through one port, from the MAC to its last descriptor in host memory.
#ifndef IXSIM_NIC_PACKET_RX_PACKET_H
#define IXSIM_NIC_PACKET_RX_PACKET_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/classifier.h"
#include "ixsim/frame.h"
#include "ixsim/probe.h"
#include "nic/classifier/receive_offload.h"
#include "nic/mac/receive_check.h"

namespace ixsim::nic {

struct RxPacket {
  std::uint64_t id = 0;  // number of the frame at its port, from 0
  FrameRef frame;
  FrameRef inner;  // the frame without its outer tag (double VLAN); otherwise empty
  ReceiveStatus status;
  Decision decision;
  ReceiveOffload offload;       // checksum status
  Time due = 0;                 // for a frame that is not classified: time at which it is handled
  Time ready = 0;               // first DMA edge at which it may leave the packet buffer
  std::uint32_t rss_field = 0;  // high half of the advanced descriptor's first quad word
  // Bytes of the packet buffer that are freed with it; of several copies, the last has them.
  std::uint32_t buffer_bytes = 0;
  std::uint32_t length = 0;   // bytes for the host: FCS and tag stripped as configured
  std::uint32_t written = 0;  // bytes already passed to the link
  bool classified = false;    // presented to the classifier
  bool vlan_stripped = false;
  bool crc_kept = false;
  bool stalled = false;           // counted in RNBC
  bool stamped = false;           // stamped by the IEEE 1588 clock
  bool immediate = false;         // a low-latency filter requests an interrupt at once
  bool failed = false;            // a data write met no memory
  bool retired = false;           // has an outcome, and waits only for outstanding writes
  std::uint32_t writes = 0;       // number of outstanding data writes
  RxPacket* coalesced = nullptr;  // the next frame of the same large receive
  RxStamps stamps{};              // stamps of the stages passed so far

  // Returns the bytes of the outer tag.
  std::uint32_t outer() const { return status.outer_tag ? 4 : 0; }
  // Returns the bytes before the FCS as the classifier sees them, to which its decision refers.
  ByteView classified_bytes() const { return (status.outer_tag ? inner : frame)->without_fcs(); }
  // Returns the bytes that counters of queues count; a stripped tag is included.
  std::uint32_t counted_length() const { return length + (vlan_stripped ? 4 : 0); }
};

// Visits a frame and those coalesced after it; the visitor may recycle each.
template <typename Visit>
void for_each_coalesced(RxPacket* first, Visit visit) {
  while (first != nullptr) {
    RxPacket& packet = *first;
    first = packet.coalesced;
    visit(packet);
  }
}

}  // namespace ixsim::nic

#endif
