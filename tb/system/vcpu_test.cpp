// Several guests per core under the scheduler of virtual CPUs, on each path that has guests.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host_bench.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using bench::connect;
using bench::small_run;

HostSystemConfig scheduled(const std::string& path) {
  HostRun run = small_run(path);
  run.guest_cores = {4};
  HostSystemConfig config = host_system_config(run);
  config.host.vcpus.on = true;
  config.host.vcpus.period = 3 * kMillisecond;
  config.host.vcpus.slice = kMillisecond;
  return config;
}

void expect_accounts(HostSystem& system) {
  Machine& machine = system.machine();
  machine.account(system.now());
  for (unsigned core = 0; core < machine.cores(); ++core)
    EXPECT_EQ(machine.busy(core) + machine.idle(core), machine.accounted());
  const CreditScheduler& scheduler = *system.host().scheduler();
  Time running = 0;
  for (unsigned i = 0; i < system.host().guests(); ++i) {
    const auto account = scheduler.account(system.host().guest(i).vcpu(), system.now());
    EXPECT_EQ(account.running + account.waiting + account.blocked, system.now());
    running += account.running;
  }
  EXPECT_LE(running, machine.busy(4));
  EXPECT_EQ(system.unaccounted(0), "");
}

class VcpuOnEachPath : public testing::TestWithParam<std::string> {};

// All bytes arrive both ways, and running ahead of outputs changes nothing.
TEST_P(VcpuOnEachPath, DeliversAllAndAddsUp) {
  std::vector<std::vector<Time>> results;
  for (const bool ahead : {true, false}) {
    HostSystemConfig config = scheduled(GetParam());
    config.run_ahead = ahead;
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    constexpr std::uint64_t kBytes = 1'000'000;
    for (unsigned i = 0; i < 3; ++i) {
      const unsigned peer = connect(system, i, TcpConfig());
      system.peer().connection(peer).offer(kBytes, system.now());
      system.peer().arm(peer, system.now());
      system.host().guest(i).connection(0).offer(kBytes, system.now());
      system.host().guest(i).arm(0, system.now());
    }
    system.run(3 * kSecond);
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_EQ(system.host().guest(i).delivered(), kBytes);
      EXPECT_EQ(system.peer().connection(i).statistics().bytes_delivered, kBytes);
    }
    EXPECT_GT(system.host().scheduler()->switches(), 3u);
    expect_accounts(system);
    std::vector<Time> result;
    for (unsigned i = 0; i < 3; ++i) {
      const auto account = system.host().scheduler()->account(i, system.now());
      result.insert(result.end(), {account.running, account.waiting});
    }
    results.push_back(result);
  }
  EXPECT_EQ(results[0], results[1]);
}

INSTANTIATE_TEST_SUITE_P(Paths, VcpuOnEachPath,
                         testing::Values("vswitch", "vhost", "vmdq", "netqueue", "vmbus", "macvtap"),
                         [](const auto& info) { return info.param; });

// Guests whose programs need more than the core has: throughput is by weight, and a cap holds.
TEST(Vcpu, ThroughputIsByWeight) {
  HostSystemConfig config = scheduled("vmdq");
  const unsigned weights[] = {400, 200, 200};
  for (unsigned i = 0; i < 3; ++i) {
    config.host.guests[i].vcpu.weight = weights[i];
    config.host.guests[i].segment_cycles = 28'500;
  }
  config.host.guests[2].vcpu.cap = 10;
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  for (unsigned i = 0; i < 3; ++i) {
    TcpConfig tcp;
    tcp.receive_buffer = 262'144;
    const unsigned peer = connect(system, i, tcp);
    system.peer().connection(peer).offer_endless(system.now());
    system.peer().arm(peer, system.now());
  }
  system.run(200 * kMillisecond);
  const auto running = [&](unsigned i) {
    return static_cast<double>(system.host().scheduler()->account(i, system.now()).running) /
           static_cast<double>(system.now());
  };
  // The capped one leaves what it may not take to the others, by weight.
  EXPECT_NEAR(running(2), 0.10, 0.005);
  EXPECT_NEAR(running(0) / running(1), 2, 0.05);
  EXPECT_GT(running(0) + running(1), 0.88);
  const auto bytes = [&](unsigned i) { return static_cast<double>(system.host().guest(i).delivered()); };
  EXPECT_NEAR(bytes(0) / bytes(1), running(0) / running(1), 0.1);
  EXPECT_GT(bytes(2), 1'000'000);
  expect_accounts(system);
}

// One guest a core: wake-ups and exits are the scheduler's only work.
TEST(Vcpu, WakeUpsPassTheHypervisor) {
  std::vector<Time> notifications;
  for (const bool on : {false, true}) {
    HostRun run = small_run("vmdq");
    HostSystemConfig config = host_system_config(run);
    config.host.vcpus.on = on;
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    const unsigned peer = connect(system, 0, TcpConfig());
    // Segments apart from each other: each wakes the guest, and so does no other event.
    for (unsigned i = 0; i < 50; ++i) {
      system.peer().connection(peer).offer(100, system.now());
      system.peer().arm(peer, system.now());
      system.run(system.now() + kMillisecond);
    }
    EXPECT_EQ(system.host().guest(0).delivered(), 5'000u);
    system.machine().account(system.now());
    notifications.push_back(system.machine().busy(4, Activity::kNotification));
    if (on) {
      EXPECT_EQ(system.host().scheduler()->switches(), 0u);
      expect_accounts(system);
    }
  }
  const double cycles = static_cast<double>(notifications[1] - notifications[0]) * 3.16e9 / 1e12;
  EXPECT_NEAR(cycles / (2'000 + 1'500), 50, 2);
}

TEST(Vcpu, NeedsGuestsThatTheHostServes) {
  for (const char* path : {"native", "sriov"}) {
    try {
      const HostSystem system(scheduled(path));
      ADD_FAILURE() << path;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("vcpus.on: found true, accepted is false on the paths native"),
                std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace ixsim::test
