// The transmit DMA engine against the rules of its rings: the descriptors that it reads, those that it writes
// back together, the moves of TDH, the state after a ring is exchanged, and the contexts of a queue. The
// reference is written from the 82598 datasheet alone: descriptor ring structure, prefetch (PTHRESH,
// HTHRESH), write-back (RS, WTHRESH), context descriptors.
#include <algorithm>
#include <deque>
#include <vector>

#include "ring_bench.h"
#include "tx_descriptors.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kRingAt = kMemoryBase, kOtherRingAt = kMemoryBase + 0x10000;
constexpr std::uint64_t kDataAt = kMemoryBase + 0x100000;
constexpr std::uint32_t kBlock = 8, kHalfCache = 32;
constexpr Time kStep = 100;  // a tenth of a nanosecond

class TxRingBench : public RecordedRing {
 public:
  explicit TxRingBench(unsigned queue = 0) : RecordedRing(device_profile("82598"), queue) {
    for (std::uint32_t i = 0; i < 0x8000; ++i)
      *memory().at(kDataAt + i) = static_cast<std::uint8_t>(i * 7 + (i >> 8));
  }
  void put(std::uint32_t index, std::uint64_t low, std::uint64_t high) {
    store_le64(descriptor(index), low);
    store_le64(descriptor(index) + 8, high);
  }
  void packet(std::uint32_t index, std::uint32_t bytes, std::uint64_t command = kWhole) {
    put(index, kDataAt, kAdvanced | command | bytes);
  }
  bool done(std::uint32_t index) { return (load_le64(descriptor(index) + 8) >> 32 & 1) != 0; }
  void place_ring(std::uint64_t at, std::uint32_t entries) {
    set_ring(at, entries, Reg::TDBAL, Reg::TDBAH, Reg::TDLEN);
  }
  void enable(std::uint32_t thresholds, std::uint32_t more = 0) {
    set(Reg::TXDCTL, queue, thresholds | field::TXDCTL::ENABLE.mask | more);
  }
  void tail(std::uint32_t value, Time wait = 5 * kMicrosecond) {
    set(Reg::TDT, queue, value);
    run_until(now() + wait);
  }
  // Writes a tail and returns the time at which it arrived, up to a step late.
  Time tail_in_steps(std::uint32_t value) {
    write_now(place(Reg::TDT, queue), value);
    const Time limit = now() + kMicrosecond;
    while (port().function().register_peek(0, place(Reg::TDT, queue)) != value && now() < limit)
      run_until(now() + kStep);
    return now();
  }
  // The head of the ring; TDH shows the tail once all packets are sent.
  std::uint32_t head() { return port().transmit().dma().queue(queue).head; }
};

// One packet of one descriptor after the other, status asked for or not: the same write-backs, the same head.
void follow_write_backs(std::uint64_t seed) {
  SCOPED_TRACE(seed);
  Random random(seed);
  TxRingBench b(static_cast<unsigned>(random.below(32)));
  constexpr std::uint32_t kRings[] = {8, 16, 24, 40, 96};
  constexpr std::uint32_t kThresholds[] = {0, 1, 2, 4, 7, 8, 9, 16, 33, 64};
  const std::uint32_t entries = kRings[random.below(5)];
  const std::uint32_t threshold = kThresholds[random.below(10)];
  const std::uint32_t effective = std::min({threshold, kHalfCache, entries / 2});
  const unsigned asks = 1 + static_cast<unsigned>(random.below(4));  // one in so many asks for status
  auto head = static_cast<std::uint32_t>(random.below(entries));
  b.place_ring(kRingAt, entries);
  b.set(Reg::TDH, b.queue, head);
  b.set(Reg::TDT, b.queue, head);
  b.enable(32 | threshold << 16);
  std::uint32_t next = head;
  std::deque<bool> pending;  // complete, from the head on: status asked for
  std::vector<Span> expected;
  const auto move = [&](std::uint32_t n) {
    pending.erase(pending.begin(), pending.begin() + n);
    head = (head + n) % entries;
  };
  for (unsigned step = 0; step < 70; ++step) {
    if (pending.size() + 1 >= entries) break;  // software has no slot
    const bool status = random.chance(1, asks);
    b.packet(next, 60 + static_cast<std::uint32_t>(random.below(100)), kEop | kIfcs | (status ? kRs : 0));
    next = (next + 1) % entries;
    b.tail(next, 3 * kMicrosecond);
    pending.push_back(status);
    for (;;) {
      const auto last = std::find(pending.rbegin(), pending.rend(), true);
      if (last == pending.rend()) {
        if (pending.size() < kHalfCache) break;
        move(kHalfCache);
        continue;
      }
      const auto upto = static_cast<std::uint32_t>(pending.rend() - last);
      if (threshold == 0) {
        const auto skipped =
            static_cast<std::uint32_t>(std::find(pending.begin(), pending.end(), true) - pending.begin());
        expected.push_back({(head + skipped) % entries, 1});
        move(skipped + 1);
      } else if (pending.size() >= effective) {
        const std::uint32_t n = std::min({upto, kBlock - head % kBlock, entries - head});
        expected.push_back({head, n});
        move(n);
      } else {
        break;
      }
    }
    ASSERT_EQ(b.write_backs, expected)
        << "step " << step << ", WTHRESH " << threshold << ", ring " << entries;
    ASSERT_EQ(b.head(), head) << "step " << step;
  }
  EXPECT_EQ(b.bucket(TxBucket::kSent), b.wire.size());
}

TEST(TransmitRing, WritesBackByItsThreshold) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) follow_write_backs(seed);
}

// While nothing is granted the cache fills by the rule: fetch while fewer than PTHRESH are there and HTHRESH
// are offered, and always when there is none. Reads end at 128 bytes and at the ring's end.
TEST(TransmitRing, ReadsAheadByItsThresholds) {
  for (const std::uint32_t prefetch : {0u, 1u, 7u, 8u, 9u, 16u, 31u, 32u, 64u}) {
    for (const std::uint32_t host : {0u, 1u, 4u, 8u, 16u, 32u, 64u}) {
      // The upper bits of each field, with one value of the other.
      if ((prefetch == 64 && host > 1) || (host > 8 && prefetch != 32)) continue;
      Random random(prefetch * 16 + host);
      SCOPED_TRACE(testing::Message() << prefetch << ' ' << host);
      TxRingBench b;
      constexpr std::uint32_t kEntries = 48;
      const auto start = static_cast<std::uint32_t>(random.below(kEntries));
      b.set(Reg::DPMCS, 0, field::DPMCS::ARBDIS.mask);
      b.place_ring(kRingAt, kEntries);
      for (std::uint32_t i = 0; i < kEntries; ++i) b.packet(i, 100);
      b.set(Reg::TDH, 0, start);
      b.set(Reg::TDT, 0, start);
      b.enable(prefetch | host << 8);
      std::uint32_t fetched = start, cached = 0, tail = start;
      std::vector<Span> expected;
      for (std::uint32_t offered = 0; offered < 40;) {
        const auto more = static_cast<std::uint32_t>(1 + random.below(6));
        offered += more;
        tail = (tail + more) % kEntries;
        b.tail(tail, 2 * kMicrosecond);
        for (;;) {
          const std::uint32_t left = (tail + kEntries - fetched) % kEntries;
          if (left == 0 || !(cached == 0 || (cached < prefetch && left >= host))) break;
          const std::uint32_t n = std::min({left, kBlock - fetched % kBlock, kEntries - fetched});
          expected.push_back({fetched, n});
          fetched = (fetched + n) % kEntries;
          cached += n;
        }
        ASSERT_EQ(b.fetches, expected);
      }
      EXPECT_TRUE(b.wire.empty());
      b.set(Reg::DPMCS, 0, 0);
      b.drain();
      EXPECT_EQ(b.head(), tail);
      EXPECT_EQ(b.wire.size(), (tail + kEntries - start) % kEntries);
    }
  }
}

// When the queue is enabled, TDH beyond the ring counts as its beginning. Tails beyond the ring read nothing.
TEST(TransmitRing, HeadsAndTailsBeyondTheRing) {
  struct Case {
    std::uint32_t head, entries, seen;
  };
  for (const Case& c : {Case{15, 16, 15}, {16, 16, 0}, {17, 16, 0}, {0xffff, 16, 0}, {7, 8, 7}, {8, 8, 0}}) {
    SCOPED_TRACE(c.head);
    TxRingBench b;
    b.set(Reg::TDH, 0, c.head);
    EXPECT_EQ(b.head(), c.head);
    b.place_ring(kRingAt, c.entries);
    for (std::uint32_t i = 0; i < c.entries; ++i) b.packet(i, 100 + i);
    b.set(Reg::TDT, 0, c.seen);
    b.enable(32);
    EXPECT_EQ(b.head(), c.seen);
    b.tail((c.seen + 1) % c.entries);
    ASSERT_EQ(b.wire.size(), 1u);
    EXPECT_EQ(b.wire[0]->size(), 104 + c.seen);
    EXPECT_TRUE(b.done(c.seen));
    for (const std::uint32_t beyond : {c.entries, c.entries + 1, 0xffffu}) {
      b.fetches.clear();
      b.tail(beyond);
      EXPECT_TRUE(b.fetches.empty());
      EXPECT_EQ(b.get(Reg::TDT), beyond);
    }
    b.set(Reg::TDH, 0, 3);
    EXPECT_EQ(b.head(), (c.seen + 1) % c.entries);
  }
}

// Base and length of the ring are those at the time at which the queue was enabled.
TEST(TransmitRing, IsWhereItWasWhenTheQueueWasEnabled) {
  TxRingBench b;
  b.place_ring(kOtherRingAt, 8);
  for (std::uint32_t i = 0; i < 8; ++i) b.packet(i, 200 + i);
  b.place_ring(kRingAt, 16);
  for (std::uint32_t i = 0; i < 16; ++i) b.packet(i, 100 + i);
  b.enable(32);
  b.tail(1);
  b.set(Reg::TDBAL, 0, static_cast<std::uint32_t>(kOtherRingAt));
  b.set(Reg::TDBAH, 0, 0x11);
  b.set(Reg::TDLEN, 0, 8 * kDescriptorBytes);
  b.enable(32);  // it is already
  b.tail(10, 20 * kMicrosecond);
  ASSERT_EQ(b.wire.size(), 10u);
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(b.wire[i]->size(), 104 + i);
  EXPECT_TRUE(b.done(9));
  EXPECT_EQ(b.head(), 10u);
  b.set(Reg::TXDCTL, 0, 0);
  b.set(Reg::TDH, 0, 0);
  b.set(Reg::TDT, 0, 0);
  b.place_ring(kOtherRingAt, 8);
  b.enable(32);
  b.tail(2);
  ASSERT_EQ(b.wire.size(), 12u);
  for (std::uint32_t i = 0; i < 2; ++i) EXPECT_EQ(b.wire[10 + i]->size(), 204 + i);
  EXPECT_TRUE(b.done(1));
  EXPECT_EQ(b.head(), 2u);
}

// The engine sees a tail 20 of its clocks after the first edge behind the write, and fetches at once.
TEST(TransmitRing, ATailIsSeenSomeClocksAfterItsWrite) {
  TxRingBench b;
  b.place_ring(kRingAt, 16);
  b.packet(0, 100);
  b.enable(32);
  b.run_until(b.now() + 10 * kMicrosecond);
  const Time begin = b.tail_in_steps(1);
  const Time limit = begin + kMicrosecond;
  while (b.port().transmit().dma().queue(0).in_flight == 0 && b.now() < limit) b.run_until(b.now() + kStep);
  EXPECT_GT(b.now() - begin, 20 * kDmaClock.period() - kStep);
  EXPECT_LE(b.now() - begin, 21 * kDmaClock.period() + kStep);
}

// Latency is counted from the tail write that offered the last descriptor of a packet. The second packet has
// two, of which the first write offers one; the ring wraps.
TEST(TransmitRing, PacketsAreOfferedByTheirTailWrite) {
  TxRingBench b;
  struct Sent {
    Time start, end, offered;
  };
  std::vector<Sent> sent;
  b.on_sent([&](Time start, Time end, Time offered, unsigned) { sent.push_back({start, end, offered}); });
  b.place_ring(kRingAt, 8);
  for (const bool again : {false, true}) {
    SCOPED_TRACE(again);
    sent.clear();
    for (std::uint32_t i = 0; i < 8; ++i) b.packet(i, 100, i == 6 ? kIfcs : kWhole);
    b.set(Reg::DPMCS, 0, field::DPMCS::ARBDIS.mask);
    b.set(Reg::TXDCTL, 0, 0);
    b.set(Reg::TDH, 0, 5);
    b.set(Reg::TDT, 0, 5);
    b.enable(32);
    b.run_until(b.now() + 10 * kMicrosecond);
    std::vector<Time> written;
    for (const std::uint32_t tail : {7u, 1u, 2u}) {
      written.push_back(b.tail_in_steps(tail));
      b.run_until(b.now() + 3 * kMicrosecond);
    }
    b.set(Reg::DPMCS, 0, 0);
    b.run_until(b.now() + 10 * kMicrosecond);
    const std::vector<unsigned> writes{0, 1, 1, 2};  // descriptors 5, 6 and 7, 0, 1
    ASSERT_EQ(sent.size(), writes.size());
    for (std::size_t i = 0; i < writes.size(); ++i) {
      EXPECT_LE(sent[i].offered, written[writes[i]]) << i;
      EXPECT_GT(sent[i].offered, written[writes[i]] - kStep) << i;
      const Time bytes = i == 1 ? 204 : 104;
      EXPECT_EQ(sent[i].end - sent[i].start, (8 + bytes) * kByteTime10G) << i;
    }
  }
}

// The device may take descriptors from the time when the queue is enabled: latency does not count the time
// between an earlier tail write and that.
TEST(TransmitRing, PacketsOfATailBeforeAreOfferedByTheEnable) {
  TxRingBench b;
  std::vector<Time> offers;
  b.on_sent([&](Time, Time, Time offered, unsigned) { offers.push_back(offered); });
  b.place_ring(kRingAt, 8);
  for (std::uint32_t i = 0; i < 3; ++i) b.packet(i, 100);
  b.tail(2, 50 * kMicrosecond);
  const Time enable_at = b.now() + kMicrosecond;
  b.write_at(enable_at, Reg::TXDCTL, 0, 32 | field::TXDCTL::ENABLE.mask);
  b.run_until(enable_at + 10 * kMicrosecond);
  const Time later = b.tail_in_steps(3);
  b.run_until(b.now() + 10 * kMicrosecond);
  ASSERT_EQ(offers.size(), 3u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GE(offers[i], enable_at) << i;
    EXPECT_LT(offers[i], enable_at + kMicrosecond) << i;
  }
  EXPECT_LE(offers[2], later);
  EXPECT_GT(offers[2], later - kStep);
}

// Descriptors of the previous ring, in the cache or in flight, are not sent from the next one.
TEST(TransmitRing, DescriptorsOfTheRingBeforeAreForgotten) {
  for (const bool under_way : {false, true}) {
    SCOPED_TRACE(under_way);
    TxRingBench b;
    b.set(Reg::DPMCS, 0, field::DPMCS::ARBDIS.mask);
    b.place_ring(kOtherRingAt, 16);
    for (std::uint32_t i = 0; i < 16; ++i) b.packet(i, 1'000);
    b.enable(32);
    b.write_now(b.place(Reg::TDT, 0), 9);
    b.run_until(b.now() + (under_way ? 450 * kNanosecond : 4 * kMicrosecond));
    EXPECT_EQ(b.fetches.size(), 2u);
    b.write_now(b.place(Reg::TXDCTL, 0), 32);
    b.run_until(b.now() + 150 * kNanosecond);
    b.fetches.clear();
    b.place_ring(kRingAt, 16);
    for (std::uint32_t i = 0; i < 16; ++i) b.packet(i, 100 + i);
    b.set(Reg::TDH, 0, 5);
    b.set(Reg::TDT, 0, 7);
    b.enable(32);
    b.run_until(b.now() + 3 * kMicrosecond);
    EXPECT_EQ(b.fetches, (std::vector<Span>{{5, 2}}));
    b.set(Reg::DPMCS, 0, 0);
    b.drain();
    ASSERT_EQ(b.wire.size(), 2u);
    EXPECT_EQ(b.wire[0]->size(), 109u);
    EXPECT_EQ(b.wire[1]->size(), 110u);
    EXPECT_EQ(b.head(), 7u);
    EXPECT_EQ(load_le64(b.memory().at(kOtherRingAt + 8)) >> 32 & 1, 0u);
  }
}

// The engine sees a tail some clocks after its write. A reset in between takes it: the ring that is enabled
// next begins without packets.
TEST(TransmitRing, AResetTakesATailThatTheEngineHasNotSeen) {
  TxRingBench b;
  b.place_ring(kRingAt, 16);
  for (std::uint32_t i = 0; i < 16; ++i) b.packet(i, 100);
  b.enable(32);
  b.write_now(b.place(Reg::TDT, 0), 5);
  b.write_now(b.place(Reg::CTRL), field::CTRL::RST.mask);
  b.run_until(b.now() + kMillisecond);
  EXPECT_EQ(b.get(Reg::TDT), 0u);
  b.place_ring(kRingAt, 16);
  b.enable(32);
  b.run_until(b.now() + 20 * kMicrosecond);
  EXPECT_TRUE(b.fetches.empty());
  // Only what is offered from now on is fetched.
  b.tail(1);
  EXPECT_EQ(b.fetches, (std::vector<Span>{{0, 1}}));
}

// Disabling and SWFLSH write back completed descriptors below the threshold.
TEST(TransmitRing, WhatIsCompleteIsWrittenBackWhenTheQueueIsDisabledOrFlushed) {
  for (const bool flushed : {false, true}) {
    SCOPED_TRACE(flushed);
    TxRingBench b;
    b.place_ring(kRingAt, 32);
    b.set(Reg::TDH, 0, 5);
    b.set(Reg::TDT, 0, 5);
    for (std::uint32_t i = 0; i < 32; ++i) b.packet(i, 100, i == 9 ? kEop | kIfcs : kWhole);
    b.enable(32 | 16u << 16);
    for (std::uint32_t i = 6; i <= 10; ++i) b.tail(i);
    EXPECT_TRUE(b.write_backs.empty());
    EXPECT_EQ(b.head(), 5u);
    b.set(Reg::TXDCTL, 0,
          32 | 16u << 16 | (flushed ? field::TXDCTL::ENABLE.mask | field::TXDCTL::SWFLSH.mask : 0));
    b.run_until(b.now() + 3 * kMicrosecond);
    // Up to the last that asked for status; what follows it has no status to write.
    EXPECT_EQ(b.write_backs, (std::vector<Span>{{5, 3}, {8, 1}}));
    EXPECT_EQ(b.head(), flushed ? 9u : 10u);
    EXPECT_EQ((b.get(Reg::TXDCTL) & field::TXDCTL::ENABLE.mask) != 0, flushed);
    b.drain();
  }
}

// A queue has eight contexts, each kept until it is written again. Other queues have their own.
TEST(TransmitContexts, AreEightAQueue) {
  TxRingBench b;
  write_header(b.memory().at(kDataAt));
  b.place_ring(kRingAt, 64);
  std::uint32_t at = 0;
  for (std::uint64_t i = 0; i < 8; ++i)
    b.put(at++, context_low() | (0x100 + i) << 16, context_high(100) | i << 36);
  for (const std::uint64_t i : {7u, 0u, 3u, 4u})
    b.put(at++, kDataAt, kAdvanced | kWhole | std::uint64_t{1} << 30 | i << 36 | 100);
  b.put(at++, context_low() | 0x777u << 16, context_high(100) | std::uint64_t{3} << 36);
  for (const std::uint64_t i : {3u, 4u})
    b.put(at++, kDataAt, kAdvanced | kWhole | std::uint64_t{1} << 30 | i << 36 | 100);
  b.enable(32);
  b.tail(at, 20 * kMicrosecond);
  std::vector<unsigned> tags;
  for (const FrameRef& frame : b.wire) tags.push_back(load_be16(frame->bytes().data + 14));
  EXPECT_EQ(tags, (std::vector<unsigned>{0x107, 0x100, 0x103, 0x104, 0x777, 0x104}));
  EXPECT_EQ(b.head(), at);
  // Another queue has none: its packet is bad.
  b.queue = 1;
  b.place_ring(kOtherRingAt, 8);
  b.put(0, kDataAt, kAdvanced | kWhole | std::uint64_t{1} << 30 | 100);
  b.enable(32);
  b.tail(1);
  EXPECT_EQ(b.bucket(TxBucket::kBadDescriptor), 1u);
  EXPECT_EQ(b.head(), 1u);
}

// A context is no part of a packet's data: its bit of EOP ends none.
TEST(TransmitContexts, EndNoPacket) {
  TxRingBench b;
  write_header(b.memory().at(kDataAt));
  b.place_ring(kRingAt, 16);
  b.put(0, context_low() | 0x123u << 16, context_high(100) | kEop);
  b.put(1, kDataAt, kAdvanced | kWhole | std::uint64_t{1} << 30 | 100);
  b.enable(32);
  b.tail(1);
  EXPECT_EQ(b.bucket(TxBucket::kBadDescriptor), 0u);
  EXPECT_EQ(b.head(), 0u);
  b.tail(2);
  ASSERT_EQ(b.wire.size(), 1u);
  EXPECT_EQ(load_be16(b.wire[0]->bytes().data + 14), 0x123);
  EXPECT_EQ(b.bucket(TxBucket::kSent), 1u);
  EXPECT_EQ(b.bucket(TxBucket::kBadDescriptor), 0u);
  EXPECT_EQ(b.head(), 2u);
}

// A segmentation request to its limits: ceil(PAYLEN / MSS) frames, the last with what is left; FIN and PSH in
// it alone; the identification counts in 16 bits; header and data cut anywhere over descriptors.
TEST(TransmitSegments, OfAnyLengthAndCut) {
  struct Case {
    std::uint32_t payload, mss;
    std::vector<std::uint32_t> cuts;  // of header and payload
  };
  for (const Case& c : {Case{1, 1, {}},
                        {1'000, 1'000, {}},
                        {1'001, 1'000, {}},
                        {999, 1'000, {}},
                        {2'000, 1'000, {54}},
                        {3'001, 1'000, {10, 54, 1'054, 3'000}},
                        {5'000, 512, {53, 55, 2'101, 2'102}},
                        {8'000, 2'048, {54 + 2'048}},
                        {20'000, 9'000, {5'000, 10'000}},
                        {200'000, 9'000, {60'000, 120'000, 180'000}}}) {
    for (const bool last_status : {true, false}) {
      SCOPED_TRACE(testing::Message() << c.payload << ' ' << c.mss);
      TxRingBench b;
      std::uint8_t* const data = b.memory().at(kDataAt);
      write_header(data);
      store_be16(data + 18, 0xffff);
      data[14 + 20 + 13] = 0x19;  // ACK, PSH, FIN
      store_be32(data + 38, 0xfffffff0);
      const std::uint32_t total = kHeader + c.payload;
      b.place_ring(kRingAt, 16);
      b.put(0, context_low(), context_high(c.mss));
      std::uint32_t at = 1, from = 0;
      std::vector<std::uint32_t> ends = c.cuts;
      ends.push_back(total);
      for (const std::uint32_t end : ends) {
        const std::uint64_t first = from == 0 ? kTse | kIxsm | kTxsm | std::uint64_t{c.payload} << 46 : 0;
        const bool last = end == total;
        b.put(at++, kDataAt + from,
              kAdvanced | kIfcs | first | (last ? kEop : 0) | (last && last_status ? kRs : 0) | (end - from));
        from = end;
      }
      b.enable(32);
      b.tail(at, 40 * kMicrosecond + c.payload * 2 * kNanosecond);
      const std::uint32_t frames = (c.payload + c.mss - 1) / c.mss;
      ASSERT_EQ(b.wire.size(), frames);
      for (std::uint32_t i = 0; i < frames; ++i) {
        const ByteView frame = b.wire[i]->bytes();
        const std::uint32_t payload = i + 1 == frames ? c.payload - c.mss * i : c.mss;
        EXPECT_EQ(frame.size, std::max(kHeader + payload, 60u) + 4);
        EXPECT_EQ(load_be16(frame.data + 16), 40 + payload);
        EXPECT_EQ(load_be16(frame.data + 18), (0xffff + i) & 0xffff);
        EXPECT_EQ(load_be32(frame.data + 38), 0xfffffff0 + c.mss * i);
        EXPECT_EQ(frame.data[47], i + 1 == frames ? 0x19 : 0x10);
        EXPECT_TRUE(
            std::equal(frame.data + kHeader, frame.data + kHeader + payload, data + kHeader + c.mss * i));
      }
      EXPECT_EQ(b.bucket(TxBucket::kSent), 1u);
      EXPECT_EQ(b.done(at - 1), last_status);
      EXPECT_EQ(b.head(), last_status ? at : 0u);
      b.drain();
    }
  }
}

// Lengths at their limits: with all else right, one byte decides.
TEST(TransmitSegments, LimitsToTheByte) {
  struct Case {
    unsigned mac, ip, l4, mss;
    std::uint32_t payload;
    int extra;  // bytes of data beyond header and payload
    bool good;
    std::uint64_t flip = 0;  // bits of the context that are other than for TCP over IPv4
  };
  constexpr std::uint64_t kIpv6 = 1u << 10, kUdp = 1u << 11;
  for (const Case& c : {Case{14, 20, 20, 500, 2'000, 0, true},
                        {14, 20, 20, 500, 2'000, 1, false},
                        {14, 20, 20, 500, 2'000, -1, false},
                        {14, 19, 20, 500, 2'000, 0, false},
                        {14, 20, 19, 500, 2'000, 0, false},
                        {14, 20, 20, 0, 2'000, 0, false},
                        {14, 20, 20, 500, 0, 0, false},
                        {127, 328, 56, 500, 2'000, 0, true},
                        {127, 329, 56, 500, 2'000, 0, false},
                        {14, 20, 20, 16'070, 17'000, 0, true},
                        {14, 20, 20, 16'071, 17'000, 0, false},
                        {14, 20, 200, 500, 2'000, 0, true},
                        {14, 40, 20, 500, 2'000, 0, true, kIpv6},
                        {14, 39, 20, 500, 2'000, 0, false, kIpv6},
                        {14, 20, 8, 500, 2'000, 0, true, kUdp},
                        {14, 20, 7, 500, 2'000, 0, false, kUdp},
                        {14, 40, 8, 500, 2'000, 0, true, kIpv6 | kUdp},
                        {14, 39, 8, 500, 2'000, 0, false, kIpv6 | kUdp}}) {
    SCOPED_TRACE(testing::Message() << c.mac << ' ' << c.ip << ' ' << c.l4 << ' ' << c.mss << ' ' << c.payload
                                    << ' ' << c.extra);
    TxRingBench b;
    write_header(b.memory().at(kDataAt));
    b.place_ring(kRingAt, 16);
    b.put(0, context_low(c.mac, c.ip), context_high(c.mss, c.l4) ^ c.flip);
    const auto bytes =
        static_cast<std::uint32_t>(static_cast<int>(c.mac + c.ip + c.l4 + c.payload) + c.extra);
    b.put(1, kDataAt, segmentation(c.payload) | bytes);
    b.enable(32);
    b.tail(2, 40 * kMicrosecond);
    EXPECT_EQ(b.bucket(TxBucket::kSent), c.good ? 1u : 0u);
    EXPECT_EQ(b.bucket(TxBucket::kBadDescriptor), c.good ? 0u : 1u);
    EXPECT_EQ(b.wire.empty(), !c.good);
    EXPECT_EQ(b.head(), 2u);
    b.drain();
  }
}

// Packets without segmentation: 14 to 16,124 bytes without FCS.
TEST(TransmitPackets, ShortestAndLongest) {
  for (const auto& [bytes, good] :
       {std::pair<std::uint32_t, bool>{13, false}, {14, true}, {16'124, true}, {16'125, false}}) {
    SCOPED_TRACE(bytes);
    TxRingBench b;
    b.place_ring(kRingAt, 16);
    b.packet(0, bytes);
    b.enable(32);
    b.tail(1, 40 * kMicrosecond);
    EXPECT_EQ(b.bucket(TxBucket::kSent), good ? 1u : 0u);
    EXPECT_EQ(b.bucket(TxBucket::kBadDescriptor), good ? 0u : 1u);
    EXPECT_EQ(b.head(), 1u);
    b.drain();
  }
}

// A reset takes rings, contexts and thresholds: the queue is as after power-on.
TEST(TransmitRing, AResetLeavesNothing) {
  TxRingBench b;
  b.place_ring(kRingAt, 16);
  for (std::uint32_t i = 0; i < 16; ++i) b.packet(i, 100);
  b.put(0, context_low() | 0x123u << 16, context_high(100));
  b.set(Reg::TDWBAL, 0, static_cast<std::uint32_t>(kMemoryBase + 0x80000) | 1);
  b.set(Reg::TDWBAH, 0, static_cast<std::uint32_t>(kMemoryBase >> 32));
  b.enable(32 | 8u << 16);
  b.tail(3);
  EXPECT_EQ(b.head(), 3u);
  EXPECT_EQ(load_le32(b.memory().at(kMemoryBase + 0x80000)), 3u);
  b.set(Reg::CTRL, 0, 1u << 26);
  b.run_until(b.now() + 40 * kMicrosecond);
  for (const Reg reg :
       {Reg::TDH, Reg::TDT, Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TXDCTL, Reg::TDWBAL, Reg::TDWBAH})
    EXPECT_EQ(b.get(reg), 0u);
  b.wire.clear();
  b.write_backs.clear();
  store_le32(b.memory().at(kMemoryBase + 0x80000), 0xabcd);
  b.place_ring(kRingAt, 16);
  b.packet(0, 100);
  b.put(1, kDataAt, kAdvanced | kWhole | std::uint64_t{1} << 30 | 100);
  b.enable(0);
  b.tail(2);
  EXPECT_EQ(b.wire.size(), 1u);
  EXPECT_EQ(b.bucket(TxBucket::kBadDescriptor), 1u) << "the context is gone";
  EXPECT_EQ(b.write_backs, (std::vector<Span>{{0, 1}, {1, 1}}));
  EXPECT_EQ(load_le32(b.memory().at(kMemoryBase + 0x80000)), 0xabcdu);
}

}  // namespace
}  // namespace ixsim::bench
