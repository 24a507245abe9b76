// Every register of the whole device against the register facts, by accesses over the link: its value after
// power-on, CTRL.RST and a function reset, and its behaviour for a write and a read. Registers that report a
// state instead of the written value are listed here with the reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <sstream>

#include "core_bench.h"
#include "register_facts.h"

namespace ixsim::bench {
namespace {

struct Device : CoreBench {
  explicit Device(RegisterSet which)
      : CoreBench(two_ports(which), BusSettings(), 1), set(which), profile(profile_of(which)) {
    run_until(10 * kMicrosecond);
  }
  static DeviceProfile profile_of(RegisterSet which) {
    if (which == RegisterSet::k82599) return device_profile("82599");
    if (which == RegisterSet::k82598) return device_profile("82598");
    DeviceProfile largest = custom_profile(PoolRules::k82598);
    largest.rx_queues = largest.most_rx_queues;
    largest.tx_queues = largest.most_tx_queues;
    largest.pools = largest.most_pools;
    largest.addresses = largest.most_addresses;
    return largest;
  }
  static ControllerConfig two_ports(RegisterSet which) {
    ControllerConfig config;
    config.profile = profile_of(which);
    config.ports.assign(2, PortConfig());
    return config;
  }
  const RegisterSet set;
  const DeviceProfile profile;
  unsigned bar(const Fact& fact) const { return fact.space == RegisterSpace::kBar3 ? profile.msix_bar : 0; }
  std::uint32_t value(Reg reg, unsigned index = 0) {
    return read(offset_of(set, reg, index),
                info(set, reg).space == RegisterSpace::kBar3 ? profile.msix_bar : 0, 0);
  }
  const std::vector<Fact>& facts() const { return ixsim::test::facts(set); }
  std::uint32_t get(const Fact& fact, unsigned index) { return read(fact.at(index), bar(fact), 0); }
  void put(const Fact& fact, unsigned index, std::uint32_t value) {
    write_now(fact.at(index), value, bar(fact));
    run_until(now() + kWriteTime);
  }
};

// Differences from the fact, with the reason.
std::uint32_t expected(RegisterSet set, const Fact& fact, unsigned index) {
  std::map<std::string, std::uint32_t> shown = {
      {"STATUS", 0x00080080},  // the link is up
      {"LINKS", 0x6043ef00},   // ... at 10 Gb/s, four lanes in step
  };
  if (set == RegisterSet::k82599) {
    shown["LINKS"] = 0x7043ef00;
    shown["AUTOC"] = 0xC0006000;   // the EEPROM's: 10 Gb/s serial
    shown["AUTOC2"] = 0x00020000;  // ... by SFI
    shown["ESDP"] = 0x4;           // there is a module
  }
  if (fact.name == "RAL" && index == 0) return 0x00211b00;  // the EEPROM's MAC address
  if (fact.name == "RAH" && index == 0) return 0x80000100;
  const auto found = shown.find(fact.name);
  return found != shown.end() ? found->second : fact.reset;
}

// The time since the reset is never the same.
const std::set<std::string> kClocks = {"FRTIMER"};
// State that CTRL.RST keeps: the semaphores that the ports share, the analog part, the MSI-X table.
const std::set<std::string> kKept = {"SWSM", "GSSR", "ATLASCTL"};

std::string difference(const Fact& fact, unsigned index, std::uint32_t found, std::uint32_t wanted) {
  std::ostringstream text;
  text << fact.name << '[' << index << "]: " << std::hex << found << ", not " << wanted;
  return text.str();
}

// Writes every register that software can write.
void scribble(Device& device) {
  for (const Fact& fact : device.facts()) {
    if (fact.name == "CTRL") continue;
    for (unsigned i = 0; i < fact.entries(); ++i) device.put(fact, i, 0xffffffff);
  }
  for (const Fact& fact : device.facts()) {
    if (fact.name == "CTRL") continue;
    for (unsigned i = 0; i < fact.entries(); ++i) device.put(fact, i, 0xa5a5a5a5 ^ fact.at(i) * 0x01010101u);
  }
}

void all_hold_their_reset_values(Device& device, bool keeps) {
  for (const Fact& fact : device.facts()) {
    if (kClocks.count(fact.name) != 0) continue;
    if (keeps && (kKept.count(fact.name) != 0 || fact.space == RegisterSpace::kBar3)) continue;
    for (unsigned i = 0; i < fact.entries(); ++i) {
      EXPECT_EQ(device.get(fact, i), expected(device.set, fact, i)) << fact.name << '[' << i << ']';
    }
  }
}

class RegisterWalk : public testing::TestWithParam<RegisterSet> {};
INSTANTIATE_TEST_SUITE_P(Devices, RegisterWalk,
                         testing::Values(RegisterSet::k82598, RegisterSet::kCustom82598, RegisterSet::k82599),
                         [](const auto& set) { return name_of(set.param); });

TEST_P(RegisterWalk, AfterPowerOn) {
  Device device(GetParam());
  all_hold_their_reset_values(device, false);
}

TEST_P(RegisterWalk, AfterCtrlRst) {
  Device device(GetParam());
  scribble(device);
  const std::uint32_t table = device.value(Reg::MSIXTADD, 5);
  const std::uint32_t semaphores = device.value(Reg::GSSR);
  device.write(Reg::CTRL, 0, 1u << 26);
  device.run_until(device.now() + 50 * kMicrosecond);
  // The link went and came.
  EXPECT_EQ(device.value(Reg::EICR), 1u << 20 | 1u << 31);
  all_hold_their_reset_values(device, true);
  EXPECT_NE(table, 0u);
  EXPECT_EQ(device.value(Reg::MSIXTADD, 5), table);
  EXPECT_NE(semaphores, 0u);
  EXPECT_EQ(device.value(Reg::GSSR), semaphores);
}

TEST_P(RegisterWalk, AfterAFunctionReset) {
  Device device(GetParam());
  scribble(device);
  device.write(Reg::SWSM, 0, 0);
  device.write(Reg::GSSR, 0, 0);
  device.config_write(0xa8, 0xa810);  // FLR
  EXPECT_EQ(device.value(Reg::STATUS), 0xffffffffu) << "memory space is closed";
  device.config_write(0x04, 6);
  device.run_until(device.now() + 50 * kMicrosecond);
  EXPECT_EQ(device.value(Reg::EICR), 1u << 20 | 1u << 31);
  all_hold_their_reset_values(device, false);
}

// Registers whose write or read does something that shows elsewhere or depends on more than the value: each
// has its own test of behaviour.
const std::set<std::string> kBehave = {
    "CTRL", "STATUS", "LINKS", "FRTIMER", "EEC", "EERD", "MSCA", "MSRWD", "SWSM", "ESDP", "AUTOC", "EICR",
    "EICS", "EIMS", "EIMC", "EITR", "GPIE", "ATLASCTL", "RXDCTL", "TXDCTL", "TCPTIMER", "MSIXPBA", "PBACL",
    "MLFC", "PCS1GLCTL", "FWSM", "EEWR",
    // Windows, commands, clocks and lines of the 82599.
    "QDE", "I2CCTL", "FDIRCTRL", "FDIRCMD", "FDIRFREE", "SYSTIML", "SYSTIMH", "SECRXCTRL", "SECTXCTRL",
    // For the 82599: masks that are two views of one, mailboxes.
    "EIAM", "EIAM_EX", "EICS_EX", "EIMS_EX", "EIMC_EX", "PFMAILBOX", "VFLRE", "VFLREC", "PFMBICR"};

TEST_P(RegisterWalk, EveryPlainRegisterAnswersByItsKind) {
  unsigned walked = 0;
  for (const std::uint32_t pattern : {0xffffffffu, 0u, 0x5a5a5a5au, 0xa5a5a5a5u}) {
    Device device(GetParam());
    for (const Fact& fact : device.facts()) {
      if (kBehave.count(fact.name) != 0) continue;
      for (unsigned i = 0; i < fact.entries(); ++i) {
        const std::uint32_t before = device.get(fact, i);
        device.put(fact, i, pattern);
        // The read that took `before` may have changed it.
        const std::uint32_t want = after_write(fact, i, after_read(fact, i, before), pattern);
        ASSERT_EQ(device.get(fact, i), want)
            << fact.name << '[' << i << "] after a write of " << std::hex << pattern
            << "; a register whose reads return other than its facts say is named in kBehave";
        device.put(fact, i, fact.reset);
        ++walked;
      }
    }
  }
  EXPECT_GT(walked, 4 * 2'500u);
}

// For those, the bits that only keep what is written, or 0.
const std::map<std::string, std::uint32_t> kPlainBits = {
    {"CTRL", 0x00000004},                                                         // GIO_DIS
    {"ESDP", 0x0003ff00},                                                         // directions, native modes
    {"TCPTIMER", 0x00000aff},                                                     // duration, count, loop
    {"EEC", 0x00000437},                                                          // pins, flash, address size
    {"EERD", 0x0000fffc},                                                         // address
    {"EIAM", 0x0000ffff},     {"GPIE", 0xC000ffff},      {"RXDCTL", 0x007f7f7f},  // thresholds
    {"TXDCTL", 0x007f7f7f},   {"PCS1GLCTL", 0x00050061}, {"MSCA", 0xBfffffff},    // all but the command
    {"MSRWD", 0x0000ffff},    {"AUTOC", 0xffffefff},                              // all but AN_RESTART
    {"SWSM", 0x00000006},
};

// On the live device: whatever else they do, bits that do not exist read 0.
TEST_P(RegisterWalk, ReservedBitsOfTheOthersReadZeroAndPlainOnesAreKept) {
  unsigned walked = 0, kept = 0;
  for (const std::uint32_t pattern : {0xffffffffu, 0u, 0x5a5a5a5au, 0xa5a5a5a5u}) {
    for (const Fact& fact : facts(GetParam())) {
      if (kBehave.count(fact.name) == 0) continue;
      Device device(GetParam());
      const auto found = kPlainBits.find(fact.name);
      std::uint32_t plain = (found == kPlainBits.end() ? 0 : found->second) & fact.mask();
      // The interval; the counter counts.
      if (fact.name == "EITR") plain = is_of_82598(GetParam()) ? 0xffff : 0xff8;
      for (unsigned i = 0; i < fact.entries(); ++i) {
        device.put(fact, i, pattern);
        // A reset of the device takes a while.
        if (fact.name == "CTRL") device.run_until(device.now() + 50 * kMicrosecond);
        const bool reset = fact.name == "CTRL" && (pattern & 0x04000008) != 0;
        const std::uint32_t value = device.get(fact, i);
        ASSERT_EQ(value & ~fact.mask(), 0u) << fact.name << '[' << i << "] after " << std::hex << pattern;
        ASSERT_EQ(value & plain, reset ? 0 : pattern & plain)
            << fact.name << '[' << i << "] after " << std::hex << pattern;
        if (plain != 0) ++kept;
        ++walked;
      }
    }
  }
  EXPECT_GT(walked, 4 * 130u);
  EXPECT_GT(kept, 4 * 120u);
}

// The counter's half of EITR shows what is left of what was written to it, unless there is no interval.
TEST_P(RegisterWalk, EveryEitrCountsDownFromWhatIsWritten) {
  Device device(GetParam());
  const bool older = is_of_82598(GetParam());
  const unsigned place = older ? 16 : 21;
  const std::uint32_t field = older ? 0xffff : 0x7f;
  const std::uint32_t interval = older ? 0x190 : 0x190 << 3;
  unsigned walked = 0;
  for (const Fact& fact : facts(GetParam())) {
    if (fact.name != "EITR") continue;
    // On the 82599 those from 64 on belong to virtual functions, and are storage here.
    for (unsigned i = 0; i < std::min(fact.entries(), 64u); ++i) {
      for (const std::uint32_t counter : {0x55u, 0x2au, 0x7fu}) {
        device.put(fact, i, counter << place | interval);
        const Time written = device.now();
        const std::uint32_t first = device.get(fact, i);
        ASSERT_LE(counter - (first >> place & field), 1u) << i;
        device.run_until(written + 20 * 2'048 * kNanosecond);
        const std::uint32_t passed = older ? 160 : 20;
        const std::uint32_t want = counter > passed ? counter - passed : 0;
        const std::uint32_t later = device.get(fact, i) >> place & field;
        ASSERT_LE(want - std::min(want, later), 1u) << i << ": " << later;
        ASSERT_LE(later, want) << i;
        device.put(fact, i, counter << place);
        ASSERT_EQ(device.get(fact, i), 0u) << i;
        ++walked;
      }
    }
  }
  EXPECT_EQ(walked, 3 * (older ? 20u : 64u));
}

// --- A virtual function, behind its routing identifier.

constexpr unsigned kFunction = 5;
constexpr unsigned kId = 128 + 2 * kFunction;
constexpr std::uint32_t kVirtualCtrl = 0, kVirtualCauseSet = 0x104, kVirtualMailbox = 0x2fc;

// A register broken on purpose: what the walk must see.
struct Tamper {
  enum class How { kReset, kReserved, kStuck };
  std::string name;
  How how = How::kReset;
  std::uint32_t bit = 0;
  bool set = false;  // of kReserved: as written last
  std::uint32_t read(const Fact& fact, std::uint32_t value) const {
    if (fact.name != name) return value;
    if (how == How::kReset) return value ^ bit;
    if (how == How::kReserved) return set ? value | bit : value;
    return (value & ~bit) | (fact.reset & bit);
  }
  void written(const Fact& fact, std::uint32_t value) {
    if (fact.name == name) set = (value & bit) != 0;
  }
};

struct VirtualDevice : Device {
  // Pools of as many rings as there are in the window: eight of receive, of transmit these or four.
  explicit VirtualDevice(unsigned rings = 4, const Tamper& broken = {})
      : Device(RegisterSet::k82599), tx_rings(rings), tamper(broken) {
    pools();
    config_write(0x170, 8);
    config_write(0x168, 9);
    begin();
  }
  void pools() {
    write_now(offset_of(set, Reg::MRQC), 0xc);
    write_now(offset_of(set, Reg::MTQC), tx_rings == 8 ? 0xf : 0xa);
  }
  void begin() {
    config_write(0x04, 4, kId);
    config_write(0x70, 0, kId);  // messages stay in the table
  }
  const std::vector<Fact>& facts() const { return ixsim::test::facts(RegisterSet::k82599Vf); }
  static unsigned bar(const Fact& fact) { return fact.space == RegisterSpace::kBar3 ? 3 : 0; }
  std::uint32_t get(const Fact& fact, unsigned index) {
    return tamper.read(fact, read(fact.at(index), bar(fact), kId));
  }
  void put(const Fact& fact, unsigned index, std::uint32_t value) {
    write_now(fact.at(index), value, bar(fact), kId);
    run_until(now() + kWriteTime);
    tamper.written(fact, value);
  }
  void put(std::uint32_t offset, std::uint32_t value) {
    write_now(offset, value, 0, kId);
    run_until(now() + kWriteTime);
  }
  // Rings that the pool does not have read 0 and take nothing.
  bool there(const Fact& fact, unsigned index) const {
    return fact.offset < 0x2000 || fact.offset >= 0x3000 || index < tx_rings;
  }
  void scribble() {
    for (const std::uint32_t pattern : {0xffffffffu, 0x5a5a5a5au}) {
      for (const Fact& fact : facts()) {
        if (fact.name == "VFCTRL") continue;
        for (unsigned i = 0; i < fact.entries(); ++i) put(fact, i, pattern);
      }
    }
  }
  // Registers that do not read as after a reset.
  std::vector<std::string> wrong_resets(const std::set<std::string>& except = {}) {
    const std::map<std::string, std::uint32_t> shown = {{"VFSTATUS", 0x80}, {"VFLINKS", 0x7043ef00}};
    std::vector<std::string> wrong;
    for (const Fact& fact : facts()) {
      if (fact.name == "VFFRTIMER" || except.count(fact.name) != 0) continue;
      const auto found = shown.find(fact.name);
      for (unsigned i = 0; i < fact.entries(); ++i) {
        const std::uint32_t want = found != shown.end() ? found->second : there(fact, i) ? fact.reset : 0;
        const std::uint32_t value = get(fact, i);
        if (value != want) wrong.push_back(difference(fact, i, value, want));
      }
    }
    return wrong;
  }
  void all_hold_their_reset_values(const std::set<std::string>& except = {}) {
    EXPECT_THAT(wrong_resets(except), testing::IsEmpty());
  }
  // Registers that do not answer a write of `pattern` by their kind. The mailbox, and causes that become
  // messages, have tests of behaviour: of them only the bits that do not exist.
  std::vector<std::string> wrong_answers(std::uint32_t pattern) {
    static const std::set<std::string> kVirtualBehave = {"VFCTRL",   "VFSTATUS", "VFLINKS",  "VFFRTIMER",
                                                         "VFRXDCTL", "VFTXDCTL", "VFMAILBOX"};
    std::vector<std::string> wrong;
    for (const Fact& fact : facts()) {
      for (unsigned i = 0; i < fact.entries(); ++i) {
        const std::uint32_t before = get(fact, i);
        put(fact, i, pattern);
        std::uint32_t want = there(fact, i) ? after_write(fact, i, after_read(fact, i, before), pattern) : 0;
        const std::uint32_t value = get(fact, i);
        if (kVirtualBehave.count(fact.name) != 0) want = value & fact.mask();
        if (value != want) wrong.push_back(difference(fact, i, value, want));
        put(fact, i, fact.reset);
        ++walked;
      }
    }
    return wrong;
  }

  const unsigned tx_rings;
  Tamper tamper;
  unsigned walked = 0;
};
constexpr std::uint32_t kPatterns[] = {0xffffffff, 0, 0x5a5a5a5a, 0xa5a5a5a5};

// No reset reaches the mailbox memory, which both sides share, nor the pool's header split; only that of the
// function's configuration reaches its table.
const std::set<std::string> kShared = {"VFMBMEM", "VFPSRTYPE"};
const std::set<std::string> kSharedAndTable = {"VFMBMEM",    "VFPSRTYPE",    "VTMSIXTADD", "VTMSIXTUADD",
                                               "VTMSIXTMSG", "VTMSIXTVCTRL", "VTMSIXPBA"};

TEST(VirtualRegisterWalk, AfterPowerOn) {
  for (const unsigned rings : {4u, 8u}) VirtualDevice(rings).all_hold_their_reset_values();
}

TEST(VirtualRegisterWalk, AfterItsOwnReset) {
  VirtualDevice device;
  device.scribble();
  device.put(kVirtualCtrl, 1u << 26);
  device.run_until(device.now() + 50 * kMicrosecond);
  device.all_hold_their_reset_values(kSharedAndTable);
}

TEST(VirtualRegisterWalk, AfterAFunctionReset) {
  VirtualDevice device;
  device.scribble();
  device.config_write(0xa8, 0x8000, kId);
  device.run_until(device.now() + 50 * kMicrosecond);
  device.all_hold_their_reset_values(kShared);
}

TEST(VirtualRegisterWalk, AfterAResetOfThePhysicalFunction) {
  VirtualDevice device;
  device.scribble();
  device.write(Reg::CTRL, 0, 1u << 26);
  device.run_until(device.now() + 50 * kMicrosecond);
  // The physical function comes up with other pools.
  device.pools();
  device.run_until(device.now() + kMicrosecond);
  EXPECT_EQ(device.read(kVirtualMailbox, 0, kId), 0x40u) << "a reset is under way";
  std::set<std::string> except = kSharedAndTable;
  except.erase("VFMBMEM");
  except.erase("VFPSRTYPE");
  except.insert("VFMAILBOX");
  device.all_hold_their_reset_values(except);
}

TEST(VirtualRegisterWalk, EveryRegisterAnswersByItsKind) {
  for (const unsigned rings : {4u, 8u}) {
    unsigned walked = 0;
    for (const std::uint32_t pattern : kPatterns) {
      VirtualDevice device(rings);
      EXPECT_THAT(device.wrong_answers(pattern), testing::IsEmpty()) << std::hex << pattern;
      walked += device.walked;
    }
    EXPECT_GT(walked, 4 * 170u);
  }
}

// Each register broken in turn, as read by the walk: a reset value, a bit kept that does not exist, a bit
// that takes no write.
TEST(VirtualRegisterWalk, FindsEveryRegisterBroken) {
  const auto lowest = [](std::uint32_t bits) { return bits & (~bits + 1); };
  unsigned broken = 0;
  for (const Fact& fact : ixsim::test::facts(RegisterSet::k82599Vf)) {
    std::uint32_t plain = 0;
    for (const BitRange& range : fact.bits)
      if (range.kind == BitKind::kPlain) plain |= range.mask();
    const auto found = [&](Tamper::How how, std::uint32_t bit, bool by_reset) {
      if (bit == 0) return true;
      ++broken;
      std::vector<std::string> wrong;
      for (const std::uint32_t pattern : kPatterns) {
        VirtualDevice device(8, {fact.name, how, bit});
        for (const std::string& one : by_reset ? device.wrong_resets() : device.wrong_answers(pattern))
          wrong.push_back(one);
        if (by_reset) break;
      }
      // It, and no other.
      bool all = !wrong.empty();
      for (const std::string& one : wrong) all = all && one.rfind(fact.name + "[", 0) == 0;
      return all;
    };
    // It shows the time; of these only the behaviour is tested.
    if (fact.name == "VFFRTIMER") continue;
    const bool behaves = fact.name == "VFCTRL" || fact.name == "VFRXDCTL" || fact.name == "VFTXDCTL" ||
                         fact.name == "VFMAILBOX";
    EXPECT_TRUE(found(Tamper::How::kReset, 1u << 7, true)) << fact.name;
    EXPECT_TRUE(found(Tamper::How::kReserved, lowest(~fact.mask()), false)) << fact.name;
    EXPECT_TRUE(found(Tamper::How::kStuck, behaves ? 0 : lowest(plain), false)) << fact.name;
  }
  EXPECT_GT(broken, 90u);
}

TEST(VirtualRegisterWalk, MasksAndCausesAreTwoViewsOfOne) {
  VirtualDevice device;
  device.put(kVirtualCauseSet, 7);
  EXPECT_EQ(device.read(kVirtualCauseSet, 0, kId), 7u);
  EXPECT_EQ(device.read(0x100, 0, kId), 7u);
  EXPECT_EQ(device.read(kVirtualCauseSet, 0, kId), 0u) << "read, and so cleared";
  device.put(0x108, 5);
  EXPECT_EQ(device.read(0x10c, 0, kId), 5u);
  device.put(0x10c, 1);
  EXPECT_EQ(device.read(0x108, 0, kId), 4u);
}

TEST(VirtualRegisterWalk, ElsewhereNothingAnswersAndItIsCounted) {
  VirtualDevice device;
  std::set<std::uint32_t> taken;
  for (const Fact& fact : device.facts()) {
    for (unsigned i = 0; fact.space == RegisterSpace::kBar0 && i < fact.entries(); ++i)
      taken.insert(fact.at(i));
  }
  std::uint64_t accesses = 0;
  for (std::uint32_t offset = 0; offset < 0x4000; offset += 4) {
    if (taken.count(offset) != 0) continue;
    device.put(offset, 0xffffffff);
    ASSERT_EQ(device.read(offset, 0, kId), 0u) << std::hex << offset;
    accesses += 2;
  }
  EXPECT_EQ(device.port().pools().functions()->unimplemented_accesses(), accesses);
}

}  // namespace
}  // namespace ixsim::bench
