// The fork server of `ixsim batch`: requests from a file, each run in its own process, answers to a file.
//
// The server never makes a part of a simulation itself. A process starts as a copy of the server, which has
// read all tables of keys and all base scenarios; a run thus costs a fork, not the start of a program.
// One thread waits for everything with poll(). The server keeps nothing of a request that was answered.
#ifndef IXSIM_CLI_BATCH_SERVER_H
#define IXSIM_CLI_BATCH_SERVER_H

#include <cstdint>

namespace ixsim {

struct BatchSettings {
  unsigned jobs = 1;         // runs at a time
  double timeout = 0;        // seconds of a run; 0: no limit
  std::uint64_t memory = 0;  // bytes of a run; 0: no limit
};

// Serves until the input ends and all is answered. A signal ends all runs and then the process, by the same
// signal. Throws InputError if no answer can be written.
void serve_batch(const BatchSettings& settings, int input, int output);

}  // namespace ixsim

#endif
