// Every register of the whole device against the register facts, by accesses over the link: what it reads
// after power-on, CTRL.RST and a function reset, and how it answers a write and a read. Registers that show
// the world instead of what was written are named here with the reason.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core_bench.h"
#include "register_facts.h"

namespace ixsim::bench {
namespace {

struct Device : CoreBench {
  explicit Device(RegisterSet which)
      : CoreBench(two_ports(which), BusSettings(), 1), set(which), profile(profile_of(which)) {
    run_until(10 * kMicrosecond);
  }
  static const DeviceProfile& profile_of(RegisterSet which) {
    return device_profile(which == RegisterSet::k82599 ? "82599" : "82598");
  }
  static ControllerConfig two_ports(RegisterSet which) {
    ControllerConfig config;
    config.profile = profile_of(which);
    config.ports.assign(2, PortConfig());
    return config;
  }
  const RegisterSet set;
  const DeviceProfile& profile;
  unsigned bar(const Fact& fact) const { return fact.space == RegisterSpace::kBar3 ? profile.msix_bar : 0; }
  std::uint32_t value(Reg reg, unsigned index = 0) {
    return read(offset_of(set, reg, index),
                info(set, reg).space == RegisterSpace::kBar3 ? profile.msix_bar : 0, 0);
  }
  const std::vector<Fact>& facts() const { return ixsim::facts(set); }
  std::uint32_t get(const Fact& fact, unsigned index) { return read(fact.at(index), bar(fact), 0); }
  void put(const Fact& fact, unsigned index, std::uint32_t value) {
    write_now(fact.at(index), value, bar(fact));
    run_until(now() + kWriteTime);
  }
};

// What differs from the fact, and why.
std::uint32_t expected(const Fact& fact, unsigned index) {
  const std::map<std::string, std::uint32_t> shown = {
      {"STATUS", 0x00080080},  // the link is up
      {"LINKS", 0x6043ef00},   // ... at 10 Gb/s, four lanes in step
  };
  if (fact.name == "RAL" && index == 0) return 0x00211b00;  // the EEPROM's station address
  if (fact.name == "RAH" && index == 0) return 0x80000100;
  const auto found = shown.find(fact.name);
  return found != shown.end() ? found->second : fact.reset;
}

// The time since the reset is never the same.
const std::set<std::string> kClocks = {"FRTIMER"};
// What CTRL.RST leaves alone: the semaphores that the ports share, the analog part, the MSI-X table.
const std::set<std::string> kKept = {"SWSM", "GSSR", "ATLASCTL"};

// Everything that software can write, written.
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
      EXPECT_EQ(device.get(fact, i), expected(fact, i)) << fact.name << '[' << i << ']';
    }
  }
}

class RegisterWalk : public testing::TestWithParam<RegisterSet> {};
INSTANTIATE_TEST_SUITE_P(Devices, RegisterWalk, testing::Values(RegisterSet::k82598, RegisterSet::k82599),
                         [](const auto& set) {
                           return set.param == RegisterSet::k82598 ? "of_82598" : "of_82599";
                         });

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
    "MLFC", "PCS1GLCTL", "FWSM",
    // Of the 82599: masks that are two views of one, mailboxes.
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
        const std::uint32_t want = after_write(fact, after_read(fact, before), pattern);
        ASSERT_EQ(device.get(fact, i), want) << fact.name << '[' << i << "] after " << std::hex << pattern;
        device.put(fact, i, fact.reset);
        ++walked;
      }
    }
  }
  EXPECT_GT(walked, 4 * 2'500u);
}

}  // namespace
}  // namespace ixsim::bench
