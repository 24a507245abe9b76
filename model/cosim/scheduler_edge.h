// One edge of a transmit scheduler's ports with its expected values, and the text that reports a divergence.
#ifndef IXSIM_COSIM_SCHEDULER_EDGE_H
#define IXSIM_COSIM_SCHEDULER_EDGE_H

#include <cstdint>
#include <string>

#include "base/layers.h"
#include "cosim/scheduler_ports.h"

namespace ixsim::cosim {

// One compared edge.
struct SchedulerEdge {
  std::int64_t edge = 0;
  SchedulerPortsIn in;
  SchedulerPortsOut expected;
};

// Returns the first output that differs, with both values; empty if none does.
std::string difference(const SchedulerPortsOut& expected, const SchedulerPortsOut& rtl);
// Returns a decision as text.
std::string text_of(const SchedulerPortsOut& out);
// Returns queues as hexadecimal digits, queue 0 in the last.
std::string text_of(const QueueMask& queues);

}  // namespace ixsim::cosim

#endif
