// A short, readable stimulus of a scheduler, as a file, as lines and as a Verilog testbench.
//
// sequence.json holds the settings of the check, the module, and `steps`: each [CLOCKS, "REQ"] with the
// request lines in hexadecimal and, if not 0, "ready", "rst", "len" and "quantum" ([QUEUE, BYTES or UNITS]).
#ifndef IXSIM_VERIFY_SCHEDULER_SEQUENCE_H
#define IXSIM_VERIFY_SCHEDULER_SEQUENCE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_sources.h"
#include "verify/scheduler_check.h"
#include "verify/scheduler_items.h"

namespace ixsim::verify {

struct SchedulerSequence {
  // If set, a reset of one clock comes first and, where visits have a worth, `quantum` is written to every
  // queue.
  bool based = false;
  std::uint32_t quantum = 0;
  std::vector<SchedulerItem> steps;
};

// Returns the name of a mode in files and on the command line.
const char* name_of(SchedulerMode mode);
// Returns every item of a sequence, those of the base included.
std::vector<SchedulerItem> all_items(const SchedulerSequence& sequence,
                                     const SchedulerParameters& parameters);
std::string describe(const SchedulerSequence& sequence, const SchedulerParameters& parameters);

struct SchedulerReplay {
  SchedulerSequence sequence;
  SchedulerCheckOptions options;  // parameters, seed, plusargs, compared outputs
  RtlSources sources;             // none given: the in-tree module
  std::string what;               // the divergence, one line
};

void write_replay(const std::string& directory, const SchedulerReplay& replay);
// Reads a replay. Throws InputError for a file that is missing or not as described.
SchedulerReplay read_scheduler_replay(const std::string& directory);

// Returns a self-checking testbench: valid and gnt at every edge from the first reset on, idx where valid, by
// ===.
std::string scheduler_bench(const SchedulerReplay& replay);

struct SchedulerShrinkResult {
  SchedulerSequence sequence;
  SchedulerDivergence divergence;
  std::uint64_t takes = 0;  // takes of the reference in the sequence
  std::uint64_t trials = 0;
  double seconds = 0;
};
// Returns the shortest sequence found within `seconds`; nothing if the items do not diverge when they are
// played again.
std::optional<SchedulerShrinkResult> shrink(const SchedulerCheckOptions& options, RtlSchedulerModule& module,
                                            const std::vector<SchedulerItem>& items, double seconds);

}  // namespace ixsim::verify

#endif
