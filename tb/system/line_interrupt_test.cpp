// Interrupts without MSI-X, by the line and by MSI, from real frames and packets. The tests cover the bit of
// EICR of a queue's cause, the spacing by EITR[0], and a handler that relies on EIAM to mask and on EIMS to
// be notified of later causes.
#include <gtest/gtest.h>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr unsigned kQueues = 4;
constexpr unsigned kTxRing = 64;
constexpr std::uint64_t kTxRings = kMemoryBase + (std::uint64_t{5} << 20);
constexpr std::uint64_t kTxData = kTxRings + kQueues * kTxRing * kDescriptorBytes;
constexpr unsigned rx_bit(unsigned queue) { return 9 - 2 * queue; }
constexpr unsigned tx_bit(unsigned queue) { return 12 + queue; }

class Lines : public testing::TestWithParam<bool> {
 protected:
  Lines() : bench(ControllerConfig(), BusSettings(), 1), driver(bench, settings()) {
    bench.on_message([this](Time now, std::uint64_t address, std::uint32_t data) {
      EXPECT_TRUE(GetParam());
      EXPECT_EQ(address, kMessageBase);
      EXPECT_EQ(data, 0x55u);
      raised(now);
    });
    bench.on_line([this](Time now, unsigned, bool level) {
      EXPECT_FALSE(GetParam());
      if (level) raised(now);
    });
    bench.run_until(driver.start(6 * kMicrosecond));
    bench.write(Reg::EIMC, 0, 0xffffffff);
    bench.write(Reg::GPIE, 0, 0);
    bench.write(Reg::EIAC, 0, 0);
    bench.config_write(0x60, 0);
    bench.config_write(0x04, 6);
    if (GetParam()) {
      bench.config_write(0x54, static_cast<std::uint32_t>(kMessageBase));
      bench.config_write(0x58, 0);
      bench.config_write(0x5c, 0x55);
      bench.config_write(0x50, 1u << 16);
    }
    std::uint32_t receive = 0, transmit = 0, counters = 0;
    for (unsigned q = 0; q < kQueues; ++q) {
      receive |= (0x80u | rx_bit(q)) << (8 * q);
      transmit |= (0x80u | tx_bit(q)) << (8 * q);
      counters |= q << (8 * q);
      bench.write(Reg::TDBAL, q, static_cast<std::uint32_t>(tx_ring(q)));
      bench.write(Reg::TDBAH, q, static_cast<std::uint32_t>(tx_ring(q) >> 32));
      bench.write(Reg::TDLEN, q, kTxRing * kDescriptorBytes);
      bench.write(Reg::TXDCTL, q, 32 | field::TXDCTL::ENABLE.mask);
    }
    bench.write(Reg::IVAR, 0, receive);
    bench.write(Reg::IVAR, 16, transmit);
    bench.write(Reg::RQSMR, 0, counters);
    bench.read(Reg::EICR);
  }
  static DriverSettings settings() {
    DriverSettings settings;
    settings.queues = kQueues;
    settings.wthresh = 1;
    settings.auto_mask = false;
    return settings;
  }
  static std::uint64_t tx_ring(unsigned q) { return kTxRings + q * kTxRing * kDescriptorBytes; }
  void wait(Time time) { bench.run_until(bench.now() + time); }
  // One packet of 100 bytes, with a report.
  void post(unsigned q) {
    std::uint8_t* const d = bench.memory().at(tx_ring(q) + posted[q] * kDescriptorBytes);
    store_le64(d, kTxData);
    store_le64(d + 8, std::uint64_t{100} << 46 | 0x2b300000u | 100);
    posted[q] = (posted[q] + 1) % kTxRing;
    bench.write_now(offset_of(Reg::TDT, q), posted[q]);
  }
  unsigned received(unsigned q) { return bench.port().function().register_peek(0, offset_of(Reg::QPRC, q)); }
  void raised(Time now) {
    rises.push_back(now);
    if (handler) handler(now);
  }

  CoreBench bench;
  BenchDriver driver;
  FrameMaker maker{1};
  std::vector<Time> rises;
  std::function<void(Time)> handler;
  std::array<std::uint32_t, kQueues> posted{};
};
INSTANTIATE_TEST_SUITE_P(Ways, Lines, testing::Bool(),
                         [](const auto& message) { return message.param ? "Msi" : "Line"; });

TEST_P(Lines, ACauseOfAQueueIsTheBitThatIvarNames) {
  bench.write(Reg::EIMS, 0, 0xffff);
  std::array<unsigned, kQueues> hit{};
  for (unsigned i = 0; i < 60; ++i) {
    std::array<unsigned, kQueues> before{};
    for (unsigned q = 0; q < kQueues; ++q) before[q] = received(q);
    rises.clear();
    bench.frame_at(bench.now(), maker.normal(200));
    wait(20 * kMicrosecond);
    unsigned queue = 0;
    while (queue < kQueues && received(queue) == before[queue]) ++queue;
    ASSERT_LT(queue, kQueues);
    ++hit[queue];
    EXPECT_EQ(rises.size(), 1u);
    EXPECT_EQ(bench.line(), !GetParam());
    EXPECT_EQ(bench.read(Reg::EICR), 1u << rx_bit(queue)) << queue;
    wait(kMicrosecond);
    EXPECT_FALSE(bench.line());
  }
  for (const unsigned count : hit) EXPECT_GT(count, 0u);
  EXPECT_EQ(bench.core().endpoint().write_errors(), 0u);
  for (unsigned q = 0; q < kQueues; ++q) {
    rises.clear();
    post(q);
    wait(20 * kMicrosecond);
    EXPECT_EQ(rises.size(), 1u);
    EXPECT_EQ(bench.read(Reg::EICR), 1u << tx_bit(q)) << q;
  }
  // An entry that is not valid names none; a masked bit is set in EICR and not signalled.
  bench.write(Reg::IVAR, 0, 0);
  bench.write(Reg::EIMC, 0, 1u << tx_bit(2));
  rises.clear();
  bench.frame_at(bench.now(), maker.normal(200));
  post(2);
  wait(20 * kMicrosecond);
  EXPECT_EQ(rises.size(), 0u);
  EXPECT_EQ(bench.read(Reg::EICR), 1u << tx_bit(2));
}

// A message that waits for bus mastering is not sent if its cause is taken back meanwhile, and none is sent
// twice. The line waits for nothing.
TEST_P(Lines, AreToldOnceAndWhileTheyLast) {
  const std::size_t first = GetParam() ? 0 : 1;
  bench.record_events();
  bench.on_event([](const EventRecord& record) {
    if (record.kind == EventKind::kInterrupt) {
      EXPECT_EQ(record.length, 4u);
    }
  });
  bench.write(Reg::EIMS, 0, 0xffff);
  rises.clear();
  bench.config_write(0x04, 2);
  bench.write(Reg::EICS, 0, 1);
  wait(kMicrosecond);
  EXPECT_EQ(rises.size(), first);
  EXPECT_EQ(bench.read(Reg::EICR), 1u);
  bench.config_write(0x04, 6);
  wait(kMicrosecond);
  EXPECT_EQ(rises.size(), first);
  bench.write(Reg::EICS, 0, 1);
  wait(kMicrosecond);
  EXPECT_EQ(rises.size(), first + 1);
  bench.config_write(0x04, 2);
  bench.config_write(0x04, 6);
  wait(kMicrosecond);
  EXPECT_EQ(rises.size(), first + 1);
}

// Frames every 2 us, and a handler that does nothing but read. The first cause is signalled at once; each
// later one when an interval has passed since the last signal, as there is always a new frame.
TEST_P(Lines, AreAtLeastAnIntervalOfTheFirstTimerApart) {
  constexpr Time kFrames = 2 * kMicrosecond;
  constexpr Time kLinkWait = 300 * kNanosecond;  // a message may wait for a write on its way
  constexpr unsigned kCount = 501;
  handler = [this](Time now) {
    bench.at(now + 200 * kNanosecond, [this] { bench.read_now(offset_of(Reg::EICR)); });
  };
  for (const unsigned units : {200u, 0u, 100u}) {
    for (unsigned v = 1; v < 16; ++v) bench.write(Reg::EITR, v, 0xffff);
    bench.write(Reg::EITR, 0, units);
    const Time interval = units * kModerationUnit;
    wait(kMillisecond);
    bench.write(Reg::EIMS, 0, 0xffff);
    rises.clear();
    for (unsigned i = 0; i < kCount; ++i) bench.frame_at(bench.now() + i * kFrames, maker.normal(100));
    for (unsigned i = 0; i < 150; ++i) {
      bench.at(bench.now() + i * 7 * kMicrosecond, [this] { driver.sweep(); });
      for (unsigned q = 0; q < kQueues; ++q)
        bench.at(bench.now() + i * 7 * kMicrosecond + 1, [this, q] { driver.ring_doorbell(q); });
    }
    wait(kCount * kFrames + 200 * kMicrosecond);
    const Time last_cause = (kCount - 1) * kFrames;  // after the first
    // One for each interval begun before the last cause, and the first.
    const std::size_t expected =
        units == 0 ? kCount : static_cast<std::size_t>((last_cause + interval - 1) / interval) + 1;
    ASSERT_EQ(rises.size(), expected) << units;
    const Time step = units == 0 ? kFrames : interval;
    for (std::size_t i = 1; i < rises.size(); ++i)
      ASSERT_LE(std::abs(rises[i] - rises[i - 1] - step), kLinkWait) << units << ": " << i;
    EXPECT_LE(std::abs(rises.back() - rises.front() - static_cast<Time>(expected - 1) * step), kLinkWait);
  }
  EXPECT_EQ(driver.frames(), 3 * kCount);
}

// The handler reads EICR, which masks the rings (EIAM). Some time later it polls the rings and unmasks them.
// Nothing else polls: a cause that arrived meanwhile must be signalled, or a descriptor is left over.
TEST_P(Lines, NothingIsForgottenByAHandlerThatReliesOnEiam) {
  bench.write(Reg::EIAM, 0, 0xffff);
  for (const unsigned units : {0u, 40u}) {
    bench.write(Reg::EITR, 0, units);
    std::uint64_t pending = 0;  // the read under way
    bool busy = false;
    unsigned handled = 0, spurious = 0;
    std::array<std::uint32_t, kQueues> cleaned = posted;
    handler = [&](Time now) {
      EXPECT_FALSE(busy) << "told at " << now << " while masked";
      busy = true;
      ++handled;
      bench.at(now + 400 * kNanosecond, [&] { pending = bench.read_now(offset_of(Reg::EICR)); });
    };
    bench.on_register_data([&](Time now, std::uint64_t id, std::uint64_t causes) {
      if (!busy || id != pending) return;
      if (causes == 0) ++spurious;
      EXPECT_EQ(bench.port().function().register_peek(0, offset_of(Reg::EIMS)), 0u);
      for (unsigned q = 0; q < kQueues; ++q) driver.interrupt(now, q);  // 3 us later
      bench.at(now + 4 * kMicrosecond, [&] {
        for (unsigned q = 0; q < kQueues; ++q) {
          while (cleaned[q] != posted[q] &&
                 (bench.memory().at(tx_ring(q) + cleaned[q] * kDescriptorBytes)[12] & 1) != 0)
            cleaned[q] = (cleaned[q] + 1) % kTxRing;
        }
        busy = false;
        bench.write_now(offset_of(Reg::EIMS), 0xffff);
      });
    });
    const std::uint64_t before = driver.frames();
    bench.write(Reg::EIMS, 0, 0xffff);
    Random random(units);
    // Some close together, so that the last ones come at any step of the handler, and then nothing.
    for (unsigned i = 1; i <= 200; ++i) {
      Time frame = bench.now() + kMicrosecond;
      for (unsigned k = 0; k < 2; ++k) {
        bench.frame_at(frame, maker.normal(100));
        const auto queue = static_cast<unsigned>(random.below(kQueues));
        bench.at(bench.now() + static_cast<Time>(random.below(9'000)) * kNanosecond,
                 [this, queue] { post(queue); });
        frame += (100 + static_cast<Time>(random.below(9'000))) * kNanosecond;
      }
      wait(60 * kMicrosecond);
      ASSERT_FALSE(busy);
      ASSERT_EQ(driver.frames() - before, 2 * i);
      ASSERT_EQ(cleaned, posted);
    }
    EXPECT_EQ(spurious, 0u);
    EXPECT_GT(handled, 250u);
    EXPECT_LT(handled, 800u);
    bench.on_register_data({});
  }
  EXPECT_EQ(bench.unaccounted(0) + bench.packets_unaccounted(0), "");
}

}  // namespace
}  // namespace ixsim::bench
