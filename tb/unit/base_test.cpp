// Clocks, seeded random numbers and checksums: the arithmetic behind every time stamp, stimulus and record.
#include "base/crc32c.h"
#include "base/random.h"
#include "ixsim/time.h"

#include <gtest/gtest.h>

#include <vector>

namespace ixsim::test {
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

// The values of RFC 3720, appendix B.4.
TEST(Crc32c, HasThePublishedValues) {
  std::vector<std::uint8_t> bytes(32, 0);
  EXPECT_EQ(crc32c({bytes.data(), bytes.size()}), 0x8A9136AAu);
  bytes.assign(32, 0xff);
  EXPECT_EQ(crc32c({bytes.data(), bytes.size()}), 0x62A8AB43u);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  EXPECT_EQ(crc32c({bytes.data(), bytes.size()}), 0x46DD794Eu);
}

// Bit by bit, for every length up to some slices and every place in a slice.
TEST(Crc32c, IsThatOfTheBits) {
  Random random(1);
  std::vector<std::uint8_t> bytes(64);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  for (std::size_t from = 0; from < 8; ++from) {
    for (std::size_t size = 0; from + size <= 48; ++size) {
      std::uint32_t value = ~std::uint32_t{0};
      for (std::size_t i = 0; i < 8 * size; ++i) {
        const std::uint32_t bit = bytes[from + i / 8] >> (i % 8) & 1u;
        value = (value >> 1) ^ (((value ^ bit) & 1) != 0 ? 0x82F63B78u : 0);
      }
      ASSERT_EQ(crc32c({bytes.data() + from, size}), ~value) << size << " bytes from " << from;
    }
  }
}

}  // namespace
}  // namespace ixsim::test
