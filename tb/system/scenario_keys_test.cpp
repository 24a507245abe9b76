// The list of keys that random scenarios are drawn from (scenario_keys.toml) against the keys of the program:
// each has its entry, and the range that an entry states is the one that the program documents.
#include <gtest/gtest.h>

#include <toml++/toml.h>

#include <cstdint>
#include <set>
#include <string>

#include "base/error.h"
#include "platform/scenario.h"

namespace ixsim {
namespace {

toml::table listed() { return toml::parse_file(IXSIM_SOURCE_DIR "/tb/system/scenario_keys.toml"); }

// Sets a key alone; false if the program refuses its value.
bool accepts(const std::string& name, std::int64_t value) {
  Scenario scenario;
  try {
    set_scenario_key(scenario, name + "=" + std::to_string(value));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

TEST(ScenarioKeys, EveryKeyIsListedAndNoOther) {
  const toml::table list = listed();
  std::set<std::string> names, known;
  for (const auto& [name, about] : list) names.insert(std::string(name.str()));
  for (const ScenarioKey& key : scenario_keys()) known.insert(key.name);
  EXPECT_EQ(names, known);
}

// A former key is an error that names the present one, for --set and in a file.
TEST(ScenarioKeys, FormerKeysAreRefusedByTheirPresentName) {
  std::set<std::string> known;
  for (const ScenarioKey& key : scenario_keys()) known.insert(key.name);
  EXPECT_FALSE(renamed_scenario_keys().empty());
  for (const auto& [former, present] : renamed_scenario_keys()) {
    EXPECT_EQ(known.count(former), 0u) << former;
    EXPECT_EQ(known.count(present), 1u) << present;
    Scenario scenario;
    for (const bool file : {false, true}) {
      try {
        file ? (void)parse_scenario(former + " = 1\n", "a.toml") : set_scenario_key(scenario, former + "=1");
        ADD_FAILURE() << former;
      } catch (const InputError& error) {
        EXPECT_EQ(error.what(), (file ? "a.toml:1: " : "--set: ") + former +
                                    ": former name of a key, accepted: " + present);
      }
    }
  }
}

TEST(ScenarioKeys, ListedValuesAreDocumented) {
  const toml::table list = listed();
  for (const ScenarioKey& key : scenario_keys()) {
    SCOPED_TRACE(key.name);
    const toml::table& about = *list.get_as<toml::table>(key.name);
    const toml::array* const values = about["values"].as_array();
    if (about["type"].value<std::string>() == "boolean") {
      EXPECT_EQ(key.accepts, "true or false");
    }
    if (values == nullptr) continue;
    for (const auto& value : *values) {
      if (const auto word = value.value<std::string>()) {
        EXPECT_NE(key.accepts.find('"' + *word + '"'), std::string::npos) << *word << " in " << key.accepts;
      }
    }
  }
}

TEST(ScenarioKeys, EndsOfListedRangesAreAccepted) {
  const toml::table list = listed();
  for (const ScenarioKey& key : scenario_keys()) {
    SCOPED_TRACE(key.name);
    const toml::table& about = *list.get_as<toml::table>(key.name);
    if (about["type"].value<std::string>() != "integer" || about.contains("values")) continue;
    EXPECT_TRUE(accepts(key.name, *about["low"].value<std::int64_t>()));
    EXPECT_TRUE(accepts(key.name, *about["high"].value<std::int64_t>()));
  }
}

}  // namespace
}  // namespace ixsim
