// The receive DMA engine against the rules of its rings: the descriptors that it reads and when, those that
// it writes back together, the data in memory, and the outcome of frames without a descriptor or without
// buffer space. The references are written from the 82598 datasheet alone: descriptor ring structure,
// prefetch (PTHRESH, HTHRESH), write-back (WTHRESH, packed and aligned to 128 bytes), dropping (DROP_EN,
// RNBC, MPC).
#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

#include "ring_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kRingAt = kMemoryBase, kOtherRingAt = kMemoryBase + 0x10000;
constexpr std::uint64_t kBuffersAt = kMemoryBase + 0x100000;
constexpr std::uint32_t kPlace = 4'096;  // of a buffer
constexpr std::uint32_t kBlock = 8;      // descriptors in 128 bytes
constexpr std::uint32_t kOnChip = 64;

FrameRef random_frame(Random& random, std::size_t size, int tci = -1) {
  std::vector<std::uint8_t> bytes(size - kFcsSize);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  std::fill_n(bytes.begin(), 6, std::uint8_t{0xff});
  store_be16(bytes.data() + 12, 0x88b5);
  if (tci >= 0) {
    store_be16(bytes.data() + 12, 0x8100);
    store_be16(bytes.data() + 14, static_cast<std::uint16_t>(tci));
    store_be16(bytes.data() + 16, 0x88b5);
  }
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

struct Thresholds {
  std::uint32_t prefetch = 32, host = 0, write_back = 1;
};

// Queue `queue` of an 82598 that receives all broadcasts, FCS stripped, and the record of its ring's traffic.
class RingBench : public RecordedRing {
 public:
  explicit RingBench(unsigned queue = 0, const char* profile = "82598")
      : RecordedRing(device_profile(profile), queue) {
    on_message([this](Time now, std::uint64_t, std::uint32_t vector) { messages.emplace_back(now, vector); });
    set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    set(Reg::HLREG0, 0, 0x00012C0F);  // JUMBOEN, FCS stripped, length fields not checked
    set(Reg::MHADD, 0, 9'018u << 16);
    receive_on();
  }
  std::uint64_t buffer(std::uint32_t index) const { return kBuffersAt + std::uint64_t{index} * kPlace; }
  void offer_buffer(std::uint32_t index) {
    store_le64(descriptor(index), buffer(index));
    store_le64(descriptor(index) + 8, 0);
  }
  // Registers of the ring, the queue not yet enabled.
  void place_ring(std::uint64_t at, std::uint32_t entries) {
    set_ring(at, entries, Reg::RDBAL, Reg::RDBAH, Reg::RDLEN);
  }
  static std::uint32_t rxdctl(const Thresholds& t) { return t.prefetch | t.host << 8 | t.write_back << 16; }
  void enable(const Thresholds& t = Thresholds(), std::uint32_t more = 0) {
    set(Reg::RXDCTL, queue, rxdctl(t) | field::RXDCTL::ENABLE.mask | more);
  }
  void disable(const Thresholds& t = Thresholds()) { set(Reg::RXDCTL, queue, rxdctl(t)); }
  // `type` of descriptors and `kib` of their buffers, of every queue.
  void set_buffers(std::uint32_t type, std::uint32_t kib, std::uint32_t more = 0) {
    for (unsigned i = 0; i < 16; ++i) set(Reg::SRRCTL, i, kib | type << 25 | more);
  }
  void rest(Time time = 4 * kMicrosecond) { run_until(now() + time); }
  void receive(const FrameRef& frame, Time quiet = 5 * kMicrosecond) {
    frame_at(now() + 200 * kNanosecond, frame);
    rest(static_cast<Time>(frame->size()) * kByteTime10G + quiet);
  }
  bool done(std::uint32_t index) { return (load_le64(descriptor(index) + 8) & 1) != 0; }
  std::uint32_t status(std::uint32_t index) {
    return static_cast<std::uint32_t>(load_le64(descriptor(index) + 8)) & 0xfffff;
  }
  std::uint32_t length_of(std::uint32_t index) {
    return static_cast<std::uint32_t>(load_le64(descriptor(index) + 8) >> 32) & 0xffff;
  }
  // Opens a ring with all its descriptors but one offered.
  void open_ring(std::uint32_t entries, const Thresholds& t, std::uint32_t tail) {
    place_ring(kRingAt, entries);
    for (std::uint32_t i = 0; i < entries; ++i) offer_buffer(i);
    enable(t);
    set(Reg::RDT, queue, tail);
    rest();
  }
  // A vector for this queue's cause, unmasked, with an interval of so many times 256 ns.
  void open_vector(unsigned vector, std::uint32_t interval) {
    set(Reg::MSIXTADD, vector, static_cast<std::uint32_t>(kMessageBase));
    set(Reg::MSIXTMSG, vector, vector);
    set(Reg::MSIXTVCTRL, vector, 0);
    set(Reg::IVAR, queue / 4, (0x80u | vector) << 8 * (queue % 4));
    set(Reg::EITR, vector, interval);
    set(Reg::GPIE, 0, 0xC0000030);
    set(Reg::EIMS, 0, 0xffff);
  }
  // Gives queue 0 vector 0, whose message is not masked and whose interval of so many times 256 ns begins.
  void open_message(std::uint32_t interval) {
    for (std::uint32_t word = 0; word < 4; ++word)
      write_now(4 * word, word == 0 ? static_cast<std::uint32_t>(kMessageBase) : 0, 3);
    set(Reg::GPIE, 0, 0x10);
    set(Reg::IVAR, 0, 0x80);
    set(Reg::EIMS, 0, 1);
    set(Reg::EITR, 0, interval << 16 | interval);
  }

  std::vector<std::pair<Time, std::uint32_t>> messages;
};

// --- The ring as the datasheet describes it, in words: no clock, no link.

struct RingReference {
  std::uint32_t count;
  Thresholds t;
  std::uint32_t low_watermark;  // RDMTS: free descriptors at which those used are written back; 0: none
  std::uint32_t head, fetched, tail, cached = 0, used = 0;
  std::vector<Span> fetches{}, write_backs{};

  std::uint32_t offered() const { return (tail + count - fetched) % count; }
  // Software may not use [head, tail): what is left of the ring for it, one slot unused.
  std::uint32_t free_slots() const { return count - 1 - (tail + count - head) % count; }
  bool fetch(std::uint32_t demand) {
    const bool wanted = offered() != 0 && cached + used < kOnChip &&
                        (cached == 0 || cached < demand || (cached < t.prefetch && offered() >= t.host));
    if (!wanted) return false;
    const std::uint32_t n =
        std::min({offered(), kBlock - fetched % kBlock, count - fetched, kOnChip - cached - used});
    fetches.push_back({fetched, n});
    fetched = (fetched + n) % count;
    cached += n;
    return true;
  }
  void fetch_all(std::uint32_t demand = 0) {
    while (fetch(demand)) {
    }
  }
  void write_back(std::uint32_t threshold) {
    while (used >= threshold && used != 0) {
      const std::uint32_t n = std::min({used, kBlock - head % kBlock, count - head});
      write_backs.push_back({head, n});
      head = (head + n) % count;
      used -= n;
    }
  }
  void use_one() {
    --cached;
    ++used;
    // At the mark, and with the last descriptor gone, everything is written back.
    const std::uint32_t left = cached + offered();
    write_back(left == 0 || (low_watermark != 0 && left == low_watermark) ? 1 : std::max(1u, t.write_back));
    fetch_all();
  }
  void receive(std::uint32_t need) {
    fetch_all(need);
    for (; need != 0; --need) use_one();
  }
};

// Random rings, thresholds, heads, tails and frames of one to three descriptors, each after the other has
// come to rest: the same reads, the same write-backs, and every byte where its descriptor says.
void follow_reference(std::uint64_t seed) {
  SCOPED_TRACE(seed);
  Random random(seed);
  const auto one_of = [&random](std::initializer_list<std::uint32_t> values) {
    return values.begin()[random.below(values.size())];
  };
  RingBench b(static_cast<unsigned>(random.below(64)));
  Thresholds t;
  t.prefetch = one_of({0, 1, 2, 7, 8, 9, 16, 32});
  t.host = one_of({0, 1, 2, 4, 8});
  t.write_back = one_of({0, 1, 2, 3, 7, 8, 9, 16});
  const std::uint32_t entries = one_of({8, 16, 24, 40, 64, 96});
  const bool advanced = random.chance(1, 2);
  const auto head = static_cast<std::uint32_t>(random.below(entries));
  // RSS sends everything without a hash to queue 0: VMDq brings it to the queue under test.
  const unsigned pool = b.queue % 16;
  b.queue = pool;
  b.set(Reg::VMD_CTL, 0, 1 | pool << 4);
  b.set_buffers(advanced ? 1 : 0, 1);
  b.place_ring(kRingAt, entries);
  for (std::uint32_t i = 0; i < entries; ++i) b.offer_buffer(i);
  b.set(Reg::RDH, b.queue, head);
  b.set(Reg::RDT, b.queue, head);
  b.enable(t);
  const std::uint32_t rdmts = one_of({0, 1, 2, 3, 3, 3});
  b.set(Reg::RDRXCTL, 0, rdmts);
  RingReference r{entries, t, rdmts == 3 ? 0 : entries >> (rdmts + 1), head, head, head};
  struct Use {
    std::uint32_t index, length;
    bool last;
  };
  std::deque<Use> expected;
  std::uint32_t next = head;
  for (unsigned step = 0; step < 40; ++step) {
    const auto need = static_cast<std::uint32_t>(1 + random.below(random.chance(1, 3) ? 3 : 1));
    const std::uint32_t ahead = r.cached + r.offered();
    if (ahead < need || random.chance(1, 3)) {
      const std::uint32_t most = r.free_slots();
      if (most + ahead < need) break;  // the threshold keeps the ring: no more to be had
      const std::uint32_t least = ahead < need ? need - ahead : 0;
      const auto more = least + static_cast<std::uint32_t>(random.below(most - least + 1));
      for (std::uint32_t i = 0; i < more; ++i) b.offer_buffer((r.tail + i) % entries);
      r.tail = (r.tail + more) % entries;
      b.set(Reg::RDT, b.queue, r.tail);
      r.fetch_all();
      b.rest();
    } else {
      const std::uint32_t least = need == 1 ? 60 : 1'024 * (need - 1) + 1;
      const auto size = random.chance(1, 4) ? 1'024 * need : least + random.below(1'024 * need - least);
      const FrameRef frame = random_frame(random, size + kFcsSize);
      b.receive(frame);
      r.receive(need);
      for (std::uint32_t i = 0; i < need; ++i) {
        const std::uint32_t index = (next + i) % entries, from = 1'024 * i;
        const auto bytes = static_cast<std::uint32_t>(std::min<std::size_t>(1'024, size - from));
        expected.push_back({index, bytes, i + 1 == need});
        ASSERT_TRUE(std::equal(frame->bytes().begin() + from, frame->bytes().begin() + from + bytes,
                               b.memory().at(b.buffer(index))));
      }
      next = (next + need) % entries;
    }
    ASSERT_EQ(b.fetches, r.fetches) << "step " << step;
    ASSERT_EQ(b.write_backs, r.write_backs) << "step " << step;
    ASSERT_EQ(b.get(Reg::RDH, b.queue), r.head);
    // Descriptors written back match the frames, in order; others are as software left them.
    while (expected.size() > r.used) {
      const Use use = expected.front();
      expected.pop_front();
      const std::uint64_t high = load_le64(b.descriptor(use.index) + 8);
      const auto status = static_cast<std::uint32_t>(advanced ? high : high >> 32) & 3;
      ASSERT_EQ(status, use.last ? 3u : 1u);
      ASSERT_EQ((advanced ? high >> 32 : high) & 0xffff, use.length);
      ASSERT_EQ(load_le64(b.descriptor(use.index)) == b.buffer(use.index), !advanced);
    }
    for (const Use& use : expected) ASSERT_EQ(load_le64(b.descriptor(use.index) + 8), 0u);
  }
}

TEST(ReceiveRing, ReadsAndWritesBackByItsThresholds) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) follow_reference(seed);
}

// The cache holds 64 descriptors, those that wait for their write-back among them.
TEST(ReceiveRing, TheCacheHoldsWhatWaitsForWriteBackToo) {
  RingBench b;
  b.set_buffers(1, 1);
  const Thresholds t{64, 0, 70};
  b.open_ring(256, t, 200);
  std::uint32_t read = 0;
  for (const Span& s : b.fetches) read += s.count;
  EXPECT_EQ(read, kOnChip);
  // Used, but below the threshold: their places are not free, so nothing is read.
  Random random(1);
  for (unsigned i = 0; i < 10; ++i) b.receive(random_frame(random, 64), kMicrosecond);
  read = 0;
  for (const Span& s : b.fetches) read += s.count;
  EXPECT_EQ(read, kOnChip);
  EXPECT_TRUE(b.write_backs.empty());
  // All 64 used: what the next frame waits for is freed by a write-back below the threshold.
  for (unsigned i = 0; i < 55; ++i) b.receive(random_frame(random, 64), kMicrosecond);
  EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled) + b.bucket(RxBucket::kNoDescriptor), 0u);
  EXPECT_EQ(b.get(Reg::RNBC), 0u);
  EXPECT_EQ(b.get(Reg::RDH), 64u);
  EXPECT_TRUE(b.done(63));
  EXPECT_FALSE(b.done(64));
}

// HTHRESH has seven bits: beyond the first block nothing is read unless so many descriptors are offered.
TEST(ReceiveRing, TheHostThresholdCountsWhatIsOffered) {
  // 72 are offered, and the first block is always read.
  for (const auto& [host, blocks] : {std::pair{0u, 4u},
                                     {32u, 4u},
                                     {48u, 4u},
                                     {49u, 3u},
                                     {56u, 3u},
                                     {57u, 2u},
                                     {64u, 2u},
                                     {65u, 1u},
                                     {127u, 1u}}) {
    SCOPED_TRACE(host);
    RingBench b;
    b.set_buffers(1, 1);
    b.open_ring(128, {32, host, 1}, 72);
    std::vector<Span> expected;
    for (std::uint32_t i = 0; i < blocks; ++i) expected.push_back({i * kBlock, kBlock});
    EXPECT_EQ(b.fetches, expected);
  }
}

// Queues whose descriptors are to be written back take turns, one write each, also if one has more than a
// block.
TEST(ReceiveRing, QueuesTakeTurnsWithTheirWriteBacks) {
  constexpr unsigned kLow = 2, kHigh = 3;
  constexpr std::uint32_t kEntries = 24, kHead = 5;
  constexpr std::uint32_t kInterval = 400;  // of their vector, in units of 256 ns
  RingBench b;
  std::vector<std::pair<unsigned, Span>> writes;
  b.on_data([&](Time, std::uint64_t address, ByteView data) {
    for (const unsigned queue : {kLow, kHigh}) {
      const std::uint64_t ring = queue == kLow ? kRingAt : kOtherRingAt;
      if (address < ring || address >= ring + kEntries * kDescriptorBytes) continue;
      writes.push_back({queue,
                        {static_cast<std::uint32_t>((address - ring) / kDescriptorBytes),
                         static_cast<std::uint32_t>(data.size / kDescriptorBytes)}});
    }
  });
  b.set(Reg::RDRXCTL, 0, 3);  // no RDMTS
  b.set(Reg::VMD_CTL, 0, 1);  // pool n has queue n
  b.set_buffers(1, 1);
  for (const unsigned queue : {kLow, kHigh}) {
    const MacAddress mac = mac_of(queue);
    b.set(Reg::RAL, queue, load_le32(mac.data()));
    b.set(Reg::RAH, queue, load_le16(mac.data() + 4) | field::RAH::AV.mask | queue << 18);
    b.queue = queue;
    b.set(Reg::RDH, queue, kHead);
    b.set(Reg::RDT, queue, kHead);
    b.place_ring(queue == kLow ? kRingAt : kOtherRingAt, kEntries);
    for (std::uint32_t i = 0; i < kEntries; ++i) b.offer_buffer(i);
    b.enable({32, 0, 16});
    b.set(Reg::RDT, queue, kHead + 15);
  }
  b.open_vector(0, kInterval);
  b.set(Reg::IVAR, 0, 0x80800000);  // receive queues 2 and 3: vector 0
  b.set(Reg::EITR, 0, kInterval << 16 | kInterval);
  for (unsigned i = 0; i < 5; ++i)
    for (const unsigned queue : {kLow, kHigh}) b.send(frame_of(mac_of(queue), mac_of(9)));
  EXPECT_TRUE(writes.empty()) << "the timer is running";
  b.rest(100 * kMicrosecond);
  EXPECT_EQ(writes, (std::vector<std::pair<unsigned, Span>>{
                        {kLow, {kHead, 3}}, {kHigh, {kHead, 3}}, {kLow, {8, 2}}, {kHigh, {8, 2}}}));
  b.drain();
}

// Queues that need descriptors take turns, read by read, from the first to the last and again from the first.
TEST(ReceiveRing, QueuesTakeTurnsWithTheirReads) {
  constexpr unsigned kFirst = 2, kLast = 127;
  constexpr std::uint32_t kEntries = 24;
  RingBench b(kFirst, "82599");
  b.set(Reg::RXCTRL, 0, 0);
  for (const unsigned queue : {kLast, kFirst}) {
    b.queue = queue;
    b.place_ring(queue == kFirst ? kRingAt : kOtherRingAt, kEntries);
    for (std::uint32_t i = 0; i < kEntries; ++i) b.offer_buffer(i);
    b.enable();
    b.set(Reg::RDT, queue, 20);
  }
  std::vector<std::pair<unsigned, Span>> reads;
  b.on_request([&](unsigned, std::uint64_t address, std::size_t length) {
    const bool first = address < kOtherRingAt;
    reads.push_back({first ? kFirst : kLast,
                     {static_cast<std::uint32_t>((address - (first ? kRingAt : kOtherRingAt)) / 16),
                      static_cast<std::uint32_t>(length / kDescriptorBytes)}});
    return true;
  });
  b.receive_on();
  b.rest();
  EXPECT_EQ(reads, (std::vector<std::pair<unsigned, Span>>{{kFirst, {0, 8}},
                                                           {kLast, {0, 8}},
                                                           {kFirst, {8, 8}},
                                                           {kLast, {8, 8}},
                                                           {kFirst, {16, 4}},
                                                           {kLast, {16, 4}}}));
}

// --- Rings that are taken away and given back.

TEST(ReceiveRing, DescriptorsOfTheRingBeforeAreForgotten) {
  for (const bool under_way : {false, true}) {
    SCOPED_TRACE(under_way);
    Random random(5);
    RingBench b;
    b.set_buffers(1, 1);
    b.place_ring(kOtherRingAt, 16);
    for (std::uint32_t i = 0; i < 16; ++i) {
      store_le64(b.memory().at(kOtherRingAt + 16 * i), kBuffersAt + 0x80000);
      store_le64(b.memory().at(kOtherRingAt + 16 * i + 8), 0);
    }
    b.enable();
    b.write_now(b.place(Reg::RDT, 0), 15);
    // In the cache, or still on its way (a read takes more than 400 ns).
    b.run_until(b.now() + (under_way ? 350 * kNanosecond : 4 * kMicrosecond));
    b.write_now(b.place(Reg::RXDCTL, 0), RingBench::rxdctl({}));
    b.run_until(b.now() + 150 * kNanosecond);
    EXPECT_EQ(b.fetches.size(), 2u);
    b.fetches.clear();
    b.place_ring(kRingAt, 16);
    for (std::uint32_t i = 0; i < 16; ++i) b.offer_buffer(i);
    b.set(Reg::RDH, 0, 4);
    b.set(Reg::RDT, 0, 8);
    b.enable();
    b.rest();
    EXPECT_EQ(b.fetches, (std::vector<Span>{{4, 4}}));
    const FrameRef frame = random_frame(random, 100);
    b.receive(frame);
    EXPECT_TRUE(b.done(4));
    EXPECT_TRUE(std::equal(frame->bytes().begin(), frame->bytes().begin() + 96, b.memory().at(b.buffer(4))));
    EXPECT_EQ(load_le32(b.memory().at(kBuffersAt + 0x80000)), 0u);
    EXPECT_EQ(b.get(Reg::RDH), 5u);
    // Four descriptors were offered and no more are used.
    for (unsigned i = 0; i < 4; ++i) b.receive(random_frame(random, 100));
    EXPECT_EQ(b.get(Reg::RDH), 8u);
    EXPECT_EQ(b.get(Reg::RNBC), 1u);
    EXPECT_FALSE(b.done(8));
    b.set(Reg::RDT, 0, 9);
    b.drain();
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 5u);
  }
}

// Disabling writes back what is used, whatever the threshold, in its blocks; what was used counts as
// received.
TEST(ReceiveRing, WhatIsUsedIsWrittenBackWhenTheQueueIsDisabledOrFlushed) {
  Random random(6);
  for (const bool flushed : {false, true}) {
    SCOPED_TRACE(flushed);
    RingBench b;
    b.set_buffers(1, 1);
    const Thresholds t{16, 0, 16};
    b.set(Reg::RDH, 0, 5);
    b.open_ring(24, t, 22);
    for (unsigned i = 0; i < 5; ++i) b.receive(random_frame(random, 64));
    EXPECT_TRUE(b.write_backs.empty());
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 0u);
    flushed ? b.enable(t, field::RXDCTL::SWFLSH.mask) : b.disable(t);
    b.rest();
    EXPECT_EQ(b.write_backs, (std::vector<Span>{{5, 3}, {8, 2}}));
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 5u);
    EXPECT_EQ(b.get(Reg::RDH), 10u);
    EXPECT_EQ((b.get(Reg::RXDCTL) & field::RXDCTL::ENABLE.mask) != 0, flushed);
    b.receive(random_frame(random, 64));
    EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled), flushed ? 0u : 1u);
    // One flush is for what is there, not for what comes.
    EXPECT_EQ(b.write_backs.size(), 2u);
    EXPECT_EQ(b.get(Reg::RNBC), flushed ? 0u : 1u);
    if (flushed) {
      b.enable(t, field::RXDCTL::SWFLSH.mask);
      b.rest();
    }
    // A flush without used descriptors writes nothing, and leaves none behind for the next frame.
    const std::size_t before = b.write_backs.size();
    b.enable(t, field::RXDCTL::SWFLSH.mask);
    b.rest();
    b.receive(random_frame(random, 64));
    EXPECT_EQ(b.write_backs.size(), before);
  }
}

// A threshold that is written while the queue is enabled holds for what is used already.
TEST(ReceiveRing, ALowerThresholdActsAtOnce) {
  Random random(6);
  RingBench b;
  b.set_buffers(1, 1);
  b.open_ring(24, Thresholds{16, 0, 16}, 22);
  for (unsigned i = 0; i < 5; ++i) b.receive(random_frame(random, 64));
  EXPECT_TRUE(b.write_backs.empty());
  b.enable(Thresholds{16, 0, 6});
  b.rest();
  EXPECT_TRUE(b.write_backs.empty());
  b.enable(Thresholds{16, 0, 5});
  b.rest();
  EXPECT_EQ(b.write_backs, (std::vector<Span>{{0, 5}}));
  EXPECT_EQ(b.get(Reg::RDH), 5u);
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 5u);
}

// A frame that is being written when its queue is disabled gets all its bytes. Descriptors that the cache
// still holds then are discarded. A ring that software sets up again is read from its beginning.
TEST(ReceiveRing, AQueueDisabledWithinAFrameForgetsTheDescriptorsBeyondIt) {
  constexpr std::size_t kSize = 6'000;
  constexpr std::uint32_t kOther = 100;  // first buffer of the other ring
  Random random(8);
  unsigned within = 0;
  for (Time after = 0; after < 5 * kMicrosecond; after += 250 * kNanosecond) {
    SCOPED_TRACE(after);
    RingBench b;
    b.set_buffers(1, 1);
    const Thresholds t;
    b.open_ring(24, t, 23);
    const FrameRef frame = random_frame(random, kSize);
    const std::size_t data = kSize - kFcsSize;
    b.frame_at(b.now() + 200 * kNanosecond, frame);
    b.run_until(b.now() + 200 * kNanosecond + static_cast<Time>(kSize) * kByteTime10G + after);
    const bool complete = b.bucket(RxBucket::kDelivered) == 1;
    b.disable(t);
    b.rest(10 * kMicrosecond);
    const bool whole = b.bucket(RxBucket::kDelivered) == 1;
    EXPECT_EQ(b.bucket(RxBucket::kDelivered) + b.bucket(RxBucket::kQueueDisabled), 1u);
    if (whole && !complete) ++within;
    for (std::size_t i = 0; whole && i < data; i += 1'024) {
      const std::size_t part = std::min<std::size_t>(1'024, data - i);
      EXPECT_EQ(std::memcmp(b.memory().at(b.buffer(static_cast<std::uint32_t>(i / 1'024))),
                            frame->bytes().data + i, part),
                0);
    }

    b.place_ring(kOtherRingAt, 24);
    b.set(Reg::RDH, 0, 0);
    b.set(Reg::RDT, 0, 0);
    for (std::uint32_t i = 0; i < 24; ++i) {
      store_le64(b.descriptor(i), b.buffer(kOther + i));
      store_le64(b.descriptor(i) + 8, 0);
    }
    b.enable(t);
    b.set(Reg::RDT, 0, 23);
    b.rest();
    const FrameRef next = random_frame(random, 64);
    b.receive(next);
    EXPECT_TRUE(b.done(0));
    EXPECT_EQ(std::memcmp(b.memory().at(b.buffer(kOther)), next->bytes().data, 60), 0);
  }
  EXPECT_GE(within, 3u) << "times at which the queue was disabled within the frame";
}

// Frames whose descriptors could not be written back before the ring was set up again are lost, and counted.
TEST(ReceiveRing, UsedDescriptorsOfARingGivenBackAtOnceAreLost) {
  Random random(7);
  RingBench b;
  b.set_buffers(1, 1);
  const Thresholds t{16, 0, 16};
  b.open_ring(24, t, 23);
  for (unsigned i = 0; i < 3; ++i) b.receive(random_frame(random, 64));
  // Both writes act at one edge of the DMA clock or nearly so.
  b.config_write(0x04, 0x0403);  // no bus mastering: the write-back cannot leave
  b.disable(t);
  b.rest();
  b.config_write(0x04, 0x0407);
  b.rest();
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 3u);
  for (unsigned i = 0; i < 2; ++i) {
    b.enable(t);
    b.rest();
    b.receive(random_frame(random, 64));
    b.write_now(b.place(Reg::RXDCTL, 0), RingBench::rxdctl(t));
    b.write_now(b.place(Reg::RXDCTL, 0), RingBench::rxdctl(t) | field::RXDCTL::ENABLE.mask);
    b.rest();
  }
  b.drain();
}

// A frame cannot go on in another ring than the one in which it began: it is lost, with the frames whose
// descriptors have not been written back. Without bus mastering it stops when 2 KiB wait for the link.
TEST(ReceiveRing, AFrameWithinARingThatIsReplacedIsLost) {
  constexpr std::uint32_t kOther = 100;  // first buffer of the other ring
  Random random(17);
  RingBench b;
  b.set(Reg::RDRXCTL, 0, 3);  // no RDMTS
  b.set_buffers(1, 1);
  const Thresholds t{16, 0, 16};
  b.open_ring(24, t, 23);
  for (unsigned i = 0; i < 2; ++i) b.receive(random_frame(random, 64));
  b.config_write(0x04, 0x0403);
  b.receive(random_frame(random, 5'000));
  // Another queue has no part in it.
  b.set(Reg::RXDCTL, 5, RingBench::rxdctl(t) | field::RXDCTL::ENABLE.mask);
  b.set(Reg::RXDCTL, 5, RingBench::rxdctl(t));
  b.disable(t);
  b.rest();
  EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled), 0u);
  b.place_ring(kOtherRingAt, 24);
  for (std::uint32_t i = 0; i < 24; ++i) {
    store_le64(b.descriptor(i), b.buffer(kOther + i));
    store_le64(b.descriptor(i) + 8, 0);
  }
  b.set(Reg::RDT, 0, 0);
  b.enable(t);
  b.rest();
  EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled), 3u);
  b.set(Reg::RDT, 0, 23);
  b.config_write(0x04, 0x0407);
  b.rest();
  const FrameRef next = random_frame(random, 100);
  b.receive(next);
  EXPECT_EQ(b.get(Reg::RDH), 0u) << "the flush was that of the ring before";
  b.enable(t, field::RXDCTL::SWFLSH.mask);
  b.rest();
  EXPECT_EQ(b.get(Reg::RDH), 1u);
  EXPECT_EQ(b.status(0) & 3, 3u) << "DD, EOP";
  EXPECT_EQ(b.length_of(0), 96u);
  EXPECT_EQ(std::memcmp(b.memory().at(b.buffer(kOther)), next->bytes().data, 96), 0);
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
  for (std::uint32_t i = 0; i < 5; ++i)
    EXPECT_EQ(load_le64(b.memory().at(kRingAt + i * kDescriptorBytes + 8)), 0u) << "of the ring before";
  b.drain();
}

// A vector whose timer has run out waits for the write-backs of its queues. If the ring of one is replaced
// before its write-back has left, the vector does not wait for ever: the next frame interrupts.
TEST(ReceiveRing, AVectorDoesNotWaitForARingThatIsReplaced) {
  constexpr std::uint32_t kInterval = 400;  // in units of 256 ns
  Random random(20);
  RingBench b;
  b.set(Reg::RDRXCTL, 0, 3);  // no RDMTS
  b.set_buffers(1, 1);
  const Thresholds t{16, 0, 16};
  b.open_ring(24, t, 23);
  b.open_message(kInterval);
  // 2,000 and 60 bytes wait for the link, and so does the write-back when the timer has run out.
  b.config_write(0x04, 0x0403);
  b.receive(random_frame(random, 2'000 + kFcsSize));
  b.receive(random_frame(random, 60 + kFcsSize));
  b.rest(200 * kMicrosecond);
  b.disable(t);
  b.enable({16, 0, 1});
  EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled), 2u);
  b.config_write(0x04, 0x0407);
  b.rest(20 * kMicrosecond);
  EXPECT_EQ(b.messages.size(), 0u);
  b.receive(random_frame(random, 64));
  b.rest(200 * kMicrosecond);
  EXPECT_EQ(b.get(Reg::RDH), 1u);
  EXPECT_EQ(b.messages.size(), 1u);
  b.drain();
}

// The interrupt at once of a low-latency frame is lost with its ring: the next frame waits for the timer.
TEST(ReceiveRing, ALowLatencyFrameOfARingThatIsReplacedIsForgotten) {
  constexpr std::uint32_t kInterval = 0xff8;  // 1.04 ms
  Random random(21);
  RingBench b;
  b.set(Reg::RDRXCTL, 0, 3);  // no RDMTS
  b.set_buffers(1, 1);
  const Thresholds t{16, 0, 16};
  b.open_ring(24, t, 23);
  b.open_message(kInterval);
  b.config_write(0x04, 0x0403);
  b.receive(random_frame(random, 2'000 + kFcsSize));
  b.set(Reg::IMIREXT, 0, field::IMIREXT::SIZE_BP.mask | field::IMIREXT::CTRL_BP.mask);
  b.set(Reg::IMIR, 0, field::IMIR::PORT_IM_EN.mask | field::IMIR::PORT_BP.mask);
  b.receive(random_frame(random, 60 + kFcsSize));
  b.set(Reg::IMIR, 0, 0);
  b.disable(t);
  b.enable({16, 0, 1});
  EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled), 2u);
  b.config_write(0x04, 0x0407);
  b.rest(20 * kMicrosecond);
  b.receive(random_frame(random, 64));
  b.rest(20 * kMicrosecond);
  EXPECT_EQ(b.get(Reg::RDH), 1u);
  EXPECT_EQ(b.messages.size(), 0u);
  b.rest(1'100 * kMicrosecond);
  EXPECT_EQ(b.messages.size(), 1u);
  b.drain();
}

// A write-back that software has asked for is forgotten with what was to be written back: after a reset, the
// first frame waits for its threshold.
TEST(ReceiveRing, AResetForgetsTheFlush) {
  Random random(18);
  const Thresholds t{16, 0, 16};
  RingBench b;
  const auto open = [&] {
    b.set(Reg::RDRXCTL, 0, 3);  // no RDMTS
    b.set_buffers(1, 1);
    b.open_ring(24, t, 23);
  };
  open();
  b.config_write(0x04, 0x0403);
  // 2,000 and 60 bytes wait for the link, and so does the write-back.
  b.receive(random_frame(random, 2'000 + kFcsSize));
  b.receive(random_frame(random, 60 + kFcsSize));
  b.enable(t, field::RXDCTL::SWFLSH.mask);
  b.rest();
  b.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  b.rest(50 * kMicrosecond);
  EXPECT_EQ(b.bucket(RxBucket::kRxDisabled), 2u);
  b.config_write(0x04, 0x0407);
  b.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  b.receive_on();
  open();
  b.receive(random_frame(random, 64));
  EXPECT_EQ(b.get(Reg::RDH), 0u);
  b.enable(t, field::RXDCTL::SWFLSH.mask);
  b.rest();
  EXPECT_EQ(b.get(Reg::RDH), 1u);
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
  b.drain();
}

// With the last cached descriptor used, what is used is written back only if none is on its way.
TEST(ReceiveRing, DescriptorsThatAreBeingReadAreNotUsedUp) {
  Random random(19);
  RingBench b;
  b.set(Reg::RDRXCTL, 0, 3);  // no RDMTS
  b.set_buffers(1, 1);
  b.open_ring(24, {16, 0, 16}, 1);
  // The frame takes its descriptor 300 to 330 ns after its first byte, the write acts within 150 ns, and its
  // reads take more than 400 ns.
  const Time start = b.now() + kMicrosecond;
  b.frame_at(start, random_frame(random, 64));
  b.write_at(start, Reg::RDT, 0, 9);
  b.rest();
  EXPECT_EQ(b.fetches, (std::vector<Span>{{0, 1}, {1, 7}, {8, 1}}));
  EXPECT_TRUE(b.write_backs.empty());
  EXPECT_EQ(b.get(Reg::RDH), 0u);
  // The last of all nine: software could otherwise wait for ever.
  for (unsigned i = 0; i < 7; ++i) b.receive(random_frame(random, 64));
  EXPECT_TRUE(b.write_backs.empty());
  b.receive(random_frame(random, 64));
  EXPECT_EQ(b.write_backs, (std::vector<Span>{{0, 8}, {8, 1}}));
  b.drain();
}

// RDH beyond the ring counts as the beginning of the ring. Software may leave such a value when it makes the
// ring smaller.
TEST(ReceiveRing, AHeadBeyondTheRingIsItsBeginning) {
  Random random(8);
  struct Case {
    std::uint32_t head, entries, used;
  };
  for (const Case& c : {Case{15, 16, 15}, {16, 16, 0}, {17, 16, 0}, {0xffff, 16, 0}, {7, 8, 7}, {8, 8, 0}}) {
    SCOPED_TRACE(c.head);
    RingBench b;
    b.set_buffers(1, 1);
    b.set(Reg::RDH, 0, c.head);
    EXPECT_EQ(b.get(Reg::RDH), c.head);
    b.open_ring(c.entries, Thresholds(), (c.used + 2) % c.entries);
    EXPECT_EQ(b.get(Reg::RDH), c.used);
    ASSERT_FALSE(b.fetches.empty());
    EXPECT_EQ(b.fetches.front().first, c.used);
    b.receive(random_frame(random, 64));
    EXPECT_TRUE(b.done(c.used));
    EXPECT_EQ(b.get(Reg::RDH), (c.used + 1) % c.entries);
    // A head is not software's while the queue is enabled.
    b.set(Reg::RDH, 0, 3);
    EXPECT_EQ(b.get(Reg::RDH), (c.used + 1) % c.entries);
  }
}

// Tails that no ring has fetch nothing, and neither does a ring without descriptors.
TEST(ReceiveRing, ATailBeyondTheRingOrARingOfNothingReadsNothing) {
  for (const auto& [entries, tail, reads] : {std::array<std::uint32_t, 3>{16, 15, 2},
                                             {16, 16, 0},
                                             {16, 17, 0},
                                             {16, 0xffff, 0},
                                             {0, 1, 0},
                                             {0, 0, 0}}) {
    SCOPED_TRACE(tail);
    RingBench b;
    b.set_buffers(1, 1);
    b.place_ring(kRingAt, 16);
    b.set(Reg::RDLEN, 0, entries * kDescriptorBytes);
    for (std::uint32_t i = 0; i < 16; ++i) b.offer_buffer(i);
    b.enable();
    b.set(Reg::RDT, 0, tail);
    b.rest();
    EXPECT_EQ(b.fetches.size(), reads);
    EXPECT_EQ(b.get(Reg::RDT), tail);
  }
}

// Nothing is read while RXCTRL.RXEN is off. All that is offered is read as soon as it is on.
TEST(ReceiveRing, NothingIsReadBeforeReceiveIsEnabled) {
  // DMBYPS, bit 1, enables nothing.
  for (const std::uint32_t off : {0u, 2u}) {
    RingBench b;
    b.set(Reg::RXCTRL, 0, off);
    b.set_buffers(1, 1);
    b.open_ring(16, Thresholds(), 9);
    EXPECT_TRUE(b.fetches.empty());
    b.set(Reg::RXCTRL, 0, 1);
    b.rest();
    EXPECT_EQ(b.fetches, (std::vector<Span>{{0, 8}, {8, 1}}));
  }
}

// The ring is that of the registers when the queue was enabled. The head goes on from one to the next.
TEST(ReceiveRing, ANewRingCountsWhenTheQueueIsEnabledAnew) {
  Random random(8);
  RingBench b;
  b.set_buffers(1, 1);
  b.open_ring(8, Thresholds(), 4);
  for (unsigned i = 0; i < 4; ++i) b.receive(random_frame(random, 64));
  EXPECT_EQ(b.get(Reg::RDH), 4u);
  for (const std::uint32_t used : {0u, 1u}) b.offer_buffer(used);
  b.place_ring(kOtherRingAt, 16);
  for (std::uint32_t i = 0; i < 16; ++i) b.offer_buffer(i);
  b.enable();
  b.set(Reg::RDT, 0, 2);
  b.rest();
  for (unsigned i = 0; i < 5; ++i) b.receive(random_frame(random, 64));
  EXPECT_EQ(b.get(Reg::RDH), 1u) << "after 8 descriptors, not 16";
  for (std::uint32_t i = 0; i < 16; ++i) EXPECT_FALSE(b.done(i)) << i;
  b.disable();
  b.fetches.clear();
  b.enable();
  b.rest();
  EXPECT_EQ(b.fetches, (std::vector<Span>{{1, 1}}));
  b.receive(random_frame(random, 64));
  EXPECT_TRUE(b.done(1));
  EXPECT_EQ(b.get(Reg::RDH), 2u);
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 10u);
  b.drain();
}

// RDLEN has 20 bits, in units of eight descriptors.
TEST(ReceiveRing, TheLongestRingGoesRoundAtItsEnd) {
  constexpr std::uint32_t kEntries = 65'528;
  Random random(8);
  RingBench b;
  b.set_buffers(1, 1);
  b.place_ring(kRingAt, kEntries);
  EXPECT_EQ(b.get(Reg::RDLEN), 0xFFF80u);
  for (const std::uint32_t index : {kEntries - 2, kEntries - 1, 0u}) {
    store_le64(b.descriptor(index), kBuffersAt);
    store_le64(b.descriptor(index) + 8, 0);
  }
  b.set(Reg::RDH, 0, kEntries - 2);
  b.set(Reg::RDT, 0, 1);
  b.enable();
  b.rest();
  EXPECT_EQ(b.fetches, (std::vector<Span>{{kEntries - 2, 2}, {0, 1}}));
  for (unsigned i = 0; i < 2; ++i) b.receive(random_frame(random, 64));
  EXPECT_EQ(b.get(Reg::RDH), 0u);
  b.receive(random_frame(random, 64));
  EXPECT_EQ(b.get(Reg::RDH), 1u);
  for (const std::uint32_t index : {kEntries - 2, kEntries - 1, 0u}) EXPECT_TRUE(b.done(index)) << index;
  b.drain();
}

// --- Frames without a descriptor.

TEST(ReceiveDrops, WithoutDropAFrameWaitsAndIsCountedOnce) {
  Random random(9);
  RingBench b;
  b.set_buffers(1, 1);
  b.open_ring(16, Thresholds(), 2);
  for (unsigned i = 0; i < 4; ++i) b.receive(random_frame(random, 64));
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 2u);
  // The third is at the head and counted; the fourth has not come to it.
  EXPECT_EQ(b.port().function().register_peek(0, b.place(Reg::RNBC)), 1u);
  // Looked at again and again, it is the same stall.
  for (unsigned i = 0; i < 5; ++i) b.set(Reg::DROPEN, 0, 0);
  b.rest();
  EXPECT_EQ(b.port().function().register_peek(0, b.place(Reg::RNBC)), 1u);
  EXPECT_EQ(b.port().function().register_peek(0, b.place(Reg::MPC)), 0u);
  b.set(Reg::RDT, 0, 3);
  b.rest();
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 3u);
  EXPECT_EQ(b.get(Reg::RNBC), 2u);
  EXPECT_EQ(b.get(Reg::RNBC), 0u);
  b.set(Reg::RDT, 0, 15);
  b.drain();
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 4u);
}

// Drop enable: the bit of SRRCTL, or that of DROPEN with the index of SRRCTL. Without MVMEN all queues have
// the settings of index 0; with pools, those of the pool.
TEST(ReceiveDrops, DropEnableIsThatOfTheIndex) {
  struct Case {
    unsigned pool;
    bool mvmen, pools;
    std::uint32_t dropen;
    int srrctl;  // the entry with DROP_EN, if any
    bool dropped;
  };
  for (const Case& c : {Case{0, false, false, 0, -1, false},
                        {0, false, false, 1, -1, true},
                        {0, false, false, 2, -1, false},
                        {0, false, false, 0xfffe, -1, false},
                        {0, false, false, 0, 0, true},
                        {0, false, false, 0, 1, false},
                        {5, true, true, 1u << 5, -1, true},
                        {5, true, true, ~(1u << 5), -1, false},
                        {5, true, true, 0, 5, true},
                        {5, true, true, 0, 4, false},
                        {15, true, true, 1u << 15, -1, true},
                        {15, true, true, 1u << 14, -1, false}}) {
    SCOPED_TRACE(testing::Message() << c.pool << ' ' << c.dropen << ' ' << c.srrctl);
    Random random(10);
    RingBench b(c.pool);
    if (c.pools) b.set(Reg::VMD_CTL, 0, 1 | c.pool << 4);
    if (c.mvmen) b.set(Reg::RDRXCTL, 0, field::RDRXCTL::MVMEN.mask);
    b.set_buffers(1, 1);
    if (c.srrctl >= 0) b.set(Reg::SRRCTL, static_cast<unsigned>(c.srrctl), 1 | 1u << 25 | 1u << 28);
    b.set(Reg::DROPEN, 0, c.dropen);
    b.open_ring(16, Thresholds(), 1);
    for (unsigned i = 0; i < 3; ++i) b.receive(random_frame(random, 64));
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
    EXPECT_EQ(b.bucket(RxBucket::kNoDescriptor), c.dropped ? 2u : 0u);
    EXPECT_EQ(b.get(Reg::RNBC), c.dropped ? 2u : 1u);
    // A dropped frame leaves no trace in the ring or in the packet buffer.
    b.set(Reg::RDT, c.pool, 15);
    b.drain();
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), c.dropped ? 1u : 3u);
  }
}

// Also a frame that waits already: it is dropped with the write that enables it.
TEST(ReceiveDrops, WhatWaitsIsDroppedOnceDropIsEnabled) {
  for (const Reg reg : {Reg::DROPEN, Reg::SRRCTL}) {
    SCOPED_TRACE(static_cast<unsigned>(reg));
    Random random(12);
    RingBench b;
    b.set_buffers(1, 1);
    b.open_ring(16, Thresholds(), 1);
    for (unsigned i = 0; i < 2; ++i) b.receive(random_frame(random, 64));
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
    EXPECT_EQ(b.bucket(RxBucket::kNoDescriptor), 0u);
    b.set(reg, 0, reg == Reg::DROPEN ? 1u : 1u | 1u << 25 | 1u << 28);
    b.rest();
    EXPECT_EQ(b.bucket(RxBucket::kNoDescriptor), 1u);
    b.drain();
  }
}

// A frame needs ceil(length / BSIZEPACKET) descriptors, and a ring has one less than its entries.
TEST(ReceiveDrops, AFrameThatNoRingOfItsSizeHoldsIsDropped) {
  struct Case {
    std::uint32_t length, parts;  // without FCS
  };
  for (const Case& c : {Case{7'168, 7}, {7'169, 0}, {1'024, 1}, {1'025, 2}, {6'145, 7}, {6'144, 6}}) {
    SCOPED_TRACE(c.length);
    Random random(11);
    RingBench b;
    b.set_buffers(1, 1);
    b.open_ring(8, {0, 0, 1}, 7);
    const FrameRef frame = random_frame(random, c.length + kFcsSize);
    b.receive(frame);
    EXPECT_EQ(b.bucket(RxBucket::kNoDescriptor), c.parts == 0 ? 1u : 0u);
    EXPECT_EQ(b.get(Reg::RNBC), c.parts == 0 ? 1u : 0u);
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), c.parts == 0 ? 0u : 1u);
    EXPECT_EQ(b.get(Reg::RDH), c.parts);
    for (std::uint32_t i = 0; i < c.parts; ++i) {
      EXPECT_EQ(b.status(i) & 3, i + 1 == c.parts ? 3u : 1u);
      EXPECT_EQ(b.length_of(i), std::min(1'024u, c.length - 1'024 * i));
    }
    b.drain();
  }
}

// A frame of several buffers whose last descriptor is not offered waits for that descriptor, with all the
// descriptors that it needs.
TEST(ReceiveDrops, AFrameWaitsForAllItsDescriptors) {
  Random random(12);
  RingBench b;
  b.set_buffers(1, 1);
  b.open_ring(16, {0, 0, 16}, 2);
  b.receive(random_frame(random, 2'500));
  EXPECT_EQ(b.get(Reg::RNBC), 1u);
  EXPECT_EQ(b.get(Reg::RDH), 0u);
  EXPECT_EQ(load_le64(b.memory().at(b.buffer(0))), 0u)
      << "nothing is written before there is a place for all";
  b.set(Reg::RDT, 0, 3);
  b.rest();
  EXPECT_EQ(b.get(Reg::RDH), 3u);
  EXPECT_EQ(b.status(2) & 3, 3u);
  EXPECT_EQ(b.get(Reg::RNBC), 0u);
  b.drain();
}

// RXEN off: what is in the packet buffer is dropped as for a disabled queue; a queue that is disabled while a
// frame waits for a descriptor releases it.
TEST(ReceiveDrops, WhatWaitsIsDroppedWhenReceiveOrTheQueueIsTurnedOff) {
  for (const bool queue : {false, true}) {
    Random random(13);
    RingBench b;
    b.set_buffers(1, 1);
    b.open_ring(16, Thresholds(), 1);
    for (unsigned i = 0; i < 3; ++i) b.receive(random_frame(random, 64));
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
    queue ? b.disable() : b.set(Reg::RXCTRL, 0, 0);
    b.rest();
    EXPECT_EQ(b.bucket(RxBucket::kQueueDisabled), 2u);
    EXPECT_EQ(b.get(Reg::RNBC), 2u);
    if (!queue) {
      b.receive(random_frame(random, 64));
      EXPECT_EQ(b.bucket(RxBucket::kRxDisabled), 1u);
    }
    b.drain();
  }
}

// A ring outside memory: its frames are lost, until it is enabled again.
TEST(ReceiveDrops, AFailedDescriptorReadStopsTheQueueUntilItIsEnabledAnew) {
  Random random(14);
  RingBench b;
  b.set_buffers(1, 1);
  b.place_ring(0x70'0000'0000, 16);
  b.enable();
  b.set(Reg::RDT, 0, 8);
  b.rest();
  b.receive(random_frame(random, 64));
  EXPECT_EQ(b.bucket(RxBucket::kDmaError), 1u);
  EXPECT_EQ(b.get(Reg::RNBC), 0u);
  b.disable();
  b.open_ring(16, Thresholds(), 8);
  b.receive(random_frame(random, 64));
  EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
  b.drain();
}

// --- The packet buffer.

// It counts bytes from destination address to FCS and takes a frame that fits to the byte.
TEST(ReceiveBuffer, IsFullToTheByte) {
  Random random(15);
  for (const std::uint32_t last : {1'024u, 1'025u, 1'023u}) {
    SCOPED_TRACE(last);
    RingBench b;
    b.set(Reg::RXPBSIZE0, 0, 4 << 10);
    b.set_buffers(1, 2);
    b.open_ring(16, Thresholds(), 0);
    for (const std::uint32_t size : {1'024u, 1'024u, 1'024u, last}) b.receive(random_frame(random, size));
    EXPECT_EQ(b.bucket(RxBucket::kPacketBufferFull), last > 1'024 ? 1u : 0u);
    EXPECT_EQ(b.get(Reg::MPC), last > 1'024 ? 1u : 0u);
    // One more: it fits where the one before was too long.
    b.receive(random_frame(random, 1'024));
    EXPECT_EQ(b.get(Reg::MPC), last > 1'024 ? 0u : 1u);
    EXPECT_EQ(b.get(Reg::MPC), 0u);
    b.set(Reg::RDT, 0, 15);
    b.rest(10 * kMicrosecond);
    // All of it is free again: four more fit.
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 4u);
    b.disable();
    b.set(Reg::RDT, 0, b.get(Reg::RDH));
    b.enable();
    for (unsigned i = 0; i < 5; ++i) b.receive(random_frame(random, 1'024));
    EXPECT_EQ(b.get(Reg::MPC), 1u);
  }
}

// A tag that is stripped, a sum that is kept: lengths and bytes over several buffers.
TEST(ReceiveData, StrippedAndKeptBytesOverSeveralBuffers) {
  for (const bool vme : {false, true}) {
    for (const bool strip_crc : {false, true}) {
      for (const std::uint32_t size : {68u, 1'028u, 1'031u, 1'032u, 1'033u, 2'056u, 2'057u, 3'000u}) {
        SCOPED_TRACE(testing::Message() << vme << strip_crc << ' ' << size);
        Random random(size);
        RingBench b;
        b.set(Reg::VLNCTRL, 0, 0x8100 | (vme ? 1u << 31 : 0));
        b.set(Reg::HLREG0, 0, strip_crc ? 0x00012C0F : 0x00012C0D);
        b.set_buffers(1, 1);
        b.open_ring(16, Thresholds(), 15);
        const FrameRef frame = random_frame(random, size, 0xA123);
        b.receive(frame);
        std::vector<std::uint8_t> want(frame->bytes().begin(),
                                       frame->bytes().end() - (strip_crc ? kFcsSize : 0));
        if (vme) want.erase(want.begin() + 12, want.begin() + 16);
        std::vector<std::uint8_t> got;
        for (std::uint32_t i = 0; b.done(i); ++i) {
          const std::uint8_t* const at = b.memory().at(b.buffer(i));
          got.insert(got.end(), at, at + b.length_of(i));
          const bool last = (b.status(i) & 2) != 0;
          EXPECT_EQ((b.status(i) & 8) != 0, last && vme);
          EXPECT_EQ((b.status(i) & 0x100) != 0, last && !strip_crc);
          EXPECT_EQ(load_le16(b.descriptor(i) + 14), last && vme ? 0xA123 : 0);
          if (last) break;
        }
        EXPECT_EQ(got, want);
        EXPECT_EQ(b.get(Reg::RDH), (want.size() + 1'023) / 1'024);
      }
    }
  }
}

// BSIZEPACKET has seven bits, although no frame needs more than five.
TEST(ReceiveData, BuffersAreAsLargeAsSrrctlSays) {
  constexpr std::size_t kData = 16'000;
  for (const auto& [kib, parts] :
       {std::pair{1u, 16u}, {8u, 2u}, {15u, 2u}, {16u, 1u}, {32u, 1u}, {64u, 1u}, {127u, 1u}}) {
    SCOPED_TRACE(kib);
    Random random(kib);
    RingBench b;
    b.set(Reg::MHADD, 0, 16'383u << 16);
    b.set_buffers(1, kib);
    b.open_ring(32, Thresholds(), 31);
    b.receive(random_frame(random, kData + kFcsSize), 40 * kMicrosecond);
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 1u);
    EXPECT_EQ(b.get(Reg::RDH), parts);
    EXPECT_EQ(b.length_of(parts - 1), kData - (parts - 1) * kib * 1'024);
  }
}

// The packet buffer manager takes at most 16,383 bytes, and four more with a tag. What is longer is not
// stored, not even with FCTRL.SBP.
TEST(ReceiveData, AFrameLongerThanTheBufferManagerTakesIsNeverStored) {
  struct Case {
    std::size_t size;
    int tci;
    bool stored;
  };
  for (const bool store_bad : {false, true}) {
    for (const Case& c :
         {Case{16'383, -1, true}, {16'387, 5, true}, {16'388, -1, false}, {16'388, 5, false}}) {
      SCOPED_TRACE(testing::Message() << store_bad << ' ' << c.size << ' ' << c.tci);
      Random random(c.size);
      RingBench b;
      b.set(Reg::MHADD, 0, 0xffffu << 16);
      b.set(Reg::FCTRL, 0, store_bad ? 0x402 : 0x400);
      b.set_buffers(1, 16);
      b.open_ring(16, Thresholds(), 15);
      b.receive(random_frame(random, c.size, c.tci), 40 * kMicrosecond);
      EXPECT_EQ(b.bucket(RxBucket::kDelivered), c.stored ? 1u : 0u);
      EXPECT_EQ(b.bucket(RxBucket::kOversize), c.stored ? 0u : 1u);
      EXPECT_EQ(b.get(Reg::ROC), c.stored ? 0u : 1u);
      EXPECT_EQ(b.get(Reg::MPC), 0u);
      EXPECT_EQ(b.get(Reg::RDH), c.stored ? 1u : 0u);
      b.drain();
    }
  }
}

// MSPDC counts the short frames that the MAC discards, and none that is stored.
TEST(ReceiveData, AShortFrameThatIsStoredIsNotCountedAsDiscarded) {
  FrameMaker maker(4);
  RingBench b;
  b.set_buffers(1, 2);
  b.set(Reg::FCTRL, 0, 0x702);
  b.open_ring(16, Thresholds(), 15);
  b.receive(maker.special(Special::kRunt, 200, 1'518));
  EXPECT_EQ(b.get(Reg::RDH), 1u);
  EXPECT_EQ(b.get(Reg::MSPDC), 0u);
  EXPECT_EQ(b.get(Reg::RUC), 1u);
  EXPECT_EQ(b.get(Reg::GPRC), 0u);
  b.set(Reg::FCTRL, 0, 0x700);
  b.receive(maker.special(Special::kRunt, 200, 1'518));
  EXPECT_EQ(b.get(Reg::MSPDC), 1u);
  EXPECT_EQ(b.get(Reg::RUC), 1u);
  b.drain();
}

// With FCTRL.SBP bad frames reach the host, and the descriptor reports what is wrong with them.
TEST(ReceiveData, BadFramesHaveTheBitOfTheirError) {
  FrameMaker maker(3);
  struct Case {
    Special what;
    std::uint32_t errors;
    RxBucket bucket;
  };
  for (const bool advanced : {false, true}) {
    for (const Case& c : {Case{Special::kBadCrc, 0x01, RxBucket::kCrc},
                          {Special::kSymbol, 0x08, RxBucket::kSymbol},
                          {Special::kOversize, 0x10, RxBucket::kOversize},
                          {Special::kRunt, 0x20, RxBucket::kUndersize},
                          {Special::kLengthField, 0x02, RxBucket::kLength},
                          {Special::kFragment, 0x21, RxBucket::kCrc},
                          {Special::kJabber, 0x11, RxBucket::kCrc}}) {
      SCOPED_TRACE(testing::Message() << advanced << ' ' << static_cast<unsigned>(c.what));
      RingBench b;
      b.set(Reg::HLREG0, 0, 0x08012C0B);
      b.set_buffers(advanced ? 1 : 0, 2);
      b.set(Reg::FCTRL, 0, 0x700);
      b.open_ring(16, Thresholds(), 15);
      b.receive(maker.special(c.what, 200, 1'518));
      EXPECT_EQ(b.bucket(c.bucket), 1u);
      EXPECT_EQ(b.get(Reg::RDH), 0u);
      b.set(Reg::FCTRL, 0, 0x702);
      b.receive(maker.special(c.what, 200, 1'518));
      EXPECT_EQ(b.get(Reg::RDH), 1u);
      const std::uint64_t high = load_le64(b.descriptor(0) + 8);
      EXPECT_EQ((advanced ? high >> 24 : high >> 40) & 0x3b, c.errors);
      b.receive(maker.normal(100));
      const std::uint64_t good = load_le64(b.descriptor(1) + 8);
      EXPECT_EQ((advanced ? good >> 24 : good >> 40) & 0xff, 0u);
      b.drain();
    }
  }
}

// A datagram in fragments: UDPCS in each, UDPV where the UDP header is and has a checksum.
TEST(ReceiveData, UdpvIsOfTheFragmentWithAChecksum) {
  constexpr std::size_t kIp = 14, kUdp = kIp + 20;
  for (const std::uint16_t checksum : {std::uint16_t{0}, std::uint16_t{0x1234}}) {
    for (const std::uint16_t offset : {std::uint16_t{0}, std::uint16_t{8}}) {
      SCOPED_TRACE(testing::Message() << checksum << ' ' << offset);
      std::vector<std::uint8_t> bytes(kUdp + 40);
      std::fill_n(bytes.begin(), 6, std::uint8_t{0xff});
      store_be16(bytes.data() + 12, 0x0800);
      bytes[kIp] = 0x45;
      store_be16(bytes.data() + kIp + 2, 60);
      store_be16(bytes.data() + kIp + 6, 0x2000 | offset);
      bytes[kIp + 9] = 17;
      store_be16(bytes.data() + kUdp + 6, checksum);
      RingBench b;
      b.set_buffers(1, 2);
      b.set(Reg::RXCSUM, 0, field::RXCSUM::IPPCSE.mask);
      b.open_ring(16, Thresholds(), 15);
      b.receive(make_frame_with_fcs({bytes.data(), bytes.size()}));
      EXPECT_EQ(b.status(0) & 0x410, 0x010u | (checksum != 0 && offset == 0 ? 0x400u : 0));
      b.drain();
    }
  }
}

// --- When: the contract of docs/timing.md, to the picosecond.

TEST(ReceiveTimes, FromTheWireToTheInterrupt) {
  Random random(16);
  for (unsigned phase = 0; phase < 8; ++phase) {
    SCOPED_TRACE(phase);
    RingBench b;
    b.set_buffers(1, 2);
    b.open_ring(16, Thresholds(), 15);
    std::vector<EventRecord> writes;
    Time decided = 0;
    b.on_event([&](const EventRecord& r) {
      if (r.kind == EventKind::kDecision) decided = r.time;
      if (r.kind == EventKind::kTlpUp) writes.push_back(r);
    });
    b.record_events();
    // Lanes of 3.2 ns: all phases of the MAC's and the DMA's clocks.
    const Time start = Clock(3'200).edge_after(b.now() + kMicrosecond) + phase * 3'200;
    b.frame_at(start, random_frame(random, 64 + phase));
    b.rest();
    const Time end = start + (8 + 64 + static_cast<Time>(phase)) * 800;
    // Beats of the frame without FCS; the first needs byte 12, the last the end of the frame.
    const auto beats = static_cast<Time>((60 + phase + 7) / 8);
    const Time first = Clock(6'400).edge_at_or_after(start + (8 + 12) * 800);
    const Time last = std::max(first + (beats - 1) * 6'400, Clock(6'400).edge_at_or_after(end));
    EXPECT_EQ(decided, last + 12 * 6'400);
    ASSERT_FALSE(writes.empty());
    // One MAC clock into the buffer, 40 DMA clocks behind the next edge; then the data cross the link: the
    // first edge of its clock, header of 16 and 8 of framing, the payload, and the flight.
    const Time leaves = Clock(4'000).edge_after(decided + 6'400) + 40 * 4'000;
    const Time on_link = Clock(2'000).edge_after(leaves);
    const Time bytes = (Time{60} + phase + 3) / 4 * 4;
    EXPECT_EQ(writes.front().time, on_link + (24 + bytes) * 500 + 100'000);
  }
}

// A frame shorter than 12 bytes is taken at its last byte. One without bytes before its FCS has no beats, and
// is dropped 12 clocks after its end. At 1 Gb/s the last beat waits for its bytes.
TEST(ReceiveTimes, OfTheDecisionOfAShortFrame) {
  for (const bool slow : {false, true}) {
    RingBench b;
    if (slow) {
      LinkPartner partner;
      partner.speed_10g = false;
      partner.speed_1g = true;
      b.core().link_partner(b.now(), 0, partner);
      b.set(Reg::AUTOC, 0, 0xC0001000);  // 1 Gb/s, restart
      b.run_until(b.now() + 101 * kMillisecond);
    }
    const Time byte = slow ? kByteTime1G : kByteTime10G;
    ASSERT_EQ(b.port().wire().byte_time(), byte);
    std::vector<Time> drops;
    b.on_event([&](const EventRecord& r) {
      if (r.kind == EventKind::kDrop) drops.push_back(r.time);
    });
    b.record_events();
    const Clock clock(6'400);
    for (std::size_t size = 1; size <= 30; ++size) {
      for (Time phase = 0; phase < 8; ++phase) {
        SCOPED_TRACE(testing::Message() << slow << ' ' << size << ' ' << phase);
        const std::vector<std::uint8_t> bytes(size, 0x5a);
        const Time start = clock.edge_after(b.now() + kMicrosecond) + phase * 800;
        b.frame_at(start, make_frame({bytes.data(), size}));
        b.rest();
        const Time end = start + (8 + static_cast<Time>(size)) * byte;
        const auto data = static_cast<Time>(size > kFcsSize ? size - kFcsSize : 0);
        Time last = clock.edge_at_or_after(end);
        if (data > 0) {
          const Time first = clock.edge_at_or_after(start + (8 + 4 + std::min<Time>(data, 8)) * byte);
          last = std::max(last, first + ((data + 7) / 8 - 1) * 6'400);
        }
        ASSERT_EQ(drops, std::vector<Time>{last + 12 * 6'400});
        drops.clear();
      }
    }
    EXPECT_EQ(b.bucket(RxBucket::kRxDisabled), 0u);
  }
}

// The wire carries one frame at a time: one that begins before the end of another is lost, and keeps the wire
// from no third.
TEST(ReceiveTimes, AFrameThatBeginsWithinAnotherIsLost) {
  Random random(17);
  for (const Time early : {Time{0}, Time{1}, 100 * kNanosecond}) {
    SCOPED_TRACE(early);
    RingBench b;
    b.set_buffers(1, 2);
    b.open_ring(16, Thresholds(), 15);
    const Time start = b.now() + kMicrosecond;
    const Time end = start + (8 + 1'000) * kByteTime10G;
    b.frame_at(start, random_frame(random, 1'000));
    b.frame_at(end - early, random_frame(random, 1'000));
    if (early != 0) b.frame_at(end, random_frame(random, 64));
    b.rest(10 * kMicrosecond);
    EXPECT_EQ(b.bucket(RxBucket::kDelivered), 2u);
    EXPECT_EQ(b.bucket(RxBucket::kRxDisabled), early != 0 ? 1u : 0u);
    EXPECT_EQ(b.get(Reg::TPR), 2u) << "it was never received";
    EXPECT_EQ(b.length_of(1), early != 0 ? 60u : 996u);
    b.drain();
  }
}

// --- What the device announces.

// The first output of a frame that fits into a buffer is announced for when its data have crossed the link,
// less a VLAN tag and an FCS that may be taken off it; that of a longer one may be a read of descriptors.
TEST(ReceiveRing, AnnouncesWhenTheDataOfAFrameShow) {
  for (const std::uint32_t kib : {1u, 2u}) {
    for (const std::size_t size : {64u, 200u, 999u, 1'000u, 1'023u, 1'024u, 1'500u, 2'000u, 2'047u, 2'048u}) {
      SCOPED_TRACE(testing::Message() << kib << ' ' << size);
      RingBench b;
      Random random(size);
      b.set_buffers(1, kib);
      b.open_ring(32, Thresholds(), 31);
      Time announced = 0, shown = 0;
      const Time begins = b.now() + kMicrosecond;
      b.frame_at(begins, random_frame(random, size));
      b.at(begins, [&] {
        announced = b.core().earliest_output();
        b.on_output([&](Time time) { shown = shown == 0 ? time : shown; });
      });
      b.rest(10 * kMicrosecond);
      EXPECT_EQ(b.surprises(), 0u);
      EXPECT_LE(announced, shown);
      if (size <= kib * 1'024) {
        EXPECT_LT(shown - announced, 50 * kNanosecond);
      }
    }
  }
}

}  // namespace
}  // namespace ixsim::bench
