// Expectations of unmodified drivers of the 82598, the 82599 and its virtual functions, checked by register
// accesses, descriptors and frames: link speed and negotiation, semaphores, MDIO resets, modules, queue
// states, statistics, offloads and configuration space. Source: ixgbe_type.h, ixgbe_common.c, ixgbe_82599.c,
// ixgbe_phy.c, ixgbe_main.c.
#include <gtest/gtest.h>

#include "base/crc32c.h"
#include "nic/profile/device_identity.h"
#include "pool_bench.h"
#include "virtual_window.h"

namespace ixsim::bench {
namespace {

// Places of registers that one device alone has.
constexpr std::uint32_t kLinks2 = 0x4324, kSecRxCtrl = 0x8d00, kSecRxStat = 0x8d04;
constexpr std::uint32_t kQptc = 0x6030, kQprdc = 0x1430, kQbrcHigh = 0x1038, kQbtcHigh = 0x8704;
constexpr std::uint32_t kPxon2off = 0x3240, kQde = 0x2f04, kRxMemWrap = 0x3190;

ControllerConfig config_of(const char* profile, unsigned ports = 1) {
  ControllerConfig config;
  config.profile = device_profile(profile);
  config.pcie.generation = config.profile.pcie_generation;
  config.ports.assign(ports, PortConfig());
  return config;
}

struct Wire : WireOut {
  std::vector<FrameRef> frames;
  std::vector<Time> starts;
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    frames.push_back(frame);
    starts.push_back(start);
  }
};

class Device : public CoreBench {
 public:
  explicit Device(const ControllerConfig& config) : CoreBench(config, BusSettings(), 1) {
    core().set_wire_out(&wire);
    run_until(10 * kMicrosecond);
  }
  std::uint32_t get(Reg reg, unsigned index = 0, unsigned port = 0) { return read(reg, index, port); }
  std::uint32_t get(std::uint32_t offset, unsigned port = 0) { return read(offset, 0, port); }
  void put(std::uint32_t offset, std::uint32_t value, unsigned port = 0) {
    write_now(offset, value, 0, port);
    run_until(now() + kWriteTime);
  }
  void wait(Time time) { run_until(now() + time); }
  Wire wire;
};

std::uint32_t speed_code(Device& device) { return device.get(Reg::LINKS) >> 28 & 3; }

// --- The link.

TEST(DriverExpectations, LinksHasTheSpeedCodesOfThePart) {
  ControllerConfig slow = config_of("82599");
  slow.ports[0].byte_time = kByteTime1G;
  EXPECT_EQ(speed_code(*std::make_unique<Device>(config_of("82599"))), 3u);
  EXPECT_EQ(speed_code(*std::make_unique<Device>(slow)), 2u);
  slow.profile = device_profile("82598");
  EXPECT_EQ(speed_code(*std::make_unique<Device>(config_of("82598"))), 2u) << "bit 29 alone";
  EXPECT_EQ(speed_code(*std::make_unique<Device>(slow)), 0u);
}

TEST(DriverExpectations, AVirtualFunctionSeesTheSpeedCode) {
  PoolBench bench;
  bench.config_write(kSriov + 0x10, 2);
  bench.config_write(kSriov + 8, 9);
  bench.config_write(0x04, 0x4, 128);
  EXPECT_EQ(bench.read(0x10, 0, 128) >> 28 & 3, 3u) << "VFLINKS";
}

// The driver's reset of the data path: LMS with bit 2 toggled, then LMS as it was, each with AN_RESTART.
TEST(DriverExpectations, ARestartWithAToggledModeLeavesState0) {
  for (const std::uint32_t mode : {3u, 4u}) {
    SCOPED_TRACE(mode);
    Device device(config_of("82599"));
    const std::uint32_t autoc = field::AUTOC::LMS.set(device.get(Reg::AUTOC), mode);
    device.write(Reg::AUTOC, 0, autoc | field::AUTOC::AN_RESTART.mask);
    device.wait(300 * kMillisecond);
    for (const std::uint32_t toggled : {4u, 0u}) {
      device.write(Reg::AUTOC, 0,
                   field::AUTOC::LMS.set(autoc, mode ^ toggled) | field::AUTOC::AN_RESTART.mask);
      EXPECT_EQ(device.get(Reg::ANLP1) >> 16 & 0xf, 0u) << "it takes a while";
      device.wait(4 * kMillisecond);
      EXPECT_NE(device.get(Reg::ANLP1) >> 16 & 0xf, 0u) << "AN_STATE";
    }
    device.wait(300 * kMillisecond);
    EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  }
}

TEST(DriverExpectations, ModesOf82599HaveTheirLinks) {
  ControllerConfig config = config_of("82599");
  LinkPartner partner;
  partner.speed_1g = true;
  config.ports[0].partner = partner;
  Device device(config);
  const std::uint32_t speeds[] = {2, 3, 2, 3, 3, 2, 3, 3};
  for (std::uint32_t mode = 0; mode < 8; ++mode) {
    SCOPED_TRACE(mode);
    device.write(Reg::AUTOC, 0, 0xc0010000 | mode << 13 | field::AUTOC::AN_RESTART.mask);
    device.wait(200 * kMillisecond);
    const std::uint32_t links = device.get(Reg::LINKS);
    EXPECT_NE(links & field::LINKS::UP.mask, 0u);
    EXPECT_EQ(links >> 28 & 3, speeds[mode]);
  }
}

// KR alone, as backplane parts advertise it.
TEST(DriverExpectations, NegotiatesKr) {
  Device device(config_of("82599"));
  device.write(Reg::AUTOC, 0, 1u << 16 | 4u << 13 | field::AUTOC::AN_RESTART.mask);
  device.wait(200 * kMillisecond);
  EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
}

TEST(DriverExpectations, ThePartnersPageIsNotEmptyWithoutPause) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    Device device(config_of(name));
    device.write(Reg::AUTOC, 0, 0xc0008000 | field::AUTOC::AN_RESTART.mask);
    device.wait(200 * kMillisecond);
    EXPECT_EQ(device.get(Reg::ANLP1) & 0x1f, 1u) << "selector field: IEEE 802.3";
    EXPECT_EQ(device.get(Reg::ANLP1) & 0xc00, 0u) << "no PAUSE is advertised";
    EXPECT_EQ(device.get(kLinks2) >> 6 & 1, std::string(name) == "82599" ? 1u : 0u) << "AN_SUPPORTED";
  }
}

TEST(DriverExpectations, TheLinkAtPowerOnReachesTheMac) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    // Without a link partner nothing is sent, whatever the driver does.
    ControllerConfig config = config_of(name);
    LinkPartner absent;
    absent.present = false;
    config.ports[0].partner = absent;
    CoreBench bench(config, PoolBench::bus(), 1);
    Wire wire;
    bench.core().set_wire_out(&wire);
    bench.run_until(10 * kMicrosecond);
    EXPECT_EQ(bench.read(Reg::LINKS) & field::LINKS::UP.mask, 0u);
    EXPECT_EQ(bench.read(Reg::EICR) & InterruptUnit::kLinkChange, 0u) << "nothing has changed";
    bench.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kMemoryBase));
    bench.write(Reg::TDBAH, 0, kMemoryBase >> 32);
    bench.write(Reg::TDLEN, 0, 1'024);
    if (config.profile.transmit_enable) bench.write(Reg::DMATXCTL, 0, 1);
    store_le64(bench.memory().at(kMemoryBase), kMemoryBase + 4'096);
    store_le64(bench.memory().at(kMemoryBase + 8), 60 | 0x0b00'0000);
    bench.write(Reg::TXDCTL, 0, field::TXDCTL::ENABLE.mask);
    bench.write(Reg::TDT, 0, 1);
    bench.run_until(bench.now() + kMillisecond);
    EXPECT_TRUE(wire.frames.empty());
  }
}

TEST(DriverExpectations, APartnerAt1GbMakesTheWireSlowFromTheStart) {
  ControllerConfig config = config_of("82598");
  LinkPartner partner;
  partner.speed_10g = false;
  partner.speed_1g = true;
  config.ports[0].partner = partner;
  config.ports[0].autoc = 0xc0000000;  // 1 Gb/s without negotiation
  Device device(config);
  EXPECT_EQ(device.port().wire().byte_time(), kByteTime1G);
}

// A wire with a rate of its own keeps it while its link is lost, and gets the rate of another speed.
TEST(DriverExpectations, AWireKeepsItsOwnRateAtItsSpeed) {
  ControllerConfig config = config_of("82598");
  config.ports[0].byte_time = 1'000;
  Device device(config);
  const auto byte_time = [&] { return device.port().wire().byte_time(); };
  EXPECT_EQ(byte_time(), 1'000);
  LinkPartner absent;
  absent.present = false;
  device.core().link_partner(device.now(), 0, absent);
  device.wait(kMicrosecond);
  EXPECT_EQ(byte_time(), 1'000);
  device.core().link_partner(device.now(), 0, LinkPartner());
  device.wait(30 * kMicrosecond);
  EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  EXPECT_EQ(byte_time(), 1'000);
  device.write(Reg::AUTOC, 0, field::AUTOC::FLU.mask);  // mode 0: 1 Gb/s
  EXPECT_EQ(byte_time(), kByteTime1G);
  device.write(Reg::AUTOC, 0, 1u << 13 | field::AUTOC::FLU.mask);
  EXPECT_EQ(byte_time(), kByteTime10G);
}

// --- EEPROM.

std::uint32_t eeprom(Device& device, std::uint32_t word) {
  device.put(0x10014, word << 2 | 1);
  device.wait(30 * kMicrosecond);
  return device.get(0x10014u) >> 16;
}

TEST(DriverExpectations, TheEepromHasVersionsAndCapabilities) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    Device device(config_of(name));
    for (const std::uint32_t word : {0x2du, 0x2eu}) EXPECT_NE(eeprom(device, word), 0xffffu) << word;
    EXPECT_NE(eeprom(device, 0x2c), 0xffffu);
    EXPECT_NE(eeprom(device, 0x2c) & 0x80, 0u) << "SDP2 need not say that a module is there";
  }
  Device device(config_of("82599"));
  const std::uint32_t firmware = eeprom(device, 0x0f);
  ASSERT_TRUE(firmware != 0 && firmware != 0xffff) << "pointer to the firmware block";
  // The kernel's driver reads word 4, others word 7.
  for (const std::uint32_t place : {4u, 7u}) {
    const std::uint32_t parameters = eeprom(device, firmware + place);
    ASSERT_TRUE(parameters != 0 && parameters != 0xffff) << place;
    EXPECT_GT(eeprom(device, parameters + 7), 5u) << "else the driver warns of a pre-production adapter";
  }
}

TEST(DriverExpectations, ItsMacAddressIsValidUnlessItIsZero) {
  constexpr std::uint8_t kAddresses[][6] = {{2, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 2}, {2, 0, 0, 0, 0, 2}, {}};
  for (const auto& address : kAddresses) {
    ControllerConfig config = config_of("82599");
    std::copy(std::begin(address), std::end(address), std::begin(config.ports[0].mac_address));
    Device device(config);
    EXPECT_EQ(device.get(Reg::RAL), address[0]);
    EXPECT_EQ(device.get(Reg::RAH) & 0xffff, std::uint32_t{address[5]} << 8);
    EXPECT_EQ(device.get(Reg::RAH) >> 31, address[0] + address[5] != 0 ? 1u : 0u);
  }
}

// --- MDIO.

TEST(DriverExpectations, TheResetBitOfAPhyClearsItself) {
  ControllerConfig config = config_of("82598");
  config.ports[0].phy.present = true;
  config.ports[0].phy.registers = {{4, 0x100, 0x1234}};
  Device device(config);
  const auto frame = [&](std::uint32_t operation, std::uint32_t address) {
    device.write(Reg::MSCA, 0, 1u << 30 | operation << 26 | 4u << 16 | address);
    device.wait(50 * kMicrosecond);
  };
  const auto put = [&](std::uint32_t address, std::uint32_t value) {
    device.write(Reg::MSRWD, 0, value);
    frame(0, address);
    frame(1, address);
  };
  const auto get = [&](std::uint32_t address) {
    frame(0, address);
    frame(3, address);
    return device.get(Reg::MSRWD) >> 16;
  };
  put(0x100, 0x4321);
  EXPECT_EQ(get(0x100), 0x4321u);
  put(0, 0x8040);
  EXPECT_EQ(get(0) & 0x8000, 0u) << "the reset is over";
  EXPECT_EQ(get(0x100), 0x1234u) << "as after power-on";
}

// --- The module in the cage.

// The driver's bits on I2CCTL.
class I2c {
 public:
  explicit I2c(Device& device) : device_(device) {}
  void start() {
    data(true);
    clock(true);
    data(false);
    clock(false);
  }
  void stop() {
    data(false);
    clock(true);
    data(true);
  }
  // Returns whether the byte is acknowledged.
  bool put(std::uint8_t byte) {
    for (int i = 7; i >= 0; --i) {
      data((byte >> i & 1) != 0);
      clock(true);
      clock(false);
    }
    data(true);
    clock(true);
    const bool acknowledged = !line();
    clock(false);
    return acknowledged;
  }
  std::uint8_t get(bool more) {
    std::uint8_t byte = 0;
    for (unsigned i = 0; i < 8; ++i) {
      clock(true);
      byte = static_cast<std::uint8_t>(byte << 1 | (line() ? 1 : 0));
      clock(false);
    }
    data(!more);
    clock(true);
    clock(false);
    data(true);
    return byte;
  }
  // Ends in the first byte of the identity page: the module holds the line.
  void begin_to_read() {
    start();
    EXPECT_TRUE(put(0xa0) && put(0));
    start();
    EXPECT_TRUE(put(0xa1));
    clock(true);
    clock(false);
  }
  bool line() { return (device_.get(kI2cctl) & 4) != 0; }
  // Reads `count` bytes from a place of the identity page; empty if nothing answers.
  std::vector<std::uint8_t> read(std::uint8_t target, std::uint8_t place, unsigned count) {
    std::vector<std::uint8_t> bytes;
    start();
    if (put(target) && put(place)) {
      start();
      if (put(static_cast<std::uint8_t>(target | 1))) {
        while (bytes.size() < count) bytes.push_back(get(bytes.size() + 1 < count));
      }
    }
    stop();
    return bytes;
  }

 private:
  static constexpr std::uint32_t kI2cctl = 0x28;
  void set(std::uint32_t bit, bool high) {
    lines_ = high ? lines_ | bit : lines_ & ~bit;
    device_.put(kI2cctl, lines_);
  }
  void clock(bool high) {
    set(2, high);
    EXPECT_EQ(device_.get(kI2cctl) & 1, high ? 1u : 0u) << "the clock is not stretched";
  }
  void data(bool high) { set(8, high); }
  Device& device_;
  std::uint32_t lines_ = 0xa;
};

TEST(DriverExpectations, AModuleAnswersOnI2c) {
  Device device(config_of("82599"));
  I2c bus(device);
  EXPECT_EQ(device.get(Reg::ESDP) & 4, 4u) << "SDP2: the cage is full";
  EXPECT_EQ(bus.read(0xa0, 0, 1), std::vector<std::uint8_t>{0x03}) << "SFP or SFP+";
  EXPECT_EQ(bus.read(0xa0, 3, 1), std::vector<std::uint8_t>{0x00}) << "no optics";
  EXPECT_EQ(bus.read(0xa0, 8, 1), std::vector<std::uint8_t>{0x04}) << "passive cable";
  EXPECT_EQ(bus.read(0xa0, 0x25, 3), (std::vector<std::uint8_t>{0x00, 0x1b, 0x21}));
  for (const std::uint8_t target :
       {std::uint8_t{0x50}, std::uint8_t{0x20}, std::uint8_t{0xa4}, std::uint8_t{0xe0}})
    EXPECT_TRUE(bus.read(target, 0, 1).empty()) << "another target";
  const std::vector<std::uint8_t> page = bus.read(0xa0, 0, 96);
  ASSERT_EQ(page.size(), 96u);
  unsigned base = 0, more = 0;
  for (unsigned i = 0; i < 63; ++i) base += page[i];
  for (unsigned i = 64; i < 95; ++i) more += page[i];
  EXPECT_EQ(page[63], base & 0xff);
  EXPECT_EQ(page[95], more & 0xff);
  // The diagnostics are another page, which is empty. Places wrap behind the last one.
  EXPECT_EQ(bus.read(0xa2, 8, 1), std::vector<std::uint8_t>{0x00});
  EXPECT_EQ(bus.read(0xa0, 8, 1), std::vector<std::uint8_t>{0x04});
  EXPECT_EQ(bus.read(0xa0, 0xff, 2), (std::vector<std::uint8_t>{0x00, 0x03}));
  // Bytes that are written are acknowledged and change nothing.
  bus.start();
  EXPECT_TRUE(bus.put(0xa0) && bus.put(8) && bus.put(0x55) && bus.put(0x66));
  bus.stop();
  EXPECT_EQ(bus.read(0xa0, 8, 2), (std::vector<std::uint8_t>{0x04, 0x00}));
  // A read without a place goes on behind the last byte that was read. The module leaves the line alone once
  // the controller has had enough.
  EXPECT_EQ(bus.read(0xa0, 10, 1), std::vector<std::uint8_t>{0x00});
  bus.start();
  EXPECT_TRUE(bus.put(0xa1));
  EXPECT_EQ(bus.get(false), 0x06) << "64B/66B";
  EXPECT_EQ(bus.get(false), 0xff);
  bus.stop();
  // A start or a stop ends any transfer: here the module holds the line in the middle of a byte.
  bus.begin_to_read();
  EXPECT_FALSE(bus.line());
  EXPECT_EQ(bus.read(0xa0, 0, 1), std::vector<std::uint8_t>{0x03});
  bus.begin_to_read();
  EXPECT_FALSE(bus.line());
  bus.stop();
  EXPECT_TRUE(bus.line());
  EXPECT_EQ(bus.read(0xa0, 0, 1), std::vector<std::uint8_t>{0x03});
  // A driver looks for the kind of the module in a list of the EEPROM.
  const std::uint32_t list = eeprom(device, 0x2b);
  ASSERT_TRUE(list != 0 && list != 0xffff);
  bool found = false;
  for (std::uint32_t place = list + 1; eeprom(device, place) != 0xffff; place += 2)
    found |= eeprom(device, place) == 3;
  EXPECT_TRUE(found) << "direct attach, port 0";
}

TEST(DriverExpectations, ModulesComeAndGo) {
  ControllerConfig config = config_of("82599");
  config.ports[0].cage = CageModule::kAbsent;
  Device device(config);
  I2c bus(device);
  EXPECT_EQ(device.get(Reg::ESDP) & 4, 0u);
  EXPECT_TRUE(bus.read(0xa0, 0, 1).empty());
  EXPECT_EQ(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  device.write(Reg::GPIE, 0, 4);
  device.core().module(device.now(), 0, CageModule::kShortRange);
  device.wait(100 * kMicrosecond);
  EXPECT_EQ(device.get(Reg::ESDP) & 4, 4u);
  EXPECT_NE(device.get(Reg::EICR) & InterruptUnit::kPin0 << 2, 0u);
  EXPECT_EQ(bus.read(0xa0, 3, 1), std::vector<std::uint8_t>{0x10}) << "SR";
  EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  bus.begin_to_read();
  EXPECT_FALSE(bus.line());
  device.core().module(device.now(), 0, CageModule::kAbsent);
  device.wait(100 * kMicrosecond);
  EXPECT_TRUE(bus.line()) << "a module that is gone holds no line";
  EXPECT_EQ(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  EXPECT_TRUE(bus.read(0xa0, 0, 1).empty());
  // A module of another kind: a driver finds it, and no medium that it knows.
  device.core().module(device.now(), 0, CageModule::kUnknown);
  device.wait(100 * kMicrosecond);
  EXPECT_EQ(device.get(Reg::ESDP) & 4, 4u);
  EXPECT_EQ(bus.read(0xa0, 0, 1), std::vector<std::uint8_t>{0x03}) << "SFP or SFP+";
  EXPECT_EQ(bus.read(0xa0, 2, 1), std::vector<std::uint8_t>{0x07}) << "an optical connector";
  EXPECT_EQ(bus.read(0xa0, 3, 8), std::vector<std::uint8_t>(8)) << "no medium, and no cable";
  EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
}

// Without a cage there is nothing to put a module into, and nothing to take out.
TEST(DriverExpectations, ABoardWithoutACageTakesNoModule) {
  ControllerConfig config = config_of("82599");
  config.medium = Medium::kBackplane;
  Device device(config);
  ASSERT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  for (const CageModule module : {CageModule::kAbsent, CageModule::kShortRange}) {
    device.core().module(device.now(), 0, module);
    device.wait(100 * kMicrosecond);
    EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
    EXPECT_EQ(device.get(Reg::EICR), 0u) << "no change of the link";
    EXPECT_EQ(device.get(Reg::ESDP) & 4, 0u);
  }
}

// The module holds the line in the middle of a byte when the reset comes.
TEST(DriverExpectations, AResetReleasesTheLinesOfTheCage) {
  Device device(config_of("82599"));
  I2c bus(device);
  bus.begin_to_read();
  EXPECT_FALSE(bus.line());
  device.write(Reg::CTRL, 0, field::CTRL::RST.mask);
  device.wait(100 * kMicrosecond);
  EXPECT_EQ(device.get(Reg::I2CCTL), 0xfu) << "both lines are high";
  EXPECT_EQ(bus.read(0xa0, 0, 1), std::vector<std::uint8_t>{0x03}) << "the next transfer begins anew";
}

// Without a module the port reaches no link partner, and a change of the one behind the cable is no event.
TEST(DriverExpectations, WithoutAModuleNoLinkPartnerIsReached) {
  ControllerConfig config = config_of("82599");
  config.ports[0].cage = CageModule::kAbsent;
  Device device(config);
  LinkPartner partner;
  partner.speed_1g = true;
  device.core().link_partner(device.now(), 0, partner);
  device.wait(100 * kMicrosecond);
  EXPECT_EQ(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
  EXPECT_EQ(device.get(Reg::EICR), 0u) << "no change of the link";
  device.core().module(device.now(), 0, CageModule::kShortRange);
  device.wait(100 * kMicrosecond);
  EXPECT_NE(device.get(Reg::LINKS) & field::LINKS::UP.mask, 0u);
}

std::uint32_t mdio(Device& device, std::uint32_t address, std::uint32_t type, std::uint32_t place) {
  for (const std::uint32_t operation : {0u, 3u}) {
    device.write(Reg::MSCA, 0, 1u << 30 | operation << 26 | address << 21 | type << 16 | place);
    device.wait(50 * kMicrosecond);
  }
  return device.get(Reg::MSRWD) >> 16;
}

// Checks the PHY, the mode of the link that the EEPROM sets, and that the link comes up.
TEST(DriverExpectations, EveryDeviceIdHasItsMedium) {
  for (const DeviceIdentity& identity : device_identities()) {
    SCOPED_TRACE(identity.name);
    ControllerConfig config = config_of(identity.registers == RegisterSet::k82598 ? "82598" : "82599");
    config.identity.device = identity.id;
    Device device(config);
    EXPECT_EQ(device.config_read(0) >> 16, identity.id);
    const std::uint32_t phy = mdio(device, 0, 1, 2) << 16 | mdio(device, 0, 1, 3);
    EXPECT_EQ(phy, identity.phy != 0 ? identity.phy : 0xffffffffu);
    EXPECT_EQ(mdio(device, 1, 1, 2), 0xffffu) << "one PHY at most";
    device.wait(200 * kMillisecond);
    EXPECT_EQ(device.get(Reg::LINKS) & field::LINKS::UP.mask, field::LINKS::UP.mask);
    EXPECT_EQ(device.get(Reg::LINKS) >> 28 & 2, 2u) << "10 Gb/s";
    const std::uint32_t mode = field::AUTOC::LMS.get(device.get(Reg::AUTOC));
    const bool successor = identity.registers == RegisterSet::k82599;
    EXPECT_EQ(mode, identity.medium == Medium::kBackplane            ? 4u
                    : successor && identity.medium == Medium::kFibre ? 3u
                                                                     : 1u);
    EXPECT_EQ(device.get(Reg::ESDP) >> 2 & 1, identity.cage ? 1u : 0u);
    EXPECT_TRUE(identity.medium == Medium::kFibre || !identity.cage);
    if (identity.medium == Medium::kCopper) {
      EXPECT_EQ(mdio(device, 0, 7, 1) & 0x30, 0x20u) << "auto-negotiation is complete, no remote fault";
      EXPECT_EQ(mdio(device, 0, 30, 1), 8u) << "link up at 10 Gb/s";
    }
  }
}

// The table of docs/profiles.md, and what the EEPROM of each medium loads into AUTOC and the upper half of
// AUTOC2: both kinds of lanes, KR on the 82599, LMS in 15:13, and the interface at 10 Gb/s in 8:7, where 1 is
// KX4 and 2 CX4.
TEST(DriverExpectations, EveryDeviceIdIsThatOfItsBoard) {
  constexpr auto kFirst = RegisterSet::k82598, kSuccessor = RegisterSet::k82599;
  constexpr auto kNoModule = CageModule::kDirectAttach;
  struct Board {
    std::vector<std::uint16_t> ids;
    RegisterSet registers;
    Medium medium;
    bool cage;
    std::uint32_t phy, autoc, autoc2;
    CageModule module = kNoModule;
  };
  const Board boards[] = {
      {{0x10b6, 0x1508}, kFirst, Medium::kBackplane, false, 0, 0xC0008080, 0},
      {{0x10c6, 0x10c7, 0x10f4}, kFirst, Medium::kFibre, false, 0x0043A400, 0xC0002000, 0},
      {{0x10c8, 0x150b}, kFirst, Medium::kCopper, false, 0x00A19410, 0xC0002000, 0},
      {{0x10db, 0x10f1}, kFirst, Medium::kFibre, true, 0x03429050, 0xC0002000, 0},
      {{0x10e1}, kFirst, Medium::kFibre, true, 0x03429050, 0xC0002000, 0, CageModule::kShortRange},
      {{0x10dd, 0x10ec}, kFirst, Medium::kCx4, false, 0, 0xC0002100, 0},
      {{0x10f7, 0x1514, 0x1517, 0x10f8, 0x152a, 0x10fc},
       kSuccessor,
       Medium::kBackplane,
       false,
       0,
       0xC0018080,
       0},
      {{0x10f9}, kSuccessor, Medium::kCx4, false, 0, 0xC0002100, 0},
      {{0x10fb, 0x1529, 0x1507, 0x154d, 0x1557}, kSuccessor, Medium::kFibre, true, 0, 0xC0006000, 2},
      {{0x151c}, kSuccessor, Medium::kCopper, false, 0x00A19410, 0xC0002000, 0},
  };
  std::size_t count = 0;
  for (const Board& board : boards) {
    for (const std::uint16_t id : board.ids) {
      SCOPED_TRACE(testing::Message() << std::hex << id);
      ++count;
      const DeviceIdentity* const identity = device_identity(id);
      ASSERT_NE(identity, nullptr);
      EXPECT_EQ(identity->registers, board.registers);
      EXPECT_EQ(identity->medium, board.medium);
      EXPECT_EQ(identity->cage, board.cage);
      EXPECT_EQ(identity->phy, board.phy);
      EXPECT_EQ(identity->module, board.module);
      EXPECT_EQ(autoc_of(*identity), board.autoc);
      EXPECT_EQ(autoc2_of(*identity), board.autoc2);
    }
  }
  EXPECT_EQ(device_identities().size(), count);
}

// Nothing is known of the board of such a device: it has the fixed mode of 10 Gb/s, and no PHY.
TEST(DriverExpectations, AnUnknownDeviceIdHasTheMediumOfTheConfiguration) {
  for (const char* const name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    ControllerConfig config = config_of(name);
    config.identity.device = 0x1234;
    const DeviceIdentity unknown = identity_of(config);
    EXPECT_EQ(unknown.id, 0x1234u);
    EXPECT_EQ(unknown.registers, config.profile.registers);
    EXPECT_EQ(unknown.medium, Medium::kOfDevice);
    EXPECT_FALSE(unknown.cage);
    EXPECT_EQ(unknown.phy, 0u);
    EXPECT_EQ(autoc_of(unknown), 0xC0002000u);
    config.medium = Medium::kCopper;
    EXPECT_EQ(identity_of(config).phy, kPhyTn1010);
    EXPECT_FALSE(identity_of(config).cage);
    // The cage of the 82599 is on I2CCTL; the 82598 has one behind the PHY of its own boards alone.
    config.medium = Medium::kFibre;
    EXPECT_EQ(identity_of(config).phy, 0u);
    EXPECT_EQ(identity_of(config).cage, config.profile.registers == RegisterSet::k82599);
  }
}

// The device ID is that of a board for optical fibre.
TEST(DriverExpectations, AnotherMediumThanThatOfTheDeviceIdHasItsPhy) {
  const std::pair<Medium, std::uint32_t> media[] = {{Medium::kFibre, kPhyQt2022},
                                                    {Medium::kCopper, kPhyTn1010},
                                                    {Medium::kBackplane, 0xffffffff},
                                                    {Medium::kCx4, 0xffffffff}};
  for (const auto& [medium, phy] : media) {
    SCOPED_TRACE(static_cast<int>(medium));
    ControllerConfig config = config_of("82598");
    config.medium = medium;
    Device device(config);
    EXPECT_EQ(mdio(device, 0, 1, 2) << 16 | mdio(device, 0, 1, 3), phy);
  }
}

TEST(DriverExpectations, ANetLogicPhyReadsTheModuleAndShowsTheLink) {
  ControllerConfig config = config_of("82598");
  config.identity.device = 0x10f1;
  config.ports[0].cage = CageModule::kLongRange;
  Device device(config);
  const auto read = [&](std::uint32_t place) {
    device.write(Reg::MSRWD, 0, 0xa000 | 0x100 | place);
    for (const std::uint32_t operation : {0u, 1u}) {
      device.write(Reg::MSCA, 0, 1u << 30 | operation << 26 | 1u << 16 | 0xc30a);
      device.wait(50 * kMicrosecond);
    }
    return mdio(device, 0, 1, 0xc30c) == 1 ? static_cast<int>(mdio(device, 0, 1, 0xc30b) >> 8) : -1;
  };
  EXPECT_EQ(read(0), 3);
  EXPECT_EQ(read(3), 0x20) << "LR";
  EXPECT_EQ(mdio(device, 0, 1, 0xc79f) & 1, 1u);
  EXPECT_EQ(mdio(device, 0, 1, 0xc00c) & 1, 0u) << "lanes are active";
  device.core().module(device.now(), 0, CageModule::kAbsent);
  EXPECT_EQ(read(0), -1);
  EXPECT_EQ(mdio(device, 0, 1, 0xc79f) & 1, 0u);
}

// --- Semaphores.

TEST(DriverExpectations, AFunctionResetFreesTheSemaphoresOfTheFunction) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    Device device(config_of(name, 2));
    EXPECT_EQ(device.get(Reg::SWSM) & 1, 0u);
    device.write(Reg::SWSM, 0, 3);
    device.write(Reg::GSSR, 0, 0x1);
    device.write(Reg::GSSR, 0, 0x5, 1);  // the other function adds its own
    device.config_write(0xa8, 0xa810);
    device.config_write(0x04, 6);
    EXPECT_EQ(device.get(Reg::SWSM, 0, 1) & 3, 0u) << "held by function 0";
    EXPECT_EQ(device.get(Reg::GSSR, 0, 1), 0x4u) << "held by function 1";
    device.config_write(0xa8, 0xa810, 1);
    device.config_write(0x04, 6, 1);
    EXPECT_EQ(device.get(Reg::SWSM, 0, 0) & 1, 0u) << "the read of function 1 took it";
    EXPECT_EQ(device.get(Reg::GSSR), 0u);
  }
}

TEST(DriverExpectations, ManageabilityHasASemaphoreBit) {
  for (const char* name : {"82598", "82599"}) {
    Device device(config_of(name));
    device.write(Reg::GSSR, 0, 0x400);
    EXPECT_EQ(device.get(Reg::GSSR), 0x400u) << name;
  }
}

// --- Queues.

TEST(DriverExpectations, QueuesOf82599AreOnWithoutALink) {
  for (const char* name : {"82598", "82599"}) {
    ControllerConfig config = config_of(name);
    LinkPartner absent;
    absent.present = false;
    config.ports[0].partner = absent;
    Device device(config);
    for (const Reg ring : {Reg::RDBAH, Reg::TDBAH}) device.write(ring, 0, kMemoryBase >> 32);
    for (const Reg length : {Reg::RDLEN, Reg::TDLEN}) device.write(length, 0, 1'024);
    device.write(Reg::RXDCTL, 0, field::RXDCTL::ENABLE.mask);
    device.write(Reg::TXDCTL, 0, field::TXDCTL::ENABLE.mask);
    const std::uint32_t on = std::string(name) == "82599" ? 1 : 0;
    EXPECT_EQ(field::RXDCTL::ENABLE.get(device.get(Reg::RXDCTL)), on) << name;
    EXPECT_EQ(field::TXDCTL::ENABLE.get(device.get(Reg::TXDCTL)), on) << name;
  }
}

TEST(DriverExpectations, ReceiveStopsAndSaysSo) {
  PoolBench bench;
  bench.open(0);
  bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  bench.receive_on();
  EXPECT_EQ(bench.read(kSecRxStat, 0, 0), 2u) << "fused off, not asked for";
  bench.send(frame_of(kEveryone, mac_of(1)));
  bench.write_now(kSecRxCtrl, 3);
  bench.run_until(bench.now() + 5 * kMicrosecond);
  EXPECT_EQ(bench.read(kSecRxStat, 0, 0), 3u);
  bench.send(frame_of(kEveryone, mac_of(2)));
  EXPECT_EQ(bench.bucket(RxBucket::kRxDisabled), 1u);
  bench.write_now(kSecRxCtrl, 1);
  bench.send(frame_of(kEveryone, mac_of(3)));
  bench.drain();
  EXPECT_EQ(bench.arrived(0).size(), 2u);
}

// Ready is when the frame that was on the wire has been decided: 1.2 us for 1,518 bytes.
TEST(DriverExpectations, ReceiveStopsBehindTheFrameOnTheWire) {
  PoolBench bench;
  bench.open(0);
  bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  bench.receive_on();
  const auto shown = [&](std::uint32_t offset) { return bench.port().function().register_peek(0, offset); };
  const Time start = bench.now() + kMicrosecond;
  bench.frame_at(start, frame_of(kEveryone, mac_of(1), 1'518));
  bench.write_at(start + 100 * kNanosecond, kSecRxCtrl, 3);
  bench.run_until(start + kMicrosecond);
  EXPECT_EQ(shown(kSecRxCtrl), 3u);
  EXPECT_EQ(shown(kSecRxStat), 2u) << "not yet";
  bench.run_until(start + 5 * kMicrosecond);
  EXPECT_EQ(shown(kSecRxStat), 3u);
  bench.drain();
  EXPECT_EQ(bench.arrived(0).size(), 1u);
}

TEST(DriverExpectations, TransmitStopsAndSaysSo) {
  constexpr std::uint32_t kSecTxCtrl = 0x8800, kSecTxStat = 0x8804;
  PoolBench bench;
  bench.transmit_on(0);
  bench.open_transmit(0);
  EXPECT_EQ(bench.read(kSecTxStat, 0, 0), 2u) << "fused off, not stopped";
  bench.transmit(0, frame_of(kEveryone, mac_of(1)));
  bench.write_now(kSecTxCtrl, 3);
  bench.run_until(bench.now() + 10 * kMicrosecond);
  EXPECT_EQ(bench.read(kSecTxStat, 0, 0), 3u);
  bench.transmit(0, frame_of(kEveryone, mac_of(1)));
  EXPECT_EQ(bench.wire.size(), 1u);
  bench.write_now(kSecTxCtrl, 1);
  bench.drain();
  EXPECT_EQ(bench.wire.size(), 2u);
  EXPECT_EQ(bench.read(kSecTxStat, 0, 0), 2u);
}

// Ready is when every packet granted has left: not while one waits in the packet buffer.
TEST(DriverExpectations, TransmitStopsBehindTheFramesInTheBuffer) {
  constexpr std::uint32_t kReady = field::SECTXSTAT::SECTX_RDY.mask;
  PoolBench bench;
  bench.transmit_on(0);
  bench.open_transmit(0);
  bench.set(Reg::RTTPCS, 0, 1u << 6);  // ARBDIS
  bench.transmit(0, frame_of(kEveryone, mac_of(1)));
  bench.set(Reg::SECTXCTRL, 0, 3);
  EXPECT_EQ(bench.port().transmit().in_flight(), 1u);
  EXPECT_EQ(bench.get(Reg::SECTXSTAT) & kReady, 0u);
  bench.set(Reg::RTTPCS, 0, 0);
  bench.run_until(bench.now() + 5 * kMicrosecond);
  EXPECT_EQ(bench.wire.size(), 1u);
  EXPECT_EQ(bench.get(Reg::SECTXSTAT) & kReady, kReady);
}

TEST(DriverExpectations, TheHeadReachesTheTailWithoutRs) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    PoolBench bench(device_profile(name));
    if (bench.profile().transmit_enable) bench.transmit_on(0);
    bench.open_transmit(0);
    for (unsigned i = 0; i < 5; ++i) {
      bench.post(0, frame_of(kEveryone, mac_of(1)));
      std::uint8_t* const high = bench.memory().at(PoolBench::tx_ring_of(0) + i * kDescriptorBytes + 8);
      store_le64(high, load_le64(high) & ~std::uint64_t{0x0800'0000});  // no RS
    }
    bench.doorbell(0);
    bench.drain();
    EXPECT_EQ(bench.wire.size(), 5u);
    EXPECT_EQ(bench.get(Reg::TDH), 5u);
  }
}

// The settings of the driver with `rx-usecs 0`: every frame is written back and announced at once.
TEST(DriverExpectations, AnIntervalOf0HoldsNoDescriptorBack) {
  PoolBench bench(device_profile("82598"));
  bench.open(0);
  bench.set(Reg::RXDCTL, 0, 32 | 8u << 16 | field::RXDCTL::ENABLE.mask);
  bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  bench.set(Reg::GPIE, 0, field::GPIE::MSIX_MODE.mask);
  bench.set(Reg::IVAR, 0, 0x80);
  bench.set(Reg::EITR, 0, 0);
  bench.set(Reg::EIMS, 0, 1);
  bench.receive_on();
  for (std::size_t i = 1; i <= 3; ++i) {
    bench.send(frame_of(kEveryone, mac_of(1)));
    EXPECT_EQ(bench.arrived(0).size(), i);
    EXPECT_NE(bench.get(Reg::EICR) & 1, 0u);
  }
}

// RQPL is how many bits of the redirection table select a queue of the pool: a VF driver with one queue
// leaves it 0, and the table cannot lead to a second.
TEST(DriverExpectations, RqplBoundsTheQueuesOfAPool) {
  PoolBench bench;
  bench.config_write(kSriov + 0x10, 2);
  bench.config_write(kSriov + 8, 9);
  bench.config_write(0x04, 0x4, 128);
  bench.write_now(0x300, 0x20001330, 0, 128);
  bench.run_until(bench.now() + kMicrosecond);
  EXPECT_EQ(bench.read(0x300, 0, 128), 0x20001330u) << "VFPSRTYPE";
  EXPECT_EQ(bench.get(Reg::PSRTYPE, 0), 0x20001330u);

  PoolBench pools;
  pools.pools_on(0xb, 0);
  pools.address(1, mac_of(1), 1);
  for (unsigned i = 0; i < 10; ++i) pools.set(Reg::RSSRK, i, 0x6d5a56da + 0x01234567 * i);
  for (unsigned i = 0; i < 32; ++i) pools.set(Reg::RETA, i, 0x01010101);
  pools.set(Reg::MRQC, 0, pools.get(Reg::MRQC) | 1u << 17);  // IPv4
  pools.open(0);
  pools.open(1);
  pools.receive_on();
  std::vector<std::uint8_t> bytes(96);
  const MacAddress to = mac_of(1);
  std::copy(to.begin(), to.end(), bytes.begin());
  bytes[6] = 2;
  store_be16(bytes.data() + 12, 0x0800);
  bytes[14] = 0x45;
  store_be16(bytes.data() + 16, 40);
  store_be32(bytes.data() + 26, 0x0a000001);
  store_be32(bytes.data() + 30, 0x0a000002);
  const FrameRef frame = make_frame_with_fcs({bytes.data(), bytes.size()});
  pools.send(frame);
  pools.drain();
  EXPECT_EQ(pools.arrived(0).size(), 1u) << "one queue";
  for (const std::uint32_t bits : {1u, 2u}) {
    pools.set(Reg::PSRTYPE, 0, bits << 29);
    pools.send(frame);
  }
  pools.drain();
  EXPECT_EQ(pools.arrived(0).size(), 1u);
  EXPECT_EQ(pools.arrived(1).size(), 2u) << "both queues";
}

// The queue of one pool cannot hold up another.
TEST(DriverExpectations, QdeDropsForAQueueWithoutDescriptors) {
  PoolBench bench;
  bench.pools_on(8, 0);
  for (unsigned pool = 0; pool < 2; ++pool) {
    bench.address(pool + 1, mac_of(pool + 1), std::uint64_t{1} << pool);
    bench.open(2 * pool);
  }
  bench.receive_on();
  // Queue 0: write enable, index, enable, as drivers write it; and read back.
  bench.write_now(kQde, 1u << 16 | 0u << 8 | 1u);
  bench.run_until(bench.now() + kMicrosecond);
  for (const std::uint32_t queue : {0u, 2u}) {
    bench.write_now(kQde, 1u << 17 | queue << 8);
    bench.run_until(bench.now() + kMicrosecond);
    EXPECT_EQ(bench.read(kQde, 0, 0) & 1, queue == 0 ? 1u : 0u) << "read back";
  }
  for (unsigned i = 0; i < PoolBench::kRing + 8; ++i) bench.send(frame_of(mac_of(1), mac_of(9)));
  bench.send(frame_of(mac_of(2), mac_of(9)));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.bucket(RxBucket::kNoDescriptor), 9u);
  bench.drain();
  bench.read(kRxMemWrap, 0, 0);
  EXPECT_EQ(bench.port().registers().unimplemented_accesses(), 0u) << "RXMEMWRAP, QDE";
}

// A frame that waits for a descriptor when QDE is set does not hold up the others until the next event.
TEST(DriverExpectations, QdeDropsWhatWaitsAlready) {
  PoolBench bench;
  bench.pools_on(8, 0);
  for (unsigned pool = 0; pool < 2; ++pool) {
    bench.address(pool + 1, mac_of(pool + 1), std::uint64_t{1} << pool);
    bench.open(2 * pool);
  }
  bench.receive_on();
  for (unsigned i = 0; i < PoolBench::kRing; ++i) bench.send(frame_of(mac_of(1), mac_of(9)));
  bench.send(frame_of(mac_of(2), mac_of(9)));
  bench.run_until(bench.now() + 100 * kMicrosecond);
  EXPECT_EQ(bench.bucket(RxBucket::kNoDescriptor), 0u);
  EXPECT_EQ(bench.arrived(2).size(), 0u) << "behind the frame that waits";
  bench.write_now(kQde, 1u << 16 | 0u << 8 | 1u);
  bench.run_until(bench.now() + 10 * kMicrosecond);
  EXPECT_EQ(bench.bucket(RxBucket::kNoDescriptor), 1u);
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  bench.drain();
}

// Every queue has its own bit. A write without WRITE changes none, and one without ENABLE clears it.
TEST(DriverExpectations, QdeHasABitForEveryQueue) {
  PoolBench bench;
  const auto put = [&](std::uint32_t value) {
    bench.write_now(kQde, value);
    bench.run_until(bench.now() + kMicrosecond);
  };
  const auto queues_set = [&] {
    std::vector<std::uint32_t> found;
    for (std::uint32_t queue = 0; queue < 128; ++queue) {
      put(1u << 17 | queue << 8);
      if ((bench.read(kQde, 0, 0) & 1) != 0) found.push_back(queue);
    }
    return found;
  };
  using Queues = std::vector<std::uint32_t>;
  EXPECT_EQ(queues_set(), Queues());
  for (const std::uint32_t queue : {127u, 5u, 64u}) put(1u << 16 | queue << 8 | 1u);
  EXPECT_EQ(queues_set(), (Queues{5, 64, 127}));
  put(6u << 8 | 1u);
  put(64u << 8);
  EXPECT_EQ(queues_set(), (Queues{5, 64, 127}));
  put(1u << 16 | 64u << 8);
  EXPECT_EQ(queues_set(), (Queues{5, 127}));
  // A write may read in the same access.
  put(3u << 16 | 63u << 8 | 1u);
  EXPECT_EQ(bench.read(kQde, 0, 0) & 1, 1u);
  EXPECT_EQ(queues_set(), (Queues{5, 63, 127}));
}

// Drop enable of the 82599 is a bit of the queue in QDE, or one in its SRRCTL. A later write of SRRCTL leaves
// the bit in QDE alone.
TEST(DriverExpectations, AQueueDropsByItsSrrctlOrByQde) {
  constexpr unsigned kPool = 40, kQueue = 2 * kPool;
  enum class How { kNeither, kOwnSrrctl, kOtherSrrctl, kOwnQde, kQdeBeforeSrrctl, kClearedQde };
  for (const How how : {How::kNeither, How::kOwnSrrctl, How::kOtherSrrctl, How::kOwnQde,
                        How::kQdeBeforeSrrctl, How::kClearedQde}) {
    SCOPED_TRACE(static_cast<int>(how));
    PoolBench bench;
    bench.pools_on(8, 0);
    bench.address(1, mac_of(1), std::uint64_t{1} << kPool);
    bench.open(kQueue);
    bench.set(Reg::RXDCTL, kQueue, 0);
    bench.set(Reg::RDH, kQueue, 0);
    bench.set(Reg::RDT, kQueue, 0);  // no descriptor
    bench.set(Reg::RXDCTL, kQueue, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
    bench.receive_on();
    const auto put_qde = [&](std::uint32_t enable) {
      bench.write_now(kQde, 1u << 16 | kQueue << 8 | enable);
      bench.run_until(bench.now() + kMicrosecond);
    };
    constexpr std::uint32_t kPlain = 2 | 1u << 25, kDrop = 1u << 28;
    if (how == How::kOwnSrrctl) bench.set(Reg::SRRCTL, kQueue, kPlain | kDrop);
    if (how == How::kOtherSrrctl) bench.set(Reg::SRRCTL, kPool, kPlain | kDrop);
    if (how >= How::kOwnQde) put_qde(1);
    if (how == How::kQdeBeforeSrrctl) bench.set(Reg::SRRCTL, kQueue, kPlain);
    if (how == How::kClearedQde) put_qde(0);
    bench.send(frame_of(mac_of(1), mac_of(9)));
    bench.run_until(bench.now() + 10 * kMicrosecond);
    const bool drops = how == How::kOwnSrrctl || how == How::kOwnQde || how == How::kQdeBeforeSrrctl;
    EXPECT_EQ(bench.bucket(RxBucket::kNoDescriptor), drops ? 1u : 0u);
    EXPECT_EQ(bench.get(Reg::RNBC), 1u);
    bench.set(Reg::RDT, kQueue, PoolBench::kRing - 1);
    bench.drain();
    EXPECT_EQ(bench.arrived(kQueue).size(), drops ? 0u : 1u);
  }
}

// The bits are behind a window, and a reset clears them as it does registers.
TEST(DriverExpectations, AResetClearsTheBitsOfQde) {
  constexpr std::uint32_t kQueue = 3u << 8;
  PoolBench bench;
  const auto read_back = [&] {
    bench.write_now(kQde, 1u << 17 | kQueue);
    bench.run_until(bench.now() + kMicrosecond);
    return bench.read(kQde, 0, 0) & 1;
  };
  bench.write_now(kQde, 1u << 16 | kQueue | 1u);
  bench.run_until(bench.now() + kMicrosecond);
  EXPECT_EQ(read_back(), 1u);
  bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(read_back(), 0u);
}

// --- Statistics.

struct Traffic : testing::Test {
  static PoolBench make(const char* name) { return PoolBench(device_profile(name)); }
};

TEST(DriverExpectations, QueueCountersAreWhereDriversOf82599Look) {
  PoolBench bench;
  bench.transmit_on(0);
  bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  bench.open(0);
  bench.open_transmit(0);
  bench.receive_on();
  bench.set(Reg::SRRCTL, 0, 2 | 1u << 25 | 1u << 28);  // drop
  for (unsigned i = 0; i < 70; ++i) bench.send(frame_of(kEveryone, mac_of(1), 100));
  bench.transmit(0, frame_of(kEveryone, mac_of(2), 100));
  bench.drain();
  EXPECT_EQ(bench.read(kQptc, 0, 0), 1u);
  EXPECT_EQ(bench.read(kQptc, 0, 0), 0u) << "cleared by the read";
  EXPECT_EQ(bench.get(Reg::QPTC), 0u) << "the same counter";
  EXPECT_EQ(bench.read(kQprdc, 0, 0), 70u - 63u);
  EXPECT_EQ(bench.get(Reg::QPRC), 63u);
  EXPECT_EQ(bench.get(Reg::QBRC), 63u * 96);
  EXPECT_EQ(bench.get(Reg::QBRC), 63u * 96) << "the high word clears";
  EXPECT_EQ(bench.read(kQbrcHigh, 0, 0), 0u);
  EXPECT_EQ(bench.get(Reg::QBRC), 0u);
  EXPECT_EQ(bench.get(Reg::QBTC), 96u);
  EXPECT_EQ(bench.read(kQbtcHigh, 0, 0), 0u);
  EXPECT_EQ(bench.get(Reg::QBTC), 0u);
  bench.read(kPxon2off, 0, 0);
  EXPECT_EQ(bench.port().registers().unimplemented_accesses(), 0u);
}

// A multicast frame and two broadcast ones.
TEST(DriverExpectations, MulticastCountsBroadcastOn82598Alone) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    PoolBench bench(device_profile(name));  // silicon counters by default
    bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask | field::FCTRL::MPE.mask);
    bench.open(0);
    bench.receive_on();
    bench.send(frame_of({0x01, 0, 0x5e, 0, 0, 1}, mac_of(1)));
    for (unsigned i = 0; i < 2; ++i) bench.send(frame_of(kEveryone, mac_of(1)));
    bench.drain();
    const std::uint32_t mprc = bench.get(Reg::MPRC), bprc = bench.get(Reg::BPRC);
    EXPECT_EQ(bprc, 2u);
    // As the driver computes it.
    EXPECT_EQ(std::string(name) == "82598" ? mprc - bprc : mprc, 1u);
  }
}

TEST(DriverExpectations, AVirtualFunctionCountsWhatTheSwitchAloneCarries) {
  PoolBench bench;
  bench.config_write(kSriov + 0x10, 2);
  bench.config_write(kSriov + 8, 9);
  for (const unsigned function : {128u, 130u}) bench.config_write(0x04, 0x4, function);
  bench.pools_on(8, 0);
  for (unsigned pool = 0; pool < 2; ++pool) {
    bench.address(pool + 1, mac_of(pool + 1), std::uint64_t{1} << pool);
    bench.open(2 * pool);
    bench.open_transmit(2 * pool);
  }
  bench.transmit_on();
  bench.set(Reg::PFDTXGSWC, 0, 1);
  bench.receive_on();
  bench.transmit(0, frame_of(mac_of(2), mac_of(1), 200));
  bench.drain();
  EXPECT_TRUE(bench.wire.empty());
  EXPECT_EQ(bench.arrived(2).size(), 1u);
  EXPECT_EQ(bench.read(0x201c, 0, 128), 1u) << "VFGPTC";
  EXPECT_EQ(bench.read(0x2020, 0, 128), 196u) << "VFGOTC";
  EXPECT_EQ(bench.read(0x101c, 0, 130), 1u) << "VFGPRC";
}

TEST(DriverExpectations, QueueBytesIncludeStrippedTags) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    PoolBench bench(device_profile(name));
    bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    bench.set(Reg::VLNCTRL, 0, 0x8100 | field::VLNCTRL::VME.mask);
    bench.open(0);
    bench.receive_on();
    bench.send(frame_of(kEveryone, mac_of(1), 100, 5));
    bench.drain();
    ASSERT_EQ(bench.arrived(0).size(), 1u);
    EXPECT_EQ(bench.arrived(0)[0].length, 92u) << "without FCS and tag";
    EXPECT_EQ(bench.get(Reg::QBRC), 96u) << "without FCS";
  }
}

// --- SCTP.

std::vector<std::uint8_t> sctp_packet() {
  std::vector<std::uint8_t> bytes(14 + 20 + 32);
  std::fill(bytes.begin(), bytes.begin() + 6, std::uint8_t{0xff});
  bytes[6] = 2;
  store_be16(bytes.data() + 12, 0x0800);
  bytes[14] = 0x45;
  store_be16(bytes.data() + 16, 52);
  bytes[22] = 64;
  bytes[23] = 132;
  store_be32(bytes.data() + 26, 0x0a000001);
  store_be32(bytes.data() + 30, 0x0a000002);
  store_be32(bytes.data() + 34, 0x12345678);  // ports
  for (std::size_t i = 46; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  return bytes;
}

TEST(DriverExpectations, SctpChecksumsAreInserted) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    PoolBench bench(device_profile(name));
    if (bench.profile().transmit_enable) bench.transmit_on(0);
    bench.open_transmit(0);
    std::vector<std::uint8_t> bytes = sctp_packet();
    store_le32(bytes.data() + 42, 0xdeadbeef);  // what software left does not count
    const std::uint64_t ring = PoolBench::tx_ring_of(0), data = PoolBench::tx_buffers_of(0);
    std::copy(bytes.begin(), bytes.end(), bench.memory().at(data));
    // A context: MACLEN 14, IPLEN 20, IPv4, L4T SCTP.
    store_le64(bench.memory().at(ring), 14u << 9 | 20);
    store_le64(bench.memory().at(ring + 8), 1u << 29 | 2u << 20 | 2u << 11 | 1u << 10);
    store_le64(bench.memory().at(ring + 16), data);
    store_le64(bench.memory().at(ring + 24), std::uint64_t{bytes.size()} << 46 | std::uint64_t{2} << 40 |
                                                 1u << 29 | 0x0b00'0000 | 3u << 20 | bytes.size());
    bench.set(Reg::TDT, 0, 2);
    bench.drain();
    ASSERT_EQ(bench.wire.size(), 1u);
    store_le32(bytes.data() + 42, 0);
    EXPECT_EQ(load_le32(bench.wire[0]->bytes().data + 42), crc32c({bytes.data() + 34, bytes.size() - 34}));
  }
}

TEST(DriverExpectations, SctpChecksumsAreChecked) {
  for (const char* name : {"82598", "82599"}) {
    SCOPED_TRACE(name);
    PoolBench bench(device_profile(name));
    bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    bench.open(0);
    bench.receive_on();
    std::vector<std::uint8_t> bytes = sctp_packet();
    store_le32(bytes.data() + 42, crc32c({bytes.data() + 34, bytes.size() - 34}));
    bench.send(make_frame_with_fcs({bytes.data(), bytes.size()}));
    bytes.back() ^= 1;
    bench.send(make_frame_with_fcs({bytes.data(), bytes.size()}));
    bench.drain();
    const auto status = [&](unsigned i) {
      return load_le32(bench.memory().at(PoolBench::ring_of(0) + i * kDescriptorBytes + 8));
    };
    EXPECT_EQ(status(0) & (1u << 30 | 1u << 5 | 1u << 4), 1u << 5) << "L4CS, no error";
    EXPECT_EQ(status(1) & (1u << 30 | 1u << 5 | 1u << 4), 1u << 5 | 1u << 30) << "L4CS, error";
    EXPECT_EQ(bench.get(Reg::XEC), 2u) << "the IPv4 header has no checksum";
  }
}

// --- Configuration space.

TEST(DriverExpectations, TheSuccessorHas64BitBarsAndItsCapabilities) {
  Device device(config_of("82599"));
  for (const std::uint32_t bar : {0x10u, 0x20u}) {
    EXPECT_EQ(device.config_read(bar) & 0xf, 0xcu) << "64 bits, prefetchable";
    device.config_write(bar + 4, 0xffffffff);
    EXPECT_EQ(device.config_read(bar + 4), 0xffffffffu);
  }
  device.config_write(0x10, 0xffffffff);
  EXPECT_EQ(device.config_read(0x10), 0xfff8000cu) << "512 KiB";
  EXPECT_EQ(device.config_read(0xa0) >> 16 & 0xf, 2u) << "PCI Express capability, version 2";
  EXPECT_EQ(device.config_read(0xc4) & 0x1f, 0x1fu) << "completion timeouts can be set and disabled";
  EXPECT_EQ(device.config_read(0x40) >> 27, 0x09u) << "PME from D0 and D3hot";
  EXPECT_EQ(device.config_read(0x40) >> 16 & 7, 3u) << "power management 1.2";
}

}  // namespace
}  // namespace ixsim::bench
