// Receive in traffic classes: partitions of the packet buffer, missed and stalled frames in each, and the
// credits between them.
#include <gtest/gtest.h>

#include "dcb_bench.h"
#include "ethernet/wire_pacer.h"
#include "link_partner_bench.h"

namespace ixsim::bench {
namespace {

constexpr unsigned kClasses = 8;

FrameRef tagged(unsigned priority, std::size_t size) {
  std::vector<std::uint8_t> bytes(size - kFcsSize, static_cast<std::uint8_t>(priority));
  const std::uint8_t mac_address[6] = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};
  std::copy(mac_address, mac_address + 6, bytes.begin());
  bytes[6] = 0x02;
  store_be16(bytes.data() + 12, 0x8100);
  store_be16(bytes.data() + 14, static_cast<std::uint16_t>(priority << 13 | 5));
  store_be16(bytes.data() + 16, 0x88b5);
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

// Queue 8 n serves priority n.
class Classes {
 public:
  explicit Classes(std::uint32_t kib = 64, CoreDriver driver = CoreDriver::kEvent, std::uint32_t ring = 32,
                   unsigned lanes = 8)
      : bench(config(driver, lanes), bus(), 1) {
    bench.record_events();
    DriverSettings settings;
    settings.queues = 57;
    settings.ring = ring;
    settings.wthresh = 1;
    settings.auto_mask = false;
    settings.poll_delay = kMicrosecond;
    rx = std::make_unique<BenchDriver>(bench, settings);
    bench.on_message(
        [this](Time now, std::uint64_t, std::uint32_t vector) { rx->interrupt(now, vector & 15); });
    begin(6 * kMicrosecond, kib);
  }
  // Sets up the device from `time` on.
  void begin(Time time, std::uint32_t kib) {
    rx->restart();
    start = rx->start(time) + 30 * kMicrosecond;
    set_up = start - 25 * kMicrosecond;
    write(Reg::MRQC, 0, 0);
    write(Reg::RDRXCTL, 0, field::RDRXCTL::MVMEN.mask | field::RDRXCTL::MPBEN.mask);
    write(Reg::RUPPBMR, 0, 1u << 31);
    for (unsigned i = 0; i < kClasses; ++i) set_size(i, kib);
  }
  static ControllerConfig config(CoreDriver driver, unsigned lanes) {
    ControllerConfig config;
    config.pcie.lanes = lanes;
    config.driver = driver;
    config.pcie.max_payload = 512;
    return config;
  }
  static BusSettings bus() {
    BusSettings bus;
    bus.memory_bytes = std::uint64_t{8} << 20;
    return bus;
  }
  void write(Reg reg, unsigned index, std::uint32_t value) { bench.write_at(set_up, reg, index, value); }
  void set_size(unsigned i, std::uint32_t kib) {
    write(i == 0 ? Reg::RXPBSIZE0 : Reg::RXPBSIZE1_7, i == 0 ? 0 : i - 1, kib << 10);
  }
  // The queue of the class gets no descriptors.
  void stall(unsigned number) {
    write(Reg::RXDCTL, 8 * number, 0);
    write(Reg::RDT, 8 * number, 0);
    write(Reg::RDH, 8 * number, 0);
    write(Reg::RXDCTL, 8 * number, rx->rxdctl());
  }
  // Frames of all priorities in turn, `each` of each, at line rate; returns when the last has ended.
  Time offer(unsigned each, const std::array<std::size_t, kClasses>& sizes) {
    Time at = start;
    for (unsigned i = 0; i < each; ++i) {
      for (unsigned c = 0; c < kClasses; ++c) {
        bench.frame_at(pacer.start(at, sizes[c]), tagged(c, sizes[c]));
      }
    }
    return pacer.end();
  }
  std::uint32_t reg(Reg reg, unsigned index = 0) {
    return bench.port().function().register_peek(0, offset_of(reg, index));
  }
  // Classes of data writes as they went up, a frame each: no frame is longer than a TLP's payload.
  std::vector<unsigned> order() {
    std::vector<unsigned> classes;
    for (const auto& record : bench.log().records()) {
      if (record.kind == EventKind::kTlpUp && record.length > 16 &&
          record.address >= kMemoryBase + 64 * 1'024)
        classes.push_back(record.queue / 8u);
    }
    return classes;
  }

  CoreBench bench;
  std::unique_ptr<BenchDriver> rx;
  WirePacer pacer;
  Time start = 0;
  Time set_up = 0;
};

std::array<std::size_t, kClasses> all(std::size_t size) {
  std::array<std::size_t, kClasses> sizes{};
  sizes.fill(size);
  return sizes;
}

// A class whose queue has no descriptor fills its own partition. The other classes are not affected.
TEST(DcbReceive, AStalledClassFillsItsOwnPartition) {
  constexpr unsigned kStalled = 3, kEach = 200;
  constexpr std::size_t kSize = 504;
  Classes dcb;
  dcb.stall(kStalled);
  dcb.offer(kEach, all(kSize));
  dcb.bench.run(kSecond);
  const std::uint32_t fit = (64 << 10) / kSize;
  for (unsigned i = 0; i < kClasses; ++i) {
    EXPECT_EQ(dcb.reg(Reg::MPC, i), i == kStalled ? kEach - fit : 0u) << i;
    EXPECT_EQ(dcb.reg(Reg::RNBC, i), i == kStalled ? 1u : 0u) << i;
  }
  EXPECT_EQ(dcb.bench.port().accounting().bucket(RxBucket::kDelivered), 7u * kEach);
  EXPECT_EQ(dcb.bench.unaccounted(0), "");
  EXPECT_EQ(dcb.bench.port().accounting().held_frames().size(), fit);
}

// Only the priority of that class is paused, and no further frame is missed.
TEST(DcbReceive, PriorityPauseOfAStalledClassSparesTheOthers) {
  constexpr unsigned kStalled = 6, kEach = 300;
  constexpr std::size_t kSize = 504;
  Classes dcb;
  dcb.stall(kStalled);
  for (unsigned i = 0; i < kClasses; ++i) {
    dcb.write(Reg::FCRTL, i, 16u << 10 | 1u << 31);
    dcb.write(Reg::FCRTH, i, 40u << 10 | 1u << 31);
  }
  for (unsigned i = 0; i < 4; ++i) dcb.write(Reg::FCTTV, i, (100 * i + 150) << 16 | (100 * i + 100));
  dcb.write(Reg::FCRTV, 0, 60);
  dcb.write(Reg::RMCS, 0, field::RMCS::TFCE_PRIORITY.mask);
  std::vector<TimedFrame> frames;
  WirePacer pacer;
  for (unsigned i = 0; i < kEach * kClasses; ++i)
    frames.push_back({pacer.start(0, kSize), tagged(i % kClasses, kSize)});
  FrameList source(frames);
  Partner partner(dcb.bench, source, dcb.start);
  const Time release = dcb.start + 2 * kMillisecond;
  dcb.bench.at(release, [&] { dcb.rx->ring_doorbell(8 * kStalled); });
  dcb.bench.run(kSecond);
  for (unsigned i = 0; i < kClasses; ++i) EXPECT_EQ(dcb.reg(Reg::MPC, i), 0u) << i;
  EXPECT_EQ(dcb.bench.port().accounting().bucket(RxBucket::kDelivered), kClasses * kEach);
  EXPECT_EQ(dcb.bench.surprises(), 0u);
  ASSERT_FALSE(partner.pauses.empty());
  std::uint32_t xoff = 0, xon = 0;
  for (const auto& pause : partner.pauses) {
    EXPECT_EQ(pause.opcode(), 0x0101);
    EXPECT_EQ(pause.named(), 1u << kStalled);
    for (unsigned i = 0; i < kClasses; ++i) {
      EXPECT_TRUE(pause.quanta(i) == 0 || (i == kStalled && pause.quanta(i) == 400)) << i;
    }
    (pause.quanta(kStalled) != 0 ? xoff : xon) += 1;
  }
  for (unsigned i = 0; i < kClasses; ++i) {
    EXPECT_EQ(dcb.reg(Reg::PXOFFTXC, i), i == kStalled ? xoff : 0u);
    EXPECT_EQ(dcb.reg(Reg::PXONTXC, i), i == kStalled ? xon : 0u);
  }
  EXPECT_GT(xoff, 20u);
  EXPECT_GE(xon, 1u);
  // The others went on at line rate meanwhile.
  Time last = 0;
  for (const auto& sent : partner.sent) {
    if (sent.second->bytes().data[14] >> 5 != kStalled) last = std::max(last, sent.first);
  }
  EXPECT_LT(last, release);
}

// --- Credits.

// With all partitions full from the beginning, the order in which frames go to the host is that of a plain
// simulation of the rule, one credit and one refill at a time.
TEST(DcbReceive, FramesGoByCredits) {
  constexpr unsigned kEach = 60;
  const std::array<std::size_t, kClasses> sizes{64, 500, 130, 66, 322, 256, 192, 450};
  const std::array<std::uint32_t, kClasses> refills{7, 16, 5, 11, 9, 3, 20, 8};
  for (const int strict : {-1, 2}) {
    Classes dcb(64, CoreDriver::kEvent, 64);
    for (unsigned i = 0; i < kClasses; ++i)
      dcb.write(Reg::RT2CR, i, credit_register(refills[i], 64, 0, false, strict == static_cast<int>(i)));
    dcb.write(Reg::RMCS, 0, field::RMCS::ARBDIS.mask);
    const Time open = dcb.offer(kEach, sizes) + 10 * kMicrosecond;
    dcb.bench.write_at(open, Reg::RMCS, 0, field::RMCS::RAC.mask);
    dcb.bench.run(kSecond);
    EXPECT_EQ(dcb.bench.port().accounting().bucket(RxBucket::kDelivered), kClasses * kEach);
    const std::vector<unsigned> order = dcb.order();
    ASSERT_EQ(order.size(), kClasses * kEach);
    int credits[kClasses] = {};
    unsigned left[kClasses];
    std::fill(left, left + kClasses, kEach);
    for (std::size_t i = 0; i < order.size(); ++i) {
      int next = strict >= 0 && left[strict] != 0 ? strict : -1;
      while (next < 0) {
        for (int c = kClasses - 1; c >= 0 && next < 0; --c)
          if (left[c] != 0 && credits[c] > 0) next = c;
        for (unsigned c = 0; c < kClasses && next < 0; ++c)
          credits[c] = std::min(64, credits[c] + static_cast<int>(refills[c]));
      }
      ASSERT_EQ(order[i], static_cast<unsigned>(next)) << "frame " << i;
      --left[next];
      if (next != strict)
        credits[next] -= static_cast<int>((sizes[static_cast<std::size_t>(next)] + 63) / 64);
    }
    for (unsigned c = 0; c < kClasses; ++c)
      EXPECT_EQ(static_cast<int>(dcb.reg(Reg::RT2SR, c)), credits[c]) << c;
    EXPECT_TRUE(std::any_of(credits, credits + kClasses, [](int credit) { return credit != 0; }));
    dcb.bench.write_at(dcb.bench.now() + kMicrosecond, Reg::CTRL, 0, field::CTRL::RST.mask);
    dcb.bench.run_until(dcb.bench.now() + 10 * kMicrosecond);
    for (unsigned c = 0; c < kClasses; ++c) EXPECT_EQ(dcb.reg(Reg::RT2SR, c), 0u) << c;
  }
}

// Each frame goes into buffers of its own queue's size, whichever partition was served last.
TEST(DcbReceive, FramesGoByCreditsIntoTheBuffersOfTheirQueue) {
  constexpr unsigned kEach = 20;
  Classes dcb(64, CoreDriver::kEvent, 64);
  for (unsigned i = 0; i < kClasses; ++i) {
    dcb.write(Reg::SRRCTL, 8 * i % 16, (i % 2 != 0 ? 1u : 2u) | 1u << 25);
    dcb.write(Reg::RT2CR, i, credit_register(20, 64));
  }
  dcb.write(Reg::RMCS, 0, field::RMCS::ARBDIS.mask);
  const Time open = dcb.offer(kEach, all(1'518)) + 10 * kMicrosecond;
  dcb.bench.write_at(open, Reg::RMCS, 0, field::RMCS::RAC.mask);
  dcb.bench.run(kSecond);
  EXPECT_EQ(dcb.bench.port().accounting().bucket(RxBucket::kDelivered), kClasses * kEach);
  for (unsigned i = 0; i < kClasses; ++i)
    EXPECT_EQ(dcb.reg(Reg::RDH, 8 * i), i % 2 != 0 ? 2 * kEach : kEach) << i;
}

TEST(DcbReceive, WithoutCreditsPartitionsTakeTurns) {
  Classes dcb(64, CoreDriver::kEvent, 64);
  dcb.write(Reg::RMCS, 0, field::RMCS::ARBDIS.mask);
  const Time open = dcb.offer(40, all(256)) + 10 * kMicrosecond;
  dcb.bench.run_until(open);
  EXPECT_TRUE(dcb.order().empty());
  EXPECT_EQ(dcb.bench.port().accounting().held_frames().size(), 8u * 40);
  dcb.bench.write_at(open, Reg::RMCS, 0, 0);
  dcb.bench.run(kSecond);
  const std::vector<unsigned> order = dcb.order();
  ASSERT_EQ(order.size(), 8u * 40);
  for (std::size_t i = 1; i < order.size(); ++i) ASSERT_EQ(order[i], (order[i - 1] + 1) % kClasses);
}

// After a reset the turn begins at the first partition again, whichever was served last.
TEST(DcbReceive, PartitionsTakeTurnsFromTheFirstAfterAReset) {
  constexpr unsigned kLast = 2, kEach = 4;
  Classes dcb;
  dcb.bench.frame_at(dcb.start, tagged(kLast, 256));
  dcb.bench.run(kSecond);
  ASSERT_EQ(dcb.order(), std::vector<unsigned>{kLast});
  const Time reset = dcb.bench.now() + kMicrosecond;
  dcb.bench.write_at(reset, Reg::CTRL, 0, field::CTRL::RST.mask);
  dcb.begin(reset + 3 * kMillisecond, 64);
  dcb.write(Reg::RMCS, 0, field::RMCS::ARBDIS.mask);
  const Time open = dcb.offer(kEach, all(256)) + 10 * kMicrosecond;
  dcb.bench.write_at(open, Reg::RMCS, 0, 0);
  dcb.bench.run(kSecond);
  std::vector<unsigned> expected{kLast};
  for (unsigned i = 0; i < kEach * kClasses; ++i) expected.push_back(i % kClasses);
  EXPECT_EQ(dcb.order(), expected);
}

// --- Invalid settings.

TEST(DcbReceive, HostileSettings) {
  struct Case {
    std::uint32_t kib;
    std::uint32_t credits;
    std::uint32_t missing;  // partitions that were full
  };
  for (const Case c : {Case{512, 0, 0xfe}, Case{1'023, 0, 0xfe}, Case{0, 0, 0xff}, Case{300, 0, 0xfc},
                       Case{64, credit_register(0, 4'095), 0}, Case{64, credit_register(511, 0), 0}}) {
    SCOPED_TRACE(std::to_string(c.kib) + " " + std::to_string(c.credits));
    Classes dcb(c.kib);
    for (unsigned i = 0; i < kClasses; ++i) dcb.write(Reg::RT2CR, i, c.credits);
    dcb.write(Reg::RMCS, 0, field::RMCS::RAC.mask);
    dcb.offer(30, all(256));
    dcb.bench.run(kSecond);
    EXPECT_EQ(dcb.bench.unaccounted(0), "");
    EXPECT_TRUE(dcb.bench.port().accounting().held_frames().empty());
    for (unsigned i = 0; i < kClasses; ++i)
      EXPECT_EQ(dcb.reg(Reg::MPC, i), (c.missing >> i & 1) != 0 ? 30u : 0u) << i;
  }
}

TEST(DcbReceive, EveryEdgeGivesTheSame) {
  std::string found[2];
  std::vector<EventRecord> records[2];
  for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
    Classes dcb(16, driver, 32, 1);
    for (unsigned i = 0; i < kClasses; ++i) {
      dcb.write(Reg::RT2CR, i, credit_register(3 + 5 * i, 100));
      dcb.write(Reg::FCRTL, i, 4u << 10 | 1u << 31);
      dcb.write(Reg::FCRTH, i, 6u << 10 | 1u << 31);
    }
    for (unsigned i = 0; i < 4; ++i) dcb.write(Reg::FCTTV, i, 200u << 16 | 150);
    dcb.write(Reg::FCRTV, 0, 60);
    dcb.write(Reg::RMCS, 0, field::RMCS::RAC.mask | field::RMCS::TFCE_PRIORITY.mask);
    // Disabled in traffic, and back.
    dcb.bench.write_at(dcb.start, Reg::RXDCTL, 16, 0);
    dcb.bench.at(dcb.start + 40 * kMicrosecond, [&] { dcb.rx->enable(16); });
    dcb.offer(60, {64, 1'518, 128, 64, 320, 256, 1'000, 448});
    dcb.bench.run(kSecond, 200 * kMicrosecond);
    EXPECT_EQ(dcb.bench.unaccounted(0), "");
    std::uint32_t xoff = 0;
    for (unsigned i = 0; i < kClasses; ++i) xoff += dcb.reg(Reg::PXOFFTXC, i);
    EXPECT_GT(xoff, 5u);
    EXPECT_EQ(dcb.bench.surprises(), 0u);
    found[driver == CoreDriver::kTick] = dcb.bench.fingerprint();
    records[driver == CoreDriver::kTick] = dcb.bench.log().records();
  }
  EXPECT_EQ(first_difference(records[0], records[1]), "");
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace ixsim::bench
