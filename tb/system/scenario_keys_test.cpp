// The list of keys for random scenarios (scenario_keys.toml) against the keys of the program. Each key has an
// entry, and the range in an entry is the one that the program documents.
#include <gtest/gtest.h>

#include <toml++/toml.h>

#include <cstdint>
#include <set>
#include <string>

#include "ixsim/error.h"
#include "platform/scenario.h"
#include "platform/scenario_keys.h"
#include "platform/strategies.h"

namespace ixsim::test {
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

TEST(ScenarioKeys, AFormerKeyOfOneVmIsRefusedByThePresentKeyOfThisVm) {
  Scenario scenario;
  try {
    set_scenario_key(scenario, "vm[2].partner=1");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "--set: vm[2].partner: former name of a key, accepted: vm[2].peer");
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
    if (values == nullptr || key.type == "address") continue;
    for (const auto& value : *values) {
      if (const auto word = value.value<std::string>()) {
        EXPECT_NE(key.accepts.find('"' + *word + '"'), std::string::npos) << *word << " in " << key.accepts;
      }
    }
  }
}

// Every key says what it is, in which unit and range; none is documented by its name alone.
TEST(ScenarioKeys, AreDescribed) {
  static const std::set<std::string> kNumbers = {"integer", "integers", "classes", "sizes", "ratio"};
  std::set<std::string> known, meanings;
  for (const ScenarioKey& key : scenario_keys()) known.insert(key.name);
  for (const ScenarioKey& key : scenario_keys()) {
    SCOPED_TRACE(key.name);
    EXPECT_GE(key.meaning.size(), 20u);
    EXPECT_TRUE(!key.meaning.empty() && key.meaning.back() == '.' && key.meaning[0] >= 'A' &&
                key.meaning[0] <= 'Z')
        << key.meaning;
    EXPECT_TRUE(meanings.insert(key.meaning).second) << "the description of another key";
    EXPECT_FALSE(key.accepts.empty());
    EXPECT_FALSE(key.type.empty());
    if (kNumbers.count(key.type) != 0 && key.values.empty()) {
      EXPECT_FALSE(key.unit.empty()) << "a number has a unit, such as packets or priority";
      ASSERT_TRUE(key.low.has_value() && key.high.has_value());
      EXPECT_LT(*key.low, *key.high);
    } else if (key.type == "choice" || key.type == "boolean") {
      EXPECT_GE(key.values.size(), key.type == "boolean" ? 2u : 1u);
    }
    for (const std::string& other : key.from)
      EXPECT_TRUE(known.count(other) == 1 && other != key.name) << other;
    EXPECT_EQ(key.from.empty(), key.note.empty())
        << "how a default follows, and from which keys, go together";
  }
}

TEST(ScenarioKeys, AreWrittenBack) {
  for (const Key& key : key_table()) EXPECT_TRUE(key.text) << key.about.name;
}

// The range that is documented is the one that the tests run.
TEST(ScenarioKeys, RangesAreTheListedOnes) {
  const toml::table list = listed();
  for (const ScenarioKey& key : scenario_keys()) {
    SCOPED_TRACE(key.name);
    const toml::table& about = *list.get_as<toml::table>(key.name);
    EXPECT_EQ(key.step, about["step"].value_or(1));
    if (about.contains("low")) {
      EXPECT_EQ(key.low, about["low"].value<std::int64_t>());
      EXPECT_EQ(key.high, about["high"].value<std::int64_t>());
    }
    // The list leaves out the source that needs a capture, and has some of all addresses.
    const toml::array* const values = about["values"].as_array();
    if (values == nullptr || key.name == "traffic.source" || key.type == "address") continue;
    EXPECT_EQ(key.values.size(), values->size());
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

// A key sets one thing: no two strategies have a parameter of one name.
TEST(Strategies, ShareNoKey) {
  std::set<std::string> names;
  for (const ScenarioKey& key : scenario_keys()) EXPECT_TRUE(names.insert(key.name).second) << key.name;
}

TEST(Strategies, AreChosenByTheirNamesAndNoOther) {
  ASSERT_EQ(policy_points().size(), 3u);
  for (const PolicyPoint& point : policy_points()) {
    ASSERT_FALSE(point.strategies.empty()) << point.key;
    for (const StrategyInfo& strategy : point.strategies) {
      Scenario scenario;
      EXPECT_NO_THROW(set_scenario_key(scenario, point.key + "=" + strategy.name)) << strategy.name;
      EXPECT_THROW(set_scenario_key(scenario, point.key + "=" + strategy.name + "2"), InputError);
    }
  }
}

TEST(Strategies, DescribeTheirKeys) {
  for (const PolicyPoint& point : policy_points()) {
    for (const StrategyInfo& strategy : point.strategies) {
      EXPECT_FALSE(strategy.title.empty() || strategy.meaning.empty()) << strategy.name;
      for (const ScenarioKey& key : strategy.keys) {
        EXPECT_FALSE(key.accepts.empty() || key.meaning.empty()) << key.name;
        EXPECT_TRUE(key.name != "traffic.load_percent" || key.usual.empty()) << "0 is not accepted";
        EXPECT_TRUE(key.name != "traffic.flows" || key.usual == "1024");
      }
    }
  }
  const auto& drr = policy_points()[1].strategies[1];
  ASSERT_EQ(drr.name, "drr");
  ASSERT_EQ(drr.keys.size(), 1u);
  EXPECT_EQ(drr.keys[0].name, "tx.quantum");
  EXPECT_EQ(drr.keys[0].accepts, "1 to 262143 or an array of them");
  EXPECT_EQ(drr.keys[0].usual, "1518");
  EXPECT_EQ(drr.keys[0].unit, "bytes");
}

TEST(Strategies, TheSourceAgreesWithTheCapture) {
  Scenario scenario;
  EXPECT_EQ(source_of(scenario).name, "generated");
  set_scenario_key(scenario, "traffic.source=capture");
  EXPECT_THROW(source_of(scenario), InputError);
  set_scenario_key(scenario, "traffic.pcap=trace.pcapng");
  EXPECT_EQ(source_of(scenario).name, "capture");
  set_scenario_key(scenario, "traffic.source=generated");
  EXPECT_THROW(source_of(scenario), InputError);
  scenario.source.clear();
  EXPECT_EQ(source_of(scenario).name, "capture");
}

}  // namespace
}  // namespace ixsim::test
