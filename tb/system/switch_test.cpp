// The switch between pools of the 82599: the pools that a frame from a pool reaches, the frames that leave on
// the wire, and those that anti-spoofing stops; port VLANs and the enables of pools.
#include <gtest/gtest.h>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

std::uint64_t bit(unsigned pool) { return std::uint64_t{1} << pool; }
constexpr std::uint32_t kTaken = field::VMOLR::AUPE.mask;

// Pools 0 to 3, of address n + 1 each, with a receive and a transmit queue; pool 3 alone takes no broadcast.
struct Switch : testing::Test {
  Switch() {
    bench.pools_on(8, field::VT_CTL::REPLEN.mask);
    for (unsigned pool = 0; pool < 4; ++pool) {
      bench.address(pool + 1, mac_of(pool + 1), bit(pool));
      bench.open(2 * pool);
      bench.open_transmit(2 * pool);
      bench.set(Reg::VMOLR, pool, kTaken | (pool < 3 ? field::VMOLR::BAM.mask : 0));
    }
    bench.transmit_on();
    bench.set(Reg::PFDTXGSWC, 0, 1);
    bench.receive_on();
  }
  void send(unsigned pool, const MacAddress& to, int vid = -1, unsigned claimed = ~0u) {
    const unsigned from = claimed == ~0u ? pool + 1 : claimed;
    bench.transmit(2 * pool, frame_of(to, mac_of(from), 200, vid, static_cast<std::uint8_t>(10 + pool)));
  }
  // Pool 63, with address 64.
  void open_last() {
    bench.address(20, mac_of(64), bit(63));
    bench.open_transmit(2 * 63);
  }
  std::uint64_t reached() {
    bench.drain();
    return bench.pools_reached(2);
  }
  PoolBench bench;
  std::uint32_t posted = 0;  // packets of queue 0 by ThePhysicalFunctionSaysWhatTagAPoolSends
};

TEST_F(Switch, AFrameForAnotherPoolDoesNotLeaveTheDevice) {
  send(0, mac_of(3));
  EXPECT_EQ(reached(), bit(2));
  const auto frames = bench.arrived(4);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].mark, 10);
  EXPECT_EQ(frames[0].length, 196u);
  EXPECT_NE(frames[0].status & 1u << 18, 0u) << "LB";
  EXPECT_EQ(bench.wire.size(), 0u);
  EXPECT_EQ(bench.bucket(TxBucket::kSent), 1u);
  EXPECT_EQ(bench.port().accounting().looped_frames(), 1u);
  EXPECT_EQ(bench.get(Reg::GPTC), 0u);
  EXPECT_EQ(bench.get(Reg::GPRC), 0u);
}

TEST_F(Switch, WithoutItEverythingLeavesOnTheWire) {
  bench.set(Reg::PFDTXGSWC, 0, 0);
  send(0, mac_of(3));
  EXPECT_EQ(reached(), 0u);
  EXPECT_EQ(bench.wire.size(), 1u);
}

// VMVIR: the tag is the driver's, always that of the register, or none.
TEST_F(Switch, ThePhysicalFunctionSaysWhatTagAPoolSends) {
  const auto tag_sent = [this](std::uint32_t vmvir) {
    bench.set(Reg::VMVIR, 0, vmvir);
    bench.wire.clear();
    bench.post(0, frame_of(mac_of(9), mac_of(1)));
    // VLE and the tag 0x6123 of the legacy descriptor.
    const std::uint32_t last = posted++ % PoolBench::kRing;
    std::uint8_t* const high = bench.memory().at(PoolBench::tx_ring_of(0) + last * kDescriptorBytes + 8);
    store_le64(high, load_le64(high) | 1u << 30 | std::uint64_t{0x6123} << 48);
    bench.doorbell(0);
    bench.run_until(bench.now() + 5 * kMicrosecond);
    EXPECT_EQ(bench.wire.size(), 1u);
    const std::uint8_t* const bytes = bench.wire.empty() ? nullptr : bench.wire[0]->bytes().data;
    return bytes == nullptr || load_be16(bytes + 12) != 0x8100 ? -1 : int{load_be16(bytes + 14)};
  };
  EXPECT_EQ(tag_sent(0), 0x6123);
  EXPECT_EQ(tag_sent(field::VMVIR::VLANA.set(0x0456, 1)), 0x456);
  EXPECT_EQ(tag_sent(field::VMVIR::VLANA.set(0, 2)), -1);
  bench.drain();
}

// RTTDT1S: pools pay for what they send with VMPAC only.
TEST_F(Switch, PoolsPayWhereTheyAreWeighed) {
  const auto select = [this](unsigned queue) { bench.set(Reg::RTTDQSEL, 0, queue); };
  const auto credits = [this] { return static_cast<int>(bench.get(Reg::RTTDT1S)); };
  select(2);
  bench.set(Reg::RTTDT1C, 0, 0x3fff);
  select(0);
  EXPECT_EQ(bench.get(Reg::RTTDT1C), 0u);
  bench.set(Reg::RTTDT1C, 0, 10);
  bench.set(Reg::RTTDCS, 0, bench.get(Reg::RTTDCS));
  send(0, mac_of(9));
  EXPECT_EQ(credits(), 0);
  bench.set(Reg::RTTDCS, 0, bench.get(Reg::RTTDCS) | field::RTTDCS::VMPAC.mask);
  // 196 bytes, 200 with the FCS, are four credits. The refill is of all pools.
  for (const int left : {6, 2, -2}) {
    send(0, mac_of(9));
    EXPECT_EQ(credits(), left);
    bench.set(Reg::RTTDCS, 0, bench.get(Reg::RTTDCS));  // the same again takes none
  }
  select(2);
  EXPECT_EQ(bench.get(Reg::RTTDT1C), 0x3fffu);
  EXPECT_EQ(credits(), 0x3fff);
  bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  bench.run_until(bench.now() + 5 * kMillisecond);
  for (const unsigned queue : {0u, 2u}) {
    select(queue);
    EXPECT_EQ(bench.get(Reg::RTTDT1C), 0u) << queue;
    EXPECT_EQ(credits(), 0) << queue;
  }
}

TEST_F(Switch, AnUnknownAddressLeavesOnTheWire) {
  send(1, mac_of(99));
  EXPECT_EQ(reached(), 0u);
  ASSERT_EQ(bench.wire.size(), 1u);
  EXPECT_EQ(bench.wire[0]->size(), 200u);
}

// Pools that listen to all, or to what the unicast table holds, keep no frame from its real address.
TEST_F(Switch, WhatPromiscuousPoolsGetLeavesOnTheWireToo) {
  const unsigned hash = (0x6300u >> 4) & 0xfff;  // of the last two bytes of address 99
  bench.set(Reg::UTA, hash / 32, 1u << (hash % 32));
  bench.set(Reg::VMOLR, 2, kTaken | field::VMOLR::UPE.mask);
  bench.set(Reg::VMOLR, 3, kTaken | field::VMOLR::ROPE.mask);
  send(0, mac_of(99));
  EXPECT_EQ(reached(), bit(2) | bit(3));
  EXPECT_EQ(bench.wire.size(), 1u);
}

TEST_F(Switch, APoolsOwnAddressIsNotLoopedToIt) {
  send(1, mac_of(2));
  EXPECT_EQ(reached(), 0u);
  EXPECT_EQ(bench.wire.size(), 1u);
}

TEST_F(Switch, BroadcastGoesToTheWireAndToEveryOtherPoolThatTakesIt) {
  send(0, kEveryone);
  send(3, kEveryone);
  EXPECT_EQ(reached(), bit(0) | bit(1) | bit(2));
  EXPECT_EQ(bench.arrived(0).size(), 1u);  // from pool 3
  EXPECT_EQ(bench.arrived(2).size(), 2u);
  EXPECT_EQ(bench.arrived(4).size(), 2u);
  EXPECT_EQ(bench.wire.size(), 2u);
  EXPECT_EQ(bench.port().accounting().looped_frames(), 2u);
  EXPECT_EQ(bench.port().accounting().replicas(), 3u);
}

// The sender is none of the pools of which the lowest counts.
TEST_F(Switch, WithoutReplicationTheLowestOtherPoolAloneGetsAFrame) {
  bench.set(Reg::VT_CTL, 0, 1);
  send(0, kEveryone);
  EXPECT_EQ(reached(), bit(1));
  send(3, kEveryone);
  EXPECT_EQ(reached(), bit(0) | bit(1));
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.wire.size(), 2u);
  EXPECT_EQ(bench.port().accounting().replicas(), 0u);
}

TEST_F(Switch, VlansKeepPoolsApart) {
  bench.vlan(0, 5, bit(0) | bit(1));
  send(0, mac_of(2), 5);  // shared
  send(0, mac_of(3), 5);  // pool 2 is not in the VLAN: out
  EXPECT_EQ(reached(), bit(1));
  EXPECT_EQ(bench.wire.size(), 1u);
}

TEST_F(Switch, WhatIsForADisabledPoolIsCountedThere) {
  bench.set(Reg::VFRE, 0, ~4u);
  send(0, mac_of(3));
  EXPECT_EQ(reached(), 0u);
  EXPECT_EQ(bench.wire.size(), 0u);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 1u);
}

// Receive that is off takes no frame of the switch either. To its sender that makes no difference.
TEST_F(Switch, AFrameIsLostWhileReceiveIsOff) {
  bench.set(Reg::RXCTRL, 0, 0);
  send(0, mac_of(3));
  EXPECT_EQ(reached(), 0u);
  EXPECT_EQ(bench.wire.size(), 0u);
  EXPECT_EQ(bench.bucket(RxBucket::kRxDisabled), 1u);
  EXPECT_EQ(bench.bucket(TxBucket::kSent), 1u);
  EXPECT_EQ(bench.get(Reg::MPC), 0u);
  bench.receive_on();
  send(0, mac_of(3));
  EXPECT_EQ(reached(), bit(2));
}

// A frame of the switch needs space in the packet buffer like one from the wire, and counts in MPC without.
TEST_F(Switch, AFrameThatFindsThePacketBufferFullIsMissed) {
  bench.set(Reg::RXPBSIZE0, 0, 1 << 10);
  // The queue of pool 2 has no descriptor, so that the first frame stays in the buffer.
  bench.set(Reg::RXDCTL, 4, 0);
  bench.set(Reg::RDH, 4, 0);
  bench.set(Reg::RDT, 4, 0);
  bench.set(Reg::RXDCTL, 4, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  for (unsigned i = 0; i < 2; ++i) bench.transmit(0, frame_of(mac_of(3), mac_of(1), 900));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.port().accounting().looped_frames(), 2u);
  EXPECT_EQ(bench.bucket(RxBucket::kPacketBufferFull), 1u);
  EXPECT_EQ(bench.get(Reg::MPC), 1u);
  EXPECT_EQ(bench.get(Reg::GPRC), 0u) << "the MAC has not seen it";
  bench.set(Reg::RDT, 4, PoolBench::kRing - 1);
  bench.drain();
  EXPECT_EQ(bench.arrived(4).size(), 1u);
  EXPECT_EQ(bench.wire.size(), 0u);
}

TEST_F(Switch, AFalseSourceAddressIsStopped) {
  bench.set(Reg::PFVFSPOOF, 0, 1u << 2);
  send(2, mac_of(1), -1, 1);  // pool 2 as pool 0
  send(2, mac_of(99), -1, 1);
  send(2, mac_of(1));         // as itself
  send(1, mac_of(1), -1, 3);  // pool 1 is not looked at
  EXPECT_EQ(reached(), bit(0));
  EXPECT_EQ(bench.arrived(0).size(), 2u);
  EXPECT_EQ(bench.wire.size(), 0u);
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 2u);
  EXPECT_EQ(bench.get(Reg::SSVPC), 2u);
  EXPECT_EQ(bench.get(Reg::SSVPC), 0u) << "cleared by reading";
}

TEST_F(Switch, AFalseSourceAddressIsStoppedWithoutTheSwitchToo) {
  bench.set(Reg::PFDTXGSWC, 0, 0);
  bench.set(Reg::PFVFSPOOF, 0, 1u << 2);
  send(2, mac_of(1), -1, 1);
  send(2, mac_of(1));
  bench.drain();
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 1u);
  EXPECT_EQ(bench.get(Reg::SSVPC), 1u);
  EXPECT_EQ(bench.wire.size(), 1u);
}

// Queues then have no pool: no port VLAN, no check and no other pool, and VFTE stops none of them.
TEST_F(Switch, WithoutVirtualizationThereAreNoPools) {
  bench.set(Reg::VT_CTL, 0, field::VT_CTL::REPLEN.mask);
  bench.set(Reg::VMVIR, 0, 1u << 30 | 77);
  bench.set(Reg::PFVFSPOOF, 0, 1u << 0);
  bench.set(Reg::VFTE, 0, 0);
  send(0, mac_of(3), -1, 9);
  EXPECT_EQ(reached(), 0u);
  ASSERT_EQ(bench.wire.size(), 1u);
  EXPECT_EQ(load_be16(bench.wire[0]->bytes().data + 12), 0x88b5);
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 0u);
  EXPECT_EQ(bench.get(Reg::SSVPC), 0u);
}

TEST_F(Switch, AForeignVlanIsStopped) {
  bench.vlan(0, 5, bit(0) | bit(1));
  bench.vlan(1, 6, bit(2));
  bench.set(Reg::PFVFSPOOF, 0, 1u << (8 + 0));
  send(0, mac_of(2), 5);
  send(0, mac_of(3), 6);
  send(0, mac_of(99), 7);
  send(0, mac_of(99));
  EXPECT_EQ(reached(), bit(1));
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 2u);
  EXPECT_EQ(bench.wire.size(), 1u);
}

// One packet is one violation, whichever check it fails. Source: 82599 datasheet, SSVPC.
TEST_F(Switch, AStoppedFrameIsOneViolation) {
  constexpr unsigned kVlanChecks = 8;  // place of the first one in PFVFSPOOF
  bench.vlan(0, 5, bit(0));
  bench.set(Reg::PFVFSPOOF, 0, 1u << 0 | 1u << kVlanChecks | 1u << (kVlanChecks + 1));
  send(1, mac_of(99), 6);  // a foreign VLAN; the address of pool 1 is not looked at
  bench.drain();
  EXPECT_EQ(bench.get(Reg::SSVPC), 1u);
  send(0, mac_of(99), 5, 3);  // a false address
  bench.drain();
  EXPECT_EQ(bench.get(Reg::SSVPC), 1u);
  send(0, mac_of(99), 6, 3);  // both
  bench.drain();
  EXPECT_EQ(bench.get(Reg::SSVPC), 1u);
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 3u);
  EXPECT_EQ(bench.wire.size(), 0u);
}

TEST_F(Switch, APortVlanIsInsertedOrForbidden) {
  const auto tag_of = [&](std::size_t i) {
    const std::uint8_t* const bytes = bench.wire.at(i)->bytes().data;
    return load_be16(bytes + 12) == 0x8100 ? static_cast<int>(load_be16(bytes + 14)) : -1;
  };
  bench.set(Reg::VMVIR, 0, 1u << 30 | 77);
  send(0, mac_of(99));
  bench.set(Reg::VMVIR, 0, 0);
  send(0, mac_of(99));
  bench.drain();
  ASSERT_EQ(bench.wire.size(), 2u);
  EXPECT_EQ(tag_of(0), 77);
  EXPECT_EQ(tag_of(1), -1);
}

// VMVIR holds a whole tag: the driver writes the priority of a port VLAN with its number. Source:
// ixgbe_sriov.c.
TEST_F(Switch, APortVlanHasItsPriority) {
  constexpr std::uint16_t kTag = 5u << 13 | 1u << 12 | 77;  // priority 5, DEI
  bench.set(Reg::VMVIR, 0, 1u << 30 | kTag);
  send(0, mac_of(99));
  bench.drain();
  ASSERT_EQ(bench.wire.size(), 1u);
  const std::uint8_t* const bytes = bench.wire[0]->bytes().data;
  EXPECT_EQ(load_be16(bytes + 12), 0x8100);
  EXPECT_EQ(load_be16(bytes + 14), kTag);
}

// The tag that the device inserts is that of the frame, also for the switch and for the check of VLANs.
TEST_F(Switch, APortVlanSelectsThePoolsOfItsVlan) {
  bench.vlan(0, 5, bit(0) | bit(1));
  bench.set(Reg::VMVIR, 0, 1u << 30 | 5);
  bench.set(Reg::PFVFSPOOF, 0, 1u << 8);
  send(0, mac_of(2));
  send(0, mac_of(3));
  EXPECT_EQ(reached(), bit(1));
  EXPECT_EQ(bench.wire.size(), 1u);
  ASSERT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.arrived(2)[0].length, 200u) << "without FCS, with the tag";
  EXPECT_EQ(bench.arrived(2)[0].mark, 10);
}

TEST_F(Switch, ADisabledPoolSendsOnlyOnceItIsEnabled) {
  bench.set(Reg::VFTE, 0, ~2u);
  send(1, mac_of(99));
  send(2, mac_of(99));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 1u);
  bench.set(Reg::VFTE, 0, ~0u);
  bench.drain();
  EXPECT_EQ(bench.wire.size(), 2u);
}

// VT_CTL, written after VFTE, makes the queues those of pools, and takes them away again.
TEST_F(Switch, ADisabledPoolSendsWhileVirtualizationIsOff) {
  bench.set(Reg::VFTE, 0, ~2u);
  send(1, mac_of(99));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 0u);
  bench.set(Reg::VT_CTL, 0, 0);
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 1u);
  bench.set(Reg::VT_CTL, 0, field::VT_CTL::VT_ENA.mask);
  send(1, mac_of(99));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 1u);
  bench.set(Reg::VFTE, 0, ~0u);
  bench.drain();
  EXPECT_EQ(bench.wire.size(), 2u);
}

// VFTE is of pools: MTQC, written after it, gives a pool other queues.
TEST_F(Switch, ADisabledPoolIsThatOfTheNewDivision) {
  bench.set(Reg::VFTE, 0, ~4u);
  bench.set(Reg::MTQC, 0, field::MTQC::VT_ENA.mask | field::MTQC::NUM_TC_OR_Q.set(0, 2));  // 32 pools of 4
  bench.open_transmit(8);
  bench.transmit(4, frame_of(mac_of(99), mac_of(2)));  // of pool 1; it was of pool 2
  bench.transmit(8, frame_of(mac_of(99), mac_of(3), 200));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  ASSERT_EQ(bench.wire.size(), 1u);
  EXPECT_EQ(bench.wire[0]->size(), 100u);
  bench.set(Reg::VFTE, 0, ~0u);
  bench.drain();
  ASSERT_EQ(bench.wire.size(), 2u);
  EXPECT_EQ(bench.wire[1]->size(), 200u);
}

// --- The settings of a pool, where a register has several pools, or each pool a register.

TEST_F(Switch, EveryPoolHasItsOwnTag) {
  open_last();
  bench.set(Reg::VMVIR, 1, 1u << 30 | 0x123);
  bench.set(Reg::VMVIR, 63, 1u << 30 | 0x456);
  for (const unsigned pool : {0u, 1u, 63u}) send(pool, mac_of(99));
  bench.drain();
  ASSERT_EQ(bench.wire.size(), 3u);
  const auto word = [&](std::size_t frame, std::size_t at) {
    return load_be16(bench.wire[frame]->bytes().data + at);
  };
  EXPECT_EQ(word(0, 12), 0x88b5);
  EXPECT_EQ(word(1, 12), 0x8100);
  EXPECT_EQ(word(1, 14), 0x123);
  EXPECT_EQ(word(2, 12), 0x8100);
  EXPECT_EQ(word(2, 14), 0x456);
}

TEST_F(Switch, EveryPoolHasItsOwnChecks) {
  open_last();
  bench.address(7, mac_of(8), bit(7));
  bench.open_transmit(2 * 7);
  bench.set(Reg::PFVFSPOOF, 7, 1u << 7);  // pools 56 to 63: the address of the last
  send(63, mac_of(99), -1, 1);
  send(7, mac_of(99), -1, 1);
  bench.drain();
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 1u);
  EXPECT_EQ(bench.wire.size(), 1u);
  bench.set(Reg::PFVFSPOOF, 7, 1u << 15);  // its VLAN
  send(63, mac_of(99), 6);
  send(7, mac_of(99), 6);
  bench.drain();
  EXPECT_EQ(bench.bucket(TxBucket::kSpoofed), 2u);
  EXPECT_EQ(bench.wire.size(), 2u);
}

TEST_F(Switch, EveryPoolHasItsOwnEnable) {
  open_last();
  bench.open_transmit(2 * 31);
  for (const unsigned half : {0u, 1u}) {
    SCOPED_TRACE(half);
    bench.wire.clear();
    bench.set(Reg::VFTE, half, ~(1u << 31));
    bench.transmit(2 * 31, frame_of(mac_of(99), mac_of(32), 300));
    bench.transmit(2 * 63, frame_of(mac_of(99), mac_of(64), 400));
    bench.run_until(bench.now() + 100 * kMicrosecond);
    ASSERT_EQ(bench.wire.size(), 1u);
    EXPECT_EQ(bench.wire[0]->size(), half == 0 ? 400u : 300u);
    bench.set(Reg::VFTE, half, ~0u);
    bench.drain();
    ASSERT_EQ(bench.wire.size(), 2u);
    EXPECT_EQ(bench.wire[1]->size(), half == 0 ? 300u : 400u);
  }
}

TEST_F(Switch, NothingIsSentWithoutDmatxctlTe) {
  bench.set(Reg::DMATXCTL, 0, 0);
  send(1, mac_of(99));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 0u);
  bench.set(Reg::DMATXCTL, 0, 1);
  bench.drain();
  EXPECT_EQ(bench.wire.size(), 1u);
}

// Drivers stop transmission so before they change a setting.
TEST_F(Switch, NothingIsSentWhileTheSecurityBlockIsStopped) {
  const std::uint32_t control = bench.get(Reg::SECTXCTRL);
  bench.set(Reg::SECTXCTRL, 0, control | field::SECTXCTRL::TX_DIS.mask);
  send(1, mac_of(99));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 0u);
  bench.set(Reg::SECTXCTRL, 0, control);
  bench.drain();
  EXPECT_EQ(bench.wire.size(), 1u);
}

// A reset clears DMATXCTL.TE.
TEST_F(Switch, NothingIsSentAfterAResetUntilTransmissionIsOn) {
  bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  bench.run_until(bench.now() + 2 * kMillisecond);
  bench.open_transmit(0);
  send(0, mac_of(3));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 0u);
  bench.set(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask);
  bench.drain();
  EXPECT_EQ(bench.wire.size(), 1u);
}

TEST_F(Switch, AResetOnTheWayLosesNothingUncounted) {
  for (unsigned i = 0; i < 40; ++i) bench.post(0, frame_of(mac_of(3), mac_of(1), 1'500));
  for (unsigned i = 0; i < 20; ++i) bench.post(2, frame_of(kEveryone, mac_of(2), 1'500));
  bench.doorbell(0);
  bench.doorbell(2);
  bench.run_until(bench.now() + 7 * kMicrosecond);
  EXPECT_GT(bench.port().accounting().looped_frames(), 0u);
  bench.write_now(bench.place(Reg::CTRL), field::CTRL::RST.mask);
  bench.drain();
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < kTxBuckets; ++i) sum += bench.bucket(static_cast<TxBucket>(i));
  EXPECT_EQ(sum, bench.port().transmit().dma().packets());
  EXPECT_GT(bench.bucket(TxBucket::kFlushed), 0u);
}

TEST_F(Switch, ALastQueueSendsToo) {
  bench.open_transmit(127);
  bench.address(20, mac_of(64), bit(63));
  bench.transmit(127, frame_of(mac_of(1), mac_of(64), 200, -1, 42));
  EXPECT_EQ(reached(), bit(0));
  EXPECT_EQ(bench.arrived(0)[0].mark, 42);
}

// The same simulation with either driver of the blocks.
TEST(SwitchDrivers, GiveTheSameSimulation) {
  std::string prints[2];
  for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
    PoolBench bench(device_profile("82599"), 5, driver);
    bench.record_events();
    bench.pools_on(8, field::VT_CTL::REPLEN.mask);
    for (unsigned pool = 0; pool < 8; ++pool) {
      bench.address(pool + 1, mac_of(pool + 1), bit(pool));
      bench.open(2 * pool);
      bench.open_transmit(2 * pool);
      bench.set(Reg::VMOLR, pool, kTaken | field::VMOLR::BAM.mask);
    }
    bench.transmit_on();
    bench.set(Reg::PFDTXGSWC, 0, 1);
    bench.set(Reg::PFVFSPOOF, 0, 0xff);
    bench.receive_on();
    Random random(9);
    for (unsigned i = 0; i < 40; ++i) {
      const auto pool = static_cast<unsigned>(random.below(8));
      const auto to = static_cast<unsigned>(random.below(11));
      const auto from = random.below(8) == 0 ? 3 : pool + 1;
      bench.post(2 * pool, frame_of(to == 0 ? kEveryone : mac_of(to), mac_of(from), 64 + random.below(900)));
    }
    for (unsigned pool = 0; pool < 8; ++pool) bench.doorbell(2 * pool);
    bench.run(bench.now() + 10 * kMillisecond, kMillisecond);
    EXPECT_EQ(bench.unaccounted(0), "");
    EXPECT_GT(bench.port().accounting().looped_frames(), 10u);
    EXPECT_GT(bench.bucket(TxBucket::kSpoofed), 0u);
    prints[driver == CoreDriver::kTick ? 1 : 0] = bench.fingerprint();
  }
  EXPECT_EQ(prints[0], prints[1]);
}

}  // namespace
}  // namespace ixsim::bench
