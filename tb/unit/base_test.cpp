// Clocks and seeded variates: the arithmetic that every stamp and every stimulus rests on.
#include "ixsim/base/random.h"
#include "ixsim/base/time.h"

#include <gtest/gtest.h>

namespace ixsim {
namespace {

TEST(Clock, EdgeAfterIsStrictlyLater) {
  EXPECT_EQ(kMacClock.edge_after(0), 6'400);
  EXPECT_EQ(kMacClock.edge_after(6'399), 6'400);
  EXPECT_EQ(kMacClock.edge_after(6'400), 12'800);
  EXPECT_EQ(kMacClock.edge_at_or_after(6'400), 6'400);
  EXPECT_EQ(kMacClock.edge_at_or_after(6'401), 12'800);
}

TEST(Random, ExponentialHasItsMeanAndVariance) {
  Random random(1);
  const std::uint64_t mean = 1'000'000;
  const int count = 200'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const auto x = static_cast<double>(random.exponential(mean));
    sum += x;
    squares += x * x;
  }
  const double average = sum / count;
  EXPECT_NEAR(average, 1e6, 1e4);
  EXPECT_NEAR(squares / count - average * average, 1e12, 3e10);
}

TEST(Random, BelowIsUniform) {
  Random random(2);
  int counts[7] = {};
  for (int i = 0; i < 70'000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

}  // namespace
}  // namespace ixsim
