// Lock-step verification of an RTL classifier against the reference under constrained-random stimulus. Every
// edge is compared, and the first difference ends the run.
//
// Timing contract: the RTL's decision for a last beat taken at edge t is expected at edge t + latency
// exactly, and `valid` is 0 at every other edge after the first reset. With latency 0 ("any") the check
// compares order and values, and each decision must come after its last beat and within kAnyLatencyLimit
// edges.
#ifndef IXSIM_VERIFY_CLASSIFIER_CHECK_H
#define IXSIM_VERIFY_CLASSIFIER_CHECK_H

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/classifier_divergence.h"
#include "cosim/classifier_fields.h"
#include "cosim/rtl_classifier.h"
#include "ixsim/classifier.h"
#include "verify/classifier_coverage.h"
#include "verify/classifier_stimulus.h"
#include "verify/pool_coverage.h"
#include "verify/stress_coverage.h"

namespace ixsim::verify {

// Whether clocks at which nothing can change are left out of the RTL's simulation.
enum class IdleSkip : std::uint8_t { kNever, kMixed, kAlways };

inline constexpr unsigned kAnyLatency = 0;
inline constexpr unsigned kAnyLatencyLimit = 1000;
inline constexpr unsigned kLongestLatency = 64;

struct ClassifierCheckOptions {
  ClassifierBlock block = ClassifierBlock::kL2;
  // Part of the classifier that the user's module is (cosim/classifier_part.h), checked with kAnyLatency;
  // empty: it is a whole classifier.
  std::string part;
  StimulusOptions stimulus;
  unsigned latency = 12;  // 1..64, or kAnyLatency
  ClassifierSize size;    // as CheckedSize has it during the check
  // Bits of the module's data. A module of another width than 64, or with s_axis_tready, is checked with
  // kAnyLatency, because its edges are not those of the stimulus.
  unsigned data_width = 64;
  IdleSkip idle_skip = IdleSkip::kMixed;
  std::uint64_t idle_clocked = 25;  // per cent of the idle times of which kMixed leaves nothing out
  std::vector<std::string> plusargs;
  ClassifierFieldSet compared = kAllClassifierFields;
  bool explain = true;  // say by which rule the reference decided
  // Makes the items to play; empty: the random stimulus.
  std::function<std::unique_ptr<ClassifierItemSource>()> recorded;
  std::string waveform;  // where a window round a divergence goes; empty: nowhere
};

struct ClassifierCheckResult {
  std::uint64_t frames = 0;
  std::uint64_t decisions = 0;  // compared
  std::uint64_t fields = 0;     // compared: drop alone, or ten
  std::uint64_t clocks = 0;     // of the RTL
  std::uint64_t clocks_skipped = 0;
  std::uint64_t writes = 0;
  std::uint64_t resets = 0;
  std::string rtl_hash;  // of the edges and values of the RTL's decisions, 32 hexadecimal digits
  std::optional<ClassifierDivergence> divergence;
};

// Runs until all frames are decided or something differs; then, if a waveform is wanted, once more up to the
// same clock. `progress` receives the number of frames offered. What is null is not sampled.
ClassifierCheckResult check_classifier(const ClassifierCheckOptions& options, RtlClassifierModule& module,
                                       ClassifierCoverage* coverage, StressCoverage* stress,
                                       const std::function<void(std::uint64_t)>& progress,
                                       PoolCoverage* pools = nullptr);

// The model's own classifier of the block.
std::unique_ptr<Classifier> reference_of(ClassifierBlock block, unsigned latency);

// The items that a check plays.
std::unique_ptr<ClassifierItemSource> make_source(const ClassifierCheckOptions& options);

}  // namespace ixsim::verify

#endif
