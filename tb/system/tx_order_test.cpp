// The order in which packets leave is that of their grants. The grants are those of the round robin, whether
// a grant covers a whole segmentation request or one segment.
#include "tx_bench.h"

namespace ixsim::bench {
namespace {

struct Order {
  std::vector<std::pair<unsigned, std::uint64_t>> grants, frames;  // (queue, packet)
  std::map<unsigned, std::vector<FrameRef>> bytes;
};

// Four queues of random packets, about half of them segmentation requests, all there from the beginning.
Order run_random(bool segment_grants, std::uint64_t seed, bool check_turns) {
  BusSettings bus;
  bus.read_spread = seed % 2 == 0 ? 0 : 700 * kNanosecond;
  TxBench tx(TxParameters{segment_grants}, bus, seed);
  Random random(seed);
  std::uint64_t requests = 0;
  for (const unsigned queue : {1u, 2u, kBad, 9u}) {
    std::uint32_t next = 0;
    const auto post = [&](std::uint64_t low, std::uint64_t high) { tx.descriptor(queue, next++, low, high); };
    while (next < 100) {
      const std::uint64_t at = kBuffers + 0x1000 * random.below(200);
      if (random.chance(1, 2)) {
        post(at, kAdvanced | kWhole | (60 + random.below(1'400)));
        continue;
      }
      ++requests;
      const auto payload = static_cast<std::uint32_t>(1 + random.below(12'000));
      post(context_low(), context_high(static_cast<unsigned>(200 + random.below(1'300))));
      std::uint32_t left = kHeader + payload;
      while (left != 0) {
        const auto piece = random.chance(1, 3) ? left : static_cast<std::uint32_t>(1 + random.below(left));
        left -= piece;
        const std::uint64_t end = left == 0 ? kEop | kRs : 0;
        post(at + kHeader + payload - left - piece, (segmentation(payload) & ~(kEop | kRs)) | end | piece);
      }
    }
    tx.enable(tx.time, queue, 256);
    tx.tail(tx.time + 20 * kMicrosecond, queue, next);
  }
  tx.run();
  EXPECT_GT(requests, 30u);
  Order order;
  for (const EventRecord& record : tx.grants) order.grants.emplace_back(record.queue, record.address);
  for (const EventRecord& record : tx.wire) order.frames.emplace_back(record.queue, record.address);
  order.bytes[kBad] = tx.sent;
  // The pointer stands behind the last winner; `length` of the record holds the queues that asked.
  unsigned pointer = 0;
  for (const EventRecord& record : tx.grants) {
    if (!check_turns) break;
    unsigned winner = pointer;
    while ((record.length >> winner % 32 & 1) == 0) ++winner;
    EXPECT_EQ(record.queue, winner % 32);
    pointer = winner % 32 + 1;
  }
  return order;
}

TEST(TxOrder, WireOrderEqualsGrantOrder) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Order whole = run_random(false, seed, true);
    auto packets = whole.frames;
    packets.erase(std::unique(packets.begin(), packets.end()), packets.end());
    EXPECT_EQ(packets, whole.grants) << seed;
    EXPECT_LT(packets.size(), whole.frames.size() / 2);

    const Order segments = run_random(true, seed, true);
    EXPECT_EQ(segments.frames, segments.grants) << seed;
    EXPECT_EQ(segments.frames.size(), whole.frames.size());

    // A queue's frames are the same.
    const auto& a = whole.bytes.at(kBad);
    const auto& b = segments.bytes.at(kBad);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_TRUE(
          std::equal(a[i]->bytes().begin(), a[i]->bytes().end(), b[i]->bytes().begin(), b[i]->bytes().end()))
          << i;
    }
  }
}

// A queue of single packets next to one of long requests: it waits for a whole request, or for one segment.
TEST(TxOrder, SegmentGrantsShortenTheWaitForOthers) {
  for (const bool segment_grants : {false, true}) {
    TxBench tx(TxParameters{segment_grants});
    for (std::uint32_t i = 0; i < 10; ++i) {
      tx.descriptor(kBad, 2 * i, context_low(), context_high(1'000));
      tx.descriptor(kBad, 2 * i + 1, kBuffers, segmentation(40'000) | (kHeader + 40'000));
      tx.descriptor(7, i, kBuffers, kAdvanced | kWhole | 1'000);
    }
    for (const unsigned queue : {kBad, 7u}) {
      tx.enable(tx.time, queue, 64);
      tx.tail(tx.time + 20 * kMicrosecond, queue, queue == 7 ? 10 : 20);
    }
    tx.run();
    std::size_t most = 0;
    std::size_t between = 0;
    bool begun = false;
    for (const EventRecord& record : tx.wire) {
      if (record.queue == 7) {
        if (begun) most = std::max(most, between);
        begun = true;
        between = 0;
      } else if (record.queue == kBad) {
        ++between;
      }
    }
    EXPECT_EQ(most, segment_grants ? 1u : 40u);
  }
}

// --- PAUSE.

// A received PAUSE holds back frames not yet begun for its time, counted from its decision; XON ends it.
// A queue whose tail is written while another's data reads fill every tag of theirs: its descriptors are read
// at once.
TEST(TxOrder, DescriptorReadsPassDataReadsThatWaitForTags) {
  BusSettings bus;
  bus.read_latency = 20 * kMicrosecond;
  TxBench tx(TxParameters{false}, bus);
  std::vector<EventRecord> reads;
  tx.bench.on_event([&](const EventRecord& record) {
    if (record.kind == EventKind::kTlpUp) reads.push_back(record);
  });
  const std::uint32_t packets = 60;
  for (std::uint32_t i = 0; i < packets; ++i) {
    tx.descriptor(kBad, i, kBuffers + 0x1000 * i, kAdvanced | kWhole | 1'500);
    tx.descriptor(9, i, kBuffers, kAdvanced | kWhole | 100);
  }
  tx.enable(tx.time, kBad, 64);
  tx.enable(tx.time, 9, 64);
  tx.tail(tx.time + 10 * kMicrosecond, kBad, packets);
  const Time written = 150 * kMicrosecond;
  tx.tail(written, 9, 8);
  tx.bench.run(200 * kMillisecond);
  const auto fetch = std::find_if(reads.begin(), reads.end(), [](const EventRecord& record) {
    return record.address >= TxBench::ring(9) && record.address < TxBench::ring(10);
  });
  ASSERT_NE(fetch, reads.end());
  const auto is_data = [](const EventRecord& record) {
    return record.address >= kBuffers && record.address < kBuffers + 0x100000;
  };
  // All tags of data are out: none went for half a round trip before, and more follow after it.
  for (auto read = reads.begin(); read != fetch; ++read)
    EXPECT_FALSE(is_data(*read) && read->time > fetch->time - kMicrosecond);
  EXPECT_GT(std::count_if(fetch, reads.end(), is_data), 16);
  EXPECT_LT(fetch->time, written + TxDma::kDoorbell + 400 * kNanosecond);
}

// The pieces of a packet are requested without waiting for the piece before, whatever was sent earlier.
TEST(TxOrder, ThePiecesOfAPacketAreReadAtOnce) {
  constexpr std::uint32_t kPieces = 6;
  BusSettings bus;
  bus.read_latency = 5 * kMicrosecond;
  TxBench tx(TxParameters{false}, bus);
  tx.bench.run_until(kMillisecond);
  ASSERT_EQ(tx.frames(kGood), kGoodPackets);
  std::vector<Time> reads;
  tx.bench.on_event([&](const EventRecord& record) {
    if (record.kind == EventKind::kTlpUp && record.address >= kBuffers &&
        record.address < kBuffers + 0x100000)
      reads.push_back(record.time);
  });
  for (std::uint32_t i = 0; i < kPieces; ++i)
    tx.descriptor(kBad, i, kBuffers + 0x1000 * i, kAdvanced | kIfcs | (i + 1 == kPieces ? kWhole : 0) | 100);
  tx.enable(tx.bench.now(), kBad, 64);
  tx.tail(tx.bench.now() + 10 * kMicrosecond, kBad, kPieces);
  tx.bench.run(200 * kMillisecond);
  ASSERT_EQ(reads.size(), kPieces);
  EXPECT_LT(reads.back() - reads.front(), kMicrosecond);
}

// Descriptors offered while the tag of all descriptor reads is in use are read together, once the tag is free
// again.
TEST(TxOrder, WhatIsOfferedWhileNoTagIsFreeIsReadTogether) {
  ControllerConfig config;
  config.pcie.descriptor_tags = 1;
  BusSettings bus;
  bus.read_latency = 20 * kMicrosecond;
  CoreBench bench(config, bus, 1);
  bench.record_events();
  std::vector<std::pair<std::uint64_t, std::uint32_t>> reads;
  const std::uint64_t end = kRings + 32 * kRingSpace;
  bench.on_read([&](Time, std::uint64_t address, ByteView data) {
    if (address < end) reads.emplace_back(address, static_cast<std::uint32_t>(data.size));
  });
  for (const unsigned queue : {1u, 2u}) {
    const std::uint64_t ring = TxBench::ring(queue);
    for (std::uint32_t i = 0; i < 4; ++i) {
      store_le64(bench.memory().at(ring + 16 * i), kBuffers);
      store_le64(bench.memory().at(ring + 16 * i + 8), kAdvanced | kWhole | 100);
    }
    bench.write_at(10 * kMicrosecond, Reg::TDBAL, queue, static_cast<std::uint32_t>(ring));
    bench.write_at(10 * kMicrosecond, Reg::TDBAH, queue, static_cast<std::uint32_t>(ring >> 32));
    bench.write_at(10 * kMicrosecond, Reg::TDLEN, queue, 64 * kDescriptorBytes);
    bench.write_at(10 * kMicrosecond, Reg::TXDCTL, queue, 32 | field::TXDCTL::ENABLE.mask);
  }
  bench.write_at(20 * kMicrosecond, Reg::TDT, 1, 1);
  bench.write_at(22 * kMicrosecond, Reg::TDT, 2, 1);
  bench.write_at(24 * kMicrosecond, Reg::TDT, 2, 3);
  bench.run(10 * kMillisecond);
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_EQ(reads[0], (std::pair<std::uint64_t, std::uint32_t>{TxBench::ring(1), 16}));
  EXPECT_EQ(reads[1], (std::pair<std::uint64_t, std::uint32_t>{TxBench::ring(2), 48}));
}

// At most sixteen data reads are outstanding. The packet behind those is granted, because all reads before it
// are made, and waits; no other packet is granted before data arrive.
TEST(TxOrder, SixteenDataReadsAreOutstanding) {
  constexpr std::uint32_t kReads = 16, kPackets = 40;
  BusSettings bus;
  bus.read_latency = 20 * kMicrosecond;
  TxBench tx(TxParameters{false}, bus);
  tx.bench.run_until(2 * kMillisecond);
  ASSERT_EQ(tx.frames(kGood), kGoodPackets);
  const std::size_t before = tx.grants.size();
  for (std::uint32_t i = 0; i < kPackets; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 100);
  tx.enable(tx.bench.now(), kBad, 64);
  tx.tail(tx.bench.now() + kMicrosecond, kBad, kPackets);
  while (tx.grants.size() == before) tx.bench.run_until(tx.bench.now() + kMicrosecond);
  // Within half of the latency no data have come, and all has been asked for that can be.
  tx.bench.run_until(tx.bench.now() + bus.read_latency / 2);
  EXPECT_EQ(tx.grants.size() - before, kReads + 1);
  tx.run();
  EXPECT_EQ(tx.fate(), (TxBench::Fate{kPackets, 0, 0, 0}));
}

// While the wire is held a packet is taken as long as the longest possible packet fits, to the byte.
TEST(TxOrder, PacketsAreTakenWhileThereIsSpaceForTheLongest) {
  constexpr std::uint32_t kMost = TxDma::kBufferBytes - TxDma::kLongestPacket - 1'024;
  constexpr std::uint32_t kFull = 200, kFrame = 1'500;
  for (const std::uint32_t excess : {0u, 1u}) {
    TxBench tx(TxParameters{false});
    tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x8400);
    tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
    tx.bench.run_until(kMillisecond);
    ASSERT_EQ(tx.frames(kGood), kGoodPackets);
    ASSERT_EQ(tx.dma().buffer_used(), 0u);
    const auto in = [&](Time time) { return tx.bench.now() + time; };
    tx.bench.frame_at(in(kMicrosecond), pause(0xffff));
    // Two last frames bring it to the limit, or a byte beyond; one more waits for space.
    const std::uint32_t rest = kMost + excess - kFull * kFrame;
    for (std::uint32_t i = 0; i < kFull; ++i)
      tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | (kFrame - 4));
    tx.descriptor(kBad, kFull, kBuffers, kAdvanced | kWhole | (rest - 4));
    tx.descriptor(kBad, kFull + 1, kBuffers, kAdvanced | kWhole | 100);
    tx.enable(in(0), kBad, 512);
    tx.tail(in(5 * kMicrosecond), kBad, kFull + 1);
    tx.bench.run_until(in(1'500 * kMicrosecond));
    ASSERT_EQ(tx.dma().buffer_used(), kMost + excess);
    tx.tail(in(0), kBad, kFull + 2);
    tx.bench.run_until(in(20 * kMicrosecond));
    EXPECT_EQ(tx.done(kBad, kFull + 1), excess == 0);
    tx.run();
    EXPECT_TRUE(tx.done(kBad, kFull + 1));
  }
}

TEST(TxOrder, PauseHoldsFramesBack) {
  for (const bool released : {false, true}) {
    TxBench tx(TxParameters{false});
    for (std::uint32_t i = 0; i < 400; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 1'514);
    tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x8400);
    tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
    tx.enable(tx.time, kBad, 512);
    tx.tail(tx.time + 10 * kMicrosecond, kBad, 400);
    const Time xoff = tx.time + 60 * kMicrosecond;
    const Time length = 1'000 * 64 * kByteTime10G;
    const Time xon = xoff + 20 * kMicrosecond;
    tx.bench.frame_at(xoff, pause(1'000));
    if (released) tx.bench.frame_at(xon, pause(0));
    std::uint32_t during = 2, after = 2;
    tx.bench.at(xoff + 10 * kMicrosecond, [&] { during = tx.reg(Reg::TFCS); });
    tx.bench.at(xoff + 60 * kMicrosecond, [&] { after = tx.reg(Reg::TFCS); });
    tx.run();
    EXPECT_EQ(during, 1u);
    EXPECT_EQ(after, 0u);
    EXPECT_EQ(tx.fate(), (TxBench::Fate{400, 0, 0, 0}));
    // Every gap is that of full frames, but for one: from the frame begun before to the end of the PAUSE.
    const auto [begin, end] = tx.stop_after(xoff);
    // 64 bytes and preamble until the frame is in, its last beat, 12 clocks to the decision.
    const Time taken = (72 * kByteTime10G) + 13 * kMacClock.period();
    EXPECT_LT(begin, xoff + taken);
    const Time expected = released ? xon + taken : xoff + taken + length;
    EXPECT_NEAR(static_cast<double>(end), static_cast<double>(expected),
                2.0 * static_cast<double>(kMacClock.period()));
  }
}

// --- The gap.

TEST(TxOrder, GapIsWhatTipgSays) {
  for (const std::uint32_t value : {0u, 2u, 3u, 4u, 10u, 255u}) {
    TxBench tx(TxParameters{false});
    tx.bench.write_at(tx.time, Reg::TIPG, 0, value);
    for (std::uint32_t i = 0; i < 100; ++i)
      tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | (1'000 + i % 7));
    tx.enable(tx.time, kBad, 128);
    tx.tail(tx.time + 200 * kMicrosecond, kBad, 100);
    tx.run();
    std::int64_t bytes = 0, least = 1'000'000;
    Time first = 0, last = 0;
    for (const auto& record : tx.wire) {
      if (record.queue != kBad) continue;
      if (first == 0) first = record.time;
      if (last != 0) least = std::min(least, (record.time - last) / kByteTime10G - bytes);
      bytes = record.length + 8;
      last = record.time;
    }
    std::int64_t sum = 0;
    for (std::uint32_t i = 0; i + 1 < 100; ++i) sum += 1'000 + i % 7 + 4 + 8;
    const std::int64_t gap = 12 + 4 * (static_cast<std::int64_t>(std::max(value, 3u)) - 3);
    // On average, but for the lanes that the first and the last round to; no single one is three bytes less.
    const std::int64_t gaps = (last - first) / kByteTime10G - sum;
    EXPECT_LE(std::abs(gaps - 99 * gap), 4) << value;
    EXPECT_GE(least, gap - 3);
  }
}

// --- What the core announces.

// Transmission begins at 1 Gb/s and goes on at 10 Gb/s, where a lane is ten times as short: a register write
// that lets a held frame go has it on the wire no sooner than the core says.
// IFCS counts in the first data descriptor of a packet, and not at all with HLREG0.TXCRCEN.
TEST(TxOrder, TheFcsIsInsertedForThePacketOrForAll) {
  for (const bool always : {false, true}) {
    for (const std::uint64_t kind : {std::uint64_t{0}, kAdvanced}) {
      for (const bool first : {false, true}) {
        SCOPED_TRACE(testing::Message() << always << ' ' << kind << ' ' << first);
        TxBench tx(TxParameters(false));
        const std::uint32_t hlreg0 = tx.reg(Reg::HLREG0) & ~field::HLREG0::TXCRCEN.mask;
        tx.bench.write_at(tx.time - kMicrosecond, Reg::HLREG0, 0,
                          hlreg0 | (always ? field::HLREG0::TXCRCEN.mask : 0));
        tx.run_packet({{kBuffers, kind | (first ? kIfcs : 0) | 60},
                       {kBuffers + 60, kind | (first ? 0 : kIfcs) | kEop | kRs | 40}});
        ASSERT_EQ(tx.sent.size(), 2u);
        EXPECT_EQ(tx.sent[0]->size(), always || first ? 104u : 100u);
        EXPECT_EQ(fcs_is_good(tx.sent[0]->bytes()), always || first);
      }
    }
  }
}

TEST(TxOrder, AFrameLetGoAtAHigherSpeedIsAnnounced) {
  constexpr unsigned kFrames = 32;
  const std::uint32_t forced = field::AUTOC::FLU.mask;
  TxBench tx(TxParameters{false});
  tx.bench.write_at(5 * kMicrosecond, Reg::AUTOC, 0, forced);  // 1 Gb/s before a queue is enabled
  for (std::uint32_t i = 0; i < kFrames; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 60);
  tx.enable(tx.time, kBad, 64);
  Time at = tx.time + 100 * kMicrosecond;
  tx.bench.write_at(at, Reg::AUTOC, 0, forced | field::AUTOC::LMS.set(0, 1));
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    tx.bench.write_at(at + 2 * kMicrosecond, Reg::PDPMCS, 0, field::PDPMCS::ARBDIS.mask);
    tx.tail(at + 3 * kMicrosecond, kBad, i + 1);
    at += 13 * kMicrosecond + 400;  // all places of an edge of the link between two lanes
    tx.bench.write_at(at, Reg::PDPMCS, 0, 0);
  }
  tx.run();

  EXPECT_EQ(tx.reg(Reg::LINKS) & field::LINKS::SPEED.mask, field::LINKS::SPEED.mask);
  EXPECT_EQ(tx.frames(kBad), kFrames);
  EXPECT_EQ(tx.bench.surprises(), 0u);
}

// --- Loopback.

TEST(TxOrder, LoopbackReceivesWhatItSendsAndShowsNothing) {
  TxBench tx(TxParameters{false});
  for (std::uint32_t i = 0; i < 20; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 500);
  tx.bench.write_at(tx.time + 15 * kMicrosecond, Reg::HLREG0, 0,
                    tx.reg(Reg::HLREG0) | field::HLREG0::LPBK.mask);
  tx.enable(tx.time + 16 * kMicrosecond, kBad, 64);
  tx.tail(tx.time + 17 * kMicrosecond, kBad, 20);
  tx.run();
  EXPECT_EQ(tx.fate(), (TxBench::Fate{20, 0, 0, 0}));
  EXPECT_EQ(tx.frames(kBad), 0u);
  EXPECT_EQ(tx.bench.port().accounting().frames(), 20u);
}

}  // namespace
}  // namespace ixsim::bench
