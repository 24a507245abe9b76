// The common form of error messages for refused values: the key, the value found, and the accepted values, in
// one line.
#ifndef IXSIM_BASE_ACCEPTED_H
#define IXSIM_BASE_ACCEPTED_H

#include <string>

#include "base/layers.h"
#include "ixsim/error.h"

namespace ixsim::base {

// Throws InputError; `accepted` continues the message after "accepted", e.g. "are 1 to 64".
template <typename Number>
[[noreturn]] void refuse(const std::string& key, Number found, const std::string& accepted) {
  throw InputError(key + ": found " + std::to_string(found) + ", accepted " + accepted);
}

// Throws InputError if a value is out of range.
template <typename Number>
void require(bool good, const std::string& key, Number found, const std::string& accepted) {
  if (!good) refuse(key, found, accepted);
}

// Returns the entry of a table whose member `name` is `name`. Throws InputError that lists all names, in the
// order of the table, if there is none.
template <typename Table>
const auto& find_named(const Table& table, const std::string& key, const std::string& name) {
  std::string names;
  for (const auto& entry : table) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw InputError(key + ": found " + name + ", accepted are " + names);
}

}  // namespace ixsim::base

#endif
