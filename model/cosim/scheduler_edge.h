// One edge of a transmit scheduler's ports with its expected values, and the text that reports a divergence.
#ifndef IXSIM_COSIM_SCHEDULER_EDGE_H
#define IXSIM_COSIM_SCHEDULER_EDGE_H

#include <cstdint>
#include <string>

#include "cosim/scheduler_ports.h"

namespace ixsim {

// One edge as it was compared.
struct SchedulerEdge {
  std::int64_t edge = 0;
  SchedulerPortsIn in;
  SchedulerPortsOut expected;
};

// The first output that differs, with both values; empty if none does.
std::string difference(const SchedulerPortsOut& expected, const SchedulerPortsOut& rtl);
// A decision in words.
std::string text_of(const SchedulerPortsOut& out);
// Queues as hexadecimal digits, queue 0 in the last.
std::string text_of(const QueueMask& queues);

}  // namespace ixsim

#endif
