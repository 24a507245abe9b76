// The run, and the lines that describe it.
#include "platform/hosts/host_scenario_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>

#include "base/plural.h"
#include "ixsim/error.h"
#include "platform/hosts/complete_vms.h"
#include "platform/hosts/host_parts.h"
#include "platform/hosts/host_record.h"
#include "platform/rtl_checkers.h"
#include "platform/run_series.h"

namespace ixsim::platform {
namespace {

constexpr std::size_t kMostNamed = 8;  // VMs in a note

const char* name_of(const VmSettings& vm) {
  switch (vm.workload) {
    case VmWorkload::kReceive:
      return "receive";
    case VmWorkload::kTransmit:
      return "transmit";
    case VmWorkload::kBoth:
      return "receive and transmit";
    case VmWorkload::kMix:
      return vm.mix->name;
    case VmWorkload::kRequest:
    case VmWorkload::kNone:
      break;
  }
  return "answer requests";
}

// One controller, and with the last one of a host the host.
void describe_host(const Scenario& scenario, RunResult& result) {
  const RxDriverConfig& rx = scenario.rx;
  const HostSettings& hosts = scenario.hosts;
  const auto line = [&](const char* subject, const std::string& text) {
    result.setup.push_back(fmt::format("{:<10}{}", subject, text));
  };
  line("device",
       fmt::format("Intel {}, {} port{} at {} Gb/s; PCIe Gen{} x{}, payload {} B", scenario.profile.name,
                   scenario.ports, plural(scenario.ports), 8'000 / scenario.byte_time,
                   scenario.pcie.generation, scenario.pcie.lanes, scenario.pcie.max_payload));
  line("queues", fmt::format("{} receive in {} pool{}{}, {} transmit; rings of {} and {}", rx.queues,
                             rx.pools, plural(rx.pools), rx.rss ? " with RSS" : "", scenario.tx.queues,
                             rx.ring, scenario.tx.ring));
  if (hosts.nic + 1 < hosts.nics) return;
  const auto value = [&](const char* name) { return hosts.of_platform.at(name); };
  line("host",
       fmt::format("{}: {} cores at {:.2f} GHz, path {}, {} vector{}, EITR {}", hosts.platform,
                   value("machine.cores"), static_cast<double>(value("machine.clock")) / 1e9, hosts.io_path,
                   std::min(rx.vectors, rx.queues), plural(std::min(rx.vectors, rx.queues)),
                   RxRings::eitr_interval(rx, scenario.profile)));
}

// The network between hosts.
void describe_network(const HostSimulationConfig& config, RunResult& result) {
  const HostNetworkConfig& network = config.network;
  const EthernetSwitchConfig& bridge = network.bridge;
  const Time delay = network.cable_delay / kNanosecond;
  if (network.cable) {
    result.setup.push_back(fmt::format("network   a cable of {} ns between the ports", delay));
    return;
  }
  std::string policy = bridge.mark_bytes == 0 ? "" : fmt::format(", ECN from {} B on", bridge.mark_bytes);
  if (bridge.pause != EthernetSwitchConfig::Pause::kNone) {
    std::string priorities;
    for (unsigned i = 0; i < kPriorities; ++i)
      if ((bridge.lossless >> i & 1) != 0)
        priorities += (priorities.empty() ? " " : ", ") + std::to_string(i);
    policy += fmt::format(", PAUSE{}{} above {} B of a port, headroom {} B",
                          priorities.empty() ? "" : " of priorities", priorities, bridge.thresholds.xoff,
                          bridge.thresholds.headroom);
  }
  result.setup.push_back(fmt::format(
      "network   a switch of {} ports, {}{} B in an output queue{}; cables of {} ns", bridge.ports,
      network.with_peer ? "the last to the link partner, " : "", bridge.queue_bytes, policy, delay));
}

void describe(const Scenario& scenario, const HostSimulationConfig& config, RunResult& result) {
  const HostSettings& hosts = scenario.hosts;
  if (!scenario.of_nics) {
    describe_host(scenario, result);
  } else {
    // Hosts alike are described once.
    const std::vector<Scenario>& parts = *scenario.of_nics;
    std::vector<RunResult> texts(parts.back().hosts.host + 1);
    for (const Scenario& part : parts) describe_host(part, texts[part.hosts.host]);
    for (std::size_t first = 0, end = 0; first < texts.size(); first = end) {
      while (end < texts.size() && texts[end].setup == texts[first].setup) ++end;
      if (texts.size() > 1) {
        result.setup.push_back(end - first == 1 ? fmt::format("host {}", first)
                                                : fmt::format("hosts {} to {}, each", first, end - 1));
      }
      for (const std::string& text : texts[first].setup) result.setup.push_back(text);
    }
    if (scenario.several_hosts()) describe_network(config, result);
  }
  // Consecutive VMs with one workload on one line.
  for (std::size_t first = 0; first < hosts.vms.size();) {
    const VmSettings& vm = hosts.vms[first];
    std::size_t end = first;
    const auto alike = [&](const VmSettings& other) {
      return other.workload == vm.workload && other.mix == vm.mix && other.connections == vm.connections &&
             other.mtu == vm.mtu && other.load == vm.load && other.peer == vm.peer && other.tag() == vm.tag();
    };
    while (end < hosts.vms.size() && alike(hosts.vms[end])) ++end;
    const std::string name =
        end - first == 1 ? fmt::format("{}", first) : fmt::format("{} to {}", first, end - 1);
    if (vm.workload == VmWorkload::kNone) {
      result.setup.push_back(fmt::format("vm        {}: no connections but those of other VMs", name));
    } else {
      const std::string load = vm.load == 0 || vm.asks()
                                   ? ""
                                   : fmt::format(", {:.3f} Gb/s each", static_cast<double>(vm.load) / 1e9);
      const std::string peer = vm.peer == VmSettings::kUnset ? "" : fmt::format(", with VM {}", vm.peer);
      std::string tag = vm.vlan == 0 ? "" : fmt::format(", VLAN {}", vm.vlan);
      if (vm.priority != 0) tag += fmt::format(", priority {}", vm.priority);
      result.setup.push_back(fmt::format("vm        {}: {}{}, {} connection{} each, MTU {}{}{}", name,
                                         name_of(vm), peer, vm.connections, plural(vm.connections), vm.mtu,
                                         tag, load));
    }
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
void describe_silent_vms(const Scenario& scenario, const HostMeasurement& measured, RunResult& result) {
  std::string silent;
  std::size_t count = 0;
  for (std::size_t vm = 0; vm < measured.vms.size(); ++vm) {
    if (measured.vms[vm].received + measured.vms[vm].sent != 0) continue;
    if (scenario.hosts.vms[vm].workload == VmWorkload::kNone) continue;
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
      {!options.dump_memory.empty(), "--dump-memory"},
      {!options.scenario.pcap.empty(), "--pcap"},
  };
  for (const auto& [given, option] : refused) {
    if (!given) continue;
    throw InputError(fmt::format("{}: found next to {}, accepted only in runs without VMs", option,
                                 options.scenario.hosts.used_by));
  }
}

void check_host_scenario(const Scenario& scenario) {
  const HostSimulation simulation(host_simulation_config(scenario));
}

namespace {

// The probe of one controller in a run, and its checks, traces and series if they are wanted.
class HostObserver : private WorkObserver {
 public:
  // `nic` is the number of all controllers.
  HostObserver(const RunOptions& run, const Scenario& scenario, unsigned nic,
               const HostSimulationConfig& config)
      : options_(options_of(run, scenario, nic)),
        number_(scenario.hosts.nic),
        ports_(scenario.ports),
        rtl(options_),
        probe(scenario.ports, config.begin, config.begin + config.window),
        wire(scenario.ports) {
    if (options_.trace.any() || options_.series) std::filesystem::create_directories(options_.directory);
    if (options_.trace.any())
      trace_ =
          std::make_unique<RunTrace>(options_.trace, options_.directory, options_.scenario, probe, probe);
  }
  HostObserver(const HostObserver&) = delete;
  HostObserver& operator=(const HostObserver&) = delete;
  ~HostObserver() override = default;

  // Puts the strategies into the settings of the host, which refer to this observer.
  void equip(HostSystemConfig& system) {
    HostNicConfig& nic = number_ == 0 ? system : system.others[number_ - 1];
    for (unsigned other = 0; other < number_; ++other) first_port_ += ports_of(system, other);
    nic.make_classifier = [this](unsigned port) { return rtl.make_classifier(port); };
    nic.make_scheduler = [this](unsigned port) {
      auto scheduler = rtl.make_scheduler(port);
      return trace_ ? trace_->traced(std::move(scheduler), port) : std::move(scheduler);
    };
    // A trace that two parties write is in output order.
    if (options_.trace.ordered()) system.run_ahead = false;
  }
  // Before the host runs. The metrics are behind the traces, and the traces behind the series.
  void attach(HostSystem& system) {
    system_ = &system;
    Probe* first = &probe;
    observer_ = &probe;
    if (trace_) {
      first = observer_of(*trace_);
      NicDriver& driver = system.host(first_port_).driver();
      std::vector<unsigned> pools(kMaxQueues);
      for (const unsigned queue : driver.queue_numbers()) pools[queue] = driver.pool_of(queue);
      trace_->set_pools(std::move(pools));
      if (trace_->register_observer() != nullptr)
        controller().add_register_observer(*trace_->register_observer());
      system.add_tap([this](Time start, unsigned port, const FrameRef& frame) {
        if (port >= first_port_ && port < first_port_ + ports_)
          trace_->wire_in(port - first_port_, start, frame->bytes());
      });
    }
    if (options_.series) {
      series_ = std::make_unique<RunSeries>(options_.directory + "/series.json", options_.scenario, *first,
                                            *observer_);
      series_->attach(controller());
      first = observer_of(*series_);
    }
    controller().set_probe(first);
    for (unsigned port = 0; port < ports_; ++port)
      system.host(first_port_ + port).driver().set_observer(observer_, port);
    // The work of the cores is with the first controller of their host.
    if (number_ == 0 && (trace_ || series_)) system.machine().set_observer(this);
    if (recorded() != nullptr) controller().set_event_sink(&events);
  }
  void begin() {
    link.begin(controller().endpoint(), system_->now());
    for (unsigned port = 0; port < ports_; ++port)
      wire[port] = {system_->frames_in(first_port_ + port), system_->bytes_in(first_port_ + port)};
  }
  void end() {
    link.end(controller().endpoint(), system_->now());
    for (unsigned port = 0; port < ports_; ++port) {
      wire[port] = {system_->frames_in(first_port_ + port) - wire[port].frames,
                    system_->bytes_in(first_port_ + port) - wire[port].bytes};
    }
    rtl.finish();
  }
  // The files appear.
  void commit() {
    if (trace_) trace_->commit();
    if (series_) series_->commit(probe.distributions());
  }
  // Writes the record of events, which measure_hosts() finishes.
  void write_events() const {
    if (!options_.dump_events.empty()) events.write(options_.dump_events);
  }
  EventLog* recorded() { return options_.hash_events || !options_.dump_events.empty() ? &events : nullptr; }
  // Frames presented to the classifiers of all ports.
  std::uint64_t presented() const {
    std::uint64_t sum = 0;
    for (unsigned port = 0; port < ports_; ++port) sum += controller().port(port).receive().presented();
    return sum;
  }
  unsigned first_port() const { return first_port_; }

 private:
  static unsigned ports_of(const HostSystemConfig& system, unsigned nic) {
    const HostNicConfig& own = nic == 0 ? system : system.others[nic - 1];
    return static_cast<unsigned>(own.controller.ports.size());
  }
  ControllerCore& controller() const { return system_->controller(number_); }
  static RunOptions options_of(const RunOptions& run, const Scenario& scenario, unsigned nic) {
    RunOptions options = run;
    options.scenario = scenario;
    if (!run.scenario.of_nics) return options;
    // Hosts with one controller each have their numbers.
    const std::vector<Scenario>& parts = *run.scenario.of_nics;
    const bool by_host = parts.back().hosts.host + 1 == parts.size();
    const std::string folder = fmt::format("{}{}", by_host ? "host" : "nic", nic);
    options.directory += "/" + folder;
    if (!run.dump_events.empty()) {
      const std::filesystem::path file = run.dump_events, own = file.parent_path() / folder;
      // If it cannot be created, the file cannot either, which is reported.
      std::error_code unreported;
      std::filesystem::create_directory(own, unreported);
      options.dump_events = own / file.filename();
    }
    // A waveform is of the first controller.
    if (nic != 0) options.waveform = options.scheduler_waveform = "";
    return options;
  }
  template <typename Both>
  Probe* observer_of(Both& both) {
    observer_ = &both;
    return &both;
  }
  void worked(unsigned core, Activity activity, Time from, Time to) override {
    observer_->core_busy(0, core, from, to, kActivityNames[static_cast<std::size_t>(activity)]);
  }

  RunOptions options_;
  unsigned number_;  // on its host
  unsigned ports_;
  unsigned first_port_ = 0;  // of the ports of the host
  HostSystem* system_ = nullptr;
  ReceiveObserver* observer_ = nullptr;
  std::unique_ptr<RunTrace> trace_;
  std::unique_ptr<RunSeries> series_;

 public:
  RtlCheckers rtl;
  NicProbe probe;
  EventLog events;
  LinkUse link;
  std::vector<WindowCount> wire;
};

}  // namespace

RunResult run_hosts(const RunOptions& options) {
  const Scenario& scenario = options.scenario;
  HostSimulationConfig settings = host_simulation_config(scenario);
  if (options.trace.ordered()) settings.network.lookahead = false;
  std::vector<std::unique_ptr<HostObserver>> observers;
  const unsigned nics = scenario.of_nics ? static_cast<unsigned>(scenario.of_nics->size()) : 1;
  const auto part = [&](unsigned nic) -> const Scenario& {
    return scenario.of_nics ? (*scenario.of_nics)[nic] : scenario;
  };
  for (unsigned nic = 0; nic < nics; ++nic) {
    observers.push_back(std::make_unique<HostObserver>(options, part(nic), nic, settings));
    observers.back()->equip(settings.systems[part(nic).hosts.host]);
  }
  HostSimulation simulation(settings);
  for (unsigned nic = 0; nic < nics; ++nic) observers[nic]->attach(simulation.system(part(nic).hosts.host));
  RunResult result;
  HostMeasurement measured = simulation.nothing();
  try {
    simulation.warm_up();
    for (auto& observer : observers) observer->begin();
    measured = simulation.measure();
    for (auto& observer : observers) observer->end();
  } catch (const std::exception& error) {
    // A divergence ends a run.
    measured.failure = error.what();
    for (const auto& observer : observers) {
      const std::string divergence = observer->rtl.divergence(result);
      if (!divergence.empty()) measured.failure = divergence;
    }
    if (!result.divergence) throw;
  }
  for (const auto& observer : observers) {
    const std::string divergence = observer->rtl.divergence(result);
    if (!divergence.empty()) measured.failure = divergence;
    observer->commit();
  }
  result.simulated = simulation.system().now();
  const bool intact = measured.failure.empty();
  if (!intact) result.failures.push_back(measured.failure);
  describe(scenario, settings, result);
  if (intact) {
    describe_losses(measured, result);
    describe_silent_vms(scenario, measured, result);
  }
  std::vector<HostRecord> records;
  for (unsigned nic = 0; nic < nics; ++nic) {
    HostObserver& seen = *observers[nic];
    records.push_back({part(nic), simulation, measured, seen.probe, seen.link, seen.wire, seen.recorded(),
                       nic, seen.first_port()});
    if (!intact) continue;
    for (RunLimit& limit : find_host_limits(records.back())) result.limits.push_back(std::move(limit));
  }
  measure_hosts(records, result);
  for (const HostRecord& record : records) {
    const HostObserver& seen = *observers[record.nic];
    seen.rtl.measure(result, record.nic_prefix(), intact, seen.presented(), seen.probe.grants());
    seen.write_events();
  }
  return result;
}

}  // namespace ixsim::platform
