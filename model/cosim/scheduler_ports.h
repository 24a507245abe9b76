// The ports of an RTL transmit scheduler, as values at one rising edge of `clk`. The reference, the in-tree
// modules and a user's own module are driven and compared with these values.
//
// The port list is that of `rr_scheduler`; the deficit scheduler has four more inputs.
#ifndef IXSIM_COSIM_SCHEDULER_PORTS_H
#define IXSIM_COSIM_SCHEDULER_PORTS_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/queue_mask.h"

namespace ixsim::cosim {

enum class SchedulerMode : std::uint8_t { kRoundRobin, kDeficit };

inline constexpr unsigned kFewestTxQueues = 2;
// Maximum queues of the modules, independent of the build of the model.
inline constexpr unsigned kMaxTxQueues = 128;
inline constexpr unsigned kDefaultLengthWidth = 18;
inline constexpr unsigned kNarrowestLength = 4;
inline constexpr unsigned kWidestLength = 24;

// A scheduler: its discipline and its parameters.
struct SchedulerParameters {
  SchedulerMode mode = SchedulerMode::kRoundRobin;
  unsigned queues = 32;                         // N, 2 to 128
  unsigned length_width = kDefaultLengthWidth;  // LEN_W: lengths and quanta are below 2^LEN_W bytes

  bool deficit() const { return mode == SchedulerMode::kDeficit; }
};

struct SchedulerPortsIn {
  QueueMask req;
  bool ready = false;
  bool rst = false;
  // Deficit mode only.
  bool wr_en = false;
  std::uint8_t wr_addr = 0;
  std::uint32_t wr_data = 0;  // quantum in bytes
  std::uint32_t len = 0;      // length in bytes; used in the clock after a take
};

struct SchedulerPortsOut {
  QueueMask gnt;
  std::uint8_t idx = 0;  // has no meaning while not valid
  bool valid = false;
};

}  // namespace ixsim::cosim

#endif
