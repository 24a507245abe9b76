// The published cases of networks: each figure holds, and the closed forms agree with those computed here.
#include "platform/reproduce/network_cases.h"

#include <gtest/gtest.h>

#include "platform/reproduce/backlogged_transmit.h"
#include "platform/reproduce/published_cases.h"

namespace ixsim::test {
namespace {

TEST(NetworkCases, EveryFigureHolds) {
  for (const char* name : {"fcoe-jumbo", "tx-fairness"}) {
    const Case& known = published_case(name);
    const std::vector<Figure> figures = known.run({1, true});
    EXPECT_GE(figures.size(), 6u);
    for (const Figure& figure : figures) {
      EXPECT_TRUE(figure.holds()) << name << ": " << figure.name << ": " << figure.simulated << " against "
                                  << figure.published << " " << figure.unit;
    }
  }
}

// 64 and 1,518 bytes take 84 and 1,538 byte times of 800 ps.
TEST(BackloggedTransmit, QueuesTakeTurnsByPackets) {
  BackloggedTransmit plan;
  plan.window = kMillisecond;
  const auto services = run_backlogged_transmit(plan);
  ASSERT_EQ(services.size(), 2u);
  for (const QueueService& service : services) EXPECT_NEAR(service.rate(), 770'653.5, 100.0);
  EXPECT_NEAR(static_cast<double>(services[0].bytes) / static_cast<double>(services[1].bytes), 64.0 / 1'518,
              1e-4);
  // A packet of one queue waits for one of the other; lanes move a start by up to 3 bytes.
  EXPECT_NEAR(static_cast<double>(services[0].longest_wait), 1'538 * 800.0, 3 * 800.0);
  EXPECT_NEAR(static_cast<double>(services[1].longest_wait), 84 * 800.0, 3 * 800.0);
}

TEST(BackloggedTransmit, NoQueueWaitsLongerThanARound) {
  BackloggedTransmit plan;
  plan.queues = 32;
  plan.sizes = {1'518};
  plan.window = 2 * kMillisecond;
  const auto services = run_backlogged_transmit(plan);
  for (const QueueService& service : services) {
    EXPECT_LE(service.longest_wait, 31 * 1'538 * 800 + 3 * 800);
    EXPECT_GE(service.longest_wait, 31 * 1'538 * 800 - 3 * 800);
    EXPECT_GE(service.frames, 50u);
    EXPECT_LE(service.frames, 51u);
  }
}

}  // namespace
}  // namespace ixsim::test
