// One run of `ixsim batch` in its own process.
#ifndef IXSIM_CLI_BATCH_RUN_H
#define IXSIM_CLI_BATCH_RUN_H

#include <cstdint>
#include <string>

#include "base/layers.h"
#include "platform/request.h"

namespace ixsim::cli {

// Exit status of a process that ran out of memory; a run never ends with it otherwise.
inline constexpr int kMemoryStatus = 90;

// Runs a request and writes two lines to the file `output`: the digest of the resolved scenario as soon as it
// is known, then the answer, a JSON object without its closing brace. Ends the process with status 0 after
// both. `memory` is the address space in bytes that the process may take in addition; 0: no limit.
[[noreturn]] void run_request(const Request& request, int output, std::uint64_t memory);

// Returns the start of an answer, up to the digest.
std::string begin_answer(const std::string& id, int exit, const std::string& status, const std::string& error,
                         const std::string& key);

}  // namespace ixsim::cli

#endif
