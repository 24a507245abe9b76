// How a scenario key is made: its description, and what sets its value from TOML. For the tables of keys.
#ifndef IXSIM_PLATFORM_KEY_H
#define IXSIM_PLATFORM_KEY_H

#include <fmt/format.h>

#include <toml++/toml.h>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/parameters.h"
#include "platform/scenario.h"
#include "platform/toml_values.h"

namespace ixsim {

struct Key {
  ScenarioKey about;
  // Throws the value's text (std::string) if the value is not accepted.
  std::function<void(Scenario&, const toml::node&)> set;
};

// --- Keys. `target` finds the member of a scenario that a key sets.
#define IXSIM_TARGET(type, member) \
  std::function<type&(Scenario&)>([](Scenario& s) -> type& { return s.member; })

template <typename Target>
Key number(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
           const std::function<Target&(Scenario&)>& target, std::int64_t factor = 1, const char* unit = "") {
  Scenario defaults;
  const auto usual = static_cast<std::int64_t>(target(defaults)) / factor;
  // A default that is not accepted stands for "not set".
  const std::string text = usual < low || usual > high ? "" : fmt::format("{}", usual);
  return {{name, fmt::format("{} to {}", low, high), meaning, text, unit},
          [=](Scenario& s, const toml::node& node) {
            target(s) = static_cast<Target>(toml_values::integer(node, low, high) * factor);
          }};
}

Key flag(const char* name, const char* meaning, const std::function<bool&(Scenario&)>& target);
// `"a", "b" or "c"`, as a key says what it accepts.
std::string quoted_names(const std::vector<std::string>& names);
// The key `prefix` + name of a strategy's parameter, kept in Scenario::parameters.
Key parameter_key(const std::string& prefix, const Parameter& parameter);

}  // namespace ixsim

#endif
