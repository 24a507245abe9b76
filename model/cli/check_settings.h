// Command line of `ixsim check`, and helper functions of the checks.
#ifndef IXSIM_CLI_CHECK_SETTINGS_H
#define IXSIM_CLI_CHECK_SETTINGS_H

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cli/rtl_options.h"
#include "cosim/rtl_classifier.h"
#include "nic/classifier/classifier_size.h"
#include "verify/stress_constraints.h"

namespace ixsim::cli {

using Json = nlohmann::ordered_json;

// Maximum number of unreached bins in a summary.
inline constexpr std::size_t kUnhitListed = 40;

// The pool classifier of the 82599, as a block of the command line.
inline constexpr const char* kPoolBlock = name_of(ClassifierBlock::kPools);

struct CheckSettings {
  std::string block = "classifier";
  std::uint64_t frames = 0;  // number of frames, or of grants for a scheduler; 0: not given
  std::uint64_t seed = 1;
  RtlOptions rtl;
  std::vector<std::string> plusargs;
  std::vector<std::string> ignored;  // outputs that are not compared
  unsigned require_coverage = 0;     // per cent
  std::string stress;                // a profile; empty: the plain mixture, or the constraints of a file
  std::string constraints;           // a file; empty: none
  bool print_constraints = false;
  bool rtl_coverage = false;
  std::string seeds, rerun, junit;  // options of a regression, which the Python package runs
  unsigned jobs = 0;
  bool stop_at_failure = false;
  std::string out;
  std::string replay;  // directory of a recorded stimulus; empty: random stimulus
  double shrink = 60;  // seconds to search for a shorter stimulus; 0: no search
  // Classifier.
  std::string part;  // of the classifier; empty: the whole
  ClassifierSize size;
  std::string pcap;
  std::string latency = "12";  // empty: that of the replay
  unsigned data_width = 64;    // bits of the module's data
  std::string writes = "live";
  std::string idle_skip = "mixed";
  bool no_idle_skip = false;
  std::string dump_vectors;
  // Scheduler.
  std::string mode = "rr";
  unsigned queues = 32;
  unsigned length_bits = 0;  // 0: those of the device's module
};

// Each returns the exit status, 0 or 1.
int run_classifier_check(const CheckSettings& settings);
int run_scheduler_check(const CheckSettings& settings);

// Returns the constraints of the profile or the file; none if neither is given.
std::optional<StressConstraints> constraints_of(const CheckSettings& settings);

// With --rtl-coverage, builds the module, also an in-tree one, with counters for its files whose names begin
// with one of `in_tree`, and adds the plusarg with the destination of the counts.
void count_rtl(const CheckSettings& settings, const std::vector<std::string>& in_tree, RtlSources& sources,
               std::vector<std::string>& plusargs);

// Removes the results of an earlier check, which would mix with those of this check, from the directory of
// the results. The replay that is being played stays.
void remove_earlier(const CheckSettings& settings);

// Writes a file that appears complete or not at all.
void write_json(const std::string& path, const Json& json);

}  // namespace ixsim::cli

#endif
