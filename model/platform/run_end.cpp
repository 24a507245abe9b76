// Conservation of frames and packets, and the reasons why input was not sent or not delivered.
#include "platform/run_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nic/core/controller_core.h"

namespace ixsim::platform {
namespace {

double microseconds(Time time) { return static_cast<double>(time) / static_cast<double>(kMicrosecond); }

// Returns the number of frames that each buffer holds.
RunEnd::Places places_of(const std::vector<std::pair<std::uint64_t, const char*>>& held) {
  RunEnd::Places places{};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string place = RunEnd::kPlaces[i].first;
    places[i] = static_cast<std::uint64_t>(
        std::count_if(held.begin(), held.end(), [&](const auto& frame) { return frame.second == place; }));
  }
  return places;
}

// Returns text with the number of frames in each buffer, and what they wait for.
std::string where_held(const RunEnd::Places& places) {
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& [where, reason] = RunEnd::kPlaces[i];
    if (places[i] != 0)
      text += fmt::format("{}{} in {} ({})", text.empty() ? "" : ", ", places[i], where, reason);
  }
  return text;
}

void check_transmit(const WiredSystem& system, RunResult& result, unsigned port) {
  const TxDriver* const driver = system.host.tx_driver(port);
  if (driver == nullptr) return;
  const NicPort& nic = system.controller.core().port(port);
  const auto& seen = system.metrics.transmit().port(port);
  std::uint64_t buckets = 0;
  for (unsigned bucket = 0; bucket < kTxBuckets; ++bucket) {
    buckets += seen.buckets[bucket];
    if (seen.buckets[bucket] != nic.accounting().tx_bucket(static_cast<TxBucket>(bucket))) {
      result.failures.push_back(fmt::format(
          "port {}: transmit bucket {} counted {} and observed {}", port, name(static_cast<TxBucket>(bucket)),
          nic.accounting().tx_bucket(static_cast<TxBucket>(bucket)), seen.buckets[bucket]));
    }
  }
  if (driver->posted() != buckets + nic.transmit().in_flight()) {
    result.failures.push_back(
        fmt::format("port {}: conservation broken: {} packets posted, {} in buckets, {} in flight", port,
                    driver->posted(), buckets, nic.transmit().in_flight()));
  }
  const WireSink& sink = *system.sinks[port];
  if (sink.frames() != seen.frames || sink.bad_fcs() != 0 || sink.too_close() != 0) {
    result.failures.push_back(fmt::format(
        "port {}: {} frames sent, {} seen by the link partner, of these {} with a bad FCS and {} too close",
        port, seen.frames, sink.frames(), sink.bad_fcs(), sink.too_close()));
  }
}

}  // namespace

void check_conservation(WiredSystem& system, RunEnd& end, RunResult& result) {
  ControllerCore& core = system.controller.core();
  for (unsigned port = 0; port < system.scenario.ports; ++port) {
    std::uint64_t buckets = 0;
    for (unsigned bucket = 0; bucket < kRxBuckets; ++bucket) {
      const auto count = system.metrics.frames(port, static_cast<RxBucket>(bucket));
      buckets += count;
      if (count != core.port(port).accounting().bucket(static_cast<RxBucket>(bucket))) {
        result.failures.push_back(fmt::format(
            "port {}: bucket {} counted {} and observed {}", port, name(static_cast<RxBucket>(bucket)),
            core.port(port).accounting().bucket(static_cast<RxBucket>(bucket)), count));
      }
    }
    const auto held = core.port(port).accounting().held_frames();
    end.in_flight.push_back(held.size());
    end.in_flight_places.push_back(places_of(held));
    const std::uint64_t sent = system.sources[port]->frames() - system.sources[port]->refused();
    const std::uint64_t copies =
        core.port(port).accounting().replicas() + core.port(port).accounting().looped_frames();
    if (buckets + held.size() != sent + copies) {
      result.failures.push_back(fmt::format(
          "port {}: conservation broken: {} frames on the wire, {} copies, {} in buckets, {} in buffers",
          port, sent, copies, buckets, held.size()));
    }
    const std::uint64_t delivered = system.metrics.frames(port, RxBucket::kDelivered);
    const std::uint64_t failed = system.metrics.frames(port, RxBucket::kDmaError);
    const std::uint64_t consumed = system.host.driver(port).consumed_frames();
    if (consumed > delivered + failed || (failed == 0 && consumed != delivered && !end.drain_ended_early)) {
      result.failures.push_back(fmt::format("port {}: the driver took {} frames, the device delivered {}",
                                            port, consumed, delivered));
    }
    if (system.sources[port]->refused() != 0) {
      result.failures.push_back(fmt::format("port {}: {} frames refused as overlapping on the wire", port,
                                            system.sources[port]->refused()));
    }
  }
  for (unsigned port = 0; port < system.scenario.ports; ++port) check_transmit(system, result, port);
  if (system.controller.late_outputs() != 0) {
    result.failures.push_back(
        fmt::format("{} outputs left the controller late", system.controller.late_outputs()));
  }
  if (system.host.late_writes() != 0) {
    result.failures.push_back(
        fmt::format("{} writes were stamped in the past or future", system.host.late_writes()));
  }
}

// Describes frames that were not sent and frames that stay in the device, with the reason of each.
void describe_rest(const WiredSystem& system, const RunEnd& end, RunResult& result) {
  for (unsigned port = 0; port < system.scenario.ports; ++port) {
    const std::string label = system.port_label(port);
    if (const std::uint64_t left = system.unsent(port); left != 0) {
      const std::string why =
          end.held_back_for != 0
              ? fmt::format(
                    "PAUSE held back the link partner, and no frame moved for {:.1f} ms of simulated time",
                    static_cast<double>(end.held_back_for) / static_cast<double>(kMillisecond))
              : "the generator starts none after 26 days of simulated time";
      result.incomplete.push_back(fmt::format("{}{} of {} frames were never sent: {}", label, left,
                                              left + system.sources[port]->frames(), why));
    }
    if (port < end.in_flight.size() && end.in_flight[port] != 0) {
      result.notes.push_back(fmt::format("{}{} frames stay in the device: {}", label, end.in_flight[port],
                                         where_held(end.in_flight_places[port])));
    }
    const auto describe_window = [&](const MeasuringWindow& window, const char* direction) {
      if (!window.begun()) {
        result.incomplete.push_back(
            fmt::format("{}no frame was sent within traffic.duration ({:.3f} us): nothing was measured",
                        label, microseconds(system.scenario.duration)));
      } else if (!window.open()) {
        result.incomplete.push_back(fmt::format(
            "{}the {} window never began: the input ended before measure.warmup ({:.3f} us) was over", label,
            direction, microseconds(system.scenario.window.warmup)));
      } else if (!window.complete()) {
        result.notes.push_back(fmt::format(
            "{}the {} window ends with the input, after {:.3f} us of measure.window {:.3f}", label, direction,
            microseconds(window.length()), microseconds(system.scenario.window.length)));
      }
    };
    describe_window(system.metrics.window(port), "receive");
    if (system.metrics.transmit().port(port).frames != 0)
      describe_window(system.metrics.transmit().port(port).window, "transmit");
    const std::uint64_t delivered = system.metrics.frames(port, RxBucket::kDelivered);
    const std::uint64_t consumed = system.host.driver(port).consumed_frames();
    if (end.drain_ended_early && consumed < delivered) {
      result.incomplete.push_back(
          fmt::format("{}{} of {} delivered frames were not taken by the driver within {} s after the input",
                      label, delivered - consumed, delivered, RunEnd::kLongestDrain / kSecond));
    }
  }
}

}  // namespace ixsim::platform
