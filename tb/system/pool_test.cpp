// Pools of the 82599: the queues that a frame reaches by address, VLAN and filters of the pools; copies for
// several pools, each with an outcome; the default pool; disabled pools. Expected values are computed here
// from the registers that the test has set.
#include <gtest/gtest.h>

#include <array>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint32_t kReplicate = field::VT_CTL::REPLEN.mask;
constexpr std::uint32_t kNoDefault = field::VT_CTL::DIS_DEFPL.mask;
constexpr unsigned kPools64 = 8, kPools32Rss = 0xA, kPools64Rss = 0xB;
const MacAddress kSender{0x02, 0xee, 0, 0, 0, 1};
const MacAddress kGroup{0x01, 0x00, 0x5e, 0x01, 0x02, 0x03};

std::uint64_t bit(unsigned pool) { return std::uint64_t{1} << pool; }

struct Pools : testing::Test {
  void start(unsigned mode, std::uint32_t vt_ctl, std::initializer_list<unsigned> queues) {
    bench.pools_on(mode, vt_ctl);
    for (const unsigned queue : queues) bench.open(queue);
    bench.receive_on();
  }
  PoolBench bench;
};

TEST_F(Pools, EveryAddressReachesItsOwnPool) {
  bench.pools_on(kPools64, 0);
  for (unsigned n = 0; n < 128; ++n) bench.address(n, mac_of(n), bit(n % 64));
  for (unsigned queue = 0; queue < 128; queue += 2) bench.open(queue);
  bench.receive_on();
  for (unsigned n = 0; n < 128; ++n)
    bench.send(frame_of(mac_of(n), kSender, 100, -1, static_cast<std::uint8_t>(n)));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 128u);
  EXPECT_EQ(bench.port().accounting().replicas(), 0u);
  for (unsigned pool = 0; pool < 64; ++pool) {
    const auto frames = bench.arrived(2 * pool);
    ASSERT_EQ(frames.size(), 2u) << pool;
    EXPECT_EQ(frames[0].mark, pool);
    EXPECT_EQ(frames[1].mark, pool + 64);
  }
}

TEST_F(Pools, TheVlanNarrowsWhatTheAddressSelects) {
  start(kPools64, kReplicate | kNoDefault, {0, 2, 4, 6});
  bench.address(1, mac_of(1), bit(0) | bit(1) | bit(2));
  bench.vlan(3, 10, bit(1) | bit(3));
  bench.vlan(4, 20, bit(0) | bit(2));
  bench.send(frame_of(mac_of(1), kSender, 100, 10, 1));  // pool 1 alone: 3 has not the address
  bench.send(frame_of(mac_of(1), kSender, 100, 20, 2));  // pools 0 and 2
  bench.send(frame_of(mac_of(1), kSender, 100, 30, 3));  // no VLAN of any
  bench.send(frame_of(mac_of(1), kSender, 100, -1, 4));  // untagged: all three
  bench.drain();
  const auto marks = [&](unsigned pool) {
    std::string text;
    for (const auto& frame : bench.arrived(2 * pool)) text += std::to_string(frame.mark);
    return text;
  };
  EXPECT_EQ(marks(0), "24");
  EXPECT_EQ(marks(1), "14");
  EXPECT_EQ(marks(2), "24");
  EXPECT_EQ(marks(3), "");
  EXPECT_EQ(bench.bucket(RxBucket::kVlan), 1u);
  EXPECT_EQ(bench.port().accounting().replicas(), 3u);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 6u);
}

TEST_F(Pools, UntaggedFramesNeedAupe) {
  start(kPools64, kNoDefault, {0, 2});
  bench.address(1, mac_of(1), bit(1));
  bench.set(Reg::VMOLR, 1, 0);
  bench.send(frame_of(mac_of(1), kSender));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kVlan), 1u);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 0u);
}

TEST_F(Pools, WithoutReplicationTheLowestPoolAloneGetsAFrame) {
  start(kPools64, 0, {4, 6, 126});
  for (const unsigned pool : {2u, 3u, 63u})
    bench.set(Reg::VMOLR, pool, field::VMOLR::AUPE.mask | field::VMOLR::BAM.mask);
  bench.send(frame_of(kEveryone, kSender));
  bench.drain();
  EXPECT_EQ(bench.pools_reached(2), bit(2));
  EXPECT_EQ(bench.port().accounting().replicas(), 0u);
}

TEST_F(Pools, BroadcastReachesEveryPoolThatTakesIt) {
  bench.pools_on(kPools64, kReplicate);
  const std::uint64_t takers = 0x8001'0204'0810'0011;
  for (unsigned pool = 0; pool < 64; ++pool) {
    bench.open(2 * pool);
    const std::uint32_t bam = (takers >> pool & 1) != 0 ? field::VMOLR::BAM.mask : 0;
    bench.set(Reg::VMOLR, pool, field::VMOLR::AUPE.mask | bam);
  }
  bench.receive_on();
  for (std::uint8_t i = 0; i < 5; ++i) bench.send(frame_of(kEveryone, kSender, 100, -1, i));
  bench.drain();
  EXPECT_EQ(bench.pools_reached(2), takers);
  const auto copies = static_cast<unsigned>(__builtin_popcountll(takers));
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 5 * copies);
  EXPECT_EQ(bench.port().accounting().replicas(), 5 * (copies - 1));
  for (unsigned pool = 0; pool < 64; ++pool) {
    const auto frames = bench.arrived(2 * pool);
    for (std::size_t i = 0; i < frames.size(); ++i) EXPECT_EQ(frames[i].mark, i) << pool;
  }
  // One frame is one frame on the wire and in the packet buffer, however many copies leave it.
  EXPECT_EQ(bench.get(Reg::BPRC), 5u);
  EXPECT_EQ(bench.get(Reg::TPR), 5u);
}

TEST_F(Pools, MulticastGoesByTheTableOrByPromiscuity) {
  start(kPools64, kReplicate | kNoDefault, {2, 4, 6});
  bench.set(Reg::VMOLR, 1, field::VMOLR::AUPE.mask | field::VMOLR::ROMPE.mask);
  bench.set(Reg::VMOLR, 2, field::VMOLR::AUPE.mask | field::VMOLR::MPE.mask);
  bench.set(Reg::MCSTCTRL, 0, 4);
  bench.send(frame_of(kGroup, kSender, 100, -1, 1));
  // MO 0: address bits 47:36 in the order of the wire, which are bits 15:4 of the last two bytes.
  const unsigned hash = (0x0302u >> 4) & 0xfff;
  bench.set(Reg::MTA, hash / 32, 1u << (hash % 32));
  bench.send(frame_of(kGroup, kSender, 100, -1, 2));
  bench.drain();
  ASSERT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.arrived(2)[0].mark, 2);
  EXPECT_EQ(bench.arrived(4).size(), 2u);
  EXPECT_EQ(bench.arrived(6).size(), 0u);
}

TEST_F(Pools, UnknownUnicastGoesByTheUnicastTableOrByPromiscuity) {
  start(kPools64, kReplicate | kNoDefault, {2, 4, 6});
  bench.set(Reg::VMOLR, 1, field::VMOLR::AUPE.mask | field::VMOLR::ROPE.mask);
  bench.send(frame_of(mac_of(0x123), kSender, 100, -1, 1));  // no pool
  const unsigned hash = (0x2301u >> 4) & 0xfff;
  bench.set(Reg::UTA, hash / 32, 1u << (hash % 32));
  bench.send(frame_of(mac_of(0x123), kSender, 100, -1, 2));  // pool 1
  bench.set(Reg::VMOLR, 2, field::VMOLR::AUPE.mask | field::VMOLR::UPE.mask);
  bench.send(frame_of(mac_of(0x123), kSender, 100, -1, 3));  // pools 1 and 2
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kNoFilter), 1u);
  EXPECT_EQ(bench.arrived(2).size(), 2u);
  EXPECT_EQ(bench.arrived(4).size(), 1u);
}

TEST_F(Pools, TheUnicastTableGoesByTheBitsThatMcstctrlNames) {
  start(kPools64, kReplicate | kNoDefault, {2});
  bench.set(Reg::VMOLR, 1, field::VMOLR::AUPE.mask | field::VMOLR::ROPE.mask);
  // MO: bits 47:36, 46:35, 45:34 or 43:32 of the address.
  const unsigned shifts[] = {4, 3, 2, 0};
  for (unsigned offset = 0; offset < 4; ++offset) {
    const unsigned hash = (0x2301u >> shifts[offset]) & 0xfff;
    bench.set(Reg::MCSTCTRL, 0, offset);
    bench.set(Reg::UTA, hash / 32, 1u << (hash % 32));
    bench.send(frame_of(mac_of(0x123), kSender));
    bench.set(Reg::UTA, hash / 32, 0);
  }
  bench.drain();
  EXPECT_EQ(bench.arrived(2).size(), 4u);
}

// One entry is read: bitmaps are words of RAM.
TEST_F(Pools, OfEqualEntriesTheLowestCounts) {
  start(kPools64, kReplicate | kNoDefault, {0, 2, 4, 6});
  bench.address(7, mac_of(1), bit(1) | bit(2));
  bench.address(90, mac_of(1), bit(0) | bit(1) | bit(2) | bit(3));
  bench.vlan(5, 10, bit(2) | bit(3));
  bench.vlan(60, 10, bit(0) | bit(1) | bit(2));
  bench.send(frame_of(mac_of(1), kSender, 100, -1, 1));
  bench.send(frame_of(mac_of(1), kSender, 100, 10, 2));
  bench.drain();
  EXPECT_EQ(bench.arrived(0).size(), 0u);
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.arrived(4).size(), 2u);
  EXPECT_EQ(bench.arrived(6).size(), 0u);
}

// The port itself does not look at the table.
TEST_F(Pools, TheUnicastTableAdmitsForPoolsWithRopeAlone) {
  start(kPools64, field::VT_CTL::POOL.set(0, 9), {2, 18});
  const unsigned hash = (0x2301u >> 4) & 0xfff;
  bench.set(Reg::UTA, hash / 32, 1u << (hash % 32));
  bench.send(frame_of(mac_of(0x123), kSender));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kNoFilter), 1u);
  bench.set(Reg::VMOLR, 1, field::VMOLR::AUPE.mask | field::VMOLR::ROPE.mask);
  bench.send(frame_of(mac_of(0x123), kSender));
  bench.drain();
  EXPECT_EQ(bench.pools_reached(2), bit(1));
}

// The lowest reason counts: the address before the VLAN.
TEST_F(Pools, AnAddressOfNoPoolComesBeforeARefusedVlan) {
  start(kPools64, kNoDefault, {0});
  bench.set(Reg::FCTRL, 0, field::FCTRL::UPE.mask);
  bench.set(Reg::VLNCTRL, 0, 0x8100 | field::VLNCTRL::VFE.mask);
  bench.send(frame_of(mac_of(77), kSender, 100, 10));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kNoFilter), 1u);
  EXPECT_EQ(bench.bucket(RxBucket::kVlan), 0u);
}

TEST_F(Pools, WhatSelectsNoPoolGoesToTheDefaultPool) {
  start(kPools64, field::VT_CTL::POOL.set(0, 9), {0, 18});
  bench.set(Reg::FCTRL, 0, field::FCTRL::UPE.mask);
  bench.send(frame_of(mac_of(77), kSender));
  bench.drain();
  EXPECT_EQ(bench.pools_reached(2), bit(9));
}

TEST_F(Pools, FramesOfNoPoolAreDroppedWithoutADefaultPool) {
  start(kPools64, kNoDefault, {0, 18});
  bench.set(Reg::FCTRL, 0, field::FCTRL::UPE.mask);
  bench.send(frame_of(mac_of(77), kSender));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kNoFilter), 1u);
}

TEST_F(Pools, ADisabledPoolReceivesNothing) {
  start(kPools64, kReplicate, {2, 4});
  bench.address(1, mac_of(1), bit(1));
  bench.address(2, mac_of(2), bit(1) | bit(2));
  bench.set(Reg::VFRE, 0, ~2u);
  bench.send(frame_of(mac_of(1), kSender));
  bench.send(frame_of(mac_of(2), kSender));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 1u);
  EXPECT_EQ(bench.pools_reached(2), bit(2));
}

// Each word of VFRE has its pools: the same bit of the other word stops nothing here.
TEST_F(Pools, EachWordOfVfreHasItsPools) {
  start(kPools64, 0, {2, 66});
  bench.address(1, mac_of(1), bit(1));
  bench.address(2, mac_of(2), bit(33));
  for (const unsigned stopped : {0u, 1u}) {
    SCOPED_TRACE(stopped);
    for (const unsigned i : {0u, 1u}) bench.set(Reg::VFRE, i, i == stopped ? ~2u : ~0u);
    const auto before = bench.bucket(RxBucket::kQueueDisabled);
    const std::array<std::size_t, 2> had = {bench.arrived(2).size(), bench.arrived(66).size()};
    bench.send(frame_of(mac_of(1), kSender));
    bench.send(frame_of(mac_of(2), kSender));
    bench.drain();
    EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), before + 1);
    EXPECT_EQ(bench.arrived(2).size() - had[0], stopped == 0 ? 0u : 1u);
    EXPECT_EQ(bench.arrived(66).size() - had[1], stopped == 1 ? 0u : 1u);
  }
}

// The lowest of those that are enabled gets it.
TEST_F(Pools, WithoutReplicationADisabledPoolLeavesItsFrameToTheNext) {
  start(kPools64, 0, {2, 4, 6});
  bench.address(1, mac_of(1), bit(1) | bit(2) | bit(3));
  bench.set(Reg::VFRE, 0, ~2u);
  bench.send(frame_of(mac_of(1), kSender));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 1u);
  EXPECT_EQ(bench.pools_reached(2), bit(2));
}

TEST_F(Pools, ACopyForADisabledQueueIsCountedAndTheOthersArrive) {
  start(kPools64, kReplicate, {2, 6});  // the queue of pool 2 stays closed
  bench.address(1, mac_of(1), bit(1) | bit(2) | bit(3));
  bench.send(frame_of(mac_of(1), kSender));
  bench.drain();
  EXPECT_EQ(bench.pools_reached(2), bit(1) | bit(3));
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 2u);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 1u);
  EXPECT_EQ(bench.port().accounting().replicas(), 2u);
}

TEST_F(Pools, RssSpreadsInsideAPool) {
  bench.pools_on(kPools32Rss | field::MRQC::IPV4_UDP.mask, 0);
  bench.address(1, mac_of(1), bit(5));
  bench.set(Reg::PSRTYPE, 5, field::PSRTYPE::RQPL.set(0, 2));
  for (unsigned queue = 0; queue < 128; ++queue) bench.open(queue);
  for (unsigned i = 0; i < 10; ++i) bench.set(Reg::RSSRK, i, 0x9e3779b9u * (i + 1));
  for (unsigned i = 0; i < 32; ++i) bench.set(Reg::RETA, i, 0x03020100);
  bench.receive_on();
  FrameMaker frames(3, mac_of(1));
  for (unsigned i = 0; i < 60; ++i) bench.send(frames.normal(100));
  bench.drain();
  std::size_t seen = 0;
  for (unsigned queue = 0; queue < 128; ++queue) {
    const std::size_t count = bench.arrived(queue).size();
    seen += count;
    if (queue >= 20 && queue < 24) {
      EXPECT_GT(count, 4u) << queue;
    } else {
      EXPECT_EQ(count, 0u) << queue;
    }
  }
  EXPECT_EQ(seen, 60u);
}

TEST_F(Pools, WithRssAFrameThatIsNotHashedIsForTheFirstQueue) {
  bench.pools_on(kPools32Rss | field::MRQC::IPV4_UDP.mask, 0);
  bench.address(1, mac_of(1), bit(5));
  for (unsigned queue = 20; queue < 24; ++queue) bench.open(queue);
  for (unsigned i = 0; i < 32; ++i) bench.set(Reg::RETA, i, 0x03020103);
  bench.receive_on();
  bench.send(frame_of(mac_of(1), kSender));
  bench.drain();
  EXPECT_EQ(bench.arrived(20).size(), 1u);
}

// Four classes: 32 pools of four queues, a queue a class.
TEST_F(Pools, OfFourClassesHaveAQueueForEach) {
  bench.pools_on(0xD, 0);
  bench.address(1, mac_of(1), bit(31));
  bench.set(Reg::RTRUP2TC, 0, 0);
  bench.open(124);
  bench.receive_on();
  bench.send(frame_of(mac_of(1), kSender));
  bench.drain();
  EXPECT_EQ(bench.arrived(124).size(), 1u);
}

TEST_F(Pools, CopiesKeepTheirPlaceAmongTheQueuesOfThePool) {
  bench.pools_on(kPools64Rss | field::MRQC::IPV4_UDP.mask, kReplicate);
  bench.address(1, mac_of(1), bit(7) | bit(62) | bit(63));
  // Pool 62 has one queue.
  for (const unsigned pool : {7u, 63u}) bench.set(Reg::PSRTYPE, pool, field::PSRTYPE::RQPL.set(0, 1));
  for (unsigned i = 0; i < 32; ++i) bench.set(Reg::RETA, i, 0x01010101);
  for (const unsigned queue : {14u, 15u, 124u, 125u, 126u, 127u}) bench.open(queue);
  bench.receive_on();
  FrameMaker frames(3, mac_of(1));
  bench.send(frames.normal(100));
  bench.drain();
  EXPECT_EQ(bench.arrived(15).size(), 1u);
  EXPECT_EQ(bench.arrived(124).size(), 1u);
  EXPECT_EQ(bench.arrived(127).size(), 1u);
  // The queues of the first pool do not limit the others.
  bench.address(2, mac_of(2), bit(62) | bit(63));
  FrameMaker others(3, mac_of(2));
  bench.send(others.normal(100));
  bench.drain();
  EXPECT_EQ(bench.arrived(124).size(), 2u);
  EXPECT_EQ(bench.arrived(127).size(), 2u);
}

TEST_F(Pools, AQueueStripsTagsByItsOwnBit) {
  start(kPools64, kReplicate, {2, 4});
  bench.address(1, mac_of(1), bit(1) | bit(2));
  bench.vlan(0, 10, bit(1) | bit(2));
  bench.set(Reg::RXDCTL, 4, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask | field::RXDCTL::VME.mask);
  bench.send(frame_of(mac_of(1), kSender, 100, 10, 5));
  bench.drain();
  ASSERT_EQ(bench.arrived(2).size(), 1u);
  ASSERT_EQ(bench.arrived(4).size(), 1u);
  EXPECT_EQ(bench.arrived(2)[0].length, 96u);  // without FCS
  EXPECT_EQ(bench.arrived(4)[0].length, 92u);
  EXPECT_EQ(bench.arrived(4)[0].status & 8, 8u);
}

// The space taken in the packet buffer is that of one frame, given back when the last copy has left it.
TEST_F(Pools, CopiesShareTheirSpaceInThePacketBuffer) {
  bench.set(Reg::RXPBSIZE0, 0, 4 << 10);
  bench.pools_on(kPools64, kReplicate);
  for (unsigned pool = 0; pool < 16; ++pool) {
    bench.open(2 * pool);
    bench.set(Reg::VMOLR, pool, field::VMOLR::AUPE.mask | field::VMOLR::BAM.mask);
  }
  bench.receive_on();
  // Back to back, 1,518 bytes each: sixteen copies take longer to leave than a frame to arrive.
  Time time = bench.now() + kMicrosecond;
  for (unsigned i = 0; i < 20; ++i) {
    bench.frame_at(time, frame_of(kEveryone, kSender, 1'518, -1, static_cast<std::uint8_t>(i)));
    time += 1'540 * 800;
  }
  bench.drain();
  const std::uint64_t missed = bench.bucket(RxBucket::kPacketBufferFull);
  EXPECT_GT(missed, 0u);
  EXPECT_LT(missed, 20u);
  EXPECT_EQ(bench.get(Reg::MPC), missed);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), (20 - missed) * 16);
  // All of it is free again.
  bench.send(frame_of(kEveryone, kSender, 1'518));
  bench.send(frame_of(kEveryone, kSender, 1'518));
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kPacketBufferFull), missed);
}

// A copy that waits for a descriptor keeps the space, although an earlier copy has left.
TEST_F(Pools, ACopyThatWaitsKeepsTheSpaceOfItsFrame) {
  bench.set(Reg::RXPBSIZE0, 0, 2 << 10);  // one frame of 1,518 bytes
  start(kPools64, kReplicate, {2, 4});
  bench.address(1, mac_of(1), bit(1) | bit(2));
  bench.set(Reg::RXDCTL, 4, 0);
  bench.set(Reg::RDH, 4, 0);
  bench.set(Reg::RDT, 4, 0);
  bench.set(Reg::RXDCTL, 4, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  const auto send = [&] {
    bench.send(frame_of(mac_of(1), kSender, 1'518));
    bench.run_until(bench.now() + 10 * kMicrosecond);
  };
  send();
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.arrived(4).size(), 0u);
  send();
  EXPECT_EQ(bench.bucket(RxBucket::kPacketBufferFull), 1u);
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  bench.set(Reg::RDT, 4, PoolBench::kRing - 1);
  bench.run_until(bench.now() + 10 * kMicrosecond);
  EXPECT_EQ(bench.arrived(4).size(), 1u);
  send();
  bench.drain();
  EXPECT_EQ(bench.bucket(RxBucket::kPacketBufferFull), 1u);
  EXPECT_EQ(bench.arrived(2).size(), 2u);
  EXPECT_EQ(bench.arrived(4).size(), 2u);
}

// With traffic classes each has its partition of the packet buffer, by the map of priorities: one that is
// full and has no descriptors keeps no frame of another from its queue.
TEST(ClassesOfThe82599, HavePartitionsByTheMapOfPriorities) {
  struct Mode {
    std::uint32_t mrqe;
    unsigned classes, queues_of_class;
  };
  for (const Mode& mode : {Mode{2, 8, 16}, Mode{3, 4, 32}}) {
    SCOPED_TRACE(mode.mrqe);
    PoolBench device;
    for (unsigned i = 0; i < 8; ++i)
      device.set(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, 4 << 10);
    // Priority p is class 7 - p, of which four-class modes look at two bits.
    std::uint32_t map = 0;
    for (unsigned p = 0; p < 8; ++p) map |= (7 - p) << (3 * p);
    device.set(Reg::RTRUP2TC, 0, map);
    device.set(Reg::MRQC, 0, mode.mrqe);
    device.set(Reg::FCTRL, 0, 0x700);
    const auto class_of = [&](unsigned p) { return (7 - p) % mode.classes; };
    const unsigned open = class_of(6), shut = class_of(5);
    device.open(open * mode.queues_of_class);
    // The ring of the other has no descriptor.
    device.open(shut * mode.queues_of_class);
    device.set(Reg::RXDCTL, shut * mode.queues_of_class, 0);
    device.set(Reg::RDH, shut * mode.queues_of_class, 0);
    device.set(Reg::RDT, shut * mode.queues_of_class, 0);
    device.set(Reg::RXDCTL, shut * mode.queues_of_class, 1u << 16 | field::RXDCTL::ENABLE.mask);
    device.receive_on();
    for (unsigned i = 0; i < 10; ++i) {
      device.send(frame_of(mac_of(1), kSender, 1'000, 5 << 13));
      device.send(frame_of(mac_of(1), kSender, 1'000, 6 << 13));
    }
    EXPECT_EQ(device.arrived(open * mode.queues_of_class).size(), 10u);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(device.get(Reg::MPC, i), i == shut ? 6u : 0u) << i;
    device.set(Reg::RDT, shut * mode.queues_of_class, PoolBench::kRing - 1);
    device.drain();
    EXPECT_EQ(device.arrived(shut * mode.queues_of_class).size(), 4u);
  }
}

// IPv4 and TCP with these flags (or another protocol), in a frame of 64 bytes.
FrameRef tcp_frame(std::uint8_t flags, std::uint8_t protocol = 6) {
  std::vector<std::uint8_t> bytes(60);
  const MacAddress to = mac_of(1);
  std::copy(to.begin(), to.end(), bytes.begin());
  std::copy(kSender.begin(), kSender.end(), bytes.begin() + 6);
  store_be16(bytes.data() + 12, 0x0800);
  bytes[14] = 0x45;
  store_be16(bytes.data() + 16, 40);
  bytes[23] = protocol;
  bytes[34 + 13] = flags;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

TEST_F(Pools, TcpPacketsWithSynGoToTheirOwnQueueIfPoolsAreOff) {
  constexpr std::uint8_t kFin = 1, kSyn = 2, kAck = 16, kUdp = 17;
  bench.address(1, mac_of(1), bit(0));
  bench.open(0);
  bench.open(77);
  bench.receive_on();
  const auto send = [&](std::uint32_t synqf) {
    bench.set(Reg::SYNQF, 0, synqf);
    for (const std::uint8_t flags : {kSyn, static_cast<std::uint8_t>(kSyn | kAck), kAck, kFin})
      bench.send(tcp_frame(flags));
    bench.send(tcp_frame(kSyn, kUdp));
    bench.drain();
  };
  const std::uint32_t to_77 = field::SYNQF::QUEUE.set(0, 77);
  send(to_77);  // not enabled
  EXPECT_EQ(bench.arrived(0).size(), 5u);
  EXPECT_EQ(bench.arrived(77).size(), 0u);
  send(to_77 | field::SYNQF::ENABLE.mask);
  EXPECT_EQ(bench.arrived(0).size(), 8u);
  EXPECT_EQ(bench.arrived(77).size(), 2u);
  // With pools the queue is the pool's.
  bench.pools_on(kPools64, 0);
  send(to_77 | field::SYNQF::ENABLE.mask);
  EXPECT_EQ(bench.arrived(0).size(), 13u);
  EXPECT_EQ(bench.arrived(77).size(), 2u);
}

void conserve_every_copy(std::uint32_t mode, unsigned queues_of_pool) {
  std::string prints[2];
  for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
    PoolBench device(device_profile("82599"), 7, driver);
    device.record_events();
    device.pools_on(mode, kReplicate);
    for (unsigned i = 0; i < 8; ++i)
      device.set(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, 64 << 10);
    device.set(Reg::RTRUP2TC, 0, 0xfac688);
    Random random(11);
    for (unsigned n = 0; n < 16; ++n) device.address(n, mac_of(n), random.next() & random.next());
    for (unsigned n = 0; n < 8; ++n) device.vlan(n, n, random.next() | random.next());
    for (unsigned pool = 0; pool < 64; ++pool) {
      device.set(Reg::VMOLR, pool, static_cast<std::uint32_t>(random.next()) & 0x1fc00000);
      if (random.below(4) != 0) device.open(queues_of_pool * pool % 128);
    }
    device.receive_on();
    Time time = device.now() + kMicrosecond;
    for (unsigned i = 0; i < 60; ++i) {
      const MacAddress to =
          random.below(4) == 0 ? kEveryone : mac_of(static_cast<unsigned>(random.below(20)));
      const int vid = static_cast<int>(random.below(12)) - 2;
      const std::size_t size = 64 + random.below(1'000);
      const auto priority = static_cast<int>(random.below(8));
      device.frame_at(time, frame_of(to, kSender, size, vid < 0 ? -1 : vid | priority << 13));
      time += static_cast<Time>(size + 20) * 800 + static_cast<Time>(random.below(4'000'000));
    }
    device.run(time + 10 * kMillisecond, kMillisecond);
    EXPECT_EQ(device.unaccounted(0), "");
    EXPECT_GT(device.port().accounting().replicas(), 100u);
    prints[driver == CoreDriver::kTick ? 1 : 0] = device.fingerprint();
  }
  EXPECT_EQ(prints[0], prints[1]);
}
TEST_F(Pools, RandomFramesAndTablesConserveEveryCopyUnderBothDrivers) { conserve_every_copy(kPools64, 2); }
TEST(ClassesOfThe82599, ConserveEveryCopyUnderBothDrivers) { conserve_every_copy(0xC, 8); }

}  // namespace
}  // namespace ixsim::bench
