// Completion of packets as software sees it: descriptor and head write-back, events that force them before
// the threshold, and the interrupt that follows. Every write of the device is checked as it reaches memory.
// Source: 82598 datasheet, transmit descriptor write-back, head write-back, interrupt vector allocation.
#include "tx_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kHeadAt = kMemoryBase + 0x80234;
constexpr unsigned kTxVector = 5, kRxVector = 6;
constexpr std::uint32_t kInterval = 400;  // of the vector, in units of 256 ns
constexpr Time kThrottle = kInterval * 256 * kNanosecond;
constexpr std::uint64_t kRxRing = kMemoryBase + 0x90000, kRxBuffers = kMemoryBase + 0x98000;

// The queue under test, and the device's writes and messages for it.
struct WriteBack : TxBench {
  struct Write {
    Time time;
    std::uint64_t address;
    std::vector<std::uint8_t> bytes;
  };

  explicit WriteBack(std::uint32_t threshold, std::uint32_t ring_size = 128)
      : TxBench(TxParameters{false}), threshold(threshold), ring_size(ring_size) {
    bench.on_data([this](Time now, std::uint64_t address, ByteView data) {
      if (address >= ring(kGood) && address < ring(kGood) + kRingSpace) return;
      if (address >= kRxRing && address < kRxBuffers + 0x1000) return;
      writes.push_back({now, address, {data.begin(), data.end()}});
    });
    bench.on_message(
        [this](Time now, std::uint64_t, std::uint32_t data) { messages.emplace_back(now, data); });
    store_le64(bench.memory().at(kHeadAt - 4), ~std::uint64_t{0});
    store_le64(bench.memory().at(kHeadAt + 4), ~std::uint64_t{0});
    bench.run_until(2 * kMillisecond);  // the queue next to it is done
    set_thresholds();
  }
  void set_thresholds(std::uint32_t more = 0) {
    bench.write(Reg::TDBAL, kBad, static_cast<std::uint32_t>(ring(kBad)));
    bench.write(Reg::TDBAH, kBad, static_cast<std::uint32_t>(ring(kBad) >> 32));
    bench.write(Reg::TDLEN, kBad, ring_size * kDescriptorBytes);
    bench.write(Reg::TXDCTL, kBad, 32 | threshold << 16 | field::TXDCTL::ENABLE.mask | more);
  }
  void flush() { set_thresholds(field::TXDCTL::SWFLSH.mask); }
  void write_head_to(std::uint64_t address, std::uint32_t low_bits) {
    bench.write(Reg::TDWBAL, kBad, static_cast<std::uint32_t>(address) | low_bits);
    bench.write(Reg::TDWBAH, kBad, static_cast<std::uint32_t>(address >> 32));
  }
  // The vectors of transmit queue 3, and of receive queues 0 to 3.
  void set_vectors(std::uint32_t interval) {
    for (const unsigned vector : {kTxVector, kRxVector}) {
      bench.write(Reg::MSIXTADD, vector, static_cast<std::uint32_t>(kMessageBase));
      bench.write(Reg::MSIXTMSG, vector, vector);
      bench.write(Reg::MSIXTVCTRL, vector, 0);
    }
    bench.write(Reg::IVAR, 0, 0x01010101u * (0x80 | kRxVector));
    bench.write(Reg::IVAR, (64 + kBad) / 4, (0x80u | kTxVector) << 8 * (kBad % 4));
    bench.write(Reg::EITR, kTxVector, interval);
    bench.write(Reg::GPIE, 0, 0xC0000030);
    bench.write(Reg::EIMS, 0, 0xffff);
  }
  // Receive queue 0, a descriptor a write-back.
  void set_up_receive() {
    for (unsigned i = 0; i < 8; ++i) {
      store_le64(bench.memory().at(kRxRing + 16 * i), kRxBuffers);
      store_le64(bench.memory().at(kRxRing + 16 * i + 8), 0);
    }
    bench.write(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    bench.write(Reg::SRRCTL, 0, 2);
    bench.write(Reg::RDBAL, 0, static_cast<std::uint32_t>(kRxRing));
    bench.write(Reg::RDBAH, 0, static_cast<std::uint32_t>(kRxRing >> 32));
    bench.write(Reg::RDLEN, 0, 8 * kDescriptorBytes);
    bench.write(Reg::RXDCTL, 0, 1u << 16 | field::RXDCTL::ENABLE.mask);
    bench.write(Reg::RDT, 0, 7);
    bench.write(Reg::RXCTRL, 0, 3);
  }
  void receive() {
    bench.frame_at(bench.now() + kMicrosecond, maker.special(Special::kBroadcast, 100, 1'518));
  }
  // Posts packets of one descriptor each and waits until they are sent, 30 us.
  void post(std::uint32_t packets, std::uint64_t command = kWhole) {
    for (std::uint32_t i = 0; i < packets; ++i) {
      const std::uint32_t place = posted++ % ring_size;
      given[place] = {kBuffers + 0x1000 * (place + 1), kAdvanced | command | 100};
      descriptor(kBad, place, given[place].first, given[place].second);
    }
    bench.write(Reg::TDT, kBad, posted % ring_size);
    wait(30 * kMicrosecond);
    EXPECT_EQ(frames(kBad), posted);
  }
  void wait(Time time) { bench.run_until(bench.now() + time); }
  // The head of the ring; TDH shows the tail once all packets are sent.
  std::uint32_t head() { return bench.port().transmit().dma().queue(kBad).head; }
  bool untouched() {
    return std::all_of(given.begin(), given.end(), [&](const auto& d) {
      const std::uint8_t* const at =
          bench.memory().at(ring(kBad) + std::uint64_t{d.first} * kDescriptorBytes);
      return load_le64(at) == d.second.first && load_le64(at + 8) == d.second.second;
    });
  }
  // Descriptors from `first` that a write covers, each as given: done or not.
  static std::vector<bool> statuses(const Write& write) {
    std::vector<bool> done;
    for (std::size_t i = 0; i + 15 < write.bytes.size(); i += 16)
      done.push_back((write.bytes[i + 12] & 1) != 0);
    return done;
  }
  std::uint64_t place(std::uint32_t index) const {
    return ring(kBad) + std::uint64_t{index} * kDescriptorBytes;
  }

  std::uint32_t threshold, ring_size, posted = 0;
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> given;
  std::vector<Write> writes;
  std::vector<std::pair<Time, std::uint32_t>> messages;
  FrameMaker maker{1};
};

constexpr std::uint64_t kSilent = kEop | kIfcs;  // no RS

// --- Head write-back.

// After each RS the head is in memory, also where it begins again; without RS none, and no descriptor ever.
TEST(TxWriteBack, HeadIsWrittenForEachRequest) {
  for (const std::uint32_t threshold : {0u, 8u}) {
    for (const std::uint32_t low_bits : {1u, 3u}) {
      WriteBack tx(threshold, 24);
      tx.write_head_to(kHeadAt, low_bits);
      for (std::uint32_t group = 1; group <= 10; ++group) {
        tx.post(3, kSilent);
        ASSERT_EQ(tx.writes.size(), group - 1);
        tx.post(1);
        ASSERT_EQ(tx.writes.size(), group) << threshold;
        EXPECT_EQ(tx.writes.back().address, kHeadAt);
        EXPECT_EQ(tx.writes.back().bytes.size(), 4u);
        EXPECT_EQ(load_le32(tx.bench.memory().at(kHeadAt)), 4 * group % 24);
        EXPECT_EQ(tx.head(), 4 * group % 24);
      }
      EXPECT_TRUE(tx.untouched());
      EXPECT_EQ(load_le32(tx.bench.memory().at(kHeadAt - 4)), ~0u);
      EXPECT_EQ(load_le32(tx.bench.memory().at(kHeadAt + 4)), ~0u);
    }
  }
}

// Many at once: a head may stand for several, but is always that behind a descriptor with RS, and the last
// is right.
TEST(TxWriteBack, HeadOfManyGrows) {
  WriteBack tx(0);
  tx.write_head_to(kHeadAt, 1);
  for (std::uint32_t i = 0; i < 99; ++i) {
    tx.given[i] = {kBuffers, kAdvanced | (i % 3 == 2 ? kWhole : kSilent) | 1'000};
    tx.descriptor(kBad, i, tx.given[i].first, tx.given[i].second);
  }
  tx.bench.write(Reg::TDT, kBad, 99);
  tx.wait(300 * kMicrosecond);
  EXPECT_EQ(tx.frames(kBad), 99u);
  std::uint32_t last = 0;
  for (const auto& write : tx.writes) {
    ASSERT_EQ(write.address, kHeadAt);
    ASSERT_EQ(write.bytes.size(), 4u);
    const std::uint32_t head = load_le32(write.bytes.data());
    EXPECT_GT(head, last);
    EXPECT_EQ(head % 3, 0u);
    last = head;
  }
  EXPECT_EQ(last, 99u);
  EXPECT_GT(tx.writes.size(), 10u);
  EXPECT_TRUE(tx.untouched());
}

// With the bit clear the address is of no account.
TEST(TxWriteBack, HeadIsNotWrittenUnlessEnabled) {
  for (const std::uint32_t low_bits : {0u, 2u}) {
    WriteBack tx(0);
    tx.write_head_to(kHeadAt, low_bits);
    tx.post(1);
    ASSERT_EQ(tx.writes.size(), 1u);
    EXPECT_EQ(tx.writes[0].address, tx.place(0));
    EXPECT_EQ(WriteBack::statuses(tx.writes[0]), std::vector<bool>{true});
    EXPECT_EQ(load_le32(tx.bench.memory().at(kHeadAt)), ~0u);
    // Each of the two registers acts by itself, also in use.
    tx.bench.write(Reg::TDWBAL, kBad, static_cast<std::uint32_t>(kHeadAt) | 1);
    tx.post(1);
    ASSERT_EQ(tx.writes.size(), 2u);
    EXPECT_EQ(tx.writes[1].address, kHeadAt);
    EXPECT_EQ(load_le32(tx.bench.memory().at(kHeadAt)), 2u);
    EXPECT_EQ(tx.bench.core().endpoint().write_errors(), 0u);
    tx.bench.write(Reg::TDWBAH, kBad, 0);  // no memory there
    tx.post(1);
    EXPECT_EQ(tx.writes.size(), 2u);
    EXPECT_EQ(load_le32(tx.bench.memory().at(kHeadAt)), 2u);
    EXPECT_EQ(tx.bench.core().endpoint().write_errors(), 1u);
  }
}

// --- Without RS.

// Nothing is written, and the head moves when half the cache can be released.
TEST(TxWriteBack, NothingIsWrittenWithoutRequest) {
  for (const std::uint32_t threshold : {0u, 4u}) {
    for (const std::uint32_t head_write_back : {0u, 1u}) {
      WriteBack tx(threshold);
      tx.set_vectors(0);
      tx.write_head_to(kHeadAt, head_write_back);
      tx.post(31, kSilent);
      EXPECT_EQ(tx.head(), 0u);
      tx.flush();
      tx.wait(10 * kMicrosecond);
      EXPECT_EQ(tx.head(), 0u);
      tx.post(1, kSilent);
      EXPECT_EQ(tx.head(), 32u);
      tx.post(33, kSilent);
      EXPECT_EQ(tx.head(), 64u);
      EXPECT_TRUE(tx.writes.empty());
      EXPECT_TRUE(tx.messages.empty());
      EXPECT_TRUE(tx.untouched());
    }
  }
}

// --- WTHRESH, and what does not wait for it.

TEST(TxWriteBack, PendingDescriptorsWaitForTheThresholdOrTheFlush) {
  WriteBack tx(4);
  tx.post(3);
  EXPECT_TRUE(tx.writes.empty());
  EXPECT_EQ(tx.head(), 0u);
  tx.flush();
  tx.wait(10 * kMicrosecond);
  ASSERT_EQ(tx.writes.size(), 1u);
  EXPECT_EQ(tx.writes[0].address, tx.place(0));
  EXPECT_EQ(WriteBack::statuses(tx.writes[0]), std::vector<bool>(3, true));
  EXPECT_EQ(tx.head(), 3u);
  EXPECT_EQ(tx.reg(Reg::TXDCTL, kBad) & field::TXDCTL::SWFLSH.mask, 0u) << "it clears itself";
  // It was for those; the next ones wait again.
  tx.post(3);
  EXPECT_EQ(tx.writes.size(), 1u);
  EXPECT_EQ(tx.head(), 3u);
  tx.post(1);
  ASSERT_EQ(tx.writes.size(), 2u);
  EXPECT_EQ(tx.writes[1].address, tx.place(3));
  EXPECT_EQ(WriteBack::statuses(tx.writes[1]), std::vector<bool>(4, true));
  EXPECT_EQ(tx.head(), 7u);
  // A flush with nothing pending writes nothing, now or later.
  tx.flush();
  tx.post(2);
  EXPECT_EQ(tx.writes.size(), 2u);
}

// A lower threshold applies to pending descriptors.
TEST(TxWriteBack, AThresholdLoweredInUseHoldsAtOnce) {
  WriteBack tx(8);
  tx.post(5);
  EXPECT_TRUE(tx.writes.empty());
  for (const std::uint32_t threshold : {6u, 5u}) {
    tx.threshold = threshold;
    tx.set_thresholds();
    tx.wait(10 * kMicrosecond);
    EXPECT_EQ(tx.writes.size(), threshold == 5 ? 1u : 0u);
  }
  EXPECT_EQ(WriteBack::statuses(tx.writes.at(0)), std::vector<bool>(5, true));
  EXPECT_EQ(tx.head(), 5u);
}

// A disabled queue reports so only when all it owes is written back.
TEST(TxWriteBack, ADisabledQueueIsActiveUpToItsLastWriteBack) {
  WriteBack tx(8);
  tx.post(3);
  const std::uint32_t off = 31 | 8u << 16;
  tx.bench.write_now(offset_of(Reg::TXDCTL, kBad), off);
  while ((tx.reg(Reg::TXDCTL, kBad) & 0x7f) != 31) tx.wait(kNanosecond);
  EXPECT_NE(tx.reg(Reg::TXDCTL, kBad) & field::TXDCTL::ENABLE.mask, 0u);
  EXPECT_TRUE(tx.writes.empty());
  tx.wait(10 * kMicrosecond);
  EXPECT_EQ(tx.reg(Reg::TXDCTL, kBad), off);
  ASSERT_EQ(tx.writes.size(), 1u);
  EXPECT_EQ(WriteBack::statuses(tx.writes[0]), std::vector<bool>(3, true));
}

// Whenever the disable comes, what is sent is written back, below the threshold, also if its data were still
// on their way then.
TEST(TxWriteBack, WhatCompletesAfterTheDisableIsWrittenBack) {
  unsigned under_way = 0;
  for (Time later = 0; later <= 2 * kMicrosecond; later += 100 * kNanosecond) {
    SCOPED_TRACE(later);
    WriteBack tx(8);
    tx.descriptor(kBad, 0, kBuffers + 0x1000, kAdvanced | kWhole | 1'000);
    tx.bench.write_now(offset_of(Reg::TDT, kBad), 1);
    tx.wait(later);
    const std::uint32_t off = 31 | 8u << 16;
    tx.bench.write_now(offset_of(Reg::TXDCTL, kBad), off);
    tx.bench.write_now(offset_of(Reg::TDH, kBad), 9);
    const TxQueue& queue = tx.bench.port().transmit().dma().queue(kBad);
    while (queue.enabled) tx.wait(10 * kNanosecond);
    under_way += queue.taken;
    tx.wait(30 * kMicrosecond);
    ASSERT_EQ(tx.writes.size(), tx.frames(kBad));
    for (const auto& write : tx.writes) {
      EXPECT_EQ(write.address, tx.place(0));
      EXPECT_EQ(WriteBack::statuses(write), std::vector<bool>(1, true));
    }
    EXPECT_EQ(tx.reg(Reg::TXDCTL, kBad), off) << "ENABLE reads 0";
  }
  EXPECT_GT(under_way, 0u);
}

// A flush writes up to the last that asked; those between are released without being done.
TEST(TxWriteBack, FlushEndsAtTheLastRequest) {
  WriteBack tx(8);
  tx.post(1);
  tx.post(1, kSilent);
  tx.post(1);
  tx.post(2, kSilent);
  tx.flush();
  tx.wait(10 * kMicrosecond);
  ASSERT_EQ(tx.writes.size(), 1u);
  EXPECT_EQ(WriteBack::statuses(tx.writes[0]), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(tx.head(), 3u);
  // It has ended there: the next request waits for the threshold again.
  tx.post(1);
  EXPECT_EQ(tx.writes.size(), 1u);
  EXPECT_EQ(tx.head(), 3u);
}

// Descriptors pending when the moderation timer of the queue's vector expires are written back, and an
// interrupt is signalled.
TEST(TxWriteBack, TimerOfTheVectorForcesThem) {
  WriteBack tx(8);
  tx.set_vectors(kInterval);
  tx.set_up_receive();
  // The timer is not running: at once.
  tx.post(1);
  ASSERT_EQ(tx.writes.size(), 1u);
  ASSERT_EQ(tx.messages.size(), 1u);
  const Time begun = tx.messages[0].first;
  EXPECT_GT(begun, tx.writes[0].time);
  tx.post(2);
  // The other vector's timer has no say in it.
  tx.receive();
  tx.wait(10 * kMicrosecond);
  ASSERT_EQ(tx.messages.size(), 2u);
  EXPECT_EQ(tx.messages[1].second, kRxVector);
  EXPECT_EQ(tx.writes.size(), 1u);
  tx.wait(begun + kThrottle - 2 * kMicrosecond - tx.bench.now());
  EXPECT_EQ(tx.writes.size(), 1u);
  tx.wait(4 * kMicrosecond);
  ASSERT_EQ(tx.writes.size(), 2u);
  EXPECT_EQ(tx.writes[1].address, tx.place(1));
  EXPECT_EQ(WriteBack::statuses(tx.writes[1]), std::vector<bool>(2, true));
  ASSERT_EQ(tx.messages.size(), 3u);
  EXPECT_EQ(tx.messages[2].second, kTxVector);
  EXPECT_GT(tx.messages[2].first, tx.writes[1].time);
  EXPECT_GE(tx.messages[2].first - begun, kThrottle);
  // Without a descriptor that asks, the timer writes nothing.
  tx.post(3, kSilent);
  tx.wait(2 * kThrottle);
  EXPECT_EQ(tx.writes.size(), 2u);
  EXPECT_EQ(tx.messages.size(), 3u);
  EXPECT_EQ(tx.head(), 3u);
}

// The threshold is reached by descriptors without RS, and the only one with RS is beyond their block.
TEST(TxWriteBack, StatusBeyondTheBlockWaitsForTheTimer) {
  WriteBack tx(8);
  tx.set_vectors(kInterval);
  tx.post(1);
  ASSERT_EQ(tx.messages.size(), 1u);
  const Time begun = tx.messages[0].first;
  tx.post(7, kSilent);
  tx.post(1);
  ASSERT_EQ(tx.writes.size(), 2u);
  EXPECT_EQ(WriteBack::statuses(tx.writes[1]), std::vector<bool>(7, false));
  tx.wait(begun + kThrottle - 2 * kMicrosecond - tx.bench.now());
  EXPECT_EQ(tx.writes.size(), 2u);
  tx.wait(5 * kMicrosecond);
  ASSERT_EQ(tx.writes.size(), 3u);
  EXPECT_EQ(tx.writes[2].address, tx.place(8));
  EXPECT_EQ(WriteBack::statuses(tx.writes[2]), std::vector<bool>{true});
  ASSERT_EQ(tx.messages.size(), 2u);
  EXPECT_GT(tx.messages[1].first, tx.writes[2].time);
  EXPECT_EQ(tx.head(), 9u);
}

// Descriptors that wait without a timer, because the interval is 0 or the queue has no vector, are written
// back by the timer that they get.
TEST(TxWriteBack, ATimerThatIsSetLaterForcesThem) {
  for (const bool has_vector : {true, false}) {
    SCOPED_TRACE(has_vector);
    WriteBack tx(8);
    tx.set_vectors(has_vector ? 0 : kInterval);
    if (!has_vector) tx.bench.write(Reg::IVAR, (64 + kBad) / 4, 0);
    tx.post(2);
    EXPECT_TRUE(tx.writes.empty());
    if (has_vector) {
      tx.bench.write(Reg::EITR, kTxVector, kInterval << 16 | kInterval);
      tx.wait(kThrottle - 10 * kMicrosecond);
      EXPECT_TRUE(tx.writes.empty());
    } else {
      tx.bench.write(Reg::IVAR, (64 + kBad) / 4, (0x80u | kTxVector) << 8 * (kBad % 4));
    }
    tx.wait(20 * kMicrosecond);
    ASSERT_EQ(tx.writes.size(), 1u);
    EXPECT_EQ(WriteBack::statuses(tx.writes[0]), std::vector<bool>(2, true));
    EXPECT_EQ(tx.messages.size(), 1u);
  }
}

// A queue that is set up again while the timer's write-back cannot leave forgets what it has used: its vector
// does not wait for that.
TEST(TxWriteBack, AVectorDoesNotWaitForWhatIsForgotten) {
  WriteBack tx(16);
  tx.set_vectors(kInterval);
  tx.set_up_receive();
  tx.bench.write(Reg::IVAR, 0, 0x01010101u * (0x80 | kTxVector));
  tx.post(1);
  ASSERT_EQ(tx.messages.size(), 1u);
  tx.post(6);
  EXPECT_EQ(tx.writes.size(), 1u);
  // Each by itself now, more than fit on the way to a link that takes none.
  tx.bench.config_write(0x04, 0x0403);
  tx.threshold = 0;
  tx.set_thresholds();
  tx.wait(2 * kThrottle);
  tx.bench.write(Reg::TXDCTL, kBad, 0);
  tx.bench.write(Reg::TDT, kBad, tx.head());  // nothing to send
  tx.set_thresholds();
  tx.bench.config_write(0x04, 0x0407);
  tx.wait(2 * kThrottle);
  EXPECT_EQ(tx.writes.size(), 1u + 4u);
  tx.messages.clear();
  tx.receive();
  tx.wait(2 * kThrottle);
  ASSERT_EQ(tx.messages.size(), 1u);
  EXPECT_EQ(tx.messages[0].second, kTxVector);
}

// The flush of a disabled queue is of what it owed: the queue set up again waits for its threshold.
TEST(TxWriteBack, AQueueSetUpAnewForgetsTheFlushOfTheOldOne) {
  WriteBack tx(16);
  tx.post(7);
  // Each by itself, more than fit on the way to a link that takes none.
  tx.bench.config_write(0x04, 0x0403);
  tx.threshold = 0;
  tx.set_thresholds();
  tx.wait(10 * kMicrosecond);
  tx.bench.write(Reg::TXDCTL, kBad, 0);
  const std::uint32_t next = tx.head();
  ASSERT_EQ(next, 4u);
  tx.bench.write(Reg::TDT, kBad, next);  // nothing to send
  tx.threshold = 16;
  tx.set_thresholds();
  tx.bench.config_write(0x04, 0x0407);
  tx.wait(10 * kMicrosecond);
  EXPECT_EQ(tx.writes.size(), 4u);
  for (std::uint32_t i = next; i < next + 3; ++i) tx.descriptor(kBad, i, kBuffers, kAdvanced | kWhole | 100);
  tx.bench.write(Reg::TDT, kBad, next + 3);
  tx.wait(30 * kMicrosecond);
  EXPECT_EQ(tx.frames(kBad), 7u + 3u);
  EXPECT_EQ(tx.writes.size(), 4u);
  EXPECT_EQ(tx.head(), next);
}

// Queues whose write-backs wait for the link take turns, from the one after the last served.
TEST(TxWriteBack, QueuesTakeTurns) {
  TxBench tx(TxParameters{false});
  tx.bench.run_until(2 * kMillisecond);  // the good queue is done
  std::vector<unsigned> order;
  tx.bench.on_data([&](Time, std::uint64_t address, ByteView) {
    order.push_back(static_cast<unsigned>((address - kRings) / kRingSpace));
  });
  constexpr unsigned kFirst = 12, kSecond = 3, kThird = 9;
  for (const unsigned queue : {kFirst, kSecond, kThird}) {
    for (std::uint32_t i = 0; i < 4; ++i) tx.descriptor(queue, i, kBuffers, kAdvanced | kWhole | 100);
    tx.enable(tx.bench.now(), queue, 64, 0, 32 | 16u << 16);
    tx.tail(tx.bench.now() + kMicrosecond, queue, 4);
    tx.bench.run_until(tx.bench.now() + 20 * kMicrosecond);
  }
  ASSERT_TRUE(order.empty()) << "all below the threshold";
  tx.bench.config_write(0x04, 0x0403);  // the link takes none: four may wait for it
  for (const unsigned queue : {kFirst, kSecond, kThird}) {
    tx.bench.write(Reg::TXDCTL, queue, 32 | field::TXDCTL::ENABLE.mask);
    tx.bench.run_until(tx.bench.now() + kMicrosecond);
  }
  tx.bench.config_write(0x04, 0x0407);
  tx.bench.run_until(tx.bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(order, (std::vector<unsigned>{12, 12, 12, 12, 3, 9, 3, 9, 3, 9, 3, 9}));
}

// --- The cause.

// It is that of the transmit queue's own entry, and not of the receive queue of its number.
TEST(TxWriteBack, CauseIsThatOfTheTransmitEntry) {
  for (const std::uint32_t head_write_back : {0u, 1u}) {
    WriteBack tx(0);
    tx.set_vectors(0);
    tx.set_up_receive();
    tx.write_head_to(kHeadAt, head_write_back);
    EXPECT_EQ(tx.reg(Reg::EICR), 0u);
    tx.post(1);
    EXPECT_EQ(tx.reg(Reg::EICR), 1u << kTxVector);
    ASSERT_EQ(tx.messages.size(), 1u);
    EXPECT_EQ(tx.messages[0].second, kTxVector);
    ASSERT_EQ(tx.writes.size(), 1u);
    EXPECT_GT(tx.messages[0].first, tx.writes[0].time) << "what it tells of is in memory before it";
    tx.receive();
    tx.wait(10 * kMicrosecond);
    EXPECT_EQ(tx.reg(Reg::EICR), 1u << kTxVector | 1u << kRxVector);
    ASSERT_EQ(tx.messages.size(), 2u);
    EXPECT_EQ(tx.messages[1].second, kRxVector);
    // An entry that is not valid names no vector.
    tx.bench.write(Reg::IVAR, (64 + kBad) / 4, kTxVector << 8 * (kBad % 4));
    tx.bench.write(Reg::EICR, 0, ~0u);
    tx.post(1);
    EXPECT_EQ(tx.writes.size(), 2u);
    EXPECT_EQ(tx.reg(Reg::EICR), 0u);
    EXPECT_EQ(tx.messages.size(), 2u);
  }
}

}  // namespace
}  // namespace ixsim::bench
