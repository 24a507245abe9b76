// The reference of scenario keys: text for a terminal, and JSON (docs/scenario_keys.schema.json).
#ifndef IXSIM_PLATFORM_KEY_REFERENCE_H
#define IXSIM_PLATFORM_KEY_REFERENCE_H

#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Returns the keys whose names match `pattern`. The pattern is a glob if it has *, ? or [; otherwise it is a
// part of a name, in upper or lower case. If it is empty, all keys match. Throws InputError that names the
// nearest keys if none matches.
std::vector<ScenarioKey> matching_keys(const std::string& pattern);

// Returns the subject of a section: "receive" for "rx".
std::string subject_of(const std::string& section);

// Returns the keys by section, in lines of at most 100 columns.
std::string keys_as_text(const std::vector<ScenarioKey>& keys);
std::string keys_as_json(const std::vector<ScenarioKey>& keys);

}  // namespace ixsim::platform

#endif
