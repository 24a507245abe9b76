// Interrupts of the 82598 from cause to message, one rule per test: masks, auto-clear and auto-mask of every
// kind of cause, moderation to the picosecond, the table's masks and pending bits, and the state after
// resets. Source: 82598 datasheet, interrupts (EICR, EICS, EIMS, EIAC, EIAM, EITR, GPIE, IVAR); PCI Local Bus
// Specification 3.0, 6.8.2.
#include <vector>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint32_t kMsixMode = 1u << 4, kOcd = 1u << 5, kImmediate = 1u << 6, kEiame = 1u << 30,
                        kPbaSupport = 1u << 31;
constexpr std::uint32_t kLsc = 1u << 20, kTimer = 1u << 30, kOther = 1u << 31;
constexpr unsigned kOtherVector = 9, kTimerVector = 11;
constexpr Time kUnit = 256 * kNanosecond;

class IrqBench : public PoolBench {
 public:
  explicit IrqBench(std::uint32_t gpie = kMsixMode | kPbaSupport,
                    std::uint32_t timer_and_other = 0x80u | kTimerVector | (0x80u | kOtherVector) << 8)
      : PoolBench(device_profile("82598")) {
    on_message([this](Time now, std::uint64_t address, std::uint32_t data) {
      seen.push_back({now, address, data});
    });
    for (unsigned v = 0; v < 20; ++v) {
      set(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase + 16 * v));
      set(Reg::MSIXTUADD, v, 0);
      set(Reg::MSIXTMSG, v, v);
      set(Reg::MSIXTVCTRL, v, 0);
    }
    set(Reg::GPIE, 0, gpie);
    set(Reg::IVAR, 24, timer_and_other);
    run_until(now() + kMicrosecond);
  }
  void rest(Time time = kMicrosecond) { run_until(now() + time); }
  std::vector<std::uint32_t> vectors() {
    rest();
    std::vector<std::uint32_t> out;
    for (const Seen& s : seen) out.push_back(s.data);
    seen.clear();
    return out;
  }
  using V = std::vector<std::uint32_t>;
  struct Seen {
    Time time;
    std::uint64_t address;
    std::uint32_t data;
  };
  std::uint32_t pending() { return get(Reg::MSIXPBA); }
  std::vector<Seen> seen;
};
using V = IrqBench::V;

// A masked vector keeps its message as a pending bit until it is unmasked. One bit stands for many messages,
// and no other vector's bit is set.
TEST(MsixMasks, APendingBitIsOneMessageLater) {
  IrqBench b;
  b.set(Reg::EIMS, 0, 0xffff);
  for (const unsigned v : {0u, 7u, 15u}) {
    SCOPED_TRACE(v);
    b.set(Reg::MSIXTVCTRL, v, 1);
    EXPECT_EQ(b.get(Reg::MSIXTVCTRL, v), 1u);
    b.set(Reg::EICS, 0, 1u << v);
    b.rest();
    b.set(Reg::EICS, 0, 1u << v | 1u << (v ^ 1));
    EXPECT_EQ(b.vectors(), V{v ^ 1});
    EXPECT_EQ(b.pending(), 1u << v);
    // Address and data as they are when it goes; bits 1:0 of the address are 0.
    b.set(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase + 0x103));
    b.set(Reg::MSIXTUADD, v, 0x12);
    b.set(Reg::MSIXTMSG, v, 0xabc0 + v);
    EXPECT_EQ(b.get(Reg::MSIXTUADD, v), 0x12u);
    EXPECT_EQ(b.get(Reg::MSIXTMSG, v), 0xabc0u + v);
    EXPECT_TRUE(b.vectors().empty());
    b.set(Reg::MSIXTVCTRL, v, 0);
    b.rest();
    ASSERT_EQ(b.seen.size(), 1u);
    EXPECT_EQ(b.seen[0].address, std::uint64_t{0x12} << 32 | (kMessageBase + 0x100));
    EXPECT_EQ(b.vectors(), V{0xabc0 + v});
    EXPECT_EQ(b.pending(), 0u);
    // Unmasked again: nothing more.
    b.set(Reg::MSIXTVCTRL, v, 0);
    EXPECT_TRUE(b.vectors().empty());
    // Cleared by PBACL, it is forgotten; the bits of others are not touched.
    b.set(Reg::MSIXTVCTRL, v, 1);
    b.set(Reg::EICS, 0, 1u << v);
    b.rest();
    b.set(Reg::PBACL, 0, ~(1u << v));
    EXPECT_EQ(b.pending(), 1u << v);
    b.set(Reg::PBACL, 0, 1u << v);
    EXPECT_EQ(b.pending(), 0u);
    b.set(Reg::MSIXTVCTRL, v, 0);
    EXPECT_TRUE(b.vectors().empty());
  }
}

// IVAR may name a transmit queue that a device with few queues does not have. It has nothing to write back
// when the interval of its vector ends, and the receive queue of the vector gets its descriptors.
TEST(MsixVectors, OfAQueueThatIsAbsentWriteBackTheOthers) {
  DeviceProfile few = device_profile("custom");
  few.tx_queues = few.rx_queues = 2;
  few.pools = 1;
  PoolBench b(few);
  std::vector<std::uint32_t> seen;
  b.on_message([&](Time, std::uint64_t, std::uint32_t data) { seen.push_back(data); });
  b.set(Reg::MSIXTADD, 3, static_cast<std::uint32_t>(kMessageBase));
  b.set(Reg::MSIXTUADD, 3, 0);
  b.set(Reg::MSIXTMSG, 3, 77);
  b.set(Reg::MSIXTVCTRL, 3, 0);
  b.set(Reg::GPIE, 0, kMsixMode | kPbaSupport);
  b.set(Reg::IVAR, 0, 0x83);         // receive queue 0
  b.set(Reg::IVAR, 20, 0x83838383);  // receive and transmit queues 40 and 41
  b.set(Reg::EITR, 3, 25 << 3);
  b.set(Reg::EIMS, 0, 1u << 3);
  b.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  b.open(0);
  b.set(Reg::RXDCTL, 0, b.get(Reg::RXDCTL) | 8u << 16);
  b.receive_on();
  for (unsigned i = 0; i < 3; ++i) {
    b.send(frame_of(kEveryone, mac_of(1), 100));
    b.run_until(b.now() + 10 * kMicrosecond);
  }
  b.run_until(b.now() + 200 * kMicrosecond);
  EXPECT_EQ(b.arrived(0).size(), 3u);
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{77, 77}));
}

// Software writes the halves of an address in either order: neither write changes the other half.
TEST(MsixMasks, TheLowerHalfOfAnAddressMayBeWrittenLast) {
  IrqBench b;
  b.set(Reg::EIMS, 0, 0xffff);
  b.set(Reg::MSIXTUADD, 4, 0x12);
  b.set(Reg::MSIXTADD, 4, static_cast<std::uint32_t>(kMessageBase + 0x100));
  EXPECT_EQ(b.get(Reg::MSIXTUADD, 4), 0x12u);
  b.set(Reg::EICS, 0, 1u << 4);
  b.rest();
  ASSERT_EQ(b.seen.size(), 1u);
  EXPECT_EQ(b.seen[0].address, std::uint64_t{0x12} << 32 | (kMessageBase + 0x100));
}

// The 82599 has 64 vectors; each half of them is cleared by its own PBACL.
TEST(MsixMasks, EachPbaclClearsItsOwnVectors) {
  for (const unsigned cleared : {0u, 1u}) {
    SCOPED_TRACE(cleared);
    PoolBench b(device_profile("82599"));
    b.set(Reg::GPIE, 0, kMsixMode | kPbaSupport);
    for (const unsigned word : {0u, 1u}) {
      b.set(Reg::MSIXTVCTRL, 32 * word + 3, 1);
      b.set(Reg::EIMS_EX, word, 1u << 3);
      b.set(Reg::EICS_EX, word, 1u << 3);
    }
    b.run_until(b.now() + kMicrosecond);
    for (const unsigned word : {0u, 1u}) EXPECT_EQ(b.get(Reg::MSIXPBA, word), 1u << 3);
    b.set(Reg::PBACL, cleared, 1u << 3);
    EXPECT_EQ(b.get(Reg::MSIXPBA, cleared), 0u);
    EXPECT_EQ(b.get(Reg::MSIXPBA, 1 - cleared), 1u << 3);
  }
}

// Without PBA_SUPPORT a masked vector's message is lost.
TEST(MsixMasks, WithoutPbaSupportNothingPends) {
  IrqBench b(kMsixMode);
  b.set(Reg::EIMS, 0, 0xffff);
  b.set(Reg::MSIXTVCTRL, 3, 1);
  b.set(Reg::EICS, 0, 8);
  b.rest();
  EXPECT_EQ(b.pending(), 0u);
  b.set(Reg::MSIXTVCTRL, 3, 0);
  EXPECT_TRUE(b.vectors().empty());
  EXPECT_EQ(b.get(Reg::EICS), 8u);
}

// The function mask and bus mastering hold all vectors back; those unmasked go together, the masked ones
// stay.
TEST(MsixMasks, TheFunctionMaskAndMasteringHoldAll) {
  for (const bool mastering : {false, true}) {
    SCOPED_TRACE(mastering);
    IrqBench b;
    b.set(Reg::EIMS, 0, 0xffff);
    b.set(Reg::MSIXTVCTRL, 2, 1);
    const std::uint32_t offset = mastering ? 0x04 : 0x60;
    const std::uint32_t as_it_was = b.config_read(offset);
    b.config_write(offset, mastering ? as_it_was & ~4u : as_it_was | 0x40000000u);
    b.set(Reg::EICS, 0, 0x8007);
    EXPECT_TRUE(b.vectors().empty());
    EXPECT_EQ(b.pending(), 0x8007u);
    b.config_write(offset, as_it_was);
    EXPECT_EQ(b.vectors(), (V{0, 1, 15}));
    EXPECT_EQ(b.pending(), 4u);
    b.set(Reg::MSIXTVCTRL, 2, 0);
    EXPECT_EQ(b.vectors(), V{2});
  }
}

// A message clears (EIAC) and masks (EIAM with GPIE.EIAME) these bits: for a queue vector its own bit; for
// the vectors of the timer and of the other causes, theirs that are set; never more.
TEST(MsixAuto, EveryKindOfCause) {
  struct Case {
    std::uint32_t causes;  // set by EICS
    unsigned vector;
    std::uint32_t touched;  // of EICR and EIMS
  };
  constexpr std::uint32_t kPin = 1u << 24;
  for (const Case& c : {Case{1u << 3, 3, 1u << 3},
                        {kTimer, kTimerVector, kTimer | 1u << kTimerVector},
                        {kLsc, kOtherVector, kLsc | kOther | 1u << kOtherVector},
                        {kLsc | kPin, kOtherVector, kLsc | kPin | kOther | 1u << kOtherVector}}) {
    for (unsigned bits = 0; bits < 8; ++bits) {
      SCOPED_TRACE(testing::Message() << std::hex << c.causes << ' ' << bits);
      IrqBench b(kMsixMode | kPbaSupport | ((bits & 1) != 0 ? kEiame : 0));
      const std::uint32_t all = 0xff50ffff;
      b.set(Reg::EIAC, 0, (bits & 2) != 0 ? all : 0);
      b.set(Reg::EIMS, 0, all & ~kOther);
      b.set(Reg::EIAM, 0, (bits & 4) != 0 ? all & ~kOther : 0);
      b.set(Reg::EICS, 0, c.causes);
      EXPECT_EQ(b.vectors(), V{c.vector});
      const std::uint32_t cleared = (bits & 2) != 0 ? c.touched : 0;
      const std::uint32_t set = c.causes | (c.causes & 0x3fff0000 ? kOther : 0);
      EXPECT_EQ(b.get(Reg::EICS), set & ~cleared);
      const std::uint32_t masked = (bits & 5) == 5 ? c.touched & ~kOther : 0;
      EXPECT_EQ(b.get(Reg::EIMS), all & ~kOther & ~masked);
      // Masked, its cause waits; unmasked it comes.
      b.set(Reg::EICS, 0, 0);
      b.set(Reg::EIAM, 0, 0);
      b.set(Reg::EICS, 0, c.causes);
      EXPECT_EQ(b.vectors(), masked != 0 ? V{} : V{c.vector});
      b.set(Reg::EIMS, 0, masked);
      EXPECT_EQ(b.vectors(), masked != 0 ? V{c.vector} : V{});
    }
  }
}

// EIAC and EIAM of other bits leave these alone.
TEST(MsixAuto, OnlyWhatTheyName) {
  IrqBench b(kMsixMode | kPbaSupport | kEiame);
  b.set(Reg::EIMS, 0, 0xffff);
  b.set(Reg::EIAC, 0, 0xffff & ~(1u << 4));
  b.set(Reg::EIAM, 0, 0xffff & ~(1u << 5));
  b.set(Reg::EICS, 0, 1u << 4 | 1u << 5 | 1u << 6);
  EXPECT_EQ(b.vectors(), (V{4, 5, 6}));
  EXPECT_EQ(b.get(Reg::EICS), 1u << 4);
  EXPECT_EQ(b.get(Reg::EIMS), 0xffffu & ~(1u << 4 | 1u << 6));
}

// A masked cause sets its bit and sends no message. EIMC masks the causes that it names.
TEST(MsixAuto, MasksAreBitByBit) {
  IrqBench b;
  for (unsigned v = 0; v < 16; ++v) {
    b.set(Reg::EIMS, 0, 1u << v);
    b.set(Reg::EICS, 0, ~(1u << v) & 0xffff);
    EXPECT_TRUE(b.vectors().empty()) << v;
    b.set(Reg::EICS, 0, 1u << v);
    EXPECT_EQ(b.vectors(), V{v});
    b.set(Reg::EIMC, 0, ~(1u << v));
    EXPECT_EQ(b.get(Reg::EIMS), 1u << v);
    b.set(Reg::EIMC, 0, 1u << v);
    EXPECT_EQ(b.get(Reg::EIMS), 0u);
    // Pending messages of other vectors wait for their masks: removed by clearing the table.
    b.set(Reg::GPIE, 0, 0);
    b.rest();
    b.set(Reg::GPIE, 0, kMsixMode | kPbaSupport);
    b.set(Reg::EICR, 0, ~0u);
    EXPECT_EQ(b.get(Reg::EICS), 0u);
  }
}

// IVAR: an entry that is not valid has no vector; the timer and the other causes have theirs, which may be
// one.
TEST(MsixVectors, OfTheTimerAndOfOtherCauses) {
  struct Case {
    std::uint32_t ivar;
    V timer, other;
  };
  for (const Case& c : {Case{0x0000, {}, {}},
                        {0x0080, {0}, {}},
                        {0x8000, {}, {0}},
                        {0x8f8e, {14}, {15}},
                        {0x1213, {}, {}},
                        {0x9392, {18}, {19}},
                        {0x9f9f, {}, {}},
                        {0x9494, {}, {}},
                        {0x8585, {5}, {5}}}) {
    SCOPED_TRACE(testing::Message() << std::hex << c.ivar);
    IrqBench b(kMsixMode | kPbaSupport, c.ivar);
    b.set(Reg::EIMS, 0, kTimer | kLsc);
    b.set(Reg::EICS, 0, kTimer);
    EXPECT_EQ(b.vectors(), c.timer);
    b.set(Reg::EICR, 0, kTimer);
    b.set(Reg::EICS, 0, kLsc);
    EXPECT_EQ(b.vectors(), c.other);
    b.set(Reg::EICR, 0, kLsc);
    // Bit 31 is not a cause: it reports that there is one.
    b.set(Reg::EICS, 0, kOther);
    EXPECT_TRUE(b.vectors().empty());
    EXPECT_EQ(b.get(Reg::EICS), 0u);
  }
}

// Software that clears the cause before its vector may fire cancels the message. Clearing one of two causes
// does not.
TEST(MsixVectors, AClearedCauseIsNotReported) {
  for (const bool both : {false, true}) {
    IrqBench b;
    b.set(Reg::EICS, 0, kLsc | 1u << 24);
    b.rest();
    b.set(Reg::EICR, 0, both ? kLsc | 1u << 24 : kLsc);
    EXPECT_EQ(b.get(Reg::EICS), both ? 0u : 1u << 24 | kOther);
    b.set(Reg::EIMS, 0, kLsc | 1u << 24);
    EXPECT_EQ(b.vectors(), both ? V{} : V{kOtherVector});
  }
}

// If only the other causes are cleared, a vector that they share with a queue still reports the queue.
TEST(MsixVectors, AQueueIsReportedAfterTheOtherCausesOfItsVectorAreCleared) {
  constexpr std::uint32_t kQueue = 1u << 5;
  for (const bool by_reading : {false, true}) {
    SCOPED_TRACE(by_reading);
    IrqBench b(kMsixMode | kPbaSupport | kOcd, 0x8500);
    b.set(Reg::EICS, 0, kLsc | kQueue);
    EXPECT_TRUE(b.vectors().empty()) << "masked";
    if (by_reading) {
      EXPECT_EQ(b.get(Reg::EICR), kLsc | kOther | kQueue);
    } else {
      b.set(Reg::EICR, 0, kLsc);
    }
    EXPECT_EQ(b.get(Reg::EICS), kQueue);
    b.set(Reg::EIMS, 0, kQueue);
    EXPECT_EQ(b.vectors(), V{5});
  }
}

// A read of EICR clears all of it, with GPIE.OCD all but the queues' bits and the timer's place among the
// others.
TEST(Causes, AReadClearsWhatOcdSays) {
  for (const bool ocd : {false, true}) {
    IrqBench b(kMsixMode | (ocd ? kOcd : 0));
    const std::uint32_t causes = 0x00005a5a | kLsc | 1u << 27;
    b.set(Reg::EICS, 0, causes);
    b.rest();
    EXPECT_EQ(b.get(Reg::EICR), causes | kOther);
    EXPECT_EQ(b.get(Reg::EICR), ocd ? 0x5a5au : 0u);
    b.set(Reg::EICR, 0, 0xff);
    EXPECT_EQ(b.get(Reg::EICS), ocd ? 0x5a00u : 0u);
  }
}

// Without MSI-X, a read of EICR and a write of ones mask the causes that EIAM names. With MSI-X, neither
// does.
TEST(Causes, EiamMasksByReadingOrWritingWithoutMsix) {
  for (const bool msix : {false, true}) {
    for (unsigned how = 0; how < 3; ++how) {
      SCOPED_TRACE(testing::Message() << msix << how);
      IrqBench b(msix ? kMsixMode : 0);
      b.set(Reg::EIMS, 0, 0xffff);
      b.set(Reg::EIAM, 0, 0x00f0);
      EXPECT_EQ(b.get(Reg::EIMS), 0xffffu);
      if (how == 0) b.get(Reg::EICR);
      if (how != 0) b.set(Reg::EICR, 0, how == 1 ? 1 : 0);
      EXPECT_EQ(b.get(Reg::EIMS), msix || how == 2 ? 0xffffu : 0xff0fu);
    }
    // EICS unmasks what EIAM names and is set.
    IrqBench b(msix ? kMsixMode : 0);
    b.set(Reg::EIAM, 0, 0x00f0);
    b.set(Reg::EICS, 0, 0x0033);
    EXPECT_EQ(b.get(Reg::EIMS), 0x30u);
  }
}

// Messages of a vector are at least its interval apart, from firing to firing; the first goes at once. Other
// vectors are not held.
TEST(Moderation, FromFiringToFiring) {
  for (const std::uint32_t interval : {1u, 2u, 40u, 0xffffu}) {
    SCOPED_TRACE(interval);
    IrqBench b;
    b.set(Reg::EIMS, 0, 0xffff);
    b.set(Reg::EIAC, 0, 0xffff);
    b.set(Reg::EITR, 4, interval);
    EXPECT_EQ(b.get(Reg::EITR, 4), interval);
    b.rest();
    b.set(Reg::EICS, 0, 1u << 4);
    b.set(Reg::EICS, 0, 1u << 4);
    b.set(Reg::EICS, 0, 1u << 5);
    b.rest(3 * interval * kUnit + 2 * kMicrosecond);
    std::vector<Time> times;
    for (const IrqBench::Seen& s : b.seen)
      if (s.data == 4) times.push_back(s.time);
    // With an interval as short as the writes are apart, the second is a cause for itself.
    ASSERT_EQ(times.size(), 2u);
    ASSERT_EQ(b.seen.size(), 3u);
    if (interval > 2) {
      EXPECT_GE(times[1] - times[0], interval * kUnit);
      EXPECT_LE(times[1] - times[0], interval * kUnit + 4'000 + 2'000);
    }
  }
}

// The counter half: what is left, in units begun; it runs from firing, and from what is written.
TEST(Moderation, TheCounterIsWhatIsLeft) {
  IrqBench b;
  b.set(Reg::EIMS, 0, 0xffff);
  b.set(Reg::EITR, 2, 100);
  EXPECT_EQ(b.get(Reg::EITR, 2) >> 16, 0u);
  b.set(Reg::EICS, 0, 4);
  b.rest();
  ASSERT_EQ(b.seen.size(), 1u);
  const std::uint32_t left = b.get(Reg::EITR, 2) >> 16;
  const Time since = b.now() - b.seen[0].time;
  EXPECT_NEAR(left, 100 - static_cast<double>(since) / static_cast<double>(kUnit), 2);
  EXPECT_LT(left, 100u);
  b.set(Reg::EITR, 2, 100 | 1'000u << 16);
  EXPECT_NEAR(b.get(Reg::EITR, 2) >> 16, 999, 2);
  b.rest(200 * kUnit);
  EXPECT_NEAR(b.get(Reg::EITR, 2) >> 16, 796, 4);
  b.set(Reg::EITR, 2, 0);
  EXPECT_EQ(b.get(Reg::EITR, 2), 0u);
}

// With EIMEN, an interrupt that software forces does not wait for the timer. Without EIMEN, it does.
TEST(Moderation, ForcedInterruptsSkipItWithEimen) {
  for (const bool immediate : {false, true}) {
    IrqBench b(kMsixMode | kPbaSupport | (immediate ? kImmediate : 0));
    b.set(Reg::EIMS, 0, 0xffff);
    b.set(Reg::EITR, 4, 400);
    b.set(Reg::EICS, 0, 1u << 4);
    EXPECT_EQ(b.vectors(), V{4});
    b.set(Reg::EICS, 0, 1u << 4);
    EXPECT_EQ(b.vectors(), immediate ? V{4} : V{});
    b.rest(410 * kUnit);
    EXPECT_EQ(b.vectors(), immediate ? V{} : V{4});
  }
}

// --- Receive and its message: descriptors that wait are written back when the vector's timer runs out, and
// the message comes behind them.

class WaitingBench : public IrqBench {
 public:
  WaitingBench(unsigned vector, std::uint32_t interval) : vector(vector) {
    on_data([this](Time now, std::uint64_t address, ByteView data) {
      if (address >= ring_of(0) && address < ring_of(0) + kRing * kDescriptorBytes)
        write_backs.emplace_back(now, data.size / 16);
    });
    set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    set(Reg::RDRXCTL, 0, 3);
    receive_on();
    open(0);
    set(Reg::RXDCTL, 0, 32 | 20u << 16 | field::RXDCTL::ENABLE.mask);
    set(Reg::IVAR, 0, 0x80 | vector);
    set(Reg::EITR, vector, interval);
    set(Reg::EIMS, 0, 0xffff);
    set(Reg::EIAC, 0, 0xffff);
    rest(5 * kMicrosecond);
  }
  void receive(unsigned frames = 1) {
    for (unsigned i = 0; i < frames; ++i)
      frame_at(now() + (i + 1) * 100 * kNanosecond, frame_of(kEveryone, mac_of(9)));
    rest(frames * 100 * kNanosecond);
  }
  unsigned vector;
  std::vector<std::pair<Time, std::size_t>> write_backs;
};

TEST(WriteBackAndMessage, TheTimerBringsBothInOrder) {
  for (const unsigned vector : {0u, 5u}) {
    WaitingBench b(vector, 100);
    // The timer is not running: at once, and the message behind the descriptor.
    b.receive();
    b.rest(5 * kMicrosecond);
    ASSERT_EQ(b.write_backs.size(), 1u);
    ASSERT_EQ(b.seen.size(), 1u);
    EXPECT_GT(b.seen[0].time, b.write_backs[0].first);
    EXPECT_LT(b.seen[0].time, b.write_backs[0].first + 100 * kNanosecond);
    // Now it runs: five more wait for it.
    b.receive(5);
    b.rest(5 * kMicrosecond);
    EXPECT_EQ(b.write_backs.size(), 1u);
    EXPECT_EQ(b.seen.size(), 1u);
    b.rest(30 * kMicrosecond);
    ASSERT_EQ(b.write_backs.size(), 2u);
    EXPECT_EQ(b.write_backs[1].second, 5u);
    ASSERT_EQ(b.seen.size(), 2u);
    EXPECT_GT(b.seen[1].time, b.write_backs[1].first);
    EXPECT_GE(b.seen[1].time - b.seen[0].time, 100 * kUnit);
    EXPECT_LE(b.seen[1].time - b.seen[0].time, 100 * kUnit + 300 * kNanosecond);
    EXPECT_GE(b.write_backs[1].first - b.seen[0].time, 100 * kUnit - 100 * kNanosecond);
    b.drain();
  }
}

// While the vector is masked, descriptors are still written back, an interval after the last flush. When it
// is unmasked, there is one message.
TEST(WriteBackAndMessage, AMaskedVectorStillFlushes) {
  WaitingBench b(3, 100);
  b.set(Reg::EIMC, 0, 0xffff);
  for (unsigned i = 0; i < 3; ++i) {
    b.receive(2);
    b.rest(60 * kMicrosecond);
  }
  EXPECT_GE(b.write_backs.size(), 3u);
  EXPECT_EQ(b.get(Reg::RDH), 6u);
  EXPECT_TRUE(b.seen.empty());
  EXPECT_EQ(b.get(Reg::EICS), 1u << 3);
  b.set(Reg::EIMS, 0, 1u << 3);
  EXPECT_EQ(b.vectors(), V{3});
}

// --- Resets.

// CTRL.RST: no cause, no mask, no moderation, no vector; the table stays with its masks. A function reset
// masks it.
TEST(InterruptResets, LeaveNothingSet) {
  for (const bool function : {false, true}) {
    SCOPED_TRACE(function);
    IrqBench b(kMsixMode | kPbaSupport | kEiame | kOcd);
    b.set(Reg::EIMS, 0, 0x30f0);
    b.set(Reg::EIAC, 0, 0xffff);
    b.set(Reg::EIAM, 0, 0xffff);
    for (unsigned v = 0; v < 16; ++v) b.set(Reg::EITR, v, 4'000 | 4'000u << 16);
    b.set(Reg::IVAR, 0, 0x83828180);
    b.set(Reg::MSIXTVCTRL, 6, 1);
    b.set(Reg::EICS, 0, 0xffff | kLsc);
    b.rest();
    b.seen.clear();
    if (function) {
      b.core().function_reset(b.now(), 0);
      b.rest();
      b.config_write(0x04, 0x0407);
      b.config_write(0x60, 0x80000000);
    } else {
      b.set(Reg::CTRL, 0, 1u << 26);
    }
    b.rest(20 * kMicrosecond);
    // The link comes back after it, which is a cause.
    EXPECT_EQ(b.get(Reg::EICR) & ~(kLsc | kOther), 0u);
    b.get(Reg::EICR);
    for (const Reg reg : {Reg::EIMS, Reg::EIAC, Reg::EIAM, Reg::GPIE}) EXPECT_EQ(b.get(reg), 0u);
    for (unsigned v = 0; v < 16; ++v) EXPECT_EQ(b.get(Reg::EITR, v), 0u);
    for (unsigned i = 0; i < 25; ++i) EXPECT_EQ(b.get(Reg::IVAR, i), 0u);
    for (unsigned v = 0; v < 20; ++v) {
      EXPECT_EQ(b.get(Reg::MSIXTVCTRL, v), function || v == 6 ? 1u : 0u);
      EXPECT_EQ(b.get(Reg::MSIXTMSG, v), function ? 0u : v);
    }
    // And nothing of before comes when all is set up again.
    b.seen.clear();
    b.set(Reg::GPIE, 0, kMsixMode | kPbaSupport);
    for (unsigned v = 0; v < 20; ++v) b.set(Reg::MSIXTVCTRL, v, 0);
    b.set(Reg::IVAR, 24, 0x8988);
    b.set(Reg::EIMS, 0, ~0u);
    EXPECT_TRUE(b.vectors().empty());
    b.set(Reg::MSIXTMSG, 2, 2);
    b.set(Reg::EICS, 0, 4);
    b.rest();
    EXPECT_EQ(b.seen.empty() ? 99u : b.seen.back().data, 2u);
  }
}

}  // namespace
}  // namespace ixsim::bench
