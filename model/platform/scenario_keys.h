// The table of scenario keys: name, accepted values and meaning of each, and the member that it sets. It
// includes the keys of strategies (strategies.h). The reader and the dictionary of the fuzzer use only this
// table. Defaults are those of Scenario; scenario_defaults.cpp has those that depend on other keys.
#ifndef IXSIM_PLATFORM_SCENARIO_KEYS_H
#define IXSIM_PLATFORM_SCENARIO_KEYS_H

#include <vector>

#include "base/layers.h"
#include "platform/key.h"

namespace ixsim::platform {

const std::vector<Key>& key_table();

// The text of renamed.toml.
extern const char* const kRenamed;

}  // namespace ixsim::platform

#endif
