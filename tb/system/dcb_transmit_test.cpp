// Transmit in traffic classes: a class that is paused or whose partition is full delays no other class.
// Partitions are kept, and invalid settings have defined effects.
#include <gtest/gtest.h>

#include <set>

#include "dcb_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kStart = 2 * DcbBench::kSetUp;
constexpr Time kSlot = (1'514 + 4 + 20) * kByteTime10G;

std::vector<EventRecord> between(const std::vector<EventRecord>& records, Time from, Time to) {
  std::vector<EventRecord> found;
  for (const auto& record : records)
    if (record.time >= from && record.time < to) found.push_back(record);
  return found;
}

// From the second frame on the wire never waits.
void wire_is_full(const std::vector<EventRecord>& wire) {
  for (std::size_t i = 1; i < wire.size(); ++i) {
    EXPECT_LE(wire[i].time - wire[i - 1].time, static_cast<Time>(wire[i - 1].length + 20 + 3) * kByteTime10G)
        << "frame " << i << " of " << wire.size() << " queue " << wire[i].queue << " at " << wire[i].time;
  }
}

// --- A class that is held up.

TEST(DcbTransmit, APausedClassDelaysNoOther) {
  DcbBench dcb;
  dcb.divide();
  for (unsigned q = 0; q < 32; ++q) dcb.queue(q, 1'514, 80);
  const Time pause = kStart + 600 * kMicrosecond;
  const Time length = 8'000 * 64 * kByteTime10G;
  dcb.bench.frame_at(pause, priority_pause_frame(1u << 5, all_quanta(8'000)));
  dcb.run();
  EXPECT_EQ(dcb.sent(), 32u * 80);
  EXPECT_EQ(dcb.bench.surprises(), 0u);
  const Time honored = pause + 72 * kByteTime10G + 13 * kMacClock.period();
  // Nothing of the class in that time, but for a frame committed before.
  const auto during = between(dcb.wire, honored + kSlot, honored + length);
  ASSERT_GT(during.size(), 300u);
  for (const auto& frame : during) EXPECT_NE(frame.queue / 4, 5);
  wire_is_full(during);
  // The seven others take turns frame by frame.
  for (std::size_t i = 7; i < during.size(); ++i)
    EXPECT_EQ(during[i].queue / 4, during[i - 7].queue / 4) << i;
  // Its queues are granted until the partition is full; the others' queues then take turns among themselves.
  const auto grants = between(dcb.grants, honored + 40 * kSlot, honored + length);
  ASSERT_GT(grants.size(), 200u);
  for (const auto& grant : grants) EXPECT_NE(grant.queue / 4, 5);
  EXPECT_LE(dcb.most_used[5], 40u << 10);
  EXPECT_GT(dcb.most_used[5], (40u << 10) - TxDma::kLongestPacket - 3 * 1'024);
  // Freed, it goes on.
  EXPECT_EQ(dcb.reg(Reg::PXOFFRXC, 5), 1u);
  std::size_t after = 0;
  for (const auto& frame : dcb.wire) after += frame.queue / 4 == 5 && frame.time > honored + length ? 1 : 0;
  EXPECT_GT(after, 100u);
}

// TFCS: each class by itself, and the whole link.
TEST(DcbTransmit, TfcsShowsWhatIsPaused) {
  DcbBench dcb;
  dcb.divide();
  Time at = kStart;
  const auto seen_after = [&](const FrameRef& frame) {
    dcb.bench.frame_at(at, frame);
    at += 5 * kMicrosecond;
    dcb.bench.run_until(at - kMicrosecond);
    return dcb.reg(Reg::TFCS);
  };
  for (unsigned i = 0; i < 8; ++i) {
    const auto named = static_cast<std::uint8_t>(1u << i);
    EXPECT_EQ(seen_after(priority_pause_frame(named, all_quanta(1'000))), 1u << (8 + i)) << i;
    EXPECT_EQ(seen_after(priority_pause_frame(named, all_quanta(0))), 0u) << i;
  }
  EXPECT_EQ(seen_after(priority_pause_frame(0x81, all_quanta(1'000))), 0x8100u);
  EXPECT_EQ(seen_after(priority_pause_frame(0x80, all_quanta(0))), 0x0100u);
  dcb.bench.run_until(at + 1'000 * 64 * kByteTime10G);
  EXPECT_EQ(dcb.reg(Reg::TFCS), 0u);
}

TEST(DcbTransmit, WithoutPartitionsOnePauseStopsAll) {
  DcbBench dcb;
  for (unsigned q = 0; q < 32; ++q) dcb.queue(q, 1'514, 30);
  const Time pause = kStart + 200 * kMicrosecond;
  dcb.bench.frame_at(pause, priority_pause_frame(1, all_quanta(4'000)));
  dcb.run();
  const Time honored = pause + 72 * kByteTime10G + 13 * kMacClock.period();
  EXPECT_TRUE(between(dcb.wire, honored + kSlot, honored + 4'000 * 64 * kByteTime10G).empty());
  EXPECT_EQ(dcb.sent(), 32u * 30);
}

// A segmentation request longer than its partition stops in the middle: the class is paused, and the requests
// of other classes are granted and read past it.
TEST(DcbTransmit, ABigRequestWaitsForSpaceAlone) {
  for (const bool divided : {true, false}) {
    DcbBench dcb;
    if (divided) dcb.divide();
    dcb.queue(8, 100, 1);  // class 2
    constexpr std::uint32_t kPayload = 60'000;
    dcb.write_segmentation(8, kPayload, 1'460);
    dcb.write(Reg::TDT, 8, 2, kStart + 400 * kMicrosecond);
    for (const unsigned q : {0u, 31u}) dcb.queue(q, 1'514, 500);
    // Paused before its first frame; the others go on.
    dcb.bench.frame_at(kStart + 390 * kMicrosecond, priority_pause_frame(divided ? 4 : 0, all_quanta(6'000)));
    dcb.run();
    EXPECT_EQ(dcb.sent(), 1'001u);
    const Time until = kStart + 390 * kMicrosecond + 6'000 * 64 * kByteTime10G;
    const auto during = between(dcb.wire, kStart + 401 * kMicrosecond, until);
    if (divided) {
      for (const auto& record : during) EXPECT_NE(record.queue, 8);
      EXPECT_GT(static_cast<Time>(during.size() + 3) * kSlot, until - (kStart + 401 * kMicrosecond));
      wire_is_full(during);
      EXPECT_LE(dcb.most_used[2], 40u << 10);
      EXPECT_GT(dcb.most_used[2], 36u << 10);
    }
    unsigned segments = 0;
    for (const auto& record : dcb.wire) segments += record.queue == 8 ? 1 : 0;
    EXPECT_EQ(segments, (kPayload + 1'459) / 1'460);
  }
}

// --- Planes.

// Credits of the data plane: with all partitions full, the shares on the wire are those of the refills.
TEST(DcbTransmit, DataPlaneSharesByCredits) {
  DcbBench dcb;
  dcb.divide();
  const std::uint32_t refills[8] = {24, 48, 24, 96, 24, 48, 72, 120};
  for (unsigned i = 0; i < 8; ++i) dcb.write(Reg::TDPT2TCCR, i, credit_register(refills[i], 4'095));
  dcb.write(Reg::PDPMCS, 0, field::PDPMCS::ARBDIS.mask);
  for (unsigned q = 0; q < 32; ++q) dcb.queue(q, q % 2 == 0 ? 1'514 : 600, 400);
  const Time open = kStart + 300 * kMicrosecond;
  dcb.write(Reg::PDPMCS, 0, field::PDPMCS::TPPAC.mask, open);
  // A setting that is written again changes no credits.
  for (Time time = open; time < open + 4 * kMillisecond; time += 3 * kMicrosecond)
    dcb.write(Reg::TDPT2TCCR, 7, credit_register(refills[7], 4'095), time);
  dcb.bench.run_until(open + 4 * kMillisecond);
  EXPECT_TRUE(between(dcb.wire, 0, open).empty());
  std::array<double, 8> sent{};
  unsigned frames = 0;
  for (const auto& frame : dcb.wire) {
    const std::uint32_t cost = (frame.length + 63) / 64;
    sent[frame.queue / 4] += cost;
    ++frames;
    for (unsigned i = 1; i < 8; ++i) {
      // One round, and a packet (24 credits at most) of each.
      const double difference = sent[i] / refills[i] - sent[0] / refills[0];
      ASSERT_LE(std::abs(difference), 2 + 24.0 / refills[i] + 24.0 / refills[0]) << frames;
    }
  }
  EXPECT_GT(frames, 3'000u);
  wire_is_full(dcb.wire);
}

// Sets both planes to credits: each class gets 30, up to 100.
void share_by_equal_credits(DcbBench& dcb) {
  for (unsigned i = 0; i < 8; ++i) {
    dcb.write(Reg::TDPT2TCCR, i, credit_register(30, 100));
    dcb.write(Reg::TDTQ2TCCR, i, credit_register(30, 100));
  }
  dcb.write(Reg::PDPMCS, 0, field::PDPMCS::TPPAC.mask);
  dcb.write(Reg::DPMCS, 0, field::DPMCS::TDPAC.mask);
}

// A packet costs what its descriptors say in the plane of descriptors, and with its FCS in that of data. A
// class in debt shows a negative number.
TEST(DcbTransmit, ADebtIsShownAsANegativeNumber) {
  constexpr unsigned kClass = 5;
  DcbBench dcb;
  dcb.divide();
  share_by_equal_credits(dcb);
  dcb.queue(4 * kClass, 141 * 64, 1);
  dcb.run();
  ASSERT_EQ(dcb.sent(), 1u);
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(static_cast<int>(dcb.reg(Reg::TDTQ2TCSR, i)), i == kClass ? 30 - 141 : 30) << i;
    EXPECT_EQ(static_cast<int>(dcb.reg(Reg::TDPT2TCSR, i)), i == kClass ? 30 - 142 : 30) << i;
  }
}

// Both planes read all bits of refill, limit, group and its strict mark: class 0 pays with its own credits
// and with those of class 4, the only other one of its group.
TEST(DcbTransmit, AGroupStrictClassPaysWithTheCreditsOfItsGroup) {
  struct Class {
    std::uint32_t refill, limit;
    unsigned group;
    int left;
  };
  constexpr std::array<Class, 8> kClass{{{10, 100, 7, 0},
                                         {10, 100, 3, 10},
                                         {10, 100, 5, 10},
                                         {10, 100, 6, 10},
                                         {10, 100, 7, 0},
                                         {0, 100, 0, 0},
                                         {256, 2'048, 0, 256},
                                         {511, 300, 0, 300}}};
  DcbBench dcb;
  dcb.divide();
  for (unsigned i = 0; i < 8; ++i) {
    for (const Reg reg : {Reg::TDPT2TCCR, Reg::TDTQ2TCCR})
      dcb.write(reg, i, credit_register(kClass[i].refill, kClass[i].limit, kClass[i].group, i == 0));
  }
  dcb.write(Reg::PDPMCS, 0, field::PDPMCS::TPPAC.mask);
  dcb.write(Reg::DPMCS, 0, field::DPMCS::TDPAC.mask);
  dcb.queue(0, 20 * 64 - 4, 1);  // 20 credits, with the FCS or without
  dcb.run();
  ASSERT_EQ(dcb.sent(), 1u);
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(static_cast<int>(dcb.reg(Reg::TDTQ2TCSR, i)), kClass[i].left) << i;
    EXPECT_EQ(static_cast<int>(dcb.reg(Reg::TDPT2TCSR, i)), kClass[i].left) << i;
  }
}

// Classes that share by credits again begin without those of before, in both planes.
TEST(DcbTransmit, CreditsBeginAtZeroEachTimeTheyComeIntoUse) {
  DcbBench dcb;
  dcb.divide();
  share_by_equal_credits(dcb);
  dcb.queue(0, 1'514, 1);
  dcb.run();
  ASSERT_EQ(dcb.sent(), 1u);
  // A refill for every class, and class 0 has paid 24 credits of 64 bytes for its packet.
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(dcb.reg(Reg::TDPT2TCSR, i), i == 0 ? 6u : 30u) << i;
    EXPECT_EQ(dcb.reg(Reg::TDTQ2TCSR, i), i == 0 ? 6u : 30u) << i;
  }
  for (const bool on : {false, true}) {
    dcb.bench.write(Reg::PDPMCS, 0, on ? field::PDPMCS::TPPAC.mask : 0);
    dcb.bench.write(Reg::DPMCS, 0, on ? field::DPMCS::TDPAC.mask : 0);
  }
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(dcb.reg(Reg::TDPT2TCSR, i), 0u) << i;
    EXPECT_EQ(dcb.reg(Reg::TDTQ2TCSR, i), 0u) << i;
  }
}

TEST(DcbTransmit, LinkStrictGoesFirstInBothPlanes) {
  DcbBench dcb;
  dcb.divide();
  for (unsigned i = 0; i < 8; ++i) {
    dcb.write(Reg::TDPT2TCCR, i, credit_register(24, 4'095, 0, false, i == 3));
    dcb.write(Reg::TDTQ2TCCR, i, credit_register(24, 4'095, 0, false, i == 3));
  }
  dcb.write(Reg::PDPMCS, 0, field::PDPMCS::TPPAC.mask);
  dcb.write(Reg::DPMCS, 0, field::DPMCS::TDPAC.mask);
  for (unsigned q = 0; q < 32; ++q) dcb.queue(q, 1'514, 40);
  dcb.run();
  EXPECT_EQ(dcb.sent(), 32u * 40);
  // While queues get their first descriptors the class may run dry; in turns it would be through at the end.
  std::size_t last = 0;
  for (std::size_t i = 0; i < dcb.wire.size(); ++i) last = dcb.wire[i].queue / 4 == 3 ? i : last;
  EXPECT_LT(last, 4u * 40 + 40);
  // Nor does any other queue get a grant while it requests one.
  std::size_t asked = 0;
  for (const auto& grant : dcb.grants) {
    ASSERT_EQ(grant.id, 0u) << "a grant is no TLP";
    ASSERT_EQ(grant.crc, 0u);
    if ((grant.length >> 12 & 0xf) == 0) continue;
    ++asked;
    EXPECT_EQ(grant.queue / 4, 3);
  }
  EXPECT_EQ(asked, 4u * 40);
}

TEST(DcbTransmit, AStoppedPlaneHoldsEverything) {
  for (const bool descriptors : {false, true}) {
    DcbBench dcb;
    dcb.divide();
    dcb.write(descriptors ? Reg::DPMCS : Reg::PDPMCS, 0, 1u << 6);
    for (unsigned q = 0; q < 32; q += 4) dcb.queue(q, 1'514, 40);
    dcb.bench.run_until(kStart + kMillisecond);
    EXPECT_TRUE(dcb.wire.empty());
    EXPECT_EQ(dcb.grants.empty(), descriptors);
    EXPECT_LE(dcb.most_used_of_all, TxDma::kBufferBytes);
    dcb.write(descriptors ? Reg::DPMCS : Reg::PDPMCS, 0, 0, dcb.bench.now() + kMicrosecond);
    dcb.run();
    EXPECT_EQ(dcb.sent(), 8u * 40);
    for (const auto& grant : dcb.grants) EXPECT_EQ(grant.id, 0u);
    for (const auto& frame : dcb.wire) EXPECT_EQ(frame.id, 0u);
  }
}

// --- Settings that are invalid.

TEST(DcbTransmit, ZeroCreditsStarveNoQueue) {
  for (const std::uint32_t value :
       {0u, credit_register(0, 4'095), credit_register(511, 0), credit_register(511, 1),
        credit_register(0, 0, 3, true), credit_register(1, 4'095, 3, true)}) {
    SCOPED_TRACE(value);
    DcbBench dcb;
    dcb.divide();
    for (unsigned i = 0; i < 8; ++i) {
      dcb.write(Reg::TDPT2TCCR, i, value);
      dcb.write(Reg::TDTQ2TCCR, i, value);
    }
    dcb.write(Reg::PDPMCS, 0, field::PDPMCS::TPPAC.mask);
    dcb.write(Reg::DPMCS, 0, field::DPMCS::TDPAC.mask);
    for (unsigned q = 0; q < 32; ++q) dcb.queue(q, 1'514, 30);
    dcb.run();
    EXPECT_EQ(dcb.sent(), 32u * 30);
    // After the time in which 32 queues get their first descriptors.
    wire_is_full(between(dcb.wire, kStart + 100 * kMicrosecond, kNever));
  }
}

// Sizes that sum to more than 320 KiB are allocated in order; a class without space requests only once it has
// some.
TEST(DcbTransmit, SizesThatDoNotFit) {
  DcbBench dcb;
  dcb.divide(120);  // 120, 120, 80, and nothing
  for (unsigned q = 0; q < 32; ++q) dcb.queue(q, 1'514, 40);
  dcb.bench.run_until(kStart + 10 * kMillisecond);
  EXPECT_EQ(dcb.sent(), 12u * 40);
  std::set<unsigned> classes;
  for (const auto& frame : dcb.wire) classes.insert(frame.queue / 4u);
  EXPECT_EQ(classes, (std::set<unsigned>{0, 1, 2}));
  EXPECT_LE(dcb.most_used_of_all, TxDma::kBufferBytes);
  for (unsigned i = 0; i < 8; ++i) {
    dcb.write(i == 0 ? Reg::TXPBSIZE0 : Reg::TXPBSIZE1_7, i == 0 ? 0 : i - 1, 40u << 10,
              dcb.bench.now() + kMicrosecond);
  }
  dcb.run();
  EXPECT_EQ(dcb.sent(), 32u * 40);
}

// A class requests while the longest packet fits into its own partition, to the byte: with frames of 781
// bytes class 3 reaches that amount and gets one more, with 127 bytes class 4 is a byte beyond it.
TEST(DcbTransmit, EveryClassHasItsOwnSizeToTheByte) {
  constexpr std::array<std::uint32_t, 8> kKib{20, 24, 28, 32, 32, 36, 40, 44};
  constexpr std::array<std::uint32_t, 8> kBytes{1'000, 1'000, 1'000, 777, 123, 1'000, 1'000, 1'000};
  DcbBench dcb;
  dcb.divide();
  for (unsigned i = 0; i < 8; ++i) {
    dcb.set_size(i, kKib[i]);
    dcb.queue(4 * i, kBytes[i], 200);
  }
  dcb.bench.frame_at(kStart - 2 * kMicrosecond, priority_pause_frame(0xff, all_quanta(8'000)));
  dcb.bench.run_until(kStart + 300 * kMicrosecond);
  EXPECT_TRUE(dcb.wire.empty());
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint32_t frame = kBytes[i] + 4;
    const std::uint32_t limit = kKib[i] * 1'024 - TxDma::kLongestPacket - 1'024;
    EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(i), (limit / frame + 1) * frame) << i;
  }
  dcb.run();
  EXPECT_EQ(dcb.sent(), 8u * 200);
}

// The longest packet with all that its reads reserve needs 20 KiB.
TEST(DcbTransmit, AClassWithLessThanALongPacketNeedsDoesNotSend) {
  DcbBench dcb;
  dcb.divide(20);
  dcb.set_size(3, 19);
  for (const unsigned q : {8u, 12u, 16u}) dcb.queue(q, 100, 10);  // classes 2, 3, 4
  dcb.bench.run_until(kStart + 200 * kMicrosecond);
  EXPECT_EQ(dcb.wire.size(), 20u);
  for (const auto& frame : dcb.wire) EXPECT_NE(frame.queue, 12);
  dcb.write(Reg::TXPBSIZE1_7, 2, 20u << 10, dcb.bench.now() + kMicrosecond);
  dcb.run();
  EXPECT_EQ(dcb.sent(), 30u);
}

TEST(DcbTransmit, PartitionsTooSmallForAPacketOrChangedInTraffic) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    DcbBench dcb(CoreDriver::kEvent, seed, seed % 3 == 0 ? 4 : 8);
    dcb.divide(static_cast<std::uint32_t>(random.below(41)));
    for (unsigned q = 0; q < 32; ++q)
      dcb.queue(q, static_cast<std::uint32_t>(60 + random.below(seed % 2 == 0 ? 1'400 : 9'000)), 40);
    for (unsigned i = 0; i < 200; ++i) {
      const Time at = kStart + static_cast<Time>(random.below(2'000'000'000));
      switch (random.below(7)) {
        case 0:
          dcb.write(Reg::DTXCTL, 0, static_cast<std::uint32_t>(random.below(8)), at);
          break;
        case 1:
          dcb.write(Reg::TXPBSIZE0, 0, static_cast<std::uint32_t>(random.next()), at);
          break;
        case 2:
          dcb.write(Reg::TXPBSIZE1_7, static_cast<unsigned>(random.below(7)),
                    static_cast<std::uint32_t>(random.below(60)) << 10, at);
          break;
        case 3:
          dcb.write(Reg::DPMCS, 0, static_cast<std::uint32_t>(random.below(128)) & 0x41, at);
          break;
        case 4:
          dcb.write(Reg::PDPMCS, 0, static_cast<std::uint32_t>(random.below(128)) & 0x60, at);
          break;
        case 5:
          dcb.write(Reg::TDPT2TCCR, static_cast<unsigned>(random.below(8)),
                    static_cast<std::uint32_t>(random.next()), at);
          break;
        default:
          dcb.bench.frame_at(at,
                             priority_pause_frame(static_cast<std::uint8_t>(random.next()),
                                                  all_quanta(static_cast<std::uint16_t>(random.below(400)))));
      }
    }
    // Then sense, and everything is sent.
    const Time end = kStart + 2'500 * kMicrosecond;
    dcb.write(Reg::PDPMCS, 0, 0, end);
    dcb.write(Reg::DPMCS, 0, 0, end);
    dcb.write(Reg::DTXCTL, 0, 0, end);
    dcb.write(Reg::TXPBSIZE0, 0, 320u << 10, end);
    dcb.run();
    EXPECT_EQ(dcb.sent(), 32u * 40);
    EXPECT_EQ(dcb.bench.port().transmit().in_flight(), 0u);
    EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(), 0u);
    EXPECT_LE(dcb.most_used_of_all, TxDma::kBufferBytes);
    EXPECT_EQ(dcb.bench.surprises(), 0u);
  }
}

TEST(DcbTransmit, AResetTakesWhatIsUnderWay) {
  DcbBench dcb;
  dcb.divide();
  for (unsigned q = 0; q < 32; ++q) dcb.queue(q, 1'514, 40);
  dcb.bench.frame_at(kStart + 50 * kMicrosecond, priority_pause_frame(0x0f, all_quanta(3'000)));
  dcb.write(Reg::CTRL, 0, field::CTRL::RST.mask, kStart + 150 * kMicrosecond);
  dcb.run();
  EXPECT_EQ(dcb.bench.port().transmit().in_flight(), 0u);
  EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(), 0u);
  EXPECT_GT(dcb.bench.port().accounting().tx_bucket(TxBucket::kSent), 50u);
}

// A link, or all its classes, paused when the port is reset: what waited for the wire is never seen on it,
// and what follows does not wait.
TEST(DcbTransmit, AResetTakesThePauseAndWhatItHeld) {
  for (const bool of_link : {true, false}) {
    SCOPED_TRACE(of_link);
    std::string found[2];
    for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
      DcbBench dcb(driver);
      const Time reset = kStart + 60 * kMicrosecond, again = reset + 100 * kMicrosecond;
      dcb.bench.frame_at(kStart - 2 * kMicrosecond,
                         of_link ? pause(0xffff) : priority_pause_frame(0xff, all_quanta(0xffff)));
      dcb.queue(5, 1'000, 20, kStart);
      dcb.bench.run_until(reset - kMicrosecond);
      EXPECT_EQ(dcb.grants.size(), 20u);
      EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(), 20u * 1'004);
      EXPECT_EQ(dcb.reg(Reg::TFCS), of_link ? 1u : 0xff00u);
      dcb.write(Reg::CTRL, 0, field::CTRL::RST.mask, reset);
      dcb.bench.run_until(reset + 10 * kMicrosecond);
      EXPECT_EQ(dcb.bench.port().transmit().dma().buffer_used(), 0u);
      EXPECT_EQ(dcb.bench.port().accounting().tx_bucket(TxBucket::kFlushed), 20u);
      EXPECT_EQ(dcb.reg(Reg::TFCS), 0u);
      dcb.queue(6, 500, 3, again, DcbBench::kRing, reset + 20 * kMicrosecond);
      dcb.bench.run(200 * kMillisecond, 200 * kMicrosecond);
      EXPECT_EQ(dcb.sent(), 3u);
      ASSERT_EQ(dcb.wire.size(), 3u);
      for (const auto& record : dcb.wire) EXPECT_EQ(record.queue, 6);
      EXPECT_LT(dcb.wire.back().time, again + 10 * kMicrosecond);
      found[driver == CoreDriver::kTick] = dcb.bench.fingerprint();
    }
    EXPECT_EQ(found[0], found[1]);
  }
}

// --- Both drivers of the core.

// Frames come into the buffer at edges at which the wire is being left, and the other way round.
TEST(DcbTransmit, EveryEdgeGivesTheSameWithoutClasses) {
  for (const std::uint32_t size : {60u, 100u, 250u, 600u, 1'000u, 1'514u}) {
    std::string found[2];
    std::vector<EventRecord> records[2];
    for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
      DcbBench dcb(driver, size, 4);  // the link to the host is the slower one
      for (unsigned q = 0; q < 32; ++q) dcb.queue(q, q % 2 == 0 ? 60 : size, 30);
      dcb.bench.run(200 * kMillisecond, 200 * kMicrosecond);
      EXPECT_EQ(dcb.sent(), 32u * 30);
      found[driver == CoreDriver::kTick] = dcb.bench.fingerprint();
      records[driver == CoreDriver::kTick] = dcb.bench.log().records();
    }
    EXPECT_EQ(first_difference(records[0], records[1]), "");
    EXPECT_EQ(found[0], found[1]) << size;
  }
}

TEST(DcbTransmit, EveryEdgeGivesTheSame) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    std::string found[2];
    std::vector<EventRecord> records[2];
    for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
      DcbBench dcb(driver, seed, seed == 3 ? 4 : 8);
      Random random(seed);
      dcb.divide(seed == 2 ? 24 : 40);
      for (unsigned i = 0; i < 8; ++i) {
        const auto refill = static_cast<std::uint32_t>(1 + random.below(200));
        dcb.write(Reg::TDPT2TCCR, i, credit_register(refill, 400, i / 3, random.chance(1, 4)));
        dcb.write(Reg::TDTQ2TCCR, i, credit_register(refill, 400, i / 3, random.chance(1, 4)));
      }
      dcb.write(Reg::PDPMCS, 0, seed % 2 == 0 ? 0 : field::PDPMCS::TPPAC.mask);
      dcb.write(Reg::DPMCS, 0, seed == 4 ? 0 : field::DPMCS::TDPAC.mask);
      for (unsigned q = 0; q < 32; ++q)
        dcb.queue(q, static_cast<std::uint32_t>(60 + random.below(1'450)), 12);
      for (unsigned i = 0; i < 6; ++i) {
        dcb.bench.frame_at(kStart + static_cast<Time>(40 + 40 * i) * kMicrosecond,
                           priority_pause_frame(static_cast<std::uint8_t>(random.next()), all_quanta(500)));
      }
      // To a time that both stop at: registers show clocks.
      dcb.bench.run(200 * kMillisecond, 200 * kMicrosecond);
      EXPECT_EQ(dcb.sent(), 32u * 12);
      found[driver == CoreDriver::kTick] = dcb.bench.fingerprint();
      records[driver == CoreDriver::kTick] = dcb.bench.log().records();
    }
    EXPECT_EQ(first_difference(records[0], records[1]), "");
    EXPECT_EQ(found[0], found[1]) << seed;
  }
}

}  // namespace
}  // namespace ixsim::bench
