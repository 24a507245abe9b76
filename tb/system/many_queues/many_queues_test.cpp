// A build with 256 queues in each direction. The custom profile receives into its last rings and sends from
// them, and the controller shares the wire over all of them. It is built with files of make_variant.py in
// front of model/.
#include <gtest/gtest.h>

#include <algorithm>

#include "../pool_bench.h"
#include "ixsim/error.h"
#include "ixsim/queue_mask.h"

namespace ixsim::bench {
namespace {

static_assert(kMaxQueues == 256, "built without the files of make_variant.py");

constexpr unsigned kQueues = 256;
constexpr unsigned kPools = 64;
constexpr unsigned kOfPool = kQueues / kPools;

DeviceProfile profile() {
  DeviceProfile p = device_profile("custom");
  p.rx_queues = p.tx_queues = kQueues;
  return p;
}

TEST(ManyQueuesLong, AreAcceptedAndHaveRegisters) {
  EXPECT_NO_THROW(check(profile()));
  DeviceProfile more = profile();
  ++more.rx_queues;
  EXPECT_THROW(check(more), InputError);
  more = device_profile("82599");
  EXPECT_NO_THROW(check(more));
  ++more.tx_queues;
  EXPECT_THROW(check(more), InputError);
  PoolBench b(profile());
  for (const Reg reg : {Reg::RDBAL, Reg::TDBAL}) {
    for (const unsigned queue : {127u, 128u, kQueues - 1}) {
      b.set(reg, queue, 0x80 * (queue + 1));
      EXPECT_EQ(b.get(reg, queue), 0x80 * (queue + 1));
    }
  }
  EXPECT_EQ(b.port().registers().unimplemented_accesses(), 0u);
}

// Pool p has rings 4p to 4p + 3; without a hash a frame comes into the first.
TEST(ManyQueuesLong, ReceiveForEveryPool) {
  PoolBench b(profile());
  for (unsigned pool = 0; pool < kPools; ++pool) {
    b.open(pool * kOfPool);
    b.address(pool, mac_of(pool), std::uint64_t{1} << pool);
  }
  b.pools_on(8, 0);
  b.receive_on();
  b.run_until(b.now() + 50 * kMicrosecond);
  for (unsigned pool = 0; pool < kPools; ++pool) b.send(frame_of(mac_of(pool), mac_of(99), 100 + pool));
  b.run_until(b.now() + 50 * kMicrosecond);
  for (unsigned pool = 0; pool < kPools; ++pool) {
    const auto frames = b.arrived(pool * kOfPool);
    ASSERT_EQ(frames.size(), 1u) << pool;
    EXPECT_EQ(frames[0].length, 96 + pool);
  }
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), kPools);
}

// A frame from each ring leaves once.
TEST(ManyQueuesLong, SendFromEveryRing) {
  constexpr std::uint64_t kBuffers = kMemoryBase + (20 << 20);
  PoolBench b(profile());
  b.transmit_on(0);
  for (unsigned queue = 0; queue < kQueues; ++queue) {
    b.open_transmit(queue);
    const FrameRef frame = frame_of(mac_of(1), mac_of(queue), 64);
    const ByteView bytes = frame->without_fcs();
    std::copy(bytes.begin(), bytes.end(), b.memory().at(kBuffers + queue * PoolBench::kBuffer));
    std::uint8_t* const descriptor = b.memory().at(PoolBench::tx_ring_of(queue));
    store_le64(descriptor, kBuffers + queue * PoolBench::kBuffer);
    store_le64(descriptor + 8, bytes.size | 0x0b00'0000);  // EOP, IFCS, RS
  }
  b.run_until(b.now() + 100 * kMicrosecond);
  for (unsigned queue = 0; queue < kQueues; ++queue) b.set(Reg::TDT, queue, 1);
  b.run_until(b.now() + 500 * kMicrosecond);
  ASSERT_EQ(b.wire.size(), kQueues);
  std::vector<bool> seen(kQueues);
  for (const FrameRef& frame : b.wire) seen[load_be16(frame->bytes().data + 10)] = true;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), std::ptrdiff_t{kQueues});
}

}  // namespace
}  // namespace ixsim::bench
