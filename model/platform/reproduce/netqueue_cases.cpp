// Requests and responses of many guests at a given rate, with and without NetQueue.
#include "platform/reproduce/netqueue_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/plural.h"
#include "platform/reproduce/host_run.h"
#include "platform/reproduce/statistics.h"

namespace ixsim::platform {
namespace {

constexpr const char* kPlatform = "xeon_x5570_esx_2009";
constexpr unsigned kTiles = 17;
constexpr double kPublishedRate = 0.7;    // Gb/s
constexpr std::uint64_t kBytes = 10'240;  // of a request, and of a response
// Cycles of a program for a request. The server carries at most 17 tiles, so programs take about three
// quarters of its cycles at 0.7 Gb/s.
constexpr std::uint64_t kService = 4'000'000;
constexpr Time kUsualResponse = 5 * kMillisecond;
constexpr std::array<double, 11> kLoads = {0.7, 1, 2, 3, 3.5, 4,
                                           4.5, 5, 6, 8, 9.4};  // Gb/s, of the crossover
constexpr double kBeyond = 99;  // Gb/s, stands for a crossover beyond the loads
constexpr std::size_t kDraws = 20;

// Returns a run on ESX. `queues` 0: NetQueue is off; there is one queue and the vmkernel's switch.
HostRun esx(unsigned guests, unsigned queues, std::uint64_t seed) {
  HostRun run;
  run.parameters = ParameterSet::platform(kPlatform);
  run.profile = "82599";
  run.path = queues == 0 ? "vswitch" : "netqueue";
  run.guests = guests;
  run.queues = std::max(queues, 1u);
  run.queue_cores = {0, 1, 2, 3, 4, 5, 6, 7};
  run.guest_cores = {4, 5, 6, 7, 0, 1, 2, 3};
  // Guests stay away from a core that receives for all of them.
  if (queues == 0) run.guest_cores = {4, 5, 6, 7, 1, 2, 3};
  run.receive_buffer = 65'536;
  run.seed = seed;
  return run;
}

// Returns tiles with a total rate of responses in Gb/s. A client of each of four connections of a guest waits
// between requests so that the sum is that rate.
HostRun tiles(unsigned ports, unsigned queues, double rate, std::uint64_t seed, Time window) {
  HostRun run = esx((kTiles + ports - 1) / ports, queues, seed);
  run.ports = ports;
  run.flows = 4;
  // The core that receives without NetQueue is far from its limit at the published rate: guests use it too.
  run.guest_cores = {4, 5, 6, 7, 0, 1, 2, 3};
  // More traffic is larger requests and responses: programs have the same work.
  run.request = static_cast<std::uint64_t>(kBytes * rate / kPublishedRate);
  run.response = run.request;
  run.service = kService;
  const double connections = run.ports * run.guests * run.flows;
  run.think = static_cast<Time>(connections * 16.0 * kBytes / kPublishedRate * 1'000) - kUsualResponse;
  run.warmup = 60 * kMillisecond;
  run.start_spread = 20 * kMillisecond;
  run.window = window;
  return run;
}

// Paired relative differences of response time and processor time between two set-ups, over seeds.
struct Differences {
  std::vector<double> response;
  std::vector<double> cores;
  double rate = 0;
};

Differences differences(unsigned ports, unsigned queues, double rate, const CaseOptions& options) {
  const std::size_t seeds = options.quick ? 3 : 10;
  const Time window = (options.quick ? 100 : 2'000) * kMillisecond;
  const auto rows = repeat(seeds, [&](std::size_t i) {
    const std::uint64_t seed = options.seed + i;
    const HostMeasurement off = run_case("ibm-vmmark-2009", tiles(ports, 0, rate, seed, window));
    const HostMeasurement on = run_case("ibm-vmmark-2009", tiles(ports, queues, rate, seed, window));
    return std::vector<double>{on.response_time / off.response_time - 1, on.cores() / off.cores() - 1,
                               on.gigabits()};
  });
  return {column(rows, 0), column(rows, 1), mean(column(rows, 2))};
}

std::string text_of(const std::vector<double>& values) {
  const Interval interval = mean_interval(values);
  return fmt::format("{:+.2f} % ({:+.2f} to {:+.2f})", 100 * mean(values), 100 * interval.low,
                     100 * interval.high);
}

// One point of the load: throughput in Gb/s and core time in ns for each bit.
struct LoadPoint {
  double throughput = 0;
  double cost = 0;
};

LoadPoint at_load(unsigned queues, double load, const ParameterSet& parameters, std::uint64_t seed,
                  bool quick) {
  HostRun run = esx(16, queues, seed);
  run.parameters = parameters;
  run.stream_rate = static_cast<std::uint64_t>(load * 1e9 / 8 / 16);
  run.start_spread = 10 * kMillisecond;
  run.warmup = 20 * kMillisecond;
  run.window = (quick ? 20 : 100) * kMillisecond;
  const HostMeasurement result = run_case("ibm-netqueue-crossover", run);
  return {result.gigabits(), result.cores() / result.gigabits()};
}

// Relative gains of NetQueue at a load.
struct Gain {
  std::vector<double> throughput;
  std::vector<double> cost;
  // Returns whether NetQueue carries at least 2 % more, with an interval over seeds that excludes 0.
  bool carries_more() const { return clear(throughput, 0.02); }
  // Returns whether NetQueue pays: it carries more, or takes at least 10 % less processor time for each bit.
  bool pays() const { return carries_more() || clear(cost, 0.10); }

 private:
  static bool clear(const std::vector<double>& values, double least) {
    return mean(values) >= least && (values.size() == 1 || mean_interval(values).low > 0);
  }
};

Gain gain_at(double load, const ParameterSet& parameters, std::uint64_t first_seed, std::size_t seeds,
             bool quick) {
  const auto rows = repeat(seeds, [&](std::size_t i) {
    const LoadPoint off = at_load(0, load, parameters, first_seed + i, quick);
    const LoadPoint on = at_load(8, load, parameters, first_seed + i, quick);
    return std::vector<double>{on.throughput / off.throughput - 1, 1 - on.cost / off.cost};
  });
  return {column(rows, 0), column(rows, 1)};
}

// Returns the load from which NetQueue pays, over parameters drawn from their ranges, as text: all draws
// together, and by throughput alone.
std::string crossover_of_draws(const ParameterSet& parameters, std::uint64_t seed) {
  Random random(seed);
  std::vector<ParameterSet> sets;
  for (std::size_t i = 0; i < kDraws; ++i) sets.push_back(parameters.draw(random));
  const auto rows = repeat(kDraws, [&](std::size_t i) {
    double pays = kBeyond;
    for (const double load : kLoads) {
      const Gain gain = gain_at(load, sets[i], seed + i, 1, true);
      if (gain.pays()) pays = std::min(pays, load);
      if (gain.carries_more()) return std::vector<double>{pays, load};
    }
    return std::vector<double>{pays, kBeyond};
  });
  const auto range = [&rows](std::size_t index) {
    const std::vector<double> loads = column(rows, index);
    const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
    return fmt::format("{} to {}", *least, *most);
  };
  return fmt::format("{} draws of the parameters: {}, by throughput alone {}", kDraws, range(0), range(1));
}

}  // namespace

std::vector<Figure> vmmark_case(const CaseOptions& options) {
  std::vector<Figure> figures;
  for (const unsigned ports : {1u, 2u}) {
    for (const unsigned queues : {4u, 8u, 16u}) {
      const Differences d = differences(ports, queues, 0.7, options);
      const bool same = equivalent(d.response, 0.02) && equivalent(d.cores, 0.02);
      figures.push_back(
          {fmt::format("{} port{}, {} queues: no gain", ports, plural(ports), queues), FigureKind::kPredicted,
           Relation::kEqual, 1, same ? 1.0 : 0.0, "yes", 0,
           fmt::format("equivalent to NetQueue off within 2 %: response time {}, processor time {}, "
                       "at {:.2f} Gb/s",
                       text_of(d.response), text_of(d.cores), d.rate)});
    }
  }
  const Differences control = differences(1, 8, 7.0, options);
  const bool same = equivalent(control.response, 0.02) && equivalent(control.cores, 0.02);
  figures.push_back({"control: 7 Gb/s, 8 queues: a difference", FigureKind::kPredicted, Relation::kEqual, 1,
                     same ? 0.0 : 1.0, "yes", 0,
                     fmt::format("the same test: response time {}, processor time {}",
                                 text_of(control.response), text_of(control.cores))});
  return figures;
}

std::vector<Figure> netqueue_map_case(const CaseOptions& options) {
  const DeviceProfile& device = device_profile("82598");
  HostRun run = esx(16, 16, options.seed);
  run.profile = "82598";
  run.window = 2 * kMillisecond;
  const HostMeasurement result = run_case("ibm-netqueue-map", run);
  const auto served = std::count_if(result.guest_bytes.begin(), result.guest_bytes.end(),
                                    [](std::uint64_t bytes) { return bytes != 0; });
  return {{"receive queues of a port", FigureKind::kStructural, Relation::kEqual, 64,
           static_cast<double>(device.rx_queues), "queues", 0, ""},
          {"transmit queues of a port", FigureKind::kStructural, Relation::kEqual, 32,
           static_cast<double>(device.tx_queues), "queues", 0, ""},
          {"queues in use with VMDQ=16", FigureKind::kStructural, Relation::kEqual, 16,
           static_cast<double>(result.queues_used), "queues", 0, "rx_queue_0 to rx_queue_15, one a guest"},
          {"guests served", FigureKind::kStructural, Relation::kEqual, 16, static_cast<double>(served),
           "guests", 0, ""}};
}

std::vector<Figure> crossover_case(const CaseOptions& options) {
  const ParameterSet parameters = ParameterSet::platform(kPlatform);
  std::vector<Figure> figures;
  double first = kBeyond, first_more = kBeyond;
  for (const double load : kLoads) {
    if (options.quick && load != 0.7 && load != 4.0 && load != 6.0) continue;
    const Gain gain = gain_at(load, parameters, options.seed, options.quick ? 3 : 6, options.quick);
    if (gain.pays()) first = std::min(first, load);
    if (gain.carries_more()) first_more = std::min(first_more, load);
    const bool published = load == 0.7;
    figures.push_back({fmt::format("at {} Gb/s it pays", load), FigureKind::kPredicted,
                       published ? Relation::kEqual : Relation::kReported, 0, gain.pays() ? 1.0 : 0.0, "yes",
                       0,
                       fmt::format("throughput {}, processor time a bit saved {}", text_of(gain.throughput),
                                   text_of(gain.cost))});
  }
  figures.push_back({"load from which NetQueue pays, low end", FigureKind::kPredicted, Relation::kAtLeast,
                     4.0, first, "Gb/s", 0.1,
                     "published: a gain at 4 to 10 Gb/s; first load tried at which it does; below 4 Gb/s it "
                     "saves processor time and carries no more"});
  figures.push_back({"load from which NetQueue pays, high end", FigureKind::kPredicted, Relation::kAtMost,
                     10.0, first, "Gb/s", 0, "8 queues against one, 16 guests"});
  figures.push_back({"load from which NetQueue carries more", FigureKind::kPredicted, Relation::kReported, 0,
                     first_more, "Gb/s", 0,
                     options.quick ? "" : crossover_of_draws(parameters, options.seed)});
  return figures;
}

std::vector<Figure> sriov_parity_case(const CaseOptions& options) {
  std::vector<Figure> figures;
  for (const bool receive : {true, false}) {
    HostRun native = esx(8, 8, options.seed);
    native.path = "native";
    native.receive = receive;
    native.rss = true;
    HostRun function = esx(8, 8, options.seed);
    function.path = "sriov";
    function.receive = receive;
    const double of_native = run_case("ibm-sriov-parity", native).gigabits();
    const double of_function = run_case("ibm-sriov-parity", function).gigabits();
    figures.push_back({fmt::format("virtual function over native, {}", receive ? "received" : "sent"),
                       FigureKind::kPredicted, Relation::kEqual, 1, of_function / of_native, "", 0.02,
                       fmt::format("{:.2f} and {:.2f} Gb/s, eight streams", of_function, of_native)});
  }
  return figures;
}

}  // namespace ixsim::platform
