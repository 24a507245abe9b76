// Busy polling by applications, and transmit queues by cores. Response times, interrupts and accounts are
// compared with the saved costs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/guest/application.h"
#include "host_bench.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using bench::connect;
using bench::small_run;

// One guest that answers requests of the link partner.
struct Answers {
  double response_us = 0;  // mean
  std::size_t responses = 0;
  std::uint64_t interrupts = 0;
  double spin = 0;  // of a core
  double driver_on_guest = 0;
};

HostSystemConfig config_of(const std::string& path, Time busy_poll) {
  HostRun run = small_run(path);
  run.guests = 1;
  run.guest_cores = {4};
  run.queues = 1;
  run.queue_cores = {0};
  run.rss = false;
  run.moderation = 0;
  HostSystemConfig config = host_system_config(run);
  config.host.guests[0].busy_poll = busy_poll;
  return config;
}

Answers answers(const HostSystemConfig& config, Time think) {
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  const unsigned at_peer = connect(system, 0, TcpConfig());
  Guest& guest = system.host().guest(0);
  TcpPeer& peer = system.peer();
  guest.run(0,
            std::make_unique<RequestServer>(
                guest.connection(0), [&guest](Time now) { guest.arm(0, now); }, 100, 200),
            system.now());
  const auto& client = static_cast<const RequestClient&>(
      peer.run(at_peer,
               std::make_unique<RequestClient>(
                   peer.connection(at_peer), [&](Time now) { peer.arm(at_peer, now); }, 100, 200, think, 1,
                   system.agenda()),
               system.now()));
  system.run(2 * kMillisecond);
  const std::size_t before = client.times().size();
  const std::uint64_t interrupts = system.host().driver().interrupts();
  Machine& machine = system.machine();
  machine.reset_accounts(system.now());
  system.run(22 * kMillisecond);
  machine.account(system.now());
  Answers result;
  Time sum = 0;
  for (std::size_t i = before; i < client.times().size(); ++i) sum += client.times()[i];
  result.responses = client.times().size() - before;
  result.response_us = static_cast<double>(sum) / static_cast<double>(result.responses) / kMicrosecond;
  result.interrupts = system.host().driver().interrupts() - interrupts;
  const auto window = static_cast<double>(machine.accounted());
  for (unsigned core = 0; core < machine.cores(); ++core) {
    EXPECT_EQ(machine.busy(core) + machine.idle(core), machine.accounted()) << core;
    result.spin += static_cast<double>(machine.busy(core, Activity::kSpin)) / window;
  }
  const Activity driver = config.host.plan.guest_polls ? Activity::kGuestDriver : Activity::kDriver;
  result.driver_on_guest = static_cast<double>(machine.busy(4, driver)) / window;
  EXPECT_EQ(system.unaccounted(0), "");
  EXPECT_EQ(system.host().driver().sent() - system.host().driver().completed() < 2, true);
  return result;
}

// Requests that follow each other: no interrupt is taken any more, and a response saves the hard interrupt.
// The wake-up is not on its way: the program answers where the stack runs.
TEST(BusyPoll, SavesTheInterruptOfEachRequest) {
  const Answers off = answers(config_of("native", 0), 0);
  const Answers on = answers(config_of("native", 100 * kMicrosecond), 0);
  EXPECT_GT(off.interrupts, off.responses);
  EXPECT_EQ(off.spin, 0);
  EXPECT_EQ(on.interrupts, 0u);
  // Each request is now taken by the guest's core, not by the vector's.
  EXPECT_GT(on.driver_on_guest,
            off.driver_on_guest + 1'200 / 3.16e9 * static_cast<double>(on.responses) / 20e-3);
  EXPECT_GT(on.spin, 0.3);
  EXPECT_GT(on.responses, off.responses);
  const double saved = 1'500 / 3'160.0;  // us
  EXPECT_GT(off.response_us - on.response_us, saved * 0.9);
  EXPECT_LT(off.response_us - on.response_us, saved * 1.2);
}

TEST(BusyPoll, WorksOnAGuestsOwnRing) {
  const Answers off = answers(config_of("sriov", 0), 0);
  const Answers on = answers(config_of("sriov", 100 * kMicrosecond), 0);
  EXPECT_GT(off.interrupts, off.responses);
  EXPECT_EQ(on.interrupts, 0u);
  EXPECT_LT(on.response_us, off.response_us - 1'500 / 3'160.0 * 0.9);
}

// Pauses much longer than the limit: each costs at most the limit of spinning, and interrupts are used again.
TEST(BusyPoll, IsBoundedByItsLimit) {
  const Time limit = 20 * kMicrosecond;
  const Answers on = answers(config_of("native", limit), 500 * kMicrosecond);
  ASSERT_GT(on.responses, 20u);
  EXPECT_GT(on.interrupts, on.responses / 2);
  const double most = static_cast<double>(on.responses + 1) * 20e-6 / 20e-3;
  // Sending the response ends one period of spinning, and its acknowledgment another.
  EXPECT_LE(on.spin, 3 * most);
  EXPECT_GE(on.spin, 0.7 * most);
}

// A guest that spins yields its core to another guest at once, and sleeps while the other one works.
TEST(BusyPoll, SpinningEndsForOtherThreads) {
  std::vector<std::uint64_t> bytes;
  for (const Time busy_poll : {Time{0}, 50 * kMillisecond}) {
    HostRun run = small_run("sriov");
    run.guests = 2;
    run.queues = 2;
    run.guest_cores = {4};
    HostSystemConfig config = host_system_config(run);
    config.host.guests[0].busy_poll = busy_poll;
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    // The first guest gets a little, and spins from then on; the second one a stream.
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned peer = connect(system, i, TcpConfig());
      system.peer().connection(peer).offer(i == 0 ? 3'000 : 100'000'000, system.now());
      system.peer().arm(peer, system.now());
      system.run(system.now() + 100 * kMicrosecond);
    }
    system.run(10 * kMillisecond);
    system.machine().account(system.now());
    EXPECT_EQ(system.host().guest(0).delivered(), 3'000u);
    EXPECT_EQ(system.machine().busy(4, Activity::kSpin) != 0, busy_poll != 0);
    bytes.push_back(system.host().guest(1).delivered());
  }
  EXPECT_GT(bytes[0], 2'000'000u);
  EXPECT_GE(bytes[1] * 100, bytes[0] * 98);
}

constexpr std::uint64_t kBytes = 4'380;  // three segments: they come before the vector may interrupt again

// A guest that works longer than the limit gives the poll back: frames of the other guest do not wait for it,
// not even those that came with its own and that no interrupt announces any more.
TEST(BusyPoll, LongWorkGivesThePollBack) {
  for (const Time apart : {Time{0}, 5 * kMicrosecond, 30 * kMicrosecond}) {
    HostRun run = small_run("native");
    run.guests = 2;
    run.queues = 1;
    run.rss = false;
    run.guest_cores = {4, 5};
    HostSystemConfig config = host_system_config(run);
    config.host.guests[0].busy_poll = 50 * kMicrosecond;
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    for (unsigned i = 0; i < 2; ++i) connect(system, i, TcpConfig());
    Guest& first = system.host().guest(0);
    first.run(0,
              std::make_unique<RequestServer>(
                  first.connection(0), [&first](Time now) { first.arm(0, now); }, 1'000, 10,
                  [&first](Time now) { first.compute(0, 31'600'000, now); }),  // 10 ms
              system.now());
    system.peer().connection(0).offer(500, system.now());
    system.peer().arm(0, system.now());
    system.run(system.now() + 40 * kMicrosecond);  // the guest has the poll now
    system.peer().connection(0).offer(500, system.now());
    system.peer().arm(0, system.now());
    system.run(system.now() + apart);
    system.peer().connection(1).offer(kBytes, system.now());
    system.peer().arm(1, system.now());
    system.run(system.now() + 200 * kMicrosecond);
    EXPECT_EQ(first.delivered(), 1'000u);
    EXPECT_EQ(system.host().guest(1).delivered(), kBytes) << apart;
  }
}

TEST(BusyPoll, NeedsARingThatTheCoreCanReach) {
  for (const char* path : {"vswitch", "vhost", "vmdq", "netqueue", "vmbus", "macvtap"}) {
    try {
      const HostSystem system(config_of(path, kMicrosecond));
      ADD_FAILURE() << path;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("guest.busy_poll: found 1000000, accepted is 0 where"),
                std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW(HostSystem(config_of("native", 101 * kMillisecond)), InputError);
  HostSystemConfig spinning = config_of("native", kMicrosecond);
  spinning.host.driver.spin = true;
  EXPECT_THROW(HostSystem{spinning}, InputError);
}

// Guests on the cores of the queues, in another order: each sends by the queue of its core.
TEST(TransmitAffinity, AGuestSendsByTheQueueOfItsCore) {
  for (const bool affinity : {false, true}) {
    HostRun run = small_run("native");
    run.guests = 4;
    run.queues = 4;
    run.queue_cores = {0, 1, 2, 3};
    run.guest_cores = {3, 2, 0, 7};
    HostSystemConfig config = host_system_config(run);
    config.host.transmit_affinity = affinity;
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    for (unsigned i = 0; i < 4; ++i) {
      connect(system, i, TcpConfig());
      system.host().guest(i).connection(0).offer((i + 1) * 14'600, system.now());
    }
    system.run(20 * kMillisecond);
    const NicDriver& driver = system.host().driver();
    // The core of the last guest has no queue: it keeps the one of its number.
    const std::vector<unsigned> queues =
        affinity ? std::vector<unsigned>{3, 2, 0, 3} : std::vector<unsigned>{0, 1, 2, 3};
    std::vector<std::uint64_t> expected(4);
    for (unsigned i = 0; i < 4; ++i) expected[queues[i]] += (i + 1) * 10;
    for (unsigned queue = 0; queue < 4; ++queue) EXPECT_EQ(driver.sent(queue), expected[queue]) << queue;
    EXPECT_EQ(driver.sent(), 100u);
    EXPECT_EQ(driver.completed(), 100u);
  }
}

}  // namespace
}  // namespace ixsim::test
