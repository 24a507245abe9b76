// A recorded stimulus in a directory: the frames as a capture that other tools read, and all else in JSON.
//
// frames.pcap has one record for each step with a frame, timed at its first beat (nanoseconds, 6.4 ns a
// clock). sequence.json says in `steps` what happens in which order: {"frame": RECORD}, {"idle": CLOCKS} or
// {"rst": CLOCKS}; optional in each: "times"; "tuser" (1: marked bad); "clocked" (1: none of its clocks may
// be left out); "pauses", pairs of a beat and the idle clocks behind it; "writes", triples of a clock of the
// step, an offset and a value in hexadecimal; "noise", the seed of masked lanes and of ports that are not
// looked at; for rst "cut", the bytes of a frame that the reset cuts. `image` names the tables that are
// written first. The rest are the settings of the check and the module.
#ifndef IXSIM_VERIFY_CLASSIFIER_REPLAY_H
#define IXSIM_VERIFY_CLASSIFIER_REPLAY_H

#include <nlohmann/json.hpp>
#include <string>

#include "base/layers.h"
#include "cosim/rtl_sources.h"
#include "verify/classifier_check.h"
#include "verify/classifier_sequence.h"

namespace ixsim::verify {

struct ClassifierReplay {
  ClassifierSequence sequence;
  ClassifierCheckOptions options;  // latency, idle_skip, idle_clocked, stimulus.seed, plusargs, compared
  RtlSources sources;              // none given: the in-tree module
  std::string what;                // the divergence, one line
};

// The directory must exist; its files appear whole or not at all.
void write_replay(const std::string& directory, const ClassifierReplay& replay);
// Throws InputError for a file that is not there or not as described.
ClassifierReplay read_replay(const std::string& directory);

// Modules as replays of every block hold them.
nlohmann::ordered_json to_json(const RtlSources& sources);
RtlSources sources_from_json(const nlohmann::ordered_json& json);
// The sequence.json of a replay of `block`. Throws InputError.
nlohmann::ordered_json read_sequence(const std::string& directory, const char* block);
// Which block a replay is of.
std::string block_of_replay(const std::string& directory);

}  // namespace ixsim::verify

#endif
