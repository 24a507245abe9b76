// Scheduling of virtual CPUs by credits, against shares and times computed by hand.
#include "host/machine/credit_scheduler.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

constexpr Time kPiece = 10 * kMicrosecond;

// Work in pieces of 10 us: without end, or as many as were given.
class Load : public Thread {
 public:
  explicit Load(bool endless = true) : endless_(endless) {}
  bool next(Time, Work& work) override {
    if (!endless_ && left == 0) return false;
    work = Work(Activity::kApplication, 10'000);
    return true;
  }
  void done(Time now) override {
    if (!endless_) --left;
    ends.push_back(now);
  }
  unsigned left = 0;
  std::vector<Time> ends;

 private:
  bool endless_;
};

MachineConfig gigahertz(unsigned cores) {
  MachineConfig config;
  config.cores = cores;
  config.hertz = 1'000'000'000;
  config.context_switch = 0;
  return config;
}

CreditSchedulerConfig free_of_charge() {
  CreditSchedulerConfig config;
  config.switch_cycles = config.wake_cycles = config.block_cycles = 0;
  return config;
}

class Bench {
 public:
  explicit Bench(unsigned cores, const CreditSchedulerConfig& config = free_of_charge())
      : machine(gigahertz(cores), agenda), scheduler(config, machine, agenda) {}
  CreditScheduler::VcpuId add(unsigned core, std::uint32_t weight = 256, unsigned cap = 0, bool pinned = true,
                              bool endless = true) {
    loads.push_back(std::make_unique<Load>(endless));
    VcpuConfig config;
    config.weight = weight;
    config.cap = cap;
    config.pinned = pinned;
    const auto vcpu = scheduler.add(*loads.back(), core, config);
    if (endless) scheduler.wake(vcpu, now);
    return vcpu;
  }
  void run(Time time) {
    while (agenda.next() <= time) {
      now = agenda.next();
      agenda.advance(now);
    }
    now = time;
  }
  void give(CreditScheduler::VcpuId vcpu, unsigned pieces) {
    loads[vcpu]->left += pieces;
    scheduler.wake(vcpu, now);
  }
  double share(CreditScheduler::VcpuId vcpu) const {
    return static_cast<double>(loads[vcpu]->ends.size() * kPiece) / static_cast<double>(now);
  }
  // All times of cores and virtual CPUs add up.
  void expect_accounts() {
    machine.account(now);
    for (unsigned core = 0; core < machine.cores(); ++core)
      EXPECT_EQ(machine.busy(core) + machine.idle(core), now);
    for (CreditScheduler::VcpuId vcpu = 0; vcpu < loads.size(); ++vcpu) {
      const CreditScheduler::Account account = scheduler.account(vcpu, now);
      EXPECT_EQ(account.running + account.waiting + account.blocked, now) << vcpu;
    }
  }
  HostAgenda agenda;
  Machine machine;
  CreditScheduler scheduler;
  std::vector<std::unique_ptr<Load>> loads;
  Time now = 0;
};

TEST(CreditScheduler, TimeIsSharedByWeight) {
  Bench bench(1);
  bench.add(0, 512);
  bench.add(0, 256);
  bench.add(0, 128);
  bench.run(10 * kSecond);
  EXPECT_NEAR(bench.share(0), 4.0 / 7, 0.005);
  EXPECT_NEAR(bench.share(1), 2.0 / 7, 0.005);
  EXPECT_NEAR(bench.share(2), 1.0 / 7, 0.005);
  EXPECT_EQ(bench.machine.idle(0), 0);
  bench.expect_accounts();
}

TEST(CreditScheduler, CapsHoldAndLeaveTheCoreIdle) {
  Bench bench(2);
  bench.add(0, 256, 25);
  bench.add(1, 256, 40);
  bench.add(1, 256);
  bench.run(3 * kSecond);
  EXPECT_NEAR(bench.share(0), 0.25, 0.001);
  // The first period begins without credits.
  EXPECT_NEAR(bench.share(1), 0.40, 0.003);
  EXPECT_NEAR(bench.share(2), 0.60, 0.003);
  bench.expect_accounts();
  EXPECT_NEAR(static_cast<double>(bench.machine.idle(0)) / static_cast<double>(bench.now), 0.75, 0.001);
}

// Pieces of 10 us exceed a budget of 15 us. The excess is deducted from the next period.
TEST(CreditScheduler, ACapHoldsOnAverage) {
  CreditSchedulerConfig config = free_of_charge();
  config.period = 1'500 * kMicrosecond;
  Bench bench(1, config);
  bench.add(0, 256, 1);
  bench.run(kSecond);
  EXPECT_NEAR(bench.share(0), 0.01, 0.0002);
}

// Threads without credits take the time that another thread leaves unused.
TEST(CreditScheduler, KeepsTheCoreAtWork) {
  Bench bench(1);
  bench.add(0, 1);
  const auto rare = bench.add(0, 60'000, 0, true, false);
  for (unsigned i = 0; i < 100; ++i) {
    bench.run(i * 10 * kMillisecond);
    bench.give(rare, 100);  // 1 ms
  }
  bench.run(kSecond);
  EXPECT_NEAR(bench.share(rare), 0.1, 0.001);
  EXPECT_NEAR(bench.share(0), 0.9, 0.001);
  bench.expect_accounts();
}

// One that is woken with credits waits for a piece at most; without credits, behind the turn of the others.
TEST(CreditScheduler, WakingUpBoosts) {
  Bench bench(1);
  bench.add(0);
  bench.add(0);
  // It has few credits, and so leaves the others theirs: mostly the one that runs has credits, too.
  const auto woken = bench.add(0, 2, 0, true, false);
  bench.give(woken, 1);
  bench.run(100 * kMillisecond);  // it has got credits since
  for (unsigned i = 2; i < 40; ++i) {
    bench.run(bench.now + 7'003 * kMicrosecond);
    const Time woken_at = bench.now;
    bench.give(woken, 1);
    bench.run(woken_at + 2 * kPiece);
    ASSERT_EQ(bench.loads[woken]->ends.size(), i);
    ASSERT_LE(bench.loads[woken]->ends.back(), woken_at + 2 * kPiece);
  }

  Bench poor(1);
  poor.add(0);
  const auto second = poor.add(0, 256, 0, true, false);
  poor.run(5 * kMillisecond);
  poor.give(second, 1);  // it has never been dealt credits
  poor.run(10 * kMillisecond);
  EXPECT_EQ(poor.loads[second]->ends.size(), 0u);
  poor.run(40 * kMillisecond);
  EXPECT_EQ(poor.loads[second]->ends.size(), 1u);
}

TEST(CreditScheduler, TurnsLastASlice) {
  CreditSchedulerConfig config = free_of_charge();
  config.slice = kMillisecond;
  Bench bench(1, config);
  bench.add(0);
  bench.add(0);
  bench.run(24'500 * kMicrosecond);  // before credits are dealt
  EXPECT_EQ(bench.scheduler.switches(), 24u);
  EXPECT_NEAR(bench.share(0), 12.5 / 24.5, 0.001);
}

TEST(CreditScheduler, ThoseNotPinnedMoveToIdleCores) {
  for (const bool pinned : {true, false}) {
    Bench bench(3);
    bench.add(1, 256, 0, true, false);  // core 1 is idle
    bench.add(2, 256, 0, true, false);
    for (unsigned i = 0; i < 3; ++i) bench.add(0, 256, 0, pinned);
    bench.run(kSecond);
    const double sum = bench.share(2) + bench.share(3) + bench.share(4);
    EXPECT_NEAR(sum, pinned ? 1 : 3, 0.001);
    EXPECT_EQ(bench.scheduler.moves(), pinned ? 0u : 2u);
    bench.expect_accounts();
  }
  // A core that becomes idle takes one that waits.
  Bench bench(2);
  const auto first = bench.add(1, 256, 0, true, false);
  bench.give(first, 100);  // 1 ms
  bench.add(0, 256, 0, true);
  bench.add(0, 256, 0, false);
  bench.run(kSecond);
  EXPECT_NEAR(bench.share(1), 1, 0.001);
  EXPECT_NEAR(bench.share(2), 0.999, 0.001);
  EXPECT_EQ(bench.scheduler.moves(), 1u);
}

TEST(CreditScheduler, ChangesWakeUpsAndExitsCostTheirCycles) {
  CreditSchedulerConfig config;
  Bench bench(1, config);
  const auto a = bench.add(0, 256, 0, true, false);
  const auto b = bench.add(0, 256, 0, true, false);
  for (unsigned i = 0; i < 10; ++i) {
    bench.give(i % 2 == 0 ? a : b, 3);
    bench.run(bench.now + kMillisecond);
  }
  bench.machine.account(bench.now);
  EXPECT_EQ(bench.machine.busy(0, Activity::kContextSwitch), 10 * 3 * kMicrosecond);
  EXPECT_EQ(bench.machine.busy(0, Activity::kNotification), 10 * (2'000 + 1'500) * kNanosecond);
  EXPECT_EQ(bench.machine.busy(0, Activity::kApplication), 30 * kPiece);
  EXPECT_EQ(bench.scheduler.switches(), 9u);
  // The first piece ends after the change and the wake-up.
  EXPECT_EQ(bench.loads[a]->ends[0], 5 * kMicrosecond + kPiece);
  bench.expect_accounts();
}

// Random loads: no work is lost, all times add up, and no core with work to do is idle.
TEST(CreditScheduler, LosesNoWork) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    CreditSchedulerConfig config;
    config.period = kMillisecond;
    config.slice = 100 * kMicrosecond;
    Bench bench(3, config);
    std::vector<unsigned> given(8);
    for (unsigned i = 0; i < 8; ++i) {
      bench.add(static_cast<unsigned>(random.below(3)), static_cast<std::uint32_t>(random.between(1, 1'000)),
                random.chance(1, 4) ? static_cast<unsigned>(random.between(5, 100)) : 0, random.chance(1, 2),
                false);
    }
    for (unsigned i = 0; i < 2'000; ++i) {
      const auto vcpu = static_cast<CreditScheduler::VcpuId>(random.below(8));
      const auto pieces = static_cast<unsigned>(random.between(1, 5));
      given[vcpu] += pieces;
      bench.give(vcpu, pieces);
      bench.run(bench.now + static_cast<Time>(random.below(40'000'000)));
    }
    bench.run(bench.now + kSecond);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bench.loads[i]->ends.size(), given[i]) << seed;
    bench.expect_accounts();
    // Nothing is left to do, not even for the timer.
    EXPECT_EQ(bench.agenda.next(), kNever);
  }
}

TEST(CreditScheduler, RefusesWhatCannotBe) {
  const auto refused = [](const std::function<void(CreditSchedulerConfig&, VcpuConfig&)>& change,
                          const std::string& words) {
    CreditSchedulerConfig config;
    VcpuConfig vcpu;
    change(config, vcpu);
    HostAgenda agenda;
    Machine machine(gigahertz(1), agenda);
    Load load;
    try {
      CreditScheduler scheduler(config, machine, agenda);
      scheduler.add(load, 0, vcpu);
      ADD_FAILURE() << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refused([](auto& c, auto&) { c.period = 1; }, "vcpus.period: found 1");
  refused([](auto& c, auto&) { c.slice = 2 * kSecond; }, "vcpus.slice");
  refused([](auto&, auto& v) { v.weight = 0; }, "vcpu.weight: found 0, accepted are 1 to 65535");
  refused([](auto&, auto& v) { v.cap = 101; }, "vcpu.cap: found 101");
}

}  // namespace
}  // namespace ixsim::test
