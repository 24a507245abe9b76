// The table of scenario keys: name, accepted values and meaning of each, and where its value goes. Only this
// table knows them: the reader and the dictionary of the fuzzer go by it. Defaults are those of
// Scenario; scenario_defaults.cpp has those that depend on other keys.
#ifndef IXSIM_PLATFORM_SCENARIO_KEYS_H
#define IXSIM_PLATFORM_SCENARIO_KEYS_H

#include <toml++/toml.h>

#include <functional>
#include <vector>

#include "platform/scenario.h"

namespace ixsim {

struct KeyEntry {
  ScenarioKey about;
  // Throws the value's text (std::string) if the value is not accepted.
  std::function<void(Scenario&, const toml::node&)> set;
};

const std::vector<KeyEntry>& key_table();

// The text of renamed.toml.
extern const char* const kRenamed;

}  // namespace ixsim

#endif
