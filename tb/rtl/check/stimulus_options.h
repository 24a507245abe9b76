// Options of short stress runs, for the tests of the stimulus.
#ifndef IXSIM_TB_RTL_CHECK_STIMULUS_OPTIONS_H
#define IXSIM_TB_RTL_CHECK_STIMULUS_OPTIONS_H

#include <cstdint>

#include "verify/classifier_stimulus.h"
#include "verify/stress_constraints.h"

namespace ixsim::test {

inline StimulusOptions options_of(std::uint64_t seed, std::uint64_t frames) {
  StimulusOptions options;
  options.seed = seed;
  options.frames = frames;
  return options;
}

inline StimulusOptions stressed(std::uint64_t seed, std::uint64_t frames) {
  StimulusOptions options = options_of(seed, frames);
  options.stress = stress_profile("short").classifier;
  options.stress->frames = frames;
  // Lengths that a quick test can reach.
  options.stress->idle_longest = 1u << 14;
  options.stress->gap_inside_longest = 1u << 10;
  options.stress->frame_longest = 1u << 14;
  options.stress->write_run_longest = 1u << 9;
  return options;
}

// Constraints under which a run is short.
inline StressConstraints small(std::uint64_t frames) {
  StressConstraints constraints = stress_profile("short");
  ClassifierConstraints& c = constraints.classifier;
  c.frames = frames;
  c.idle_longest = c.gap_inside_longest = c.write_run_longest = c.first_write_idle = 64;
  c.frame_longest = 2'048;
  c.alike_longest = c.unmatched_longest = c.burst_longest = c.reset_longest = 64;
  return constraints;
}

}  // namespace ixsim::test

#endif
