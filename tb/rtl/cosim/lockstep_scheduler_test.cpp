// Tests the lock-step strategy of the schedulers itself: it skips clocks without loss, keeps the order of
// quanta and resets, and detects a fault on either side, in the RTL or in the strategy that grants for the
// simulation.
#include "cosim/lockstep_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "ixsim/error.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"

namespace ixsim::test {
namespace {

using testing::HasSubstr;

constexpr unsigned kQueues = 32;

SchedulerParameters parameters_of(SchedulerMode mode) {
  SchedulerParameters parameters;
  parameters.mode = mode;
  return parameters;
}

// Instead of the RTL: the oracle, with outputs that can be spoilt.
class StandIn : public RtlScheduler {
 public:
  StandIn(const SchedulerParameters& parameters, std::function<void(std::int64_t, SchedulerPortsOut&)> spoil)
      : block_(parameters), spoil_(std::move(spoil)) {}
  SchedulerPortsOut clock(const SchedulerPortsIn& in) override {
    SchedulerPortsOut out = block_.clock(in);
    if (spoil_) spoil_(clocks_, out);
    ++clocks_;
    return out;
  }
  void start_waveform(const std::string&, std::int64_t, const ReferenceSignals&) override {}
  void stop_waveform() override {}

 private:
  ReferenceScheduler block_;
  std::function<void(std::int64_t, SchedulerPortsOut&)> spoil_;
  std::int64_t clocks_ = 0;
};

// Round robin that serves the lowest requester at one grant.
class Unfair : public RoundRobinScheduler {
 public:
  using RoundRobinScheduler::RoundRobinScheduler;
  void requests(const QueueMask& mask, Time time) override {
    QueueMask one;
    one.set(mask.find(0));
    RoundRobinScheduler::requests(++calls_ == 40 && mask.any() ? one : mask, time);
  }

 private:
  int calls_ = 0;
};

struct Sink : GrantSink {
  std::vector<std::pair<Time, unsigned>> grants;
  std::uint32_t granted(const Grant& grant) override {
    grants.emplace_back(grant.time, grant.queue);
    return 64 + 97 * (grant.queue % 15);
  }
};

struct Setting {
  SchedulerMode mode = SchedulerMode::kRoundRobin;
  bool every_cycle = false;
  bool unfair = false;
  std::function<void(std::int64_t, SchedulerPortsOut&)> spoil;  // empty: the in-tree RTL
};

std::vector<std::uint32_t> quanta() {
  std::vector<std::uint32_t> bytes;
  for (unsigned q = 0; q < kQueues; ++q) bytes.push_back(1'500 + q);
  return bytes;
}

std::unique_ptr<LockstepScheduler> make(const Setting& setting,
                                        std::unique_ptr<TxScheduler> strategy = nullptr) {
  const SchedulerParameters parameters = parameters_of(setting.mode);
  if (strategy != nullptr) {
  } else if (setting.unfair) {
    strategy = std::make_unique<Unfair>(kQueues);
  } else if (parameters.deficit()) {
    strategy = std::make_unique<DeficitRoundRobinScheduler>(kQueues, 18, quanta());
  } else {
    strategy = std::make_unique<RoundRobinScheduler>(kQueues);
  }
  std::unique_ptr<RtlScheduler> rtl;
  if (setting.spoil) {
    rtl = std::make_unique<StandIn>(parameters, setting.spoil);
  } else {
    rtl = in_tree_scheduler(parameters)->make(1, {});
  }
  SchedulerLockstepOptions options;
  options.parameters = parameters;
  options.every_cycle = setting.every_cycle;
  return std::make_unique<LockstepScheduler>(std::move(strategy), std::move(rtl), options);
}

// Requests, readiness and resets as a device makes them: requests change on their own, readiness comes with
// an advance.
Sink play(LockstepScheduler& scheduler, std::int64_t cycles) {
  Sink sink;
  Random random(3);
  QueueMask lines;
  scheduler.reset(kMacClock.time(1));
  scheduler.reset(kMacClock.time(9));  // while quanta of the first are still on their way
  for (std::int64_t cycle = 100; cycle < cycles; cycle += static_cast<std::int64_t>(random.between(1, 6))) {
    const Time now = kMacClock.time(cycle);
    if (random.chance(1, 2)) {
      lines.words[0] = random.next() & random.next() & 0xffffffffu;
      scheduler.requests(lines, now);
    }
    if (random.chance(2, 3)) {
      scheduler.ready(now);
      scheduler.advance(now, sink);
    }
  }
  scheduler.finish();
  return sink;
}

TEST(LockstepSchedulerTest, ComparesEveryGrantAndLeavesClocksOut) {
  for (const SchedulerMode mode : {SchedulerMode::kRoundRobin, SchedulerMode::kDeficit}) {
    std::string hash;
    std::size_t grants = 0;
    for (const bool every_cycle : {false, true}) {
      const auto scheduler = make({mode, every_cycle, false, {}});
      const Sink sink = play(*scheduler, 20'000);
      const SchedulerLockstepStatistics& s = scheduler->statistics();
      EXPECT_FALSE(scheduler->divergence());
      EXPECT_GT(sink.grants.size(), 2'000u);
      EXPECT_EQ(static_cast<std::size_t>(s.grants), sink.grants.size());
      EXPECT_EQ(s.resets, 2);
      EXPECT_EQ(s.clocks_skipped == 0, every_cycle);
      EXPECT_GE(s.clocks + s.clocks_skipped, 19'990);
      if (hash.empty()) hash = scheduler->decision_hash();
      EXPECT_EQ(scheduler->decision_hash(), hash);
      if (grants == 0) grants = sink.grants.size();
      EXPECT_EQ(sink.grants.size(), grants);
    }
  }
}

std::string divergence(const Setting& setting) {
  const auto scheduler = make(setting);
  EXPECT_THROW(play(*scheduler, 5'000), CheckFailure);
  if (!scheduler->divergence()) return "";
  const std::string report = describe(*scheduler->divergence(), parameters_of(setting.mode));
  EXPECT_THAT(report, HasSubstr("divergence at MAC cycle "));
  EXPECT_THAT(report, HasSubstr("\n  rule       "));
  EXPECT_THAT(report, HasSubstr("\n  simulation grants "));
  return scheduler->divergence()->what;
}

TEST(LockstepSchedulerTest, SeesEveryOutput) {
  const auto at = [](std::int64_t clock, const std::function<void(SchedulerPortsOut&)>& spoil) {
    return [clock, spoil](std::int64_t now, SchedulerPortsOut& out) {
      if (now >= clock && out.valid) spoil(out);
    };
  };
  for (const SchedulerMode mode : {SchedulerMode::kRoundRobin, SchedulerMode::kDeficit}) {
    EXPECT_THAT(divergence({mode, false, false, at(300, [](auto& out) { out.valid = false; })}),
                HasSubstr("valid"));
    EXPECT_THAT(divergence({mode, false, false, at(300, [](auto& out) { out.gnt = {}; })}), HasSubstr("gnt"));
    EXPECT_THAT(divergence({mode, false, false, at(300, [](auto& out) { out.idx ^= 1; })}), HasSubstr("idx"));
    const auto stops = at(300, [](auto&) { throw CheckFailure("RTL: mine.v:7: $stop"); });
    EXPECT_THAT(divergence({mode, false, false, stops}), HasSubstr("$stop"));
  }
}

TEST(LockstepSchedulerTest, SeesAStrategyThatGrantsOtherwise) {
  EXPECT_THAT(divergence({SchedulerMode::kRoundRobin, false, true, {}}), HasSubstr("granted otherwise"));
}

TEST(LockstepSchedulerTest, RefusesWhatOnePortCannotTake) {
  auto strategy = std::make_unique<DeficitRoundRobinScheduler>(kQueues);
  DeficitRoundRobinScheduler& quanta = *strategy;
  const auto scheduler = make({SchedulerMode::kDeficit, false, false, {}}, std::move(strategy));
  quanta.set_quantum(0, 1'518, kMacClock.time(5));
  EXPECT_THROW(quanta.set_quantum(1, 1'518, kMacClock.time(5)), std::logic_error);
}

TEST(LockstepSchedulerTest, RefusesAStrategyWithoutQuantaNextToRtlWithThem) {
  EXPECT_THROW(
      make({SchedulerMode::kDeficit, false, false, {}}, std::make_unique<RoundRobinScheduler>(kQueues)),
      std::logic_error);
}

}  // namespace
}  // namespace ixsim::test
