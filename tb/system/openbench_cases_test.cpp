// The published storage cases. Bounds of the wire hold. The fit meets its figures and uses no guests. The
// predictions that docs/storage.md lists as missed are exactly those that miss.
#include "platform/reproduce/openbench_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "host/storage/storage_system.h"
#include "ixsim/error.h"
#include "platform/reproduce/published_cases.h"

namespace ixsim::test {
namespace {

using testing::Contains;
using testing::UnorderedElementsAre;

CaseOptions quick() {
  CaseOptions options;
  options.quick = true;
  return options;
}

std::vector<Figure> run_all() {
  std::vector<Figure> figures;
  for (const Case& known : published_cases()) {
    const std::string name = known.name;
    if (name.rfind("openbench-", 0) != 0) continue;
    for (Figure& figure : known.run(quick())) {
      figure.name = name + ": " + figure.name;
      figures.push_back(figure);
    }
  }
  return figures;
}

const std::vector<Figure>& all_figures() {
  static const std::vector<Figure> figures = run_all();
  return figures;
}

TEST(OpenbenchCases, OnlyTheListedPredictionsMiss) {
  std::vector<std::string> missed;
  unsigned compared = 0;
  for (const Figure& figure : all_figures()) {
    if (figure.relation != Relation::kReported) ++compared;
    if (figure.holds()) continue;
    missed.push_back(figure.name);
    EXPECT_NE(figure.kind, FigureKind::kStructural) << figure.name << " " << figure.simulated;
    EXPECT_NE(figure.kind, FigureKind::kCalibrated) << figure.name << " " << figure.simulated;
  }
  EXPECT_EQ(compared, 27u);
  EXPECT_THAT(missed, UnorderedElementsAre("openbench-fc-4k: two VMs over two native workers",
                                           "openbench-fc-8k: native, gain of the fourth worker",
                                           "openbench-one-adapter: 4 volumes, one adapter over 4"));
}

StorageSetUp published_set_up(const std::string& path) {
  const ParameterSet parameters = ParameterSet::platform(kOpenbenchPlatform);
  StorageSetUp system;
  system.path = path;
  system.costs = parameters.storage_costs();
  system.fabric = parameters.fc_fabric();
  system.machine = parameters.machine();
  system.block.bytes = 4'096;
  system.block.reads = 75;
  return system;
}

StorageResult run(const StorageSystemConfig& config, Time window = 100 * kMillisecond) {
  return StorageSystem(config).run(20 * kMillisecond, window);
}

double rate(const StorageSetUp& system) {
  const StorageResult result = run(set_up(system));
  return result.per_second(result.completed());
}

// Returns the requests of the volume that has the fewest, over those that has the most: four VMs with blocks
// of 8 KB. The adapter's interrupt is on all cores in turn, or on core 0 alone.
double balance_of_four_vms(bool in_turn) {
  StorageSetUp system = published_set_up("vmbus");
  system.block.bytes = 8'192;
  system.guests = 4;
  StorageSystemConfig config = set_up(system);
  if (!in_turn) config.host.interrupt_cores = {0};
  const StorageResult result = run(config, 500 * kMillisecond);
  std::uint64_t least = ~std::uint64_t{0}, most = 1;
  for (const StorageResult::Volume& volume : result.volumes) {
    least = std::min(least, volume.completed);
    most = std::max(most, volume.completed);
  }
  return static_cast<double>(least) / static_cast<double>(most);
}

TEST(OpenbenchCases, VmsShareEvenlyIfAllCoresTakeInterrupts) {
  EXPECT_GT(balance_of_four_vms(true), 0.95);
  EXPECT_LT(balance_of_four_vms(false), 0.92);
}

// Explains a prediction that misses: only native workers pay for shared cache lines with nearly each request.
TEST(OpenbenchCases, SharedLinesPutTwoVmsAboveTwoNativeWorkers) {
  StorageSetUp native = published_set_up("native"), guests = published_set_up("vmbus");
  native.volumes = 2;
  guests.guests = 2;
  EXPECT_GT(rate(guests) / rate(native), 1.1);
  native.costs.sharing = guests.costs.sharing = 0;
  EXPECT_LT(rate(guests) / rate(native), 0.9);
}

// Explains a prediction that misses: one adapter needs fewer signals than four.
TEST(OpenbenchCases, SignalsPutOneAdapterAboveFour) {
  const auto ratio = [](bool signals) {
    StorageSetUp one = published_set_up("vmbus");
    one.volumes = 4;
    one.cpus = 4;
    if (!signals) one.costs.notify = one.costs.kick = one.costs.wake_up = 0;
    StorageSetUp four = one;
    four.adapters = 4;
    return rate(one) / rate(four);
  };
  EXPECT_GT(ratio(true), 1.02);
  EXPECT_LT(ratio(false), 1);
}

// Explains a prediction that misses: three native workers leave 2 % of the wire.
TEST(OpenbenchCases, ThreeNativeWorkersFillReadsAt8Kilobytes) {
  StorageSetUp native = published_set_up("native");
  native.block.bytes = 8'192;
  native.volumes = 3;
  const StorageResult result = run(set_up(native));
  EXPECT_GT(result.per_second(result.port_in) / 825.8e6, 0.98);
}

TEST(OpenbenchCases, BoundsOfTheWireAreThoseOfTheStandard) {
  std::vector<long> bounds;
  for (const Figure& figure : all_figures()) {
    if (figure.kind == FigureKind::kStructural && figure.unit == "MB/s")
      bounds.push_back(std::lround(figure.published * 10));
  }
  EXPECT_THAT(bounds, Contains(8'258));   // one way, 8GFC
  EXPECT_THAT(bounds, Contains(4'129));   // one way, 4GFC
  EXPECT_THAT(bounds, Contains(11'011));  // both ways at 75 % reads
}

TEST(OpenbenchCases, TheFitUsesNativeFiguresAlone) {
  const ParameterSet file = ParameterSet::platform(kOpenbenchPlatform);
  const ParameterSet fitted = fit_openbench(file, quick());
  ParameterSet guests = file;
  for (const char* name : {"path.channel", "path.notify", "path.kick", "guest.driver", "storage.provider"})
    guests.set(name, 50'000);
  const ParameterSet again = fit_openbench(guests, quick());
  for (const char* name : {"storage.stack", "storage.sharing"}) {
    EXPECT_EQ(again.value(name), fitted.value(name)) << name;
    EXPECT_NEAR(static_cast<double>(fitted.value(name)), static_cast<double>(file.value(name)),
                0.03 * static_cast<double>(file.value(name)))
        << name;
  }
  // A slower interrupt leaves fewer cycles to the rest.
  ParameterSet slower = file;
  slower.set("storage.response", 4'000);
  EXPECT_LT(fit_openbench(slower, quick()).value("storage.stack"), fitted.value("storage.stack") - 1'000);
}

TEST(OpenbenchCases, AFitThatCannotBeIsReported) {
  ParameterSet set = ParameterSet::platform(kOpenbenchPlatform);
  // The adapter's processor alone is slower than the figure.
  set.set("fabric.exchange_time", 10'000);
  EXPECT_THROW(fit_openbench(set, quick()), CheckFailure);
}

TEST(OpenbenchCases, ParametersReachTheModel) {
  ParameterSet set = ParameterSet::platform(kOpenbenchPlatform);
  std::uint64_t value = 100;
  for (const char* name : {"storage.program", "storage.stack", "storage.driver", "storage.sharing",
                           "storage.interrupt", "storage.response", "storage.provider", "path.channel",
                           "guest.driver", "path.notify", "path.kick", "path.wake_up"})
    set.set(name, ++value);
  const StorageCosts costs = set.storage_costs();
  EXPECT_THAT((std::vector<std::uint64_t>{costs.program, costs.stack, costs.driver, costs.sharing,
                                          costs.interrupt, costs.response, costs.provider, costs.channel,
                                          costs.guest_driver, costs.notify, costs.kick, costs.wake_up}),
              testing::ElementsAre(101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112));
  set.set("fabric.exchange_time", 1);
  set.set("fabric.adapter_latency", 2);
  set.set("fabric.switch_latency", 3);
  set.set("fabric.access_time", 4);
  const FcFabricConfig fabric = set.fc_fabric();
  EXPECT_EQ(fabric.exchange_time, 1 * kNanosecond);
  EXPECT_EQ(fabric.adapter_latency, 2 * kNanosecond);
  EXPECT_EQ(fabric.switch_latency, 3 * kNanosecond);
  EXPECT_EQ(fabric.access_time, 4 * kNanosecond);
}

}  // namespace
}  // namespace ixsim::test
