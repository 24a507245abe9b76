// Scenarios with hosts against runs of published cases. The same settings, made from keys and made in C++,
// give the same simulation to the picosecond, on every path and with every workload.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/hosts/host_parts.h"
#include "platform/hosts/indexed_name.h"
#include "platform/reproduce/host_run.h"
#include "platform/result_file.h"

namespace ixsim::test {
namespace {

constexpr const char* kPlatform = "xeon_e5460_hyperv_2009";

HostMeasurement run_keys(const std::vector<std::string>& assignments) {
  Scenario scenario;
  for (const std::string& assignment : assignments) set_scenario_key(scenario, assignment);
  complete_scenario(scenario);
  HostSimulation simulation(host_simulation_config(scenario));
  simulation.warm_up();
  return simulation.measure();
}

void expect_equal(const HostMeasurement& a, const HostMeasurement& b) {
  EXPECT_EQ(a.failure, "");
  EXPECT_EQ(b.failure, "");
  EXPECT_GT(a.bytes, 0u);
  EXPECT_EQ(a.guest_bytes, b.guest_bytes);
  EXPECT_EQ(a.frames, b.frames);
  EXPECT_EQ(a.interrupts, b.interrupts);
  EXPECT_EQ(a.lost, b.lost);
  EXPECT_EQ(a.missed, b.missed);
  EXPECT_EQ(a.retransmits, b.retransmits);
  EXPECT_EQ(a.copied, b.copied);
  EXPECT_EQ(a.responses, b.responses);
  EXPECT_EQ(a.response_time, b.response_time);
  EXPECT_EQ(a.busy, b.busy);
  EXPECT_EQ(a.idle, b.idle);
}

// A short run, and the keys that describe it.
HostRun small_run(const std::string& path) {
  HostRun run;
  run.parameters = ParameterSet::platform(kPlatform);
  run.path = path;
  run.guests = 3;
  run.queues = io_path(path).plan(PathCosts()).queues_of_guests ? 3 : 1;
  run.queue_cores = {0, 1, 2};
  run.warmup = kMillisecond;
  run.window = 2 * kMillisecond;
  return run;
}

std::vector<std::string> small_keys(const std::string& path) {
  return {"host.platform=" + std::string(kPlatform), "host.io_path=" + path, "vm.count=3",
          "host.queue_cores=[0, 1, 2]", "host.backend_cores=[1, 2, 3]", "host.vm_cores=[4, 5, 6, 7]",
          "rx.moderation=195",
          // From the first connection on.
          "measure.warmup=1100 us", "measure.window=2 ms"};
}

class EachPathByKeys : public testing::TestWithParam<std::string> {};

TEST_P(EachPathByKeys, IsThePublishedRun) {
  // A virtual function needs a device that has some.
  const bool functions = GetParam() == "sriov";
  for (const bool receive : {true, false}) {
    SCOPED_TRACE(receive);
    HostRun run = small_run(GetParam());
    std::vector<std::string> keys = small_keys(GetParam());
    run.receive = receive;
    keys.emplace_back(receive ? "vm.workload=receive" : "vm.workload=transmit");
    if (functions) {
      run.profile = "82599";
      keys.emplace_back("device.profile=82599");
    }
    expect_equal(run_host(run), run_keys(keys));
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachPathByKeys,
                         testing::Values("native", "vswitch", "vhost", "macvtap", "vmdq", "netqueue", "sriov",
                                         "vmbus"),
                         [](const auto& info) { return info.param; });

TEST(HostScenario, RequestsOnTwoPortsAreThePublishedRun) {
  HostRun run = small_run("vmdq");
  run.ports = 2;
  run.flows = 3;
  run.request = 200;
  run.response = 3'000;
  run.think = 20 * kMicrosecond;
  run.service = 10'000;
  run.seed = 5;
  std::vector<std::string> keys = small_keys("vmdq");
  for (const char* const key :
       {"device.ports=2", "vm.count=6", "vm.connections=3", "vm.workload=request", "vm.request_size=200",
        "vm.response_size=3000", "vm.think_time=20 us", "vm.request_cycles=10000", "simulation.seed=5"})
    keys.emplace_back(key);
  // The VMs of one number share a core.
  for (unsigned vm = 0; vm < 6; ++vm)
    keys.push_back("vm[" + std::to_string(vm) + "].core=" + std::to_string(4 + vm / 2));
  expect_equal(run_host(run), run_keys(keys));
}

TEST(HostScenario, OtherSettingsOfConnectionsAreThePublishedRun) {
  HostRun run = small_run("vhost");
  run.mtu = 9'000;
  run.timestamps = true;
  run.receive_buffer = 100'000;
  run.window_limit = 60'000;
  run.stream_rate = 50'000'000;
  run.flows = 2;
  run.delay = 20 * kMicrosecond;
  run.ring = 64;
  run.drop = true;
  std::vector<std::string> keys = small_keys("vhost");
  for (const char* const key :
       {"vm.mtu=9000", "vm.timestamps=true", "vm.receive_buffer=100000", "vm.window_limit=60000",
        "vm.load=800", "vm.connections=2", "peer.delay=20 us", "rx.ring=64", "rx.drop=true"})
    keys.emplace_back(key);
  expect_equal(run_host(run), run_keys(keys));
}

TEST(HostScenario, SamplingChangesNothing) {
  Scenario scenario;
  for (const std::string& assignment : small_keys("vswitch")) set_scenario_key(scenario, assignment);
  complete_scenario(scenario);
  std::vector<HostMeasurement> measured;
  for (const unsigned samples : {0u, 1u, 777u}) {
    HostSimulationConfig config = host_simulation_config(scenario);
    config.samples = samples;
    HostSimulation simulation(config);
    simulation.warm_up();
    measured.push_back(simulation.measure());
  }
  expect_equal(measured[0], measured[1]);
  expect_equal(measured[0], measured[2]);
  EXPECT_EQ(measured[0].vms[0].receiving.samples, 0u);
  EXPECT_EQ(measured[2].vms[0].receiving.samples, 777u);
}

TEST(HostScenario, CompletingTwiceChangesNothing) {
  Scenario scenario;
  for (const std::string& assignment : small_keys("vmdq")) set_scenario_key(scenario, assignment);
  set_scenario_key(scenario, "vm[1].mtu=4000");
  complete_scenario(scenario);
  const std::vector<unsigned> cores = scenario.hosts.backend_cores;
  complete_scenario(scenario);
  EXPECT_EQ(scenario.hosts.backend_cores, cores);
  EXPECT_EQ(scenario.hosts.vms.size(), 3u);
  EXPECT_EQ(scenario.hosts.vms[1].mtu, 4'000u);
  EXPECT_EQ(scenario.hosts.vms[2].mtu, 1'500u);
  EXPECT_EQ(scenario.rx.max_frame, 4'018u);
}

TEST(IndexedNames, StandForKeys) {
  EXPECT_EQ(parse_indexed_name("vm[3].load").key, "vm.load");
  EXPECT_EQ(parse_indexed_name("vm[3:5].load").last, 5u);
  EXPECT_TRUE(parse_indexed_name("vm[*].load").all);
  EXPECT_EQ(parse_indexed_name("nic[0].rx.queues").key, "rx.queues");
  EXPECT_EQ(parse_indexed_name("nic[0].profile").key, "device.profile");
  EXPECT_EQ(parse_indexed_name("nic[2:4].rx.ring").first, 2u);
  EXPECT_EQ(parse_indexed_name("host[0].machine.clock").key, "host.machine.clock");
  EXPECT_EQ(parse_indexed_name("traffic.frame_size").key, "traffic.frame_size");
  for (const char* const name : {"vm[].load", "vm[-1].load", "vm[1", "vm[1]", "vm[1].",
                                 "vm[99999999999].load", "vm[1:].load", "vm[:1].load", "tx[0].ring"}) {
    EXPECT_THROW(parse_indexed_name(name), std::string) << name;
  }
}

TEST(ResultNames, AnIndexStandsForItself) {
  EXPECT_TRUE(matches("vm[2].throughput", "vm[2].throughput"));
  EXPECT_TRUE(matches("vm[2].throughput", "vm[2]"));
  EXPECT_TRUE(matches("vm[2].throughput", "vm[2].*"));
  EXPECT_FALSE(matches("vm2.throughput", "vm[2].*"));
  EXPECT_FALSE(matches("vm[12].throughput", "vm[2].*"));
  EXPECT_TRUE(matches("rx.queue.2.frames", "rx.queue.[0-3].*"));
}

}  // namespace
}  // namespace ixsim::test
