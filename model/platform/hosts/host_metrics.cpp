// Each metric with its name, unit and description.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "platform/core_metrics.h"
#include "platform/hosts/complete_vms.h"
#include "platform/hosts/host_record.h"

namespace ixsim::platform {
namespace {

// Outcomes of frames that had been decided to go to a queue, except delivery.
constexpr RxBucket kQueueDrops[] = {RxBucket::kRxDisabled, RxBucket::kPacketBufferFull,
                                    RxBucket::kQueueDisabled, RxBucket::kNoDescriptor, RxBucket::kDmaError};

std::uint64_t of(const NicProbe::Outcomes& outcomes, RxBucket bucket) {
  return outcomes[static_cast<std::size_t>(bucket)];
}

void measure_classes(const HostRecord& record, MetricSheet& sheet, unsigned port, const std::string& prefix) {
  const RegisterFile& registers = record.controller().port(port).registers();
  const NicProbe::Port& seen = record.probe.port(port);
  const NicDriver& driver = record.system().host(record.first_port + port).driver();
  std::array<std::uint64_t, DcbConfig::kClasses> frames{};
  for (const auto& [queue, outcomes] : seen.queues)
    frames[driver.pool_of(queue)] += of(outcomes, RxBucket::kDelivered);
  for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
    const std::string name = fmt::format("{}class.{}.", prefix, i);
    sheet.count(name + "frames", frames[i], "frames", "frames delivered to the queues of this class");
    sheet.count(name + "missed", registers.get(Reg::MPC, i), "frames",
                "MPC: frames that found the partition of this class full");
    sheet.count(name + "xoff", registers.get(Reg::PXOFFTXC, i), "frames",
                "PXOFFTXC: PAUSE frames sent to stop this priority");
  }
}

void measure_receive(const HostRecord& record, MetricSheet& sheet, unsigned port) {
  HostSystem& system = record.system();
  const NicProbe::Port& seen = record.probe.port(port);
  NicPort& nic = record.controller().port(port);
  const std::string prefix = record.port_prefix(port) + "rx.";
  sheet.count(
      prefix + "frames", system.frames_in(record.first_port + port), "frames",
      "frames put on the wire, counted at the source; this and all other counts of rx and tx are of the "
      "whole run");
  sheet.count(prefix + "bytes", system.bytes_in(record.first_port + port), "bytes",
              "frames put on the wire, destination address to FCS");
  sheet.rates(prefix + "wire.", record.wire[port], record.measured.window,
              "on the wire that began in the window");
  sheet.rates(prefix, seen.delivered, record.measured.window, "delivered to host memory in the window");
  for (unsigned i = 0; i < kRxBuckets; ++i) {
    const auto bucket = static_cast<RxBucket>(i);
    if (bucket == RxBucket::kInFlight) {
      sheet.count(prefix + "in_flight", nic.accounting().frames_in_hand(), "frames", outcome_text(bucket));
    } else if (bucket == RxBucket::kDelivered) {
      sheet.count(prefix + "delivered", of(seen.outcomes, bucket), "frames", outcome_text(bucket));
    } else {
      sheet.count(prefix + "drop." + name(bucket), of(seen.outcomes, bucket), "frames", outcome_text(bucket));
    }
  }
  unsigned used = 0;
  for (const auto& [queue, outcomes] : seen.queues) used += of(outcomes, RxBucket::kDelivered) != 0 ? 1 : 0;
  sheet.count(prefix + "queues_used", used, "queues", "queues that received at least one frame");
  for (const auto& [queue, outcomes] : seen.queues) {
    const std::string place = fmt::format("{}queue.{}.", prefix, queue);
    sheet.count(place + "frames", of(outcomes, RxBucket::kDelivered), "frames",
                "frames delivered to this queue");
    for (const RxBucket bucket : kQueueDrops) {
      if (of(outcomes, bucket) == 0) continue;
      sheet.count(place + "drop." + name(bucket), of(outcomes, bucket), "frames",
                  fmt::format("frames for this queue that were lost: {}", outcome_text(bucket)));
    }
  }
  if (record.scenario.rx.flow_control) {
    sheet.count(prefix + "pause.xoff", nic.registers().get(Reg::LXOFFTXC), "frames",
                "LXOFFTXC: PAUSE frames sent to pause the link partner");
    sheet.count(prefix + "pause.xon", nic.registers().get(Reg::LXONTXC), "frames",
                "LXONTXC: PAUSE frames sent to resume it");
    if (record.alone())
      sheet.count(prefix + "pause.honored", system.peer(record.first_port + port).pauses(), "frames",
                  "PAUSE frames that the link partner honored");
  }
  const unsigned classes = record.scenario.rx.dcb.enabled ? DcbConfig::kClasses : 1;
  if (classes > 1) measure_classes(record, sheet, port, prefix);
  std::uint64_t no_buffer = 0, peak = 0;
  for (unsigned i = 0; i < classes; ++i) {
    no_buffer += nic.registers().get(Reg::RNBC, i);
    peak = std::max<std::uint64_t>(peak, nic.receive().delivery().buffer().peak(i));
  }
  sheet.count(prefix + "no_buffer", no_buffer, "frames",
              "RNBC: frames that found no descriptor (not drops by themselves)");
  sheet.count(prefix + "packet_buffer.peak", peak, "bytes",
              "most of the receive packet buffer, or of the partition of a class, in use at a time");
}

void measure_transmit(const HostRecord& record, MetricSheet& sheet, unsigned port) {
  const NicProbe::Port& seen = record.probe.port(port);
  const std::string prefix = record.port_prefix(port) + "tx.";
  WindowCount sum;
  for (const auto& [queue, count] : seen.sent_from) {
    sum.frames += count.frames;
    sum.bytes += count.bytes;
  }
  sheet.count(prefix + "frames", sum.frames, "frames", "frames sent");
  sheet.count(prefix + "bytes", sum.bytes, "bytes", "the same, destination address to FCS");
  sheet.rates(prefix, seen.sent, record.measured.window, "sent that began in the window");
  for (const auto& [queue, count] : seen.sent_from) {
    sheet.count(fmt::format("{}queue.{}.frames", prefix, queue), count.frames, "frames",
                "frames sent from this queue");
    sheet.count(fmt::format("{}queue.{}.bytes", prefix, queue), count.bytes, "bytes",
                "bytes sent from this queue, destination address to FCS");
  }
}

void measure_interrupts(const HostRecord& record, MetricSheet& sheet, unsigned port) {
  const MsixTable& table = record.controller().port(port).msix();
  const std::string prefix = record.port_prefix(port) + "irq.";
  const VirtualFunctions* const functions = record.controller().port(port).pools().functions();
  std::uint64_t messages = 0;
  for (unsigned v = 0; v < table.vectors(); ++v) messages += table.messages(v);
  for (unsigned n = 0; functions != nullptr && n < functions->active(); ++n)
    messages += functions->msix(n).messages(0);
  sheet.count(prefix + "messages", messages, "messages",
              "MSI-X messages of all vectors, those of virtual functions included");
  const NicDriver& driver = record.system().host(record.first_port + port).driver();
  for (unsigned v = 0; v < driver.vectors(); ++v) {
    const unsigned n = driver.function_of_vector(v);
    sheet.count(fmt::format("{}{}.messages", prefix, v),
                n == RingFunctions::kNone ? table.messages(v) : functions->msix(n).messages(0), "messages",
                "MSI-X messages of this vector");
  }
}

// The set-up of the VM's virtual function by the mailbox.
void measure_function(const HostRecord& record, MetricSheet& sheet, unsigned vm, const std::string& prefix) {
  const PlacedVm& placed = record.simulation.config().vms[vm];
  const FunctionMailbox* const mailbox = record.simulation.system(placed.host).host(placed.port).mailbox();
  if (mailbox == nullptr) return;
  sheet.count(prefix + "function.set_up", static_cast<std::uint64_t>(mailbox->set_up_time(placed.guest)),
              "ps", "time that the driver of the VM's virtual function took to set it up by the mailbox");
  sheet.count(prefix + "function.messages", mailbox->messages(placed.guest), "messages",
              "messages that it sent to the driver of the physical function, in the whole run");
  sheet.count(prefix + "function.reads", mailbox->reads(placed.guest), "reads",
              "registers that it read for them");
}

void measure_vm(const HostRecord& record, MetricSheet& sheet, unsigned vm) {
  const VmMeasurement& own = record.measured.vms[vm];
  const VmSettings& settings = record.simulation.config().vms[vm].settings;
  const auto window = static_cast<double>(record.measured.window);
  const std::string prefix = fmt::format("vm[{}].", vm);
  const auto rate = [&](const std::string& name, std::uint64_t bytes, const char* description) {
    sheet.ratio(prefix + name, static_cast<double>(bytes * 8) * 1e12, window, "bit/s", description);
  };
  if (settings.workload == VmWorkload::kNone) {
    rate("throughput", own.peer_received + own.peer_sent,
         "payload that the VM received and sent as the peer of others, in the window");
  } else {
    rate("throughput",
         (receives(settings.workload) ? own.received : 0) + (sends(settings.workload) ? own.sent : 0),
         "payload in the direction of the VM's workload, in the window");
  }
  rate("receive.throughput", own.received + own.peer_received,
       "payload that the VM's connections delivered, in the window");
  rate("transmit.throughput", own.sent + own.peer_sent,
       "payload of the VM that its peer acknowledged, in the window");
  sheet.count(prefix + "lost.queue", own.lost_queue, "packets",
              "packets that found the VM's queue full, in the window");
  sheet.count(prefix + "lost.backend", own.lost_backend, "packets",
              "packets that found the queue of the VM's thread in the host full, in the window");
  sheet.count(prefix + "retransmits", own.retransmits, "segments",
              "segments that the VM sent again, in the window");
  sheet.count(prefix + "peer.retransmits", own.peer_retransmits, "segments",
              "segments that the peer sent again to the VM, in the window");
  sheet.count(prefix + "timeouts", own.timeouts, "timeouts",
              "TCP retransmission timers of both ends that ran out, in the window");
  measure_function(record, sheet, vm, prefix);
  if (!settings.asks()) return;
  const Histogram& times = own.response_times;
  const std::string name = prefix + "response_time";
  sheet.count(prefix + "responses", times.count(), "responses", "responses in the window");
  sheet.ratio(name + ".mean", static_cast<double>(times.sum()), static_cast<double>(times.count()), "ps",
              "time from a request to the last byte of its response at the peer: mean");
  sheet.count(name + ".p50", static_cast<std::uint64_t>(times.quantile(50, 100)), "ps", "the same: median");
  sheet.count(name + ".p99", static_cast<std::uint64_t>(times.quantile(99, 100)), "ps",
              "the same: 99th percentile");
  sheet.count(name + ".max", static_cast<std::uint64_t>(times.max()), "ps", "the same: greatest");
}

void measure_vms(const HostRecord& record, MetricSheet& sheet) {
  const HostMeasurement& measured = record.measured;
  sheet.ratio("vm.throughput", static_cast<double>(measured.bytes * 8) * 1e12,
              static_cast<double>(measured.window), "bit/s",
              "payload of all VMs in the direction of their workloads, in the window");
  double sum = 0, squares = 0;
  for (const std::uint64_t bytes : measured.guest_bytes) {
    sum += static_cast<double>(bytes);
    squares += static_cast<double>(bytes) * static_cast<double>(bytes);
  }
  sheet.ratio("vm.jain_index", sum * sum, static_cast<double>(measured.guest_bytes.size()) * squares, "1",
              "Jain's fairness index of the VMs' payload");
  for (unsigned vm = 0; vm < measured.vms.size(); ++vm) measure_vm(record, sheet, vm);
}

void measure_processors(const HostRecord& record, MetricSheet& sheet) {
  const HostMeasurement& measured = record.measured;
  const auto window = static_cast<double>(measured.window);
  const auto seconds = window / 1e12;
  const HostShare& share = record.share();
  const std::string host = record.host_prefix();
  sheet.ratio(host + "interrupt_rate", static_cast<double>(share.interrupts), seconds, "interrupts/s",
              "hard interrupts that the drivers took, in the window");
  sheet.count(host + "copied", share.copied, "bytes", "bytes that the cores copied, in the window");
  sheet.count(host + "context_switches", share.context_switches, "switches",
              "changes of a core from one thread to another, in the window");
  sheet.ratio(host + "cpu.busy", measured.cores(share), 1, "cores",
              "cores that were busy, on average of the window");
  for (std::size_t i = 0; i < kActivities; ++i) {
    const double cores = measured.cores(share, static_cast<Activity>(i));
    sheet.ratio(fmt::format("{}cpu.{}", host, kActivityNames[i]), cores, 1, "cores",
                "cores that were busy with this activity, on average of the window");
  }
  for (unsigned core = share.first_core; core < share.end_core; ++core) {
    const std::string prefix = fmt::format("{}cpu[{}].", host, core - share.first_core);
    sheet.ratio(prefix + "busy", measured.share(core), 1, "1",
                "share of the window for which the core was busy");
    sheet.count(prefix + "idle", static_cast<std::uint64_t>(measured.idle[core]), "ps",
                "time of the window for which the core was idle; it and the activities add up to the window");
    for (std::size_t i = 0; i < kActivities; ++i) {
      if (measured.busy[core][i] == 0) continue;
      sheet.count(prefix + kActivityNames[i], static_cast<std::uint64_t>(measured.busy[core][i]), "ps",
                  "time of the window that the core spent on this activity");
    }
  }
}

// The drivers and cores of a host.
void measure_drivers(const HostRecord& record, MetricSheet& sheet) {
  HostSystem& system = record.system();
  const std::string host = record.host_prefix();
  std::uint64_t frames = 0, checksum_errors = 0, interrupts = 0, strays = 0;
  for (unsigned port = 0; port < system.ports(); ++port) {
    const NicDriver& driver = system.host(port).driver();
    frames += driver.frames();
    checksum_errors += driver.checksum_errors();
    interrupts += driver.interrupts();
    strays += system.host(port).strays();
  }
  sheet.count(host + "frames", frames, "frames",
              "frames taken by the drivers, counted there, in the whole run");
  sheet.count(host + "strays", strays, "frames", "frames of these that belong to no connection");
  sheet.count(host + "checksum_errors", checksum_errors, "frames",
              "frames whose descriptor reports a bad checksum");
  sheet.count(host + "interrupts", interrupts, "interrupts",
              "hard interrupts of the drivers, in the whole run");
  measure_processors(record, sheet);
}

// One controller, and with the first one of a host the host.
void measure_host(const HostRecord& record, RunResult& result) {
  MetricSheet sheet{result.metrics, &result.histograms};
  const std::string nic = record.nic_prefix();
  std::uint64_t unimplemented = 0;
  for (unsigned port = 0; port < record.scenario.ports; ++port) {
    measure_receive(record, sheet, port);
    measure_transmit(record, sheet, port);
    measure_interrupts(record, sheet, port);
    unimplemented += record.controller().port(port).registers().unimplemented_accesses();
  }
  sheet.times(nic + "rx.latency.device", record.probe.latency(),
              "last FCS bit in, to the descriptor with DD in host memory");
  sheet.times(
      nic + "rx.latency.host", record.probe.host_latency(),
      "last FCS bit in, to the end of the driver's work for the frame, of frames that the driver took "
      "in the window");
  sheet.times(nic + "tx.latency.device", record.probe.transmit_latency(),
              "tail write at the device, to the last bit out");
  for (unsigned stage = 1; stage < kRxStages; ++stage) {
    sheet.times(fmt::format("{}rx.stage.{}", nic, name(static_cast<RxStage>(stage))),
                record.probe.stage_time(stage),
                fmt::format("from {} to {}", name(static_cast<RxStage>(stage - 1)),
                            name(static_cast<RxStage>(stage))));
  }
  measure_pcie(record.controller(), result.simulated, sheet, nic);
  if (record.first_of_host()) measure_drivers(record, sheet);
  sheet.count(nic + "registers.unimplemented", unimplemented, "accesses",
              "accesses to offsets without a register");
  if (record.events != nullptr) measure_events(*record.events, sheet, nic);
}

// The switch, by its ports: those of the controllers in order, and the link partner's.
void measure_switch(const EthernetSwitch& bridge, MetricSheet& sheet) {
  constexpr std::pair<SwitchDrop, const char*> kDrops[] = {{SwitchDrop::kQueueFull, "queue_full"},
                                                           {SwitchDrop::kBufferFull, "buffer_full"},
                                                           {SwitchDrop::kHeadroom, "headroom"}};
  for (const auto& [reason, name] : kDrops) {
    sheet.count(fmt::format("switch.drop.{}", name), bridge.dropped(reason), "frames",
                "frames that the switch dropped for this reason, in the whole run");
  }
  for (unsigned port = 0; port < bridge.ports(); ++port) {
    const std::string prefix = fmt::format("switch.port[{}].", port);
    const SwitchPortStatistics& counts = bridge.statistics(port);
    sheet.count(prefix + "frames_in", counts.frames_in, "frames",
                "frames that arrived at this port of the switch, in the whole run");
    sheet.count(prefix + "frames_out", counts.frames_out, "frames", "frames that left by it");
    sheet.count(prefix + "bytes_out", counts.bytes_out, "bytes", "their bytes, destination address to FCS");
    sheet.count(prefix + "marked", counts.marked, "frames", "frames of these that were marked (ECN)");
    sheet.count(prefix + "pause_out", counts.control_out, "frames",
                "PAUSE frames that the switch sent there");
    sheet.count(prefix + "pause_in", bridge.pauses(port), "frames", "PAUSE frames that it honored there");
    std::uint64_t peak = 0;
    for (unsigned priority = 0; priority < kPriorities; ++priority)
      peak = std::max(peak, bridge.queues(port).peak(priority));
    sheet.count(prefix + "queue_peak", peak, "bytes", "most bytes in an output queue of this port");
  }
}

}  // namespace

void measure_hosts(const std::vector<HostRecord>& records, RunResult& result) {
  const HostRecord& first = records.front();
  MetricSheet sheet{result.metrics, &result.histograms};
  const HostSimulationConfig& config = first.simulation.config();
  sheet.count("simulated_time", static_cast<std::uint64_t>(result.simulated), "ps", "simulated time");
  sheet.count("window.begin", static_cast<std::uint64_t>(config.begin), "ps",
              "beginning of the measuring window: rates, latencies, and metrics of VMs and cores are of it");
  sheet.count("window.end", static_cast<std::uint64_t>(config.begin + config.window), "ps", "its end");
  measure_vms(first, sheet);
  if (const EthernetSwitch* const bridge = first.simulation.ethernet_switch()) measure_switch(*bridge, sheet);
  for (const HostRecord& record : records) measure_host(record, result);
}

}  // namespace ixsim::platform
