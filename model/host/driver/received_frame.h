// A frame that a driver passes to the host, and the headers of one that was read before.
//
// Timing contract: none; plain data.
#ifndef IXSIM_HOST_DRIVER_RECEIVED_FRAME_H
#define IXSIM_HOST_DRIVER_RECEIVED_FRAME_H

#include <cstdint>

#include "base/layers.h"
#include "host/tcp/tcp_header.h"
#include "host/tcp/tcp_segment.h"

namespace ixsim::host {

// Headers of a TCP segment, or of several that were merged.
struct ReceivedHeader {
  TcpPath path;
  TcpSegment segment;
};

// A frame in host memory, in one buffer. The receiver may use the buffer until received() returns.
struct ReceivedFrame {
  unsigned queue = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;  // without FCS; of merged frames: the headers once, and all data
  bool checksum_error = false;
  const ReceivedHeader* header = nullptr;  // headers that were read before; null: they are in memory
};

}  // namespace ixsim::host

#endif
