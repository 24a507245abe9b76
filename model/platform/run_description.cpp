// Lines of the summary.
#include "platform/run_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/plural.h"
#include "ethernet/replay_source.h"
#include "ethernet/traffic_generator.h"
#include "platform/hosts/key_scope.h"
#include "platform/nearest_key.h"
#include "platform/scenario_keys.h"
#include "platform/strategies.h"

namespace ixsim::platform {
namespace {

constexpr std::uint32_t kSegmentHeader = 58;  // Ethernet, IPv4, TCP and FCS
constexpr std::size_t kMostRanges = 4;        // of queue numbers in a line
constexpr std::uint64_t kFramesOfQueue = 10;  // on average, from which a queue without any is noted

std::string text(const MacAddress& address) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", address[0], address[1], address[2],
                     address[3], address[4], address[5]);
}

// Returns EITR as the device counts it, with its time.
std::string text_of_moderation(const Scenario& scenario) {
  const std::uint32_t interval = RxRings::eitr_interval(scenario.rx, scenario.profile);
  const Time spacing = interval * scenario.profile.moderation_unit;
  return fmt::format("{} ({:.3f} us)", interval,
                     static_cast<double>(spacing) / static_cast<double>(kMicrosecond));
}

// Notes that the interval between frames is shorter than the frames are on the wire.
void describe_load(const Scenario& scenario, RunResult& result) {
  const ArrivalSettings& arrival = scenario.traffic.arrival;
  if (!scenario.pcap.empty() || scenario.load_percent != 0 || arrival.mean_interval == 0 ||
      arrival.process == ArrivalSettings::Process::kLineRate) {
    return;
  }
  const Time least = interval_for_load(scenario.traffic.sizes, 1, 1, scenario.byte_time);
  if (arrival.mean_interval >= least) return;
  result.notes.push_back(
      fmt::format("traffic.interval_ps {}: a frame takes {} ps of the wire on average, preamble and gap "
                  "included, so that frames go at line rate (traffic.frame_size)",
                  arrival.mean_interval, least));
}

// Notes that the device drops generated frames because of their length.
void describe_oversize(const WiredSystem& system, RunResult& result) {
  std::uint64_t frames = 0;
  for (unsigned port = 0; port < system.scenario.ports; ++port)
    frames += system.metrics.frames(port, RxBucket::kOversize);
  if (frames == 0) return;
  result.notes.push_back(fmt::format(
      "{} frames are longer than the device accepts ({} B) and are dropped, counted in rx.drop.oversize: "
      "set rx.max_frame or a smaller traffic.frame_size",
      frames, system.scenario.rx.max_frame));
}

// Returns ascending numbers as ranges: "0, 2 to 5 and 9 more".
std::string ranges(const std::vector<unsigned>& numbers) {
  std::string text;
  std::size_t i = 0;
  for (std::size_t range = 0; i < numbers.size(); ++range) {
    if (range == kMostRanges) return text + fmt::format(" and {} more", numbers.size() - i);
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (last != i) text += fmt::format(" to {}", numbers[last]);
    i = last + 1;
  }
  return text;
}

// Notes pools that receive no generated frames: these go only to receive addresses, and the pools have none.
void describe_pools(const Scenario& scenario, RunResult& result) {
  std::set<unsigned> reached;
  for (const auto& receive : scenario.rx.addresses) reached.insert(receive.pool);
  if (reached.size() >= scenario.rx.pools) return;
  const bool all = scenario.rx.addresses.size() == scenario.profile.addresses;
  result.notes.push_back(
      fmt::format("generated frames reach {} of {} pools: {} {} receive address{}", reached.size(),
                  scenario.rx.pools, all ? "the device has" : "rx.addresses has",
                  scenario.rx.addresses.size(), scenario.rx.addresses.size() == 1 ? "" : "es"));
}

}  // namespace

void describe_setup(const Scenario& scenario, RunResult& result) {
  const RxDriverConfig& rx = scenario.rx;
  result.setup.push_back(
      fmt::format("device    Intel {}, {} port{} at {} Gb/s; PCIe Gen{} x{}, payload {} B, DLLPs {}",
                  scenario.profile.name, scenario.ports, plural(scenario.ports), 8'000 / scenario.byte_time,
                  scenario.pcie.generation, scenario.pcie.lanes, scenario.pcie.max_payload,
                  scenario.pcie.dllp == DllpPolicy::kNone          ? "none"
                  : scenario.pcie.dllp == DllpPolicy::kFivePercent ? "5 %"
                                                                   : "at the specification's limits"));
  std::string vlans;
  for (const auto vlan : rx.vlans) vlans += fmt::format("{}{}", vlans.empty() ? ", VLANs " : " ", vlan);
  result.setup.push_back(fmt::format("receive   {} queue{} in {} pool{}{}, {} exact filters{}, rings of {}",
                                     rx.queues, plural(rx.queues), rx.pools, plural(rx.pools),
                                     rx.rss ? " with RSS" : "", rx.addresses.size(), vlans, rx.ring));
  if (scenario.pcap.empty()) describe_pools(scenario, result);
  for (unsigned pool = 0; pool < rx.pools && !scenario.pcap.empty(); ++pool) {
    std::string line = fmt::format("  pool {}", pool);
    for (const auto& receive : rx.addresses) {
      if (receive.pool == pool) line += " " + text(receive.address);
    }
    result.setup.push_back(line);
  }
  if (rx.dcb.enabled) {
    result.setup.push_back(fmt::format("classes   8 by VLAN priority, {}, PAUSE by {}",
                                       rx.dcb.credits ? "sharing by credits" : "taking turns",
                                       rx.dcb.priority_pause ? "priority" : "link"));
  }
  const TxDriverConfig& tx = scenario.tx;
  if (tx.queues != 0) {
    const SchedulerStrategy& scheduler = scheduler_of(scenario);
    result.setup.push_back(fmt::format("transmit  {} queue{} of {} packets, {}", tx.queues, plural(tx.queues),
                                       tx.packets, scheduler.title));
    const bool segments = tx.mss != 0 && scenario.segment_grants;
    const std::uint32_t longest =
        segments ? tx.mss + kSegmentHeader : *std::max_element(tx.sizes.begin(), tx.sizes.end());
    const std::string remark = scheduler.remark ? scheduler.remark(scenario, longest) : "";
    if (!remark.empty()) result.notes.push_back(remark);
  }
  describe_load(scenario, result);
  if (rx.mode == RxDriverConfig::Mode::kPoll) {
    const std::string timer = rx.poll_timer ? ", EITR " + text_of_moderation(scenario) : "";
    result.setup.push_back(
        fmt::format("host      polls{}, {} ns a frame", timer, rx.service_time / kNanosecond));
    if (!rx.poll_timer && rx.write_back > 1) {
      result.notes.push_back(fmt::format(
          "rx.write_back {} with a polling host: up to {} frames of a queue wait for the next one, as no "
          "timer runs; rx.write_back=1 or rx.moderation=0 writes each back at once",
          rx.write_back, rx.write_back - 1));
    }
    if (rx.refill > rx.offered()) {
      result.notes.push_back(fmt::format(
          "host.refill {} is more than the buffers of a queue ({}): a polling host never gives one back",
          rx.refill, rx.offered()));
    }
  } else {
    result.setup.push_back(fmt::format("host      {} MSI-X vectors, EITR {}, {} ns a frame",
                                       std::min<std::size_t>(rx.vectors, rx.queues),
                                       text_of_moderation(scenario), rx.service_time / kNanosecond));
  }
}

void describe_input(const WiredSystem& system, RunResult& result) {
  const auto* replay = dynamic_cast<const ReplaySource*>(&system.sources[0]->source());
  if (replay == nullptr) return describe_oversize(system, result);
  const ReplayCounts& counts = replay->counts();
  if (counts.oversize != 0) {
    result.notes.push_back(
        fmt::format("{} frames are longer than the device accepts ({} B) and are dropped as oversize "
                    "(rx.drop.oversize): the capture holds offloaded segments or jumbo frames (rx.max_frame)",
                    counts.oversize, system.scenario.rx.max_frame));
  }
  if (counts.padded != 0) result.notes.push_back(fmt::format("{} frames padded to 60 B", counts.padded));
  if (counts.extended != 0) {
    result.notes.push_back(fmt::format("{} frames cut by the capture extended with zeros", counts.extended));
  }
  if (counts.backwards != 0) {
    result.notes.push_back(
        fmt::format("{} frames captured out of order sent at the time before", counts.backwards));
  }
}

void describe_queues(const WiredSystem& system, RunResult& result) {
  const Scenario& scenario = system.scenario;
  for (unsigned port = 0; port < scenario.ports; ++port) {
    const std::uint64_t delivered = system.metrics.frames(port, RxBucket::kDelivered);
    if (delivered == 0) continue;
    const std::vector<unsigned> queues = system.host.driver(port).queue_numbers();
    std::vector<unsigned> idle;
    for (const unsigned queue : queues)
      if (system.metrics.queue_frames(port, queue) == 0) idle.push_back(queue);
    if (idle.empty()) continue;
    const std::uint32_t flows = scenario.traffic.flows.count;
    const bool too_few_flows = scenario.pcap.empty() && flows < queues.size();
    // So few frames miss queues by chance.
    if (!too_few_flows && delivered < kFramesOfQueue * queues.size()) continue;
    result.notes.push_back(fmt::format(
        "{}{} of {} queues that are set up received no frame: {}{}", system.port_label(port), idle.size(),
        queues.size(), ranges(idle),
        too_few_flows ? fmt::format("; the traffic has {} flow{} (traffic.flows)", flows, plural(flows))
                      : ""));
  }
}

void describe_coalescing(RunResult& result) {
  result.notes.push_back(fmt::format("rx.rsc: {} of {} frames reached the driver in {} large receives",
                                     result.number("host.coalesced_segments"), result.number("host.frames"),
                                     result.number("host.large_receives")));
}

void describe_idle_keys(const Scenario& scenario, RunResult& result) {
  for (const Key& key : key_table()) {
    const std::string& name = key.about.name;
    if (!key.idle || !scenario.is_given(name.c_str()) || !takes(scenario, key.about)) continue;
    if (scenario.of_nics && is_of_host(name)) continue;
    std::string reason;
    if (section_of(name) != "vm") {
      reason = key.idle(scenario);
    } else {
      // A key of VMs has an effect if one VM uses it.
      Scenario one = scenario;
      for (const VmSettings& vm : scenario.hosts.vms) {
        one.hosts.vm = vm;
        reason = key.idle(one);
        if (reason.empty()) break;
      }
    }
    if (!reason.empty()) result.notes.push_back(fmt::format("{} has no effect: {}", name, reason));
  }
}

}  // namespace ixsim::platform
