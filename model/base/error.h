// The two ways a run can fail, which decide the exit status: bad input (2) and a broken invariant (1).
#ifndef IXSIM_BASE_ERROR_H
#define IXSIM_BASE_ERROR_H

#include <stdexcept>
#include <string>

namespace ixsim {

// Bad usage or bad input: exit status 2. The message is one line and names the file, the key or byte
// offset, what was found and what is accepted, e.g. "trace.pcap: byte 24: record header cut short: found
// 7 bytes, need 16".
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

// The run found a mismatch or broke an invariant: exit status 1, results are still written.
class CheckFailure : public std::runtime_error {
 public:
  explicit CheckFailure(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace ixsim

#endif
