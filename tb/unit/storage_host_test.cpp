// The host's part of storage: locks, serial root threads, accounts of cores, conservation, determinism.
#include "host/storage/storage_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/storage/storage_system.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// A machine whose cycle is 1 ns and whose switches cost nothing.
MachineConfig simple_machine(unsigned cores) {
  MachineConfig config;
  config.cores = cores;
  config.hertz = 1'000'000'000;
  config.context_switch = 0;
  return config;
}

// A thread that once takes a lock for 1,000 cycles.
class Locker : public Thread {
 public:
  Locker(Machine& machine, AdapterLock& lock, unsigned core)
      : lock_(lock), id(machine.add(*this, core, Priority::kThread)) {}
  bool next(Time, Work& work) override {
    if (finished != kNever) return false;
    work = Work();
    locked_ = lock_.take(id);
    if (locked_) {
      work.add(Activity::kStorage, 1'000);
    } else {
      work.spins = true;
    }
    return true;
  }
  void done(Time now) override {
    if (!locked_) return;
    moved = lock_.moved();
    finished = now;
    lock_.release(now);
  }
  AdapterLock& lock_;
  Machine::ThreadId id;
  Time finished = kNever;
  bool moved = false;
  bool locked_ = false;
};

TEST(AdapterLock, SerialisesInTheOrderOfArrival) {
  HostAgenda agenda;
  Machine machine(simple_machine(3), agenda);
  AdapterLock lock(machine);
  Locker a(machine, lock, 0), b(machine, lock, 1), c(machine, lock, 2);
  machine.wake(b.id, 0);
  machine.wake(c.id, 0);
  machine.wake(a.id, 0);
  while (agenda.next() != kNever) agenda.advance(agenda.next());
  machine.account(3 * kMicrosecond);
  EXPECT_EQ(b.finished, 1 * kMicrosecond);
  EXPECT_EQ(c.finished, 2 * kMicrosecond);
  EXPECT_EQ(a.finished, 3 * kMicrosecond);
  EXPECT_EQ(machine.busy(1, Activity::kSpin), 0);
  EXPECT_EQ(machine.busy(2, Activity::kSpin), 1 * kMicrosecond);
  EXPECT_EQ(machine.busy(0, Activity::kSpin), 2 * kMicrosecond);
  for (unsigned core = 0; core < 3; ++core) {
    EXPECT_EQ(machine.busy(core, Activity::kStorage), 1 * kMicrosecond) << core;
    EXPECT_EQ(machine.busy(core) + machine.idle(core), 3 * kMicrosecond) << core;
  }
  EXPECT_EQ(lock.taken(), 3u);
  EXPECT_EQ(lock.contended(), 2u);
}

TEST(AdapterLock, KnowsWhetherTheCoreHasChanged) {
  HostAgenda agenda;
  Machine machine(simple_machine(2), agenda);
  AdapterLock lock(machine);
  std::vector<std::unique_ptr<Locker>> threads;
  std::vector<bool> moved;
  for (const unsigned core : {0u, 0u, 1u, 1u, 0u}) {
    threads.push_back(std::make_unique<Locker>(machine, lock, core));
    machine.wake(threads.back()->id, static_cast<Time>(threads.size()) * kMillisecond);
    while (agenda.next() != kNever) agenda.advance(agenda.next());
    moved.push_back(threads.back()->moved);
  }
  EXPECT_THAT(moved, ElementsAre(false, false, true, false, true));
}

StorageSetUp base(const std::string& path, unsigned cores) {
  StorageSetUp system;
  system.path = path;
  system.machine = simple_machine(cores);
  return system;
}

Time sum_of(const StorageResult& result, Activity activity) {
  Time sum = 0;
  for (const StorageResult::CoreTime& core : result.cores)
    sum += core.busy[static_cast<std::size_t>(activity)];
  return sum;
}

Time cycles(std::uint64_t count, std::uint64_t each) { return static_cast<Time>(count * each) * kNanosecond; }

// One request at a time with long pauses: windows begin and end while all is idle.
TEST(StorageHost, EachNativeRequestCostsWhatThePathStates) {
  StorageSetUp system = base("native", 1);
  system.block.outstanding = 1;
  system.block.think = 1 * kMillisecond;
  const StorageResult result = StorageSystem(set_up(system)).run(10'500 * kMicrosecond, 100 * kMillisecond);
  const std::uint64_t n = result.completed();
  const StorageCosts& costs = system.costs;
  ASSERT_GT(n, 80u);
  EXPECT_EQ(result.interrupts, n);
  EXPECT_EQ(sum_of(result, Activity::kInterrupt), cycles(n, costs.interrupt));
  EXPECT_EQ(sum_of(result, Activity::kApplication), cycles(n, costs.program));
  EXPECT_EQ(sum_of(result, Activity::kStorage), cycles(n, costs.stack + costs.driver + costs.response));
  EXPECT_EQ(sum_of(result, Activity::kOther), cycles(n, costs.wake_up));
  EXPECT_EQ(result.cores[0].idle,
            100 * kMillisecond - cycles(n, costs.interrupt + costs.program + costs.stack + costs.driver +
                                               costs.response + costs.wake_up));
}

TEST(StorageHost, EachGuestRequestCostsWhatThePathStates) {
  StorageSetUp system = base("vmbus", 4);
  system.block.outstanding = 1;
  system.block.think = 1 * kMillisecond;
  const StorageResult result = StorageSystem(set_up(system)).run(10'500 * kMicrosecond, 100 * kMillisecond);
  const std::uint64_t n = result.completed();
  const StorageCosts& costs = system.costs;
  ASSERT_GT(n, 80u);
  EXPECT_EQ(result.kicks, n);
  // One for the completion, one for the timer of the next request.
  EXPECT_EQ(result.injections, 2 * n);
  EXPECT_EQ(sum_of(result, Activity::kNotification), cycles(n, costs.kick + 2 * costs.notify));
  EXPECT_EQ(sum_of(result, Activity::kChannel), cycles(n, 4 * costs.channel));
  EXPECT_EQ(sum_of(result, Activity::kGuestDriver), cycles(n, 2 * costs.guest_driver));
  EXPECT_EQ(sum_of(result, Activity::kApplication), cycles(n, costs.program));
  EXPECT_EQ(sum_of(result, Activity::kStorage),
            cycles(n, costs.stack + costs.provider + costs.driver + costs.response));
  // Guest and root thread sleep twice in each request.
  EXPECT_EQ(sum_of(result, Activity::kOther), cycles(n, 4 * costs.wake_up));
}

TEST(StorageHost, TheAdaptersLockBoundsTheRate) {
  StorageSetUp system = base("native", 4);
  system.volumes = 4;
  system.costs.driver = 50'000;
  system.costs.sharing = 0;
  StorageSystem built(set_up(system));
  const StorageResult result = built.run(20 * kMillisecond, 100 * kMillisecond);
  // 50 us a request under the lock; interrupts of core 0 preempt its holder.
  EXPECT_LE(result.completed(), 2'001u);
  EXPECT_GE(result.completed(), 1'850u);
  EXPECT_GT(sum_of(result, Activity::kSpin), 100 * kMillisecond);
  EXPECT_GT(result.lock_contended, result.lock_taken * 9 / 10);
}

TEST(StorageHost, AVirtualAdapterIsServedByOneThread) {
  StorageSetUp system = base("vmbus", 16);
  system.volumes = 4;
  system.cpus = 4;
  system.costs.provider = 100'000;
  system.costs.sharing = 0;
  const auto rate = [&system](unsigned adapters) {
    system.adapters = adapters;
    return StorageSystem(set_up(system)).run(20 * kMillisecond, 200 * kMillisecond).completed();
  };
  // Channel, provider, driver, and the channel again: 104 us of one core.
  const double serial = 200e6 / 104'000;
  EXPECT_NEAR(static_cast<double>(rate(1)), serial, serial * 0.01);
  EXPECT_NEAR(static_cast<double>(rate(2)), 2 * serial, 2 * serial * 0.01);
  EXPECT_NEAR(static_cast<double>(rate(4)), 4 * serial, 4 * serial * 0.01);
}

TEST(StorageHost, SharingCostsOnlyBetweenCores) {
  StorageSetUp system = base("native", 2);
  system.block.outstanding = 1;
  system.block.think = 1 * kMillisecond;
  system.costs.sharing = 7'000;
  const StorageResult alone = StorageSystem(set_up(system)).run(10'500 * kMicrosecond, 100 * kMillisecond);
  const StorageCosts& costs = system.costs;
  EXPECT_EQ(sum_of(alone, Activity::kStorage),
            cycles(alone.completed(), costs.stack + costs.driver + costs.response));
  system.volumes = 2;
  const StorageResult both = StorageSystem(set_up(system)).run(10'500 * kMicrosecond, 100 * kMillisecond);
  // Requests of two like workers take turns, but for a few.
  const Time shared = sum_of(both, Activity::kStorage) -
                      cycles(both.completed(), costs.stack + costs.driver + costs.response);
  EXPECT_EQ(shared % cycles(1, costs.sharing), 0);
  EXPECT_LE(shared, cycles(both.completed(), costs.sharing));
  EXPECT_GE(shared, cycles(both.completed(), costs.sharing) * 9 / 10);
}

TEST(StorageHost, EachRootThreadHasTheWorkOfItsAdapter) {
  StorageSetUp system = base("vmbus", 16);
  system.guests = 4;
  const StorageResult result = StorageSystem(set_up(system)).run(20 * kMillisecond, 100 * kMillisecond);
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t completed = result.volumes[i].completed;
    const Time channel = result.cores[i + 8].busy[static_cast<std::size_t>(Activity::kChannel)];
    ASSERT_GT(completed, 1'000u);
    // Requests in flight at both ends of the window.
    EXPECT_GE(channel, cycles(completed - 30, 2 * system.costs.channel)) << i;
    EXPECT_LE(channel, cycles(completed + 30, 2 * system.costs.channel)) << i;
  }
}

TEST(StorageHost, BusyThreadsNeedFewSignals) {
  StorageSetUp system = base("vmbus", 4);
  const StorageResult result = StorageSystem(set_up(system)).run(20 * kMillisecond, 100 * kMillisecond);
  EXPECT_GT(result.completed(), 1'000u);
  EXPECT_LE(result.kicks, result.completed() + 30);
  EXPECT_LE(result.injections, result.completed() + 30);
  // A root thread that is behind never sleeps.
  system.costs.provider = 100'000;
  const StorageResult slow = StorageSystem(set_up(system)).run(20 * kMillisecond, 100 * kMillisecond);
  EXPECT_GT(slow.completed(), 900u);
  EXPECT_EQ(slow.kicks, 0u);
}

TEST(StorageHost, ReadsAreDrawnAsAsked) {
  StorageSetUp system = base("native", 4);
  system.machine.hertz = 10'000'000'000;
  system.volumes = 4;
  const StorageResult result = StorageSystem(set_up(system)).run(20 * kMillisecond, 500 * kMillisecond);
  std::uint64_t reads = 0;
  for (const StorageResult::Volume& volume : result.volumes) {
    reads += volume.reads;
    EXPECT_EQ(volume.bytes_read, volume.reads * 4'096);
    EXPECT_EQ(volume.bytes_written, (volume.completed - volume.reads) * 4'096);
  }
  // Four standard deviations of more than 100,000 draws.
  ASSERT_GT(result.completed(), 100'000u);
  EXPECT_NEAR(static_cast<double>(reads) / static_cast<double>(result.completed()), 0.75, 0.0055);
}

StorageSetUp mixed(std::uint64_t seed) {
  Random random(seed);
  // One draw a statement: the order of arguments differs from compiler to compiler.
  const auto workers = static_cast<unsigned>(random.between(1, 6));
  StorageSetUp system = base(random.below(2) == 0 ? "native" : "vmbus", workers);
  system.machine.context_switch = static_cast<std::uint32_t>(random.below(3'000));
  system.fabric.ports = 8;
  system.fabric.concurrency = static_cast<unsigned>(random.between(1, 40));
  system.guests = system.path == "native" ? 1 : static_cast<unsigned>(random.between(1, 3));
  system.volumes = static_cast<unsigned>(random.between(1, 8 / system.guests));
  system.cpus = static_cast<unsigned>(random.between(1, 4));
  system.adapters = static_cast<unsigned>(random.between(1, system.volumes));
  system.block.outstanding = static_cast<unsigned>(random.between(1, 40));
  system.block.bytes = static_cast<std::uint32_t>(random.between(1, 64)) * 512;
  system.block.reads = static_cast<unsigned>(random.below(101));
  system.block.think = static_cast<Time>(random.below(3)) * 20 * kMicrosecond;
  system.block.seed = seed;
  return system;
}

// run() throws if requests or the times of a core do not add up.
TEST(StorageHost, RequestsAndCoreTimesAddUpWhateverTheSetUp) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const StorageSetUp system = mixed(seed);
    StorageSystem built(set_up(system));
    const Time warm_up = static_cast<Time>(seed) * 111 * kMicrosecond, window = 4'321 * kMicrosecond;
    const StorageResult result = built.run(warm_up, window);
    std::uint64_t in_flight = 0;
    for (unsigned i = 0; i < built.host().workers(); ++i) {
      in_flight += built.host().worker(i).in_flight();
      EXPECT_LE(built.host().worker(i).in_flight(), system.block.outstanding) << "seed " << seed;
    }
    EXPECT_LE(built.host().fabric().in_flight(), in_flight) << "seed " << seed;
    EXPECT_GT(result.completed(), 0u) << "seed " << seed;
    for (const StorageResult::CoreTime& core : result.cores) {
      Time sum = core.idle;
      for (const Time time : core.busy) sum += time;
      EXPECT_EQ(sum, window) << "seed " << seed;
    }
  }
}

// Every port's data, as the fabric counted them, are those of the requests that are done and of responses on
// their way through the host.
TEST(StorageHost, FabricAndWorkersCountTheSameBytes) {
  StorageSetUp system = base("vmbus", 4);
  system.guests = 4;
  StorageSystem built(set_up(system));
  const StorageResult result = built.run(0, 50 * kMillisecond);
  for (unsigned port = 0; port < 4; ++port) {
    const StorageResult::Volume& volume = result.volumes[port];
    const std::uint64_t moved =
        built.host().fabric().read_bytes(port) + built.host().fabric().written_bytes(port);
    const std::uint64_t counted = volume.bytes_read + volume.bytes_written;
    EXPECT_GE(moved, counted);
    EXPECT_LE(moved, counted + std::uint64_t{30} * 4'096);
  }
}

std::vector<std::uint64_t> fingerprint(const StorageResult& result) {
  std::vector<std::uint64_t> all{result.port_in, result.port_out, result.interrupts, result.kicks,
                                 result.injections};
  for (const StorageResult::Volume& volume : result.volumes) {
    all.push_back(volume.completed);
    all.push_back(volume.bytes_read);
    all.push_back(static_cast<std::uint64_t>(volume.latency));
  }
  for (const StorageResult::CoreTime& core : result.cores) {
    for (const Time time : core.busy) all.push_back(static_cast<std::uint64_t>(time));
  }
  return all;
}

TEST(StorageHost, TheSameSeedGivesTheSameRun) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    StorageSetUp system = mixed(seed);
    system.block.reads = 50;
    const auto run = [&system] {
      return fingerprint(StorageSystem(set_up(system)).run(1 * kMillisecond, 10 * kMillisecond));
    };
    const std::vector<std::uint64_t> first = run();
    EXPECT_EQ(run(), first) << "seed " << seed;
    system.block.seed += 100;
    EXPECT_NE(run(), first) << "seed " << seed;
  }
}

TEST(StorageHost, BadSettingsNameTheirKeys) {
  const auto error = [](const std::function<void(StorageSetUp&)>& change) {
    StorageSetUp system = base("vmbus", 4);
    change(system);
    return [system] { StorageSystem(set_up(system)); };
  };
  EXPECT_THAT(error([](StorageSetUp& s) { s.path = "virtio"; }),
              ThrowsMessage<InputError>(HasSubstr("storage.path: found virtio, accepted are native, vmbus")));
  EXPECT_THAT(error([](StorageSetUp& s) { s.volumes = 5; }),
              ThrowsMessage<InputError>(HasSubstr("storage.volumes: found 5, accepted are 1 to")));
  EXPECT_THAT(error([](StorageSetUp& s) { s.adapters = 2; }),
              ThrowsMessage<InputError>(HasSubstr("storage.adapters: found 2, accepted are 1 to")));
  EXPECT_THAT(error([](StorageSetUp& s) {
                s.path = "native";
                s.guests = 2;
              }),
              ThrowsMessage<InputError>(
                  HasSubstr("storage.guests: found 2, accepted are 1, as the path has no guests")));
  EXPECT_THAT(
      error([](StorageSetUp& s) { s.block.bytes = 1'000; }),
      ThrowsMessage<InputError>(HasSubstr("storage.block: found 1000, accepted are multiples of 512")));
  EXPECT_THAT(error([](StorageSetUp& s) { s.block.reads = 101; }),
              ThrowsMessage<InputError>(HasSubstr("storage.reads: found 101")));
  EXPECT_THAT(error([](StorageSetUp& s) { s.block.outstanding = 0; }),
              ThrowsMessage<InputError>(HasSubstr("storage.outstanding: found 0, accepted are 1 to 4096")));
}

}  // namespace
}  // namespace ixsim::test
