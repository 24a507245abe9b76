// The datasheet's counters against the buckets, and both against what the frame maker knows it sent, over
// random traffic; saturation and clearing on read.
#include <gtest/gtest.h>

#include <map>

#include "core_bench.h"
#include "ixsim/ethernet/wire_pacer.h"

namespace ixsim::bench {
namespace {

struct Outcome {
  std::map<Special, std::uint64_t> sent;
  std::uint64_t octets = 0;  // of all normal and broadcast frames
  std::array<std::uint64_t, 6> sizes{};
};

std::uint64_t sum(CoreBench& bench, Reg reg) {
  std::uint64_t total = 0;
  for (unsigned i = 0; i < info(reg).count; ++i) total += bench.port().register_peek(0, offset_of(reg, i));
  return total;
}

void identities(std::uint64_t seed, bool crowded, bool drop, bool store_bad) {
  SCOPED_TRACE("seed " + std::to_string(seed) + (crowded ? " crowded" : "") + (drop ? " drop" : "") +
               (store_bad ? " SBP" : ""));
  Random random(seed);
  CoreBench bench(ControllerConfig(), BusSettings(), seed);
  DriverSettings settings;
  settings.queues = 6;
  settings.wthresh = 1;
  settings.fctrl = 0x8400u | (store_bad ? 2u : 0);
  settings.vlnctrl = 0x40008100;  // VLAN filter on, no VLAN in it
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
  // Frames before receive is enabled are nobody's.
  bench.frame_at(7 * kMicrosecond, maker.normal(64));
  bench.frame_at(9 * kMicrosecond, maker.normal(64));
  for (unsigned i = 0; i < 3'000; ++i) {
    static constexpr std::size_t kSizes[] = {64, 65, 127, 128, 255, 256, 511, 512, 1'023, 1'024, 1'518};
    const std::size_t size = kSizes[random.below(11)];
    const auto kind = static_cast<Special>(random.chance(1, 3) ? 1 + random.below(kSpecials - 1) : 0);
    const FrameRef frame = maker.special(kind, size, 2'000);
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
  const auto bucket = [&](RxBucket b) { return bench.port().bucket(b); };
  const auto count = [&](Special kind) { return sent.sent[kind]; };
  ASSERT_EQ(bench.unaccounted(0), "");
  ASSERT_TRUE(bench.port().held_frames().empty());

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
  if (!store_bad) {
    EXPECT_EQ(sum(bench, Reg::GPRC), stored);
  }
  EXPECT_EQ(sum(bench, Reg::GPRC), sum(bench, Reg::PRC64) + sum(bench, Reg::PRC127) +
                                       sum(bench, Reg::PRC255) + sum(bench, Reg::PRC511) +
                                       sum(bench, Reg::PRC1023) + sum(bench, Reg::PRC1522));
  EXPECT_EQ(sum(bench, Reg::QPRC), bucket(RxBucket::kDelivered));
  EXPECT_EQ(driver.frames(), bucket(RxBucket::kDelivered));
  EXPECT_EQ(sum(bench, Reg::QBRC), driver.bytes());
  EXPECT_GE(sum(bench, Reg::RNBC), bucket(RxBucket::kNoDescriptor));
  EXPECT_EQ(bucket(RxBucket::kNoDescriptor) > 0, drop && crowded);
  EXPECT_EQ(bucket(RxBucket::kPacketBufferFull) > 0, crowded && !drop);
  if (!crowded) {
    EXPECT_EQ(sum(bench, Reg::GPRC), count(Special::kNone) + count(Special::kBroadcast));
    EXPECT_EQ(sum(bench, Reg::GORCH), sent.octets);
    EXPECT_EQ(sum(bench, Reg::BPRC), count(Special::kBroadcast));
    static constexpr Reg kBySize[] = {Reg::PRC64,  Reg::PRC127,  Reg::PRC255,
                                      Reg::PRC511, Reg::PRC1023, Reg::PRC1522};
    for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(sum(bench, kBySize[i]), sent.sizes[i]) << i;
  }
}

TEST(Statistics, CountersAgreeWithBucketsAndWithTheSource) {
  for (const bool store_bad : {false, true}) {
    identities(1, false, false, store_bad);
    identities(2, true, true, store_bad);
    identities(3, true, false, store_bad);
  }
}

TEST(Statistics, EveryCounterClearsOnReadAndSaturates) {
  CoreBench bench(ControllerConfig(), BusSettings(), 1);
  auto& registers = const_cast<RegisterFile&>(bench.port().registers());
  std::map<std::uint64_t, std::uint64_t> seen;
  bench.on_register_data([&](Time, std::uint64_t id, std::uint64_t value) { seen[id] = value; });
  Time time = 10 * kMicrosecond;
  unsigned counters = 0;
  bench.run(kMillisecond);
  std::vector<std::pair<Reg, unsigned>> all;
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const auto reg = static_cast<Reg>(i);
    if (info(reg).clear_on_read != 0xffffffff || info(reg).access != RegisterAccess::kRc) continue;
    for (unsigned k = 0; k < info(reg).count; ++k) all.emplace_back(reg, k);
  }
  time = std::max(time, bench.now());
  for (const auto& [reg, k] : all) {
    registers.set(reg, k, 0xfffffffe);
    registers.add_saturating(reg, k, 1);
    registers.add_saturating(reg, k, 12'345);
    bench.read_at(time, offset_of(reg, k));
    bench.read_at(time + kMicrosecond, offset_of(reg, k));
    time += 2 * kMicrosecond;
    ++counters;
  }
  bench.run(kSecond);
  ASSERT_GT(counters, 100u);
  ASSERT_EQ(seen.size(), 2 * counters);
  for (const auto& [id, value] : seen)
    EXPECT_EQ(value, id % 2 == 0 ? 0xffffffffu : 0u) << info(all[id / 2].first).name;
}

}  // namespace
}  // namespace ixsim::bench
