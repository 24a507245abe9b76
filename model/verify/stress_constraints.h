// Limits of a stress run of `ixsim check`: lengths of its phases, pauses, bursts and epochs, and the weight
// of each kind of phase. A profile is a named set of limits; a user's file is another one.
//
// One table serves the reader and the printer of files, the profiles and the reference text.
#ifndef IXSIM_VERIFY_STRESS_CONSTRAINTS_H
#define IXSIM_VERIFY_STRESS_CONSTRAINTS_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::verify {

struct ClassifierConstraints {
  std::uint64_t frames = 0;       // frames of one seed
  std::uint64_t pool_frames = 0;  // of one seed of the pool classifier; 0: as many as `frames`
  std::uint64_t phase_longest = 4'000;
  std::uint64_t epoch_longest = 1u << 20;
  std::uint64_t idle_longest = 1u << 20;
  std::uint64_t idle_clocked = 50;
  std::uint64_t gap_longest = 300;
  std::uint64_t gap_inside_longest = 1u << 17;
  std::uint64_t burst_longest = 1u << 17;
  std::uint64_t write_run_longest = 1u << 13;
  std::uint64_t frame_longest = (1u << 17) + 1;
  std::uint64_t corner_values = 25;
  std::uint64_t frames_mixed = 8, frames_dictionary = 4, frames_runts = 4, frames_minimum = 2,
                frames_long = 1, frames_repeated = 3;
  std::uint64_t gaps_none = 4, gaps_mixed = 4, gaps_wide = 1;
  std::uint64_t writes_none = 2, writes_some = 5, writes_many = 2, writes_every_clock = 1;
  std::uint64_t writes_some_one_in = 32, writes_many_one_in = 4;
  std::uint64_t resets_none = 6, resets_some = 3, resets_many = 1;
  std::uint64_t resets_some_one_in = 100, resets_many_one_in = 9;
  std::uint64_t reset_longest = 1u << 10;
  std::uint64_t errors_none = 1, errors_some = 5, errors_many = 1, errors_all = 1;
  std::uint64_t errors_some_one_in = 12, errors_many_one_in = 2;
  std::uint64_t alike_longest = 1u << 12;
  std::uint64_t unmatched_longest = 1u << 16;
  std::uint64_t first_write_idle = 1u << 17;

  // Returns the longest gap inside a frame that a run of so many frames has.
  std::uint64_t longest_gap_inside(std::uint64_t run) const {
    return std::min(gap_inside_longest, std::max<std::uint64_t>(run / 8, 1u << 13));
  }
  // Returns the most frames in a row of such a run that are alike, that match in one table, and in none.
  std::uint64_t most_alike(std::uint64_t run) const { return std::min(alike_longest, run / 64); }
  std::uint64_t most_matched(std::uint64_t run) const {
    return std::min({alike_longest, unmatched_longest, run / 256});
  }
  std::uint64_t most_unmatched(std::uint64_t run) const { return std::min(unmatched_longest, run / 22); }
};

struct SchedulerConstraints {
  std::uint64_t grants = 0;  // grants of one seed
  std::uint64_t epoch_longest = 1u << 17;
  std::uint64_t idle_longest = 1u << 17;
  std::uint64_t hold_longest = 1u << 17;
  std::uint64_t run_longest = 1u << 17;
  std::uint64_t silence_longest = 1u << 17;
  std::uint64_t few_longest = 1u << 14;
  std::uint64_t withdrawn_longest = 1u << 10;
  std::uint64_t reset_longest = 1u << 11;
  std::uint64_t corner_values = 25;
  std::uint64_t long_phases = 20;
  std::uint64_t writes_none = 2, writes_some = 3, writes_many = 1, writes_every_clock = 1;
  std::uint64_t writes_some_one_in = 12, writes_many_one_in = 2;
  std::uint64_t resets_none = 3, resets_some = 3, resets_many = 1;
  std::uint64_t resets_some_one_in = 400, resets_many_one_in = 12;
};

struct StressConstraints {
  std::string name;  // name of the profile or the file
  std::uint64_t seeds = 1;
  ClassifierConstraints classifier;
  SchedulerConstraints scheduler;
};

// Returns the names of the profiles, the mildest first.
std::vector<std::string> stress_profiles();
StressConstraints stress_profile(const std::string& name);
// Returns a profile's values, changed by those of the TOML file. Throws InputError, one line, for a file that
// cannot be read, an unknown key or a value out of its range.
StressConstraints read_constraints(const std::string& path, const std::string& profile);
// Returns the constraints as TOML for read_constraints(), with the meaning of each key.
std::string constraints_text(const StressConstraints& constraints);

}  // namespace ixsim::verify

#endif
