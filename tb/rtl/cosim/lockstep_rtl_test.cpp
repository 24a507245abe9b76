// Tests the in-tree RTL under the lock-step strategy, as a whole simulation uses it: frames far apart and
// close together, table writes between and during them, resets followed by all 849 words, with and without
// skipped idle clocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cosim/lockstep_classifier.h"
#include "ixsim/error.h"
#include "nic/classifier/reference_classifier.h"

namespace ixsim::test {
namespace {

struct Range {
  std::uint32_t offset;
  std::uint32_t words;
};
constexpr Range kWords[] = {{0x02f00, 1},   {0x05080, 1},   {0x05088, 1},  {0x05090, 1}, {0x050a0, 1},
                            {0x05200, 128}, {0x05400, 32},  {0x05818, 1},  {0x0581c, 1}, {0x05c00, 32},
                            {0x05c80, 10},  {0x0a000, 128}, {0x0a200, 512}};

// Register values that let most frames in and use all of the block.
std::uint32_t value_of(std::uint32_t offset, Random& random) {
  const auto any = static_cast<std::uint32_t>(random.next());
  switch (offset) {
    case 0x05080:
      return any | 0x600;  // unicast promiscuous, broadcast
    case 0x05088:
      return (any & 0x70000000) | (random.chance(1, 8) ? 0x9100 : 0x8100);
    case 0x05818:
      return any | 1;
    default:
      return any;
  }
}

void write_all(Classifier& classifier, std::int64_t& cycle, Random& random) {
  for (const Range& range : kWords) {
    for (std::uint32_t i = 0; i < range.words; ++i) {
      const std::uint32_t offset = range.offset + 4 * i;
      classifier.write(offset, value_of(offset, random), kMacClock.time(++cycle));
    }
  }
  ++cycle;
}

std::vector<std::uint8_t> make_frame(Random& random) {
  std::vector<std::uint8_t> bytes(random.between(1, 160));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  if (random.chance(3, 4) && bytes.size() > 40) {
    std::size_t at = 12;
    bytes[0] &= 0xfe;
    if (random.chance(1, 2)) {
      bytes[at] = 0x81;
      bytes[at + 1] = 0x00;
      at += 4;
    }
    const bool ipv6 = random.chance(1, 2);
    bytes[at] = ipv6 ? 0x86 : 0x08;
    bytes[at + 1] = ipv6 ? 0xdd : 0x00;
    bytes[at + 2] = ipv6 ? 0x60 : 0x45;
    const std::uint8_t protocols[] = {6, 17, 132, 0, 43, 60};
    const std::uint8_t protocol = protocols[random.below(6)];
    bytes[at + (ipv6 ? 8 : 11)] = protocol;
    if (!ipv6) bytes[at + 8] = bytes[at + 9] = 0;
  }
  return bytes;
}

struct Ignore : DecisionSink {
  void decided(const Decision& decision) override {
    admitted += decision.drop == ClassifierDrop::kAdmit ? 1 : 0;
  }
  std::int64_t admitted = 0;
};

struct Outcome {
  std::string failure;
  LockstepStatistics statistics;
  std::string hash;
  std::optional<ClassifierDivergence> divergence;
  std::int64_t admitted;
};

// Lets the RTL see other hash keys than the reference from some clock on, so that the two sides part.
class Liar : public RtlClassifier {
 public:
  Liar(std::unique_ptr<RtlClassifier> rtl, std::int64_t from) : rtl_(std::move(rtl)), from_(from) {}
  ClassifierOutputs clock(const ClassifierInputs& in) override {
    ClassifierInputs changed = in;
    if (clock_++ >= from_ && in.wr_en && (in.wr_addr & 0xff80) == 0x5c80) changed.wr_data ^= 0x100;
    return rtl_->clock(changed);
  }
  void start_waveform(const std::string& path, std::int64_t first_clock,
                      const ReferenceSignals& shown) override {
    rtl_->start_waveform(path, first_clock, shown);
  }
  void stop_waveform() override { rtl_->stop_waveform(); }

 private:
  std::unique_ptr<RtlClassifier> rtl_;
  std::int64_t from_;
  std::int64_t clock_ = 0;
};

Outcome simulate(const LockstepOptions& options, int frames, std::int64_t lie_from = INT64_MAX) {
  LockstepClassifier lockstep(std::make_unique<ReferenceClassifier>(),
                              std::make_unique<Liar>(in_tree_classifier()->make(options.seed, {}), lie_from),
                              options);
  Random random(11);
  Ignore sink;
  Outcome outcome;
  std::deque<std::vector<std::uint8_t>> alive;
  try {
    std::int64_t cycle = 10;
    write_all(lockstep, cycle, random);
    for (int i = 0; i < frames; ++i) {
      if (random.chance(1, 400)) {
        cycle += static_cast<std::int64_t>(random.below(30));
        lockstep.advance(kMacClock.time(cycle), sink);
        lockstep.reset(kMacClock.time(cycle));
        write_all(lockstep, cycle, random);
      }
      alive.push_back(make_frame(random));
      const std::vector<std::uint8_t>& bytes = alive.back();
      const std::int64_t last = cycle + static_cast<std::int64_t>((bytes.size() + 7) / 8) - 1;
      lockstep.begin(static_cast<std::uint64_t>(i), {bytes.data(), bytes.size()}, random.chance(1, 50),
                     kMacClock.time(cycle), kMacClock.time(last));
      if (random.chance(1, 2)) {
        const Range& range = kWords[random.below(std::size(kWords))];
        const auto offset = range.offset + 4 * static_cast<std::uint32_t>(random.below(range.words));
        lockstep.write(offset, value_of(offset, random),
                       kMacClock.time(cycle + static_cast<std::int64_t>(random.below(
                                                  static_cast<std::uint64_t>(last - cycle + 1)))));
      }
      cycle = last + 1;
      if (random.chance(1, 3)) cycle += static_cast<std::int64_t>(random.below(200));
      lockstep.advance(kMacClock.time(cycle) - 1, sink);
      while (alive.size() > 40) alive.pop_front();
    }
    lockstep.finish();
  } catch (const CheckFailure& error) {
    outcome.failure = error.what();
  }
  outcome.statistics = lockstep.statistics();
  outcome.hash = lockstep.decision_hash();
  outcome.divergence = lockstep.divergence();
  outcome.admitted = sink.admitted;
  return outcome;
}

TEST(LockstepRtl, TheInTreeModuleAgreesWithIdleClocksLeftOutOrNot) {
  const Outcome skipping = simulate({}, 3'000);
  EXPECT_EQ(skipping.failure, "") << (skipping.divergence ? describe(*skipping.divergence) : "");
  EXPECT_EQ(skipping.statistics.frames, 3'000);
  EXPECT_GT(skipping.statistics.decisions, 2'900);
  EXPECT_GT(skipping.admitted, 1'000);
  EXPECT_GT(skipping.statistics.clocks_skipped, 10'000);
  LockstepOptions options;
  options.every_cycle = true;
  options.seed = 2;
  const Outcome all = simulate(options, 3'000);
  EXPECT_EQ(all.failure, "");
  EXPECT_EQ(all.hash, skipping.hash);
  EXPECT_EQ(all.statistics.clocks_skipped, 0);
  EXPECT_EQ(all.statistics.clocks, skipping.statistics.clocks + skipping.statistics.clocks_skipped);
}

TEST(LockstepRtl, ADivergenceRepeatsWithAWaveformOfItsLastClocks) {
  const std::int64_t from = 20'000;
  const Outcome first = simulate({}, 3'000, from);
  ASSERT_TRUE(first.divergence.has_value());
  EXPECT_THAT(first.failure, testing::HasSubstr("rss_hash: reference"));
  EXPECT_GT(first.divergence->clock, from);
  LockstepOptions options;
  options.waveform = (std::filesystem::path(testing::TempDir()) / "lockstep_rtl_test.fst").string();
  options.waveform_from = first.divergence->waveform_from();
  const Outcome second = simulate(options, 3'000, from);
  ASSERT_TRUE(second.divergence.has_value());
  EXPECT_EQ(describe(*second.divergence), describe(*first.divergence));
  EXPECT_GT(std::filesystem::file_size(options.waveform), 50'000u);
  std::filesystem::remove(options.waveform);
}

}  // namespace
}  // namespace ixsim::test
