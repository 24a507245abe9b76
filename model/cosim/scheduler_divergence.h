// The first difference between an RTL transmit scheduler and the oracle, in a check or in a whole simulation,
// and its report.
#ifndef IXSIM_COSIM_SCHEDULER_DIVERGENCE_H
#define IXSIM_COSIM_SCHEDULER_DIVERGENCE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/reference_scheduler.h"
#include "cosim/scheduler_edge.h"
#include "cosim/scheduler_ports.h"

namespace ixsim::cosim {

struct SchedulerDivergence {
  static constexpr std::int64_t kWaveformClocks = 2'000;  // clocks before the divergence

  bool simulated = false;  // edges are those of the MAC clock of a whole simulation
  std::int64_t edge = 0;
  std::int64_t clock = 0;  // RTL clocks before that edge; some edges of a simulation are left out
  std::string what;        // one line: the first output that differs, with both values
  SchedulerPortsOut expected;
  SchedulerPortsOut rtl;
  std::optional<unsigned> granted;  // grant of the simulation's strategy at that edge
  unsigned pointer = 0;             // pointer of the oracle, before this edge
  bool visit_open = false;
  unsigned visited = 0;
  std::int64_t credit = 0;           // credit of `visited`
  std::vector<SchedulerEdge> edges;  // the last edges, oldest first, this one included
  std::string rule;                  // rule of the reference's decision, one line
  bool endless = false;              // the RTL did not return from this clock
  bool repeated = false;             // the run was repeated from its seed, and diverged in the same way

  std::int64_t waveform_from() const { return clock > kWaveformClocks ? clock - kWaveformClocks : 0; }
  // Copies the state of the oracle and the rule of its outputs `expected`.
  void add_reference(const ReferenceScheduler& oracle, const SchedulerPortsOut& outputs,
                     const SchedulerParameters& parameters);
};

// Returns the reason for the oracle's outputs before an edge, as one line.
std::string rule_of(const ReferenceScheduler& oracle, const SchedulerPortsOut& out,
                    const SchedulerParameters& parameters);
// Returns the divergence in full, in lines for a terminal.
std::string describe(const SchedulerDivergence& divergence, const SchedulerParameters& parameters);

}  // namespace ixsim::cosim

#endif
