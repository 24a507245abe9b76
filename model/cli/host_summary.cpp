// Lines of the summary of runs with VMs: traffic by VM, cores by activity, the device below them.
#include <fmt/format.h>

#include <algorithm>

#include "cli/run_summary.h"

namespace ixsim::cli {
namespace {

constexpr unsigned kMostVms = 16;  // that have a line each
constexpr std::size_t kMostActivities = 4;

double gigabits(const RunResult& result, const std::string& name) {
  return value_of(result.metric(name)) / 1e9;
}

double microseconds(const RunResult& result, const std::string& name) {
  return value_of(result.metric(name)) / 1e6;
}

void print_vm(const RunResult& result, unsigned vm) {
  const std::string prefix = fmt::format("vm[{}].", vm);
  std::string line = fmt::format("{:.3f} Gb/s", gigabits(result, prefix + "throughput"));
  if (has(result, prefix + "responses")) {
    line += fmt::format("; {} responses, mean {:.2f} us, p99 {:.2f} us", result.number(prefix + "responses"),
                        microseconds(result, prefix + "response_time.mean"),
                        microseconds(result, prefix + "response_time.p99"));
  }
  const std::string lost = text_of({{"in its queue", result.number(prefix + "lost.queue")},
                                    {"in the host", result.number(prefix + "lost.backend")}});
  if (lost != "none") line += fmt::format("; lost {}", lost);
  const std::int64_t again =
      result.number(prefix + "retransmits") + result.number(prefix + "peer.retransmits");
  if (again != 0) line += fmt::format("; {} segments sent again", again);
  fmt::print("{:<10}{}\n", fmt::format("vm {}", vm), line);
}

void print_vms(const RunResult& result) {
  fmt::print("{:<10}{:.3f} Gb/s of payload; Jain index of the VMs {:.4f}\n", "carried",
             gigabits(result, "vm.throughput"), value_of(result.metric("vm.jain_index")));
  unsigned vm = 0;
  for (; has(result, fmt::format("vm[{}].throughput", vm)); ++vm)
    if (vm < kMostVms) print_vm(result, vm);
  if (vm > kMostVms) fmt::print("{:<10}{} more: result.json has them (--out)\n", "vm", vm - kMostVms);
}

// Returns the activities of a core that take most of its time.
std::string activities(const RunResult& result, const std::string& prefix, double window) {
  std::vector<std::pair<double, std::string>> shares;
  for (const Metric& metric : result.metrics) {
    if (metric.name.compare(0, prefix.size(), prefix) != 0 || metric.unit != "ps") continue;
    const std::string name = metric.name.substr(prefix.size());
    if (name != "idle") shares.emplace_back(value_of(metric) / window, name);
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostActivities, shares.size()); ++i)
    text += fmt::format("{}{} {:.1f} %", i == 0 ? "" : ", ", shares[i].second, 100 * shares[i].first);
  return text;
}

// `number` is that of the host if there are several, else empty.
void print_cores(const RunResult& result, const std::string& number) {
  const std::string host = number.empty() ? "host." : fmt::format("host[{}].", number);
  const double window = value_of(result.metric("window.end")) - value_of(result.metric("window.begin"));
  fmt::print("{:<10}{:.3f} cores busy, {:.0f} interrupts/s, {} bytes copied\n",
             number.empty() ? "host" : "host " + number, value_of(result.metric(host + "cpu.busy")),
             value_of(result.metric(host + "interrupt_rate")), result.number(host + "copied"));
  for (unsigned core = 0; has(result, fmt::format("{}cpu[{}].busy", host, core)); ++core) {
    const std::string prefix = fmt::format("{}cpu[{}].", host, core);
    const double busy = value_of(result.metric(prefix + "busy"));
    if (busy == 0) continue;
    fmt::print("{:<10}{:.1f} % busy: {}\n", fmt::format("core {}", core), 100 * busy,
               activities(result, prefix, window));
  }
}

// `number` is that of the controller, and `nic` the beginning of its metrics.
void print_port(const RunResult& result, unsigned number, const std::string& nic, const std::string& port) {
  const std::string rx = nic + port + "rx.";
  fmt::print("{:<10}{:.3f} Gb/s in frames, {} frames in all, dropped {}\n", label("received", port),
             gigabits(result, rx + "throughput"), result.number(rx + "frames"),
             text_of(counts_below(result, rx + "drop.")));
  print_limit(result, port, "rx", number);
  fmt::print("{:<10}{:.3f} Gb/s in frames, {} frames in all\n", label("sent", port),
             gigabits(result, nic + port + "tx.throughput"), result.number(nic + port + "tx.frames"));
  print_limit(result, port, "tx", number);
}

void print_nic(const RunResult& result, unsigned number, const std::string& nic) {
  const bool two = has(result, nic + "port1.rx.frames");
  for (const char* const port : two ? std::vector{"port0.", "port1."} : std::vector{""})
    print_port(result, number, nic, port);
  fmt::print("{:<10}to memory mean {:.2f} us, p99 {:.2f} us; to the driver mean {:.2f} us, p99 {:.2f} us\n",
             "latency", microseconds(result, nic + "rx.latency.device.mean"),
             microseconds(result, nic + "rx.latency.device.p99"),
             microseconds(result, nic + "rx.latency.host.mean"),
             microseconds(result, nic + "rx.latency.host.p99"));
  std::uint64_t messages = 0;
  for (const char* const port : two ? std::vector{"port0.", "port1."} : std::vector{""})
    messages += static_cast<std::uint64_t>(result.number(nic + port + "irq.messages"));
  fmt::print("{:<10}{} bytes up, {} bytes down; {} interrupts\n", "pcie",
             result.number(nic + "pcie.up.bytes"), result.number(nic + "pcie.down.bytes"), messages);
  print_check(result, nic);
}

// A host and its controllers.
void print_host(const RunResult& result, unsigned host, const std::string& number) {
  print_cores(result, number);
  if (!result.scenario.of_nics) return print_nic(result, 0, "");
  const std::vector<Scenario>& parts = *result.scenario.of_nics;
  for (unsigned nic = 0; nic < parts.size(); ++nic) {
    if (parts[nic].hosts.host != host) continue;
    if (parts[nic].hosts.nics > 1) fmt::print("nic {}\n", nic);
    print_nic(result, nic, fmt::format("nic[{}].", nic));
  }
}

void print_switch(const RunResult& result) {
  std::uint64_t peak = 0, marked = 0;
  unsigned port = 0;
  for (; has(result, fmt::format("switch.port[{}].queue_peak", port)); ++port) {
    peak = std::max(
        peak, static_cast<std::uint64_t>(result.number(fmt::format("switch.port[{}].queue_peak", port))));
    marked += static_cast<std::uint64_t>(result.number(fmt::format("switch.port[{}].marked", port)));
  }
  if (port == 0) return;
  fmt::print("{:<10}dropped {}; {} frames marked; longest output queue {} B\n", "switch",
             text_of(counts_below(result, "switch.drop.")), marked, peak);
}

}  // namespace

void print_hosts(const RunResult& result) {
  fmt::print("{:<10}{:.3f} to {:.3f} ms: rates, VMs and cores; counts of frames are of the whole run\n",
             "window", value_of(result.metric("window.begin")) / 1e9,
             value_of(result.metric("window.end")) / 1e9);
  print_vms(result);
  print_switch(result);
  if (has(result, "host.frames")) return print_host(result, 0, "");
  for (unsigned host = 0; has(result, fmt::format("host[{}].frames", host)); ++host)
    print_host(result, host, fmt::format("{}", host));
}

}  // namespace ixsim::cli
