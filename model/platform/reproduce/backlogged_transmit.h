// A controller whose transmit queues always have packets, in plain C++. It records which packets are on the
// wire, and when.
//
// Timing contract: the controller is advanced to each output that it announces and to each task of its
// driver. Host memory answers a read after 400 ns. Frames are recorded from the end of `warm_up` on.
#ifndef IXSIM_PLATFORM_REPRODUCE_BACKLOGGED_TRANSMIT_H
#define IXSIM_PLATFORM_REPRODUCE_BACKLOGGED_TRANSMIT_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::platform {

struct BackloggedTransmit {
  unsigned queues = 2;
  std::vector<std::uint32_t> sizes{64, 1'518};  // frame sizes with FCS; queue q sends sizes[q mod n]
  Time warm_up = 500 * kMicrosecond;
  Time window = 5 * kMillisecond;
};

struct QueueService {
  std::uint64_t frames = 0;  // frames in the window
  std::uint64_t bytes = 0;   // bytes of these frames, FCS included
  Time first = 0;            // start of the first frame, and of the last
  Time last = 0;
  // Maximum time from the end of a frame on the wire, gap included, to the start of the next frame of the
  // same queue. It is the time that a packet waits after it has become the first of its queue.
  Time longest_wait = 0;

  // Returns the rate in frames per second, over the time from the first to the last.
  double rate() const {
    return frames < 2 ? 0
                      : static_cast<double>(frames - 1) * static_cast<double>(kSecond) /
                            static_cast<double>(last - first);
  }
};

std::vector<QueueService> run_backlogged_transmit(const BackloggedTransmit& plan);

}  // namespace ixsim::platform

#endif
