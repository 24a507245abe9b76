// A controller whose transmit queues always have packets, in plain C++: which packets are on the wire, and
// when.
//
// Timing contract. The controller is advanced to each output that it announces and to each task of its
// driver; host memory answers a read after 400 ns. Frames are recorded from the end of `warm_up` on.
#ifndef IXSIM_PLATFORM_REPRODUCE_BACKLOGGED_TRANSMIT_H
#define IXSIM_PLATFORM_REPRODUCE_BACKLOGGED_TRANSMIT_H

#include <cstdint>
#include <vector>

#include "ixsim/time.h"

namespace ixsim {

struct BackloggedTransmit {
  unsigned queues = 2;
  std::vector<std::uint32_t> sizes{64, 1'518};  // frames with FCS; queue q sends sizes[q mod n]
  Time warm_up = 500 * kMicrosecond;
  Time window = 5 * kMillisecond;
};

struct QueueService {
  std::uint64_t frames = 0;  // in the window
  std::uint64_t bytes = 0;   // of these, FCS included
  Time first = 0;            // start of the first one, and of the last
  Time last = 0;
  // From the end of a frame's time on the wire, gap included, to the start of the next one of the queue: how
  // long a packet waits that has just become the first of its queue.
  Time longest_wait = 0;

  // Returns frames a second, over the time from the first to the last.
  double rate() const {
    return frames < 2 ? 0
                      : static_cast<double>(frames - 1) * static_cast<double>(kSecond) /
                            static_cast<double>(last - first);
  }
};

std::vector<QueueService> run_backlogged_transmit(const BackloggedTransmit& plan);

}  // namespace ixsim

#endif
