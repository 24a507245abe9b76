// Command line of `ixsim check`, and helpers that the checks of its blocks share.
#ifndef IXSIM_CLI_CHECK_SETTINGS_H
#define IXSIM_CLI_CHECK_SETTINGS_H

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/rtl_options.h"
#include "cosim/rtl_classifier.h"
#include "nic/classifier/classifier_size.h"
#include "verify/stress_constraints.h"

namespace ixsim {

using Json = nlohmann::ordered_json;

// Bins not reached that a summary names.
inline constexpr std::size_t kUnhitListed = 40;

// The pool classifier of the 82599, as a block of the command line.
inline constexpr const char* kPoolBlock = name_of(ClassifierBlock::kPools);

struct CheckSettings {
  std::string block = "classifier";
  std::uint64_t frames = 0;  // 0: not given; grants for a scheduler
  std::uint64_t seed = 1;
  RtlOptions rtl;
  std::vector<std::string> plusargs;
  std::vector<std::string> ignored;  // outputs that are not compared
  unsigned require_coverage = 0;     // per cent
  std::string stress;                // a profile; empty: the plain mixture, or the constraints of a file
  std::string constraints;           // a file; empty: none
  bool print_constraints = false;
  bool rtl_coverage = false;
  std::string seeds, rerun, junit;  // of a regression, which Python carries out
  unsigned jobs = 0;
  bool stop_at_failure = false;
  std::string out;
  std::string replay;  // directory of a recorded stimulus; empty: a random one
  double shrink = 60;  // seconds to look for a shorter stimulus; 0: do not
  // Classifier.
  ClassifierSize size;
  std::string pcap;
  std::string latency = "12";
  std::string writes = "live";
  std::string idle_skip = "mixed";
  bool no_idle_skip = false;
  std::string dump_vectors;
  // Scheduler.
  std::string mode = "rr";
  unsigned queues = 32;
  unsigned length_bits = 18;
};

// Each returns the exit status, 0 or 1.
int run_classifier_check(const CheckSettings& settings);
int run_scheduler_check(const CheckSettings& settings);

// Returns the constraints of the profile or the file; none without either.
std::optional<StressConstraints> constraints_of(const CheckSettings& settings);

// With --rtl-coverage: has the module built with counters, the in-tree one too, out of its
// files, whose names begin with one of `in_tree`, and adds the plusarg that says where they go.
void count_rtl(const CheckSettings& settings, const std::vector<std::string>& in_tree, RtlSources& sources,
               std::vector<std::string>& plusargs);

// The file appears whole or not at all.
void write_json(const std::string& path, const Json& json);

}  // namespace ixsim

#endif
