// The reference of scenario keys: text for a terminal, and JSON (docs/scenario_keys.schema.json).
#ifndef IXSIM_PLATFORM_KEY_REFERENCE_H
#define IXSIM_PLATFORM_KEY_REFERENCE_H

#include <string>
#include <vector>

#include "platform/scenario.h"

namespace ixsim {

// Returns the keys whose names match `pattern`: a glob if it has *, ? or [, else a part of a name, in any
// case of letters; empty: all keys. Throws InputError, which names the nearest keys, if there is none.
std::vector<ScenarioKey> matching_keys(const std::string& pattern);

// Returns what a section is about: "receive" for "rx".
std::string subject_of(const std::string& section);

// Returns the keys in sections, in lines of at most 100 columns.
std::string keys_as_text(const std::vector<ScenarioKey>& keys);
std::string keys_as_json(const std::vector<ScenarioKey>& keys);

}  // namespace ixsim

#endif
