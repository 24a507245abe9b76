// The ports of an RTL transmit scheduler, as values at one rising edge of `clk`. The reference, the in-tree
// modules and a user's own module are driven and compared with these values.
//
// The port list is that of `rr_scheduler`. The weighted scheduler has the write port of weights too, the
// deficit scheduler that of quanta and `len`.
#ifndef IXSIM_COSIM_SCHEDULER_PORTS_H
#define IXSIM_COSIM_SCHEDULER_PORTS_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/queue_mask.h"

namespace ixsim::cosim {

enum class SchedulerMode : std::uint8_t { kRoundRobin, kDeficit, kWeighted };

inline constexpr unsigned kFewestTxQueues = 1;
// Maximum queues of the modules, independent of the build of the model.
inline constexpr unsigned kMaxTxQueues = 128;
inline constexpr unsigned kDefaultLengthWidth = 18;
inline constexpr unsigned kDefaultWeightWidth = 20;
inline constexpr unsigned kNarrowestLength = 4;
inline constexpr unsigned kWidestLength = 24;

// A scheduler: its discipline and its parameters.
struct SchedulerParameters {
  SchedulerMode mode = SchedulerMode::kRoundRobin;
  unsigned queues = 32;  // N, 1 to 128
  // Bits of written values. LEN_W: lengths and quanta are below 2^LEN_W bytes. WEIGHT_W: weights are below
  // 2^WEIGHT_W.
  unsigned length_width = kDefaultLengthWidth;

  bool deficit() const { return mode == SchedulerMode::kDeficit; }
  bool weighted() const { return mode == SchedulerMode::kWeighted; }
  // Has visits of several takes, and a port at which their worth is written.
  bool has_visits() const { return mode != SchedulerMode::kRoundRobin; }
};

// Returns the parameters of the in-tree module of the device.
inline SchedulerParameters device_parameters(SchedulerMode mode) {
  SchedulerParameters parameters{mode};
  if (parameters.weighted()) parameters.length_width = kDefaultWeightWidth;
  return parameters;
}

// Returns what is written for a queue, as a word.
inline const char* worth_name(const SchedulerParameters& parameters) {
  return parameters.weighted() ? "weight" : "quantum";
}

struct SchedulerPortsIn {
  QueueMask req;
  bool ready = false;
  bool rst = false;
  // Deficit and weighted mode.
  bool wr_en = false;
  std::uint8_t wr_addr = 0;
  std::uint32_t wr_data = 0;  // quantum in bytes, or weight in units
  // Deficit mode only.
  std::uint32_t len = 0;  // length in bytes; used in the clock after a take
};

struct SchedulerPortsOut {
  QueueMask gnt;
  std::uint8_t idx = 0;  // has no meaning while not valid
  bool valid = false;
};

}  // namespace ixsim::cosim

#endif
