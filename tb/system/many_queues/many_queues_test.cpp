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

// Less than WTHRESH descriptors are used: the first is written back at once, and the timer of its vector
// writes the second one back.
TEST(ManyQueuesLong, TheTimerOfAVectorWritesDescriptorsBack) {
  constexpr unsigned kThreshold = 8;
  for (const unsigned queue : {0u, 100u, 128u, 200u, 252u}) {
    SCOPED_TRACE(queue);
    PoolBench b(profile());
    b.set(Reg::GPIE, 0, field::GPIE::MSIX_MODE.mask);
    b.set(Reg::IVAR, queue / 2, 0x8080);  // both causes of an even queue: vector 0
    b.set(Reg::EITR, 0, 10 << 3);         // 20 us
    b.set(Reg::EIMS, 0, 1);
    b.open(queue);
    b.set(Reg::RXDCTL, queue, 32 | kThreshold << 16 | field::RXDCTL::ENABLE.mask);
    b.address(queue / kOfPool, mac_of(queue), std::uint64_t{1} << (queue / kOfPool));
    b.pools_on(8, 0);
    b.receive_on();
    b.run_until(b.now() + 50 * kMicrosecond);
    b.send(frame_of(mac_of(queue), mac_of(99)));
    b.send(frame_of(mac_of(queue), mac_of(99)));
    EXPECT_EQ(b.arrived(queue).size(), 1u);
    b.run_until(b.now() + 200 * kMicrosecond);
    EXPECT_EQ(b.arrived(queue).size(), 2u);

    b.transmit_on(0);
    b.open_transmit(queue);
    b.set(Reg::TXDCTL, queue, 32 | kThreshold << 16 | field::TXDCTL::ENABLE.mask);
    const std::uint8_t* const second = b.memory().at(PoolBench::tx_ring_of(queue) + kDescriptorBytes);
    for (std::uint32_t i = 0; i < 2; ++i) {
      std::uint8_t* const descriptor = b.memory().at(PoolBench::tx_ring_of(queue) + i * kDescriptorBytes);
      store_le64(descriptor, PoolBench::buffers_of(queue));
      store_le64(descriptor + 8, 96 | 0x0b00'0000);  // EOP, IFCS, RS
      b.set(Reg::TDT, queue, i + 1);
      b.run_until(b.now() + 5 * kMicrosecond);
    }
    EXPECT_EQ(b.wire.size(), 2u);
    EXPECT_EQ(second[12] & 1, 0);
    b.run_until(b.now() + 200 * kMicrosecond);
    EXPECT_EQ(second[12] & 1, 1);
  }
}

}  // namespace
}  // namespace ixsim::bench
