// The common form of refusals: the key, what was found, and what is accepted, in one line.
#ifndef IXSIM_BASE_ACCEPTED_H
#define IXSIM_BASE_ACCEPTED_H

#include <string>

#include "ixsim/error.h"

namespace ixsim {

// Throws InputError; `accepted` goes on after "accepted", e.g. "are 1 to 64".
template <typename Number>
[[noreturn]] void refuse(const std::string& key, Number found, const std::string& accepted) {
  throw InputError(key + ": found " + std::to_string(found) + ", accepted " + accepted);
}

// Refuses a value that is not good.
template <typename Number>
void require(bool good, const std::string& key, Number found, const std::string& accepted) {
  if (!good) refuse(key, found, accepted);
}

// Returns the entry of a table whose member `name` is `name`; throws InputError that lists all names, in
// their order, if there is none.
template <typename Table>
const auto& find_named(const Table& table, const std::string& key, const std::string& name) {
  std::string names;
  for (const auto& entry : table) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw InputError(key + ": found " + name + ", accepted are " + names);
}

}  // namespace ixsim

#endif
