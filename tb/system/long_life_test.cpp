// A controller late in its life: its clock has run for hours, and its counters are full. It then behaves as
// in its first second, picosecond by picosecond.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core_bench.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/device_profile.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kTxRing = kMemoryBase + (4 << 20);
constexpr std::uint64_t kTxBuffers = kMemoryBase + (5 << 20);
constexpr std::uint32_t kTxDescriptors = 64;
constexpr unsigned kFrames = 1'500, kPackets = 600;

struct Life {
  std::vector<EventRecord> events;  // times from the beginning on
  std::uint32_t memory = 0;
  std::uint64_t delivered = 0, sent = 0;
};

bool same(const EventRecord& a, const EventRecord& b) {
  return a.time == b.time && a.port == b.port && a.kind == b.kind && a.queue == b.queue &&
         a.address == b.address && a.length == b.length && a.id == b.id && a.crc == b.crc;
}

// Every counter as after 2^32 - 1 events.
void fill_counters(RegisterFile& registers, RegisterSet set) {
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const auto reg = static_cast<Reg>(i);
    if (info(set, reg).clear_on_read != 0xffffffff || info(set, reg).access != RegisterAccess::kRc) continue;
    for (unsigned k = 0; k < registers.entries(reg); ++k) registers.set(reg, k, 0xffffffff);
  }
}

void expect_full(RegisterFile& registers, Reg reg) { EXPECT_EQ(registers.get(reg), 0xffffffffu); }

class LongLife : public testing::TestWithParam<const char*> {
 protected:
  // Frames and packets of a fixed seed from `begin` on, with moderation, full rings and a busy link.
  static Life live(Time begin, bool full) {
    ControllerConfig config;
    config.profile = device_profile(GetParam());
    BusSettings bus;
    bus.read_spread = 2 * kMicrosecond;
    bus.stall_percent = 2;
    CoreBench bench(config, bus, 7);
    bench.record_events();
    bench.run_until(begin);
    DriverSettings settings;
    settings.eitr = 64;
    settings.ring = 16;
    settings.poll_delay = 20 * kMicrosecond;
    settings.packet_buffer = 64 << 10;
    BenchDriver driver(bench, settings);
    bench.on_message(
        [&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
    const Time start = driver.start(begin + 6 * kMicrosecond);
    receive(bench, start);
    transmit(bench, start);
    if (full) bench.at(start, [&] { fill_counters(bench.port().registers(), config.profile.registers); });
    bench.run(start + kSecond);
    EXPECT_EQ(bench.unaccounted(0), "");
    EXPECT_EQ(bench.packets_unaccounted(0), "");
    EXPECT_EQ(bench.surprises(), 0u);
    if (full) {
      for (const Reg reg : {Reg::GPRC, Reg::TPR, Reg::GPTC, Reg::TPT, Reg::MPC})
        expect_full(bench.port().registers(), reg);
    }
    Life life;
    bench.log().finish();
    life.events = bench.log().records();
    for (EventRecord& record : life.events) record.time -= begin;
    life.memory = crc32c({bench.memory().at(kMemoryBase), bench.memory().size()});
    life.delivered = bench.port().accounting().bucket(RxBucket::kDelivered);
    life.sent = bench.port().accounting().tx_bucket(TxBucket::kSent);
    return life;
  }

  static void expect_same(const Life& early, const Life& late) {
    EXPECT_EQ(late.delivered, early.delivered);
    EXPECT_EQ(late.sent, early.sent);
    EXPECT_EQ(late.memory, early.memory);
    ASSERT_EQ(late.events.size(), early.events.size());
    const auto [a, b] = std::mismatch(early.events.begin(), early.events.end(), late.events.begin(), same);
    EXPECT_EQ(a, early.events.end()) << name(a->kind) << " at " << a->time << " ps is now " << name(b->kind)
                                     << " at " << b->time << " ps";
  }

 private:
  static void receive(CoreBench& bench, Time start) {
    FrameMaker maker(3);
    Random random(3);
    WirePacer pacer;
    for (unsigned i = 0; i < kFrames; ++i) {
      static constexpr std::size_t kSizes[] = {64, 65, 200, 594, 1'518};
      const FrameRef frame = maker.normal(kSizes[random.below(5)]);
      const Time pause = random.chance(1, 20) ? static_cast<Time>(random.below(40)) * kMicrosecond : 0;
      // The pacer counts from the start of the traffic.
      bench.frame_at(start + pacer.start(i == 0 ? 0 : pacer.end() + pause, frame->size()), frame);
    }
  }
  static void transmit(CoreBench& bench, Time start) {
    FrameMaker maker(4);
    const auto fill = [&bench](std::uint32_t index, const FrameRef& frame) {
      const ByteView bytes = frame->without_fcs();
      const std::uint64_t buffer = kTxBuffers + std::uint64_t{index} * 2'048;
      std::copy(bytes.begin(), bytes.end(), bench.memory().at(buffer));
      store_le64(bench.memory().at(kTxRing + index * kDescriptorBytes), buffer);
      store_le64(bench.memory().at(kTxRing + index * kDescriptorBytes + 8), bytes.size | 0x0b00'0000);
    };
    Time at = start;
    const auto put = [&](Reg reg, std::uint32_t value) {
      bench.write_at(at, reg, 0, value);
      at += 100 * kNanosecond;
    };
    put(Reg::TDBAL, static_cast<std::uint32_t>(kTxRing));
    put(Reg::TDBAH, static_cast<std::uint32_t>(kTxRing >> 32));
    put(Reg::TDLEN, kTxDescriptors * kDescriptorBytes);
    if (bench.port().profile().transmit_enable) put(Reg::DMATXCTL, field::DMATXCTL::TE.mask);
    put(Reg::TXDCTL, 32 | field::TXDCTL::ENABLE.mask);
    constexpr std::uint32_t kAtATime = 20;
    for (std::uint32_t posted = kAtATime; posted <= kPackets; posted += kAtATime) {
      at += 30 * kMicrosecond;
      for (std::uint32_t i = posted - kAtATime; i < posted; ++i) {
        bench.at(at, [fill, i, frame = maker.normal(64 + 2 * i)] { fill(i % kTxDescriptors, frame); });
      }
      put(Reg::TDT, posted % kTxDescriptors);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Devices, LongLife, testing::Values("82598", "82599"),
                         [](const auto& device) { return "of_" + std::string(device.param); });

TEST_P(LongLife, HoursLaterEverythingHappensAtTheSamePicosecond) {
  const Life early = live(kSecond, false);
  EXPECT_GT(early.delivered, kFrames / 2);
  EXPECT_EQ(early.sent, kPackets);
  // Past 2^42 ps and 2^53 ps, and in the last hour to which the core can count.
  for (const Time begin : {5 * kSecond, 10'000 * kSecond, 79 * 3'600 * kSecond}) {
    SCOPED_TRACE(begin);
    expect_same(early, live(begin, false));
  }
}

TEST_P(LongLife, FullCountersStayFullAndChangeNothingElse) {
  expect_same(live(kSecond, false), live(kSecond, true));
}

}  // namespace
}  // namespace ixsim::bench
