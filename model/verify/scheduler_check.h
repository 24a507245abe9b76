// Lock-step verification of an RTL transmit scheduler against the oracle under constrained-random stimulus.
// Every edge is compared, and the first difference ends the run.
//
// Timing contract: from the edge after the first reset on, `valid` and `gnt` of every edge must be those of
// the oracle, and `idx` too when `valid` is 1. No clock is skipped.
#ifndef IXSIM_VERIFY_SCHEDULER_CHECK_H
#define IXSIM_VERIFY_SCHEDULER_CHECK_H

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_scheduler.h"
#include "cosim/scheduler_divergence.h"
#include "verify/scheduler_coverage.h"
#include "verify/scheduler_items.h"
#include "verify/scheduler_stress_coverage.h"

namespace ixsim::verify {

struct SchedulerCheckOptions {
  SchedulerParameters parameters;
  std::uint64_t grants = 100'000;  // the run ends with this number of takes
  std::uint64_t seed = 1;
  std::optional<SchedulerConstraints> stress;
  std::vector<std::string> plusargs;
  bool compare_grant = true;  // gnt
  bool compare_index = true;  // idx
  // Makes the inputs to play; if empty, the stimulus is random. The run then ends with the inputs.
  std::function<std::unique_ptr<SchedulerSource>()> recorded;
  std::string waveform;  // file for a window around a divergence; empty: none
};

struct SchedulerCheckResult {
  std::uint64_t grants = 0;  // number of takes
  std::uint64_t edges = 0;   // number of compared edges
  std::uint64_t offers = 0;  // number of these edges at which something was offered
  std::uint64_t writes = 0;  // number of quantum writes
  std::uint64_t resets = 0;
  std::string rtl_hash;  // hash of the RTL's outputs at every compared edge, 32 hexadecimal digits
  std::optional<SchedulerDivergence> divergence;
};

// Runs until the grants are made or something differs. If a waveform is wanted, it then runs once more up to
// the same clock. `progress` receives the number of grants made. Null coverage objects are not sampled.
SchedulerCheckResult check_scheduler(const SchedulerCheckOptions& options, RtlSchedulerModule& module,
                                     SchedulerCoverage* coverage, SchedulerStressCoverage* stress,
                                     const std::function<void(std::uint64_t)>& progress);

// Returns the inputs that a check plays, up to and including edge `edge`.
std::vector<SchedulerItem> items_up_to(const SchedulerCheckOptions& options, std::int64_t edge);

}  // namespace ixsim::verify

#endif
