// Connects parts, strategies and sockets of a run.
#include "platform/wired_system.h"

#include <fmt/format.h>

#include <algorithm>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "platform/parts.h"
#include "platform/strategies.h"

namespace ixsim::platform {
WiredSystem::WiredSystem(const RunOptions& run)
    : options(run),
      scenario(run.scenario),
      rtl(options),
      metrics(scenario.ports, scenario.tx.packets, scenario.window),
      trace(options.trace.any()
                ? std::make_unique<RunTrace>(options.trace, options.directory, scenario, metrics, metrics)
                : nullptr),
      memory_record(options.dump_memory.empty()
                        ? nullptr
                        : std::make_unique<MemoryRecord>("memory_record", options.dump_memory)),
      host("host", scenario.host, driver_configs(), transmit_configs()),
      controller(
          "controller", controller_config(scenario),
          [this](unsigned port) { return rtl.make_classifier(port); },
          [this](unsigned port) { return make_port_scheduler(port); }),
      link_uses(scenario.ports),
      tx_link_uses(scenario.ports),
      sources_running(scenario.ports) {
  if (memory_record == nullptr) {
    controller.pcie_initiator.bind(host.memory_socket);
    controller.connect(host);
  } else {
    controller.pcie_initiator.bind(memory_record->device);
    memory_record->host.bind(host.memory_socket);
  }
  host.register_socket.bind(controller.pcie_target);
  host.before_acting([this] { controller.synchronize(); });
  // A trace that two parties write is in output order.
  Time delay = 0;
  if (!scenario.immediate && scenario.driver == CoreDriver::kEvent && !options.trace.ordered())
    delay = std::min(host.min_latency(), scenario.honor_pause ? scenario.pause_response : kNever);
  controller.set_min_host_latency(delay);
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
    // Observers of the wire and of memory, and other classifiers, see each frame at its own time.
    const bool pauses = scenario.honor_pause && scenario.rx.flow_control;
    if (delay != 0 && !pauses && trace == nullptr && series == nullptr && memory_record == nullptr &&
        !options.check_rtl)
      sources[port]->supply(controller, port);
    sources[port]->wire.bind(controller.wire_in[port]);
    sinks.push_back(std::make_unique<WireSink>(fmt::format("sink_{}", port).c_str(), scenario.byte_time));
    controller.wire_out[port].bind(sinks[port]->wire);
    controller.connect(port, *sinks[port]);
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

std::unique_ptr<TxScheduler> WiredSystem::make_port_scheduler(unsigned port) {
  auto scheduler = rtl.make_scheduler(port);
  return trace != nullptr ? trace->traced(std::move(scheduler), port) : std::move(scheduler);
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

}  // namespace ixsim::platform
