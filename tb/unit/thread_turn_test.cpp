// Turns of threads that share a core: each lasts a slice, whatever interrupts occur in it.
#include <gtest/gtest.h>

#include "host/machine/machine.h"

namespace ixsim::test {
namespace {

// A thread with work without end, in pieces of 10 us.
class Endless : public Thread {
 public:
  bool next(Time, Work& work) override {
    work = Work(Activity::kOther, 10'000);
    return true;
  }
  void done(Time) override { ++pieces; }
  unsigned pieces = 0;
};

// An interrupt of 1 us every 7 us.
class Tick : public Thread, public HostTask {
 public:
  bool next(Time, Work& work) override {
    work = Work(Activity::kInterrupt, 1'000);
    const bool due = due_;
    due_ = false;
    return due;
  }
  void done(Time) override {}
  void run(unsigned, Time now) override {
    due_ = true;
    machine->wake(id, now);
    agenda->at(now + 7 * kMicrosecond, *this, 0);
  }
  Machine* machine = nullptr;
  HostAgenda* agenda = nullptr;
  Machine::ThreadId id = 0;

 private:
  bool due_ = false;
};

TEST(ThreadTurn, InterruptsDoNotProlongIt) {
  for (const bool interrupts : {false, true}) {
    HostAgenda agenda;
    MachineConfig config;
    config.cores = 1;
    config.hertz = 1'000'000'000;
    config.context_switch = 0;
    config.slice = 100 * kMicrosecond;
    Machine machine(config, agenda);
    Endless a, b;
    Tick tick;
    const Machine::ThreadId first = machine.add(a, 0, Priority::kThread);
    const Machine::ThreadId second = machine.add(b, 0, Priority::kThread);
    tick.machine = &machine;
    tick.agenda = &agenda;
    tick.id = machine.add(tick, 0, Priority::kHardInterrupt);
    machine.wake(first, 0);
    machine.wake(second, 0);
    if (interrupts) agenda.at(0, tick, 0);
    const Time end = 100 * kMillisecond;
    while (agenda.next() < end) agenda.advance(agenda.next());
    machine.account(end);
    EXPECT_EQ(machine.busy(0), end);
    EXPECT_EQ(machine.idle(0), 0);
    // 6 of 7 us are left for threads.
    const unsigned half = interrupts ? 4'285 : 5'000;
    EXPECT_NEAR(a.pieces, half, 12) << "interrupts " << interrupts;
    EXPECT_NEAR(b.pieces, half, 12) << "interrupts " << interrupts;
  }
}

}  // namespace
}  // namespace ixsim::test
