// Transmit classes of the 82599: in every layout of MTQC, a PAUSE of a priority stops the queues of its class
// and no others. Further tests cover thresholds of partitions, frames that the switch takes out of a
// partition, and both drivers of the core. The order of grants is tested in test_classes_of_pools.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "dcb_bench.h"
#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kStart = 2 * DcbBench::kSetUp;
constexpr Time kSlot = (1'514 + 4 + 20) * kByteTime10G;
constexpr std::uint32_t kEightClasses = 1 | 3 << 2, kFourClasses = 1 | 2 << 2;
constexpr std::uint32_t kClassesOf16Pools = 3 | 3 << 2, kClassesOf32Pools = 3 | 2 << 2;

// Last queue of each class, where they are one behind the other.
const std::vector<unsigned> kEight = {31, 63, 79, 95, 103, 111, 119, 127}, kFour = {63, 95, 111, 127};

unsigned classes_of(std::uint32_t mtqc) { return mtqc == kFourClasses || mtqc == kClassesOf32Pools ? 4 : 8; }

unsigned class_of(std::uint32_t mtqc, unsigned queue) {
  if (mtqc == kClassesOf16Pools) return queue & 7;
  if (mtqc == kClassesOf32Pools) return queue & 3;
  const auto& last = mtqc == kEightClasses ? kEight : kFour;
  return static_cast<unsigned>(std::lower_bound(last.begin(), last.end(), queue) - last.begin());
}

DcbBench& start(DcbBench& dcb, std::uint32_t mtqc) {
  const bool four = classes_of(mtqc) == 4;
  dcb.set_classes(mtqc, four ? 40 : 20, four ? 30 : 10);
  return dcb;
}

class EveryLayout : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Mtqc, EveryLayout,
                         testing::Values(kEightClasses, kFourClasses, kClassesOf16Pools, kClassesOf32Pools));

// All 128 queues have packets; one priority is paused before the first of them.
TEST_P(EveryLayout, APausedPriorityStopsTheQueuesOfItsClassAndNoOther) {
  const unsigned classes = classes_of(GetParam());
  for (unsigned paused = 0; paused < classes; ++paused) {
    SCOPED_TRACE(paused);
    DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
    start(dcb, GetParam());
    for (unsigned q = 0; q < 128; ++q) dcb.queue(q, 200, 4);
    const Time pause = kStart - 2 * kMicrosecond;
    dcb.bench.frame_at(pause,
                       priority_pause_frame(static_cast<std::uint8_t>(1u << paused), all_quanta(4'000)));
    dcb.bench.run_until(pause + 3'900 * 64 * kByteTime10G);
    std::array<unsigned, 128> frames{};
    for (const auto& record : dcb.wire) ++frames[record.queue];
    for (unsigned q = 0; q < 128; ++q) EXPECT_EQ(frames[q], class_of(GetParam(), q) == paused ? 0u : 4u) << q;
    dcb.run();
    EXPECT_EQ(dcb.sent(), 128u * 4);
    EXPECT_EQ(dcb.bench.surprises(), 0u);
    for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(i), 0u);
  }
}

TEST_P(EveryLayout, APausedClassDelaysNoOther) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  start(dcb, GetParam());
  // So many queues of each class that each can fill the wire.
  std::array<unsigned, 8> queues{};
  for (unsigned q = 0; q < 128; ++q) {
    if (queues[class_of(GetParam(), q)] == 4) continue;
    ++queues[class_of(GetParam(), q)];
    dcb.queue(q, 1'514, 120);
  }
  const Time pause = kStart + 400 * kMicrosecond;
  const Time length = 8'000 * 64 * kByteTime10G;
  dcb.bench.frame_at(pause, priority_pause_frame(1u << 2, all_quanta(8'000)));
  dcb.run();
  const Time honored = pause + 72 * kByteTime10G + 13 * kMacClock.period() + kSlot;
  std::array<unsigned, 8> during{};
  unsigned all = 0, after = 0;
  Time last = 0;
  for (const auto& record : dcb.wire) {
    if (record.time >= honored && record.time < honored + length - kSlot) {
      ++during[class_of(GetParam(), record.queue)];
      ++all;
      // The wire never waits.
      if (all > 1) {
        EXPECT_LE(record.time - last, (1'518 + 20 + 3) * kByteTime10G);
      }
      last = record.time;
    }
    if (record.time >= honored + length) after += class_of(GetParam(), record.queue) == 2 ? 1 : 0;
  }
  EXPECT_EQ(during[2], 0u);
  EXPECT_GT(after, 100u);
  const unsigned classes = classes_of(GetParam());
  EXPECT_GT(all, 300u);
  for (unsigned i = 0; i < classes; ++i)
    EXPECT_NEAR(during[i], i == 2 ? 0 : static_cast<double>(all) / (classes - 1), 1.0) << i;
}

// --- Priorities.

// A class is stopped as long as any of its priorities is paused.
TEST(ClassLayout, PrioritiesStopTheClassTheyAreMappedTo) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  start(dcb, kEightClasses);
  dcb.write(Reg::RTTUP2TC, 0, 6u << 3 | 6u << 12 | 1u << 15,
            DcbBench::kSetUp + kMicrosecond);                           // 1, 4: 6; 5: 1
  for (const unsigned q : {0u, 32u, 112u}) dcb.queue(q, 1'514, 1'000);  // classes 0, 1, 6
  const auto frames_of = [&](unsigned queue, Time from, Time to) {
    unsigned found = 0;
    for (const auto& record : dcb.wire)
      found += record.queue == queue && record.time >= from && record.time < to ? 1 : 0;
    return found;
  };
  const Time a = kStart + 200 * kMicrosecond, b = a + 100 * kMicrosecond, c = b + 100 * kMicrosecond;
  const Time drained = 3 * kMicrosecond;
  std::array<std::uint16_t, 8> quanta{};
  quanta[1] = 60'000;
  dcb.bench.frame_at(a, priority_pause_frame(1u << 1, quanta));
  quanta = {};
  quanta[4] = 10;  // shorter than what priority 1 said, then over
  dcb.bench.frame_at(b, priority_pause_frame(1u << 4, quanta));
  dcb.bench.frame_at(c, priority_pause_frame(1u << 1, all_quanta(0)));
  for (const auto& [time, classes] :
       {std::pair{a, 0u}, {a + drained, 1u << 6}, {c, 1u << 6}, {c + drained, 0u}})
    dcb.bench.at(time, [&dcb, expected = classes << 8] { EXPECT_EQ(dcb.reg(Reg::TFCS), expected); });
  dcb.bench.run_until(c + 200 * kMicrosecond);
  EXPECT_GT(frames_of(112, 0, a), 20u);
  EXPECT_EQ(frames_of(112, a + drained, c), 0u);
  EXPECT_GT(frames_of(0, a + drained, c), 70u);
  EXPECT_GT(frames_of(32, a + drained, c), 70u);
  EXPECT_GT(frames_of(112, c + drained, kNever), 40u);
  // Priority 5 pauses class 1, and class 5 of no pool.
  const Time d = c + 300 * kMicrosecond;
  dcb.bench.frame_at(d, priority_pause_frame(1u << 5, all_quanta(60'000)));
  dcb.bench.run_until(d + 150 * kMicrosecond);
  EXPECT_EQ(dcb.reg(Reg::TFCS), 1u << (8 + 1));
  EXPECT_EQ(frames_of(32, d + drained, kNever), 0u);
  EXPECT_GT(frames_of(0, d + drained, kNever), 50u);
}

// The classes of priorities may be written before there are classes: MTQC brings them into force.
TEST(ClassLayout, PrioritiesMayBeMappedBeforeThereAreClasses) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  dcb.write(Reg::RTTUP2TC, 0, 6u << 9);  // 3: 6; the others: 0
  for (unsigned i = 0; i < 8; ++i) {
    dcb.set_size(i, 20);
    dcb.write(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, i == 0 ? 0 : i - 1, 10);
  }
  dcb.write(Reg::MTQC, 0, kEightClasses);
  for (const unsigned q : {0u, 112u}) dcb.queue(q, 1'514, 10);  // classes 0, 6
  const Time pause = kStart - 2 * kMicrosecond;
  dcb.bench.frame_at(pause, priority_pause_frame(1u << 3, all_quanta(4'000)));
  dcb.bench.run_until(pause + 3'900 * 64 * kByteTime10G);
  EXPECT_EQ(dcb.wire.size(), 10u);
  for (const auto& record : dcb.wire) EXPECT_EQ(record.queue, 0);
  dcb.run();
  EXPECT_EQ(dcb.sent(), 20u);
}

// Both planes give the first turn after a reset to the lowest class, whichever was served last.
TEST(ClassLayout, AResetGivesTheTurnToTheLowestClass) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  const auto queues_of = [](const std::vector<EventRecord>& records) {
    std::vector<unsigned> queues;
    for (const auto& record : records) queues.push_back(record.queue);
    return queues;
  };
  Time at = kStart;
  for (const bool after_reset : {false, true}) {
    SCOPED_TRACE(after_reset);
    dcb.grants.clear();
    dcb.wire.clear();
    dcb.write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask, at);
    dcb.write(Reg::MTQC, 0, kEightClasses, at);
    for (unsigned i = 0; i < 8; ++i) {
      dcb.write(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, i == 0 ? 0 : i - 1, 20u << 10, at);
      dcb.write(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, i == 0 ? 0 : i - 1, 10, at);
    }
    for (const Reg plane : {Reg::RTTDCS, Reg::RTTPCS}) dcb.write(plane, 0, 1u << 6, at);     // ARBDIS
    dcb.queue(32, 500, 3, at + 20 * kMicrosecond, DcbBench::kRing, at + 10 * kMicrosecond);  // class 1
    dcb.queue(64, 500, 2, at + 20 * kMicrosecond, DcbBench::kRing, at + 10 * kMicrosecond);  // class 2
    dcb.write(Reg::RTTDCS, 0, 0, at + 40 * kMicrosecond);
    dcb.write(Reg::RTTPCS, 0, 0, at + 60 * kMicrosecond);
    dcb.bench.run_until(at + 100 * kMicrosecond);
    EXPECT_EQ(queues_of(dcb.grants), (std::vector<unsigned>{32, 64, 32, 64, 32}));
    EXPECT_EQ(queues_of(dcb.wire), (std::vector<unsigned>{32, 64, 32, 64, 32}));
    dcb.write(Reg::CTRL, 0, field::CTRL::RST.mask, at + 110 * kMicrosecond);
    at += 150 * kMillisecond;  // the link is up again
    dcb.bench.run_until(at - kMicrosecond);
  }
}

// A platform may take the thresholds out of a profile: classes still take turns at the grants.
TEST(ClassLayout, ClassesTakeTurnsWithoutThresholds) {
  constexpr unsigned kFrames = 40, kAlone = 32;  // a queue of the second class
  DeviceProfile profile = device_profile("82599");
  profile.transmit_thresholds = false;
  PoolBench bench(profile);
  std::vector<unsigned> grants;
  bench.record_events();
  bench.on_event([&](const EventRecord& record) {
    if (record.kind == EventKind::kGrant) grants.push_back(record.queue);
  });
  bench.transmit_on(kEightClasses);
  // All frames of a class fit, so that only the turns limit it.
  for (unsigned i = 0; i < 8; ++i)
    bench.set(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, i == 0 ? 0 : i - 1, i < 2 ? 60u << 10 : 0);
  const Time start = bench.now() + 20 * kMicrosecond;
  for (const unsigned q : {0u, 1u, 2u, kAlone}) {
    bench.open_transmit(q);
    for (unsigned i = 0; i < kFrames; ++i) bench.post(q, frame_of(mac_of(1), mac_of(2)));
    bench.write_at(start, Reg::TDT, q, kFrames);
  }
  bench.run_until(start + kMillisecond);
  ASSERT_EQ(grants.size(), 4u * kFrames);
  const auto first = std::find(grants.begin(), grants.end(), kAlone);
  const auto last = std::find(grants.rbegin(), grants.rend(), kAlone).base();
  // As many grants of three queues in one class as of one in the other.
  EXPECT_NEAR(static_cast<double>(last - first), 2 * kFrames, 8);
}

TEST(ClassLayout, WithoutClassesEveryPriorityStopsAll) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  dcb.write(Reg::RTTUP2TC, 0, 076543210);
  for (const unsigned q : {0u, 100u}) dcb.queue(q, 1'514, 200);
  const Time pause = kStart + 100 * kMicrosecond;
  dcb.bench.frame_at(pause, priority_pause_frame(1u << 6, all_quanta(2'000)));
  dcb.run();
  for (const auto& record : dcb.wire)
    EXPECT_FALSE(record.time > pause + 3 * kMicrosecond && record.time < pause + 2'000 * 64 * kByteTime10G);
  EXPECT_EQ(dcb.sent(), 400u);
}

// --- Partitions.

// While its class is paused, packets are granted up to the first one that takes the class beyond the
// threshold.
TEST(ClassLayout, AClassRequestsUpToItsThreshold) {
  struct Case {
    std::uint32_t threshold, bytes;
  };
  // Frames of 1,024 bytes reach 10 KiB to the byte, and one more is granted; 49 of 209 bytes are a byte more.
  for (const auto& [threshold, bytes] :
       {Case{0, 1'000}, {2, 1'000}, {5, 1'000}, {10, 1'000}, {15, 1'000}, {10, 1'020}, {10, 205}}) {
    SCOPED_TRACE(testing::Message() << threshold << ' ' << bytes);
    DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
    dcb.set_classes(kEightClasses, 20, threshold);
    for (const unsigned q : {0u, 120u}) dcb.queue(q, bytes, 100);
    dcb.bench.frame_at(kStart - 2 * kMicrosecond, priority_pause_frame(1u << 7, all_quanta(6'000)));
    dcb.bench.run_until(kStart + 250 * kMicrosecond);
    const std::uint32_t used = dcb.bench.port().transmit().dma().buffer_used(7);
    const std::uint32_t frame = bytes + 4;
    EXPECT_EQ(used, (threshold * 1'024 / frame + 1) * frame);
    dcb.run();
    EXPECT_EQ(dcb.sent(), 200u);
  }
}

TEST(ClassLayout, EveryClassHasItsOwnThreshold) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  dcb.set_classes(kEightClasses, 20, 18);
  const auto threshold = [](unsigned i) { return 2 * (8 - i); };
  for (unsigned i = 0; i < 8; ++i) {
    dcb.write(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, i == 0 ? 0 : i - 1, threshold(i));
    dcb.queue(kEight[i], 1'000, 100);  // 1,004 bytes as frames
  }
  dcb.bench.frame_at(kStart - 2 * kMicrosecond, priority_pause_frame(0xff, all_quanta(6'000)));
  dcb.bench.run_until(kStart + 250 * kMicrosecond);
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint32_t used = dcb.bench.port().transmit().dma().buffer_used(i);
    EXPECT_GT(used, threshold(i) * 1'024) << i;
    EXPECT_LE(used, threshold(i) * 1'024 + 1'004) << i;
  }
  dcb.run();
  EXPECT_EQ(dcb.sent(), 800u);
}

// A threshold beyond the size of the partition: a granted packet waits for space, and its class waits for the
// packet.
TEST(ClassLayout, PartitionsHoldWhateverTheThreshold) {
  DcbBench dcb(CoreDriver::kEvent, 3, 8, "82599");
  dcb.set_classes(kEightClasses, 20, 1'023);
  for (const unsigned last : kEight) {
    dcb.queue(last - 1, 9'000, 30);
    dcb.queue(last, 400, 60);
  }
  dcb.bench.frame_at(kStart + 50 * kMicrosecond, priority_pause_frame(0xaa, all_quanta(4'000)));
  dcb.run();
  EXPECT_EQ(dcb.sent(), 8u * 90);
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_LE(dcb.most_used[i], 20u << 10);
    EXPECT_GT(dcb.most_used[i], 10u << 10);
  }
  EXPECT_LE(dcb.most_used_of_all, 160u << 10);
}

// A packet that waits for space keeps its turn. When space is freed, its data are read before the rest of a
// request that was granted later, whichever class is higher.
TEST(ClassLayout, DataAreReadInTheOrderOfTheGrants) {
  for (const bool higher_waits : {false, true}) {
    SCOPED_TRACE(higher_waits);
    const unsigned waiting = higher_waits ? 1 : 0, other = 1 - waiting;
    const unsigned waiting_queue = 32 * waiting, other_queue = 32 * other;
    DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
    dcb.set_classes(kEightClasses, 20, 20);
    dcb.set_size(other, 100);
    dcb.queue(waiting_queue, 1'500, 14);  // 12 fill the partition, and the next is granted
    dcb.bench.frame_at(kStart - 2 * kMicrosecond,
                       priority_pause_frame(static_cast<std::uint8_t>(1u << waiting), all_quanta(0xffff)));
    const Time request = kStart + 60 * kMicrosecond;
    dcb.queue(other_queue, 100, 2, request);
    dcb.write_segmentation(other_queue, 60'000, 1'460);
    const Time release = request + 4 * kMicrosecond;
    dcb.bench.frame_at(release, priority_pause_frame(static_cast<std::uint8_t>(1u << waiting), {}));
    dcb.bench.run_until(request);
    ASSERT_EQ(dcb.grants.size(), 13u);
    const std::uint64_t data = kMemoryBase + 0x200000;
    dcb.run();
    EXPECT_EQ(dcb.sent(), 15u);
    ASSERT_EQ(dcb.grants[13].queue, other_queue);
    // Read requests of the later one, before and behind that of the packet which waited.
    unsigned before = 0, behind = 0;
    bool seen = false;
    for (const EventRecord& record : dcb.bench.log().records()) {
      if (record.kind != EventKind::kTlpUp || record.address < data || record.time < request) continue;
      seen |= record.queue == waiting_queue;
      if (record.queue == other_queue) ++(seen ? behind : before);
    }
    EXPECT_EQ(before + behind, (kHeader + 60'000 + 255) / 256);
    EXPECT_GT(before, 0u);
    EXPECT_GT(behind, 40u);
  }
}

TEST(ClassLayout, OnlyClassesWithAPartitionSend) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599");
  dcb.set_classes(kEightClasses, 40, 30);  // 160 KiB: the first four
  for (const unsigned last : kEight) dcb.queue(last, 600, 10);
  dcb.bench.run_until(kStart + kMillisecond);
  std::set<unsigned> classes;
  for (const auto& record : dcb.wire) classes.insert(class_of(kEightClasses, record.queue));
  EXPECT_EQ(classes, (std::set<unsigned>{0, 1, 2, 3}));
  EXPECT_EQ(dcb.sent(), 40u);
}

// Spoofed frames and those for other pools leave the partition of their own class.
TEST(ClassLayout, TheSwitchGivesBackTheSpaceOfTheClass) {
  PoolBench device;
  device.pools_on(0xc, field::VT_CTL::REPLEN.mask);  // 16 pools of 8
  device.set(Reg::MTQC, 0, kClassesOf16Pools);
  device.set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
  for (unsigned i = 0; i < 8; ++i) {
    device.set(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, i == 0 ? 0 : i - 1, 20u << 10);
    device.set(i == 0 ? Reg::TXPBTHRESH0 : Reg::TXPBTHRESH1_7, i == 0 ? 0 : i - 1, 10);
  }
  device.set(Reg::PFDTXGSWC, 0, field::PFDTXGSWC::LOOPBACK.mask);
  device.address(1, mac_of(1), 1u << 1);
  device.address(2, mac_of(2), 1u << 2);
  device.open(16);  // pool 2
  device.receive_on();
  const unsigned queue = 1 * 8 + 5;
  device.open_transmit(queue);
  for (unsigned i = 0; i < 30; ++i) device.post(queue, frame_of(mac_of(2), mac_of(1), 1'000));
  device.doorbell(queue);
  device.run_until(device.now() + 100 * kMicrosecond);
  EXPECT_EQ(device.arrived(16).size(), 30u);
  EXPECT_TRUE(device.wire.empty());
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(device.port().transmit().dma().buffer_used(i), 0u) << i;
  device.set(Reg::PFVFSPOOF, 0, 1u << 1);
  for (unsigned i = 0; i < 30; ++i) device.post(queue, frame_of(mac_of(2), mac_of(9), 1'000));
  device.doorbell(queue);
  device.run_until(device.now() + 100 * kMicrosecond);
  EXPECT_EQ(device.bucket(TxBucket::kSpoofed), 30u);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(device.port().transmit().dma().buffer_used(i), 0u) << i;
  // A reset takes what is on its way through the switch.
  device.set(Reg::PFVFSPOOF, 0, 0);
  device.post(queue, frame_of(mac_of(2), mac_of(1), 1'500));
  const Time posted = device.now();
  device.doorbell(queue);
  while (device.port().transmit().dma().buffer_used(5) == 0 && device.now() < posted + 50 * kMicrosecond)
    device.run_until(device.now() + 10 * kNanosecond);
  device.run_until(device.now() + kMicrosecond);
  device.write(Reg::CTRL, 0, field::CTRL::RST.mask);
  device.run_until(device.now() + 50 * kMicrosecond);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(device.port().transmit().dma().buffer_used(i), 0u) << i;
}

// --- Receive.

// A partition that fills pauses every priority whose frames it holds, and resumes them all.
// The setting that is written last takes effect as the others do; FCCFG even with frames in the buffer.
class LastSetting : public testing::TestWithParam<Reg> {};
INSTANTIATE_TEST_SUITE_P(Registers, LastSetting,
                         testing::Values(Reg::MRQC, Reg::FCRTL, Reg::FCRTH, Reg::FCCFG),
                         [](const auto& reg) { return std::string(nic::info(reg.param).name); });

TEST_P(LastSetting, PauseNamesThePrioritiesOfThePartition) {
  PoolBench device;
  const auto write = [&](Reg reg) {
    if (reg == Reg::MRQC) device.set(reg, 0, 2);  // 8 classes of 16 queues
    for (unsigned i = 0; i < 8 && reg == Reg::FCRTL; ++i) device.set(reg, i, 0x800 | field::FCRTL::XONE.mask);
    for (unsigned i = 0; i < 8 && reg == Reg::FCRTH; ++i)
      device.set(reg, i, 0x1000 | field::FCRTH::FCEN.mask);
    if (reg == Reg::FCCFG) device.set(reg, 0, field::FCCFG::TFCE_PRIORITY.mask);
  };
  device.set(Reg::RTRUP2TC, 0, 3u | 3u << 6 | 3u << 21 | 1u << 9);  // 0, 2, 7: 3; 3: 1; the others: 0
  device.set(Reg::FCTTV, 1, 0x0500'0000);                           // of class 3
  for (unsigned i = 0; i < 8; ++i)
    device.set(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, 64u << 10);
  for (const Reg reg : {Reg::MRQC, Reg::FCRTL, Reg::FCRTH, Reg::FCCFG})
    if (reg != GetParam()) write(reg);
  if (GetParam() != Reg::FCCFG) write(GetParam());
  device.address(1, mac_of(1), 1);
  // No descriptors yet.
  device.set(Reg::RDBAL, 48, static_cast<std::uint32_t>(PoolBench::ring_of(48)));
  device.set(Reg::RDBAH, 48, static_cast<std::uint32_t>(PoolBench::ring_of(48) >> 32));
  device.set(Reg::RDLEN, 48, PoolBench::kRing * kDescriptorBytes);
  device.set(Reg::SRRCTL, 48, 2 | 1u << 25);
  device.fill_ring(48);
  device.set(Reg::RXDCTL, 48, field::RXDCTL::ENABLE.mask | 1u << 16);
  device.receive_on();
  for (const int priority : {7, 0, 2, 2, 0, 7})
    device.send(frame_of(mac_of(1), mac_of(9), 900, priority << 13));
  if (GetParam() == Reg::FCCFG) {
    EXPECT_EQ(device.wire.size(), 0u);
    write(Reg::FCCFG);
    device.run_until(device.now() + 10 * kMicrosecond);
  }
  ASSERT_EQ(device.wire.size(), 1u);
  const ByteView stop = device.wire.front()->bytes();
  EXPECT_EQ(load_be16(stop.data + 14), 0x0101u);
  EXPECT_EQ(stop.data[17], 0x85);
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(load_be16(stop.data + 18 + 2 * i), (0x85 >> i & 1) != 0 ? 0x500u : 0u) << i;
  EXPECT_EQ(device.get(Reg::PXOFFTXC, 3), 1u);
  device.set(Reg::RDT, 48, PoolBench::kRing - 1);
  device.run_until(device.now() + 10 * kMicrosecond);
  ASSERT_EQ(device.wire.size(), 2u);
  EXPECT_EQ(device.wire.back()->bytes().data[17], 0x85);
  EXPECT_EQ(load_be16(device.wire.back()->bytes().data + 18), 0u);
  EXPECT_EQ(device.arrived(48).size(), 6u);
  // Without classes there is one partition, and all priorities are its.
  device.set(Reg::MRQC, 0, 0);
  device.set(Reg::FCTTV, 0, 0x600);
  device.set(Reg::RXDCTL, 0, 0);
  device.set(Reg::RDLEN, 0, 128);
  device.set(Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
  for (unsigned i = 0; i < 6; ++i) device.send(frame_of(mac_of(1), mac_of(9), 900));
  ASSERT_EQ(device.wire.size(), 3u);
  EXPECT_EQ(device.wire.back()->bytes().data[17], 0xff);
  EXPECT_EQ(load_be16(device.wire.back()->bytes().data + 32), 0x600u);
}

// A partition of the upper half has its priorities too.
TEST(ClassLayout, PauseNamesThePrioritiesOfAHighPartition) {
  constexpr unsigned kClass = 6, kQueue = 16 * kClass;
  PoolBench device;
  device.set(Reg::MRQC, 0, 2);                               // 8 classes of 16 queues
  device.set(Reg::RTRUP2TC, 0, kClass << 3 | kClass << 12);  // 1, 4: 6; the others: 0
  device.set(Reg::FCTTV, kClass / 2, 0x500);
  for (unsigned i = 0; i < 8; ++i) {
    device.set(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, 64u << 10);
    device.set(Reg::FCRTL, i, 0x800 | field::FCRTL::XONE.mask);
    device.set(Reg::FCRTH, i, 0x1000 | field::FCRTH::FCEN.mask);
  }
  device.set(Reg::FCCFG, 0, field::FCCFG::TFCE_PRIORITY.mask);
  device.address(1, mac_of(1), 1);
  // No descriptors.
  device.set(Reg::RDBAL, kQueue, static_cast<std::uint32_t>(PoolBench::ring_of(kQueue)));
  device.set(Reg::RDBAH, kQueue, static_cast<std::uint32_t>(PoolBench::ring_of(kQueue) >> 32));
  device.set(Reg::RDLEN, kQueue, PoolBench::kRing * kDescriptorBytes);
  device.set(Reg::SRRCTL, kQueue, 2 | 1u << 25);
  device.set(Reg::RXDCTL, kQueue, field::RXDCTL::ENABLE.mask | 1u << 16);
  device.receive_on();
  for (const int priority : {1, 4, 1, 4, 1, 4})
    device.send(frame_of(mac_of(1), mac_of(9), 900, priority << 13));
  ASSERT_EQ(device.wire.size(), 1u);
  const ByteView stop = device.wire.front()->bytes();
  EXPECT_EQ(load_be16(stop.data + 14), 0x0101u);
  EXPECT_EQ(stop.data[17], 1u << 1 | 1u << 4);
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(load_be16(stop.data + 18 + 2 * i), i == 1 || i == 4 ? 0x500u : 0u) << i;
  EXPECT_EQ(device.get(Reg::PXOFFTXC, kClass), 1u);
}

// RTRPCS and RTRPT4C: from full partitions on, frames go to the host in the order of a plain simulation of
// the rule, one refill at a time. Source: ixgbe_dcb_82599.c.
TEST(ClassLayout, ReceivedFramesGoByCredits) {
  constexpr unsigned kClasses = 8, kOfClass = 16, kEach = 12;
  constexpr int kLimit = 64;
  const std::array<std::size_t, kClasses> sizes{64, 100, 128, 64, 120, 127, 65, 90};
  const std::array<int, kClasses> refills{7, 16, 5, 11, 9, 3, 20, 8};
  PoolBench device;
  device.set(Reg::MRQC, 0, 2);  // 8 classes of 16 queues
  device.set(Reg::RTRUP2TC, 0, 076543210);
  device.address(1, mac_of(1), 1);
  for (unsigned i = 0; i < kClasses; ++i) {
    device.set(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, 64u << 10);
    device.set(Reg::RTRPT4C, i, credit_register(static_cast<std::uint32_t>(refills[i]), kLimit));
    device.open(kOfClass * i);
  }
  device.set(Reg::RTRPCS, 0, 1u << 6);  // ARBDIS
  device.receive_on();
  // Each frame is one write of data.
  std::vector<unsigned> order;
  device.on_data([&](Time, std::uint64_t address, ByteView) {
    for (unsigned i = 0; i < kClasses; ++i) {
      const std::uint64_t buffers = PoolBench::buffers_of(kOfClass * i);
      if (address >= buffers && address < PoolBench::buffers_of(kOfClass * i + 1)) order.push_back(i);
    }
  });
  Time next = device.now() + 20 * kMicrosecond;
  for (unsigned k = 0; k < kEach; ++k) {
    for (unsigned i = 0; i < kClasses; ++i, next += 200 * kNanosecond)
      device.frame_at(next, frame_of(mac_of(1), mac_of(9), sizes[i], static_cast<int>(i) << 13));
  }
  device.run_until(next + 10 * kMicrosecond);
  EXPECT_TRUE(order.empty()) << "stopped";
  device.set(Reg::RTRPCS, 0, 1u << 2);  // RAC
  device.drain();
  ASSERT_EQ(order.size(), kClasses * kEach);
  std::array<int, kClasses> credits{};
  std::array<unsigned, kClasses> left{};
  left.fill(kEach);
  for (std::size_t k = 0; k < order.size(); ++k) {
    // The highest class that has a frame and holds credits.
    unsigned due = kClasses;
    while (due == kClasses) {
      for (unsigned i = 0; i < kClasses; ++i)
        if (left[i] != 0 && credits[i] > 0) due = i;
      for (unsigned i = 0; i < kClasses && due == kClasses; ++i)
        credits[i] = std::min(kLimit, credits[i] + refills[i]);
    }
    ASSERT_EQ(order[k], due) << "frame " << k;
    --left[due];
    credits[due] -= static_cast<int>((sizes[due] + 63) / 64);
  }
  for (unsigned i = 0; i < kClasses; ++i)
    EXPECT_EQ(static_cast<int>(device.get(Reg::RTRPT4S, i)), credits[i]) << i;
}

// --- Changed in traffic.

// A request granted segment by segment waits for space in a paused class when its queue is given another:
// what is left of it must not overtake what brings its header.
TEST(ClassLayout, ARequestStaysInItsClass) {
  DcbBench dcb(CoreDriver::kEvent, 1, 8, "82599", true);
  dcb.set_classes(kEightClasses, 20, 20);
  dcb.queue(112, 100, 1);
  dcb.queue(113, 1'000, 18, kStart);  // fills the partition of class 6, which is paused
  dcb.queue(0, 1'514, 200);
  constexpr std::uint32_t kPayload = 30'000;
  dcb.write_segmentation(112, kPayload, 1'460);
  const Time offered = kStart + 60 * kMicrosecond;
  dcb.write(Reg::TDT, 112, 2, offered);
  dcb.bench.frame_at(kStart - 2 * kMicrosecond, priority_pause_frame(1u << 6, all_quanta(4'000)));
  const auto segments = [](const std::vector<EventRecord>& records) {
    unsigned found = 0;
    for (const auto& record : records) found += record.queue == 112 ? 1 : 0;
    return found;
  };
  dcb.bench.run_until(offered + 20 * kMicrosecond);
  ASSERT_EQ(segments(dcb.grants), 1u);
  dcb.bench.write(Reg::MTQC, 0, kFourClasses);
  dcb.run();
  EXPECT_EQ(dcb.sent(), 219u);
  EXPECT_EQ(dcb.bench.port().transmit().in_flight(), 0u);
  EXPECT_EQ(segments(dcb.wire), (kPayload + 1'459) / 1'460);
  // None of another length, none before the first.
  std::vector<std::uint32_t> lengths;
  for (const auto& record : dcb.wire)
    if (record.queue == 112) lengths.push_back(record.length);
  EXPECT_EQ(lengths.front(), 1'460u + kHeader + 4);
  EXPECT_EQ(lengths.back(), kPayload % 1'460 + kHeader + 4);
}

TEST(ClassLayout, EverythingChangedInTraffic) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    std::string found[2];
    std::vector<EventRecord> records[2];
    for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
      Random random(seed);
      DcbBench dcb(driver, seed, seed % 3 == 0 ? 4 : 8, "82599", seed % 4 == 0);
      dcb.set_classes(static_cast<std::uint32_t>(random.below(16)),
                      10 + static_cast<std::uint32_t>(random.below(41)),
                      static_cast<std::uint32_t>(random.below(40)));
      for (unsigned q = 0; q < 128; q += 5)
        dcb.queue(q, static_cast<std::uint32_t>(60 + random.below(seed % 2 == 0 ? 1'400 : 9'000)), 12);
      const auto value = [&](std::uint64_t below) { return static_cast<std::uint32_t>(random.below(below)); };
      for (unsigned i = 0; i < 120; ++i) {
        const Time at = kStart + static_cast<Time>(random.below(1'000'000'000));
        const unsigned number = value(7);
        switch (random.below(8)) {
          case 0:
            dcb.write(Reg::MTQC, 0, value(16), at);
            break;
          case 1:
            dcb.write(Reg::TXPBSIZE1_7, number, value(60) << 10, at);
            break;
          case 2:
            dcb.write(Reg::TXPBTHRESH1_7, number, value(60), at);
            break;
          case 3:
            dcb.write(Reg::RTTDCS, 0, value(128) & 0x43, at);
            break;
          case 4:
            dcb.write(Reg::RTTDQSEL, 0, value(128), at);
            dcb.write(Reg::RTTDT1C, 0, value(300), at);
            break;
          case 5:
            dcb.write(Reg::RTTDT2C, number, credit_register(value(512), value(4'096), value(8)), at);
            break;
          case 6:
            dcb.write(Reg::RTTUP2TC, 0, value(1u << 24), at);
            break;
          default:
            dcb.bench.frame_at(kStart + static_cast<Time>(i) * 9 * kMicrosecond,
                               priority_pause_frame(static_cast<std::uint8_t>(value(256)), all_quanta(300)));
        }
      }
      const Time end = kStart + 2 * kMillisecond;
      dcb.write(Reg::RTTDCS, 0, 0, end);
      dcb.write(Reg::MTQC, 0, 0, end);
      dcb.write(Reg::TXPBSIZE0, 0, 160u << 10, end);
      dcb.write(Reg::TXPBTHRESH0, 0, 150, end);
      dcb.bench.run(200 * kMillisecond, 200 * kMicrosecond);
      EXPECT_EQ(dcb.sent(), 26u * 12);
      EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(), 0u);
      EXPECT_EQ(dcb.bench.surprises(), 0u);
      EXPECT_LE(dcb.most_used_of_all, 160u << 10);
      found[driver == CoreDriver::kTick] = dcb.bench.fingerprint();
      records[driver == CoreDriver::kTick] = dcb.bench.log().records();
    }
    EXPECT_EQ(first_difference(records[0], records[1]), "");
    EXPECT_EQ(found[0], found[1]);
  }
}

// Devices with less buffer than eight partitions need have one class.
TEST(ClassLayout, SmallBuffersAreNotDivided) {
  PoolBench device(device_profile("82576"));
  device.set(Reg::MTQC, 0, kEightClasses);
  EXPECT_EQ(device.port().tx_layout().classes, 1u);
}

}  // namespace
}  // namespace ixsim::bench
