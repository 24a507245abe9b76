// The fork server of `ixsim batch`. It reads requests from a file, makes each run in a separate process, and
// writes answers to a file.
//
// The server itself never builds a part of a simulation. A process starts as a copy of the server, which has
// read all tables of keys and all base scenarios. A run thus costs a fork instead of the start of a program.
// One thread waits for all events with poll(). The server keeps no data of an answered request.
#ifndef IXSIM_CLI_BATCH_SERVER_H
#define IXSIM_CLI_BATCH_SERVER_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::cli {

struct BatchSettings {
  unsigned jobs = 1;         // maximum number of concurrent runs
  double timeout = 0;        // time limit of a run in seconds; 0: none
  std::uint64_t memory = 0;  // memory limit of a run in bytes; 0: none
};

// Serves until the input ends and all requests are answered. A signal ends all runs and then the process, by
// the same signal. Throws InputError if no answer can be written.
void serve_batch(const BatchSettings& settings, int input, int output);

}  // namespace ixsim::cli

#endif
