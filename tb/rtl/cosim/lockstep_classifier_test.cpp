// Tests the lock-step strategy itself: the inputs that it drives into a module, the clocks that it skips, and
// its detection of every kind of difference. The module is a substitute of a few lines. It can be set to
// fail, and it refuses a stimulus that breaks the contract. The function that it has in common with its
// reference does not matter here.
#include "cosim/lockstep_classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>

#include "ixsim/error.h"
#include "nic/classifier/reference_classifier.h"

namespace ixsim::test {
namespace {

constexpr std::int64_t kLatency = 12;

// Decision of both sides on a frame: every field depends on its bytes and on the word written last.
ClassifierOutputs decide(const std::vector<std::uint8_t>& bytes, bool error, std::uint32_t word) {
  std::uint32_t mix = 2166136261u ^ word;
  for (const std::uint8_t byte : bytes) mix = (mix ^ byte) * 16777619u;
  ClassifierOutputs out;
  out.valid = true;
  out.drop = error ? 1 : mix % 8 == 0 ? 2 : 0;
  out.rss_hash = mix;
  out.tci = static_cast<std::uint16_t>(mix >> 7);
  out.queue = mix >> 3 & 63;
  out.vmdq = mix >> 5 & 15;
  out.tc = mix >> 9 & 7;
  out.ptype = mix >> 11 & 127;
  out.rss_type = mix >> 13 & 15;
  out.tagged = (mix >> 17 & 1) != 0;
  out.pif = (mix >> 19 & 1) != 0;
  return out;
}

// A fault of the module, from the given decision on.
struct Fault {
  std::function<void(ClassifierOutputs&)> field;
  int shift = 0;  // clocks late (or, negative, early)
  bool missing = false;
  bool doubled = false;
  int write_delay = 0;  // a write is seen this many frames late; -1: one frame early
  bool stops = false;
};

struct Log {
  std::int64_t clocks = 0;
  std::int64_t frames = 0;
  std::int64_t resets = 0;
  std::map<std::uint32_t, std::uint32_t> words;
  std::string waveform;
  std::int64_t waveform_clock = -1;
  bool waveform_stopped = false;
};

class StandIn : public RtlClassifier {
 public:
  StandIn(Log& log, Fault fault, std::int64_t from) : log_(log), fault_(std::move(fault)), from_(from) {}

  ClassifierOutputs clock(const ClassifierInputs& in) override {
    const std::int64_t now = log_.clocks++;
    ClassifierOutputs out;
    out.rss_hash = 0xdeadbeef;  // anything goes while valid is false
    if (!due_.empty() && due_.front().first == now) {
      out = due_.front().second;
      due_.pop_front();
    }
    if (in.rst) {
      ++log_.resets;
      due_.clear();
      bytes_.clear();
      return out;
    }
    if (in.tvalid) {
      EXPECT_TRUE(in.tlast || in.tkeep == 0xff);
      EXPECT_TRUE(in.tkeep != 0 && (in.tkeep & (in.tkeep + 1)) == 0);
      for (int i = 0; i < 8; ++i) {
        if ((in.tkeep >> i & 1) != 0) bytes_.push_back(static_cast<std::uint8_t>(in.tdata >> (8 * i)));
      }
      if (in.tlast) finish_frame(now, in);
    }
    if (in.wr_en) {
      log_.words[in.wr_addr] = in.wr_data;
      words_.push_back(in.wr_data);
    }
    return out;
  }
  void start_waveform(const std::string& path, std::int64_t first_clock, const ReferenceSignals&) override {
    log_.waveform = path;
    log_.waveform_clock = first_clock;
    EXPECT_EQ(first_clock, log_.clocks);
  }
  void stop_waveform() override { log_.waveform_stopped = true; }

 private:
  void finish_frame(std::int64_t now, const ClassifierInputs& in) {
    const bool wrong = log_.frames++ >= from_;
    if (wrong && fault_.stops) throw CheckFailure("RTL: stopped");
    std::uint32_t word = words_.empty() ? 0 : words_.back();
    if (wrong && fault_.write_delay > 0) word = seen_;
    if (wrong && fault_.write_delay < 0 && in.wr_en) word = in.wr_data;
    seen_ = words_.empty() ? 0 : words_.back();
    ClassifierOutputs out = decide(bytes_, in.tuser, word);
    bytes_.clear();
    if (wrong && fault_.field) fault_.field(out);
    if (wrong && fault_.missing) return;
    due_.push_back({now + kLatency + (wrong ? fault_.shift : 0), out});
    if (wrong && fault_.doubled) due_.push_back({now + kLatency + 1, out});
  }

  Log& log_;
  Fault fault_;
  std::int64_t from_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> words_;
  std::uint32_t seen_ = 0;
  std::deque<std::pair<std::int64_t, ClassifierOutputs>> due_;
};

class StandInReference : public Classifier {
 public:
  void begin(std::uint64_t frame, ByteView bytes, bool error, Time, Time last_beat) override {
    frames_.push_back({frame, {bytes.begin(), bytes.end()}, error, last_beat});
  }
  void write(std::uint32_t, std::uint32_t value, Time time) override { writes_.push_back({time, value}); }
  void reset(Time) override { frames_.clear(); }
  void advance(Time now, DecisionSink& sink) override {
    while (next_decision() <= now) {
      const Frame frame = frames_.front();
      frames_.pop_front();
      std::uint32_t word = 0;
      for (const auto& [time, value] : writes_) {
        if (time < frame.last_beat) word = value;
      }
      const ClassifierOutputs out = decide(frame.bytes, frame.error, word);
      Decision decision;
      decision.frame = frame.id;
      decision.time = frame.last_beat + kMacClock.time(kLatency);
      decision.rss_hash = out.rss_hash;
      decision.tci = out.tci;
      decision.drop = static_cast<ClassifierDrop>(out.drop);
      decision.queue = out.queue;
      decision.vmdq = out.vmdq;
      decision.traffic_class = out.tc;
      decision.packet_type = out.ptype;
      decision.rss_type = out.rss_type;
      decision.tagged = out.tagged;
      decision.inexact = out.pif;
      sink.decided(decision);
    }
  }
  Time next_decision() const override {
    return frames_.empty() ? kNever : frames_.front().last_beat + kMacClock.time(kLatency);
  }

 private:
  struct Frame {
    std::uint64_t id;
    std::vector<std::uint8_t> bytes;
    bool error;
    Time last_beat;
  };
  std::deque<Frame> frames_;
  std::vector<std::pair<Time, std::uint32_t>> writes_;
};

struct Counter : DecisionSink {
  void decided(const Decision&) override { ++count; }
  std::int64_t count = 0;
};

struct Outcome {
  std::string failure;  // what CheckFailure said, or empty
  LockstepStatistics statistics;
  std::string hash;
  std::optional<ClassifierDivergence> divergence;
  std::int64_t delivered = 0;
  Log log;
};

// `frames` random frames with gaps of 0 to 40 clocks, and now and then of a second; writes everywhere.
Outcome simulate(const Fault& fault, std::int64_t wrong_from, const LockstepOptions& options = {},
                 int frames = 400, bool resets = false) {
  Outcome run;
  LockstepClassifier lockstep(std::make_unique<StandInReference>(),
                              std::make_unique<StandIn>(run.log, fault, wrong_from), options);
  Random random(7);
  Counter sink;
  std::int64_t cycle = 5;
  std::vector<std::uint8_t> bytes;
  try {
    for (int i = 0; i < frames; ++i) {
      bytes.resize(random.between(1, 100));
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
      const auto beats = static_cast<std::int64_t>((bytes.size() + 7) / 8);
      std::int64_t last = cycle + beats - 1;
      if (beats > 1 && random.chance(1, 8)) last += 5;
      lockstep.begin(static_cast<std::uint64_t>(i), {bytes.data(), bytes.size()}, random.chance(1, 10),
                     kMacClock.time(cycle), kMacClock.time(last));
      if (random.chance(1, 2)) {
        const auto at =
            static_cast<std::int64_t>(random.between(0, static_cast<std::uint64_t>(last - cycle)));
        lockstep.write(0x5c80, static_cast<std::uint32_t>(random.next()), kMacClock.time(cycle + at));
      }
      cycle = last + 1;
      if (random.chance(1, 2)) cycle += static_cast<std::int64_t>(random.below(40));
      if (random.chance(1, 50)) cycle += 156'250'000;
      // Up to the edge before: an input at the next one may still come.
      lockstep.advance(kMacClock.time(cycle) - 1, sink);
      if (resets && random.chance(1, 20)) {
        lockstep.reset(kMacClock.time(cycle));
        ++cycle;
      }
    }
    lockstep.finish();
  } catch (const CheckFailure& error) {
    run.failure = error.what();
  }
  run.statistics = lockstep.statistics();
  run.hash = lockstep.decision_hash();
  run.divergence = lockstep.divergence();
  run.delivered = sink.count;
  return run;
}

TEST(LockstepClassifier, ComparesEveryFrame) {
  const Outcome run = simulate({}, 0);
  EXPECT_EQ(run.failure, "");
  EXPECT_EQ(run.statistics.frames, 400);
  EXPECT_EQ(run.statistics.decisions, 400);
  EXPECT_GT(run.statistics.fields, 400 * 5);
  EXPECT_LT(run.statistics.fields, 400 * 10);
  EXPECT_EQ(run.log.frames, 400);
  EXPECT_EQ(run.statistics.clocks, run.log.clocks);
}

TEST(LockstepClassifier, LeavesIdleClocksOutWithoutChangingAnything) {
  const Outcome run = simulate({}, 0);
  EXPECT_LT(run.statistics.clocks, 20'000);
  EXPECT_GT(run.statistics.clocks_skipped, 156'250'000);
  EXPECT_EQ(run.hash.size(), 32u);
  EXPECT_EQ(simulate({}, 0).hash, run.hash);
}

TEST(LockstepClassifier, EveryCycleClocksThemAll) {
  LockstepOptions all;
  all.every_cycle = true;
  const auto play = [&](const LockstepOptions& options) {
    Log log;
    LockstepClassifier lockstep(std::make_unique<StandInReference>(),
                                std::make_unique<StandIn>(log, Fault{}, 0), options);
    const std::uint8_t bytes[20] = {1, 2, 3};
    Counter sink;
    for (int i = 0; i < 10; ++i) {
      const std::int64_t cycle = 100 + 1'000 * i;
      lockstep.begin(static_cast<std::uint64_t>(i), {bytes, 20}, false, kMacClock.time(cycle),
                     kMacClock.time(cycle + 2));
      lockstep.advance(kMacClock.time(cycle + 500), sink);
    }
    lockstep.finish();
    return std::make_tuple(lockstep.decision_hash(), lockstep.statistics().clocks,
                           lockstep.statistics().clocks_skipped);
  };
  const auto [hash, clocks, left_out] = play({});
  const auto [all_hash, all_clocks, all_left_out] = play(all);
  EXPECT_EQ(hash, all_hash);
  EXPECT_EQ(all_left_out, 0);
  EXPECT_GT(left_out, 8'000);
  EXPECT_EQ(all_clocks, clocks + left_out);
}

TEST(LockstepClassifier, ResetLosesFramesOnBothSides) {
  const Outcome run = simulate({}, 0, {}, 1'000, true);
  EXPECT_EQ(run.failure, "");
  EXPECT_GT(run.log.resets, 20);
  EXPECT_LT(run.statistics.decisions, run.statistics.frames);
  EXPECT_GT(run.statistics.decisions, run.statistics.frames / 2);
}

TEST(LockstepClassifier, ADecisionDueAtAResetIsComparedAndStillDelivered) {
  Log log;
  LockstepClassifier lockstep(std::make_unique<ReferenceClassifier>(),
                              std::make_unique<StandIn>(log, Fault{}, 0), {});
  const std::uint8_t runt[4] = {1, 2, 3, 4};
  Counter sink;
  // A bad runt is drop 1 to both sides.
  lockstep.begin(1, {runt, 4}, true, kMacClock.time(100), kMacClock.time(100));
  lockstep.begin(2, {runt, 4}, true, kMacClock.time(101), kMacClock.time(101));
  lockstep.advance(kMacClock.time(105), sink);
  lockstep.reset(kMacClock.time(112));
  EXPECT_EQ(lockstep.statistics().decisions, 1);
  EXPECT_EQ(lockstep.next_decision(), kMacClock.time(112));
  lockstep.advance(kMacClock.time(112), sink);
  EXPECT_EQ(sink.count, 1);
  EXPECT_EQ(lockstep.next_decision(), kNever);
  lockstep.finish();
}

TEST(LockstepClassifier, PowerOnWritesEveryTableWord) {
  Log log;
  LockstepClassifier lockstep(std::make_unique<StandInReference>(),
                              std::make_unique<StandIn>(log, Fault{}, 0), {});
  EXPECT_EQ(log.resets, 1);
  EXPECT_EQ(log.words.size(), 849u);
  EXPECT_EQ(log.words[0x5088], 0x8100u);
  EXPECT_EQ(log.words[0xa9fc], 0u);
  EXPECT_EQ(lockstep.statistics().writes, 0);
}

TEST(LockstepClassifier, SeesEveryInvertedOutputBit) {
  const auto caught = [](const std::string& name, const std::function<void(ClassifierOutputs&)>& invert) {
    Fault fault;
    fault.field = invert;
    const Outcome run = simulate(fault, 100);
    EXPECT_THAT(run.failure, testing::HasSubstr(name));
    EXPECT_GE(run.statistics.decisions, 100);
    ASSERT_TRUE(run.divergence.has_value()) << name;
    EXPECT_TRUE(run.divergence->expected.has_value());
    EXPECT_FALSE(run.divergence->frame.empty());
    EXPECT_FALSE(run.divergence->writes.empty());
    EXPECT_THAT(describe(*run.divergence), testing::HasSubstr("divergence at MAC cycle "));
  };
  for (int bit = 0; bit < 2; ++bit)
    caught("drop: reference",
           [=](ClassifierOutputs& o) { o.drop = static_cast<std::uint8_t>(o.drop ^ 1 << bit); });
  for (int bit = 0; bit < 6; ++bit)
    caught("queue: reference",
           [=](ClassifierOutputs& o) { o.queue = static_cast<std::uint8_t>(o.queue ^ 1 << bit); });
  for (int bit = 0; bit < 4; ++bit)
    caught("vmdq: reference",
           [=](ClassifierOutputs& o) { o.vmdq = static_cast<std::uint8_t>(o.vmdq ^ 1 << bit); });
  for (int bit = 0; bit < 3; ++bit)
    caught("tc: reference", [=](ClassifierOutputs& o) { o.tc = static_cast<std::uint8_t>(o.tc ^ 1 << bit); });
  caught("tagged: reference", [](ClassifierOutputs& o) { o.tagged = !o.tagged; });
  for (int bit = 0; bit < 16; ++bit)
    caught("tci: reference",
           [=](ClassifierOutputs& o) { o.tci = static_cast<std::uint16_t>(o.tci ^ 1 << bit); });
  caught("pif: reference", [](ClassifierOutputs& o) { o.pif = !o.pif; });
  for (int bit = 0; bit < 7; ++bit)
    caught("ptype: reference",
           [=](ClassifierOutputs& o) { o.ptype = static_cast<std::uint8_t>(o.ptype ^ 1 << bit); });
  for (int bit = 0; bit < 4; ++bit)
    caught("rss_type: reference",
           [=](ClassifierOutputs& o) { o.rss_type = static_cast<std::uint8_t>(o.rss_type ^ 1 << bit); });
  for (int bit = 0; bit < 32; ++bit)
    caught("rss_hash: reference", [=](ClassifierOutputs& o) { o.rss_hash ^= 1u << bit; });
  caught("no decision of the RTL where one is due", [](ClassifierOutputs& o) { o.valid = false; });
}

TEST(LockstepClassifier, SeesWrongTimes) {
  Fault early, late, missing, doubled;
  early.shift = -1;
  late.shift = 1;
  missing.missing = true;
  doubled.doubled = true;
  for (const Fault& fault : {early, late, missing, doubled}) {
    const Outcome run = simulate(fault, 100);
    EXPECT_THAT(run.failure, testing::HasSubstr("decision of the RTL where"));
    EXPECT_GE(run.statistics.decisions, 100);
  }
}

TEST(LockstepClassifier, SeesWritesAtTheWrongFrame) {
  Fault early, late;
  early.write_delay = -1;
  late.write_delay = 1;
  EXPECT_NE(simulate(early, 100).failure, "");
  EXPECT_NE(simulate(late, 100).failure, "");
}

TEST(LockstepClassifier, SeesAFaultInTheVeryLastFrame) {
  for (const bool missing : {false, true}) {
    Fault fault;
    fault.missing = missing;
    fault.field = [](ClassifierOutputs& o) { o.drop ^= 1; };
    EXPECT_NE(simulate(fault, 399).failure, "");
  }
  Fault late;
  late.shift = 1;
  EXPECT_NE(simulate(late, 399).failure, "");
  Fault doubled;
  doubled.doubled = true;
  EXPECT_NE(simulate(doubled, 399).failure, "");
}

TEST(LockstepClassifier, AModuleThatStopsIsADivergence) {
  Fault fault;
  fault.stops = true;
  const Outcome run = simulate(fault, 100);
  EXPECT_THAT(run.failure, testing::HasSubstr("stopped"));
  ASSERT_TRUE(run.divergence.has_value());
}

TEST(LockstepClassifier, ARepeatedRunShowsTheSameDivergenceInAWaveform) {
  Fault fault;
  fault.shift = 1;
  const Outcome first = simulate(fault, 300);
  ASSERT_TRUE(first.divergence.has_value());
  LockstepOptions options;
  options.waveform = "w.fst";
  options.waveform_from = first.divergence->waveform_from();
  const Outcome second = simulate(fault, 300, options);
  ASSERT_TRUE(second.divergence.has_value());
  EXPECT_EQ(describe(*second.divergence), describe(*first.divergence));
  EXPECT_EQ(second.log.waveform, "w.fst");
  EXPECT_EQ(second.log.waveform_clock, first.divergence->clock - 2'000);
  EXPECT_TRUE(second.log.waveform_stopped);
}

TEST(LockstepClassifier, RefusesCallsThatBreakTheContract) {
  Log log;
  LockstepClassifier lockstep(std::make_unique<StandInReference>(),
                              std::make_unique<StandIn>(log, Fault{}, 0), {});
  const std::uint8_t bytes[20] = {};
  EXPECT_THROW(lockstep.begin(1, {bytes, 20}, false, kMacClock.time(10), kMacClock.time(11)),
               std::logic_error);
  lockstep.write(0x5c80, 1, kMacClock.time(10));
  EXPECT_THROW(lockstep.write(0x5c80, 1, kMacClock.time(10)), std::logic_error);
  lockstep.reset(kMacClock.time(12));
  EXPECT_THROW(lockstep.write(0x5c80, 1, kMacClock.time(12)), std::logic_error);
}

}  // namespace
}  // namespace ixsim::test
