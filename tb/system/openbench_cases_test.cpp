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

std::vector<Figure> all_figures() {
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
                                           "openbench-fc-8k: four VMs, least over most busy volume",
                                           "openbench-one-adapter: 4 volumes, one adapter over 4"));
}

// Returns the requests of the volume that has the fewest, over those that has the most: four VMs with blocks
// of 8 KB. The adapter's interrupt is on core 0, which is also a VM's, or on a fifth core.
double balance_of_four_vms(bool apart) {
  const ParameterSet parameters = ParameterSet::platform(kOpenbenchPlatform);
  StorageSetUp system;
  system.path = "vmbus";
  system.costs = parameters.storage_costs();
  system.fabric = parameters.fc_fabric();
  system.machine = parameters.machine();
  system.block.bytes = 8'192;
  system.block.reads = 75;
  system.guests = 4;
  StorageSystemConfig config = set_up(system);
  if (apart) config.host.interrupt_core = config.machine.cores++;
  const StorageResult result = StorageSystem(config).run(20 * kMillisecond, 100 * kMillisecond);
  std::uint64_t least = ~std::uint64_t{0}, most = 1;
  std::string text;
  for (const StorageResult::Volume& volume : result.volumes) {
    least = std::min(least, volume.completed);
    most = std::max(most, volume.completed);
    text += " " + std::to_string(volume.completed);
  }
  std::printf("interrupt %s: requests of the VMs%s\n", apart ? "on a fifth core" : "on core 0", text.c_str());
  return static_cast<double>(least) / static_cast<double>(most);
}

// Explains the functional figure that misses: without the interrupt on a VM's core, VMs share evenly.
TEST(OpenbenchCases, TheInterruptOnOneCoreUnbalancesVms) {
  EXPECT_LT(balance_of_four_vms(false), 0.92);
  EXPECT_GT(balance_of_four_vms(true), 0.95);
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
