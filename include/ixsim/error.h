/// \file
/// The two kinds of failure of a run. They decide the exit status: 2 for bad input, 1 for a broken invariant.
///
/// Part of model/base/.
#ifndef IXSIM_ERROR_H
#define IXSIM_ERROR_H

#include <stdexcept>
#include <string>

namespace ixsim {

/// Bad usage or bad input; the program ends with exit status 2. The message is one line. It names the file,
/// the key or byte offset, the value found and the accepted values, e.g. "trace.pcap: byte 24: record header
/// cut short: found 7 bytes, need 16".
class InputError : public std::runtime_error {
 public:
  /// Makes an error with this message, one line.
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

/// A mismatch or a broken invariant in a run; the program ends with exit status 1. Results are still written.
class CheckFailure : public std::runtime_error {
 public:
  /// Makes an error with this message.
  explicit CheckFailure(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace ixsim

#endif
