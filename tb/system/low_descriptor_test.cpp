// RDMTS: when the number of free descriptors falls to the threshold, used descriptors are written back at
// once, with their cause. WTHRESH is 16 throughout, so that otherwise only one descriptor in sixteen causes a
// write-back.
#include <gtest/gtest.h>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint32_t kEntries = 256;

class LowBench : public PoolBench {
 public:
  explicit LowBench(const char* profile) : PoolBench(device_profile(profile)) {
    set(Reg::FCTRL, 0, 0x700);
    receive_on();
  }
  // Queue 0 with a ring of 256 and `offered` descriptors, all of one buffer.
  void open_low(std::uint32_t srrctl, std::uint32_t rdrxctl, std::uint32_t offered) {
    for (std::uint32_t i = 0; i < kEntries; ++i) {
      store_le64(memory().at(ring_of(0) + i * kDescriptorBytes), buffers_of(0));
      store_le64(memory().at(ring_of(0) + i * kDescriptorBytes + 8), 0);
    }
    set(Reg::SRRCTL, 0, 2 | 1u << 25 | srrctl);
    set(Reg::RDRXCTL, 0, rdrxctl);
    set(Reg::RDBAL, 0, static_cast<std::uint32_t>(ring_of(0)));
    set(Reg::RDBAH, 0, static_cast<std::uint32_t>(ring_of(0) >> 32));
    set(Reg::RDLEN, 0, kEntries * kDescriptorBytes);
    set(Reg::RXDCTL, 0, 32 | 16u << 16 | field::RXDCTL::ENABLE.mask);
    set(Reg::RDT, 0, offered);
    set(Reg::IVAR, 0, 0x80);
    run_until(now() + 5 * kMicrosecond);
  }
  // EITR of the vector, so that for at least 250 us its timer writes back nothing.
  void hold_timer() {
    set(Reg::EITR, 0, core().port(0).profile().coarse_moderation ? 127u << 21 | 0xff8 : 0x0ff8'0ff8);
  }
  std::uint32_t head_after(unsigned frames) {
    for (unsigned i = 0; i < frames; ++i)
      frame_at(now() + (i + 1) * kMicrosecond, frame_of(mac_of(1), mac_of(2)));
    run_until(now() + (frames + 5) * kMicrosecond);
    return get(Reg::RDH);
  }
};

// The threshold is a half, a quarter or an eighth of the ring. Code 3 is reserved.
TEST(LowDescriptors, OfThe82598AreAPartOfTheRing) {
  const std::uint32_t watermarks[] = {128, 64, 32};
  for (std::uint32_t code = 0; code < 4; ++code) {
    SCOPED_TRACE(code);
    LowBench b("82598");
    b.hold_timer();
    const std::uint32_t watermark = code == 3 ? 0 : watermarks[code];
    // Seven frames bring the free descriptors to the watermark.
    b.open_low(0, code, (code == 3 ? 128 : watermark) + 7);
    EXPECT_EQ(b.head_after(6), 0u);
    EXPECT_EQ(b.get(Reg::EICR) & 1, 0u);
    const std::uint32_t reached = code == 3 ? 0u : 7u;
    EXPECT_EQ(b.head_after(1), reached);
    EXPECT_EQ(b.get(Reg::EICR) & 1, reached != 0);
    // Once: what comes below the watermark waits again.
    EXPECT_EQ(b.head_after(8), reached);
    EXPECT_EQ(b.get(Reg::EICR) & 1, 0u);
    // Offered again, and used again.
    b.set(Reg::RDT, 0, (code == 3 ? 128 : watermark) + 7 + 20);
    EXPECT_EQ(b.head_after(12), code == 3 ? 16u : 27u);
    b.drain();
  }
}

// Code 3 means never, and so no sixteenth of the ring either.
TEST(LowDescriptors, AreNeverFewWithCode3) {
  LowBench b("82598");
  b.hold_timer();
  b.open_low(0, 3, kEntries / 16 + 7);
  EXPECT_EQ(b.head_after(7), 0u);
  EXPECT_EQ(b.head_after(8), 0u);
  EXPECT_EQ(b.get(Reg::EICR) & 1, 0u);
}

// A change of RDMTS takes effect at once.
TEST(LowDescriptors, FollowTheRegister) {
  LowBench b("82598");
  b.hold_timer();
  b.open_low(0, 3, 71);
  EXPECT_EQ(b.head_after(6), 0u);
  b.set(Reg::RDRXCTL, 0, 1);
  EXPECT_EQ(b.head_after(1), 7u);
}

// Descriptors that are being read when more are offered are free ones.
TEST(LowDescriptors, CountThoseThatAreBeingRead) {
  LowBench b("82598");
  b.hold_timer();
  b.open_low(0, 1, 0);
  b.write_now(offset_of(Reg::RDT), 40);
  b.run_until(b.now() + 300 * kNanosecond);
  b.set(Reg::RDT, 0, 71);
  b.run_until(b.now() + 5 * kMicrosecond);
  EXPECT_EQ(b.head_after(6), 0u);
  EXPECT_EQ(b.head_after(1), 7u);
}

// The watermark counts 64 descriptors, is the queue's own, and is 0 by default: no cause.
TEST(LowDescriptors, OfThe82599AreMultiplesOf64) {
  for (std::uint32_t n = 0; n < 4; ++n) {
    SCOPED_TRACE(n);
    LowBench b("82599");
    b.hold_timer();
    b.open_low(field::SRRCTL::RDMTS.set(0, n), 0, n == 0 ? 71 : 64 * n + 7);
    EXPECT_EQ(b.head_after(6), 0u);
    EXPECT_EQ(b.head_after(1), n == 0 ? 0u : 7u);
    EXPECT_EQ(b.get(Reg::EICR) & 1, n != 0);
    EXPECT_EQ(b.head_after(8), n == 0 ? 0u : 7u);
    b.drain();
  }
}

// A write of RDMTS while the queue is enabled acts at once, on its own queue alone.
TEST(LowDescriptors, OfThe82599FollowTheRegisterOfTheirQueue) {
  for (const unsigned written : {0u, 1u, 64u}) {
    SCOPED_TRACE(written);
    LowBench b("82599");
    b.hold_timer();
    b.open_low(0, 0, 71);
    EXPECT_EQ(b.head_after(6), 0u);
    b.set(Reg::SRRCTL, written, 2 | 1u << 25 | field::SRRCTL::RDMTS.set(0, 1));
    EXPECT_EQ(b.head_after(1), written == 0 ? 7u : 0u);
    EXPECT_EQ(b.get(Reg::EICR) & 1, written == 0 ? 1u : 0u);
  }
}

// On the 82599 the message does not wait for the vector's moderation; on the 82598 it does.
TEST(LowDescriptors, PassModerationOnThe82599Only) {
  for (const bool newer : {false, true}) {
    SCOPED_TRACE(newer);
    LowBench b(newer ? "82599" : "82598");
    const unsigned bar = newer ? 4 : 3;
    for (std::uint32_t word = 0; word < 4; ++word)
      b.write_now(4 * word, word == 0 ? static_cast<std::uint32_t>(kMessageBase) : 0, bar);
    b.set(Reg::GPIE, 0, 0x10);
    b.set(Reg::EITR, 0, 0xff8);  // 1 ms in either layout
    b.open_low(newer ? 1u << 22 : 0, 1, 96);
    b.set(Reg::EIMS, 0, 1);
    // Sixteen frames: a write-back, whose message starts the timer.
    b.head_after(16);
    EXPECT_EQ(b.messages(), 1u);
    b.head_after(16);
    EXPECT_EQ(b.get(Reg::RDH), 32u);
    EXPECT_EQ(b.messages(), newer ? 2u : 1u);
    // The next write-back waits for it, also where it leaves nothing used.
    b.head_after(3);
    b.set(Reg::RXDCTL, 0, b.get(Reg::RXDCTL) | field::RXDCTL::SWFLSH.mask);
    b.run_until(b.now() + 2 * kMicrosecond);
    EXPECT_EQ(b.get(Reg::RDH), 35u);
    EXPECT_EQ(b.messages(), newer ? 2u : 1u);
    b.run_until(b.now() + 2 * kMillisecond);
    EXPECT_EQ(b.messages(), newer ? 3u : 2u);
  }
}

// RXDCTL.SWFLSH writes back what waits for WTHRESH, once, and reads 0.
TEST(LowDescriptors, AreNotNeededWhenSoftwareAsksForTheWriteBack) {
  for (const bool newer : {false, true}) {
    SCOPED_TRACE(newer);
    LowBench b(newer ? "82599" : "82598");
    b.hold_timer();
    b.open_low(0, newer ? 0 : 3, 128);  // no watermark
    EXPECT_EQ(b.head_after(5), 0u);
    EXPECT_TRUE(b.arrived(0).empty());
    const std::uint32_t rxdctl = b.get(Reg::RXDCTL);
    b.set(Reg::RXDCTL, 0, rxdctl | field::RXDCTL::SWFLSH.mask);
    b.run_until(b.now() + 2 * kMicrosecond);
    EXPECT_EQ(b.get(Reg::RDH), 5u);
    EXPECT_EQ(b.arrived(0).size(), 5u);
    EXPECT_EQ(b.get(Reg::RXDCTL), rxdctl);
    // The next ones wait again, up to sixteen.
    EXPECT_EQ(b.head_after(15), 5u);
    EXPECT_GT(b.head_after(1), 5u);
    b.drain();
  }
}

}  // namespace
}  // namespace ixsim::bench
