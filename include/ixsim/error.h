/// \file
/// The two ways a run can fail, which decide the exit status: bad input (2) and a broken invariant (1).
///
/// Part of model/base/.
#ifndef IXSIM_ERROR_H
#define IXSIM_ERROR_H

#include <stdexcept>
#include <string>

namespace ixsim {

/// Bad usage or bad input: exit status 2 of the program. The message is one line and names the file, the key
/// or byte offset, what was found and what is accepted, e.g. "trace.pcap: byte 24: record header cut short:
/// found 7 bytes, need 16".
class InputError : public std::runtime_error {
 public:
  /// Makes an error with this message, one line.
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

/// The run found a mismatch or broke an invariant: exit status 1 of the program, results are still written.
class CheckFailure : public std::runtime_error {
 public:
  /// Makes an error with this message.
  explicit CheckFailure(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace ixsim

#endif
