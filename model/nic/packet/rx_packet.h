// A received frame on its way through one port, from the MAC to its last descriptor in host memory.
#ifndef IXSIM_NIC_PACKET_RX_PACKET_H
#define IXSIM_NIC_PACKET_RX_PACKET_H

#include <cstdint>

#include "ixsim/classifier.h"
#include "ixsim/frame.h"
#include "ixsim/probe.h"
#include "nic/classifier/receive_offload.h"
#include "nic/mac/receive_check.h"

namespace ixsim {

struct RxPacket {
  std::uint64_t id = 0;  // number of the frame at its port, from 0
  FrameRef frame;
  ReceiveStatus status;
  Decision decision;
  ReceiveOffload offload;          // checksum status
  Time due = 0;                    // when a frame that is not classified is dealt with
  Time ready = 0;                  // first DMA edge at which it may leave the packet buffer
  std::uint32_t rss_field = 0;     // high half of the advanced descriptor's first quad word
  std::uint32_t buffer_bytes = 0;  // bytes of the packet buffer that go with it: of copies, the last has them
  std::uint32_t length = 0;        // bytes for the host: FCS and tag stripped as configured
  std::uint32_t written = 0;       // of these, handed to the link
  bool classified = false;         // presented to the classifier
  bool vlan_stripped = false;
  bool crc_kept = false;
  bool stalled = false;      // counted in RNBC
  bool stamped = false;      // by the clock of IEEE 1588
  bool immediate = false;    // a low-latency filter wants its interrupt at once
  bool failed = false;       // a data write met no memory
  bool retired = false;      // has reached its bucket, and waits only for writes on their way
  std::uint32_t writes = 0;  // data writes on their way
  RxStamps stamps{};         // of the stages passed so far

  // Bytes that counters of queues count: a tag that is stripped is among them.
  std::uint32_t counted_length() const { return length + (vlan_stripped ? 4 : 0); }
};

}  // namespace ixsim

#endif
