// Merging of received TCP segments by software before the stack, like generic receive offload (GRO).
// Consecutive segments of a connection become one unit, which costs stack and path once.
//
// Rules: a segment joins the unit of its connection if it begins where the unit ends, is not longer than the
// unit's first segment, and has the same acknowledgment, window, timestamps, ECN field and flags (PSH and FIN
// excepted). A unit is passed up in these cases: a segment does not join it; a segment was shorter or has
// PSH, FIN, URG, RST or SYN; it has `frames` segments; the next segment would exceed `bytes`; `held` other
// connections are open and it is the oldest; or flush() is called. Packets without data and frames with a
// wrong checksum do not wait. They end the unit of their connection, so that its order is kept.
//
// Timing contract: none; add() and flush() act at once. Source: Linux, net/core/gro.c and
// net/ipv4/tcp_offload.c.
#ifndef IXSIM_HOST_DRIVER_RECEIVE_MERGE_H
#define IXSIM_HOST_DRIVER_RECEIVE_MERGE_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "host/driver/received_frame.h"
#include "ixsim/bytes.h"

namespace ixsim::host {

struct ReceiveMergeConfig {
  bool on = false;
  std::uint32_t bytes = 65'535;  // maximum bytes of the IP packet of a unit, 1,500 to 65,535
  unsigned frames = 17;          // maximum frames of a unit, 2 to 64; Linux: MAX_SKB_FRAGS
  unsigned held = 8;             // maximum connections with an open unit, 1 to 64; Linux: MAX_GRO_SKBS
};

class ReceiveMerge {
 public:
  // Makes an empty object. Throws InputError that names the key for an impossible configuration.
  explicit ReceiveMerge(const ReceiveMergeConfig& config);

  // Takes a frame, whose bytes are read at once.
  void add(const ReceivedFrame& frame, ByteView bytes);
  // Passes all open units up; returns whether anything is ready.
  bool flush();

  // --- Frames and units that are passed up, in order.
  bool ready() const { return !up_.empty(); }
  // Takes the first one. The result points to its headers, which stay valid until the next call.
  ReceivedFrame take();

  std::uint64_t units() const { return units_; }    // units of at least two frames that were passed up
  std::uint64_t merged() const { return merged_; }  // frames in them

 private:
  struct Unit {
    ReceivedFrame frame;  // the first one; its bytes are those of the unit
    ReceivedHeader header;
    std::uint32_t segment_bytes = 0;  // bytes of the first segment
    unsigned frames = 1;
    bool is_tcp = false;
  };

  bool joins(const Unit& unit, const TcpSegment& segment) const;
  void send_up(const Unit& unit);
  // Passes the open unit at `index` up.
  void close(std::size_t index);

  ReceiveMergeConfig config_;
  std::vector<Unit> open_;  // the oldest first
  Ring<Unit> up_{16};
  Unit taken_;
  std::uint64_t units_ = 0;
  std::uint64_t merged_ = 0;
};

}  // namespace ixsim::host

#endif
