// Runs and figures. All published values are properties or closed forms; no parameter is fitted.
#include "platform/reproduce/network_cases.h"

#include <fmt/format.h>

#include <algorithm>

#include "ethernet/wire_pacer.h"
#include "ixsim/error.h"
#include "platform/reproduce/backlogged_transmit.h"
#include "platform/reproduce/fcoe_incast.h"

namespace ixsim::platform {
namespace {

FcoeIncastResult measured(const FcoeIncast& plan) {
  FcoeIncastResult result = run_fcoe_incast(plan);
  if (!result.unaccounted.empty()) throw CheckFailure("fcoe-jumbo: " + result.unaccounted);
  if (result.taken != result.delivered)
    throw CheckFailure(fmt::format("fcoe-jumbo: {} frames in host memory, {} taken by the driver",
                                   result.delivered, result.taken));
  return result;
}

// Returns the frames of Fibre Channel lost on the whole path. The controller drops frames of both kinds
// alike.
double lost(const FcoeIncastResult& result) {
  return static_cast<double>(result.storage_lost + result.missed + result.other_drops);
}

Figure property(const char* name, Relation relation, double published, double simulated, std::string note) {
  return {name, FigureKind::kFunctional, relation, published, simulated, "frames", 0, std::move(note)};
}

// Returns the time of a frame on the wire, gap included, in seconds.
double slot(std::uint32_t bytes) {
  return static_cast<double>((kPreambleSize + kAverageGap + bytes) * kByteTime10G) /
         static_cast<double>(kSecond);
}

// Returns Jain's index of fairness over frames.
double fairness(const std::vector<QueueService>& services) {
  double sum = 0;
  double squares = 0;
  for (const QueueService& service : services) {
    const auto frames = static_cast<double>(service.frames);
    sum += frames;
    squares += frames * frames;
  }
  return sum * sum / (static_cast<double>(services.size()) * squares);
}

}  // namespace

std::vector<Figure> fcoe_jumbo_case(const CaseOptions& options) {
  FcoeIncast plan;
  plan.window = (options.quick ? 1 : 5) * kMillisecond;
  const FcoeIncastResult with = measured(plan);
  FcoeIncast slow = plan;
  slow.host_cycles = 12'000;
  const FcoeIncastResult slow_host = measured(slow);
  FcoeIncast without = plan;
  without.switch_pauses = false;
  const FcoeIncastResult no_pause = measured(without);
  slow.host_pauses = false;
  const FcoeIncastResult no_host_pause = measured(slow);
  FcoeIncast jumbo = plan;
  jumbo.storage_is_fcoe = false;
  jumbo.storage_frame = 2'500;
  const FcoeIncastResult large = measured(jumbo);
  const auto sent = [](const FcoeIncastResult& result) {
    return fmt::format("{} frames of 2,180 B sent, {} PAUSE of the switch, {} of the controller",
                       result.storage_sent, result.switch_stops, result.host_stops);
  };
  return {
      property("lost at twice the rate of the link, with PFC", Relation::kEqual, 0, lost(with), sent(with)),
      property("lost with a slow host, with PFC", Relation::kEqual, 0, lost(slow_host), sent(slow_host)),
      property("lost without PFC of the switch", Relation::kAtLeast, 1, lost(no_pause), sent(no_pause)),
      property("lost by a slow host without its PFC, both kinds", Relation::kAtLeast, 1, lost(no_host_pause),
               sent(no_host_pause)),
      property("frames of 2,500 B lost, with PFC", Relation::kEqual, 0, lost(large),
               fmt::format("{} sent", large.storage_sent)),
      {"Fibre Channel payload of one frame", FigureKind::kFunctional, Relation::kEqual, 2'112,
       static_cast<double>(with.bad_payloads == 0 ? with.largest_payload : 0), "B", 0,
       "not fragmented: the Fibre Channel CRC of each frame is right"},
      {"headroom of 100 m with a response of 60 quanta", FigureKind::kStructural, Relation::kReported, 0,
       static_cast<double>(headroom_of(plan)), "B", 0, "docs/networks.md"}};
}

std::vector<Figure> tx_fairness_case(const CaseOptions& options) {
  BackloggedTransmit two;
  two.window = (options.quick ? 1 : 5) * kMillisecond;
  const std::vector<QueueService> pair = run_backlogged_transmit(two);
  const double rate = 1 / (slot(64) + slot(1'518));
  std::vector<Figure> figures;
  for (std::size_t i = 0; i < pair.size(); ++i) {
    const std::uint32_t size = two.sizes[i];
    figures.push_back({fmt::format("packets of {} B", size), FigureKind::kStructural, Relation::kEqual, rate,
                       pair[i].rate(), "1/s", 0.0005, "1 / (84 B + 1,538 B) at 10 Gb/s"});
    figures.push_back(
        {fmt::format("share of bytes of {} B packets", size), FigureKind::kStructural, Relation::kEqual,
         size / 1'582.0,
         static_cast<double>(pair[i].bytes) / static_cast<double>(pair[0].bytes + pair[1].bytes), "", 0.002,
         "by packets, not by bytes"});
  }
  BackloggedTransmit all;
  all.queues = 32;
  all.sizes = {1'518};
  all.window = two.window;
  const std::vector<QueueService> guests = run_backlogged_transmit(all);
  Time longest = 0;
  for (const QueueService& service : guests) longest = std::max(longest, service.longest_wait);
  figures.push_back({"longest wait of a packet, 32 queues of 1,518 B", FigureKind::kStructural,
                     Relation::kEqual, 31 * slot(1'518) * 1e6, static_cast<double>(longest) / 1e6, "us",
                     0.001, "31 packets of 1,538 B go first"});
  figures.push_back({"fairness over 32 queues", FigureKind::kStructural, Relation::kEqual, 1,
                     fairness(guests), "", 0.001, "Jain's index of packets"});
  // One guest with short packets among others with the longest.
  all.sizes.assign(32, 9'018);
  all.sizes[7] = 64;
  const std::vector<QueueService> mixed = run_backlogged_transmit(all);
  figures.push_back({"64 B packets among 31 queues of 9,018 B", FigureKind::kStructural, Relation::kEqual,
                     1 / (slot(64) + 31 * slot(9'018)), mixed[7].rate(), "1/s", 0.002,
                     "no guest blocks another: one packet a round"});
  return figures;
}

}  // namespace ixsim::platform
