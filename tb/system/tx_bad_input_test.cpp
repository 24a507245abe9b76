// Transmit under software with errors: the behaviour of the device is defined, counted, and does not affect
// other queues. After every case the core is at rest, every granted packet has one outcome, and a queue next
// to the bad one has sent all its packets.
#include <gtest/gtest.h>

#include "pool_bench.h"
#include "tx_bench.h"

namespace ixsim::bench {
namespace {

using Fate = TxBench::Fate;

// With whole segmentation requests granted at once, and segment by segment; with fetches of one read, and of
// several.
class TxBadInput : public ::testing::TestWithParam<TxParameters> {};
INSTANTIATE_TEST_SUITE_P(Parameters, TxBadInput,
                         ::testing::Values(TxParameters(false), TxParameters(true), TxParameters(false, 40)));

// --- Invalid descriptors: nothing is sent, the packet is counted, its descriptors are given back.

TEST_P(TxBadInput, LengthsBeyondWhatAFrameMayBe) {
  for (const std::uint32_t length : {1u, 13u, 16'125u, 65'535u}) {
    for (const std::uint64_t kind : {std::uint64_t{0}, kAdvanced}) {
      TxBench tx(GetParam());
      tx.run_packet({{kBuffers, kind | kWhole | length}});
      EXPECT_EQ(tx.fate(), (Fate{1, 1, 0, 0})) << length;
      EXPECT_TRUE(tx.done(kBad, 0));
    }
  }
  for (const std::uint32_t length : {14u, 16'124u}) {
    TxBench tx(GetParam());
    tx.run_packet({{kBuffers, kAdvanced | kWhole | length}});
    EXPECT_EQ(tx.fate(), (Fate{2, 0, 0, 0})) << length;
    EXPECT_EQ(tx.sent[0]->size(), std::max(64u, length + 4));
  }
}

TEST_P(TxBadInput, LengthsThatAddUpToTooMuch) {
  TxBench tx(GetParam());
  tx.run_packet({{kBuffers, kAdvanced | kIfcs | 16'000}, {kBuffers, kAdvanced | kEop | kRs | 125}});
  EXPECT_EQ(tx.fate(), (Fate{1, 1, 0, 0}));
}

// A descriptor without bytes is no packet: it is only completed. Within a packet it adds nothing.
TEST_P(TxBadInput, ZeroLengths) {
  for (const std::uint64_t kind : {std::uint64_t{0}, kAdvanced}) {
    TxBench tx(GetParam());
    tx.run_packet({{kBuffers, kind | kWhole}});
    EXPECT_EQ(tx.fate(), (Fate{2, 0, 0, 0}));
    EXPECT_EQ(tx.frames(kBad), 1u);
    EXPECT_TRUE(tx.done(kBad, 0));
  }
  TxBench whole(GetParam());
  whole.run_packet(
      {{kBuffers, kAdvanced | kIfcs}, {kBuffers, kAdvanced | 60}, {kBuffers, kAdvanced | kEop | kRs}});
  EXPECT_EQ(whole.fate(), (Fate{2, 0, 0, 0}));
  EXPECT_EQ(whole.frames(kBad), 2u);
  TxBench nothing(GetParam());
  nothing.run_packet({{kBuffers, kAdvanced | kIfcs}, {kBuffers, kAdvanced | kEop | kRs}});
  EXPECT_EQ(nothing.fate(), (Fate{1, 1, 0, 0}));
}

TEST_P(TxBadInput, ReservedDescriptorTypes) {
  for (std::uint64_t type = 0; type < 16; ++type) {
    if (type == 2 || type == 3) continue;
    TxBench tx(GetParam());
    tx.run_packet({{kBuffers, kExtended | (type << 20) | kWhole | 100}});
    EXPECT_EQ(tx.fate(), (Fate{1, 1, 0, 0})) << type;
    TxBench within(GetParam());
    within.run_packet({{kBuffers, kAdvanced | kIfcs | 60},
                       {kBuffers, kExtended | (type << 20) | 60},
                       {kBuffers, kAdvanced | kEop | kRs | 60}});
    EXPECT_EQ(within.fate(), (Fate{1, 1, 0, 0})) << type;
  }
}

TEST_P(TxBadInput, OffloadsWithoutContext) {
  for (const std::uint64_t what : {kTse | kTxsm, kIxsm, kTxsm, std::uint64_t{1} << 30}) {
    TxBench tx(GetParam());
    tx.run_packet({{kBuffers, kAdvanced | kWhole | what | (std::uint64_t{46} << 46) | 100}});
    EXPECT_EQ(tx.fate(), (Fate{1, 1, 0, 0})) << what;
  }
  // The context of another index, or of another queue, is no help.
  TxBench other(GetParam());
  other.run_packet({{context_low(), context_high(1'000) | (std::uint64_t{5} << 36)},
                    {kBuffers, segmentation(1'000) | (kHeader + 1'000)}});
  EXPECT_EQ(other.fate(), (Fate{1, 1, 0, 0}));
}

TEST_P(TxBadInput, SegmentationThatCannotBe) {
  struct Case {
    const char* what;
    std::uint64_t low, high;
    std::uint32_t payload, bytes;
  };
  const Case cases[] = {
      {"MSS 0", context_low(), context_high(0), 1'000, kHeader + 1'000},
      {"no payload", context_low(), context_high(100), 0, kHeader},
      {"PAYLEN too long", context_low(), context_high(100), 1'001, kHeader + 1'000},
      {"PAYLEN too short", context_low(), context_high(100), 999, kHeader + 1'000},
      {"header longer than the packet", context_low(127, 300), context_high(100), 1, 100},
      {"header of 512", context_low(127, 365), context_high(100), 1'000, 1'512},
      {"IP header too short", context_low(14, 19), context_high(100), 1'000, 1'053},
      {"TCP header too short", context_low(), context_high(100, 19), 1'000, 1'053},
      // Bit 12 instead of bit 11: L4T says SCTP, whose packets are not segmented.
      {"SCTP", context_low(), context_high(1'000) ^ (3u << 11), 1'000, kHeader + 1'000},
      {"segment beyond a frame", context_low(), context_high(16'100), 17'000, kHeader + 17'000},
  };
  for (const Case& c : cases) {
    TxBench tx(GetParam());
    tx.run_packet({{c.low, c.high}, {kBuffers, segmentation(c.payload) | c.bytes}});
    EXPECT_EQ(tx.fate(), (Fate{1, 1, 0, 0})) << c.what;
    EXPECT_EQ(tx.frames(kBad), 1u) << c.what;
  }
}

// Checksum fields lie outside the packet: the packet is sent unchanged.
TEST_P(TxBadInput, ChecksumsBeyondThePacket) {
  for (const std::uint64_t fields :
       {std::uint64_t{0xff} << 40, std::uint64_t{0xff} << 16, (std::uint64_t{59} << 40) | (59u << 16)}) {
    TxBench tx(GetParam());
    tx.run_packet({{kBuffers, kWhole | (std::uint64_t{1} << 26) | fields | 60}});
    EXPECT_EQ(tx.fate(), (Fate{2, 0, 0, 0}));
    EXPECT_TRUE(std::equal(tx.sent[0]->bytes().begin(), tx.sent[0]->bytes().begin() + 60,
                           tx.bench.memory().at(kBuffers)));
  }
  TxBench tx(GetParam());
  tx.run_packet(
      {{context_low(127, 511), context_high(0, 255)}, {kBuffers, kAdvanced | kWhole | kIxsm | kTxsm | 60}});
  EXPECT_EQ(tx.fate(), (Fate{2, 0, 0, 0}));
}

// --- Segmentation at its limits.

// The header may lie in any number of buffers, however short they are.
TEST_P(TxBadInput, HeaderLongerThanTheFirstBuffers) {
  const std::uint32_t payload = 3'000;
  std::vector<FrameRef> reference;
  for (const std::vector<std::uint32_t>& lengths : {std::vector<std::uint32_t>{kHeader + payload},
                                                    {1, 3, 10, kHeader - 15, 1 + payload},
                                                    {13, 2, kHeader - 15 + 7, payload - 7}}) {
    TxBench tx(GetParam());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> packet{{context_low(), context_high(1'000)}};
    std::uint64_t at = kBuffers;
    for (const std::uint32_t length : lengths) {
      packet.emplace_back(at, (segmentation(payload) & ~(kEop | kRs)) | length);
      at += length;
    }
    packet.back().second |= kEop | kRs;
    tx.run_packet(packet);
    EXPECT_EQ(tx.fate(), (Fate{2, 0, 0, 0}));
    ASSERT_EQ(tx.sent.size(), 4u);
    for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(tx.sent[i]->size(), kHeader + 1'000 + 4);
    if (reference.empty()) reference = tx.sent;
    for (unsigned i = 0; i < 3; ++i)
      EXPECT_TRUE(
          std::equal(tx.sent[i]->bytes().begin(), tx.sent[i]->bytes().end(), reference[i]->bytes().begin()));
  }
}

// Segments of a byte are mostly header: the packet buffer takes what comes of them and never more than it
// has.
TEST_P(TxBadInput, SmallSegmentsDoNotOverfillThePacketBuffer) {
  for (const unsigned mss : {1u, 7u, 63u, 64u, 1'460u, 9'000u}) {
    for (const unsigned ip : {20u, 350u}) {
      TxBench tx(GetParam());
      std::vector<std::pair<std::uint64_t, std::uint64_t>> packets;
      const std::uint32_t header = 14 + ip + 20;
      for (unsigned i = 0; i < 12; ++i) {
        packets.emplace_back(context_low(14, ip), context_high(mss));
        packets.emplace_back(kBuffers, segmentation(9'001) | (header + 9'001));
      }
      // The wire is stopped while the buffer fills.
      FrameMaker maker(1);
      tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x8400);
      tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
      tx.bench.frame_at(tx.time + 9 * kMicrosecond, pause(0xffff));
      tx.bench.frame_at(tx.time + 2 * kMillisecond, pause(0));
      tx.time += 12 * kMicrosecond;
      tx.run_packet(packets);
      EXPECT_EQ(tx.fate(), (Fate{13, 0, 0, 0}));
      EXPECT_EQ(tx.frames(kBad), 12 * ((9'001 + mss - 1) / mss) + 1);
      if (mss < 64) {
        EXPECT_GT(tx.most_used, TxDma::kBufferBytes / 2);
      }
    }
  }
}

TEST_P(TxBadInput, SmallPacketsDoNotOverfillThePacketBuffer) {
  BusSettings bus;
  bus.read_spread = 2 * kMicrosecond;
  TxBench tx(GetParam(), bus);
  for (std::uint32_t i = 0; i < 1'000; ++i)
    tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | (i < 300 ? 1'000 : 14));
  tx.bench.write_at(tx.time, Reg::FCTRL, 0, 0x8400);
  tx.bench.write_at(tx.time, Reg::RXCTRL, 0, 3);
  tx.bench.frame_at(tx.time + 9 * kMicrosecond, pause(0xffff));
  tx.enable(tx.time, kBad, 1'024);
  tx.tail(tx.time + 12 * kMicrosecond, kBad, 1'000);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{1'000, 0, 0, 0}));
  EXPECT_GT(tx.most_used, TxDma::kBufferBytes * 9 / 10);
}

// --- Memory that is not there.

TEST_P(TxBadInput, BuffersOutsideMemory) {
  for (const std::uint64_t address :
       {std::uint64_t{0}, std::uint64_t{0x1234}, ~std::uint64_t{0}, ~std::uint64_t{0xfff}, kMemoryBase - 50,
        kMemoryBase + (std::uint64_t{6} << 20) - 50}) {
    TxBench tx(GetParam());
    tx.run_packet({{address, kAdvanced | kWhole | 1'000}});
    EXPECT_EQ(tx.fate(), (Fate{1, 0, 1, 0})) << address;
    EXPECT_EQ(tx.bench.core().endpoint().read_errors(), 1u);
    EXPECT_TRUE(tx.done(kBad, 0));
    // In the middle of a packet, and in a segmentation request of which a part is out already.
    TxBench middle(GetParam());
    middle.run_packet({{kBuffers, kAdvanced | kIfcs | 100},
                       {address, kAdvanced | 100},
                       {kBuffers, kAdvanced | kEop | kRs | 100}});
    EXPECT_EQ(middle.fate(), (Fate{1, 0, 1, 0})) << address;
    TxBench part(GetParam());
    part.run_packet({{context_low(), context_high(1'000)},
                     {kBuffers, (segmentation(6'000) & ~(kEop | kRs)) | (kHeader + 4'000)},
                     {address, kAdvanced | kEop | kRs | 2'000}});
    EXPECT_EQ(part.fate(), (Fate{1, 0, 1, 0})) << address;
    EXPECT_LE(part.frames(kBad), 5u);
  }
}

// Each read of a packet that has failed frees exactly the space that was reserved for it.
TEST_P(TxBadInput, ReadsBehindAFailedOneGiveBackTheirSpace) {
  constexpr std::uint32_t kPieces = 8, kBytes = 1'000;
  TxBench tx(GetParam());
  tx.bench.run_until(kMillisecond);
  ASSERT_EQ(tx.frames(kGood), kGoodPackets);
  for (std::uint32_t i = 0; i < kPieces; ++i)
    tx.descriptor(kBad, i, i == 0 ? 0x1234 : kBuffers,
                  kAdvanced | kIfcs | (i + 1 == kPieces ? kEop | kRs : 0) | kBytes);
  tx.enable(tx.bench.now(), kBad, 128);
  tx.tail(tx.bench.now() + kMicrosecond, kBad, kPieces);
  std::vector<std::uint32_t> held;  // each amount once
  const Time end = tx.bench.now() + 20 * kMicrosecond;
  while (tx.bench.now() < end) {
    tx.bench.run_until(tx.bench.now() + kDmaClock.period());
    const std::uint32_t used = tx.dma().buffer_used();
    if (held.empty() || held.back() != used) held.push_back(used);
  }
  EXPECT_EQ(tx.fate(), (Fate{0, 0, 1, 0}));
  // Up while the reads are made, then down by one read after the other.
  held.erase(held.begin(), std::max_element(held.begin(), held.end()));
  ASSERT_EQ(held.size(), kPieces + 1);
  EXPECT_EQ(held.back(), 0u);
  for (std::uint32_t i = 0; i < kPieces; ++i) {
    EXPECT_GE(held[i] - held[i + 1], kBytes);
    EXPECT_EQ(held[i] - held[i + 1], held[0] - held[1]) << i;
  }
}

TEST_P(TxBadInput, RingOutsideMemory) {
  for (const std::uint64_t base : {std::uint64_t{0x1000}, ~std::uint64_t{0x7f}, kMemoryBase - 1'024}) {
    TxBench tx(GetParam());
    tx.enable(tx.time, kBad, 128, base);
    tx.tail(tx.time + kMicrosecond, kBad, 100);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{0, 0, 0, 0}));
    EXPECT_GE(tx.bench.core().endpoint().read_errors(), 1u);
    EXPECT_EQ(tx.reg(Reg::TDH, kBad), 0u);
    // The ring is left alone until the queue is enabled again, with a good one.
    tx.disable(tx.bench.now() + kMicrosecond, kBad);
    tx.tail(tx.bench.now() + kMicrosecond, kBad, 0);
    tx.descriptor(kBad, 0, kBuffers, kAdvanced | kWhole | 100);
    tx.enable(tx.bench.now() + 2 * kMicrosecond, kBad, 128);
    tx.tail(tx.bench.now() + 3 * kMicrosecond, kBad, 1);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{1, 0, 0, 0}));
  }
}

// The memory ends within the ring: what is whole before the gap is sent, nothing behind it.
TEST_P(TxBadInput, RingThatLeavesMemory) {
  BusSettings bus;
  bus.read_spread = 2 * kMicrosecond;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TxBench tx(GetParam(), bus, seed);
    const std::uint64_t end = kMemoryBase + tx.bench.memory().size();
    const std::uint64_t base = end - 16 * kDescriptorBytes;
    for (unsigned i = 0; i < 16; ++i) {
      std::uint8_t* const at = tx.bench.memory().at(base + std::uint64_t{i} * kDescriptorBytes);
      store_le64(at, kBuffers);
      store_le64(at + 8, kAdvanced | kIfcs | 60 | (i % 3 == 2 ? kEop : 0) | kRs);
    }
    tx.enable(tx.time, kBad, 64, base);
    tx.tail(tx.time + kMicrosecond, kBad, 60);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{5, 0, 0, 0})) << seed;
    EXPECT_EQ(tx.reg(Reg::TDH, kBad), 15u);
  }
}

// It begins within the ring: what is read behind the gap is of no use.
TEST_P(TxBadInput, RingThatEntersMemory) {
  TxBench tx(GetParam());
  for (unsigned i = 0; i < 56; ++i) tx.descriptor(0, i, kBuffers, kAdvanced | kWhole | 100);
  tx.enable(tx.time, kBad, 64, kMemoryBase - 8 * kDescriptorBytes);
  tx.tail(tx.time + kMicrosecond, kBad, 60);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{0, 0, 0, 0}));
  EXPECT_EQ(tx.bench.core().endpoint().read_errors(), 1u);
}

TEST_P(TxBadInput, HeadAndStatusWrittenOutsideMemory) {
  TxBench tx(GetParam());
  tx.bench.write_at(tx.time, Reg::TDWBAL, kBad, 0x1001);
  tx.bench.write_at(tx.time, Reg::TDWBAH, kBad, 0);
  tx.descriptor(kBad, 0, kBuffers, kAdvanced | kWhole | 100);
  tx.enable(tx.time, kBad, 128);
  tx.tail(tx.time + kMicrosecond, kBad, 1);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{1, 0, 0, 0}));
  EXPECT_EQ(tx.bench.core().endpoint().write_errors(), 1u);
}

// --- Invalid rings.

TEST_P(TxBadInput, TailBeyondTheRing) {
  for (const std::uint32_t tail : {128u, 129u, 0x8000u, 0xffffu}) {
    TxBench tx(GetParam());
    for (unsigned i = 0; i < 10; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 100);
    tx.enable(tx.time, kBad, 128);
    tx.tail(tx.time + kMicrosecond, kBad, tail);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{0, 0, 0, 0})) << tail;
    EXPECT_EQ(tx.dma().ring_errors(), 1u);
    tx.tail(tx.bench.now() + kMicrosecond, kBad, 10);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{10, 0, 0, 0})) << tail;
    EXPECT_EQ(tx.dma().ring_errors(), 1u);
  }
}

// It counts when the queue is enabled, if it was written before.
TEST_P(TxBadInput, RingEnabledWithATailBeyondIt) {
  TxBench tx(GetParam());
  for (unsigned i = 0; i < 10; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 100);
  tx.tail(tx.time, kBad, 128);
  tx.bench.run_until(tx.time + 5 * kMicrosecond);
  EXPECT_EQ(tx.dma().ring_errors(), 0u);
  tx.enable(tx.time + 6 * kMicrosecond, kBad, 128);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{0, 0, 0, 0}));
  EXPECT_EQ(tx.dma().ring_errors(), 1u);
  tx.tail(tx.bench.now() + kMicrosecond, kBad, 10);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{10, 0, 0, 0}));
  EXPECT_EQ(tx.dma().ring_errors(), 1u);
}

TEST_P(TxBadInput, RingOfLengthZero) {
  TxBench tx(GetParam());
  tx.enable(tx.time, kBad, 0);
  for (const std::uint32_t tail : {0u, 1u, 100u}) tx.tail(tx.time + (1 + tail) * kMicrosecond, kBad, tail);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{0, 0, 0, 0}));
  EXPECT_EQ(tx.dma().ring_errors(), 4u);
  EXPECT_EQ(tx.bench.core().endpoint().read_errors(), 0u);
  tx.disable(tx.bench.now() + kMicrosecond, kBad);
  tx.run();
  EXPECT_EQ(tx.reg(Reg::TXDCTL, kBad) & field::TXDCTL::ENABLE.mask, 0u);
}

// A packet that does not end within the cache or the ring is bad. Other packets after it are served.
TEST_P(TxBadInput, PacketWithoutEnd) {
  for (const std::uint32_t count : {8u, 32u, 64u, 72u, 256u}) {
    TxBench tx(GetParam());
    for (std::uint32_t i = 0; i < count; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kRs | kIfcs | 60);
    tx.enable(tx.time, kBad, count);
    tx.tail(tx.time + kMicrosecond, kBad, count - 1);
    tx.run();
    const std::uint32_t piece = std::min(count - 1, 64u);
    EXPECT_EQ(tx.fate(), (Fate{0, (count - 1) / piece, 0, 0})) << count;
    // The rest waits for its end; it comes.
    const std::uint32_t last = tx.reg(Reg::TDH, kBad);
    EXPECT_EQ(last, (count - 1) / piece * piece);
    for (std::uint32_t i = 0; i < count; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 60);
    tx.tail(tx.bench.now() + kMicrosecond, kBad, (last + count - 1) % count);
    tx.run();
    EXPECT_EQ(tx.reg(Reg::TDH, kBad), (last + count - 1) % count) << count;
    EXPECT_EQ(tx.fate().bad, (count - 1) / piece);
    EXPECT_GE(tx.fate().sent, 6u);
  }
}

// All of the ring without an end of packet would be a bad packet, but not of a ring whose next descriptor
// could not be read: that stands still. Nothing is granted until both are there.
TEST(TxFailedRing, FullWithoutAnEndIsNotTaken) {
  PoolBench bench;
  constexpr std::uint32_t kCount = 8;
  const std::uint64_t ring = PoolBench::tx_ring_of(0);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    store_le64(bench.memory().at(ring + i * kDescriptorBytes), PoolBench::tx_buffers_of(0));
    store_le64(bench.memory().at(ring + i * kDescriptorBytes + 8), kAdvanced | kIfcs | kRs | 100);
  }
  std::uint32_t refused = 0;
  bench.on_request([&](unsigned, std::uint64_t address, std::size_t) {
    const bool last = address == ring + (kCount - 1) * kDescriptorBytes;
    refused += last ? 1 : 0;
    return !last;
  });
  bench.set(Reg::TDBAL, 0, static_cast<std::uint32_t>(ring));
  bench.set(Reg::TDBAH, 0, static_cast<std::uint32_t>(ring >> 32));
  bench.set(Reg::TDLEN, 0, kCount * kDescriptorBytes);
  bench.set(Reg::TXDCTL, 0, 32 | field::TXDCTL::ENABLE.mask);
  for (const std::uint32_t tail : {kCount - 1, 0u}) {
    bench.set(Reg::TDT, 0, tail);
    bench.run_until(bench.now() + 10 * kMicrosecond);
  }
  ASSERT_EQ(refused, 1u);
  bench.transmit_on(0);
  bench.drain();
  EXPECT_EQ(bench.bucket(TxBucket::kBadDescriptor), 0u);
  EXPECT_EQ(bench.get(Reg::TDH), 0u);
  EXPECT_TRUE(bench.wire.empty());
}

// More contexts than the cache holds: there is no packet and nothing to send, but the ring continues.
TEST_P(TxBadInput, ContextsAlone) {
  TxBench tx(GetParam());
  for (std::uint32_t i = 0; i < 200; ++i) tx.descriptor(kBad, i, context_low(), context_high(100));
  tx.enable(tx.time, kBad, 256);
  tx.tail(tx.time + kMicrosecond, kBad, 200);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{0, 3, 0, 0}));
}

// --- Queues taken away.

// Disabled in mid-packet: what was granted is sent and completed, once; the head stands behind it when ENABLE
// reads 0, and nothing else of the ring is touched.
TEST_P(TxBadInput, DisableInMidPacket) {
  for (unsigned phase = 0; phase < 150; phase += 2) {
    for (const std::uint64_t status : {kRs, std::uint64_t{0}}) {
      TxBench tx(GetParam());
      for (std::uint32_t i = 0; i < 60; ++i)
        tx.descriptor(kBad, i, kBuffers, kAdvanced | kIfcs | 3'000 | (i % 3 == 2 ? kEop | status : 0));
      tx.enable(tx.time, kBad, 64);
      tx.tail(tx.time + kMicrosecond, kBad, 60);
      tx.disable(tx.time + kMicrosecond + phase * 211 * kNanosecond, kBad);
      tx.run();
      EXPECT_EQ(tx.reg(Reg::TXDCTL, kBad) & field::TXDCTL::ENABLE.mask, 0u);
      const std::uint32_t sent = tx.frames(kBad);
      EXPECT_EQ(tx.reg(Reg::TDH, kBad), 3 * sent) << phase;
      EXPECT_EQ(tx.fate(), (Fate{sent, 0, 0, 0})) << phase;
      for (std::uint32_t i = 0; i < 60; ++i)
        EXPECT_EQ(tx.done(kBad, i), status != 0 && i % 3 == 2 && i / 3 < sent);
      // From there on when it is enabled again.
      tx.enable(tx.bench.now() + kMicrosecond, kBad, 64);
      tx.run();
      EXPECT_EQ(tx.frames(kBad), 20u) << phase;
      EXPECT_EQ(tx.fate(), (Fate{20, 0, 0, 0})) << phase;
    }
  }
}

// Enabled again before ENABLE reads 0, on another ring or none: nothing is lost track of, nothing hangs.
TEST_P(TxBadInput, RingExchangedInMidPacket) {
  for (unsigned phase = 0; phase < 150; phase += 2) {
    for (const std::uint32_t count : {0u, 8u, 64u}) {
      TxBench tx(GetParam());
      const auto fill = [&tx] {
        for (std::uint32_t i = 0; i < 120; ++i)
          tx.descriptor(kBad, i, kBuffers, kAdvanced | kIfcs | 300 | (i % 3 == 2 ? kEop | kRs : 0));
      };
      fill();
      tx.enable(tx.time, kBad, 128);
      tx.tail(tx.time + kMicrosecond, kBad, 120);
      const Time swap = tx.time + kMicrosecond + phase * 67 * kNanosecond;
      tx.disable(swap, kBad);
      tx.tail(swap, kBad, 0);
      tx.bench.write_at(swap, Reg::TDH, kBad, 0);
      tx.enable(swap, kBad, count);
      tx.run();
      const std::uint64_t before = tx.fate().sent;
      fill();
      tx.disable(tx.bench.now() + kMicrosecond, kBad);
      tx.tail(tx.bench.now() + 2 * kMicrosecond, kBad, 0);
      tx.bench.write_at(tx.bench.now() + 3 * kMicrosecond, Reg::TDH, kBad, 0);
      tx.enable(tx.bench.now() + 4 * kMicrosecond, kBad, 128);
      tx.tail(tx.bench.now() + 5 * kMicrosecond, kBad, 120);
      tx.run();
      EXPECT_EQ(tx.fate(), (Fate{before + 40, 0, 0, 0})) << phase;
    }
  }
}

// The last write before the queue is enabled counts, however close they are.
TEST_P(TxBadInput, TailTakenBackJustBeforeTheQueueIsEnabled) {
  TxBench tx(GetParam());
  for (std::uint32_t i = 0; i < 10; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 300);
  tx.tail(tx.time, kBad, 10);
  tx.tail(tx.time + 5 * kMicrosecond, kBad, 0);
  tx.enable(tx.time + 5 * kMicrosecond, kBad, 64);
  tx.tail(tx.time + 10 * kMicrosecond, kBad, 1);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{1, 0, 0, 0}));
  EXPECT_EQ(tx.reg(Reg::TDH, kBad), 1u);
}

// A tail that the engine has not seen yet is not lost when another queue is enabled.
TEST_P(TxBadInput, TailWrittenJustBeforeAnotherQueueIsEnabled) {
  constexpr unsigned kOther = 9;
  TxBench tx(GetParam());
  for (std::uint32_t i = 0; i < 10; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 300);
  tx.enable(tx.time, kBad, 64);
  // The other queue has its ring already, so that the second write is next to the first.
  tx.enable(tx.time, kOther, 64);
  tx.disable(tx.time + kMicrosecond, kOther);
  const Time at = tx.time + 100 * kMicrosecond;  // the link is idle
  tx.tail(at, kBad, 10);
  tx.bench.write_at(at, Reg::TXDCTL, kOther, 32 | field::TXDCTL::ENABLE.mask);
  tx.run();
  EXPECT_EQ(tx.fate(), (Fate{10, 0, 0, 0}));
  EXPECT_EQ(tx.frames(kBad), 10u);
  EXPECT_EQ(tx.reg(Reg::TDH, kBad), 10u);
}

TEST_P(TxBadInput, ResetInMidPacket) {
  for (unsigned phase = 0; phase < 150; phase += 2) {
    TxBench tx(GetParam());
    const auto fill = [&tx] {
      for (std::uint32_t i = 0; i < 60; ++i) {
        tx.descriptor(kBad, 2 * i, context_low(), context_high(1'000));
        tx.descriptor(kBad, 2 * i + 1, kBuffers, segmentation(9'000) | (kHeader + 9'000));
      }
    };
    fill();
    tx.enable(tx.time + 6 * kMicrosecond, kBad, 128);
    tx.tail(tx.time + 7 * kMicrosecond, kBad, 120);
    const Time reset = tx.time + 20 * kMicrosecond + phase * 67 * kNanosecond;
    tx.bench.write_at(reset, Reg::CTRL, 0, field::CTRL::RST.mask);
    tx.run();
    const Fate lost = tx.fate();
    EXPECT_EQ(lost.bad + lost.error, 0u);
    EXPECT_LE(lost.flushed, 20u);
    EXPECT_EQ(tx.reg(Reg::TDH, kBad), 0u);
    fill();
    tx.enable(tx.bench.now() + kMicrosecond, kBad, 128);
    tx.tail(tx.bench.now() + 2 * kMicrosecond, kBad, 120);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{lost.sent + 60, 0, 0, lost.flushed})) << phase;
  }
}

// Thresholds that the ring cannot reach: completions are reported all the same.
TEST_P(TxBadInput, WriteBackThresholdBeyondTheRing) {
  for (const std::uint32_t threshold : {8u, 16u, 127u}) {
    TxBench tx(GetParam());
    for (unsigned i = 0; i < 7; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 100);
    tx.enable(tx.time, kBad, 8, 0, threshold << 16);
    tx.tail(tx.time + kMicrosecond, kBad, 7);
    tx.run();
    EXPECT_EQ(tx.fate(), (Fate{7, 0, 0, 0}));
    EXPECT_GE(tx.reg(Reg::TDH, kBad), 4u) << threshold;
  }
}

// Random descriptors, tails, lengths, thresholds, disables and resets on a bus that fails now and then. The
// core becomes idle, every granted packet has one outcome, the packet buffer is empty, and a good ring is
// served afterwards.
void abuse(const TxParameters& parameters, std::uint64_t seed) {
  Random random(seed);
  BusSettings bus;
  bus.read_spread = 2 * kMicrosecond;
  bus.stall_percent = seed % 3 == 0 ? 10 : 0;
  bus.later_percent = seed % 2 == 0 ? 50 : 0;
  bus.error_percent = seed % 5 == 0 ? 3 : 0;
  TxBench tx(parameters, bus, seed);
  const auto any_descriptor = [&](unsigned queue, std::uint32_t index) {
    const std::uint64_t at = kBuffers + 0x1000 * random.below(200);
    std::uint64_t low = random.chance(1, 20) ? random.next() : at;
    std::uint64_t high = random.next();
    if (random.chance(1, 3)) {
      low = context_low(14, random.chance(1, 8) ? 511 : 20);
      high = context_high(
          static_cast<unsigned>(random.chance(1, 8) ? random.below(3) : 100 + random.below(2'000)));
    } else if (random.chance(2, 3)) {
      const auto payload = static_cast<std::uint32_t>(1 + random.below(9'000));
      high = random.chance(1, 2) ? segmentation(payload) | (kHeader + payload)
                                 : kAdvanced | kIfcs | (random.next() & (kEop | kRs)) | random.below(1'600);
    }
    tx.descriptor(queue, index, low, high);
  };
  Time time = tx.time + 30 * kMicrosecond;  // the good queue is done by then
  for (unsigned step = 0; step < 300; ++step) {
    const auto queue = static_cast<unsigned>(8 + random.below(3));
    time += static_cast<Time>(random.below(400'000));
    switch (random.below(8)) {
      case 0:
      case 1:
        tx.bench.at(time, [&, queue] {
          for (std::uint32_t i = 0; i < 128; ++i) any_descriptor(queue, i);
        });
        break;
      case 2:
      case 3:
      case 4:
        tx.tail(time, queue, static_cast<std::uint32_t>(random.below(random.chance(1, 10) ? 0x10000 : 128)));
        break;
      case 5:
        tx.enable(time, queue, 8 * static_cast<std::uint32_t>(random.below(17)), 0,
                  static_cast<std::uint32_t>(random.next() & 0x007f7f7f));
        break;
      case 6:
        tx.disable(time, queue);
        break;
      default:
        if (random.chance(1, 6)) tx.bench.write_at(time, Reg::CTRL, 0, field::CTRL::RST.mask);
        break;
    }
  }
  tx.drain();
  for (const unsigned queue : {8u, 9u, 10u}) {
    tx.disable(tx.bench.now() + kMicrosecond, queue);
    tx.tail(tx.bench.now() + kMicrosecond, queue, 0);
    tx.drain();
    EXPECT_EQ(tx.reg(Reg::TXDCTL, queue) & field::TXDCTL::ENABLE.mask, 0u) << seed;
  }
  tx.bench.behave();
  const std::uint64_t before = tx.bucket(TxBucket::kSent);
  for (std::uint32_t i = 0; i < 100; ++i) tx.descriptor(9, i, kBuffers, kAdvanced | kWhole | 500);
  tx.bench.write_at(tx.bench.now() + kMicrosecond, Reg::TDH, 9, 0);
  tx.enable(tx.bench.now() + 2 * kMicrosecond, 9, 128);
  tx.tail(tx.bench.now() + 3 * kMicrosecond, 9, 100);
  tx.drain();
  EXPECT_EQ(tx.bucket(TxBucket::kSent), before + 100) << seed;
}

TEST_P(TxBadInput, RandomAbuse) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) abuse(GetParam(), seed);
}
class TxBadInputLong : public TxBadInput {};
INSTANTIATE_TEST_SUITE_P(Parameters, TxBadInputLong,
                         ::testing::Values(TxParameters(false), TxParameters(true), TxParameters(true, 40)));
TEST_P(TxBadInputLong, RandomAbuse) {
  for (std::uint64_t seed = 1'000; seed < 4'000; ++seed) abuse(GetParam(), seed);
}

}  // namespace
}  // namespace ixsim::bench
