// The fit of one scalar, the predictions from the same set, and intervals over the ranges of the other
// parameters.
#include "platform/reproduce/vmq_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "platform/reproduce/host_run.h"
#include "platform/reproduce/statistics.h"

namespace ixsim::platform {
namespace {

constexpr const char* kPlatform = "xeon_e5460_hyperv_2009";
constexpr double kPublishedWithout = 5.4;  // Gb/s
constexpr double kPublishedWith = 9.3;
constexpr double kSegmentBits = 8 * 1'460;
constexpr std::size_t kDraws = 200;
constexpr std::size_t kQuickDraws = 8;

HostRun without_vmdq(const ParameterSet& parameters, std::uint64_t seed, unsigned guests = 4) {
  HostRun run;
  run.parameters = parameters;
  run.path = "vswitch";
  run.guests = guests;
  run.guest_cores = {4, 5, 6, 7, 1, 2, 3};
  // Together at most as much as rings and packet buffer hold.
  run.receive_buffer = guests > 4 ? 1'048'576 / guests : 262'144;
  run.seed = seed;
  return run;
}

HostRun with_vmdq(const ParameterSet& parameters, std::uint64_t seed, unsigned guests = 4,
                  unsigned queues = 4) {
  HostRun run = without_vmdq(parameters, seed, guests);
  run.path = "vmdq";
  run.queues = queues;
  run.queue_cores = {0, 1, 2, 3, 4, 5, 6, 7};
  run.guest_cores = {4, 5, 6, 7, 0, 1, 2, 3};
  return run;
}

HostMeasurement measured(const HostRun& run) { return run_case("intel-microsoft-vmq-2009", run); }

// Fits path.channel. The core that switches is the limit and always busy, so that its cycles per frame follow
// from the rate. Returns false if no value gives the published rate.
bool fit(ParameterSet& set, std::uint64_t seed) {
  const auto hertz = static_cast<double>(set.value("machine.clock"));
  const double wanted = hertz / (kPublishedWithout * 1e9 / kSegmentBits);
  for (int step = 0; step < 4; ++step) {
    const HostMeasurement result = measured(without_vmdq(set, seed));
    const double cycles = hertz * result.share(0) / (result.gigabits() * 1e9 / kSegmentBits);
    if (std::abs(cycles - wanted) < wanted * 0.003) return true;
    const double channel = static_cast<double>(set.value("path.channel")) + wanted - cycles;
    if (channel < 0) return false;
    set.set("path.channel", static_cast<std::uint64_t>(channel));
  }
  return true;
}

// Returns the lowest core clock, in GHz, at which VMDq still gives the published rate.
double least_clock(const ParameterSet& set, std::uint64_t seed) {
  std::uint64_t low = 300'000'000;
  std::uint64_t high = set.value("machine.clock");
  while (high - low > 20'000'000) {
    const std::uint64_t middle = (low + high) / 2;
    ParameterSet slower = set;
    slower.set("machine.clock", middle);
    (measured(with_vmdq(slower, seed)).gigabits() > kPublishedWith ? high : low) = middle;
  }
  return static_cast<double>(high) / 1e9;
}

// The points of the curves.
struct Point {
  std::string name;
  HostRun (*run)(const ParameterSet& set, std::uint64_t seed);
};

HostRun jumbo(HostRun run) {
  run.mtu = 9'000;
  return run;
}

const std::vector<Point>& points() {
  using Set = const ParameterSet&;
  static const std::vector<Point> kPoints = {
      {"VMDq, 4 guests", [](Set s, std::uint64_t n) { return with_vmdq(s, n); }},
      {"switch, 1 guest", [](Set s, std::uint64_t n) { return without_vmdq(s, n, 1); }},
      {"switch, 2 guests", [](Set s, std::uint64_t n) { return without_vmdq(s, n, 2); }},
      {"switch, 8 guests", [](Set s, std::uint64_t n) { return without_vmdq(s, n, 8); }},
      {"switch, 16 guests", [](Set s, std::uint64_t n) { return without_vmdq(s, n, 16); }},
      {"VMDq, 1 guest", [](Set s, std::uint64_t n) { return with_vmdq(s, n, 1, 1); }},
      {"VMDq, 2 guests", [](Set s, std::uint64_t n) { return with_vmdq(s, n, 2, 2); }},
      {"VMDq, 8 guests", [](Set s, std::uint64_t n) { return with_vmdq(s, n, 8, 8); }},
      {"VMDq, 16 guests", [](Set s, std::uint64_t n) { return with_vmdq(s, n, 16, 16); }},
      {"switch, 4 guests, MTU 9000", [](Set s, std::uint64_t n) { return jumbo(without_vmdq(s, n)); }},
      {"VMDq, 4 guests, MTU 9000", [](Set s, std::uint64_t n) { return jumbo(with_vmdq(s, n)); }},
      {"VMDq, 4 guests on 1 queue", [](Set s, std::uint64_t n) { return with_vmdq(s, n, 4, 1); }},
      {"VMDq, 4 guests on 2 queues", [](Set s, std::uint64_t n) { return with_vmdq(s, n, 4, 2); }},
  };
  return kPoints;
}

void add_curves(const ParameterSet& set, const CaseOptions& options, std::vector<Figure>& figures) {
  const std::size_t draws = options.quick ? kQuickDraws : kDraws;
  const auto nominal = repeat(points().size(), [&](std::size_t i) {
    return std::vector<double>{measured(points()[i].run(set, options.seed)).gigabits()};
  });
  // The parameter part: each draw is fitted again, and left out if it cannot be.
  const auto drawn = repeat(draws, [&](std::size_t i) {
    Random random(options.seed * 1'000'003 + i);
    ParameterSet draw = set.draw(random);
    std::vector<double> rates;
    if (!fit(draw, options.seed)) return rates;
    for (const Point& point : points()) rates.push_back(measured(point.run(draw, options.seed)).gigabits());
    return rates;
  });
  std::vector<std::vector<double>> kept;
  for (const auto& row : drawn) {
    if (!row.empty()) kept.push_back(row);
  }
  // The seed part: other ports of the connections, other order.
  const std::size_t seeds = options.quick ? 3 : 20;
  const auto seeded = repeat(seeds, [&](std::size_t i) {
    std::vector<double> rates;
    for (const Point& point : points())
      rates.push_back(measured(point.run(set, options.seed + 1 + i)).gigabits());
    return rates;
  });
  for (std::size_t i = 0; i < points().size(); ++i) {
    const Interval parameters = quantiles(column(kept, i), 0.025, 0.975);
    const Interval seed_part = quantiles(column(seeded, i), 0.025, 0.975);
    figures.push_back(
        {points()[i].name, FigureKind::kPredicted, Relation::kReported, 0, nominal[i][0], "Gb/s", 0,
         fmt::format("95 % over {} of {} draws of the parameters: {:.2f} to {:.2f}; over {} seeds: "
                     "{:.3f} to {:.3f}",
                     kept.size(), draws, parameters.low, parameters.high, seeds, seed_part.low,
                     seed_part.high),
         std::pair(parameters.low, parameters.high)});
  }
}

}  // namespace

std::vector<Figure> vmq_case(const CaseOptions& options) {
  std::vector<Figure> figures;
  const ParameterSet set = ParameterSet::platform(kPlatform);
  const HostMeasurement before = measured(without_vmdq(set, options.seed));
  figures.push_back(
      {"throughput without VMDq", FigureKind::kCalibrated, Relation::kEqual, kPublishedWithout,
       before.gigabits(), "Gb/s", 0.02,
       fmt::format("path.channel is fitted to it; core 0 busy {:.1f} %", 100 * before.share(0))});
  const HostMeasurement after = measured(with_vmdq(set, options.seed));
  double busiest = 0;
  for (unsigned core = 0; core < after.busy.size(); ++core) busiest = std::max(busiest, after.share(core));
  figures.push_back({"throughput with VMDq", FigureKind::kPredicted, Relation::kAtLeast, kPublishedWith,
                     after.gigabits(), "Gb/s", 0, "close to the wire, which any cheap path reaches"});
  figures.push_back({"busiest core with VMDq", FigureKind::kPredicted, Relation::kReported, 0, 100 * busiest,
                     "%", 0,
                     fmt::format("the others have more slack; {:.2f} cores busy in all", after.cores())});
  figures.push_back({"core clock below which it is under 9.3 Gb/s", FigureKind::kPredicted,
                     Relation::kReported, 0, least_clock(set, options.seed), "GHz", 0,
                     "all other parameters as they are"});
  add_curves(set, options, figures);
  return figures;
}

}  // namespace ixsim::platform
