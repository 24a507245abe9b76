// The run, and the lines that describe it.
#include "platform/hosts/host_scenario_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "ixsim/error.h"
#include "platform/hosts/complete_vms.h"
#include "platform/hosts/host_parts.h"
#include "platform/hosts/host_record.h"

namespace ixsim {
namespace {

constexpr std::size_t kMostNamed = 8;  // VMs in a note

const char* name_of(VmWorkload workload) {
  switch (workload) {
    case VmWorkload::kReceive:
      return "receive";
    case VmWorkload::kTransmit:
      return "transmit";
    case VmWorkload::kBoth:
      return "receive and transmit";
    case VmWorkload::kRequest:
      break;
  }
  return "answer requests";
}

const char* plural(std::size_t count) { return count == 1 ? "" : "s"; }

void describe(const Scenario& scenario, RunResult& result) {
  const RxDriverConfig& rx = scenario.rx;
  const HostSettings& hosts = scenario.hosts;
  result.setup.push_back(fmt::format("device    Intel {}, {} port{} at {} Gb/s; PCIe Gen{} x{}, payload {} B",
                                     scenario.profile.name, scenario.ports, plural(scenario.ports),
                                     8'000 / scenario.byte_time, scenario.pcie.generation,
                                     scenario.pcie.lanes, scenario.pcie.max_payload));
  result.setup.push_back(fmt::format("queues    {} receive in {} pool{}{}, {} transmit; rings of {} and {}",
                                     rx.queues, rx.pools, plural(rx.pools), rx.rss ? " with RSS" : "",
                                     scenario.tx.queues, rx.ring, scenario.tx.ring));
  const auto value = [&](const char* name) { return hosts.of_platform.at(name); };
  result.setup.push_back(fmt::format("host      {}: {} cores at {:.2f} GHz, path {}, {} vector{}, EITR {}",
                                     hosts.platform, value("machine.cores"),
                                     static_cast<double>(value("machine.clock")) / 1e9, hosts.io_path,
                                     std::min(rx.vectors, rx.queues), plural(std::min(rx.vectors, rx.queues)),
                                     RxRings::eitr_interval(rx, scenario.profile)));
  // Consecutive VMs with one workload on one line.
  for (std::size_t first = 0; first < hosts.vms.size();) {
    const VmSettings& vm = hosts.vms[first];
    std::size_t end = first;
    const auto alike = [&](const VmSettings& other) {
      return other.workload == vm.workload && other.connections == vm.connections && other.mtu == vm.mtu &&
             other.load == vm.load;
    };
    while (end < hosts.vms.size() && alike(hosts.vms[end])) ++end;
    const std::string load = vm.load == 0 || vm.workload == VmWorkload::kRequest
                                 ? ""
                                 : fmt::format(", {:.3f} Gb/s each", static_cast<double>(vm.load) / 1e9);
    result.setup.push_back(
        fmt::format("vm        {}: {}, {} connection{} each, MTU {}{}",
                    end - first == 1 ? fmt::format("{}", first) : fmt::format("{} to {}", first, end - 1),
                    name_of(vm.workload), vm.connections, plural(vm.connections), vm.mtu, load));
    first = end;
  }
}

void describe_losses(const HostMeasurement& measured, RunResult& result) {
  if (measured.missed + measured.lost == 0) return;
  result.notes.push_back(
      fmt::format("in the window the device dropped {} frames, queues of the host {} packets; {} segments "
                  "were sent again",
                  measured.missed, measured.lost, measured.retransmits));
}

// A VM whose connections wait for a timer carries nothing.
void describe_silent_vms(const HostMeasurement& measured, RunResult& result) {
  std::string silent;
  std::size_t count = 0;
  for (std::size_t vm = 0; vm < measured.vms.size(); ++vm) {
    if (measured.vms[vm].received + measured.vms[vm].sent != 0) continue;
    if (++count <= kMostNamed) silent += fmt::format("{}{}", silent.empty() ? "" : ", ", vm);
  }
  if (count == 0) return;
  if (count > kMostNamed) silent += fmt::format(" and {} more", count - kMostNamed);
  result.notes.push_back(
      fmt::format("VM{} {} carried nothing in the window: connections without traffic, or that wait for the "
                  "retransmission timer (200 ms) after losses before it; a longer measure.warmup shows which",
                  plural(count), silent));
}

}  // namespace

void check_host_options(const RunOptions& options) {
  const std::pair<bool, const char*> refused[] = {
      {options.check_rtl, "--check"},
      {options.trace.any(), "--trace"},
      {options.series, "--series"},
      {!options.dump_memory.empty(), "--dump-memory"},
      {!options.scenario.pcap.empty(), "--pcap"},
  };
  for (const auto& [given, option] : refused) {
    if (!given) continue;
    throw InputError(fmt::format("{}: found next to {}, accepted in runs without VMs alone", option,
                                 options.scenario.hosts.used_by));
  }
}

void check_host_scenario(const Scenario& scenario) {
  const HostSimulation simulation(host_simulation_config(scenario));
}

RunResult run_hosts(const RunOptions& options) {
  const Scenario& scenario = options.scenario;
  HostSimulation simulation(host_simulation_config(scenario));
  const HostSimulationConfig& config = simulation.config();
  HostSystem& system = simulation.system();
  NicProbe probe(scenario.ports, config.begin, config.begin + config.window);
  system.controller().set_probe(&probe);
  EventLog events;
  const bool recorded = options.hash_events || !options.dump_events.empty();
  if (recorded) system.controller().set_event_sink(&events);
  LinkUse link;
  std::vector<WindowCount> wire(scenario.ports);
  simulation.warm_up();
  link.begin(system.controller().endpoint(), system.now());
  for (unsigned port = 0; port < scenario.ports; ++port)
    wire[port] = {system.frames_in(port), system.bytes_in(port)};
  const HostMeasurement measured = simulation.measure();
  link.end(system.controller().endpoint(), system.now());
  for (unsigned port = 0; port < scenario.ports; ++port) {
    wire[port] = {system.frames_in(port) - wire[port].frames, system.bytes_in(port) - wire[port].bytes};
  }
  RunResult result;
  result.simulated = system.now();
  if (!measured.failure.empty()) result.failures.push_back(measured.failure);
  describe(scenario, result);
  describe_losses(measured, result);
  describe_silent_vms(measured, result);
  const HostRecord record{scenario, simulation, measured, probe, link, wire, recorded ? &events : nullptr};
  result.limits = find_host_limits(record);
  measure_hosts(record, result);
  if (!options.dump_events.empty()) events.write(options.dump_events);
  return result;
}

}  // namespace ixsim
