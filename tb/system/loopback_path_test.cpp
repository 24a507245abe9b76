// A broadcast that leaves on the wire has a copy for the other pools. The copy is accounted for wherever the
// run ends, also within the switch, and also if a reset discards it there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr unsigned kFrames = 6;
constexpr std::size_t kSize = 1'500;

// Pools 0 to 2 take broadcast; pool 0 sends.
struct Loopback : testing::Test {
  Loopback() {
    bench.pools_on(8, field::VT_CTL::REPLEN.mask);
    for (unsigned pool = 0; pool < 3; ++pool) {
      bench.address(pool + 1, mac_of(pool + 1), std::uint64_t{1} << pool);
      open_without_buffers(2 * pool);
      bench.set(Reg::VMOLR, pool, field::VMOLR::AUPE.mask | field::VMOLR::BAM.mask);
    }
    bench.open_transmit(0);
    bench.transmit_on();
    bench.set(Reg::PFDTXGSWC, 0, 1);
    bench.receive_on();
    for (unsigned i = 0; i < kFrames; ++i) bench.post(0, frame_of(kEveryone, mac_of(1), kSize));
    bench.doorbell(0);
  }
  // Received frames wait in the packet buffer, so that every copy is in a buffer at any time.
  void open_without_buffers(unsigned queue) {
    bench.fill_ring(queue);
    bench.set(Reg::SRRCTL, queue, 2 | 1u << 25);
    bench.set(Reg::RDBAL, queue, static_cast<std::uint32_t>(PoolBench::ring_of(queue)));
    bench.set(Reg::RDBAH, queue, static_cast<std::uint32_t>(PoolBench::ring_of(queue) >> 32));
    bench.set(Reg::RDLEN, queue, PoolBench::kRing * kDescriptorBytes);
    bench.set(Reg::RXDCTL, queue, field::RXDCTL::ENABLE.mask);
  }
  std::size_t held(const char* where) {
    const auto frames = bench.port().accounting().held_frames();
    return static_cast<std::size_t>(std::count_if(frames.begin(), frames.end(), [&](const auto& frame) {
      return std::strcmp(frame.second, where) == 0;
    }));
  }
  // Copies in buckets and buffers, those made later for a second pool left out.
  std::uint64_t copies() {
    std::uint64_t sum = bench.port().accounting().held_frames().size();
    for (unsigned i = 0; i < kRxBuckets; ++i)
      sum += bench.port().accounting().bucket(static_cast<RxBucket>(i));
    return sum - bench.port().accounting().replicas();
  }
  PoolBench bench;
};

TEST_F(Loopback, AFrameOnTheWireHasItsCopySomewhere) {
  unsigned on_the_way = 0;
  const Time end = bench.now() + 40 * kMicrosecond;
  while (bench.now() < end) {
    bench.run_until(bench.now() + 50 * kNanosecond);
    ASSERT_GE(copies(), bench.wire.size()) << "at " << bench.now() << " ps";
    ASSERT_EQ(bench.unaccounted(0), "") << "at " << bench.now() << " ps";
    on_the_way += held("loopback") != 0 ? 1 : 0;
  }
  EXPECT_GT(on_the_way, 20u);
  EXPECT_EQ(bench.wire.size(), kFrames);
  EXPECT_EQ(copies(), kFrames);
  EXPECT_EQ(held("loopback"), 0u);
  for (const unsigned queue : {2u, 4u}) bench.set(Reg::RDT, queue, PoolBench::kRing - 1);
  bench.drain();
  EXPECT_EQ(bench.arrived(2).size(), kFrames);
  EXPECT_EQ(bench.arrived(4).size(), kFrames);
}

TEST_F(Loopback, AResetCountsTheCopyThatItTakes) {
  const Time end = bench.now() + 40 * kMicrosecond;
  while (bench.now() < end && bench.wire.size() < 2) bench.run_until(bench.now() + 50 * kNanosecond);
  ASSERT_EQ(bench.wire.size(), 2u);
  bench.write_now(bench.place(Reg::CTRL), field::CTRL::RST.mask);
  bench.drain();
  EXPECT_GE(copies(), bench.wire.size());
  // No other bucket takes a copy that a reset discards.
  EXPECT_GT(bench.port().accounting().bucket(RxBucket::kRxDisabled), 0u);
  EXPECT_EQ(bench.port().accounting().bucket(RxBucket::kRxDisabled) - bench.port().accounting().replicas(),
            copies());
  EXPECT_EQ(bench.unaccounted(0), "");
}

}  // namespace
}  // namespace ixsim::bench
