// The datasheet's counters against the outcomes, and both against the frames that the frame maker sent, over
// random traffic; saturation and clearing on read.
#include <gtest/gtest.h>

#include <map>

#include "ethernet/wire_pacer.h"
#include "pool_bench.h"

namespace ixsim::bench {
namespace {

struct Outcome {
  std::map<Special, std::uint64_t> sent;
  std::uint64_t octets = 0;        // of all normal and broadcast frames
  std::uint64_t total_octets = 0;  // of all frames that no filter rejects
  std::uint64_t multicast = 0;
  std::uint64_t wrong_checksums = 0;  // in good frames for the host
  std::array<std::uint64_t, 6> sizes{};
};

// Returns a good frame with that byte changed.
FrameRef changed(const Frame& frame, std::size_t place, std::uint8_t bits) {
  const ByteView good = frame.without_fcs();
  std::vector<std::uint8_t> bytes(good.begin(), good.end());
  bytes[place] ^= bits;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

// Frames of random bytes that happen to begin as IPv4 have a header checksum, and it is wrong.
bool looks_like_ip(const Frame& frame) {
  const ByteView bytes = frame.without_fcs();
  const std::size_t header = 4u * (bytes.data[14] & 0xf);
  return load_be16(bytes.data + 12) == 0x0800 && bytes.data[14] >> 4 == 4 && header >= 20 &&
         14 + header <= bytes.size;
}

std::uint64_t sum(CoreBench& bench, Reg reg) {
  std::uint64_t total = 0;
  for (unsigned i = 0; i < info(reg).count; ++i)
    total += bench.port().function().register_peek(0, offset_of(reg, i));
  return total;
}

void identities(std::uint64_t seed, bool crowded, bool drop, bool store_bad, bool silicon) {
  SCOPED_TRACE("seed " + std::to_string(seed) + (crowded ? " crowded" : "") + (drop ? " drop" : "") +
               (store_bad ? " SBP" : "") + (silicon ? " silicon" : ""));
  Random random(seed);
  ControllerConfig config;
  config.ports[0].silicon_counters = silicon;
  CoreBench bench(config, BusSettings(), seed);
  DriverSettings settings;
  settings.queues = 6;
  settings.wthresh = 1;
  settings.fctrl = 0xa500u | (store_bad ? 2u : 0);  // RFCE, DPF, BAM, MPE
  settings.vlnctrl = 0x40008100;                    // VLAN filter on, no VLAN in it
  settings.max_frame = 2'000;
  settings.drop = drop;
  if (crowded) {
    settings.ring = 16;
    settings.poll_delay = 60 * kMicrosecond;
    settings.packet_buffer = 8 << 10;
  }
  BenchDriver driver(bench, settings);
  bench.on_message([&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
  const Time start = driver.start(6 * kMicrosecond);
  FrameMaker maker(seed);
  WirePacer pacer;
  Outcome sent;
  // Frames before receive is enabled count for no queue.
  bench.frame_at(7 * kMicrosecond, maker.normal(64));
  bench.frame_at(9 * kMicrosecond, maker.normal(64));
  for (unsigned i = 0; i < 3'000; ++i) {
    static constexpr std::size_t kSizes[] = {64, 65, 127, 128, 255, 256, 511, 512, 1'023, 1'024, 1'518};
    const std::size_t size = kSizes[random.below(11)];
    const auto kind = static_cast<Special>(random.chance(1, 3) ? 1 + random.below(kSpecials - 1) : 0);
    FrameRef frame = maker.special(kind, size, 2'000);
    if (kind == Special::kNone) {
      // Multicast; a wrong header checksum; a wrong checksum over the payload; all other frames are right.
      constexpr std::size_t kIpChecksum = 24, kPayload = 42;
      const std::uint64_t extra = random.below(10);
      if (extra == 1) frame = changed(*frame, 0, 1);
      if (extra == 2) frame = changed(*frame, kIpChecksum, 0x10);
      if (extra == 3) frame = changed(*frame, kPayload, 0x80);
      if (extra == 1) ++sent.multicast;
      if (extra == 2 || extra == 3) ++sent.wrong_checksums;
    } else if (kind == Special::kBroadcast && looks_like_ip(*frame)) {
      ++sent.wrong_checksums;
    }
    if (kind != Special::kUnknown && kind != Special::kForeignVlan) sent.total_octets += frame->size();
    bench.frame_at(pacer.start(start + (random.chance(1, 9) ? pacer.end() - start + 3 * kMicrosecond : 0),
                               frame->size()),
                   frame);
    ++sent.sent[kind];
    if (kind == Special::kNone || kind == Special::kBroadcast) {
      sent.octets += frame->size();
      const std::size_t n = frame->size();
      ++sent.sizes[n <= 64 ? 0 : n <= 127 ? 1 : n <= 255 ? 2 : n <= 511 ? 3 : n <= 1'023 ? 4 : 5];
    }
  }
  bench.run(kSecond);
  driver.stop_polling();
  const auto bucket = [&](RxBucket b) { return bench.port().accounting().bucket(b); };
  const auto count = [&](Special kind) { return sent.sent[kind]; };
  ASSERT_EQ(bench.unaccounted(0), "");
  ASSERT_TRUE(bench.port().accounting().held_frames().empty());

  // The MAC's counters know nothing of what happens behind it.
  EXPECT_EQ(bucket(RxBucket::kRxDisabled), 2u);
  EXPECT_EQ(sum(bench, Reg::TPR), 3'000u);
  EXPECT_EQ(sum(bench, Reg::CRCERRS), count(Special::kBadCrc));
  EXPECT_EQ(sum(bench, Reg::ILLERRC), count(Special::kSymbol));
  EXPECT_EQ(sum(bench, Reg::RUC), count(Special::kRunt));
  EXPECT_EQ(sum(bench, Reg::RFC), count(Special::kFragment) + count(Special::kTiny));
  EXPECT_EQ(sum(bench, Reg::ROC), count(Special::kOversize));
  EXPECT_EQ(sum(bench, Reg::RJC), count(Special::kJabber));
  EXPECT_EQ(sum(bench, Reg::RLEC), count(Special::kLengthField));
  EXPECT_EQ(sum(bench, Reg::LXOFFRXC), count(Special::kPauseOff));
  EXPECT_EQ(sum(bench, Reg::LXONRXC), count(Special::kPauseOn));
  EXPECT_EQ(sum(bench, Reg::TORH), sent.total_octets) << "bad frames and flow control included";
  EXPECT_EQ(sum(bench, Reg::TORL), 0u);
  // Buckets by what was sent.
  const std::uint64_t bad = count(Special::kBadCrc) + count(Special::kSymbol) + count(Special::kRunt) +
                            count(Special::kFragment) + count(Special::kOversize) + count(Special::kJabber) +
                            count(Special::kLengthField);
  EXPECT_EQ(bucket(RxBucket::kMacControl),
            count(Special::kPauseOff) + count(Special::kPauseOn) + count(Special::kControl));
  EXPECT_EQ(bucket(RxBucket::kNoFilter), count(Special::kUnknown));
  EXPECT_EQ(bucket(RxBucket::kVlan), count(Special::kForeignVlan));
  const std::uint64_t mac_drops = bucket(RxBucket::kSymbol) + bucket(RxBucket::kCrc) +
                                  bucket(RxBucket::kUndersize) + bucket(RxBucket::kOversize) +
                                  bucket(RxBucket::kLength);
  EXPECT_EQ(mac_drops, (store_bad ? 0 : bad) + count(Special::kTiny));
  // Every frame counted in TPR is dropped by the MAC or a filter, missed, or stored; a good stored one is in
  // GPRC.
  EXPECT_EQ(sum(bench, Reg::MPC), bucket(RxBucket::kPacketBufferFull));
  const std::uint64_t stored = bucket(RxBucket::kDelivered) + bucket(RxBucket::kNoDescriptor) +
                               bucket(RxBucket::kQueueDisabled) + bucket(RxBucket::kDmaError);
  EXPECT_EQ(sum(bench, Reg::TPR), mac_drops + bucket(RxBucket::kMacControl) + bucket(RxBucket::kNoFilter) +
                                      bucket(RxBucket::kVlan) + bucket(RxBucket::kPacketBufferFull) + stored);
  EXPECT_EQ(stored + sum(bench, Reg::MPC),
            count(Special::kNone) + count(Special::kBroadcast) + (store_bad ? bad : 0));
  // As drivers correct the counters of the part. Of the frames that are missed, SBP admits bad ones.
  const std::uint64_t sizes = sum(bench, Reg::PRC64) + sum(bench, Reg::PRC127) + sum(bench, Reg::PRC255) +
                              sum(bench, Reg::PRC511) + sum(bench, Reg::PRC1023) + sum(bench, Reg::PRC1522);
  const std::uint64_t good = silicon && !store_bad ? sum(bench, Reg::GPRC) - sum(bench, Reg::MPC)
                             : silicon             ? sizes
                                                   : sum(bench, Reg::GPRC);
  const std::uint64_t multicast = sum(bench, Reg::MPRC) - (silicon ? sum(bench, Reg::BPRC) : 0);
  if (silicon) {
    EXPECT_GE(sum(bench, Reg::GPRC), sizes);
    EXPECT_LE(sum(bench, Reg::GPRC), sizes + sum(bench, Reg::MPC));
  }
  if (!store_bad) {
    EXPECT_EQ(good, stored);
  }
  EXPECT_EQ(good, sum(bench, Reg::PRC64) + sum(bench, Reg::PRC127) + sum(bench, Reg::PRC255) +
                      sum(bench, Reg::PRC511) + sum(bench, Reg::PRC1023) + sum(bench, Reg::PRC1522));
  EXPECT_EQ(sum(bench, Reg::QPRC), bucket(RxBucket::kDelivered));
  EXPECT_EQ(driver.frames(), bucket(RxBucket::kDelivered));
  EXPECT_EQ(sum(bench, Reg::QBRC), driver.bytes());
  EXPECT_GE(sum(bench, Reg::RNBC), bucket(RxBucket::kNoDescriptor));
  EXPECT_EQ(bucket(RxBucket::kNoDescriptor) > 0, drop && crowded);
  EXPECT_EQ(bucket(RxBucket::kPacketBufferFull) > 0, crowded && !drop);
  if (!crowded) {
    EXPECT_EQ(good, count(Special::kNone) + count(Special::kBroadcast));
    EXPECT_EQ(sum(bench, Reg::GORCH), sent.octets);
    EXPECT_EQ(sum(bench, Reg::BPRC), count(Special::kBroadcast));
    EXPECT_GT(sent.multicast, 50u);
    EXPECT_EQ(multicast, sent.multicast);
    EXPECT_GT(sent.wrong_checksums, 100u);
    EXPECT_EQ(sum(bench, Reg::XEC), sent.wrong_checksums);
    static constexpr Reg kBySize[] = {Reg::PRC64,  Reg::PRC127,  Reg::PRC255,
                                      Reg::PRC511, Reg::PRC1023, Reg::PRC1522};
    for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(sum(bench, kBySize[i]), sent.sizes[i]) << i;
  }
}

TEST(Statistics, CountersAgreeWithBucketsAndWithTheSource) {
  for (const bool silicon : {false, true}) {
    for (const bool store_bad : {false, true}) {
      identities(1, false, false, store_bad, silicon);
      identities(2, true, true, store_bad, silicon);
      identities(3, true, false, store_bad, silicon);
    }
  }
}

// A run of frames that the filters, the buffer and the statistics maps have something to say about.
struct Counted {
  explicit Counted(const ControllerConfig& config, std::uint32_t packet_buffer = 512 << 10)
      : bench(config, BusSettings(), 1), driver(bench, settings(packet_buffer)) {
    bench.on_message(
        [this](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
    bench.run_until(driver.start(6 * kMicrosecond));
  }
  static DriverSettings settings(std::uint32_t packet_buffer) {
    DriverSettings settings;
    settings.wthresh = 1;
    settings.ring = 8;
    settings.poll_delay = 40 * kMicrosecond;
    settings.packet_buffer = packet_buffer;
    settings.fctrl = 0xe400;  // BAM, DPF, RPFCE, RFCE
    return settings;
  }
  void send(const FrameRef& frame, unsigned count = 1) {
    for (unsigned i = 0; i < count; ++i) {
      bench.frame_at(bench.now(), frame);
      bench.run_until(bench.now() + static_cast<Time>(frame->size() + 20) * kByteTime10G);
    }
  }
  CoreBench bench;
  BenchDriver driver;
};

TEST(Statistics, DeviateAsThePartDoesWhenAskedTo) {
  ControllerConfig config;
  for (const bool silicon : {false, true}) {
    config.ports[0].silicon_counters = silicon;
    Counted c(config, 4 << 10);
    FrameMaker maker(1);
    c.send(maker.special(Special::kBroadcast, 100, 1'518), 3);
    c.bench.run(kSecond);
    c.send(maker.normal(1'500), 40);
    c.bench.run(kSecond);
    const std::uint64_t missed = c.bench.port().accounting().bucket(RxBucket::kPacketBufferFull);
    EXPECT_GT(missed, 0u);
    EXPECT_EQ(sum(c.bench, Reg::MPC), missed);
    EXPECT_EQ(sum(c.bench, Reg::GPRC), 43 - (silicon ? 0 : missed));
    EXPECT_EQ(sum(c.bench, Reg::MPRC), silicon ? 3u : 0u);
    EXPECT_EQ(sum(c.bench, Reg::BPRC), 3u);
  }
}

// A bad frame counts there unless a filter has rejected it, which sees it with SBP alone.
TEST(Statistics, TotalOctetsAreThoseThatNoFilterRejects) {
  FrameMaker maker(1);
  FrameMaker elsewhere(2, MacAddress{0x02, 0, 0, 0, 0, 9});
  for (const bool store_bad : {false, true}) {
    Counted c{ControllerConfig()};
    if (store_bad) c.bench.write(Reg::FCTRL, 0, 0xe402);
    const auto octets = [&](const FrameRef& frame) {
      c.send(frame);
      c.bench.run(c.bench.now() + kSecond);
      return c.bench.read(Reg::TORH);
    };
    EXPECT_EQ(octets(maker.normal(100)), 100u);
    EXPECT_EQ(octets(elsewhere.normal(100)), 0u) << "the address filter";
    EXPECT_EQ(octets(maker.special(Special::kBadCrc, 128, 1'518)), 128u);
    EXPECT_EQ(octets(elsewhere.special(Special::kBadCrc, 128, 1'518)), store_bad ? 0u : 128u);
    EXPECT_EQ(octets(maker.special(Special::kRunt, 64, 1'518)), 40u);
    EXPECT_EQ(octets(maker.special(Special::kPauseOff, 64, 1'518)), 64u);
    EXPECT_EQ(octets(maker.special(Special::kControl, 64, 1'518)), 64u);
    EXPECT_EQ(c.bench.read(Reg::TORH), 0u) << "cleared";
  }
}

TEST(Statistics, PriorityPausesAreCountedByPriority) {
  Counted c{ControllerConfig()};
  std::uint8_t bytes[60] = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01, 0x02};
  store_be16(bytes + 12, 0x8808);
  store_be16(bytes + 14, 0x0101);
  store_be16(bytes + 16, 0x0085);  // priorities 0, 2 and 7
  store_be16(bytes + 18, 10);
  store_be16(bytes + 22, 0);
  store_be16(bytes + 32, 1);
  c.send(make_frame_with_fcs({bytes, sizeof bytes}), 2);
  c.bench.run(kSecond);
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(c.bench.read(Reg::PXOFFRXC, i), i == 0 || i == 7 ? 2u : 0u) << i;
    EXPECT_EQ(c.bench.read(Reg::PXONRXC, i), i == 2 ? 2u : 0u) << i;
  }
  EXPECT_EQ(c.bench.read(Reg::PXOFFRXC, 0), 0u) << "cleared";
}

TEST(Statistics, ShortFramesAndLostLinksAreCounted) {
  Counted c{ControllerConfig()};
  FrameMaker maker(1);
  c.send(maker.special(Special::kRunt, 64, 1'518), 2);
  c.send(maker.special(Special::kFragment, 64, 1'518), 3);
  c.send(maker.special(Special::kBadCrc, 64, 1'518), 4);
  c.bench.run(kSecond);
  EXPECT_EQ(c.bench.read(Reg::MSPDC), 5u);
  LinkPartner absent;
  absent.present = false;
  for (unsigned i = 0; i < 3; ++i) {
    c.bench.core().link_partner(c.bench.now(), 0, absent);
    c.bench.core().link_partner(c.bench.now(), 0, LinkPartner());
    c.bench.run_until(c.bench.now() + 30 * kMicrosecond);
  }
  EXPECT_EQ(c.bench.read(Reg::MLFC), 3u);
}

// An error symbol is distinguished from a wrong FCS, in the counters and in the descriptor of a stored frame.
TEST(Statistics, LineErrorsAreNotWrongChecksums) {
  Counted c{ControllerConfig()};
  c.bench.write(Reg::FCTRL, 0, 0x402);  // BAM, SBP
  FrameMaker maker(1);
  std::vector<std::uint8_t> bytes(100, 0xff);
  store_be16(bytes.data() + 12, 0x88b5);
  const FrameRef good = make_frame_with_fcs({bytes.data(), bytes.size()});
  std::vector<std::uint8_t> wire(good->bytes().begin(), good->bytes().end());
  FrameNotes line_error;
  line_error.symbol_error = true;
  const auto errors_of = [&](const FrameRef& frame) {
    c.driver.stop_polling();
    const std::uint32_t head = c.bench.read(Reg::RDH);
    c.send(frame);
    c.bench.run(c.bench.now() + kSecond);
    return load_le64(c.bench.memory().at(kMemoryBase + head * kDescriptorBytes + 8)) >> 24 & 0xff;
  };
  EXPECT_EQ(errors_of(good), 0u);
  EXPECT_EQ(errors_of(make_frame({wire.data(), wire.size()}, line_error)), 8u) << "PE";
  wire.back() ^= 1;
  EXPECT_EQ(errors_of(make_frame({wire.data(), wire.size()})), 1u) << "CE";
  EXPECT_EQ(errors_of(make_frame({wire.data(), wire.size()}, line_error)), 9u);
  EXPECT_EQ(c.bench.read(Reg::ILLERRC), 2u);
  EXPECT_EQ(c.bench.read(Reg::ERRBC), 2u);
  EXPECT_EQ(c.bench.read(Reg::CRCERRS), 2u);
  // A frame with both errors has the outcome of the symbol.
  c.bench.write(Reg::FCTRL, 0, 0x400);
  c.send(make_frame({wire.data(), wire.size()}, line_error));
  c.bench.run(c.bench.now() + kSecond);
  EXPECT_EQ(c.bench.port().accounting().bucket(RxBucket::kSymbol), 1u);
  EXPECT_EQ(c.bench.port().accounting().bucket(RxBucket::kCrc), 0u);
}

TEST(Statistics, RemoteFaultsAreCountedAsTheyBegin) {
  Counted c{ControllerConfig()};
  const auto partner = [&](bool fault, bool ten) {
    LinkPartner p;
    p.remote_fault = fault;
    p.speed_10g = ten;
    p.speed_1g = !ten;
    c.bench.core().link_partner(c.bench.now(), 0, p);
    c.bench.run_until(c.bench.now() + 30 * kMicrosecond);
  };
  for (unsigned i = 0; i < 3; ++i) {
    partner(true, true);
    partner(true, true);
    partner(false, true);
  }
  EXPECT_EQ(c.bench.read(Reg::MRFC), 3u);
  EXPECT_EQ(c.bench.read(Reg::MLFC), 0u);
  // At 1 Gb/s it is a bit of negotiation.
  partner(false, false);
  c.bench.write(Reg::AUTOC, 0, 0xC0000000 | 2u << 13 | 1u << 12);
  c.bench.run_until(c.bench.now() + 101 * kMillisecond);
  EXPECT_EQ(c.bench.read(Reg::PCS1GLSTA) >> 16 & 0xf, 1u);
  partner(true, false);
  EXPECT_EQ(c.bench.read(Reg::PCS1GLSTA) >> 16 & 0xf, 9u) << "AN_COMPLETE, REMOTE_FAULT";
  EXPECT_EQ(c.bench.read(Reg::MRFC), 0u);
}

TEST(Statistics, QueueCountersFollowTheirMap) {
  Counted c{ControllerConfig()};
  // Every queue of the eight counts in counter 15 - its number.
  for (unsigned i = 0; i < 2; ++i) {
    std::uint32_t map = 0;
    for (unsigned k = 0; k < 4; ++k) map |= (15 - (4 * i + k)) << (8 * k);
    c.bench.write(Reg::RQSMR, i, map);
  }
  FrameMaker maker(1);
  std::array<std::uint64_t, 8> delivered{};
  for (unsigned i = 0; i < 40; ++i) {
    c.send(maker.normal(200));
    c.bench.run(c.bench.now() + kSecond);
    for (unsigned q = 0; q < 8; ++q) {
      const std::uint64_t packets = c.bench.port().function().register_peek(0, offset_of(Reg::QPRC, 15 - q));
      EXPECT_EQ(c.bench.port().function().register_peek(0, offset_of(Reg::QBRC, 15 - q)), packets * 196);
      delivered[q] = packets;
    }
  }
  std::uint64_t total = 0, used = 0;
  for (const std::uint64_t count : delivered) {
    total += count;
    used += count != 0 ? 1 : 0;
  }
  EXPECT_EQ(total, 40u);
  EXPECT_GT(used, 3u) << "several queues";
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(c.bench.read(Reg::QPRC, i), 0u);
  EXPECT_EQ(c.bench.read(Reg::GORCL) + c.bench.read(Reg::TORL), 0u);
  EXPECT_EQ(c.bench.read(Reg::GORCH), 40u * 200);
}

// A device that takes every frame into queue 0 and sends from it.
struct OctetBench : PoolBench {
  explicit OctetBench(const char* name) : PoolBench(device_profile(name)) {
    set(Reg::FCTRL, 0, field::FCTRL::UPE.mask);
    open(0);
    open_transmit(0);
    if (wide()) set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
    receive_on();
  }
  bool wide() const { return profile().pool_bitmaps; }
  void exchange(std::size_t received, std::size_t sent) {
    send(frame_of(mac_of(1), mac_of(2), received));
    transmit(0, frame_of(mac_of(2), mac_of(1), sent));
    run(now() + kMillisecond);
  }
  // Value of the counter as a driver reads it, low half first, and whether the reads clear it.
  std::uint64_t take(Reg low, Reg high) {
    const std::uint64_t bits = get(low);
    EXPECT_EQ(get(low), bits) << "the read of the low word clears nothing";
    const std::uint64_t counted = std::uint64_t{get(high)} << 32 | bits;
    EXPECT_EQ(get(low), 0u);
    EXPECT_EQ(get(high), 0u);
    return wide() ? counted : counted >> 32;
  }
  void fill(Reg low, Reg high, std::uint64_t octets) {
    RegisterFile& registers = port().registers();
    if (wide()) registers.set(low, 0, static_cast<std::uint32_t>(octets));
    registers.set(high, 0, static_cast<std::uint32_t>(wide() ? octets >> 32 : octets));
  }
};

TEST(Statistics, OctetsAreFoundWhereTheDriversOfEachDeviceLook) {
  for (const char* name : {"82598", "82575", "82599", "82576", "custom"}) {
    SCOPED_TRACE(name);
    OctetBench bench(name);
    bench.exchange(100, 300);
    bench.exchange(1'518, 64);
    bench.send(frame_of(mac_of(1), mac_of(2), 60));  // in TORH and TORL alone
    EXPECT_EQ(bench.get(Reg::GORCL), bench.wide() ? 1'618u : 0u);
    EXPECT_EQ(bench.take(Reg::GORCL, Reg::GORCH), 1'618u);
    EXPECT_EQ(bench.take(Reg::GOTCL, Reg::GOTCH), 364u);
    EXPECT_EQ(bench.take(Reg::TORL, Reg::TORH), 1'678u);
  }
}

TEST(Statistics, OctetsBeyondTheLowWordAreKeptAndAFullCounterStaysFull) {
  struct Counter {
    Reg low, high;
    std::uint64_t octets;
  };
  static constexpr Counter kCounters[] = {
      {Reg::GORCL, Reg::GORCH, 200}, {Reg::GOTCL, Reg::GOTCH, 500}, {Reg::TORL, Reg::TORH, 200}};
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    OctetBench bench(name);
    const std::uint64_t full = bench.wide() ? 0xfffffffff : 0xffffffff;
    for (const std::uint64_t before : {std::uint64_t{0xffffff80}, full - 600, full - 150, full}) {
      for (const Counter& c : kCounters) bench.fill(c.low, c.high, before);
      bench.exchange(200, 500);
      for (const Counter& c : kCounters)
        EXPECT_EQ(bench.take(c.low, c.high), std::min(before + c.octets, full)) << info(c.low).name << before;
    }
  }
}

class Counters : public testing::TestWithParam<const char*> {
 protected:
  Counters() { bench.run_until(kMillisecond); }
  // Just below its end.
  void preload(Reg reg, unsigned index) { bench.port().registers().set(reg, index, 0xfffffffe); }
  void expect_at_end(Reg reg, unsigned index) {
    SCOPED_TRACE(std::string(info(reg).name) + "[" + std::to_string(index) + "]");
    EXPECT_EQ(bench.get(reg, index), 0xffffffffu);
    EXPECT_EQ(bench.get(reg, index), 0u);
  }
  unsigned entries(Reg reg) { return bench.port().registers().entries(reg); }

  PoolBench bench{device_profile(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Devices, Counters, testing::Values("82598", "82599"),
                         [](const auto& profile) { return "of_" + std::string(profile.param); });

TEST_P(Counters, AllClearOnReadAndSaturate) {
  RegisterFile& registers = bench.port().registers();
  const RegisterSet set = bench.port().profile().registers;
  unsigned counters = 0;
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const auto reg = static_cast<Reg>(i);
    if (info(set, reg).clear_on_read != 0xffffffff || info(set, reg).access != RegisterAccess::kRc) continue;
    for (unsigned k = 0; k < entries(reg); ++k, ++counters) {
      preload(reg, k);
      registers.add_saturating(reg, k, 1);
      registers.add_saturating(reg, k, 12'345);
      expect_at_end(reg, k);
    }
  }
  EXPECT_GT(counters, 100u);
}

// Three frames of each kind are more than a counter has left that stands two below its end.
TEST_P(Counters, StayAtTheirEndWhenMoreFramesCome) {
  static constexpr Reg kCounted[] = {Reg::TPR,     Reg::GPRC,    Reg::BPRC,     Reg::MPRC,    Reg::PRC64,
                                     Reg::PRC127,  Reg::PRC255,  Reg::PRC511,   Reg::PRC1023, Reg::PRC1522,
                                     Reg::CRCERRS, Reg::ILLERRC, Reg::RUC,      Reg::RFC,     Reg::ROC,
                                     Reg::RJC,     Reg::LXONRXC, Reg::LXOFFRXC, Reg::GPTC,    Reg::TPT,
                                     Reg::BPTC,    Reg::MPTC,    Reg::PTC64,    Reg::PTC127,  Reg::PTC255,
                                     Reg::PTC511,  Reg::PTC1023, Reg::PTC1522,  Reg::QPRC,    Reg::QPTC};
  // Those of the 82599 are wider, and the read of the high word clears them.
  std::vector<Reg> counted(std::begin(kCounted), std::end(kCounted));
  if (bench.port().profile().registers == RegisterSet::k82598)
    counted.insert(counted.end(), {Reg::QBRC, Reg::QBTC});
  bench.set(Reg::FCTRL, 0, 0x8700);  // RFCE, BAM, UPE, MPE
  bench.open(0);
  bench.receive_on();
  bench.open_transmit(0);
  if (bench.port().profile().transmit_enable) bench.set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  unsigned counters = 0;
  for (const Reg reg : counted) {
    if (entries(reg) != 0) preload(reg, 0);
  }
  constexpr std::size_t kLongest = 1'518;
  constexpr MacAddress kGroup{0x01, 0x00, 0x5e, 0, 0, 1};
  FrameMaker maker(1);
  for (unsigned i = 0; i < 3; ++i) {
    for (const std::size_t size : {64u, 100u, 200u, 400u, 800u, 1'500u}) {
      bench.send(frame_of(mac_of(1), mac_of(2), size));
      bench.transmit(0, frame_of(mac_of(2), mac_of(1), size));
    }
    for (const MacAddress& many : {kEveryone, kGroup}) {
      bench.send(frame_of(many, mac_of(2)));
      bench.transmit(0, frame_of(many, mac_of(1)));
    }
    for (const Special kind : {Special::kBadCrc, Special::kSymbol, Special::kRunt, Special::kFragment,
                               Special::kOversize, Special::kJabber, Special::kPauseOff, Special::kPauseOn})
      bench.send(maker.special(kind, 200, kLongest));
  }
  bench.run_until(bench.now() + kMillisecond);
  for (const Reg reg : counted) {
    if (entries(reg) == 0) continue;
    expect_at_end(reg, 0);
    ++counters;
  }
  EXPECT_GE(counters, 28u);
}

}  // namespace
}  // namespace ixsim::bench
