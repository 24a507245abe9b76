// A recorded stimulus in a directory: the frames as a capture that other tools read, and all else in JSON.
//
// frames.pcap has one record for each step with a frame, timed at its first beat (nanoseconds, 6.4 ns a
// clock). sequence.json has the steps in order, in `steps`: {"frame": RECORD}, {"idle": CLOCKS} or
// {"rst": CLOCKS}. Each step may also have "times"; "tuser" (1: marked bad); "clocked" (1: all of its clocks
// are simulated); "pauses", pairs of a beat and the idle clocks after it; "writes", triples of a clock of the
// step, an offset and a value in hexadecimal; "noise", the seed of masked lanes and of ignored ports. A reset
// may have "cut", the bytes of a frame that it interrupts. `image` names the tables that are written first.
// The other entries are the settings of the check and the module.
#ifndef IXSIM_VERIFY_CLASSIFIER_REPLAY_H
#define IXSIM_VERIFY_CLASSIFIER_REPLAY_H

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

}  // namespace ixsim::verify

#endif
