// The parts of a scenario key: its description, a function that sets its value from TOML, and one that writes
// the value. The tables of keys (key_tables.h) are made with these functions.
#ifndef IXSIM_PLATFORM_KEY_H
#define IXSIM_PLATFORM_KEY_H

#include <fmt/format.h>

#include <toml++/toml.h>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "base/parameters.h"
#include "platform/quantity.h"
#include "platform/scenario.h"
#include "platform/toml_values.h"

namespace ixsim::platform {

struct Key {
  ScenarioKey about;
  // Sets the value. Throws the text of the value (std::string) if the value is not accepted.
  std::function<void(Scenario&, const toml::node&)> set;
  // Returns the value as text, which is the same in TOML and JSON; "" if the scenario has none.
  std::function<std::string(const Scenario&)> text = {};
  // Returns the reason why the scenario cannot set the key or has no use for it; "" if there is none. May be
  // empty.
  std::function<std::string(const Scenario&)> idle = {};

  // --- Modifiers, chained to the functions below.
  // Returns the key with a default that follows from the keys `from`, as `note` explains.
  Key follows(std::vector<std::string> from, std::string note) &&;
  // Returns the key with another description of its accepted values.
  Key accepting(std::string values) &&;
  // Returns the key with its values restricted to multiples of `step`; its range begins and ends with one.
  Key in_steps(std::int64_t step) &&;
  // Returns the key with this function for its text, or for the reason why it is idle.
  Key written(std::function<std::string(const Scenario&)> as) &&;
  Key idle_if(std::function<std::string(const Scenario&)> reason) &&;
};

// --- Keys. `target` returns the member of a scenario that a key sets.
#define IXSIM_TARGET(type, member) \
  std::function<type&(Scenario&)>([](Scenario& s) -> type& { return s.member; })

// Returns the result of `target` for a scenario that is only read.
template <typename Target>
Target value_in(const Scenario& scenario, const std::function<Target&(Scenario&)>& target) {
  Scenario copy = scenario;
  return target(copy);
}

// Returns the description of a key whose values are whole numbers of a unit.
ScenarioKey about_number(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
                         const std::string& unit);

// Returns a key for a number; `factor` converts units of the key to those of the target.
template <typename Target>
Key number(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
           const std::function<Target&(Scenario&)>& target, std::int64_t factor = 1,
           const std::string& unit = "") {
  return {about_number(name, low, high, meaning, unit),
          [=](Scenario& s, const toml::node& node) {
            target(s) = static_cast<Target>(toml_values::integer(node, low, high, unit) * factor);
          },
          [=](const Scenario& s) -> std::string {
            // A stored value that the key does not accept means "not set".
            const auto value = static_cast<std::int64_t>(value_in(s, target)) / factor;
            return value < low || value > high ? "" : fmt::format("{}", value);
          }};
}

// Returns a key that accepts only these numbers.
template <typename Target>
Key one_of(const char* name, const std::vector<std::int64_t>& values, const char* meaning,
           const std::function<Target&(Scenario&)>& target, const std::string& unit) {
  Key key = number<Target>(name, values.front(), values.back(), meaning, target, 1, unit);
  key.about.accepts.clear();
  for (std::size_t i = 0; i < values.size(); ++i) {
    key.about.accepts += fmt::format("{}{}", i == 0 ? "" : i + 1 == values.size() ? " or " : ", ", values[i]);
    key.about.values.push_back(fmt::format("{}", values[i]));
  }
  key.set = [=](Scenario& s, const toml::node& node) {
    const std::int64_t value = toml_values::integer(node, values.front(), values.back(), unit);
    for (const std::int64_t accepted : values) {
      if (value != accepted) continue;
      target(s) = static_cast<Target>(value);
      return;
    }
    throw toml_values::text_of(node);
  };
  return key;
}

// Returns `"a", "b" or "c"`, the form in which a key lists its accepted values.
std::string quoted_names(const std::vector<std::string>& names);
// Returns a text as TOML and JSON write it.
std::string quoted(const std::string& text);
// Returns the description of a key whose values are words.
ScenarioKey about_words(const std::string& name, const std::vector<std::string>& names,
                        const std::string& meaning);

// Returns a key that accepts words, each of which stands for a value.
template <typename Value>
Key words(const char* name, const std::vector<std::pair<const char*, Value>>& choices, const char* meaning,
          const std::function<Value&(Scenario&)>& target) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.first);
  return {about_words(name, names, meaning),
          [=](Scenario& s, const toml::node& node) { target(s) = toml_values::choice<Value>(node, choices); },
          [=](const Scenario& s) -> std::string {
            const Value value = value_in(s, target);
            for (const auto& [word, meant] : choices)
              if (meant == value) return quoted(word);
            return "";
          }};
}

// Returns a key for an array of whole numbers.
template <typename Target>
Key numbers(const char* name, std::int64_t low, std::int64_t high, const char* accepts, const char* meaning,
            const std::function<std::vector<Target>&(Scenario&)>& target, const std::string& unit) {
  Key key = {about_number(name, low, high, meaning, unit),
             [=](Scenario& s, const toml::node& node) {
               if (!node.is_array()) throw toml_values::text_of(node);
               std::vector<Target> values;
               for (const auto& item : *node.as_array())
                 values.push_back(static_cast<Target>(toml_values::integer(item, low, high, unit)));
               target(s) = values;
             },
             [=](const Scenario& s) {
               std::string text;
               for (const Target value : value_in(s, target))
                 text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
               return "[" + text + "]";
             }};
  key.about.type = "array";
  key.about.accepts = accepts;
  return key;
}

Key flag(const char* name, const char* meaning, const std::function<bool&(Scenario&)>& target);
// Returns the key `prefix` + name of a strategy's parameter, stored in Scenario::parameters.
Key parameter_key(const std::string& prefix, const Parameter& parameter);

// Returns the accepted values of a key, with its unit, other units and an example of one.
std::string accepted_values(const ScenarioKey& key);

}  // namespace ixsim::platform

#endif
