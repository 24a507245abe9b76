// Cores, priorities, copies and accounts of a host's machine, against times worked out by hand.
#include "host/machine/machine.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>

#include "base/random.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

// A thread with a list of pieces.
class Worker : public Thread {
 public:
  bool next(Time, Work& work) override {
    if (pieces.empty()) return false;
    work = pieces.front();
    pieces.pop_front();
    return true;
  }
  void done(Time now) override { ends.push_back(now); }
  std::deque<Work> pieces;
  std::vector<Time> ends;
};

// Makes calls at given times.
class Calls : public HostTask {
 public:
  explicit Calls(HostAgenda& agenda) : agenda_(agenda) {}
  void at(Time time, std::function<void(Time)> call) {
    calls_.push_back(std::move(call));
    agenda_.at(time, *this, static_cast<unsigned>(calls_.size() - 1));
  }
  void run(unsigned what, Time now) override { calls_[what](now); }

 private:
  HostAgenda& agenda_;
  std::vector<std::function<void(Time)>> calls_;
};

MachineConfig gigahertz(unsigned cores = 1) {
  MachineConfig config;
  config.cores = cores;
  config.hertz = 1'000'000'000;  // a cycle a ns
  config.context_switch = 0;
  config.copy_rate = {4'000'000'000, 1'000'000'000, 500'000'000};
  return config;
}

void run_all(HostAgenda& agenda) {
  while (agenda.next() != kNever) agenda.advance(agenda.next());
}

TEST(Pace, CarriesWhatIsNoWholePicosecond) {
  Pace cycles(3'160'000'000);  // 25,000 / 79 ps a cycle
  Time sum = 0;
  for (int i = 0; i < 79'000; ++i) sum += cycles.take(1);
  EXPECT_EQ(sum, 25'000'000);
  Pace at_once(3'160'000'000);
  EXPECT_EQ(at_once.take(79'000), 25'000'000);
  Pace third(3'000'000'000'000);
  EXPECT_EQ(third.take(1), 0);
  EXPECT_EQ(third.take(1), 0);
  EXPECT_EQ(third.take(1), 1);
}

TEST(Machine, APieceTakesItsCyclesAndThenItsCopy) {
  HostAgenda agenda;
  Machine machine(gigahertz(), agenda);
  Worker worker;
  Work work(Activity::kDriver, 100);
  work.add(Activity::kStack, 50);
  work.copied = 200;
  work.source = CopySource::kRemote;
  worker.pieces = {work};
  const auto thread = machine.add(worker, 0, Priority::kThread);
  machine.wake(thread, 1'000);
  run_all(agenda);
  // 150 ns of cycles and 400 ns of copying.
  ASSERT_EQ(worker.ends, std::vector<Time>{1'000 + 550 * kNanosecond});
  machine.account(kMicrosecond);
  EXPECT_EQ(machine.busy(0, Activity::kDriver), 100 * kNanosecond);
  EXPECT_EQ(machine.busy(0, Activity::kStack), 50 * kNanosecond);
  EXPECT_EQ(machine.busy(0, Activity::kCopy), 400 * kNanosecond);
  EXPECT_EQ(machine.idle(0), kMicrosecond - 550 * kNanosecond);
  EXPECT_EQ(machine.copied(), 200u);
}

TEST(Machine, InterruptsPreemptAndThreadsGoOnWhereTheyWere) {
  HostAgenda agenda;
  Machine machine(gigahertz(), agenda);
  Calls calls(agenda);
  Worker thread, soft, hard;
  thread.pieces = {Work(Activity::kApplication, 1'000)};
  soft.pieces = {Work(Activity::kDriver, 300)};
  hard.pieces = {Work(Activity::kInterrupt, 50)};
  const auto t = machine.add(thread, 0, Priority::kThread);
  const auto s = machine.add(soft, 0, Priority::kSoftInterrupt);
  const auto h = machine.add(hard, 0, Priority::kHardInterrupt);
  machine.wake(t, 0);
  calls.at(200 * kNanosecond, [&](Time now) { machine.wake(s, now); });
  calls.at(250 * kNanosecond, [&](Time now) { machine.wake(h, now); });
  run_all(agenda);
  EXPECT_EQ(hard.ends, std::vector<Time>{300 * kNanosecond});
  EXPECT_EQ(soft.ends, std::vector<Time>{550 * kNanosecond});
  EXPECT_EQ(thread.ends, std::vector<Time>{1'350 * kNanosecond});
  machine.account(1'350 * kNanosecond);
  EXPECT_EQ(machine.idle(0), 0);
  EXPECT_EQ(machine.busy(0, Activity::kApplication), 1'000 * kNanosecond);
}

TEST(Machine, ThreadsTakeTurnsBySlicesAndPayForTheSwitch) {
  MachineConfig config = gigahertz();
  config.slice = 100 * kNanosecond;
  config.context_switch = 10;
  HostAgenda agenda;
  Machine machine(config, agenda);
  Worker a, b;
  for (int i = 0; i < 4; ++i) {
    a.pieces.emplace_back(Activity::kApplication, 60);
    b.pieces.emplace_back(Activity::kStack, 60);
  }
  const auto first = machine.add(a, 0, Priority::kThread);
  const auto second = machine.add(b, 0, Priority::kThread);
  machine.wake(first, 0);
  machine.wake(second, 0);
  run_all(agenda);
  // A turn ends with the piece in which the slice ends: two pieces each, and a switch before each turn.
  const Time ns = kNanosecond;
  EXPECT_EQ(a.ends, (std::vector<Time>{70 * ns, 130 * ns, 330 * ns, 390 * ns}));
  EXPECT_EQ(b.ends, (std::vector<Time>{200 * ns, 260 * ns, 460 * ns, 520 * ns}));
  EXPECT_EQ(machine.context_switches(), 3u);
  machine.account(520 * ns);
  EXPECT_EQ(machine.busy(0, Activity::kContextSwitch), 40 * ns);
}

TEST(Machine, LeavingAnIdleStateTakesTheTimeOfTheDeepestOneReached) {
  MachineConfig config = gigahertz();
  config.idle_states = {{1 * kMicrosecond, 100 * kNanosecond}, {10 * kMicrosecond, 1 * kMicrosecond}};
  HostAgenda agenda;
  Machine machine(config, agenda);
  Calls calls(agenda);
  Worker worker;
  const auto thread = machine.add(worker, 0, Priority::kSoftInterrupt);
  std::vector<Time> woken;
  for (const Time time : {500 * kNanosecond, 3 * kMicrosecond, 30 * kMicrosecond}) {
    calls.at(time, [&](Time now) {
      woken.push_back(now);
      worker.pieces.emplace_back(Activity::kDriver, 10);
      machine.wake(thread, now);
    });
  }
  run_all(agenda);
  ASSERT_EQ(worker.ends.size(), 3u);
  EXPECT_EQ(worker.ends[0] - woken[0], 10 * kNanosecond);
  EXPECT_EQ(worker.ends[1] - woken[1], 110 * kNanosecond);
  EXPECT_EQ(worker.ends[2] - woken[2], 1'010 * kNanosecond);
}

TEST(Machine, CopiesOfANodePassTheBusOneAfterAnother) {
  MachineConfig config = gigahertz(4);
  config.nodes = 2;
  config.bus_rate = 1'000'000'000;
  HostAgenda agenda;
  Machine machine(config, agenda);
  std::vector<Worker> workers(4);
  for (unsigned i = 0; i < 4; ++i) {
    Work work;
    work.copied = 1'000;  // 1 us by the bus, and as much by the core
    workers[i].pieces = {work};
    machine.wake(machine.add(workers[i], i, Priority::kThread), 0);
  }
  run_all(agenda);
  // Cores 0 and 1 share a node, and so do 2 and 3.
  EXPECT_EQ(workers[0].ends[0], 1 * kMicrosecond);
  EXPECT_EQ(workers[1].ends[0], 2 * kMicrosecond);
  EXPECT_EQ(workers[2].ends[0], 1 * kMicrosecond);
  EXPECT_EQ(workers[3].ends[0], 2 * kMicrosecond);
  EXPECT_EQ(machine.bus_waiting(), 2 * kMicrosecond);
}

TEST(Machine, SpinningLastsUntilTheThreadIsWokenEvenWhilePreempted) {
  HostAgenda agenda;
  Machine machine(gigahertz(), agenda);
  Calls calls(agenda);
  Worker spinner, hard;
  Work spin;
  spin.spins = true;
  spinner.pieces = {spin, Work(Activity::kDriver, 10), spin, Work(Activity::kDriver, 10)};
  const auto s = machine.add(spinner, 0, Priority::kThread);
  const auto h = machine.add(hard, 0, Priority::kHardInterrupt);
  machine.wake(s, 0);
  calls.at(100 * kNanosecond, [&](Time now) { machine.wake(s, now); });
  calls.at(200 * kNanosecond, [&](Time now) {
    hard.pieces = {Work(Activity::kInterrupt, 100)};
    machine.wake(h, now);
  });
  calls.at(250 * kNanosecond, [&](Time now) { machine.wake(s, now); });
  run_all(agenda);
  const Time ns = kNanosecond;
  EXPECT_EQ(spinner.ends, (std::vector<Time>{100 * ns, 110 * ns, 300 * ns, 310 * ns}));
  machine.account(400 * ns);
  EXPECT_EQ(machine.busy(0, Activity::kSpin), 190 * ns);
  EXPECT_EQ(machine.busy(0, Activity::kInterrupt), 100 * ns);
  EXPECT_EQ(machine.idle(0), 90 * ns);
}

// Spinning that yields ends for another thread of the core, both at once and after an interrupt in which that
// thread became ready. Spinning that does not yield continues.
TEST(Machine, SpinningThatYieldsEndsForAnotherThread) {
  for (const bool yields : {true, false}) {
    for (const bool interrupted : {false, true}) {
      HostAgenda agenda;
      MachineConfig config = gigahertz();
      config.context_switch = 0;
      Machine machine(config, agenda);
      Calls calls(agenda);
      Worker spinner, other, soft;
      Work spin;
      spin.spins = true;
      spin.yields = yields;
      spinner.pieces = {spin};
      other.pieces = {Work(Activity::kApplication, 10)};
      soft.pieces = {Work(Activity::kDriver, 100)};
      const auto s = machine.add(spinner, 0, Priority::kThread);
      const auto o = machine.add(other, 0, Priority::kThread);
      const auto i = machine.add(soft, 0, Priority::kSoftInterrupt);
      machine.wake(s, 0);
      const Time ns = kNanosecond;
      if (interrupted) calls.at(50 * ns, [&](Time now) { machine.wake(i, now); });
      calls.at(100 * ns, [&](Time now) { machine.wake(o, now); });
      calls.at(1'000 * ns, [&](Time now) { machine.wake(s, now); });
      run_all(agenda);
      const Time end = !yields ? 1'000 * ns : interrupted ? 150 * ns : 100 * ns;
      EXPECT_EQ(spinner.ends, std::vector<Time>{end}) << yields << interrupted;
      EXPECT_EQ(other.ends, std::vector<Time>{end + 10 * ns}) << yields << interrupted;
      machine.account(2'000 * ns);
      EXPECT_EQ(machine.busy(0, Activity::kSpin), end - (interrupted ? 100 * ns : 0));
      EXPECT_EQ(machine.busy(0) + machine.idle(0), 2'000 * ns);
    }
  }
}

TEST(Machine, AThreadThatIsMovedRunsOnItsNewCore) {
  HostAgenda agenda;
  Machine machine(gigahertz(2), agenda);
  Worker busy, moved;
  busy.pieces = {Work(Activity::kOther, 1'000)};
  moved.pieces = {Work(Activity::kApplication, 10)};
  machine.wake(machine.add(busy, 0, Priority::kThread), 0);
  const auto thread = machine.add(moved, 0, Priority::kThread);
  machine.wake(thread, 0);
  machine.move(thread, 1, 0);
  run_all(agenda);
  EXPECT_EQ(moved.ends, std::vector<Time>{10 * kNanosecond});
  EXPECT_EQ(machine.core_of(thread), 1u);
}

// Random work of all priorities: the activities and idle time of each core add up to the time, and each
// activity has the requested cycles.
TEST(Machine, AccountsAreExactForRandomWork) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    MachineConfig config = gigahertz(3);
    config.hertz = 3'160'000'000;
    config.context_switch = 0;
    config.slice = static_cast<Time>(random.between(1, 2'000'000));
    HostAgenda agenda;
    Machine machine(config, agenda);
    Calls calls(agenda);
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<std::uint64_t> cycles(3 * kActivities);
    for (unsigned i = 0; i < 12; ++i) {
      workers.push_back(std::make_unique<Worker>());
      Worker* const worker = workers.back().get();
      const unsigned core = i % 3;
      const auto thread = machine.add(*worker, core, static_cast<Priority>(i / 3 % 3));
      for (unsigned k = 0; k < 30; ++k) {
        const Time time = static_cast<Time>(random.below(20'000'000));
        const auto activity = static_cast<Activity>(random.below(4));
        const std::uint64_t some = random.between(1, 3'000);
        cycles[core * kActivities + static_cast<std::size_t>(activity)] += some;
        calls.at(time, [&machine, worker, thread, activity, some](Time now) {
          worker->pieces.emplace_back(activity, some);
          machine.wake(thread, now);
        });
      }
    }
    run_all(agenda);
    const Time end = 30'000'000;
    machine.account(end);
    for (unsigned core = 0; core < 3; ++core) {
      Time sum = machine.idle(core);
      std::uint64_t in_all = 0;
      for (std::size_t a = 0; a < kActivities; ++a) {
        const Time busy = machine.busy(core, static_cast<Activity>(a));
        sum += busy;
        const std::uint64_t asked = cycles[core * kActivities + a];
        in_all += asked;
        // A piece is whole picoseconds; what is carried goes to the next piece of the core.
        EXPECT_NEAR(static_cast<double>(busy), static_cast<double>(asked) * 25'000 / 79, 400) << seed;
      }
      EXPECT_EQ(sum, end) << seed << " core " << core;
      EXPECT_EQ(machine.busy(core), static_cast<Time>(in_all * 25'000 / 79)) << seed;
    }
    for (const auto& worker : workers) EXPECT_EQ(worker->ends.size(), 30u);
  }
}

TEST(Machine, RefusesWhatCannotBe) {
  HostAgenda agenda;
  const auto refused = [&](void (*change)(MachineConfig&), const char* key) {
    MachineConfig config;
    change(config);
    try {
      Machine machine(config, agenda);
      ADD_FAILURE() << key << " was accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(key, 0), 0u) << error.what();
    }
  };
  refused([](MachineConfig& c) { c.cores = 0; }, "machine.cores");
  refused([](MachineConfig& c) { c.hertz = 1; }, "machine.clock");
  refused([](MachineConfig& c) { c.nodes = 9; }, "machine.nodes");
  refused([](MachineConfig& c) { c.copy_rate[1] = 0; }, "machine.copy_rate");
  refused([](MachineConfig& c) { c.bus_rate = 1; }, "machine.bus_rate");
  refused([](MachineConfig& c) { c.slice = 0; }, "machine.slice");
  refused([](MachineConfig& c) { c.idle_states = {{2, 1}, {1, 1}}; }, "machine.idle_states");
}

}  // namespace
}  // namespace ixsim::test
