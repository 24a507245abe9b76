// Stress runs of the stimulus reach each bin of their coverage and what their constraints allow. They are
// long, so they run in the optimised build; stimulus_test has short ones for the sanitizers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "stimulus_options.h"
#include "verify/classifier_stimulus.h"
#include "verify/pool_stimulus.h"
#include "verify/stress_constraints.h"
#include "verify/stress_coverage.h"

namespace ixsim::test {
namespace {

TEST(StressStimulus, StressReachesEveryLengthThatItsConstraintsAllow) {
  const StimulusOptions options = stressed(1, 100'000);
  StressCoverage coverage(*options.stress, options.writes);
  ClassifierStimulus stimulus(options);
  ClassifierItemDriver driver(stimulus);
  std::vector<ClassifierInputs> some;
  while (driver.next(some)) {
    for (const ClassifierInputs& in : some) coverage.sample(in, false);
  }
  const std::set<std::string> of_chance = {"protocol"};
  std::size_t protocols = 0;
  for (const CoverageLine& line : coverage.lines()) {
    if (line.group == std::string("protocol") && line.hits != 0) ++protocols;
    if (line.excluded == nullptr && of_chance.count(line.group) == 0) {
      EXPECT_NE(line.hits, 0u) << *line.name;
    }
    if (line.excluded != nullptr) {
      EXPECT_EQ(line.hits, 0u) << *line.name;
    }
  }
  EXPECT_GT(protocols, 500u);
}

// Sequences that random frames do not bring about. Each has let an error pass that an engineer had made.
TEST(StressStimulus, StressHasSequencesThatChanceDoesNotBring) {
  StimulusOptions options = stressed(1, 150'000);
  options.stress->gap_inside_longest = 1u << 17;
  ClassifierStimulus stimulus(options);
  ClassifierItem item;
  ClassifierTables tables;
  std::set<int> vfta;  // words written since the last reset
  std::int64_t longest_reset = 0, longest_gap = 0;
  unsigned errors_with_gaps = 0, types_in_gaps = 0, misses_with_part_of_vfta = 0;
  unsigned admitted = 0, turns = 0, most_turns = 0;
  std::set<std::uint8_t> behind_many_admitted;
  bool tagged = false;
  const auto write = [&](const ClassifierItem::Write& one) {
    const int index = ClassifierTables::index_of(one.address);
    if (index < 0) return;
    tables.word(index) = one.data;
    if (ClassifierTables::group_of(one.address) == RegisterGroup::kVfta) vfta.insert(index);
  };
  while (stimulus.next(item)) {
    std::size_t next = 0;
    const auto write_until = [&](std::int64_t edge) {
      while (next < item.writes.size() && item.writes[next].at < edge) write(item.writes[next++]);
    };
    if (item.kind == ClassifierItem::Kind::kReset) {
      longest_reset = std::max(longest_reset, item.edges);
      tables.reset();
      vfta.clear();
      admitted = turns = 0;
      continue;
    }
    if (item.kind == ClassifierItem::Kind::kFrame) {
      write_until(0);
      const std::uint16_t vet = tables.vet();
      if (item.error && item.pauses.size() >= 32) ++errors_with_gaps;
      for (const ClassifierItem::Pause& pause : item.pauses) longest_gap = std::max(longest_gap, pause.edges);
      if (!item.pauses.empty() && item.pauses[0].beat == 0 && item.pauses[0].edges > 1'024) {
        write_until(item.pauses[0].edges);
        if (tables.vet() != vet) ++types_in_gaps;
      }
      write_until(item.length() - 1);
      ParsedFrame parsed;
      Prediction prediction;
      parse_frame(ByteView{item.bytes.data(), item.bytes.size()}.first(kParsedBytes),
                  static_cast<std::uint32_t>(item.bytes.size()), item.error, vet, parsed);
      predict(parsed, tables, prediction);
      if (prediction.drop == 3 && vfta.size() < 128) ++misses_with_part_of_vfta;
      if (prediction.drop != 0 && admitted >= 1'000) behind_many_admitted.insert(prediction.drop);
      admitted = prediction.drop == 0 ? admitted + 1 : 0;
      turns = parsed.tagged != tagged ? turns + 1 : 0;
      most_turns = std::max(most_turns, turns);
      tagged = parsed.tagged;
    }
    write_until(item.length());
  }
  EXPECT_GE(longest_reset, 512);
  EXPECT_GE(longest_gap, 1 << 14);  // an eighth of the frames allows no more
  EXPECT_GE(errors_with_gaps, 2u);
  EXPECT_GE(types_in_gaps, 1u);
  EXPECT_GE(misses_with_part_of_vfta, 8u);
  EXPECT_GE(most_turns, 1'024u);
  EXPECT_EQ(behind_many_admitted.count(3), 1u);
}

// Samples the coverage of a run of either block.
StressCoverage covered(ClassifierBlock block, const StimulusOptions& options) {
  StressCoverage coverage(*options.stress, options.writes, block);
  std::unique_ptr<ClassifierItemSource> source;
  if (block == ClassifierBlock::kPools) {
    source = std::make_unique<PoolStimulus>(options);
  } else {
    source = std::make_unique<ClassifierStimulus>(options);
  }
  ClassifierItemDriver driver(*source);
  std::vector<ClassifierInputs> some;
  while (driver.next(some)) {
    for (const ClassifierInputs& in : some) coverage.sample(in, false);
  }
  return coverage;
}

// A bin that is excluded for a constraint must not be reached under it: a run would fail without an error.
TEST(StressStimulus, NoConstraintExcludesABinThatIsReached) {
  const StressConstraints base = small(400);
  std::istringstream lines(constraints_text(base));
  const std::string path = testing::TempDir() + "one.toml";
  std::string section;
  unsigned runs = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 1, "[") == 0) section = line;
    const std::size_t range = line.rfind("; ");
    if (section != "[classifier]" || line.find(" = ") == std::string::npos || range == std::string::npos)
      continue;
    const std::string key = line.substr(0, line.find(' '));
    if (key == "frames") continue;
    std::uint64_t low = 0, high = 0;
    std::string to;
    std::istringstream(line.substr(range + 2)) >> low >> to >> high;
    for (const std::uint64_t value : {low, std::min<std::uint64_t>(high, 1u << 10)}) {
      if (value < low) continue;
      std::string text = constraints_text(base);
      const std::size_t at = text.find("\n" + key + " = ", text.find("[classifier]")) + 1;
      text.replace(at, text.find(' ', at + key.size() + 3) - at, key + " = " + std::to_string(value));
      std::ofstream(path) << text;
      StimulusOptions options = options_of(3, base.classifier.frames);
      options.stress = read_constraints(path, "short").classifier;
      for (const ClassifierBlock block : {ClassifierBlock::kL2, ClassifierBlock::kPools}) {
        const StressCoverage coverage = covered(block, options);
        EXPECT_EQ(coverage_failures(coverage.lines(), 0, false), "") << key << " = " << value;
      }
      ++runs;
    }
  }
  EXPECT_GT(runs, 70u);
}

std::set<std::string> holes(const StressCoverage& coverage, const std::set<std::string>& groups) {
  std::set<std::string> names;
  for (const CoverageLine& line : coverage.lines()) {
    if (groups.count(line.group) != 0 && line.excluded == nullptr && line.hits == 0) names.insert(*line.name);
  }
  return names;
}

// A run of 20,000 frames has all of them by its milestones, not by chance.
TEST(StressStimulus, PoolsMeetEqualEntriesKeysLookupsAndEachProtocolInEachMode) {
  StimulusOptions options = options_of(1, 20'000);
  options.stress = small(20'000).classifier;
  const StressCoverage coverage = covered(ClassifierBlock::kPools, options);
  const std::set<std::string> groups = {"first_frame", "same_destination", "lookup", "equal_entries",
                                        "key",         "protocol"};
  EXPECT_EQ(holes(coverage, groups), std::set<std::string>());
  std::size_t bins = 0;
  for (const CoverageLine& line : coverage.lines())
    bins += line.excluded == nullptr ? groups.count(line.group) : 0;
  EXPECT_EQ(bins, 3u + 3 * 7 + 6 * 2 * 7 + 25 + 22 + 3 + 58 * 2 * 16);
}

TEST(StressStimulus, ALargeTableHasAsManyEqualEntriesAsItHolds) {
  const CheckedSize size({128, 64, 128});
  StimulusOptions options = options_of(1, 20'000);
  options.stress = small(20'000).classifier;
  EXPECT_EQ(holes(covered(ClassifierBlock::kL2, options), {"equal_entries"}), std::set<std::string>());
}

TEST(StressStimulus, ASmallTableMatchesAndMissesAsOftenAsALargeOne) {
  const CheckedSize size({1, 1, 1});
  StimulusOptions options = options_of(1, 20'000);
  options.stress = small(20'000).classifier;
  EXPECT_EQ(holes(covered(ClassifierBlock::kL2, options), {"lookup"}), std::set<std::string>());
}

TEST(StressStimulus, StressHasCornerValuesOfEachField) {
  StimulusOptions options = options_of(2, 150'000);
  options.stress = small(150'000).classifier;
  const std::set<std::string> groups = {"ip_address", "port", "tci", "register", "address"};
  for (const ClassifierBlock block : {ClassifierBlock::kL2, ClassifierBlock::kPools})
    EXPECT_EQ(holes(covered(block, options), groups), std::set<std::string>());
}

// Counts of a run: frames, bad ones, writes, resets.
std::map<std::string, std::size_t> counts(const ClassifierConstraints& constraints) {
  StimulusOptions options = options_of(1, 10'000);
  options.stress = constraints;
  ClassifierStimulus stimulus(options);
  std::map<std::string, std::size_t> counted;
  for (ClassifierItem item; stimulus.next(item);) {
    const bool frame = item.kind == ClassifierItem::Kind::kFrame;
    counted["frames"] += frame ? 1 : 0;
    counted["errors"] += frame && item.error ? 1 : 0;
    counted["writes"] += frame ? item.writes.size() : 0;
    counted["resets"] += item.kind == ClassifierItem::Kind::kReset ? 1 : 0;
  }
  return counted;
}

TEST(StressStimulus, RatesAreConstraints) {
  const ClassifierConstraints base = small(10'000).classifier;
  const auto changed =
      [&](std::initializer_list<std::pair<std::uint64_t ClassifierConstraints::*, std::uint64_t>> values) {
        ClassifierConstraints c = base;
        for (const auto& [key, value] : values) c.*key = value;
        return counts(c);
      };
  using C = ClassifierConstraints;
  const auto bad = changed({{&C::errors_none, 0}, {&C::errors_some, 0}, {&C::errors_many, 0}});
  EXPECT_GT(bad.at("errors"), bad.at("frames") / 2);
  const auto some = [&](std::uint64_t one_in) {
    return changed(
        {{&C::errors_none, 0}, {&C::errors_many, 0}, {&C::errors_all, 0}, {&C::errors_some_one_in, one_in}});
  };
  EXPECT_GT(some(2).at("errors"), 2 * some(100).at("errors"));
  const auto many_writes = [&](std::uint64_t one_in) {
    return changed({{&C::writes_none, 0},
                    {&C::writes_some, 0},
                    {&C::writes_every_clock, 0},
                    {&C::writes_many_one_in, one_in}});
  };
  EXPECT_GT(many_writes(1).at("writes"), 2 * many_writes(1'000).at("writes"));
  const auto some_resets = [&](std::uint64_t one_in) {
    return changed({{&C::epoch_longest, 0},
                    {&C::resets_none, 0},
                    {&C::resets_many, 0},
                    {&C::resets_some_one_in, one_in}});
  };
  EXPECT_GT(some_resets(10).at("resets"), 2 * some_resets(10'000).at("resets"));
}

}  // namespace
}  // namespace ixsim::test
