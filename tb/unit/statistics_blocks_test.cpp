// The counters that one frame increments, and by how much; all other counters keep their values. Source:
// 82598 datasheet, statistics registers (p. 356 to 366); deviations of the silicon as drivers correct them.
#include <gtest/gtest.h>

#include <map>

#include "nic/statistics/rx_statistics.h"
#include "nic/statistics/tx_statistics.h"

namespace ixsim::test {
namespace {

using Counts = std::map<std::pair<Reg, unsigned>, std::uint64_t>;

// Every counter of the device that is not 0.
Counts counts(const RegisterFile& file) {
  static constexpr Reg kCounters[] = {
      Reg::CRCERRS, Reg::ILLERRC,  Reg::ERRBC,    Reg::MSPDC,   Reg::MPC,      Reg::RNBC,     Reg::MLFC,
      Reg::MRFC,    Reg::RLEC,     Reg::LXONTXC,  Reg::LXONRXC, Reg::LXOFFTXC, Reg::LXOFFRXC, Reg::PXONTXC,
      Reg::PXONRXC, Reg::PXOFFTXC, Reg::PXOFFRXC, Reg::PRC64,   Reg::PRC127,   Reg::PRC255,   Reg::PRC511,
      Reg::PRC1023, Reg::PRC1522,  Reg::GPRC,     Reg::BPRC,    Reg::MPRC,     Reg::GPTC,     Reg::GORCL,
      Reg::GORCH,   Reg::GOTCL,    Reg::GOTCH,    Reg::RUC,     Reg::RFC,      Reg::ROC,      Reg::RJC,
      Reg::MNGPRC,  Reg::MNGPDC,   Reg::MNGPTC,   Reg::TORL,    Reg::TORH,     Reg::TPR,      Reg::TPT,
      Reg::PTC64,   Reg::PTC127,   Reg::PTC255,   Reg::PTC511,  Reg::PTC1023,  Reg::PTC1522,  Reg::MPTC,
      Reg::BPTC,    Reg::XEC,      Reg::QPRC,     Reg::QBRC,    Reg::QPTC,     Reg::QBTC};
  Counts found;
  for (const Reg reg : kCounters) {
    for (unsigned i = 0; i < file.entries(reg); ++i) {
      if (file.get(reg, i) != 0) found[{reg, i}] = file.get(reg, i);
    }
  }
  return found;
}
Counts of(std::initializer_list<Reg> regs) {
  Counts c;
  for (const Reg reg : regs) c[{reg, 0}] = 1;
  return c;
}

FrameRef frame_of(std::size_t size, std::uint8_t first = 0x02, bool broadcast = false) {
  std::vector<std::uint8_t> bytes(size - 4, broadcast ? 0xff : 0x11);
  if (!broadcast) bytes[0] = first;
  return make_frame_with_fcs({bytes.data(), bytes.size()});
}

struct Rx {
  explicit Rx(bool silicon = false) : statistics(file, silicon) {}
  RegisterFile file;
  RxStatistics statistics;
};

TEST(RxStatistics, OfTheWireFollowTheReceiveStatus) {
  for (unsigned bits = 0; bits < 32; ++bits) {
    Rx rx;
    RxPacket packet;
    packet.frame = frame_of(100);
    ReceiveStatus& v = packet.status;
    v.symbol = (bits & 1) != 0;
    v.crc = (bits & 2) != 0;
    v.undersize = (bits & 4) != 0;
    v.oversize = (bits & 8) != 0;
    v.length = (bits & 16) != 0;
    if (v.undersize && v.oversize) continue;
    rx.statistics.on_wire(packet);
    Counts expected = of({Reg::TPR});
    const auto add = [&](bool moves, Reg reg) {
      if (moves) expected[{reg, 0}] = 1;
    };
    add(v.symbol, Reg::ILLERRC);
    add(v.symbol, Reg::ERRBC);
    add(v.undersize && !v.crc, Reg::RUC);
    add(v.undersize && v.crc, Reg::RFC);
    add(v.oversize && !v.crc, Reg::ROC);
    add(v.oversize && v.crc, Reg::RJC);
    add(v.crc && !v.undersize && !v.oversize, Reg::CRCERRS);
    add(v.length && !v.undersize, Reg::RLEC);
    EXPECT_EQ(counts(rx.file), expected) << bits;
  }
}

TEST(RxStatistics, PausesCountByTheirTime) {
  for (const std::uint16_t time : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{0xffff}}) {
    Rx rx;
    RxPacket packet;
    packet.frame = frame_of(64);
    packet.status.pause = PauseKind::kLink;
    packet.status.pause_time = time;
    rx.statistics.on_wire(packet);
    EXPECT_EQ(counts(rx.file), of({Reg::TPR, time == 0 ? Reg::LXONRXC : Reg::LXOFFRXC})) << time;
  }
  Rx rx;
  RxPacket packet;
  std::vector<std::uint8_t> bytes(60);
  store_be16(bytes.data() + 12, 0x8808);
  store_be16(bytes.data() + 14, 0x0101);
  store_be16(bytes.data() + 16, 0x00b1);  // priorities 0, 4, 5 and 7
  for (unsigned i = 0; i < 8; ++i)
    store_be16(bytes.data() + 18 + 2 * i, static_cast<std::uint16_t>(i == 4 || i == 7 ? 0 : 5));
  packet.frame = make_frame_with_fcs({bytes.data(), bytes.size()});
  packet.status.pause = PauseKind::kPriority;
  rx.statistics.on_wire(packet);
  Counts expected = of({Reg::TPR});
  expected[{Reg::PXOFFRXC, 0}] = expected[{Reg::PXOFFRXC, 5}] = 1;
  expected[{Reg::PXONRXC, 4}] = expected[{Reg::PXONRXC, 7}] = 1;
  EXPECT_EQ(counts(rx.file), expected);
}

constexpr struct {
  std::size_t size;
  Reg received, sent;
} kSizes[] = {{60, Reg::PRC64, Reg::PTC64},        {64, Reg::PRC64, Reg::PTC64},
              {65, Reg::PRC127, Reg::PTC127},      {127, Reg::PRC127, Reg::PTC127},
              {128, Reg::PRC255, Reg::PTC255},     {255, Reg::PRC255, Reg::PTC255},
              {256, Reg::PRC511, Reg::PTC511},     {511, Reg::PRC511, Reg::PTC511},
              {512, Reg::PRC1023, Reg::PTC1023},   {1'023, Reg::PRC1023, Reg::PTC1023},
              {1'024, Reg::PRC1522, Reg::PTC1522}, {1'522, Reg::PRC1522, Reg::PTC1522},
              {9'018, Reg::PRC1522, Reg::PTC1522}};

TEST(RxStatistics, StoredFramesCountBySizeAndAddress) {
  for (const auto& c : kSizes) {
    for (unsigned kind = 0; kind < 6; ++kind) {  // unicast, multicast, broadcast; then as the part counts
      const bool silicon = kind >= 3;
      Rx rx(silicon);
      RxPacket packet;
      packet.frame = frame_of(c.size, kind % 3 == 1 ? 0x01 : 0x02, kind % 3 == 2);
      rx.statistics.stored(packet);
      Counts expected = of({Reg::GPRC, c.received});
      expected[{Reg::GORCH, 0}] = c.size;
      if (kind % 3 == 1) expected[{Reg::MPRC, 0}] = 1;
      if (kind % 3 == 2) expected[{Reg::BPRC, 0}] = 1;
      if (kind == 5) expected[{Reg::MPRC, 0}] = 1;
      EXPECT_EQ(counts(rx.file), expected) << c.size << " " << kind;
    }
  }
}

TEST(RxStatistics, BadFramesAreNotGoodOnesAndChecksumsCountOnce) {
  Rx rx;
  RxPacket packet;
  packet.frame = frame_of(100);
  packet.status.crc = true;
  rx.statistics.stored(packet);
  EXPECT_EQ(counts(rx.file), Counts());
  for (unsigned bits = 0; bits < 4; ++bits) {
    Rx one;
    RxPacket good;
    good.frame = frame_of(100);
    good.offload.ipe = (bits & 1) != 0;
    good.offload.tcpe = (bits & 2) != 0;
    one.statistics.stored(good);
    EXPECT_EQ(one.file.get(Reg::XEC), bits != 0 ? 1u : 0u) << bits;
  }
}

TEST(RxStatistics, WhatIsMissedCountsAtItsPartition) {
  for (const bool silicon : {false, true}) {
    for (const bool bad : {false, true}) {
      Rx rx(silicon);
      RxPacket packet;
      packet.frame = frame_of(100);
      packet.status.crc = bad;
      rx.statistics.missed(5, packet);
      Counts expected;
      expected[{Reg::MPC, 5}] = 1;
      if (silicon && !bad) expected[{Reg::GPRC, 0}] = 1;
      EXPECT_EQ(counts(rx.file), expected) << silicon << bad;
    }
  }
  Rx rx;
  rx.statistics.no_buffer(3);
  EXPECT_EQ(counts(rx.file), (Counts{{{Reg::RNBC, 3}, 1}}));
  Rx faults;
  faults.statistics.short_discarded();
  faults.statistics.local_fault();
  faults.statistics.local_fault();
  faults.statistics.remote_fault();
  EXPECT_EQ(counts(faults.file), (Counts{{{Reg::MSPDC, 0}, 1}, {{Reg::MLFC, 0}, 2}, {{Reg::MRFC, 0}, 1}}));
}

TEST(RxStatistics, TotalOctetsAreInTheHighRegisterOfThe82598AndInBothOfThe82599) {
  for (const RegisterSet set : {RegisterSet::k82598, RegisterSet::k82599}) {
    const bool both = set == RegisterSet::k82599;
    RegisterFile file(set);
    RxStatistics statistics(file, false);
    RxPacket packet;
    packet.frame = frame_of(100);
    file.set(Reg::TORL, 0, 0xffffff9b);
    file.set(Reg::TORH, 0, 1);
    statistics.octets(packet);  // 0xffffffff with both
    EXPECT_EQ(file.get(Reg::TORL), both ? 0xffffffffu : 0xffffff9bu);
    EXPECT_EQ(file.get(Reg::TORH), both ? 1u : 101u);
    statistics.octets(packet);
    EXPECT_EQ(file.get(Reg::TORL), both ? 99u : 0xffffff9bu);
    EXPECT_EQ(file.get(Reg::TORH), both ? 2u : 201u);
  }
}

// Only the 82599 counts the frames for which a queue had no descriptor, at the counter of the queue.
TEST(RxStatistics, FramesWithoutADescriptorCountWhereTheMapSays) {
  for (const RegisterSet set : {RegisterSet::k82598, RegisterSet::k82599}) {
    RegisterFile file(set);
    RxStatistics statistics(file, true);
    file.set(Reg::RQSMR, 1, 9u << 8);  // queue 5 counts in counter 9
    RxPacket packet;
    packet.frame = frame_of(100);
    packet.decision.queue = 5;
    for (unsigned i = 0; i < 2; ++i) statistics.no_descriptor(packet);
    const bool counted = set == RegisterSet::k82599;
    for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(file.get(Reg::QPRDC, i), counted && i == 9 ? 2u : 0u) << i;
    EXPECT_EQ(counts(file), Counts()) << "no other counter";
  }
}

// 82599: QBRC is read before QBRC_H, whose read clears both words of its own counter, and no other counter.
TEST(RxStatistics, AReadOfTheHighWordClearsItsOwnCounter) {
  RegisterFile file(RegisterSet::k82599);
  RxStatistics statistics(file, false);
  file.set(Reg::RQSMR, 1, 9u << 8);  // queue 5 counts in counter 9
  for (const std::uint8_t queue : {std::uint8_t{0}, std::uint8_t{5}}) {
    RxPacket packet;
    packet.frame = frame_of(100);
    packet.length = 96;
    packet.decision.queue = queue;
    statistics.delivered(packet);
  }
  EXPECT_EQ(file.get(Reg::QBRC, 0), 96u);
  EXPECT_EQ(file.get(Reg::QBRC, 9), 96u);
  EXPECT_EQ(file.read(0x01038 + 9 * 0x40), 0u);  // QBRC_H
  EXPECT_EQ(file.get(Reg::QBRC, 0), 96u);
  EXPECT_EQ(file.get(Reg::QBRC, 9), 0u);
}

// RQSMR and TQSMR: byte k of register n, bits 3:0, is the counter of queue 4n + k.
TEST(Statistics, EveryQueueCountsWhereItsMapSays) {
  for (unsigned queue = 0; queue < 64; ++queue) {
    const unsigned counter = (queue * 7 + 3) % 16;
    Rx rx;
    for (unsigned q = 0; q < 64; ++q) {
      const unsigned other = q == queue ? counter : (counter + 1) % 16;
      const std::uint32_t map = rx.file.get(Reg::RQSMR, q / 4);
      rx.file.set(Reg::RQSMR, q / 4, map | other << (8 * (q % 4)));
      if (q < 32) rx.file.set(Reg::TQSMR, q / 4, rx.file.get(Reg::TQSMR, q / 4) | other << (8 * (q % 4)));
    }
    RxPacket packet;
    packet.frame = frame_of(100);
    packet.length = 91;
    packet.decision.queue = static_cast<std::uint8_t>(queue);
    rx.statistics.delivered(packet);
    EXPECT_EQ(counts(rx.file), (Counts{{{Reg::QPRC, counter}, 1}, {{Reg::QBRC, counter}, 91}})) << queue;
    if (queue >= 32) continue;
    TxStatistics tx(rx.file, false);
    tx.sent(*frame_of(100), queue);
    EXPECT_EQ(rx.file.get(Reg::QPTC, counter), 1u) << queue;
    EXPECT_EQ(rx.file.get(Reg::QBTC, counter), 96u) << "without the FCS that was added";
  }
}

TEST(TxStatistics, FramesCountBySizeAndAddress) {
  for (const auto& c : kSizes) {
    for (unsigned kind = 0; kind < 3; ++kind) {
      RegisterFile file;
      TxStatistics(file, kind == 0).sent(*frame_of(c.size, kind == 1 ? 0x01 : 0x02, kind == 2), 0);
      Counts expected = of({Reg::TPT, Reg::GPTC, c.sent, Reg::QPTC});
      expected[{Reg::GOTCH, 0}] = c.size;
      expected[{Reg::QBTC, 0}] = c.size - 4;
      if (kind != 0) expected[{kind == 1 ? Reg::MPTC : Reg::BPTC, 0}] = 1;
      EXPECT_EQ(counts(file), expected) << c.size << " " << kind;
    }
  }
  // An FCS that software brought counts for the queue.
  RegisterFile file;
  const std::vector<std::uint8_t> bytes(80, 0x22);
  TxStatistics(file, false).sent(*make_frame({bytes.data(), bytes.size()}), 0);
  EXPECT_EQ(file.get(Reg::QBTC), 80u);
}

// 82599: QBTC is read before QBTC_H, whose read clears both words of its own counter, and no other counter.
TEST(TxStatistics, AReadOfTheHighWordClearsItsOwnCounter) {
  RegisterFile file(RegisterSet::k82599);
  TxStatistics statistics(file, false);
  file.set(Reg::TQSMR, 1, 9u << 8);  // queue 5 counts in counter 9
  statistics.sent(*frame_of(100), 0);
  statistics.sent(*frame_of(200), 5);
  EXPECT_EQ(file.get(Reg::QBTC, 0), 96u);
  EXPECT_EQ(file.get(Reg::QBTC, 9), 196u);
  EXPECT_EQ(file.read(0x08704 + 9 * 8), 0u);  // QBTC_H
  EXPECT_EQ(file.get(Reg::QBTC, 0), 96u);
  EXPECT_EQ(file.get(Reg::QBTC, 9), 0u);
}

TEST(TxStatistics, PausesAreGoodFramesOnThePartAlone) {
  for (const bool silicon : {false, true}) {
    RegisterFile file;
    TxStatistics(file, silicon).pause_sent(*frame_of(64, 0x01));
    Counts expected = of({Reg::TPT});
    if (silicon) {
      expected = of({Reg::TPT, Reg::GPTC, Reg::MPTC, Reg::PTC64});
      expected[{Reg::GOTCH, 0}] = 64;
    }
    EXPECT_EQ(counts(file), expected) << silicon;
  }
  RegisterFile wide(RegisterSet::k82599);
  TxStatistics(wide, true).pause_sent(*frame_of(64, 0x01));
  EXPECT_EQ(wide.get(Reg::GOTCL), 64u);
  EXPECT_EQ(wide.get(Reg::GOTCH), 0u);
}

TEST(Counters, StayFull) {
  RegisterFile file;
  const struct {
    std::uint32_t held;
    std::uint64_t amount;
    std::uint32_t then;
  } cases[] = {{0, 1, 1},
               {0xfffffffe, 1, 0xffffffff},
               {0xfffffffe, 2, 0xffffffff},
               {0xffffffff, 1, 0xffffffff},
               {0xffffff00, 0xff, 0xffffffff},
               {0xffffff00, 0xfe, 0xfffffffe},
               {0xffffff00, 0x100, 0xffffffff},
               {1, std::uint64_t{1} << 32, 0xffffffff}};
  for (const auto& c : cases) {
    file.set(Reg::QBRC, 3, c.held);
    file.add_saturating(Reg::QBRC, 3, c.amount);
    EXPECT_EQ(file.get(Reg::QBRC, 3), c.then) << c.held << " " << c.amount;
    EXPECT_EQ(file.get(Reg::QBRC, 2) + file.get(Reg::QBRC, 4), 0u);
  }
}

}  // namespace
}  // namespace ixsim::test
