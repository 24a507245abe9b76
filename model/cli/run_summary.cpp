// Lines of the summary that all runs have, and those of runs of the device alone.
#include "cli/run_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plural.h"
#include "nic/core/controller_core.h"

namespace ixsim::cli {
namespace {

// Returns text on whether frames of any port were lost for lack of capacity, or are still in the device.
std::string text_of_status(const RunResult& result) {
  const auto sum = [&](const char* name) {
    std::int64_t all = 0;
    for (const char* const port : {"", "port0.", "port1."})
      if (has(result, std::string(port) + name)) all += result.number(std::string(port) + name);
    return all;
  };
  const std::int64_t lost = sum("rx.drop.packet_buffer_full") + sum("rx.drop.no_descriptor");
  std::string text = "ok: every frame is accounted for";
  for (const auto& [count, what] :
       {std::pair(lost, "were lost"), std::pair(sum("rx.in_flight"), "are in flight")})
    if (count != 0) text += fmt::format(", {} of {} {}", count, sum("rx.frames"), what);
  return text;
}

// Prints the receive side. `port` is the prefix of its metrics: "port0.", "port1.", or "" if there is only
// one port.
void print_receive(const RunResult& result, const std::string& port) {
  const std::string prefix = port + "rx.";
  const std::int64_t frames = result.number(prefix + "frames");
  const std::int64_t delivered = result.number(prefix + "delivered");
  fmt::print("{:<10}{} frames, {:.3f} Gb/s on the wire\n", label("input", port), frames,
             value_of(result.metric(prefix + "wire.throughput")) / 1e9);
  const std::int64_t queues = result.number(prefix + "queues_used");
  fmt::print("{:<10}{} frames ({:.2f} %) to {} queue{}, {:.3f} Gb/s\n", "delivered", delivered,
             frames == 0 ? 0.0 : 100.0 * static_cast<double>(delivered) / static_cast<double>(frames), queues,
             plural(queues), value_of(result.metric(prefix + "throughput")) / 1e9);
  fmt::print("{:<10}{}\n", "dropped", text_of(counts_below(result, prefix + "drop.")));
  print_limit(result, port, "rx");
  const std::int64_t in_flight = result.number(prefix + "in_flight");
  if (in_flight == 0) return;
  fmt::print("{:<10}{} frames: {}\n", "in flight", in_flight,
             text_of(counts_below(result, prefix + "in_flight.")));
}

// Prints the window of one direction of a port.
void print_window(const RunResult& result, const std::string& port, const char* direction) {
  const std::string prefix = fmt::format("{}{}.window.", port, direction);
  if (!has(result, prefix + "begin")) return;
  const double begin = value_of(result.metric(prefix + "begin")) / 1e6;
  const double end = value_of(result.metric(prefix + "end")) / 1e6;
  fmt::print(
      "{:<10}{} {:.3f} to {:.3f} us ({:.3f} us): its rates and latencies; all counts are of the whole run\n",
      label("window", port), direction, begin, end, end - begin);
}

void print_transmit(const RunResult& result, const std::string& port) {
  const std::string prefix = port + "tx.";
  if (!has(result, prefix + "packets")) return;
  fmt::print("{:<10}{} of {} packets, {} frames, {:.3f} Gb/s; Jain index {:.4f}, of bytes {:.4f}\n",
             label("sent", port), result.number(prefix + "sent"), result.number(prefix + "packets"),
             result.number(prefix + "frames"), value_of(result.metric(prefix + "throughput")) / 1e9,
             value_of(result.metric(prefix + "jain_index")),
             value_of(result.metric(prefix + "jain_index_bytes")));
  std::vector<std::pair<std::string, std::int64_t>> lost;
  for (unsigned i = 0; i < kTxBuckets; ++i) {
    const auto bucket = static_cast<TxBucket>(i);
    if (bucket != TxBucket::kSent) lost.emplace_back(name(bucket), result.number(prefix + name(bucket)));
  }
  lost.emplace_back("in_flight", result.number(prefix + "in_flight"));
  fmt::print("{:<10}{}\n", "not sent", text_of(lost));
  print_limit(result, port, "tx");
}

void print_device(const RunResult& result) {
  const bool two = has(result, "port1.rx.frames");
  for (const char* const port : two ? std::vector{"port0.", "port1."} : std::vector{""}) {
    print_receive(result, port);
    print_transmit(result, port);
    print_window(result, port, "rx");
    print_window(result, port, "tx");
  }
  const auto us = [&](const std::string& name) { return value_of(result.metric(name)) / 1e6; };
  fmt::print("{:<10}to memory mean {:.2f} us, p99 {:.2f} us; to the driver mean {:.2f} us, p99 {:.2f} us\n",
             "latency", us("rx.latency.device.mean"), us("rx.latency.device.p99"), us("rx.latency.host.mean"),
             us("rx.latency.host.p99"));
  if (has(result, "tx.latency.device.mean")) {
    fmt::print("{:<10}tail write to the last bit out mean {:.2f} us, p99 {:.2f} us\n", "latency",
               us("tx.latency.device.mean"), us("tx.latency.device.p99"));
  }
  fmt::print("{:<10}{} bytes up, {} bytes down; {} interrupt messages\n", "pcie",
             result.number("pcie.up.bytes"), result.number("pcie.down.bytes"),
             result.number("host.interrupts"));
  print_check(result);
}

}  // namespace

double value_of(const Metric& metric) {
  if (const auto* whole = std::get_if<std::int64_t>(&metric.value)) return static_cast<double>(*whole);
  return std::get<double>(metric.value);
}

bool has(const RunResult& result, const std::string& name) {
  return std::any_of(result.metrics.begin(), result.metrics.end(),
                     [&](const Metric& m) { return m.name == name; });
}

std::string text_of(const std::vector<std::pair<std::string, std::int64_t>>& counts) {
  std::string text;
  for (const auto& [what, count] : counts)
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, count);
  return text.empty() ? "none" : text;
}

std::vector<std::pair<std::string, std::int64_t>> counts_below(const RunResult& result,
                                                               const std::string& prefix) {
  std::vector<std::pair<std::string, std::int64_t>> counts;
  for (const auto& metric : result.metrics) {
    if (metric.name.compare(0, prefix.size(), prefix) == 0)
      counts.emplace_back(metric.name.substr(prefix.size()), std::get<std::int64_t>(metric.value));
  }
  return counts;
}

std::string label(const char* what, const std::string& port) {
  return port.empty() ? what : fmt::format("{} {}", what, port[4]);
}

void print_check(const RunResult& result, const std::string& nic) {
  const auto number = [&](const char* name) { return result.number(nic + "check." + name); };
  if (has(result, nic + "check.frames")) {
    fmt::print("{:<10}RTL classifier: {} frames, {} decisions, {} fields compared, {} divergence{}\n",
               "check", number("frames"), number("decisions"), number("fields"), number("divergences"),
               plural(number("divergences")));
  }
  if (has(result, nic + "check.scheduler.grants")) {
    fmt::print("{:<10}RTL scheduler: {} request vectors, {} grants compared, {} divergence{}\n", "check",
               number("scheduler.requests"), number("scheduler.grants"), number("scheduler.divergences"),
               plural(number("scheduler.divergences")));
  }
}

void print_limit(const RunResult& result, const std::string& port, const char* direction, unsigned nic) {
  const unsigned number = port == "port1." ? 1 : 0;
  for (const RunLimit& limit : result.limits) {
    if (limit.nic == nic && limit.port == number && limit.direction == direction)
      fmt::print("{}: {} {}\n", label("limited by", port), direction, limit.text);
  }
}

void print_summary(const RunResult& result, double seconds) {
  for (const auto& line : result.setup) fmt::print("{}\n", line);
  for (const auto& line : result.notes) fmt::print("{:<10}{}\n", "note", line);
  has(result, "vm.throughput") ? print_hosts(result) : print_device(result);
  for (const auto& metric : result.metrics) {
    if (metric.name.find("events.hash") != std::string::npos)
      fmt::print("{:<10}{}\n", "events", std::get<std::string>(metric.value));
  }
  fmt::print("{:<10}{:.6f} s simulated in {:.2f} s\n", "time", static_cast<double>(result.simulated) / 1e12,
             seconds);
  if (result.fine()) fmt::print("{:<10}{}\n", "status", text_of_status(result));
  for (const auto& failure : result.failures) fmt::print("{:<10}FAILED: {}\n", "status", failure);
  for (const auto& line : result.incomplete) fmt::print("{:<10}INCOMPLETE: {}\n", "status", line);
}

}  // namespace ixsim::cli
