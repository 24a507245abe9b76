// Connects parts, strategies and sockets of a run.
#include "platform/wired_system.h"

#include <fmt/format.h>

#include <algorithm>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "platform/parts.h"
#include "platform/strategies.h"

namespace ixsim {
namespace {

ClassifierBlock classifier_block(const Scenario& scenario) {
  return scenario.profile.pool_bitmaps ? ClassifierBlock::kPools : ClassifierBlock::kL2;
}

std::shared_ptr<RtlClassifierModule> load_module(const RunOptions& options) {
  const bool own = options.rtl.given() && options.block == RtlBlock::kClassifier;
  const DeviceProfile& profile = options.scenario.profile;
  const ClassifierBlock block = classifier_block(options.scenario);
  const ClassifierSize size = block == ClassifierBlock::kL2
                                  ? ClassifierSize{profile.rx_queues, profile.pools, profile.addresses}
                                  : ClassifierSize();
  auto module = own ? load_classifier(options.rtl, block, size) : in_tree_classifier(block, size);
  require_latency(*module, own ? options.plusargs : std::vector<std::string>(),
                  static_cast<unsigned>(options.latency));
  return module;
}

SchedulerParameters scheduler_parameters(const Scenario& scenario) {
  SchedulerParameters parameters;
  parameters.mode = scheduler_of(scenario).rtl.value();
  parameters.queues = scenario.profile.tx_queues;
  return parameters;
}

// None if nothing is transmitted, or by queues of the 82599, of whose scheduler there is no RTL.
std::shared_ptr<RtlSchedulerModule> load_scheduler_module(const RunOptions& options) {
  const bool own = options.rtl.given() && options.block == RtlBlock::kScheduler;
  if (options.scenario.tx.queues == 0) {
    if (own) throw InputError("--block scheduler: found tx.queues 0, accepted with transmit traffic");
    return nullptr;
  }
  if (options.scenario.profile.pool_bitmaps) return nullptr;
  const SchedulerParameters parameters = scheduler_parameters(options.scenario);
  if (!own) return in_tree_scheduler(parameters);
  return load_scheduler(options.rtl, parameters);
}

// Options that the checkers of both blocks share; a waveform is of the first port.
template <typename Options>
Options lockstep_options(const RunOptions& run, unsigned port, const std::string& waveform) {
  Options options;
  options.seed = run.scenario.seed + port;
  options.every_cycle = run.every_cycle;
  if (port == 0) {
    options.waveform = waveform;
    options.waveform_from = run.waveform_from;
  }
  return options;
}

}  // namespace

WiredSystem::WiredSystem(const RunOptions& run)
    : options(run),
      scenario(run.scenario),
      classifier_rtl(run.check_rtl ? load_module(run) : nullptr),
      scheduler_rtl(run.check_rtl ? load_scheduler_module(run) : nullptr),
      metrics(scenario.ports, scenario.tx.packets, scenario.window),
      trace(options.trace.any()
                ? std::make_unique<RunTrace>(options.trace, options.directory, scenario, metrics, metrics)
                : nullptr),
      memory_record(options.dump_memory.empty()
                        ? nullptr
                        : std::make_unique<MemoryRecord>("memory_record", options.dump_memory)),
      host("host", scenario.host, driver_configs(), transmit_configs()),
      controller(
          "controller", controller_config(scenario), [this](unsigned port) { return make_classifier(port); },
          [this](unsigned port) { return make_port_scheduler(port); }),
      link_uses(scenario.ports),
      tx_link_uses(scenario.ports),
      sources_running(scenario.ports) {
  if (memory_record == nullptr) {
    controller.pcie_initiator.bind(host.memory_socket);
  } else {
    controller.pcie_initiator.bind(memory_record->device);
    memory_record->host.bind(host.memory_socket);
  }
  host.register_socket.bind(controller.pcie_target);
  host.before_acting([this] { controller.synchronize(); });
  // A trace that two parties write is in output order.
  if (!scenario.immediate && scenario.driver == CoreDriver::kEvent && !options.trace.ordered()) {
    controller.set_min_host_latency(
        std::min(host.min_latency(), scenario.honor_pause ? scenario.pause_response : kNever));
  }
  // Called by the core at its own time.
  metrics.on_transmit([this](unsigned port, bool over) {
    const ControllerCore& core = controller.core();
    over ? tx_link_uses[port].end(core.endpoint(), core.now())
         : tx_link_uses[port].begin(core.endpoint(), core.now());
  });
  observe();
  if (options.hash_events || !options.dump_events.empty()) controller.core().set_event_sink(&events);
  if (trace != nullptr && trace->register_observer() != nullptr)
    controller.core().add_register_observer(*trace->register_observer());
  for (unsigned port = 0; port < scenario.ports; ++port) {
    sources.push_back(std::make_unique<TrafficSource>(
        fmt::format("source_{}", port).c_str(), make_source(scenario, port), scenario.start, [this, port] {
          metrics.window(port).close();
          sample_link(port, true);
          if (--sources_running == 0 && sc_core::sc_is_running()) sc_core::sc_pause();
        }));
    sources[port]->set_byte_time(scenario.byte_time);
    sources[port]->set_window(metrics.window(port));
    sources[port]->set_began([this, port] { sample_link(port, false); });
    sources[port]->set_duration(scenario.duration);
    if (trace != nullptr) {
      sources[port]->set_tap(
          [this, port](Time start, const Frame& frame) { trace->wire_in(port, start, frame.bytes()); });
    }
    sources[port]->wire.bind(controller.wire_in[port]);
    sinks.push_back(std::make_unique<WireSink>(fmt::format("sink_{}", port).c_str(), scenario.byte_time));
    controller.wire_out[port].bind(sinks[port]->wire);
    if (!scenario.honor_pause) continue;
    sinks[port]->on_control([this, port](Time end, const FrameRef& frame) {
      sources[port]->control(end, frame, scenario.pause_response);
    });
  }
}

// Connects the observers: the series pass calls to the traces, and the traces to the metrics.
void WiredSystem::observe() {
  Probe* probe = &metrics;
  ReceiveObserver* observer = &metrics;
  if (trace != nullptr) {
    probe = trace.get();
    observer = trace.get();
    std::vector<unsigned> pools(kMaxQueues);
    for (const unsigned queue : host.driver(0).queue_numbers()) pools[queue] = host.driver(0).pool_of(queue);
    trace->set_pools(std::move(pools));
  }
  if (options.series) {
    series = std::make_unique<RunSeries>(options.directory + "/series.json", scenario, *probe, *observer);
    series->attach(controller.core());
    probe = series.get();
    observer = series.get();
  }
  controller.core().set_probe(probe);
  for (unsigned port = 0; port < scenario.ports; ++port) host.driver(port).set_observer(observer);
}

// The core may lag behind the simulation if its outputs are delayed.
void WiredSystem::sample_link(unsigned port, bool over) {
  if (sc_core::sc_is_running()) controller.synchronize();
  const auto now = static_cast<Time>(sc_core::sc_time_stamp().value());
  const PcieEndpoint& endpoint = controller.core().endpoint();
  over ? link_uses[port].end(endpoint, now) : link_uses[port].begin(endpoint, now);
}

std::unique_ptr<Classifier> WiredSystem::make_classifier(unsigned port) {
  auto classifier = ixsim::make_classifier(scenario, static_cast<int>(options.latency));
  if (classifier_rtl == nullptr) return classifier;
  auto lockstep = lockstep_options<LockstepOptions>(options, port, options.waveform);
  lockstep.block = classifier_block(scenario);
  lockstep.latency = options.latency;
  lockstep.compared = options.compared;
  auto checker = std::make_unique<LockstepClassifier>(
      std::move(classifier), classifier_rtl->make(scenario.seed + port, plusargs_of(RtlBlock::kClassifier)),
      lockstep);
  classifier_checkers.push_back(checker.get());
  return checker;
}

std::unique_ptr<TxScheduler> WiredSystem::make_port_scheduler(unsigned port) {
  auto strategy = make_scheduler(scenario);
  const auto traced = [&](std::unique_ptr<TxScheduler> scheduler) {
    return trace != nullptr ? trace->traced(std::move(scheduler), port) : std::move(scheduler);
  };
  if (scheduler_rtl == nullptr) return traced(std::move(strategy));
  auto lockstep = lockstep_options<SchedulerLockstepOptions>(options, port, options.scheduler_waveform);
  lockstep.parameters = scheduler_parameters(scenario);
  auto checker = std::make_unique<LockstepScheduler>(
      std::move(strategy), scheduler_rtl->make(scenario.seed + port, plusargs_of(RtlBlock::kScheduler)),
      lockstep);
  scheduler_checkers.push_back(checker.get());
  return traced(std::move(checker));
}

const std::vector<std::string>& WiredSystem::plusargs_of(RtlBlock block) const {
  static const std::vector<std::string> kNone;
  return block == options.block ? options.plusargs : kNone;
}

std::uint64_t WiredSystem::of_all_classes(unsigned port, Reg counter) const {
  const RegisterFile& registers = controller.core().port(port).registers();
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < PacketBuffer::kPartitions; ++i) sum += registers.get(counter, i);
  return sum;
}

std::string WiredSystem::port_prefix(unsigned port) const {
  return scenario.ports == 1 ? "" : fmt::format("port{}.", port);
}

std::string WiredSystem::port_label(unsigned port) const {
  return scenario.ports == 1 ? "" : fmt::format("port {}: ", port);
}

std::uint64_t WiredSystem::unsent(unsigned port) const {
  if (sources[port]->ended_by_duration()) return 0;
  const std::uint64_t all = source_of(scenario).frames(scenario);
  return all - std::min(all, sources[port]->frames());
}

}  // namespace ixsim
