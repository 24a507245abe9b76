// The pacer: line rate is exact over four frames, lanes and gaps are legal for any mix, and desired times are
// kept.
#include "base/random.h"
#include "ethernet/wire_pacer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ixsim::test {
namespace {

TEST(WirePacer, FirstFrameMayStartAtZero) { EXPECT_EQ(WirePacer().start(0, 64), 0); }

TEST(WirePacer, FourFramesAtLineRateTakeTheirExactTime) {
  for (const Time byte_time : {kByteTime10G, kByteTime1G}) {
    for (std::size_t size = 1; size <= 9'100; ++size) {
      WirePacer pacer(byte_time);
      const Time first = pacer.start(0, size);
      for (int i = 1; i < 4; ++i) pacer.start(0, size);
      ASSERT_EQ(pacer.start(0, size) - first, 4 * static_cast<Time>(size + 20) * byte_time) << size;
    }
  }
}

TEST(WirePacer, PublishedRates) {
  // Frames begun in one second, in whole multiples of four.
  const auto in_one_second = [](std::size_t size) {
    WirePacer pacer;
    std::int64_t frames = 0;
    while (pacer.start(0, size) < kSecond / 100) ++frames;
    return frames * 100;
  };
  EXPECT_NEAR(static_cast<double>(in_one_second(64)), 14'880'952, 100);
  EXPECT_NEAR(static_cast<double>(in_one_second(1'518)), 812'744, 100);
  WirePacer pacer;
  for (int i = 0; i < 4; ++i) pacer.start(0, 64);
  EXPECT_EQ(pacer.start(0, 64), 268'800);  // four slots of 10.5 cycles of 6.4 ns
}

// The rules, restated over the starts alone.
TEST(WirePacer, AnyMixIsLegal) {
  Random random(7);
  for (const Time byte_time : {kByteTime10G, kByteTime1G}) {
    WirePacer pacer(byte_time);
    Time desired = 0, end = -1;
    std::int64_t deficit = 0;
    for (int i = 0; i < 100'000; ++i) {
      const std::size_t size = 1 + random.below(2'000);
      if (random.chance(1, 10)) desired += static_cast<Time>(random.below(3'000'000));
      const Time start = pacer.start(desired, size);
      ASSERT_GE(start, desired);
      ASSERT_EQ(start % (4 * byte_time), 0);
      if (end >= 0) {
        const std::int64_t gap = (start - end) / byte_time;
        // No later than needed: one lane earlier would come before the desired or exceed the deficit.
        const bool earlier_is_legal = start - 4 * byte_time >= desired && deficit + 12 - (gap - 4) <= 3;
        ASSERT_FALSE(earlier_is_legal);
        ASSERT_GE(gap, 9);
        deficit = std::max<std::int64_t>(0, deficit + 12 - gap);
        ASSERT_LE(deficit, 3);
      }
      end = start + static_cast<Time>(8 + size) * byte_time;
      ASSERT_EQ(pacer.end(), end);
    }
  }
}

TEST(WirePacer, BackToBackMixHasAverageGapOfTwelve) {
  Random random(8);
  WirePacer pacer;
  std::int64_t wire_bytes = 0;
  const int count = 100'000;
  for (int i = 0; i < count; ++i) {
    const std::size_t size = 64 + random.below(1'455);
    const Time start = pacer.start(0, size);
    // Never ahead of an average of 12 by more than the deficit, never behind.
    const std::int64_t lead = wire_bytes - start / kByteTime10G;
    ASSERT_GE(lead, 0);
    ASSERT_LE(lead, 3);
    wire_bytes += static_cast<std::int64_t>(size) + 20;
  }
}

}  // namespace
}  // namespace ixsim::test
