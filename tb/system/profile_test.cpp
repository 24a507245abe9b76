// Published properties of the devices of the family, verified from outside: all registers up to the last one
// and none after it, rings that send, addresses that are filtered, buffers that fill, timers that count.
#include <gtest/gtest.h>

#include <algorithm>

#include "dcb_bench.h"
#include "ixsim/error.h"
#include "pool_bench.h"

namespace ixsim::bench {
namespace {

struct Stated {
  const char* name;
  unsigned rx_queues, tx_queues, pools, addresses, vlans, vectors;
  std::uint32_t rx_kib, tx_kib;
  unsigned functions;
  Time step;                   // of EITR
  unsigned generation, lanes;  // of the PCIe link
  std::uint32_t id, virtual_id;
};
constexpr Stated kFamily[] = {
    {"82575", 4, 4, 4, 16, 0, 10, 40, 24, 0, 256 * kNanosecond, 1, 4, 0x10a7, 0},
    {"82576", 16, 16, 8, 24, 32, 25, 64, 40, 0, kMicrosecond, 1, 4, 0x10c9, 0},
    {"82598", 64, 32, 16, 16, 0, 20, 512, 320, 0, 256 * kNanosecond, 1, 8, 0x10c6, 0},
    {"82599", 128, 128, 64, 128, 64, 64, 512, 160, 64, 2'048 * kNanosecond, 2, 8, 0x10fb, 0x10ed},
    {"X540", 128, 128, 64, 128, 64, 64, 384, 160, 64, 2'048 * kNanosecond, 2, 8, 0x1528, 0x1515},
};

class Family : public testing::TestWithParam<Stated> {
 protected:
  const Stated& stated = GetParam();
  const DeviceProfile& profile = device_profile(stated.name);
  bool bitmaps() const { return profile.registers == RegisterSet::k82599; }

  unsigned most_entries(Reg reg) const { return RegisterFile(profile.registers).entries(reg); }
  // There are `count` of them: the last keeps what is written, and behind it nothing answers.
  void expect_entries(PoolBench& b, Reg reg, unsigned count, std::uint32_t pattern) {
    SCOPED_TRACE(info(profile.registers, reg).name);
    const unsigned most = most_entries(reg);
    const auto missed = [&] { return b.port().registers().unimplemented_accesses(); };
    const std::uint64_t before = missed();
    if (count != 0) {
      b.set(reg, count - 1, pattern);
      EXPECT_EQ(b.get(reg, count - 1), pattern);
      EXPECT_EQ(missed(), before);
    }
    // The largest device has what the map has.
    ASSERT_LE(count, most);
    if (count == most) return;
    b.set(reg, count, pattern);
    EXPECT_EQ(b.get(reg, count), 0u);
    EXPECT_EQ(missed(), before + 2);
  }
};
INSTANTIATE_TEST_SUITE_P(Members, Family, testing::ValuesIn(kFamily),
                         [](const auto& member) { return "of_" + std::string(member.param.name); });

TEST_P(Family, HasRegistersForWhatItHasAndNoMore) {
  PoolBench b(profile);
  for (const Reg reg : {Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, Reg::RDT})
    expect_entries(b, reg, stated.rx_queues, 0x80);
  for (const Reg reg : {Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TDWBAL, Reg::TDWBAH})
    expect_entries(b, reg, stated.tx_queues, 0x80);
  // A head inside the ring, which has eight descriptors.
  expect_entries(b, Reg::RDH, stated.rx_queues, 4);
  for (const Reg reg : {Reg::TDT, Reg::TDH}) expect_entries(b, reg, stated.tx_queues, 4);
  expect_entries(b, Reg::RXDCTL, stated.rx_queues, 0x10);
  expect_entries(b, Reg::TXDCTL, stated.tx_queues, 0x10);
  // The 82598 has sixteen of each for all queues.
  const unsigned sets = bitmaps() ? 128 : 16;
  for (const Reg reg : {Reg::SRRCTL, Reg::DCA_RXCTRL})
    expect_entries(b, reg, std::min(stated.rx_queues, sets), 2);
  expect_entries(b, Reg::DCA_TXCTRL, std::min(stated.tx_queues, sets), 2);
  expect_entries(b, Reg::RAL, stated.addresses, 0x12345678);
  expect_entries(b, Reg::RAH, stated.addresses, 0x80001234);
  for (const Reg reg : {Reg::MPSAR_LO, Reg::MPSAR_HI})
    expect_entries(b, reg, bitmaps() ? stated.addresses : 0, 0x80000001);
  expect_entries(b, Reg::VMVIR, bitmaps() ? stated.pools : 0, 0x40000123);
  expect_entries(b, Reg::PFMAILBOX, bitmaps() ? stated.pools : 0, 0);
  expect_entries(b, Reg::VLVF, stated.vlans, 0x80000123);
  expect_entries(b, Reg::VLVFB, 2 * stated.vlans, 0x80000123);
  expect_entries(b, Reg::VMOLR, bitmaps() ? stated.pools : 0, 1u << 24);
  for (const Reg reg : {Reg::MSIXTADD, Reg::MSIXTUADD, Reg::MSIXTMSG})
    expect_entries(b, reg, stated.vectors, 0xfee00100);
  expect_entries(b, Reg::MSIXTVCTRL, stated.vectors, 0);
  for (unsigned i = stated.vectors; i < most_entries(Reg::MSIXTVCTRL); ++i)
    EXPECT_EQ(b.get(Reg::MSIXTVCTRL, i), 0u) << i;
}

// Nor more of anything else. The largest sizes are those of the 82598 or of the 82599; the least is 1.
TEST_P(Family, HasNoMoreQueuesThanItsRegistersDo) {
  struct Size {
    unsigned DeviceProfile::*of;
    unsigned most_of_82598, most_of_82599;
  };
  for (const Size& size : {Size{&DeviceProfile::rx_queues, 64, 128},
                           {&DeviceProfile::tx_queues, 32, 128},
                           {&DeviceProfile::pools, 16, 64},
                           {&DeviceProfile::vectors, 20, 64},
                           {&DeviceProfile::addresses, 16, 128}}) {
    const unsigned most = bitmaps() ? size.most_of_82599 : size.most_of_82598;
    SCOPED_TRACE(most);
    // Enough queues for the pools.
    DeviceProfile changed = profile;
    changed.rx_queues = bitmaps() ? 128 : 64;
    changed.tx_queues = bitmaps() ? 128 : 32;
    changed.*size.of = most;
    EXPECT_NO_THROW(check(changed));
    ++(changed.*size.of);
    EXPECT_THROW(check(changed), InputError);
    changed.*size.of = 0;
    EXPECT_THROW(check(changed), InputError);
    changed.pools = 1;
    changed.*size.of = 1;
    EXPECT_NO_THROW(check(changed));
  }
}

// The bytes that a class may request end 10 KiB below the size of the transmit buffer.
TEST_P(Family, HasATransmitThresholdBelowItsBuffer) {
  if (!bitmaps()) return;
  PoolBench b(profile);
  EXPECT_EQ(b.get(Reg::TXPBTHRESH0), stated.tx_kib - 10);
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(b.get(Reg::TXPBTHRESH1_7, i), 0u) << i;
}

TEST_P(Family, ReportsItsVectorsAndFunctionsInConfigurationSpace) {
  PoolBench b(profile);
  const unsigned msix = profile.msix_bar == 3 ? 0x60 : 0x70;
  ASSERT_EQ(b.config_read(msix) & 0xff, 0x11u);
  EXPECT_EQ((b.config_read(msix) >> 16 & 0x7ff) + 1, stated.vectors);
  EXPECT_EQ(b.config_read(msix + 4), bitmaps() ? 4u : 3u) << "the table is at the start of this BAR";
  EXPECT_EQ(b.config_read(0x16c) >> 16, stated.functions);
  EXPECT_EQ(b.config_read(0), stated.id << 16 | 0x8086);
  EXPECT_EQ(b.config_read(0x178) >> 16, stated.virtual_id);
  // PCI Express capability: parts of PCIe 2.0 have its second version, whatever the rate of their link.
  EXPECT_EQ(b.config_read(0xa0) & 0xff, 0x10u);
  const bool first = std::string(stated.name) == "82575" || std::string(stated.name) == "82598";
  EXPECT_EQ(b.config_read(0xa0) >> 16 & 0xf, first ? 1u : 2u);
}

TEST_P(Family, HasItsLink) {
  EXPECT_EQ(profile.pcie_generation, stated.generation);
  EXPECT_EQ(profile.pcie_lanes, stated.lanes);
  // The parts with four lanes are for 1 Gb/s.
  EXPECT_EQ(profile.gigabit, stated.lanes == 4);
}

TEST_P(Family, FiltersByItsLastAddress) {
  PoolBench b(profile);
  b.set(Reg::RAL, stated.addresses - 1, load_le32(mac_of(7).data()));
  b.set(Reg::RAH, stated.addresses - 1, load_le16(mac_of(7).data() + 4) | field::RAH::AV.mask);
  b.receive_on();
  b.run_until(b.now() + 20 * kMicrosecond);
  b.send(frame_of(mac_of(7), mac_of(1)));
  EXPECT_EQ(b.port().accounting().bucket(RxBucket::kNoFilter), 0u);
  b.send(frame_of(mac_of(8), mac_of(1)));
  EXPECT_EQ(b.port().accounting().bucket(RxBucket::kNoFilter), 1u);
}

// A frame for the last pool comes into the pool's first ring.
TEST_P(Family, ReceivesForItsLastPool) {
  PoolBench b(profile);
  const unsigned last = stated.pools - 1;
  const unsigned span = bitmaps() ? stated.rx_queues / stated.pools : 1;
  b.open(last * span);
  if (bitmaps()) {
    b.pools_on(8, 0);
    b.address(1, mac_of(1), std::uint64_t{1} << last);
  } else {
    b.set(Reg::RAL, 1, load_le32(mac_of(1).data()));
    b.set(Reg::RAH, 1, load_le16(mac_of(1).data() + 4) | field::RAH::AV.mask | last << 18);
    b.set(Reg::VMD_CTL, 0, 1);
  }
  b.receive_on();
  b.run_until(b.now() + 20 * kMicrosecond);
  b.send(frame_of(mac_of(1), mac_of(2)));
  EXPECT_EQ(b.arrived(last * span).size(), 1u);
  EXPECT_EQ(b.port().accounting().bucket(RxBucket::kDelivered), 1u);
}

TEST_P(Family, SendsFromItsLastRingAndNoneBehind) {
  const unsigned most = most_entries(Reg::TDBAL);
  for (unsigned beyond = 0; beyond < 2 && stated.tx_queues - 1 + beyond < most; ++beyond) {
    DcbBench tx(CoreDriver::kEvent, 1, 8, stated.name);
    tx.queue(stated.tx_queues - 1 + beyond, 200, 5);
    tx.run();
    EXPECT_EQ(tx.wire.size(), beyond == 0 ? 5u : 0u);
  }
}

// No descriptor takes a frame away, and software asks for more than there is.
TEST_P(Family, KeepsAsManyFramesAsItsBufferHolds) {
  constexpr std::uint32_t kFrame = 1'000;
  PoolBench b(profile);
  EXPECT_EQ(b.get(Reg::RXPBSIZE0), stated.rx_kib << 10);
  b.set(Reg::RXPBSIZE0, 0, 512 << 10);
  b.set(Reg::FCTRL, 0, field::FCTRL::UPE.mask);
  b.open(0);
  b.set(Reg::RDT, 0, 0);
  b.receive_on();
  b.run_until(b.now() + 20 * kMicrosecond);
  const unsigned space = (stated.rx_kib << 10) / kFrame;
  const Time spacing = (kFrame + 30) * b.port().wire().byte_time();
  for (unsigned i = 0; i < 1'100; ++i)
    b.frame_at(b.now() + (i + 1) * spacing, frame_of(mac_of(1), mac_of(2), kFrame));
  b.run_until(b.now() + 1'110 * spacing);
  // One or two are beyond the buffer, on the way to a descriptor.
  const std::uint64_t kept = 1'100 - b.port().accounting().bucket(RxBucket::kPacketBufferFull);
  EXPECT_GE(kept, space);
  EXPECT_LE(kept, space + 64);
}

// The host is faster than the wire: packets wait up to the size of the buffer, less the space for the longest
// packet.
TEST_P(Family, FillsItsTransmitBuffer) {
  constexpr std::uint32_t kPacket = 1'000, kLongest = 17'148;
  DcbBench tx(CoreDriver::kEvent, 1, 8, stated.name);
  for (unsigned q = 0; q < 4; ++q) tx.queue(q, kPacket, 600);
  tx.run();
  const std::uint32_t size = stated.tx_kib << 10;
  EXPECT_EQ(tx.reg(Reg::TXPBSIZE0), size);
  EXPECT_LE(tx.most_used_of_all, size);
  EXPECT_GE(tx.most_used_of_all, size - kLongest);
}

TEST_P(Family, CountsModerationInItsSteps) {
  PoolBench b(profile);
  std::vector<Time> messages;
  b.on_message([&](Time now, std::uint64_t, std::uint32_t) { messages.push_back(now); });
  b.set(Reg::MSIXTADD, 0, 0xfee00000);
  b.set(Reg::MSIXTVCTRL, 0, 0);
  b.set(Reg::GPIE, 0, 0x10);
  b.set(Reg::EIMS, 0, 1);
  // A counter of 100 steps, then an interval of as many.
  b.set(Reg::EITR, 0, bitmaps() ? 100u << 21 | 100u << 3 : 100u << 16 | 100u);
  const Time written = b.now() - CoreBench::kWriteTime;
  b.set(Reg::EICS, 0, 1);
  b.run_until(written + 150 * stated.step);
  b.set(Reg::EICS, 0, 1);
  b.run_until(written + 250 * stated.step);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_NEAR(static_cast<double>(messages[0] - written), 100.0 * static_cast<double>(stated.step), 300e3);
  EXPECT_NEAR(static_cast<double>(messages[1] - messages[0]), 100.0 * static_cast<double>(stated.step),
              300e3);
}

}  // namespace
}  // namespace ixsim::bench
