// The virtual functions without their port: the register of the pool that each access reaches, interrupts at
// their times, both ends of the mailbox, and the state after each reset. Source: ixgbe_vf.h, ixgbe_mbx.h,
// ixgbe_mbx.c; header of virtual_functions.h for the times.
#include "nic/pools/virtual_functions.h"

#include <gtest/gtest.h>

#include <map>

namespace ixsim::test {
namespace {

constexpr std::uint32_t kCtrl = 0, kStatus = 8, kLinks = 0x10, kTimer = 0x48, kEicr = 0x100, kEics = 0x104,
                        kEims = 0x108, kEimc = 0x10c, kEiac = 0x110, kEiam = 0x114, kIvar = 0x120,
                        kIvarMisc = 0x140, kMemory = 0x200, kMailbox = 0x2fc, kSplit = 0x300, kEitr = 0x820,
                        kRx = 0x1000, kTx = 0x2000;
constexpr std::uint32_t kEnable = 1u << 25;

struct Messages : HostBus {
  Taken write(Time, std::uint64_t, ByteView data, bool) override {
    seen.push_back(load_le32(data.data));
    return Taken::kYes;
  }
  bool read(Time, std::uint32_t, std::uint64_t, std::uint8_t*, std::uint32_t) override { return true; }
  void register_data(Time, std::uint64_t, std::uint64_t, bool) override {}
  std::vector<std::uint32_t> seen;
};
struct NoRegisters : RegisterTarget, DmaPort {
  bool access(const HostAccess&, std::uint32_t&, Time) override { return true; }
  bool shows_on_link(const HostAccess&) const override { return true; }
  RegisterPlace place_of(const HostAccess&) const override { return {}; }
  void space_freed(Time) override {}
  Time least_wire_start(Time) const override { return kNever; }
};

class Virtual : public testing::Test, protected VirtualFunctionOwner {
 protected:
  static FunctionIdentity identity() {
    FunctionIdentity about;
    about.virtual_functions = 40;
    about.msix_bar = 4;
    about.msix_capability = 0x70;
    return about;
  }
  Virtual() {
    endpoint.add_function(nothing, nothing);
    all.set_slot(agenda.add(all, kDmaClock, 0));
    endpoint.add_blocks();
    all.set_active(36, true, 0);
    mailbox_causes = mastering_changes = 0;
    writes.clear();
    file.write(info(RegisterSet::k82599, Reg::VFLREC).offset, ~0u);
    file.write(info(RegisterSet::k82599, Reg::VFLREC).offset + 4, ~0u);
  }

  bool access(unsigned n, std::uint32_t offset, std::uint32_t& value, bool is_write, unsigned bar = 0) {
    HostAccess a;
    a.offset = offset;
    a.is_write = is_write;
    a.value = value;
    return all.memory_access(n, bar, a, value);
  }
  std::uint32_t get(unsigned n, std::uint32_t offset, unsigned bar = 0) {
    std::uint32_t value = 0xdeadbeef;
    EXPECT_TRUE(access(n, offset, value, false, bar));
    return value;
  }
  void put(unsigned n, std::uint32_t offset, std::uint32_t value, unsigned bar = 0) {
    EXPECT_TRUE(access(n, offset, value, true, bar));
  }
  void config(unsigned n, std::uint32_t offset, std::uint32_t value) {
    HostAccess a;
    a.offset = offset;
    a.is_write = true;
    a.value = value;
    std::uint32_t none = 0;
    EXPECT_TRUE(all.config_access(n, a, none, agenda.now()));
  }
  void boot(unsigned n) {
    config(n, 0x04, 4);
    config(n, 0x70, 0x80000000);
    for (unsigned v = 0; v < 3; ++v) {
      put(n, 16 * v + 8, 10 * n + v, 3);
      put(n, 16 * v + 12, 0, 3);
    }
  }
  std::uint32_t physical(Reg reg, unsigned index = 0) { return file.read(at(reg, index)); }
  void physical(Reg reg, unsigned index, std::uint32_t value) {
    file.write(at(reg, index), value, RegisterSpace::kBar0, agenda.now());
  }
  static std::uint32_t at(Reg reg, unsigned index) { return offset_of(RegisterSet::k82599, reg, index); }
  // Messages that leave up to `time`.
  std::vector<std::uint32_t> messages(Time time) {
    agenda.advance(time);
    std::vector<std::uint32_t> seen;
    seen.swap(host.seen);
    return seen;
  }
  std::vector<std::uint32_t> messages() { return messages(agenda.now() + 5 * kMicrosecond); }
  using Data = std::vector<std::uint32_t>;

  // VirtualFunctionOwner
  unsigned pool_queues(bool transmit) const override { return transmit ? tx_queues : rx_queues; }
  std::uint32_t peek_register(Reg reg, unsigned index) const override { return file.peek(at(reg, index)); }
  void write_register(Reg reg, unsigned index, std::uint32_t value) override {
    writes[{reg, index}] = value;
    file.write(at(reg, index), value);
  }
  bool link_is_up() const override { return link; }
  std::uint32_t free_running_timer() const override { return 0x1234; }
  void mailbox_cause(Time) override { ++mailbox_causes; }
  void mastering_changed(Time) override { ++mastering_changes; }

  Agenda agenda;
  Messages host;
  NoRegisters nothing;
  PcieEndpoint endpoint{PcieConfig(), agenda, host};
  RegisterFile file{RegisterSet::k82599};
  std::map<std::pair<Reg, unsigned>, std::uint32_t> writes;
  unsigned rx_queues = 2, tx_queues = 3;
  bool link = true;
  unsigned mailbox_causes = 0, mastering_changes = 0;
  VirtualFunctions all{agenda, endpoint, file, *this, 0, identity(), PcieConfig()};
};

TEST_F(Virtual, AccessesAreForOpenWindowsOfFunctionsThatAreThere) {
  std::uint32_t value = 0;
  EXPECT_TRUE(access(35, kEims, value, false));
  EXPECT_FALSE(access(36, kEims, value, false));
  EXPECT_TRUE(access(0, 0x3ffc, value, false));
  EXPECT_FALSE(access(0, 0x4000, value, false));
  for (const unsigned bar : {1u, 2u, 4u, 5u}) EXPECT_FALSE(access(0, 0, value, false, bar)) << bar;
  EXPECT_TRUE(access(0, 0, value, false, 3));
  EXPECT_EQ(all.peek(35, 0, kTimer), 0x1234u);
  EXPECT_EQ(all.peek(36, 0, kTimer), 0xffffffffu);
  EXPECT_EQ(all.peek(0, 0, 0x4000), 0xffffffffu);
  EXPECT_EQ(all.config_peek(35, 0), 0xffffffffu);
  EXPECT_EQ(all.config_peek(35, 0x08), 0x02000001u);
  EXPECT_EQ(all.config_peek(36, 0x08), 0xffffffffu);
  EXPECT_EQ(all.peek(35, 3, 12), 1u) << "a vector is masked";
  HostAccess a;
  EXPECT_TRUE(all.config_access(35, a, value, 0));
  EXPECT_FALSE(all.config_access(36, a, value, 0));
  put(0, kEims, 5);
  all.set_active(36, false, 0);
  EXPECT_FALSE(access(0, kEims, value, false)) << "closed";
  EXPECT_EQ(all.peek(0, 0, kEims), 0xffffffffu);
  EXPECT_EQ(all.config_peek(35, 0x08), 0x02000001u) << "configuration space stays";
  all.set_active(36, true, 0);
  EXPECT_EQ(get(0, kEims), 5u) << "as it was";
}

// A mailbox of a function that the device does not have is storage.
TEST_F(Virtual, AreAsManyAsTheDeviceHas) {
  for (const unsigned index : {40u, 63u}) {
    file.set(Reg::PFMAILBOX, index, 1);
    EXPECT_EQ(file.peek(at(Reg::PFMAILBOX, index)) & 1, 1u) << index;
  }
  const RegisterPlace place = all.place(5, 3, 0x10);
  EXPECT_EQ(place.bar, 3u);
  EXPECT_EQ(place.offset, 0x10u);
  EXPECT_EQ(place.name, "VTMSIXTADD");
  EXPECT_EQ(place.index, 1u);
  EXPECT_EQ(all.place(5, 0, kEitr + 8).name, "VTEITR");
  EXPECT_EQ(all.place(5, 0, kEitr + 8).index, 2u);
  std::uint32_t value = 0;
  for (const unsigned n : {0u, 35u}) {
    access(n, 0x4c, value, false);
    access(n, 0x30, value, false, 3);
    access(n, kEims, value, false);
  }
  EXPECT_EQ(all.unimplemented_accesses(), 4u);
}

// The physical function sees the owner of a virtual function's mailbox buffer, and not its contents.
TEST_F(Virtual, TheMailboxShowsItsHolderWhateverIsStored) {
  RegisterFile registers{RegisterSet::k82599};
  FunctionIdentity single = identity();
  single.virtual_functions = 1;
  VirtualFunctions one{agenda, endpoint, registers, *this, 0, single, PcieConfig()};
  registers.set(Reg::PFMAILBOX, 0, 0x13);
  EXPECT_EQ(registers.peek(at(Reg::PFMAILBOX, 0)), 0u);
}

TEST_F(Virtual, ShowThePort) {
  EXPECT_EQ(get(0, kStatus), 0x80u);
  link = false;
  EXPECT_EQ(get(0, kStatus), 0u);
  file.set(Reg::LINKS, 0, 0x60000000);
  EXPECT_EQ(get(3, kLinks), 0x60000000u);
  EXPECT_EQ(get(3, kTimer), 0x1234u);
  put(5, kSplit, 0x1330);
  EXPECT_EQ(file.get(Reg::PSRTYPE, 5), 0x1330u);
  EXPECT_EQ(get(5, kSplit), 0x1330u);
  EXPECT_EQ(get(4, kSplit), 0u);
}

TEST_F(Virtual, RingsAreThoseOfThePool) {
  boot(4);
  const struct {
    std::uint32_t offset;
    Reg reg;
    bool transmit;
  } rings[] = {{kRx + 0x00, Reg::RDBAL, false},     {kRx + 0x04, Reg::RDBAH, false},
               {kRx + 0x08, Reg::RDLEN, false},     {kRx + 0x10, Reg::RDH, false},
               {kRx + 0x14, Reg::SRRCTL, false},    {kRx + 0x18, Reg::RDT, false},
               {kRx + 0x28, Reg::RXDCTL, false},    {kRx + 0x0c, Reg::DCA_RXCTRL, false},
               {kTx + 0x0c, Reg::DCA_TXCTRL, true}, {kTx + 0x00, Reg::TDBAL, true},
               {kTx + 0x04, Reg::TDBAH, true},      {kTx + 0x08, Reg::TDLEN, true},
               {kTx + 0x10, Reg::TDH, true},        {kTx + 0x18, Reg::TDT, true},
               {kTx + 0x28, Reg::TXDCTL, true},     {kTx + 0x38, Reg::TDWBAL, true},
               {kTx + 0x3c, Reg::TDWBAH, true}};
  for (const auto& ring : rings) {
    const unsigned queues = ring.transmit ? 3 : 2;
    for (unsigned i = 0; i < 8; ++i) {
      writes.clear();
      put(4, ring.offset + 0x40 * i, 0x00010480);
      if (i >= queues) {
        EXPECT_TRUE(writes.empty()) << ring.offset << " " << i;
        EXPECT_EQ(get(4, ring.offset + 0x40 * i), 0u);
        continue;
      }
      ASSERT_EQ(writes.size(), 1u) << ring.offset << " " << i;
      EXPECT_EQ(writes.begin()->first, (std::pair<Reg, unsigned>{ring.reg, 4 * queues + i}));
      EXPECT_EQ(writes.begin()->second, 0x00010480u);
      EXPECT_EQ(get(4, ring.offset + 0x40 * i), file.get(ring.reg, 4 * queues + i));
    }
  }
}

TEST_F(Virtual, WithoutBusMasteringNoRingIsEnabled) {
  put(4, kRx + 0x28, kEnable | 0x10420);
  put(4, kTx + 0x28, kEnable | 0x10420);
  EXPECT_EQ((writes[{Reg::RXDCTL, 8}]), 0x10420u);
  EXPECT_EQ((writes[{Reg::TXDCTL, 12}]), 0x10420u);
  EXPECT_FALSE(all.may_master(4));
  EXPECT_TRUE(all.may_master(36)) << "a pool of the physical function";
  config(4, 0x04, 4);
  EXPECT_EQ(mastering_changes, 1u);
  EXPECT_TRUE(all.may_master(4));
  config(4, 0x04, 4);
  EXPECT_EQ(mastering_changes, 1u) << "nothing has changed";
  for (unsigned i = 0; i < 2; ++i) put(4, kRx + 0x28 + 0x40 * i, kEnable | 0x10420);
  for (unsigned i = 0; i < 3; ++i) put(4, kTx + 0x28 + 0x40 * i, kEnable | 0x10420);
  EXPECT_EQ((writes[{Reg::RXDCTL, 9}]), kEnable | 0x10420u);
  for (const unsigned q : {7u, 10u}) file.set(Reg::RXDCTL, q, kEnable | 1);
  for (const unsigned q : {11u, 15u}) file.set(Reg::TXDCTL, q, kEnable | 1);
  writes.clear();
  config(4, 0x04, 0);
  EXPECT_EQ(mastering_changes, 2u);
  const std::map<std::pair<Reg, unsigned>, std::uint32_t> expected = {{{Reg::RXDCTL, 8}, 0x10420},
                                                                      {{Reg::RXDCTL, 9}, 0x10420},
                                                                      {{Reg::TXDCTL, 12}, 0x10420},
                                                                      {{Reg::TXDCTL, 13}, 0x10420},
                                                                      {{Reg::TXDCTL, 14}, 0x10420}};
  EXPECT_EQ(writes, expected) << "its own rings stop, and no others";
}

TEST_F(Virtual, VectorsFireWhenTheirCauseIsEnabled) {
  boot(2);
  put(2, kEims, 5);
  EXPECT_EQ(get(2, kEims), 5u);
  put(2, kEics, 3);
  EXPECT_EQ(messages(), Data{20});
  EXPECT_EQ(get(2, kEics), 3u) << "nothing clears it";
  put(2, kEims, 2);
  EXPECT_EQ(messages(), Data{21}) << "the cause has waited";
  EXPECT_EQ(get(2, kEims), 7u);
  put(2, kEimc, 4);
  put(2, kEics, 4);
  EXPECT_EQ(messages(), Data());
  EXPECT_EQ(get(2, kEicr), 7u);
  EXPECT_EQ(get(2, kEicr), 0u) << "cleared by reading";
  put(2, kEims, 4);
  EXPECT_EQ(messages(), Data()) << "nothing is left to tell";
  put(2, kEimc, 7);
  put(2, kEics, 6);
  put(2, kEicr, 2);
  EXPECT_EQ(get(2, kEics), 4u);
  put(2, kEims, 7);
  EXPECT_EQ(messages(), Data{22}) << "the other was cleared by writing";
}

TEST_F(Virtual, AutoClearAndAutoMaskGoByVector) {
  boot(2);
  put(2, kEims, 7);
  put(2, kEiac, 1);
  put(2, kEiam, 2);
  put(2, kEics, 7);
  EXPECT_EQ(messages(), (Data{20, 21, 22}));
  EXPECT_EQ(get(2, kEics), 6u);
  EXPECT_EQ(get(2, kEims), 5u);
  put(2, kEics, 2);  // sets the mask of what VTEIAM names again
  EXPECT_EQ(messages(), Data{21});
  EXPECT_EQ(get(2, kEims), 5u);
  put(2, kEimc, 7);
  put(2, kEics, 7);
  EXPECT_EQ(messages(), Data{21}) << "only this one is unmasked";
  EXPECT_EQ(get(2, kEims), 0u);
}

TEST_F(Virtual, QueuesHaveTheirVectors) {
  boot(2);
  put(2, kEims, 7);
  // Ring r: receive at place 2r, transmit at 2r + 1; four places a register.
  for (unsigned place = 0; place < 6; ++place) {
    if (place == 4) continue;  // a third receive ring, which the pool has not
    for (unsigned vector = 0; vector < 4; ++vector) {
      for (unsigned i = 0; i < 4; ++i) put(2, kIvar + 4 * i, 0);
      put(2, kIvar + 4 * (place / 4), (0x80 | vector) << (8 * (place % 4)));
      for (unsigned n = 1; n < 4; ++n) {
        for (unsigned q = 0; q < 2; ++q) all.queue_cause(2 * n + q, agenda.now());
        for (unsigned q = 0; q < 3; ++q) all.queue_cause(InterruptUnit::kTxEntry + 3 * n + q, agenda.now());
      }
      EXPECT_EQ(messages(), vector < 3 ? Data{20 + vector} : Data()) << place << " " << vector;
      EXPECT_EQ(get(2, kEicr), vector < 3 ? 1u << vector : 0u);
    }
    put(2, kIvar + 4 * (place / 4), 1u << (8 * (place % 4)));  // not valid
    all.queue_cause(place % 2 == 0 ? 4 + place / 2 : InterruptUnit::kTxEntry + 6 + place / 2, agenda.now());
    EXPECT_EQ(messages(), Data());
  }
}

// The last places, with eight rings each way: bytes 2 and 3 of VTIVAR[3].
TEST_F(Virtual, EveryQueueOfAPoolOfEightHasItsPlace) {
  rx_queues = tx_queues = 8;
  boot(2);
  put(2, kEims, 7);
  const auto cause = [&](unsigned place) {
    all.queue_cause((place % 2 == 0 ? 0 : InterruptUnit::kTxEntry) + 16 + place / 2, agenda.now());
  };
  for (unsigned place = 0; place < 16; ++place) {
    for (unsigned i = 0; i < 4; ++i) put(2, kIvar + 4 * i, i == place / 4 ? 0x81u << (8 * (place % 4)) : 0);
    for (unsigned other = 0; other < 16; ++other) {
      if (other != place) cause(other);
    }
    EXPECT_EQ(messages(), Data()) << place;
    cause(place);
    EXPECT_EQ(messages(), Data{21}) << place;
  }
}

// Throttles of different functions, of 3 and 1 units of 2.048 us, end at their own times, whichever is first.
TEST_F(Virtual, FunctionsWaitForTheirOwnThrottles) {
  Time begin = kMicrosecond;
  for (const auto& [slow, fast] : {std::pair(2u, 3u), std::pair(5u, 4u)}) {
    for (const unsigned n : {slow, fast}) {
      boot(n);
      put(n, kEims, 1);
      put(n, kEitr, (n == slow ? 3 : 1) << 3);
    }
    agenda.advance(begin);
    for (const unsigned n : {slow, fast}) put(n, kEics, 1);
    const Time first = begin + 4'000;
    agenda.advance(first);
    for (const unsigned n : {slow, fast}) EXPECT_EQ(all.msix(n).messages(0), 1u) << n;
    for (const unsigned n : {slow, fast}) put(n, kEics, 1);
    agenda.advance(first + 2'048'000 - 1);
    EXPECT_EQ(all.msix(fast).messages(0), 1u);
    agenda.advance(first + 2'048'000);
    EXPECT_EQ(all.msix(fast).messages(0), 2u);
    agenda.advance(first + 3 * 2'048'000 - 1);
    EXPECT_EQ(all.msix(slow).messages(0), 1u);
    agenda.advance(first + 3 * 2'048'000);
    EXPECT_EQ(all.msix(slow).messages(0), 2u);
    begin += 10 * kMicrosecond;
  }
}

TEST_F(Virtual, ACauseFiresAtTheNextDmaClockAndThenAtItsThrottle) {
  boot(2);
  put(2, kEims, 7);
  put(2, kIvar, 0x8180);
  put(2, kEitr + 4, 5 << 3);  // 5 x 2.048 us
  EXPECT_TRUE(all.descriptor_waits(4, 0)) << "an interval of 0 has always expired for receive";
  EXPECT_TRUE(all.descriptor_waits(InterruptUnit::kTxEntry + 6, 0));
  EXPECT_FALSE(all.descriptor_waits(6, 0));
  agenda.advance(kMicrosecond);
  const Time first = 1'004'000;
  all.queue_cause(InterruptUnit::kTxEntry + 6, kMicrosecond);
  EXPECT_EQ(get(2, kEics), 0u) << "not yet";
  agenda.advance(first - 1);
  EXPECT_EQ(get(2, kEics), 0u);
  agenda.advance(first);
  EXPECT_EQ(get(2, kEics), 2u);
  EXPECT_EQ(all.msix(2).messages(1), 1u);
  all.queue_cause(InterruptUnit::kTxEntry + 6, first + 1);
  all.queue_cause(4, first + 1);
  const Time second = first + 5 * 2'048'000;
  agenda.advance(second - 1);
  EXPECT_EQ(all.msix(2).messages(1), 1u);
  EXPECT_EQ(all.msix(2).messages(0), 1u) << "another vector is not throttled";
  agenda.advance(second);
  EXPECT_EQ(all.msix(2).messages(1), 2u);
  // Turned off, it is open at once.
  all.queue_cause(InterruptUnit::kTxEntry + 6, second);
  agenda.advance(second + 100'000);
  EXPECT_EQ(all.msix(2).messages(1), 2u);
  put(2, kEitr + 4, 0);
  agenda.advance(second + 200'000);
  EXPECT_EQ(all.msix(2).messages(1), 3u);
}

// Transmit without a timer waits for its own thresholds, in the first function as in the others.
TEST_F(Virtual, TransmitWithoutATimerDoesNotExpire) {
  for (const unsigned n : {0u, 2u}) {
    boot(n);
    put(n, kIvar, 0x8180);
    EXPECT_FALSE(all.descriptor_waits(InterruptUnit::kTxEntry + 3 * n, 0)) << n;
    for (const std::uint32_t other : {kEitr, kEitr + 8}) put(n, other, 5 << 3);
    EXPECT_FALSE(all.descriptor_waits(InterruptUnit::kTxEntry + 3 * n, 0)) << n;
    put(n, kEitr + 4, 5 << 3);
    EXPECT_TRUE(all.descriptor_waits(InterruptUnit::kTxEntry + 3 * n, 0)) << n;
  }
}

// A cause whose write-back is still to leave does not put off the one before.
TEST_F(Virtual, ACauseFiresWhenTheFirstOfItsWriteBacksHasLeft) {
  boot(2);
  put(2, kEims, 7);
  put(2, kIvar, 0x8180);
  agenda.advance(kMicrosecond);
  all.queue_cause(InterruptUnit::kTxEntry + 6, kMicrosecond + 1'000);
  all.queue_cause(InterruptUnit::kTxEntry + 6, kMicrosecond + 50'000);
  agenda.advance(kMicrosecond + 4'000);
  EXPECT_EQ(get(2, kEics), 2u);
}

// Causes that write-backs of several functions will raise, while the functions have something to do now.
TEST_F(Virtual, FunctionsFireAtTheTimesOfTheirOwnCauses) {
  for (const unsigned n : {1u, 2u, 3u}) {
    boot(n);
    put(n, kEims, 1);
    put(n, kIvar, 0x80);
  }
  agenda.advance(kMicrosecond);
  all.queue_cause(4, kMicrosecond + 40'000);
  all.queue_cause(6, kMicrosecond + 100'000);
  put(1, kEics, 1);
  agenda.advance(kMicrosecond + 4'000);
  EXPECT_EQ(all.msix(1).messages(0), 1u);
  agenda.advance(kMicrosecond + 44'000 - 1);
  EXPECT_EQ(all.msix(2).messages(0), 0u);
  agenda.advance(kMicrosecond + 44'000);
  EXPECT_EQ(all.msix(2).messages(0), 1u);
  agenda.advance(kMicrosecond + 104'000 - 1);
  EXPECT_EQ(all.msix(3).messages(0), 0u);
  agenda.advance(kMicrosecond + 104'000);
  EXPECT_EQ(all.msix(3).messages(0), 1u);
}

// A debugger that looks at VTEICR clears nothing.
TEST_F(Virtual, AnUnmaskedCauseFiresAtTheNextDmaClock) {
  boot(2);
  put(2, kEics, 2);
  agenda.advance(kMicrosecond);
  EXPECT_EQ(all.msix(2).messages(1), 0u);
  for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(all.peek(2, 0, kEicr), 2u);
  put(2, kEims, 2);
  agenda.advance(kMicrosecond + 4'000 - 1);
  EXPECT_EQ(all.msix(2).messages(1), 0u);
  agenda.advance(kMicrosecond + 4'000);
  EXPECT_EQ(all.msix(2).messages(1), 1u);
  EXPECT_EQ(get(2, kEicr), 2u);
  EXPECT_EQ(all.peek(2, 0, kEicr), 0u);
}

TEST_F(Virtual, MaskedVectorsPendUntilTheTableOpens) {
  boot(2);
  put(2, kEims, 7);
  put(2, 16 + 12, 1, 3);
  put(2, kEics, 3);
  EXPECT_EQ(messages(), Data{20});
  EXPECT_EQ(get(2, 0x2000, 3), 2u);
  config(2, 0x70, 0xc0000000);
  put(2, 16 + 12, 0, 3);
  put(2, kEics, 1);
  EXPECT_EQ(messages(), Data());
  EXPECT_EQ(get(2, 0x2000, 3), 3u);
  config(2, 0x70, 0x80000000);
  EXPECT_EQ(messages(), (Data{20, 21}));
  config(2, 0x04, 0);
  put(2, kEics, 1);
  EXPECT_EQ(messages(), Data()) << "no bus master";
  config(2, 0x70, 0);
  config(2, 0x04, 4);
  EXPECT_EQ(messages(), Data()) << "MSI-X is off";
  config(2, 0x70, 0x80000000);
  EXPECT_EQ(messages(), Data{20});
  for (unsigned k = 0; k < 3; ++k) {
    put(2, 32 + 4 * k, 0x11111110 * (k + 1), 3);
    EXPECT_EQ(get(2, 32 + 4 * k, 3), 0x11111110 * (k + 1));
  }
  EXPECT_EQ(get(2, 32 + 12, 3), 0u);
  EXPECT_EQ(get(3, 32 + 12, 3), 1u) << "each its own";
}

TEST_F(Virtual, TheMailboxNotifiesThePhysicalFunction) {
  for (const unsigned n : {0u, 15u, 16u, 31u, 32u, 35u}) {
    const unsigned before = mailbox_causes;
    put(n, kMailbox, 1);
    EXPECT_EQ(mailbox_causes, before) << "PFMBIMR is clear";
    physical(Reg::PFMBIMR, n / 32, 1u << (n % 32));
    put(n, kMailbox, 0);
    EXPECT_EQ(mailbox_causes, before);
    put(n, kMailbox, 1);
    EXPECT_EQ(mailbox_causes, before + 1);
    put(n, kMailbox, 2);
    EXPECT_EQ(mailbox_causes, before + 2);
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(physical(Reg::PFMBICR, i), i == n / 16 ? 0x10001u << (n % 16) : 0u) << n;
    physical(Reg::PFMBICR, n / 16, 1u << (n % 16));
    EXPECT_EQ(physical(Reg::PFMBICR, n / 16), 0x10000u << (n % 16));
    physical(Reg::PFMBICR, n / 16, 0x10000u << (n % 16));
    EXPECT_EQ(physical(Reg::PFMBICR, n / 16), 0u);
    physical(Reg::PFMBIMR, n / 32, 0);
    put(n, kMemory + 4 * 15, 0xabc00 + n);
    EXPECT_EQ(file.get(Reg::PFMBMEM, 16 * n + 15), 0xabc00 + n);
    EXPECT_EQ(get(n, kMemory + 4 * 15), 0xabc00 + n);
    EXPECT_EQ(get(n, kMemory), 0u);
  }
}

TEST_F(Virtual, ThePhysicalFunctionAnswersAndInterrupts) {
  boot(2);
  put(2, kEims, 7);
  const struct {
    std::uint32_t allocation, write, bits;
    bool fires;
  } cases[] = {{0x82, 1, 0x10, true}, {0x82, 2, 0x20, true},  {0x02, 1, 0x10, false}, {0x83, 1, 0x10, false},
               {0x80, 3, 0x30, true}, {0x82, 8, 0x08, false}, {0x82, 0, 0x00, false}};
  for (const auto& c : cases) {
    put(2, kIvarMisc, c.allocation);
    physical(Reg::PFMAILBOX, 2, c.write);
    EXPECT_EQ(messages(), c.fires ? Data{20 + (c.allocation & 3)} : Data()) << c.write;
    EXPECT_EQ(get(2, kMailbox), c.bits);
    EXPECT_EQ(get(2, kMailbox) & 0x30, 0u) << "cleared by reading";
    EXPECT_EQ(get(1, kMailbox), 0u);
    EXPECT_EQ(physical(Reg::PFMAILBOX, 2), c.bits & 8);
  }
  // To one that is not there only the buffer's holder is said.
  physical(Reg::PFMAILBOX, 38, 0x9);
  EXPECT_EQ(all.registers(38).get(Reg::VFMAILBOX), 8u);
}

TEST_F(Virtual, TheBufferHasOneHolder) {
  constexpr std::uint32_t kVfu = 4, kPfu = 8, kTake = 0x10;
  put(2, kMailbox, kVfu);
  put(2, kMailbox, kVfu);
  EXPECT_EQ(physical(Reg::PFMAILBOX, 2), kVfu);
  physical(Reg::PFMAILBOX, 2, kPfu);
  EXPECT_EQ(physical(Reg::PFMAILBOX, 2), kVfu);
  physical(Reg::PFMAILBOX, 2, kTake | kPfu);
  EXPECT_EQ(physical(Reg::PFMAILBOX, 2), kPfu) << "taken from the function";
  put(2, kMailbox, kVfu);
  EXPECT_EQ(get(2, kMailbox), kPfu);
  physical(Reg::PFMAILBOX, 2, kPfu);
  EXPECT_EQ(get(2, kMailbox), kPfu) << "kept";
  physical(Reg::PFMAILBOX, 2, 0);
  put(2, kMailbox, kVfu);
  EXPECT_EQ(get(2, kMailbox), kVfu);
  put(2, kMailbox, 0);
  EXPECT_EQ(get(2, kMailbox), 0u);
}

TEST_F(Virtual, ConfigurationWritesTakeTheBytesThatAreEnabled) {
  const auto command = [&](std::uint32_t value, std::uint8_t bytes) {
    HostAccess a;
    a.offset = 0x04;
    a.is_write = true;
    a.value = value;
    a.byte_enables = bytes;
    std::uint32_t none = 0;
    EXPECT_TRUE(all.config_access(7, a, none, agenda.now()));
  };
  command(~0u, 0xe);
  EXPECT_FALSE(all.may_master(7));
  command(~0u, 0x1);
  EXPECT_TRUE(all.may_master(7));
  command(0, 0xe);
  EXPECT_TRUE(all.may_master(7));
  HostAccess a;
  a.offset = 0x04;
  std::uint32_t value = 0;
  EXPECT_TRUE(all.config_access(7, a, value, agenda.now()));
  EXPECT_EQ(value & 0xffff, 4u);
  EXPECT_EQ(all.config_peek(7, 0x04) & 0xffff, 4u);
}

// Each ring register, with its reset value from the facts of a virtual function, and header split.
std::map<std::pair<Reg, unsigned>, std::uint32_t> reset_writes(unsigned n) {
  std::map<std::pair<Reg, unsigned>, std::uint32_t> expected = {{{Reg::PSRTYPE, n}, 0}};
  for (unsigned q = 2 * n; q < 2 * n + 2; ++q) {
    for (const Reg reg : {Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, Reg::RDH, Reg::RDT}) expected[{reg, q}] = 0;
    expected[{Reg::DCA_RXCTRL, q}] = 0xa200;
    expected[{Reg::SRRCTL, q}] = 0x402;
    expected[{Reg::RXDCTL, q}] = 0x10000;
  }
  for (unsigned q = 3 * n; q < 3 * n + 3; ++q) {
    for (const Reg reg :
         {Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TDH, Reg::TDT, Reg::TXDCTL, Reg::TDWBAL, Reg::TDWBAH})
      expected[{reg, q}] = 0;
    expected[{Reg::DCA_TXCTRL, q}] = 0x2a00;
  }
  return expected;
}

TEST_F(Virtual, AResetClearsTheFunctionAndItsRings) {
  for (const unsigned n : {4u, 33u}) {
    for (const bool function_level : {false, true}) {
      boot(n);
      put(n, kEims, 7);
      put(n, kEics, 0);
      put(n, kIvar, 0x8180);
      put(n, kMemory, 0x77);
      physical(Reg::PFMAILBOX, n, 8);
      put(n, 16 + 12, 1, 3);
      put(n, kEics, 2);
      messages();
      for (unsigned q = 0; q < 2; ++q) {
        for (const Reg reg : {Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, Reg::RDT, Reg::RXDCTL, Reg::SRRCTL})
          file.set(reg, 2 * n + q, 0x02010480);
      }
      for (unsigned q = 0; q < 3; ++q) {
        for (const Reg reg : {Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TDT, Reg::TXDCTL, Reg::TDWBAL})
          file.set(reg, 3 * n + q, 0x02010480);
      }
      file.set(Reg::RDT, 2 * n - 1, 5);
      file.set(Reg::RDT, 2 * n + 2, 6);
      file.set(Reg::TDT, 3 * n - 1, 7);
      file.set(Reg::TDT, 3 * n + 3, 8);
      const std::uint32_t cleared[] = {kEiac, kEiam, kIvar + 12, kIvarMisc, kEitr, kEitr + 4, kEitr + 8};
      for (const std::uint32_t offset : cleared) {
        put(n, offset, 0x8b);
        ASSERT_NE(get(n, offset), 0u) << offset;
      }
      mailbox_causes = mastering_changes = 0;
      writes.clear();
      if (function_level) {
        config(n, 0xa8, 0x8000);
      } else {
        put(n, kCtrl, 1u << 26);
      }
      EXPECT_EQ(mailbox_causes, 1u);
      EXPECT_EQ(mastering_changes, function_level ? 1u : 0u) << "the one clears its configuration space";
      EXPECT_EQ(writes, reset_writes(n));
      EXPECT_EQ(physical(Reg::VFLRE, n / 32), 1u << (n % 32));
      EXPECT_EQ(physical(Reg::VFLREC, n / 32), 1u << (n % 32)) << "reads as VFLRE";
      EXPECT_EQ(physical(Reg::VFLRE, 1 - n / 32), 0u);
      physical(Reg::VFLREC, n / 32, ~(1u << (n % 32)));
      EXPECT_EQ(physical(Reg::VFLRE, n / 32), 1u << (n % 32));
      physical(Reg::VFLREC, n / 32, 1u << (n % 32));
      EXPECT_EQ(physical(Reg::VFLRE, n / 32), 0u);
      for (unsigned q = 0; q < 2; ++q) {
        for (const Reg reg : {Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, Reg::RDT})
          EXPECT_EQ(file.get(reg, 2 * n + q), 0u);
        EXPECT_EQ(file.get(Reg::RXDCTL, 2 * n + q) & kEnable, 0u);
      }
      for (unsigned q = 0; q < 3; ++q) {
        for (const Reg reg : {Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TDT, Reg::TDWBAL})
          EXPECT_EQ(file.get(reg, 3 * n + q), 0u);
        EXPECT_EQ(file.get(Reg::TXDCTL, 3 * n + q) & kEnable, 0u);
      }
      EXPECT_EQ(file.get(Reg::RDT, 2 * n - 1), 5u);
      EXPECT_EQ(file.get(Reg::RDT, 2 * n + 2), 6u);
      EXPECT_EQ(file.get(Reg::TDT, 3 * n - 1), 7u);
      EXPECT_EQ(file.get(Reg::TDT, 3 * n + 3), 8u);
      EXPECT_EQ(get(n, kEims), 0u);
      EXPECT_EQ(get(n, kEics), 0u);
      EXPECT_EQ(get(n, kIvar), 0u);
      for (const std::uint32_t offset : cleared) EXPECT_EQ(get(n, offset), 0u) << offset;
      EXPECT_EQ(get(n, kMailbox), 8u) << "the physical function still holds the buffer";
      EXPECT_EQ(all.may_master(n), !function_level) << "the configuration space is kept by VFCTRL.RST";
      EXPECT_EQ(get(n, 16 + 12, 3), 1u);
      EXPECT_EQ(get(n, 8, 3), function_level ? 0u : 10 * n) << "and so is the MSI-X table";
      EXPECT_EQ(get(n, 0x2000, 3), function_level ? 0u : 2u);
      // Causes of before are forgotten.
      boot(n);
      put(n, kEims, 7);
      EXPECT_EQ(messages(), function_level ? Data() : Data{10 * n + 1})
          << "the pending bit of the table is kept";
      physical(Reg::PFMAILBOX, n, 0);
    }
  }
}

TEST_F(Virtual, AResetForgetsACauseThatWaitsForItsMask) {
  boot(2);
  put(2, kEics, 2);
  EXPECT_EQ(messages(), Data()) << "masked";
  put(2, kCtrl, 1u << 26);
  put(2, kEims, 7);
  EXPECT_EQ(messages(), Data());
  EXPECT_EQ(get(2, kEicr), 0u);
}

// Nor does the cause of a write-back of just before come into VTEICR.
TEST_F(Virtual, AResetForgetsACauseThatIsStillToCome) {
  boot(2);
  put(2, kEims, 7);
  put(2, kIvar, 0x8180);
  all.queue_cause(4, agenda.now());
  all.queue_cause(InterruptUnit::kTxEntry + 6, agenda.now() + 500 * kNanosecond);
  put(2, kCtrl, 1u << 26);
  put(2, kEims, 7);
  EXPECT_EQ(messages(), Data());
  EXPECT_EQ(get(2, kEicr), 0u);
}

// The function lets the buffer go; a reset of the port that is under way, or has ended, is still to see.
TEST_F(Virtual, AResetReleasesTheBufferAndKeepsTheResetOfThePort) {
  constexpr std::uint32_t kVfu = 4, kPfu = 8, kRsti = 0x40, kRstd = 0x80;
  put(3, kMailbox, kVfu);
  put(3, kCtrl, ~(1u << 26));  // no reset
  EXPECT_EQ(physical(Reg::PFMAILBOX, 3), kVfu);
  put(3, kCtrl, 1u << 26);
  physical(Reg::PFMAILBOX, 3, kPfu);
  EXPECT_EQ(physical(Reg::PFMAILBOX, 3), kPfu);
  EXPECT_EQ(get(3, kMailbox), kPfu);
  all.physical_reset(agenda.now());
  put(3, kCtrl, 1u << 26);
  EXPECT_EQ(get(3, kMailbox), kRsti);
  all.physical_reset_done();
  put(3, kCtrl, 1u << 26);
  EXPECT_EQ(get(3, kMailbox), kRstd);
}

TEST_F(Virtual, OpenThrottlesAfterAReset) {
  boot(2);
  put(2, kEims, 1);
  put(2, kEitr, 0xff8);
  put(2, kEics, 1);
  EXPECT_EQ(messages(), Data{20});
  put(2, kCtrl, 1u << 26);
  put(2, kEims, 1);
  put(2, kEics, 1);
  EXPECT_EQ(messages(), Data{20}) << "1 ms would have been to wait";
}

TEST_F(Virtual, ThePhysicalResetIsSaidInTheMailbox) {
  put(2, kEims, 7);
  put(2, kMailbox, 3);
  put(35, kMailbox, 3);
  for (const unsigned n : {4u, 33u}) put(n, kCtrl, 1u << 26);
  put(5, kMailbox, 4);
  physical(Reg::PFMAILBOX, 3, 8);
  all.physical_reset(agenda.now());
  EXPECT_EQ(get(2, kEims), 0u);
  EXPECT_EQ(get(3, kMailbox), 0x40u) << "the physical function holds no buffer any more";
  EXPECT_EQ(physical(Reg::PFMAILBOX, 5), 0u) << "nor does a virtual one";
  EXPECT_EQ(get(35, kMailbox), 0x40u);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(physical(Reg::PFMBICR, i), 0u) << i;
  for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(physical(Reg::VFLRE, i), 0u) << i;
  EXPECT_EQ(all.registers(36).get(Reg::VFMAILBOX), 0u) << "not there";
  all.physical_reset_done();
  EXPECT_EQ(get(3, kMailbox), 0x80u);
  EXPECT_EQ(get(35, kMailbox), 0x80u);
  EXPECT_EQ(get(3, kMailbox), 0u);
  all.physical_reset_done();
  EXPECT_EQ(get(3, kMailbox), 0u) << "none was under way";
}

// The next owner of a virtual function does not inherit what the last one has asked for.
TEST_F(Virtual, RequestsGoWithTheirFunction) {
  const auto requests = [&] { return std::pair(physical(Reg::PFMBICR, 0), physical(Reg::PFMBICR, 1)); };
  for (const unsigned n : {14u, 15u, 16u, 31u}) put(n, kMailbox, 3);
  EXPECT_EQ(requests(), std::pair(0xc000'c000u, 0x8001'8001u));
  all.set_active(25, true, agenda.now());
  EXPECT_EQ(requests(), std::pair(0xc000'c000u, 0x0001'0001u));
  all.set_active(36, true, agenda.now());
  EXPECT_EQ(requests(), std::pair(0xc000'c000u, 0x0001'0001u));
  put(16, kCtrl, 1u << 26);
  EXPECT_EQ(requests(), std::pair(0xc000'c000u, 0u));
  config(15, 0xa8, 0x8000);  // function-level reset
  EXPECT_EQ(requests(), std::pair(0x4000'4000u, 0u));
  put(15, kMailbox, 1);
  EXPECT_EQ(requests(), std::pair(0x4000'c000u, 0u)) << "a request after the reset counts";
}

TEST_F(Virtual, ThoseThatComeAreFreshAndThoseThatStayAreLeftAlone) {
  for (const unsigned n : {20u, 30u}) {
    boot(n);
    put(n, kEims, 7);
  }
  all.set_active(25, true, agenda.now());
  EXPECT_EQ(all.active(), 25u);
  EXPECT_EQ(mastering_changes, 3u) << "two had been turned on";
  EXPECT_EQ(get(20, kEims), 7u);
  all.set_active(25, true, agenda.now());
  EXPECT_EQ(mastering_changes, 3u);
  all.set_active(36, true, agenda.now());
  EXPECT_EQ(mastering_changes, 4u);
  EXPECT_EQ(get(30, kEims), 0u);
  EXPECT_FALSE(all.may_master(30));
  EXPECT_TRUE(all.may_master(20));
  EXPECT_EQ(get(30, 12, 3), 1u);
  EXPECT_EQ(get(30, 8, 3), 0u);
  for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(physical(Reg::VFLRE, i), 0u) << "that is no reset to report";
  EXPECT_EQ(get(30, kMailbox), 0u);
  // A function hears nothing of a reset of the port that was before it came.
  const auto go_and_come = [&] {
    all.set_active(25, true, agenda.now());
    all.set_active(36, true, agenda.now());
  };
  all.physical_reset(agenda.now());
  go_and_come();
  EXPECT_EQ(get(30, kMailbox), 0u);
  EXPECT_EQ(get(24, kMailbox), 0x40u);
  all.physical_reset(agenda.now());
  all.physical_reset_done();
  go_and_come();
  EXPECT_EQ(get(30, kMailbox), 0u);
  EXPECT_EQ(get(24, kMailbox), 0x80u);
}

TEST_F(Virtual, FramesCountForTheOwnerOfTheRing) {
  const std::uint8_t unicast[6] = {2}, multicast[6] = {1},
                     broadcast[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  const auto counters = [&](unsigned n) {
    return std::vector<std::uint32_t>{get(n, 0x101c), get(n, 0x1020), get(n, 0x1034), get(n, 0x201c),
                                      get(n, 0x2020)};
  };
  all.received(9, 100, unicast);
  all.received(8, 50, multicast);
  all.received(9, 7, broadcast);
  all.sent(14, 33);
  EXPECT_EQ(counters(4), (std::vector<std::uint32_t>{3, 157, 1, 1, 33}));
  EXPECT_EQ(counters(4), (std::vector<std::uint32_t>{3, 157, 1, 1, 33})) << "reading clears nothing";
  EXPECT_EQ(counters(3), (std::vector<std::uint32_t>{0, 0, 0, 0, 0}));
  EXPECT_EQ(counters(5), (std::vector<std::uint32_t>{0, 0, 0, 0, 0}));
  all.sent(15, 1);
  EXPECT_EQ(get(5, 0x201c), 1u);
  all.received(2 * 36, 1, unicast);  // a pool of the physical function
  for (unsigned n = 0; n < 36; ++n) EXPECT_EQ(get(n, 0x101c), n == 4 ? 3u : 0u);
  all.set_active(0, true, 0);
  all.received(0, 1, unicast);
  all.sent(0, 1);
  all.set_active(36, true, 0);
  EXPECT_EQ(get(0, 0x101c) + get(0, 0x201c), 0u);
}

}  // namespace
}  // namespace ixsim::test
