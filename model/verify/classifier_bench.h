// A sequence as a self-checking Verilog testbench: plain Verilog-2005 for any simulator, with the decisions
// of the reference. It compares the outputs that the port contract defines, by ===. The comparison begins
// with the first reset.
#ifndef IXSIM_VERIFY_CLASSIFIER_BENCH_H
#define IXSIM_VERIFY_CLASSIFIER_BENCH_H

#include <string>

#include "base/layers.h"
#include "verify/classifier_replay.h"

namespace ixsim::verify {

// Returns the text of the testbench; its header has the `command` for Icarus Verilog.
std::string classifier_bench(const ClassifierReplay& replay);
// Returns the command that compiles and runs bench.v in its own directory with Icarus Verilog.
std::string icarus_command(const RtlSources& sources, const std::vector<std::string>& plusargs,
                           const std::string& module_files);

}  // namespace ixsim::verify

#endif
