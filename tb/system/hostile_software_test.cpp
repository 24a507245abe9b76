// Conservation, rest and recovery under hostile software, and single cases that once failed.
#include <gtest/gtest.h>

#include "hostile_core.h"

namespace ixsim::bench {
namespace {

void run_seeds(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    std::vector<std::uint8_t> program(200 + random.below(1'500));
    for (auto& byte : program) byte = static_cast<std::uint8_t>(random.next());
    EXPECT_EQ(HostileCore(program.data(), program.size()).run(), "") << "seed " << seed;
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(HostileSoftware, RandomPrograms) { run_seeds(1, 60); }
TEST(HostileSoftwareLong, RandomPrograms) { run_seeds(10'000, 3'000); }

// --- Cases that once lost something.

struct Well {
  explicit Well(const DriverSettings& settings, const BusSettings& bus = {}, std::uint64_t seed = 1,
                unsigned lanes = 8)
      : bench(with_lanes(lanes), bus, seed), driver(bench, settings) {
    bench.on_message(
        [this](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
    start = driver.start(6 * kMicrosecond);
  }
  static ControllerConfig with_lanes(unsigned lanes) {
    ControllerConfig config;
    config.pcie.lanes = lanes;
    return config;
  }
  void run() { bench.run(bench.now() + 200 * kMillisecond); }
  std::uint64_t delivered() { return bench.port().accounting().bucket(RxBucket::kDelivered); }
  CoreBench bench;
  BenchDriver driver;
  FrameMaker maker{5};
  Time start;
};

// A driver that looks at its rings only when interrupted sees every frame, whatever the bursts: no write-back
// and no interrupt is forgotten, also when a descriptor is used while a flush is on its way.
TEST(Liveness, EveryFrameReachesADriverThatOnlyWaits) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    DriverSettings settings;
    settings.queues = 1 + static_cast<unsigned>(random.below(4));
    settings.ring = 64;
    settings.eitr = 10 + static_cast<std::uint32_t>(random.below(60));
    settings.wthresh = 1 + static_cast<std::uint32_t>(random.below(16));
    settings.poll_delay = kMicrosecond + static_cast<Time>(random.below(8'000'000));
    BusSettings bus;
    bus.read_spread = 300 * kNanosecond;
    Well well(settings, bus, seed);
    Time time = well.start;
    const unsigned frames = 300;
    for (unsigned i = 0; i < frames; ++i) {
      const std::size_t size = random.chance(1, 2) ? 64 : 1'518;
      well.bench.frame_at(time, well.maker.normal(size));
      time += static_cast<Time>(size + 20) * kByteTime10G;
      if (random.chance(1, 6)) time += static_cast<Time>(random.below(20'000'000));
    }
    well.run();
    EXPECT_EQ(well.bench.port().accounting().held_frames().size(), 0u) << seed;
    EXPECT_EQ(well.driver.frames(), frames) << seed;
  }
}

// Used descriptors below the write-back threshold are written back when the ring has no more: software could
// otherwise not give any back.
TEST(Liveness, WriteBackThresholdBeyondTheRing) {
  for (const std::uint32_t wthresh : {8u, 16u, 100u, 127u}) {
    for (const std::uint32_t ring : {8u, 128u}) {
      DriverSettings settings;
      settings.queues = 1;
      settings.ring = ring;
      settings.wthresh = wthresh;
      Well well(settings);
      for (unsigned i = 0; i < 60; ++i)
        well.bench.frame_at(well.start + i * 40 * kMicrosecond, well.maker.normal(9'018));
      well.run();
      const std::size_t kept = well.bench.port().accounting().held_frames().size();
      EXPECT_EQ(well.delivered() + kept, 60u);
      EXPECT_LT(kept, 64u / 5 + 1) << "wthresh " << wthresh << " ring " << ring;
      for (const auto& held : well.bench.port().accounting().held_frames())
        EXPECT_STREQ(held.second, "descriptor_write_back");
    }
  }
}

// Answers to descriptor reads overtake each other. Each frame still goes to the buffer of its own descriptor.
TEST(Liveness, DescriptorReadsThatOvertakeEachOther) {
  DriverSettings settings;
  settings.queues = 1;
  settings.ring = 64;
  settings.wthresh = 1;
  BusSettings bus;
  bus.read_spread = 3 * kMicrosecond;
  Well well(settings, bus);
  well.driver.stop_polling();
  std::vector<FrameRef> frames;
  for (unsigned i = 0; i < 60; ++i) {
    frames.push_back(well.maker.normal(64 + i));
    well.bench.frame_at(well.start + i * kMicrosecond, frames.back());
  }
  well.run();
  EXPECT_EQ(well.delivered(), 60u);
  for (unsigned i = 0; i < 60; ++i) {
    const std::uint8_t* const buffer =
        well.bench.memory().at(kMemoryBase + 64 * 1'024 + std::uint64_t{i} * 2'048);
    const ByteView frame = frames[i]->without_fcs();
    EXPECT_TRUE(std::equal(frame.begin(), frame.end(), buffer)) << i;
  }
}

TEST(HostileSoftware, RingTakenAwayInMidPacketAndGivenBackEmpty) {
  for (unsigned phase = 0; phase < 60; ++phase) {
    for (const std::uint32_t bytes : {0u, 128u, 256u}) {
      DriverSettings settings;
      settings.queues = 1;
      settings.ring = 64;
      Well well(settings);
      well.bench.frame_at(well.start, well.maker.normal(9'018));
      const Time at = well.start + 7'400 * kNanosecond + phase * 61 * kNanosecond;
      well.bench.write_at(at, Reg::RXDCTL, 0, 0);
      well.bench.write_at(at, Reg::RDLEN, 0, bytes);
      well.bench.write_at(at, Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
      well.run();
      EXPECT_EQ(well.bench.unaccounted(0), "");
      EXPECT_TRUE(well.bench.port().accounting().held_frames().empty()) << phase;
    }
  }
}

// A frame lost in a reset frees its space in the packet buffer, whatever stage it had reached.
TEST(HostileSoftware, ResetsLeakNoPacketBuffer) {
  DriverSettings settings;
  settings.queues = 1;
  settings.packet_buffer = 10 << 10;
  settings.wthresh = 16;        // used descriptors wait here while their data are on the link
  settings.eitr = 0x0ff8'0ff8;  // and the timer, whose counter starts full, does not write them back
  Well well(settings);
  Time time = well.start;
  for (unsigned phase = 0; phase < 120; ++phase) {
    well.bench.frame_at(time, well.maker.normal(9'018));
    const Time reset = time + 7'200 * kNanosecond + phase * 97 * kNanosecond;
    well.bench.write_at(reset, Reg::CTRL, 0, field::CTRL::RST.mask);
    well.bench.at(reset + 8 * kMicrosecond, [&well] {
      well.driver.restart();
      well.driver.start(well.bench.now());
    });
    time = reset + 80 * kMicrosecond;
  }
  well.bench.frame_at(time, well.maker.normal(9'018));
  well.bench.write_at(time + 50 * kMicrosecond, Reg::RXDCTL, 0,
                      well.driver.rxdctl() | field::RXDCTL::SWFLSH.mask);
  well.run();
  EXPECT_EQ(well.bench.unaccounted(0), "");
  EXPECT_EQ(well.bench.port().accounting().bucket(RxBucket::kPacketBufferFull), 0u);
  EXPECT_EQ(well.delivered(), 1u);
}

TEST(HostileSoftware, FramesBeyondTheBufferManagerAreNeverStored) {
  DriverSettings settings;
  settings.queues = 1;
  settings.buffer_kib = 1;
  settings.fctrl = 0x8402;  // SBP
  Well well(settings);
  well.bench.frame_at(well.start, well.maker.special(Special::kOversize, 0, 100'000));
  well.bench.frame_at(well.start + 100 * kMicrosecond, well.maker.special(Special::kOversize, 0, 10'000));
  well.bench.frame_at(well.start + 200 * kMicrosecond, well.maker.normal(64));
  well.run();
  EXPECT_EQ(well.bench.port().accounting().bucket(RxBucket::kOversize), 1u);
  EXPECT_EQ(well.delivered() + well.bench.port().accounting().held_frames().size(), 2u);
}

// A vector whose queue is moved to another vector while it waits for a flush still fires.
TEST(Liveness, VectorsSurviveAnIvarRewriteDuringTheirFlush) {
  for (unsigned phase = 0; phase < 200; ++phase) {
    DriverSettings settings;
    settings.queues = 1;
    settings.eitr = 40;
    settings.wthresh = 16;
    Well well(settings, {}, 1, 1);  // one lane: a write-back takes 160 ns to leave
    // The first frame starts the timer, the second waits for it.
    well.bench.frame_at(well.start, well.maker.normal(64));
    well.bench.frame_at(well.start + 4 * kMicrosecond, well.maker.normal(1'518));
    const Time swap = well.start + 9 * kMicrosecond + phase * 30 * kNanosecond;
    well.bench.write_at(swap, Reg::IVAR, 0, 0x80808083);
    const Time back = swap + 40 * kMicrosecond;
    well.bench.write_at(back, Reg::IVAR, 0, 0x80808080);
    well.bench.frame_at(back + 20 * kMicrosecond, well.maker.normal(64));
    well.run();
    const std::uint64_t before = well.driver.interrupts();
    well.bench.write_at(well.bench.now() + kMicrosecond, Reg::EICS, 0, 1);
    well.run();
    EXPECT_EQ(well.driver.interrupts(), before + 1) << phase;
    EXPECT_EQ(well.delivered(), 3u) << phase;
  }
}

// Without MSI-X no message of the table is sent.
TEST(HostileSoftware, NoTableMessageWithoutMsix) {
  DriverSettings settings;
  settings.queues = 2;
  Well well(settings);
  well.bench.write_at(well.start - 5 * kMicrosecond, Reg::GPIE, 0, 0);
  for (unsigned i = 0; i < 20; ++i)
    well.bench.frame_at(well.start + i * 10 * kMicrosecond, well.maker.normal(64));
  well.run();
  EXPECT_EQ(well.bench.messages(), 0u);
  EXPECT_NE(well.bench.port().function().register_peek(0, offset_of(Reg::EICR)), 0u);
}

// --- Transmit of devices that are smaller than the 82598.

class Small : public CoreBench {
 public:
  explicit Small(const DeviceProfile& profile) : CoreBench(config_of(profile), {}, 1) {
    run_until(10 * kMicrosecond);
  }
  static ControllerConfig config_of(const DeviceProfile& profile) {
    ControllerConfig config;
    config.profile = profile;
    return config;
  }
  static constexpr std::uint64_t kRing = kMemoryBase, kBuffer = kMemoryBase + 0x100000;
  void descriptor(std::uint32_t index, std::uint64_t low, std::uint64_t high) {
    store_le64(memory().at(kRing + std::uint64_t{index} * kDescriptorBytes), low);
    store_le64(memory().at(kRing + std::uint64_t{index} * kDescriptorBytes + 8), high);
  }
  void offer(unsigned queue, std::uint32_t descriptors) {
    write(Reg::TDBAL, queue, static_cast<std::uint32_t>(kRing));
    write(Reg::TDBAH, queue, static_cast<std::uint32_t>(kRing >> 32));
    write(Reg::TDLEN, queue, 64 * kDescriptorBytes);
    write(Reg::TXDCTL, queue, 32 | field::TXDCTL::ENABLE.mask);
    write(Reg::TDT, queue, descriptors);
    run(now() + 100 * kMillisecond);
  }
  std::uint64_t bucket(TxBucket bucket) { return port().accounting().tx_bucket(bucket); }
};

// 100 queues do not divide by 64 pools. The queues left over belong to no pool, and they send.
TEST(HostileSoftware, QueuesLeftOverByThePoolsSend) {
  DeviceProfile profile = device_profile("custom");
  profile.tx_queues = 100;
  Small bench(profile);
  bench.write(Reg::MTQC, 0, field::MTQC::VT_ENA.mask);
  bench.write(Reg::VT_CTL, 0, field::VT_CTL::VT_ENA.mask);
  bench.write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
  bench.descriptor(0, Small::kBuffer, 0x0b000000 | 100);
  bench.offer(99, 1);
  EXPECT_EQ(bench.bucket(TxBucket::kSent), 1u);
}

// The first read of a segmentation request longer than the packet buffer fails. What follows is read and
// finds space, and the next packet is sent.
TEST(HostileSoftware, AFailedRequestLongerThanThePacketBufferIsOver) {
  for (const std::uint64_t first : {std::uint64_t{0x1000}, Small::kBuffer}) {
    const std::uint64_t second = first == Small::kBuffer ? 0x1000 : Small::kBuffer;
    DeviceProfile profile = device_profile("82575");
    Small bench(profile);
    constexpr std::uint64_t kRequest = std::uint64_t{1} << 31 | std::uint64_t{3} << 40;
    const std::uint64_t payload = std::uint64_t{60'000 - 54} << 46;
    bench.descriptor(0, 20 | 14 << 9, 0x20200c00 | std::uint64_t{20} << 40 | std::uint64_t{8'000} << 48);
    bench.descriptor(1, first, 0x22300000 | kRequest | payload | 30'000);
    bench.descriptor(2, second, 0x2b300000 | kRequest | payload | 30'000);
    bench.descriptor(3, Small::kBuffer, 0x2b300000 | 100);
    bench.offer(0, 4);
    EXPECT_EQ(bench.bucket(TxBucket::kDmaError), 1u) << first;
    EXPECT_EQ(bench.bucket(TxBucket::kSent), 1u) << first;
    EXPECT_EQ(bench.port().transmit().in_flight(), 0u) << first;
    EXPECT_EQ(bench.port().transmit().dma().buffer_used(), 0u) << first;
  }
}

// The longest segment, a byte short when the read that brings it begins, in the smallest partition.
TEST(HostileSoftware, TheLongestSegmentFindsSpaceInTheSmallestPartition) {
  for (const std::uint32_t size : {19u << 10, 20u << 10}) {
    Small bench(device_profile("82598"));
    bench.write(Reg::TXPBSIZE0, 0, size);
    bench.write(Reg::DTXCTL, 0, field::DTXCTL::ENDBUBD.mask);
    constexpr std::uint64_t kRequest = std::uint64_t{1} << 31 | std::uint64_t{3} << 40;
    constexpr std::uint64_t kHeader = 511, kSegment = TxDma::kLongestPacket - kHeader;
    const std::uint64_t payload = 2 * kSegment << 46;
    bench.memory().at(Small::kBuffer)[kHeader - 8] = 0x50;
    bench.descriptor(0, 477 | 14 << 9, 0x20200c00 | std::uint64_t{20} << 40 | kSegment << 48);
    bench.descriptor(1, Small::kBuffer, 0x22300000 | kRequest | payload | 1'787);
    bench.descriptor(2, Small::kBuffer + 1'787, 0x22300000 | kRequest | payload | 14'336);
    bench.descriptor(3, Small::kBuffer + 16'123,
                     0x2b300000 | kRequest | payload | (2 * kSegment + kHeader - 16'123));
    bench.offer(0, 4);
    // Too small a partition takes nothing; what is taken is sent.
    EXPECT_EQ(bench.port().transmit().in_flight(), 0u) << size;
    EXPECT_EQ(bench.bucket(TxBucket::kSent), size < 20u << 10 ? 0u : 1u);
  }
}

// --- Outputs that left earlier than was announced.

// Asks the core every nanosecond when the next output may leave. An answer holds until that output or an
// input: nothing may leave before.
class Announced {
 public:
  explicit Announced(CoreBench& bench) : bench_(bench) {
    bench.on_output([this](Time now) {
      broken_ += now < latest_ ? 1 : 0;
      latest_ = 0;
    });
  }
  void run(Time duration) {
    for (const Time end = bench_.now() + duration; bench_.now() < end;) {
      latest_ = std::max(latest_, bench_.core().earliest_output());
      bench_.run_until(bench_.now() + kNanosecond);
    }
  }
  void write_at(Time time, Reg reg, unsigned index, std::uint32_t value) {
    bench_.write_at(time, reg, index, value);
    bench_.at(time, [this] { latest_ = 0; });
  }
  void frame_at(Time time, const FrameRef& frame) {
    bench_.frame_at(time, frame);
    bench_.at(time, [this] { latest_ = 0; });
  }
  unsigned broken() const { return broken_; }

 private:
  CoreBench& bench_;
  Time latest_ = 0;
  unsigned broken_ = 0;
};

// A queue of the 82598 that sends packets of many descriptors of 16 B, of which the first may have more.
class ManyDescriptors : public Small {
 public:
  ManyDescriptors() : Small(device_profile("82598")) {}
  void packet(std::uint32_t count, std::uint32_t first = 16) {
    for (std::uint32_t i = 1; i <= count; ++i, ++posted)
      descriptor(posted, Small::kBuffer, (i == count ? 0x0b000000 : 0x02000000) | (i == 1 ? first : 16));
  }
  void ring(std::uint32_t thresholds) {
    write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kRing));
    write(Reg::TDBAH, 0, static_cast<std::uint32_t>(kRing >> 32));
    write(Reg::TDLEN, 0, 256 * kDescriptorBytes);
    write(Reg::TXDCTL, 0, thresholds | field::TXDCTL::ENABLE.mask);
  }
  std::uint32_t posted = 0;
};

// Descriptors in use and fetched descriptors fill the cache. When one ends, a descriptor is requested for its
// place at that edge.
TEST(Announcements, OfAFetchThatTheEndOfADescriptorMakesPlaceFor) {
  ManyDescriptors bench;
  for (unsigned i = 0; i < 2; ++i) bench.packet(1, 8'000);  // the second one waits for the wire
  bench.packet(64);                                         // there is place for its end once they are read
  bench.ring(127);
  Announced announced(bench);
  announced.write_at(bench.now(), Reg::TDT, 0, bench.posted);
  announced.run(20 * kMicrosecond);
  EXPECT_EQ(bench.bucket(TxBucket::kSent), 3u);
  EXPECT_EQ(announced.broken(), 0u);
}

// A threshold that is raised in the middle of a packet takes effect at once, not at the end of the next
// descriptor.
TEST(Announcements, OfAFetchThatAThresholdAsksForInUse) {
  for (Time after = kMicrosecond; after < 2 * kMicrosecond; after += 100 * kNanosecond) {
    ManyDescriptors bench;
    // The buffer has space for two of them, and the second one waits for the wire.
    bench.write(Reg::TXPBSIZE0, 0, 20 << 10);
    bench.write(Reg::DTXCTL, 0, field::DTXCTL::ENDBUBD.mask);
    for (unsigned i = 0; i < 20; ++i) bench.packet(1, 3'000);
    bench.ring(1);
    Announced announced(bench);
    announced.write_at(bench.now() + after, Reg::TXDCTL, 0, 60 | field::TXDCTL::ENABLE.mask);
    announced.write_at(bench.now(), Reg::TDT, 0, bench.posted);
    announced.run(80 * kMicrosecond);
    EXPECT_EQ(bench.bucket(TxBucket::kSent), 20u);
    EXPECT_EQ(announced.broken(), 0u) << after;
  }
}

// The ring beyond 4 GiB is next to be read. A frame that lacks descriptors puts the ring below in
// front, whose request is shorter.
TEST(Announcements, OfAFetchWithAShorterHeader) {
  constexpr std::uint64_t kFourGib = std::uint64_t{1} << 32;
  std::uint64_t delivered = 0;
  for (unsigned phase = 0; phase < 60; ++phase) {
    BusSettings bus;
    bus.memory_base = kFourGib - (1 << 20);
    bus.memory_bytes = 2 << 20;
    CoreBench bench(ControllerConfig(), bus, 1);
    bench.run_until(10 * kMicrosecond);
    bench.write(Reg::FCTRL, 0, 0x8400);
    bench.write(Reg::HLREG0, 0, 0x08012C0F);
    bench.write(Reg::MHADD, 0, 9'018u << 16);
    bench.write(Reg::SRRCTL, 0, 1 | 1u << 25);
    const std::uint64_t rings[] = {bus.memory_base, kFourGib};
    for (unsigned q = 0; q < 2; ++q) {
      for (unsigned i = 0; i < 64; ++i)
        store_le64(bench.memory().at(rings[q] + std::uint64_t{16} * i),
                   bus.memory_base + 0x10000 + 0x400 * i);
      bench.write(Reg::RDBAL, q, static_cast<std::uint32_t>(rings[q]));
      bench.write(Reg::RDBAH, q, static_cast<std::uint32_t>(rings[q] >> 32));
      bench.write(Reg::RDLEN, q, 64 * kDescriptorBytes);
      // The second one fetches ahead.
      bench.write(Reg::RXDCTL, q, 1u << 16 | 8 * q | field::RXDCTL::ENABLE.mask);
      bench.write(Reg::RDT, q, 2);
      bench.write(Reg::RXCTRL, 0, 3);
      bench.run_until(bench.now() + 20 * kMicrosecond);
    }
    bench.write(Reg::RDT, 0, 32);
    // Four buffers where two descriptors are at hand; the other ring is offered about when it is admitted.
    Announced announced(bench);
    announced.frame_at(bench.now(), FrameMaker(1).normal(3'500));
    announced.write_at(bench.now() + 2'800 * kNanosecond + phase * 4 * kNanosecond, Reg::RDT, 1, 32);
    announced.run(10 * kMicrosecond);
    EXPECT_EQ(announced.broken(), 0u) << phase;
    delivered += bench.port().accounting().bucket(RxBucket::kDelivered);
  }
  EXPECT_EQ(delivered, 60u);
}

}  // namespace
}  // namespace ixsim::bench
