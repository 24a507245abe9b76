// The metrics of a run, each with its name, unit and description.
#include "platform/run_metrics.h"

#include <fmt/format.h>

#include <array>
#include <initializer_list>

#include "nic/core/controller_core.h"
#include "platform/core_metrics.h"

namespace ixsim::platform {
namespace {

// Adds the window of one direction, to which rates and latencies refer.
void measure_window(MetricSheet& sheet, const std::string& prefix, const MeasuringWindow& window,
                    const char* direction) {
  sheet.count(prefix + "window.begin", static_cast<std::uint64_t>(window.begin()), "ps",
              fmt::format("beginning of the measuring window of {}: rates and latencies are of this window",
                          direction));
  sheet.count(prefix + "window.end", static_cast<std::uint64_t>(window.end()), "ps", "its end");
}

void measure_classes(const WiredSystem& system, RunResult& result, const std::string& prefix, unsigned port) {
  MetricSheet sheet{result.metrics};
  const RegisterFile& registers = system.controller.core().port(port).registers();
  const RxDriver& driver = system.host.driver(port);
  std::array<std::uint64_t, DcbConfig::kClasses> frames{};
  for (const unsigned queue : driver.queue_numbers())
    frames[driver.pool_of(queue)] += system.metrics.queue_frames(port, queue);
  for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
    const std::string name = fmt::format("{}class.{}.", prefix, i);
    sheet.count(name + "frames", frames[i], "frames", "frames delivered to the queues of this class");
    sheet.count(name + "missed", registers.get(Reg::MPC, i), "frames",
                "MPC: frames that found the partition of this class full");
    sheet.count(name + "xoff", registers.get(Reg::PXOFFTXC, i), "frames",
                "PXOFFTXC: PAUSE frames sent to stop this priority");
  }
}

// Outcomes of frames that were assigned to a queue, except delivery.
constexpr RxBucket kQueueDrops[] = {RxBucket::kRxDisabled, RxBucket::kPacketBufferFull,
                                    RxBucket::kQueueDisabled, RxBucket::kNoDescriptor, RxBucket::kDmaError};

// Adds frames delivered to `queues`, and those lost after the assignment, by reason if there are any.
void measure_queues(const WiredSystem& system, MetricSheet& sheet, const std::string& prefix,
                    const std::vector<unsigned>& queues, unsigned port, const std::string& what) {
  std::uint64_t frames = 0;
  for (const unsigned queue : queues) frames += system.metrics.queue_frames(port, queue);
  sheet.count(prefix + "frames", frames, "frames", "frames delivered to " + what);
  for (const RxBucket bucket : kQueueDrops) {
    std::uint64_t drops = 0;
    for (const unsigned queue : queues) drops += system.metrics.queue_drops(port, queue, bucket);
    if (drops != 0) {
      sheet.count(prefix + "drop." + name(bucket), drops, "frames",
                  fmt::format("frames for {} that were lost: {}", what, outcome_text(bucket)));
    }
  }
}

// Adds metrics of the receive packet buffer: its peak, and by Little's law the mean number of frames in it.
void measure_buffer(const WiredSystem& system, MetricSheet& sheet, const std::string& prefix, unsigned port) {
  const PacketBuffer& buffer = system.controller.core().port(port).receive().delivery().buffer();
  const unsigned partitions = system.scenario.rx.dcb.enabled ? DcbConfig::kClasses : 1;
  for (unsigned i = 0; i < partitions; ++i) {
    const std::string place = partitions == 1 ? "" : fmt::format("class.{}.", i);
    sheet.count(prefix + place + "packet_buffer.size", buffer.size(i), "bytes",
                "space for frames in the receive packet buffer");
    sheet.count(prefix + place + "packet_buffer.peak", buffer.peak(i), "bytes",
                "most of it in use at a time");
  }
}

void measure_port(const WiredSystem& system, const RunEnd& end, RunResult& result, unsigned port) {
  MetricSheet sheet{result.metrics};
  const std::string prefix = system.port_prefix(port) + "rx.";
  const TrafficSource& source = *system.sources[port];
  sheet.count(
      prefix + "frames", source.frames(), "frames",
      "frames put on the wire, counted at the source; this and all other counts are of the whole run");
  sheet.count(prefix + "unsent", system.unsent(port), "frames",
              "frames of the input that were never put on the wire");
  sheet.count(prefix + "bytes", source.bytes(), "bytes",
              "frames put on the wire, destination address to FCS");
  const ReceiveWindow& window = system.metrics.window(port);
  measure_window(sheet, prefix, window, "receive");
  sheet.rates(prefix + "wire.", window.input(), window.length(), "on the wire that ended in the window");
  sheet.rates(prefix, window.delivered(), window.length(), "delivered to host memory in the window");
  for (unsigned bucket = 0; bucket < kRxBuckets; ++bucket) {
    const auto kind = static_cast<RxBucket>(bucket);
    if (kind == RxBucket::kInFlight) {
      const bool known = port < end.in_flight.size();
      sheet.count(prefix + "in_flight", known ? end.in_flight[port] : 0, "frames",
                  outcome_text(static_cast<RxBucket>(bucket)));
      for (std::size_t i = 0; i < RunEnd::kPlaces.size(); ++i) {
        const auto& [where, reason] = RunEnd::kPlaces[i];
        sheet.count(fmt::format("{}in_flight.{}", prefix, where), known ? end.in_flight_places[port][i] : 0,
                    "frames", fmt::format("of these in {}, {}", where, reason));
      }
    } else if (kind == RxBucket::kDelivered) {
      sheet.count(prefix + "delivered", system.metrics.frames(port, kind), "frames",
                  outcome_text(static_cast<RxBucket>(bucket)));
    } else {
      sheet.count(prefix + "drop." + name(kind), system.metrics.frames(port, kind), "frames",
                  outcome_text(static_cast<RxBucket>(bucket)));
    }
  }
  if (system.scenario.profile.pool_bitmaps) {
    sheet.count(prefix + "replicas", system.controller.core().port(port).accounting().replicas(), "frames",
                "copies for further pools; frames and copies together are in the buckets");
  }
  unsigned used = 0;
  const unsigned queues = system.scenario.profile.rx_queues;
  for (unsigned queue = 0; queue < queues; ++queue)
    used += system.metrics.queue_frames(port, queue) != 0 ? 1 : 0;
  sheet.count(prefix + "queues_used", used, "queues", "queues that received at least one frame");
  for (unsigned queue = 0; queue < queues; ++queue) {
    measure_queues(system, sheet, fmt::format("{}queue.{}.", prefix, queue), {queue}, port, "this queue");
  }
  if (system.scenario.rx.pools > 1 && !system.scenario.rx.dcb.enabled) {
    std::vector<std::vector<unsigned>> of_pool(system.scenario.rx.pools);
    for (const unsigned queue : system.host.driver(port).queue_numbers())
      of_pool[system.host.driver(port).pool_of(queue)].push_back(queue);
    for (unsigned pool = 0; pool < of_pool.size(); ++pool) {
      measure_queues(system, sheet, fmt::format("{}pool.{}.", prefix, pool), of_pool[pool], port,
                     "the queues of this pool");
    }
  }
  measure_buffer(system, sheet, prefix, port);
  if (system.scenario.rx.flow_control) {
    const RegisterFile& registers = system.controller.core().port(port).registers();
    sheet.count(prefix + "pause.xoff", registers.get(Reg::LXOFFTXC), "frames",
                "LXOFFTXC: PAUSE frames sent to pause the link partner");
    sheet.count(prefix + "pause.xon", registers.get(Reg::LXONTXC), "frames",
                "LXONTXC: PAUSE frames sent to resume it");
    sheet.count(prefix + "pause.received", system.sinks[port]->control_frames(), "frames",
                "MAC control frames that the link partner received");
    sheet.count(prefix + "pause.honored", source.pauses(), "frames",
                "PAUSE frames that the link partner honored");
    sheet.count(prefix + "pause.time", static_cast<std::uint64_t>(source.paused(window.end())), "ps",
                "time before the end of the window for which the link partner, or one priority, was paused");
  }
  if (system.scenario.rx.dcb.enabled) measure_classes(system, result, prefix, port);
  sheet.count(prefix + "no_buffer", system.of_all_classes(port, Reg::RNBC), "frames",
              "RNBC: frames that found no descriptor (not drops by themselves)");
  sheet.count(prefix + "missed", system.of_all_classes(port, Reg::MPC), "frames",
              "MPC: frames that found the packet buffer full");
  const std::string host = system.port_prefix(port) + "host.";
  for (const unsigned core : system.host.driver(port).cores()) {
    sheet.ratio(
        fmt::format("{}core.{}.busy", host, core), system.metrics.core_use(port, core), 1, "1",
        "share of the receive window in which the core of this vector, or of this queue of a polling host, "
        "was busy");
  }
  const std::string irq = system.port_prefix(port) + "irq.";
  std::uint64_t messages = 0;
  const unsigned vectors = system.controller.core().port(port).msix().vectors();
  for (unsigned v = 0; v < vectors; ++v) messages += system.controller.core().port(port).msix().messages(v);
  sheet.count(irq + "messages", messages, "messages", "MSI-X messages of all vectors");
  for (unsigned v = 0; v < vectors; ++v) {
    sheet.count(fmt::format("{}{}.messages", irq, v), system.controller.core().port(port).msix().messages(v),
                "messages", "MSI-X messages of this vector");
  }
}

void measure_transmit(const WiredSystem& system, RunResult& result, unsigned port) {
  if (system.host.tx_driver(port) == nullptr) return;
  MetricSheet sheet{result.metrics};
  const std::string prefix = system.port_prefix(port) + "tx.";
  const std::uint64_t wanted = system.scenario.tx.packets * system.scenario.tx.queues;
  const std::uint64_t posted = system.host.tx_driver(port)->posted();
  if (posted != wanted) {
    result.incomplete.push_back(fmt::format(
        "{}{} of {} packets were never posted: their queues wait for the completion of others{}",
        system.port_label(port), wanted - posted, wanted,
        system.scenario.tx.write_back > 1
            ? "; fewer than tx.write_back descriptors are reported by a vector's timer only (host.mode "
              "\"interrupt\", rx.moderation above 0)"
            : ""));
  }
  const auto& seen = system.metrics.transmit().port(port);
  sheet.count(prefix + "packets", posted, "packets", "packets posted, counted by the driver");
  sheet.count(prefix + "completed", system.host.tx_driver(port)->completed(), "packets",
              "packets that the driver saw completed");
  sheet.count(prefix + "frames", system.sinks[port]->frames(), "frames",
              "frames that the link partner received");
  sheet.count(prefix + "bytes", system.sinks[port]->bytes(), "bytes", "the same, destination address to FCS");
  measure_window(sheet, prefix, seen.window, "transmit");
  sheet.rates(prefix, seen.window.sent(), seen.window.length(), "sent that started in the window");
  for (unsigned bucket = 0; bucket < kTxBuckets - 1; ++bucket) {
    sheet.count(prefix + name(static_cast<TxBucket>(bucket)), seen.buckets[bucket], "packets",
                "packets in this bucket");
  }
  sheet.count(prefix + "in_flight", system.controller.core().port(port).transmit().in_flight(), "packets",
              "packets granted and still on their way at the end");
  sheet.count(prefix + "ring_errors", system.controller.core().port(port).transmit().dma().ring_errors(),
              "writes", "tail writes beyond their ring, and rings enabled without a descriptor");
  for (unsigned queue = 0; queue < system.scenario.tx.queues; ++queue) {
    sheet.count(fmt::format("{}queue.{}.frames", prefix, queue), seen.queue_frames[queue], "frames",
                "frames sent from this queue");
    sheet.count(fmt::format("{}queue.{}.bytes", prefix, queue), seen.queue_bytes[queue], "bytes",
                "bytes sent from this queue, destination address to FCS");
  }
  if (system.scenario.rx.dcb.enabled) {
    const TxLayout& layout = system.controller.core().port(port).tx_layout();
    for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
      std::uint64_t bytes = 0;
      for (unsigned queue = 0; queue < system.scenario.tx.queues; ++queue)
        if (layout.class_of[queue] == i) bytes += (seen.shared ? seen.shared_bytes : seen.queue_bytes)[queue];
      sheet.count(fmt::format("{}class.{}.bytes", prefix, i), bytes, "bytes",
                  "bytes sent by this class until the first queue had no packet left");
    }
  }
  // Afterwards every queue has sent all it had, however unfairly.
  const auto jain = [&](const std::string& name, const auto& shares, const char* description) {
    double sum = 0;
    double squares = 0;
    for (unsigned queue = 0; queue < system.scenario.tx.queues; ++queue) {
      const auto share = static_cast<double>(shares[queue]);
      sum += share;
      squares += share * share;
    }
    sheet.ratio(prefix + name, sum * sum, static_cast<double>(system.scenario.tx.queues) * squares, "1",
                description);
  };
  jain("jain_index", seen.shared ? seen.shared_frames : seen.queue_frames,
       "Jain's fairness index of frames over the queues, until the first queue had no packet left");
  jain("jain_index_bytes", seen.shared ? seen.shared_bytes : seen.queue_bytes,
       "Jain's fairness index of bytes, as above");
}

void measure_latency(const WiredSystem& system, RunResult& result) {
  MetricSheet sheet{result.metrics, &result.histograms};
  // Stages and latencies are of the same frames, so that the means of the stages add up.
  sheet.times("rx.latency.device", system.metrics.device_latency(),
              "last FCS bit in, to the descriptor with DD in host memory");
  sheet.times("rx.latency.host", system.metrics.host_latency(),
              "last FCS bit in, to the driver consuming the frame");
  if (system.scenario.tx.queues != 0) {
    sheet.times("tx.latency.device", system.metrics.transmit().latency(),
                "tail write at the device, to the last bit out");
  }
  for (unsigned stage = 1; stage < kRxStages; ++stage) {
    sheet.times(fmt::format("rx.stage.{}", name(static_cast<RxStage>(stage))),
                system.metrics.stage_time(stage),
                fmt::format("from {} to {}", name(static_cast<RxStage>(stage - 1)),
                            name(static_cast<RxStage>(stage))));
  }
}

}  // namespace

void measure(WiredSystem& system, const RunEnd& end, RunResult& result) {
  MetricSheet sheet{result.metrics};
  result.simulated = static_cast<Time>(sc_core::sc_time_stamp().value());
  sheet.count("simulated_time", static_cast<std::uint64_t>(result.simulated), "ps",
              "simulated time, drain included");
  for (unsigned port = 0; port < system.scenario.ports; ++port) {
    measure_port(system, end, result, port);
    measure_transmit(system, result, port);
  }
  measure_latency(system, result);
  measure_pcie(system.controller.core(), result.simulated, sheet);
  std::uint64_t consumed = 0;
  std::uint64_t checksum_errors = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t unimplemented = 0;
  for (unsigned port = 0; port < system.scenario.ports; ++port) {
    consumed += system.host.driver(port).consumed_frames();
    checksum_errors += system.host.driver(port).checksum_errors();
    interrupts += system.host.driver(port).interrupts();
    unimplemented += system.controller.core().port(port).registers().unimplemented_accesses();
  }
  sheet.count("host.frames", consumed, "frames", "frames taken by the drivers, counted there");
  sheet.count("host.checksum_errors", checksum_errors, "frames",
              "frames whose descriptor reports a bad checksum");
  sheet.count("host.interrupts", interrupts, "messages", "interrupt messages that reached the drivers");
  if (system.scenario.rx.rsc) {
    std::uint64_t large = 0, segments = 0;
    for (unsigned port = 0; port < system.scenario.ports; ++port) {
      large += system.host.driver(port).large_receives();
      segments += system.host.driver(port).coalesced_segments();
    }
    sheet.count("host.large_receives", large, "packets", "large receives of two and more segments (rx.rsc)");
    sheet.count("host.coalesced_segments", segments, "frames", "frames in these large receives");
  }
  sheet.count("registers.unimplemented", unimplemented, "accesses", "accesses to offsets without a register");
  sheet.count("simulation.activations", system.controller.activations(), "activations",
              "wake-ups of the controller module by its own event");
  const bool intact = result.failures.empty();
  std::uint64_t presented = 0, made = 0;
  for (unsigned port = 0; port < system.scenario.ports; ++port) {
    presented += system.controller.core().port(port).receive().presented();
    for (const std::uint64_t grants : system.metrics.transmit().port(port).grants) made += grants;
  }
  system.rtl.measure(result, "", intact, presented, made);
  if (system.options.hash_events || !system.options.dump_events.empty()) {
    measure_events(system.events, sheet);
    if (!system.options.dump_events.empty()) system.events.write(system.options.dump_events);
  }
}

}  // namespace ixsim::platform
