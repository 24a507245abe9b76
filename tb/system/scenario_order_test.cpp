// The order of keys never matters: a scenario is resolved after all keys are known, wherever each was given.
// The tests use all permutations of keys that depend on each other, and random ones of all keys, in a file,
// in --set, or in both.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "ixsim/error.h"
#include "platform/hosts/key_scope.h"
#include "platform/scenario.h"
#include "platform/strategies.h"

namespace ixsim::test {
namespace {

using Assignment = std::pair<std::string, std::string>;  // key, value in TOML

toml::table listed() { return toml::parse_file(IXSIM_SOURCE_DIR "/tb/system/scenario_keys.toml"); }

template <typename Enum>
int number(Enum value) {
  return static_cast<int>(value);
}

std::string text_of(const DcbConfig& dcb) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {}", dcb.enabled, dcb.credits, dcb.priority_pause,
                  fmt::join(dcb.rx_refill, ","), fmt::join(dcb.rx_limit, ","), fmt::join(dcb.tx_refill, ","),
                  fmt::join(dcb.tx_limit, ","), fmt::join(dcb.group, ","));
  for (const DcbConfig::Strict strict : dcb.strict) text += fmt::format(" {}", number(strict));
  return text;
}

std::string text_of(const RxDriverConfig& rx) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {}\n", rx.queues, rx.pools, rx.rss, fmt::join(rx.vlans, ","),
                  rx.strip_vlan, rx.promiscuous, rx.replicate, rx.default_pool);
  for (const auto& receive : rx.addresses)
    text += fmt::format("{:02x}>{} ", fmt::join(receive.address, ":"), receive.pool);
  text += fmt::format("\n{} {} {} {} {} {} {} {} {} {} {}\n", rx.ring, rx.posted, rx.buffer_kib, rx.buffers,
                      rx.prefetch, rx.host_threshold, rx.write_back, rx.advanced, rx.drop, rx.max_frame,
                      rx.store_bad_packets);
  text += fmt::format("{} {} {} {} {}\n", rx.flow_control, rx.high_watermark, rx.low_watermark, rx.pause_time,
                      rx.pause_refresh);
  text +=
      fmt::format("{} {} {} {}\n", rx.packet_buffer_kib, rx.rsc, rx.functions, fmt::join(rx.vlan_pools, ","));
  text += fmt::format("{} {} {} {} {} {} {} {} {} {}\n", number(rx.mode), rx.vectors, rx.moderation,
                      rx.interrupt_latency, rx.service_time, rx.budget, rx.refill, rx.rebalance_interval,
                      rx.rebalances, rx.auto_mask);
  return text + text_of(rx.dcb);
}

std::string text_of(const TxDriverConfig& tx) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", tx.queues, tx.packets,
                     fmt::join(tx.sizes, ","), tx.ring, tx.prefetch, tx.host_threshold, tx.write_back,
                     tx.head_write_back, tx.doorbell, tx.checksum_offload, tx.mss, tx.burst, tx.idle,
                     fmt::join(tx.rate_limits, ","));
}

std::string text_of(const TrafficSettings& traffic) {
  const FlowSettings& flows = traffic.flows;
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {}", traffic.frames, number(traffic.arrival.process),
                  traffic.arrival.mean_interval, traffic.arrival.mean_burst, flows.count, number(flows.order),
                  fmt::join(flows.vlans, ","), fmt::join(flows.priorities, ","), number(flows.network),
                  number(flows.transport), flows.stream);
  for (const SizeShare& share : traffic.sizes) text += fmt::format(" {}x{}", share.size, share.weight);
  return text;
}

std::string text_of(const DeviceProfile& p) {
  return fmt::format("{} {} {} {} {} {}", p.name, p.rx_queues, p.tx_queues, p.pools, p.vectors, p.addresses);
}

// Everything that a run takes from a scenario.
std::string text_of(const VmSettings& vm) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", number(vm.workload), vm.connections,
                     vm.load, vm.mtu, vm.timestamps, vm.receive_buffer, vm.window_limit, vm.request_size,
                     vm.response_size, vm.think_time, vm.request_cycles, vm.segment_cycles, vm.receive_queue,
                     vm.transmit_queue, vm.core, vm.port) +
         fmt::format(" {} {} {} {} {} {} {} {} {} {} {} {}", vm.host, vm.nic, vm.vlan, vm.priority, vm.peer,
                     vm.ecn, vm.min_rto, vm.segmentation_bytes, vm.busy_poll, vm.vcpu.weight, vm.vcpu.cap,
                     vm.vcpu.pinned) +
         fmt::format(" {}", fmt::join(vm.vlans, ",")) + (vm.mix == nullptr ? "" : vm.mix->name);
}

std::string text_of(const Scenario& s);

std::string text_of_hosts(const Scenario& s) {
  const HostSettings& hosts = s.hosts;
  std::string text = fmt::format("{} {} {} {} {} {} {} {} {} {}\n", hosts.used_by, hosts.platform,
                                 hosts.io_path, fmt::join(hosts.queue_cores, ","),
                                 fmt::join(hosts.backend_cores, ","), fmt::join(hosts.vm_cores, ","),
                                 hosts.network_delay, hosts.loss, hosts.start_spread, hosts.count);
  const NetworkSettings& network = hosts.network;
  const EthernetSwitchConfig& bridge = network.bridge;
  text += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}\n", hosts.host_count, hosts.nics, network.cable,
                      network.cable_delay, bridge.cut_through, bridge.latency, bridge.queue_bytes,
                      bridge.buffer_bytes, bridge.mark_bytes, number(bridge.pause), bridge.thresholds.xoff,
                      bridge.thresholds.xon);
  text += fmt::format("{} {}\n", bridge.thresholds.headroom, fmt::join(network.lossless, ","));
  text += fmt::format("{} {} {} {} {} {} {} {} {} {} {}", hosts.software_segmentation, hosts.spin,
                      hosts.merge, hosts.transmit_affinity, hosts.bytes_in_flight, hosts.vcpus.on,
                      hosts.vcpus.period, hosts.vcpus.slice, hosts.vcpus.switch_cycles,
                      hosts.vcpus.wake_cycles, hosts.vcpus.block_cycles);
  text +=
      fmt::format(" {} {} {} {}\n", hosts.iommu.on, hosts.iommu.entries, hosts.iommu.page, hosts.iommu.walk);
  if (s.of_nics)
    for (const Scenario& host : *s.of_nics) text += text_of(host);
  for (const auto& [name, value] : hosts.parameters) text += fmt::format("{} {},", name, value);
  for (const VmSettings& vm : hosts.vms) text += text_of(vm) + "\n";
  if (!hosts.vms.empty()) return text;
  // Not completed yet: what each assignment does to a VM, in any order.
  std::set<std::string> assigned;
  for (const RangedValue& value : hosts.values) {
    Scenario copy = s;
    copy.hosts.vm = {};
    value.set(copy);
    assigned.insert(text_of(copy.hosts.vm));
  }
  return text + fmt::format("{}\n", fmt::join(assigned, "\n"));
}

std::string text_of(const Scenario& s) {
  std::string text = fmt::format("{}\n{} {} {} {} {} {} {} {} {}\n", text_of(s.profile), s.seed,
                                 number(s.driver), s.immediate, s.ports, s.byte_time, s.fetch_batch,
                                 s.tx_fetch_batch, s.segment_grants, s.silicon_counters) +
                     fmt::format("{} {} {} {}\n", s.device_id, number(s.medium), number(s.module),
                                 fmt::join(s.mac_address, ":"));
  text += fmt::format("{} {} {} {} {} {} {} {}\n", s.pcie.generation, s.pcie.lanes, s.pcie.max_payload,
                      s.pcie.max_read_request, s.pcie.read_completion_boundary, number(s.pcie.dllp),
                      number(s.pcie.transaction), s.pcie.propagation);
  text += fmt::format("{}\n{}\n{} {} {}\n", text_of(s.rx), text_of(s.tx), text_of(s.host.profile),
                      s.host.memory_bytes, s.host.read_latency);
  text += fmt::format("{} {} {} \"{}\" {} {} {}\n", s.classifier, s.scheduler, s.source, s.pcap,
                      number(s.replay.pace), s.replay.scale_up, s.replay.scale_down);
  for (const auto& [name, values] : s.parameters) text += fmt::format("{} {},", name, fmt::join(values, " "));
  text += fmt::format("{}\n{} {} {} {}\n", text_of(s.traffic), s.load_percent, s.start, s.honor_pause,
                      s.pause_response);
  text += fmt::format("{} {} {} {}\n", s.duration, s.window.warmup, s.window.length, s.rx.poll_timer);
  return text + text_of_hosts(s);
}

// Gives the first `in_file` keys in a file and the others by --set, as `ixsim run` does.
Scenario given(const std::vector<Assignment>& keys, std::size_t in_file) {
  std::string file;
  for (std::size_t i = 0; i < in_file; ++i) file += keys[i].first + " = " + keys[i].second + "\n";
  Scenario scenario = parse_scenario(file, "a.toml");
  for (std::size_t i = in_file; i < keys.size(); ++i)
    set_scenario_key(scenario, keys[i].first + "=" + keys[i].second);
  return scenario;
}

// Returns the resolved scenario, or the reason why it is refused.
std::string resolved(const std::vector<Assignment>& keys, std::size_t in_file) {
  try {
    Scenario scenario = given(keys, in_file);
    complete_scenario(scenario);
    source_of(scenario).set_up(scenario);
    return text_of(scenario);
  } catch (const InputError& error) {
    return std::string("refused: ") + error.what();
  }
}

std::string names_of(const std::vector<Assignment>& keys, std::size_t in_file) {
  std::string text;
  for (std::size_t i = 0; i < keys.size(); ++i)
    text += (i == in_file ? " --set " : " ") + keys[i].first + "=" + keys[i].second;
  return text;
}

// Keys that others of the set depend on.
const std::vector<std::vector<Assignment>> kDependent = {
    {{"rx.addresses",
      R"(["02:00:00:00:00:01", "02:00:00:00:00:02", ["02:00:00:00:00:03", 1], "02:00:00:00:00:04",
                          "02:00:00:00:00:05", "02:00:00:00:00:06", "02:00:00:00:00:07", "02:00:00:00:00:08"])"},
     {"rx.pools", "8"},
     {"rx.queues", "8"},
     {"rx.rss", "false"},
     {"device.profile", "\"82599\""}},
    {{"rx.addresses", R"(["02:00:00:00:00:01", "02:00:00:00:00:02", "02:00:00:00:00:03"])"},
     {"rx.pools", "2"},
     {"rx.vectors", "3"},
     {"rx.ring", "64"}},
    {{"device.profile", "\"custom\""},
     {"device.rx_queues", "24"},
     {"device.tx_queues", "12"},
     {"device.addresses", "6"},
     {"device.vectors", "5"},
     {"rx.pools", "6"}},
    {{"device.profile", "\"custom\""}, {"device.pools", "3"}, {"pcie.generation", "3"}, {"rx.queues", "12"}},
    {{"dcb.enabled", "true"},
     {"rx.rss", "false"},
     {"rx.high_watermark", "40000"},
     {"device.profile", "\"82599\""},
     {"dcb.tx_refill", "[9, 8, 7, 6, 5, 4, 3, 2]"},
     {"rx.flow_control", "true"}},
    {{"device.profile", "\"82576\""}, {"device.speed", "\"1G\""}, {"rx.queues", "4"}, {"pcie.lanes", "2"}},
    {{"device.profile", "\"82575\""}, {"device.speed", "\"10G\""}, {"rx.pools", "1"}},
    {{"host.mode", "\"poll\""},
     {"rx.ring", "8"},
     {"rx.posted", "4"},
     {"tx.queues", "3"},
     {"tx.ring", "16"},
     {"device.ports", "2"}},
    {{"traffic.load_percent", "50"},
     {"traffic.interval_ps", "100000"},
     {"traffic.arrival", "\"poisson\""},
     {"traffic.frame_size", "\"imix\""},
     {"device.speed", "\"1G\""}},
    {{"tx.scheduler", "\"wrr\""},
     {"tx.weights", "[1, 2]"},
     {"tx.quantum", "9000"},
     {"tx.queues", "2"},
     {"tx.mss", "1000"},
     {"tx.frame_size", "[64, 9000]"}},
    {{"device.profile", "\"82598\""}, {"device.vectors", "3"}, {"rx.queues", "32"}, {"rx.rss", "true"}},
    {{"host.nics", "2"}, {"vm.nic", "1"}, {"vm.count", "2"}, {"rx.vlans", "[5]"}, {"vm.vlan", "5"}},
    {{"vm.priority", "3"}, {"dcb.enabled", "true"}, {"host.io_path", "\"vhost\""}, {"tx.queues", "16"}},
};

TEST(KeyOrder, EveryPermutationOfDependentKeysIsOneScenario) {
  std::size_t compared = 0;
  for (std::vector<Assignment> keys : kDependent) {
    std::sort(keys.begin(), keys.end());
    const std::string expected = resolved(keys, 0);
    do {
      for (std::size_t in_file = 0; in_file <= keys.size(); ++in_file) {
        ASSERT_EQ(resolved(keys, in_file), expected) << names_of(keys, in_file);
        ++compared;
      }
    } while (std::next_permutation(keys.begin(), keys.end()));
  }
  EXPECT_GT(compared, 20'000u);
}

// A value that a key of scenario_keys.toml accepts; "" for types without a range.
std::string drawn(Random& random, const toml::table& about) {
  const std::string type = about["type"].value_or("");
  const auto either = [&] { return random.below(2) == 0; };
  std::ostringstream text;
  if (const toml::array* const values = about["values"].as_array()) {
    values->get(random.below(values->size()))->visit([&](const auto& value) { text << value; });
  } else if (type == "integer" || type == "classes" || type == "numbers") {
    text << *about[either() ? "low" : "high"].value<std::int64_t>();
  } else if (type == "boolean") {
    text << (either() ? "true" : "false");
  } else if (type == "addresses") {
    text << R"(["02:00:00:00:00:01", ["02:00:00:00:00:02", 0], "02:00:00:00:00:03"])";
  } else if (type == "vlans") {
    text << "[1, 2]";
  }
  return text.str();
}

TEST(KeyOrder, RandomOrdersOfAllKeysAreOneScenario) {
  const toml::table list = listed();
  Random random(1);
  unsigned accepted[2] = {};  // without VMs, with VMs
  for (unsigned round = 0; round < 400; ++round) {
    std::vector<Assignment> keys;
    // Keys of runs with VMs and of those without refuse each other: mostly those of one kind are drawn.
    const KeyScope other = round % 2 == 0 ? KeyScope::kVms : KeyScope::kDevice;
    for (const auto& [name, about] : list) {
      if (scope_of(std::string(name.str())) == other && random.below(300) != 0) continue;
      // The sizes of the custom profile are refused with the others.
      const bool size = name.str().substr(0, 7) == "device." && about.as_table()->contains("with");
      // Keys that others of the draw often refuse.
      const std::string section(name.str().substr(0, name.str().find('.')));
      const bool rare = section == "network" || section == "switch" || (section == "dcb" && round % 2 == 1) ||
                        name.str() == "vm.peer" || name.str() == "vm.host" || name.str() == "vm.nic" ||
                        name.str() == "vm.busy_poll";
      if (random.below(size ? 40 : rare ? 200 : 8) != 0) continue;
      std::string value = drawn(random, *about.as_table());
      if (!value.empty()) keys.emplace_back(name.str(), std::move(value));
    }
    const std::string expected = resolved(keys, 0);
    accepted[round % 2] += expected.rfind("refused", 0) != 0 ? 1 : 0;
    for (unsigned order = 0; order < 12; ++order) {
      base::shuffle(keys, random);
      const std::size_t in_file = random.below(keys.size() + 1);
      ASSERT_EQ(resolved(keys, in_file), expected) << names_of(keys, in_file);
    }
  }
  EXPECT_GT(accepted[0], 50u);
  EXPECT_GT(accepted[1], 50u);
}

// The comparison above sees every key: two values of one key are two texts.
TEST(KeyOrder, TheTextOfAScenarioHasEveryKey) {
  for (const auto& [name, about] : listed()) {
    const std::string key(name.str());
    const toml::table& entry = *about.as_table();
    std::set<std::string> texts;
    std::size_t values = 0;
    Random random(1);
    std::set<std::string> tried;
    for (unsigned i = 0; i < 40; ++i) tried.insert(drawn(random, entry));
    tried.erase("");
    for (const std::string& value : tried) {
      Scenario scenario = given({{key, value}}, 0);
      // The sizes of the custom profile reach the profile when the scenario is completed.
      if (key.rfind("device.", 0) == 0 && entry.contains("with")) {
        set_scenario_key(scenario, "device.profile=custom");
        complete_scenario(scenario);
      }
      texts.insert(text_of(scenario));
      ++values;
    }
    EXPECT_EQ(texts.size(), values) << key;
  }
}

}  // namespace
}  // namespace ixsim::test
