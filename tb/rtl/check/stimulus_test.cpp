// The constrained-random stimulus keeps the obligations of a classifier's source, is the same from the same
// seed, and writes only when it may.
#include "verify/classifier_stimulus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "ixsim/error.h"
#include "stimulus_options.h"
#include "verify/corner_values.h"
#include "verify/frame_maker.h"
#include "verify/pool_stimulus.h"
#include "verify/reserved_addresses.h"
#include "verify/stress_constraints.h"

namespace ixsim::test {
namespace {

std::vector<ClassifierInputs> all_clocks(const StimulusOptions& options) {
  ClassifierStimulus stimulus(options);
  ClassifierItemDriver driver(stimulus);
  std::vector<ClassifierInputs> all, some;
  while (driver.next(some)) {
    EXPECT_FALSE(some.empty());
    all.insert(all.end(), some.begin(), some.end());
  }
  // A group of frames that belong together (up to sixteen) is not cut short.
  EXPECT_GE(driver.frames(), options.frames);
  EXPECT_LT(driver.frames(), options.frames + 16);
  return all;
}

bool same(const ClassifierInputs& a, const ClassifierInputs& b) {
  return a.tdata == b.tdata && a.wr_data == b.wr_data && a.wr_addr == b.wr_addr && a.tkeep == b.tkeep &&
         a.tvalid == b.tvalid && a.tlast == b.tlast && a.tuser == b.tuser && a.wr_en == b.wr_en &&
         a.rst == b.rst;
}

TEST(Stimulus, ComesFromItsSeedAlone) {
  const auto a = all_clocks(options_of(5, 2000)), b = all_clocks(options_of(5, 2000));
  const auto other = all_clocks(options_of(6, 2000));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_TRUE(same(a[i], b[i])) << i;
  std::size_t differences = 0;
  for (std::size_t i = 0; i < std::min(a.size(), other.size()); ++i)
    differences += same(a[i], other[i]) ? 0 : 1;
  EXPECT_GT(differences, a.size() / 2);
}

TEST(Stimulus, PutsInnerPacketsBehindSnap) {
  FrameMaker maker(Random(1));
  const ClassifierTables tables;
  const std::uint8_t ipv4[] = {0xAA, 0xAA, 3, 0, 0, 0, 0x08, 0x00, 0x45};
  const std::uint8_t ipv6[] = {0xAA, 0xAA, 3, 0, 0, 0, 0x86, 0xDD, 0x60};
  const auto snap = std::find_if(kDictionary.begin(), kDictionary.end(), [](const DictionaryProtocol& p) {
    return std::string(p.name) == "llc_snap";
  });
  std::size_t found4 = 0, found6 = 0;
  std::vector<std::uint8_t> frame;
  for (int i = 0; i < 400; ++i) {
    maker.make_protocol(tables, static_cast<std::size_t>(snap - kDictionary.begin()), false, frame);
    if (frame.size() < 14 + sizeof ipv4) continue;
    found4 += std::memcmp(frame.data() + 14, ipv4, sizeof ipv4) == 0 ? 1 : 0;
    found6 += std::memcmp(frame.data() + 14, ipv6, sizeof ipv6) == 0 ? 1 : 0;
  }
  EXPECT_GT(found4, 50u);
  EXPECT_GT(found6, 50u);
}

// A seed is reported with a divergence, so it must give the same stimulus whatever compiler built the
// program. A change of the stimulus changes the numbers.
TEST(Stimulus, IsTheSameWithEachCompiler) {
  const auto digest = [](const StimulusOptions& options) {
    std::uint64_t sum = 0xCBF29CE484222325u;
    const auto add = [&sum](std::uint64_t value) { sum = (sum ^ value) * 0x100000001B3u; };
    for (const ClassifierInputs& clock : all_clocks(options)) {
      for (const std::uint64_t value : {std::uint64_t{clock.tdata}, std::uint64_t{clock.wr_data}}) add(value);
      add(std::uint64_t{clock.tkeep} << 16 | clock.wr_addr);
      add((clock.tvalid ? 1u : 0u) | (clock.tlast ? 2u : 0u) | (clock.tuser ? 4u : 0u) |
          (clock.wr_en ? 8u : 0u) | (clock.rst ? 16u : 0u));
    }
    return sum;
  };
  EXPECT_EQ(digest(options_of(9, 3'000)), 0x55DA9F31CD63EB0Au);
  StimulusOptions stressed = options_of(9, 3'000);
  stressed.stress = stress_profile("short").classifier;
  stressed.stress->frames = 3'000;
  EXPECT_EQ(digest(stressed), 0x3BFBD46C9F7BC4B9u);
}

TEST(Stimulus, LongerRunBeginsLikeAShorterOne) {
  const auto a = all_clocks(options_of(5, 500)), b = all_clocks(options_of(5, 2000));
  // The short one ends in its own idle clocks.
  for (std::size_t i = 0; i + 100 < a.size(); ++i) ASSERT_TRUE(same(a[i], b[i])) << i;
}

TEST(Stimulus, BeginsWithAResetAndEndsIdle) {
  const auto clocks = all_clocks(options_of(1, 100));
  EXPECT_TRUE(clocks.front().rst);
  for (std::size_t i = clocks.size() - 20; i < clocks.size(); ++i) EXPECT_FALSE(clocks[i].tvalid);
}

TEST(Stimulus, LanesAreFullButOnTheLastBeat) {
  std::size_t partial = 0, noisy = 0;
  for (const ClassifierInputs& in : all_clocks(options_of(7, 5000))) {
    if (!in.tvalid || in.rst) continue;
    if (!in.tlast) {
      ASSERT_EQ(in.tkeep, 0xFF);
      continue;
    }
    // 2^n - 1 with 1 to 8 lanes.
    ASSERT_NE(in.tkeep, 0);
    ASSERT_EQ(in.tkeep & (in.tkeep + 1), 0);
    if (in.tkeep == 0xFF) continue;
    ++partial;
    const int lanes = __builtin_popcount(in.tkeep);
    if (in.tdata >> (8 * lanes) != 0) ++noisy;
  }
  EXPECT_GT(partial, 1000u);
  EXPECT_GT(noisy, partial * 9 / 10);
}

// An engineer may use a length that the contract ignores.
TEST(Stimulus, IgnoredLengthsReachTheirLimits) {
  std::set<std::uint64_t> total, payload;
  std::uint64_t beats[4] = {};
  std::size_t beat = 0;
  for (const ClassifierInputs& clock : all_clocks(options_of(5, 2000))) {
    if (clock.rst) beat = 0;
    if (clock.rst || !clock.tvalid) continue;
    if (beat < 4) beats[beat++] = clock.tdata;
    if (!clock.tlast) continue;
    const std::uint64_t type = beats[1] >> 32 & 0xFFFF;  // bytes 12 and 13, the first lane lowest
    if (beat >= 3 && type == 0x0008) total.insert(beats[2] & 0xFFFF);
    if (beat >= 3 && type == 0xDD86) payload.insert(beats[2] >> 16 & 0xFFFF);
    beat = 0;
  }
  for (const std::uint64_t limit : {0x0000u, 0xFFFFu}) {
    EXPECT_EQ(total.count(limit), 1) << limit;
    EXPECT_EQ(payload.count(limit), 1) << limit;
  }
}

// Quiet writes come when no frame is open and no decision is pending.
struct QuietWrites {
  explicit QuietWrites(std::int64_t decision) : latency(decision) {}
  void sample(const ClassifierInputs& in) {
    if (in.rst) {
      open = false;
      last_end = -1000;
    } else {
      if (in.wr_en) {
        ++writes;
        ASSERT_FALSE(open || in.tvalid) << "edge " << edge;
        ASSERT_GT(edge, last_end + latency);
      }
      if (in.tvalid) open = !in.tlast;
      if (in.tvalid && in.tlast) last_end = edge;
    }
    ++edge;
  }
  const std::int64_t latency;  // edges from a last beat to its decision
  bool open = false;
  std::int64_t edge = 0, last_end = -1000, writes = 0;
};

TEST(Stimulus, QuietWritesFindNothingOpenOrPending) {
  for (const unsigned latency : {1u, 12u, 64u}) {
    StimulusOptions options = options_of(latency, 3000);
    options.writes = WritePolicy::kQuiet;
    options.latency = options.drain_edges = latency;
    QuietWrites quiet(latency);
    for (const ClassifierInputs& in : all_clocks(options)) ASSERT_NO_FATAL_FAILURE(quiet.sample(in));
    EXPECT_GT(quiet.writes, 1000);
  }
}

TEST(Stimulus, LiveWritesComeAtAnyTime) {
  bool open = false;
  std::size_t inside = 0, writes = 0, on_beats = 0;
  for (const ClassifierInputs& in : all_clocks(options_of(3, 3000))) {
    if (in.rst) {
      open = false;
      continue;
    }
    if (in.wr_en) {
      ++writes;
      inside += open ? 1 : 0;
      on_beats += in.tvalid ? 1 : 0;
    }
    if (in.tvalid) open = !in.tlast;
  }
  EXPECT_GT(inside, writes / 4);
  EXPECT_GT(on_beats, writes / 4);
}

TEST(Stimulus, SendsCapturedFramesAsTheyAre) {
  StimulusOptions options = options_of(2, 600);
  for (std::size_t size : {1u, 8u, 60u, 61u, 1514u}) {
    std::vector<std::uint8_t> frame(size);
    for (std::size_t i = 0; i < size; ++i) frame[i] = static_cast<std::uint8_t>(i * 7 + size);
    options.captured.push_back(frame);
  }
  std::vector<std::uint8_t> frame;
  std::size_t frames = 0, cut = 0;
  for (const ClassifierInputs& in : all_clocks(options)) {
    if (in.rst) {
      cut += frame.empty() ? 0 : 1;
      frame.clear();
      continue;
    }
    if (!in.tvalid) continue;
    const int lanes = in.tlast ? __builtin_popcount(in.tkeep) : 8;
    for (int i = 0; i < lanes; ++i) frame.push_back(static_cast<std::uint8_t>(in.tdata >> (8 * i)));
    if (!in.tlast) continue;
    bool known = false;
    for (const auto& captured : options.captured) known |= frame == captured;
    ASSERT_TRUE(known) << frame.size();
    frame.clear();
    ++frames;
  }
  EXPECT_EQ(frames, 600u);
  EXPECT_LT(cut, 20u);
}

TEST(Stimulus, ItemsCanBeRecordedAndDrivenAgain) {
  ClassifierStimulus stimulus(options_of(9, 3000));
  std::vector<ClassifierItem> items;
  for (ClassifierItem item; stimulus.next(item);) items.push_back(item);
  std::size_t frames = 0, cut = 0, writes = 0;
  std::int64_t edges = 0;
  for (const ClassifierItem& item : items) {
    frames += item.kind == ClassifierItem::Kind::kFrame ? 1 : 0;
    cut += item.kind == ClassifierItem::Kind::kReset && !item.bytes.empty() ? 1 : 0;
    writes += item.writes.size();
    edges += item.length();
    ASSERT_GT(item.length(), 0);
  }
  EXPECT_GE(frames, 3000u);
  EXPECT_GT(cut, 0u);
  const auto direct = all_clocks(options_of(9, 3000));
  ClassifierItemList list(items);
  ClassifierItemDriver driver(list);
  std::vector<ClassifierInputs> again, some;
  while (driver.next(some)) again.insert(again.end(), some.begin(), some.end());
  EXPECT_EQ(driver.items(), items.size());
  EXPECT_EQ(driver.frames(), frames);
  ASSERT_EQ(again.size(), direct.size());
  ASSERT_EQ(static_cast<std::int64_t>(again.size()), edges);
  std::size_t enabled = 0;
  for (std::size_t i = 0; i < again.size(); ++i) {
    ASSERT_TRUE(same(again[i], direct[i])) << i;
    enabled += again[i].wr_en && !again[i].rst ? 1 : 0;
  }
  EXPECT_EQ(enabled, writes);
}

TEST(Stimulus, StressKeepsTheSourcesObligations) {
  for (const bool quiet : {false, true}) {
    StimulusOptions options = stressed(4, 20'000);
    if (quiet) options.writes = WritePolicy::kQuiet;
    ClassifierStimulus stimulus(options), again(options);
    ClassifierItemDriver driver(stimulus), other(again);
    std::vector<ClassifierInputs> some, same_some;
    bool open = false;
    std::int64_t edge = 0, last_end = -1000, last_reset = 0, epoch = 0;
    while (driver.next(some)) {
      ASSERT_TRUE(other.next(same_some));
      ASSERT_EQ(some.size(), same_some.size());
      for (std::size_t i = 0; i < some.size(); ++i, ++edge) {
        const ClassifierInputs& in = some[i];
        ASSERT_TRUE(same(in, same_some[i])) << edge;
        if (in.rst) {
          open = false;
          last_end = -1000;
          last_reset = static_cast<std::int64_t>(driver.frames());
          continue;
        }
        if (quiet && in.wr_en) {
          ASSERT_FALSE(open || in.tvalid) << edge;
          ASSERT_GT(edge, last_end + 12);
        }
        if (!in.tvalid) continue;
        if (in.tlast) {
          ASSERT_NE(in.tkeep, 0);
          ASSERT_EQ(in.tkeep & (in.tkeep + 1), 0);
          last_end = edge;
        } else {
          ASSERT_EQ(in.tkeep, 0xFF);
        }
        open = !in.tlast;
      }
      epoch = static_cast<std::int64_t>(driver.frames()) - last_reset;
    }
    // The last part of the run is one epoch.
    EXPECT_GT(epoch, 14'000);
    EXPECT_GE(driver.frames(), 20'000u);
  }
}

// Two copies of either block's registers of which the words that have not been written since the last reset
// are opposite: 0, and all ones.
struct L2Copies {
  ClassifierTables zeros, ones;
  void reset() {
    zeros.reset();
    ones.reset();
    for (int i = 0; i < ClassifierTables::words(); ++i) {
      const RegisterGroup group = ClassifierTables::group_of(ClassifierTables::address_of(i));
      const ClassifierRange& range = ClassifierTables::range(group);
      if (range.words == 1) continue;
      // The valid bit of a receive address is 0 behind a reset.
      ones.word(i) = group == RegisterGroup::kRar && (i - range.index) % 2 == 1 ? 0x7FFFFFFF : 0xFFFFFFFF;
    }
  }
  void write(const ClassifierInputs& in) {
    const int index = ClassifierTables::index_of(in.wr_addr);
    if (index >= 0) zeros.word(index) = ones.word(index) = in.wr_data;
  }
  std::uint16_t vet() const { return zeros.vet(); }
  bool decide_alike(const ParsedFrame& frame) const {
    Prediction a, b;
    predict(frame, zeros, a);
    predict(frame, ones, b);
    return same_decision(frame, a, frame, b);
  }
};

struct PoolCopies {
  PoolRegisters zeros, ones;
  void reset() {
    zeros.reset();
    ones.reset();
    for (unsigned i = 0; i < PoolRegisters::kWords; ++i) {
      const PoolGroup group = PoolRegisters::group_of(i);
      if (PoolRegisters::range(group).words <= 2) continue;
      const bool high = (i - PoolRegisters::first_of(group)) % 2 == 1;
      ones.write(i, group == PoolGroup::kRar && high ? 0x7FFFFFFF : 0xFFFFFFFF);
    }
  }
  void write(const ClassifierInputs& in) {
    const int index = PoolRegisters::index_of(in.wr_addr & 0xFFFC);
    if (index < 0) return;
    zeros.write(static_cast<unsigned>(index), in.wr_data);
    ones.write(static_cast<unsigned>(index), in.wr_data);
  }
  std::uint16_t vet() const { return zeros.vet(); }
  bool decide_alike(const ParsedFrame& frame) const {
    PoolPrediction a, b;
    zeros.predict(frame, a);
    ones.predict(frame, b);
    return same_decision(frame, a, frame, b);
  }
};

// Returns the number of decided frames.
template <typename Copies>
std::size_t expect_alike(ClassifierItemSource& source) {
  Copies copies;
  ClassifierItemDriver driver(source);
  std::vector<ClassifierInputs> some;
  std::vector<std::uint8_t> frame;
  std::uint16_t vet = 0x8100;
  std::size_t decided = 0, different = 0;
  while (driver.next(some)) {
    for (const ClassifierInputs& in : some) {
      if (in.rst) {
        copies.reset();
        frame.clear();
        continue;
      }
      if (in.tvalid) {
        if (frame.empty()) vet = copies.vet();
        const int lanes = in.tlast ? __builtin_popcount(in.tkeep) : 8;
        for (int i = 0; i < lanes; ++i) frame.push_back(static_cast<std::uint8_t>(in.tdata >> (8 * i)));
        if (in.tlast) {
          ParsedFrame parsed;
          parse_frame(ByteView{frame.data(), frame.size()}.first(kParsedBytes),
                      static_cast<std::uint32_t>(frame.size()), in.tuser, vet, parsed);
          different += copies.decide_alike(parsed) ? 0 : 1;
          ++decided;
          frame.clear();
        }
      }
      if (in.wr_en) copies.write(in);
    }
  }
  EXPECT_EQ(different, 0u);
  return decided;
}

TEST(Stimulus, TablesLeftOutBehindAResetAreNeverLookedAt) {
  for (std::uint64_t seed = 3; seed < 6; ++seed) {
    ClassifierStimulus l2(stressed(seed, 30'000));
    EXPECT_GT(expect_alike<L2Copies>(l2), 29'000u);
    PoolStimulus pools(stressed(seed, 30'000));
    EXPECT_GT(expect_alike<PoolCopies>(pools), 29'000u);
  }
}

TEST(Stimulus, QuietWritesOfPoolsFindNothingOpenOrPending) {
  StimulusOptions options = options_of(6, 3'000);
  options.stress = small(3'000).classifier;
  options.writes = WritePolicy::kQuiet;
  PoolStimulus stimulus(options);
  ClassifierItemDriver driver(stimulus);
  std::vector<ClassifierInputs> some;
  QuietWrites quiet(12);
  while (driver.next(some)) {
    for (const ClassifierInputs& in : some) ASSERT_NO_FATAL_FAILURE(quiet.sample(in));
  }
  EXPECT_GT(quiet.writes, 10'000);
  EXPECT_GT(quiet.edge, quiet.last_end + 12);
}

TEST(CornerValues, EqualEntriesAreAllUpToSixteenThenPowersOfTwoAndNeighbours) {
  using V = std::vector<unsigned>;
  EXPECT_EQ(equal_counts(1), V({1}));
  EXPECT_EQ(equal_counts(4), V({1, 2, 3, 4}));
  EXPECT_EQ(equal_counts(16).size(), 16u);
  const V large = equal_counts(100);
  EXPECT_EQ(V(large.begin() + 16, large.end()), V({17, 31, 32, 33, 63, 64, 65, 100}));
}

TEST(CornerValues, AnAddressMadeInARangeIsRecognizedInIt) {
  Random random(7);
  std::uint8_t address[16] = {};
  for (const ReservedAddresses& range : kReservedIpv4) {
    put_reserved(random, range, address, 4);
    EXPECT_TRUE(is_reserved(range, address, 4)) << range.name;
  }
  EXPECT_EQ(address[0], 255);  // broadcast
  for (const ReservedAddresses& range : kReservedIpv6) {
    put_reserved(random, range, address, 16);
    for (const ReservedAddresses& other : kReservedIpv6)
      EXPECT_EQ(is_reserved(other, address, 16), &range == &other) << range.name << " " << other.name;
  }
  const std::uint8_t local[] = {127, 0, 0, 1}, group[] = {239, 1, 2, 3}, plain[] = {10, 1, 2, 3};
  EXPECT_TRUE(is_reserved(kReservedIpv4[1], local, 4));
  EXPECT_TRUE(is_reserved(kReservedIpv4[3], group, 4));
  for (const ReservedAddresses& range : kReservedIpv4)
    EXPECT_FALSE(is_reserved(range, plain, 4)) << range.name;
}

std::string refused(const std::string& text) {
  const std::string path = testing::TempDir() + "constraints.toml";
  std::ofstream(path) << text;
  try {
    read_constraints(path, "standard");
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.compare(0, path.size(), path) == 0 ? what.substr(path.size()) : what;
  }
  return "accepted";
}

TEST(StressConstraints, WhatIsPrintedCanBeRead) {
  StressConstraints constraints = stress_profile("soak");
  constraints.seeds = 77;
  constraints.classifier.gap_longest = 1234;
  constraints.scheduler.corner_values = 3;
  const std::string path = testing::TempDir() + "printed.toml";
  std::ofstream(path) << constraints_text(constraints);
  StressConstraints read = read_constraints(path, "short");
  EXPECT_EQ(read.name, path);
  read.name = constraints.name;
  EXPECT_EQ(constraints_text(read), constraints_text(constraints));
  EXPECT_EQ(read.seeds, 77u);
  EXPECT_EQ(read.classifier.gap_longest, 1234u);
}

TEST(StressConstraints, AFileChangesAProfile) {
  const std::string path = testing::TempDir() + "some.toml";
  std::ofstream(path) << "[classifier]\nframes = 9\n";
  const StressConstraints read = read_constraints(path, "soak");
  EXPECT_EQ(read.classifier.frames, 9u);
  EXPECT_EQ(read.seeds, stress_profile("soak").seeds);
  EXPECT_EQ(read.classifier.burst_longest, stress_profile("soak").classifier.burst_longest);
}

TEST(StressConstraints, WhatCannotBeUsedIsNamedWithLineAndRange) {
  EXPECT_NE(refused("[classifier]\nidle_longst = 5\n")
                .find(":2: unknown constraint classifier.idle_longst; "
                      "the nearest one is classifier.idle_longest"),
            std::string::npos);
  EXPECT_NE(refused("[scheduler]\n\nhold_longest = 0\n")
                .find(":3: scheduler.hold_longest: found 0, accepted are the integers from 1 to"),
            std::string::npos);
  EXPECT_NE(refused("seeds = \"many\"\n").find(":1: seeds: found"), std::string::npos);
  EXPECT_NE(refused("seeds = -1\n").find("found -1"), std::string::npos);
  EXPECT_NE(refused("[classifier]\ngaps_none = 0\ngaps_mixed = 0\ngaps_wide = 0\n")
                .find("all weights classifier.gaps_* are 0"),
            std::string::npos);
  EXPECT_NE(refused("seeds = = 3\n").find(":1: "), std::string::npos);
  EXPECT_EQ(refused("seeds = 3\n"), "accepted");
}

}  // namespace
}  // namespace ixsim::test
