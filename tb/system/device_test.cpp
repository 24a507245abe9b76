// Functions other than the data path: EEPROM, PHY, semaphores, analog registers, link, timers, LEDs. Each is
// used as public drivers use it, through register accesses over the link.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "core_bench.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/error.h"

namespace ixsim::bench {
namespace {

ControllerConfig two_ports() {
  ControllerConfig config;
  config.ports.assign(2, PortConfig());
  config.ports[1].mac_address[5] = 2;
  return config;
}

struct Device : CoreBench {
  explicit Device(const ControllerConfig& config = two_ports()) : CoreBench(config, BusSettings(), 1) {
    run_until(10 * kMicrosecond);
  }
  void wait(Time time) { run_until(now() + time); }
  void reset_port(unsigned index = 0) {
    write(Reg::CTRL, 0, field::CTRL::RST.mask, index);
    wait(10 * kMicrosecond);
    EXPECT_EQ(read(Reg::CTRL, 0, index), 0u) << "CTRL.RST reads 0 within 10 us";
  }

  // --- EEPROM, as ixgbe reads it.
  std::uint16_t eerd(unsigned word, unsigned index = 0) {
    write(Reg::EERD, 0, word << 2 | 1, index);
    for (unsigned i = 0; i < 100; ++i) {
      const std::uint32_t value = read(Reg::EERD, 0, index);
      if ((value & 2) != 0) return static_cast<std::uint16_t>(value >> 16);
      wait(5 * kMicrosecond);
    }
    ADD_FAILURE() << "EERD.DONE did not come";
    return 0;
  }
  // --- ... and by its pins.
  void acquire(unsigned index = 0) {
    set_eec(read(Reg::EEC, 0, index) | field::EEC::REQ.mask, index);
    for (unsigned i = 0; i < 1'000 && (read(Reg::EEC, 0, index) & field::EEC::GNT.mask) == 0; ++i)
      wait(5 * kMicrosecond);
    ASSERT_NE(read(Reg::EEC, 0, index) & field::EEC::GNT.mask, 0u);
    set_eec(eec_ & ~3u, index);
  }
  void release(unsigned index = 0) { set_eec((eec_ | 2u) & ~field::EEC::REQ.mask, index); }
  void standby() {
    set_eec(eec_ | 2u);
    set_eec(eec_ & ~2u);
  }
  void shift_out(std::uint32_t value, unsigned bits) {
    for (unsigned i = bits; i-- > 0;) {
      set_eec((eec_ & ~4u) | ((value >> i & 1) != 0 ? 4u : 0));
      set_eec(eec_ | 1u);
      set_eec(eec_ & ~1u);
    }
  }
  std::uint32_t shift_in(unsigned bits) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < bits; ++i) {
      set_eec(eec_ | 1u);
      value = value << 1 | (read(Reg::EEC) >> 3 & 1);
      set_eec(eec_ & ~1u);
    }
    return value;
  }
  std::uint16_t pins_read(unsigned word) {
    standby();
    shift_out(0x03, 8);
    shift_out(word * 2, 16);
    const std::uint32_t value = shift_in(16);
    return static_cast<std::uint16_t>(value >> 8 | value << 8);
  }
  std::uint8_t status() {
    standby();
    shift_out(0x05, 8);
    return static_cast<std::uint8_t>(shift_in(8));
  }
  void pins_write(unsigned word, std::uint16_t value) {
    standby();
    shift_out(0x06, 8);
    standby();
    shift_out(0x02, 8);
    shift_out(word * 2, 16);
    shift_out(static_cast<std::uint16_t>(value >> 8 | value << 8), 16);
    standby();
  }
  void set_eec(std::uint32_t value, unsigned index = 0) {
    eec_ = value;
    write(Reg::EEC, 0, value, index);
  }

  // --- MDIO. Returns how long the command took.
  Time mdio(std::uint32_t command) {
    const Time begin = now();
    write(Reg::MSCA, 0, command | field::MSCA::MDI_CMD.mask);
    while ((read(Reg::MSCA) & field::MSCA::MDI_CMD.mask) != 0) wait(100 * kNanosecond);
    return now() - begin;
  }
  std::uint16_t phy_read(unsigned phy, unsigned device, unsigned address) {
    const std::uint32_t place = phy << 21 | device << 16;
    mdio(place | address);
    mdio(place | 3u << 26);
    return static_cast<std::uint16_t>(read(Reg::MSRWD) >> 16);
  }
  void phy_write(unsigned phy, unsigned device, unsigned address, std::uint16_t value) {
    const std::uint32_t place = phy << 21 | device << 16;
    write(Reg::MSRWD, 0, value);
    mdio(place | address);
    mdio(place | 1u << 26);
  }

  std::uint32_t eec_ = 0;
};

// Returns the sum that drivers compute, from words that they read one by one.
std::uint16_t driver_checksum(Device& device, unsigned index) {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < 0x3f; ++i) sum += device.eerd(i, index);
  for (unsigned i = 3; i < 0xf; ++i) {
    const std::uint16_t pointer = device.eerd(i, index);
    if (pointer == 0 || pointer == 0xffff) continue;
    const std::uint16_t length = device.eerd(pointer, index);
    if (length == 0 || length == 0xffff) continue;
    for (unsigned k = 1; k <= length; ++k) sum += device.eerd(pointer + k, index);
  }
  return static_cast<std::uint16_t>(0xbaba - sum);
}

TEST(Eeprom, IsPresentAndItsChecksumHolds) {
  Device device;
  const std::uint32_t eec = device.read(Reg::EEC);
  EXPECT_NE(eec & field::EEC::PRES.mask, 0u);
  EXPECT_NE(eec & field::EEC::ARD.mask, 0u);
  EXPECT_EQ(1u << (6 + field::EEC::SIZE.get(eec)), 16'384u);
  for (const unsigned index : {0u, 1u}) {
    EXPECT_EQ(device.eerd(0, index) >> 6 & 3, 1u) << "signature";
    EXPECT_EQ(driver_checksum(device, index), device.eerd(0x3f, index));
  }
  EXPECT_EQ(device.eerd(0x37), 0xffffu) << "no alternate address";
}

TEST(Eeprom, SignalsWhenAWordIsRead) {
  Device device;
  device.write(Reg::EERD, 0, 0x3f << 2 | 1);
  EXPECT_EQ(device.read(Reg::EERD), 0x3fu << 2) << "neither DONE nor DATA";
  device.wait(19 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::EERD) & 2, 0u);
  device.wait(2 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::EERD) & 2, 2u);
  device.write(Reg::EERD, 0, 0 << 2);
  EXPECT_EQ(device.read(Reg::EERD) & 2, 2u) << "without START nothing begins";
  device.write(Reg::EERD, 0, 0 << 2 | 1);
  EXPECT_EQ(device.read(Reg::EERD) & 2, 0u);
}

TEST(Eeprom, LoadsTheMacAddressOfEachPortAtEveryReset) {
  Device device;
  for (const unsigned index : {0u, 1u}) {
    for (unsigned round = 0; round < 2; ++round) {
      EXPECT_EQ(device.read(Reg::RAL, 0, index), 0x00211b00u);
      EXPECT_EQ(device.read(Reg::RAH, 0, index), 0x80000100u + (index << 8));
      device.write(Reg::RAL, 0, 0x12345678, index);
      device.write(Reg::RAH, 0, 0, index);
      device.reset_port(index);
    }
  }
}

TEST(Eeprom, ReadsTheSameThroughItsPins) {
  Device device;
  device.acquire();
  for (const unsigned word : {0u, 1u, 3u, 6u, 0xbu, 0x15u, 0x3fu, 0xa0u, 0xa3u, 16'383u})
    EXPECT_EQ(device.pins_read(word), device.core().eeprom().word(word)) << word;
  // A read goes on into the next word.
  device.standby();
  device.shift_out(0x03, 8);
  device.shift_out(0x3e * 2, 16);
  device.shift_in(16);
  const std::uint32_t next = device.shift_in(16);
  EXPECT_EQ((next >> 8 | next << 8) & 0xffff, device.core().eeprom().word(0x3f));
  device.release();
  EXPECT_EQ(device.eerd(0x3f), device.core().eeprom().word(0x3f));
}

TEST(Eeprom, IsWrittenThroughItsPinsAndReloadedByTheNextReset) {
  Device device;
  device.acquire();
  EXPECT_EQ(device.status(), 0u);
  // Without write enable nothing happens.
  device.standby();
  device.shift_out(0x02, 8);
  device.shift_out(0xa1 * 2, 16);
  device.shift_out(0xdead, 16);
  device.standby();
  EXPECT_EQ(device.status(), 0u);
  EXPECT_EQ(device.pins_read(0xa1), 0x1b00u);
  device.pins_write(0xa1, 0x2b02);
  EXPECT_EQ(device.status() & 1, 1u) << "busy";
  EXPECT_EQ(device.pins_read(0xa1), 0xffffu) << "a busy part answers nothing but its status";
  device.wait(5 * kMillisecond);
  EXPECT_EQ(device.status(), 0u);
  EXPECT_EQ(device.pins_read(0xa1), 0x2b02u);
  device.release();
  EXPECT_NE(driver_checksum(device, 0), device.eerd(0x3f));
  EXPECT_EQ(device.read(Reg::RAL), 0x00211b00u);
  device.reset_port();
  EXPECT_EQ(device.read(Reg::RAL), 0x00212b02u);
}

TEST(Eeprom, LendsItsPinsToOnePortAtATime) {
  Device device;
  device.acquire(0);
  const std::uint32_t eec = device.read(Reg::EEC, 0, 1);
  device.write(Reg::EEC, 0, eec | field::EEC::REQ.mask, 1);
  EXPECT_EQ(device.read(Reg::EEC, 0, 1) & field::EEC::GNT.mask, 0u);
  // A word read by the other port waits too.
  device.write(Reg::EERD, 0, 0x3f << 2 | 1, 1);
  device.wait(kMillisecond);
  EXPECT_EQ(device.read(Reg::EERD, 0, 1) & 2, 0u);
  device.release(0);
  EXPECT_EQ(device.read(Reg::EEC, 0, 1) & field::EEC::GNT.mask, 0u) << "the word comes first";
  device.wait(25 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::EERD, 0, 1) & 2, 2u);
  EXPECT_NE(device.read(Reg::EEC, 0, 1) & field::EEC::GNT.mask, 0u);
  EXPECT_EQ(device.read(Reg::EEC, 0, 0) & field::EEC::GNT.mask, 0u);
  device.reset_port(1);
  EXPECT_EQ(device.read(Reg::EEC, 0, 1) & field::EEC::GNT.mask, 0u) << "a reset gives the pins back";
}

// As ixgbe writes it on the 82599: when DONE says so, and until it does again.
TEST(Eeprom, IsWrittenByWords) {
  ControllerConfig config = two_ports();
  config.profile = device_profile("82599");
  Device device(config);
  const auto done = [&](unsigned index) { return (device.read(Reg::EEWR, 0, index) & 2) != 0; };
  EXPECT_TRUE(done(0));
  device.write(Reg::EERD, 0, 0xa1 << 2 | 1);  // begun before, brings what was there
  device.write(Reg::EEWR, 0, 0x2b02u << 16 | 0xa1 << 2 | 1);
  EXPECT_FALSE(done(0));
  EXPECT_TRUE(done(1));
  device.wait(30 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::EERD), 0x1b000000u | 0xa1 << 2 | 2);
  // A word is read, and the pins are lent, when it is written.
  device.write(Reg::EERD, 0, 0xa1 << 2 | 1, 1);
  device.write(Reg::EEC, 0, device.read(Reg::EEC) | field::EEC::REQ.mask);
  device.wait(4'900 * kMicrosecond);
  EXPECT_FALSE(done(0));
  EXPECT_EQ(device.read(Reg::EERD, 0, 1) & 2, 0u);
  EXPECT_EQ(device.read(Reg::EEC) & field::EEC::GNT.mask, 0u);
  device.wait(200 * kMicrosecond);
  EXPECT_TRUE(done(0));
  EXPECT_EQ(device.read(Reg::EERD, 0, 1), 0x2b020000u | 0xa1 << 2 | 2);
  device.wait(kMillisecond);
  EXPECT_NE(device.read(Reg::EEC) & field::EEC::GNT.mask, 0u);
  // While the pins are lent it waits for them.
  device.write(Reg::EEWR, 0, 0x1234u << 16 | 0xa2 << 2 | 1, 1);
  device.wait(20 * kMillisecond);
  EXPECT_FALSE(done(1));
  EXPECT_NE(device.core().eeprom().word(0xa2), 0x1234u);
  device.release(0);
  device.wait(4'900 * kMicrosecond);
  EXPECT_FALSE(done(1));
  device.wait(200 * kMicrosecond);
  EXPECT_TRUE(done(1));
  EXPECT_EQ(device.eerd(0xa2), 0x1234u);
  // Without START nothing is written; the next reset loads the MAC address again.
  device.write(Reg::EEWR, 0, 0xdeadu << 16 | 0xa1 << 2);
  device.wait(6 * kMillisecond);
  EXPECT_EQ(device.eerd(0xa1), 0x2b02u);
  device.reset_port();
  EXPECT_EQ(device.read(Reg::RAL), 0x12342b02u);
  // A reset forgets a write that waits, and gives DONE back.
  device.acquire(0);
  device.write(Reg::EEWR, 0, 0x5678u << 16 | 0xa2 << 2 | 1, 1);
  device.reset_port(1);
  EXPECT_TRUE(done(1));
  device.release(0);
  device.wait(6 * kMillisecond);
  EXPECT_EQ(device.eerd(0xa2), 0x1234u);
}

// Impossible configurations are refused by name, with the value found, from scenarios and from user programs.
TEST(Configuration, OfNoPartIsRefused) {
  using Change = std::function<void(ControllerConfig&)>;
  const std::pair<Change, const char*> cases[] = {
      {[](auto& c) { c.ports.clear(); }, "device.ports: found 0,"},
      {[](auto& c) { c.ports.resize(3); }, "device.ports: found 3,"},
      {[](auto& c) { c.pcie.generation = 0; }, "pcie.generation: found 0,"},
      {[](auto& c) { c.pcie.generation = 3; },
       "pcie.generation: found 3, accepted are 1 and 2 with device.profile 82598:"},
      {[](auto& c) {
         c.profile = device_profile("82599");
         c.pcie.generation = 3;
       },
       "pcie.generation: found 3, accepted are 1 and 2 with device.profile 82599:"},
      {[](auto& c) {
         c.profile = device_profile("custom");
         c.pcie.generation = 4;
       },
       "pcie.generation: found 4, accepted are 1, 2 and 3 with device.profile custom"},
      {[](auto& c) { c.pcie.lanes = 0; }, "pcie.lanes: found 0,"},
      {[](auto& c) { c.pcie.lanes = 3; }, "pcie.lanes: found 3,"},
      {[](auto& c) { c.pcie.lanes = 32; }, "pcie.lanes: found 32,"},
      {[](auto& c) { c.pcie.max_payload = 64; }, "pcie.max_payload: found 64,"},
      {[](auto& c) { c.pcie.max_payload = 384; }, "pcie.max_payload: found 384,"},
      {[](auto& c) { c.pcie.max_payload = 1'024; }, "pcie.max_payload: found 1024,"},
      {[](auto& c) { c.pcie.max_read_request = 64; }, "pcie.max_read_request: found 64,"},
      {[](auto& c) { c.pcie.max_read_request = 8'192; }, "pcie.max_read_request: found 8192,"},
      {[](auto& c) { c.pcie.read_completion_boundary = 32; }, "pcie.read_completion_boundary: found 32,"},
      {[](auto& c) { c.pcie.read_completion_boundary = 512; }, "pcie.read_completion_boundary: found 512,"},
  };
  for (const auto& [change, says] : cases) {
    ControllerConfig config;
    change(config);
    try {
      const Device device(config);
      ADD_FAILURE() << "taken in spite of " << says;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(says, 0), 0u) << error.what();
    }
  }
}

// Every value that is not refused, and the largest and smallest ones at that.
TEST(Configuration, OfAPartIsTaken) {
  ControllerConfig config;
  for (const std::size_t ports : {1u, 2u}) {
    config.ports.assign(ports, PortConfig());
    EXPECT_NO_THROW(const Device device(config)) << ports;
  }
  for (const char* const name : {"82598", "82599"}) {
    config.profile = device_profile(name);
    for (config.pcie.generation = 1; config.pcie.generation <= 2; ++config.pcie.generation)
      EXPECT_NO_THROW(const Device device(config)) << name << ' ' << config.pcie.generation;
    config.pcie.generation = 1;
  }
  for (config.pcie.max_payload = 128; config.pcie.max_payload <= 512; config.pcie.max_payload *= 2)
    EXPECT_NO_THROW(const Device device(config)) << config.pcie.max_payload;
  config.pcie = PcieConfig();
  for (std::uint32_t& bytes = config.pcie.max_read_request = 128; bytes <= 4'096; bytes *= 2)
    EXPECT_NO_THROW(const Device device(config)) << bytes;
  config.pcie = PcieConfig();
  for (std::uint32_t& bytes = config.pcie.read_completion_boundary = 64; bytes <= 256; bytes *= 2)
    EXPECT_NO_THROW(const Device device(config)) << bytes;
}

// A platform may change the profile of a part: here the I/O window has another BAR.
TEST(Configuration, TheIoWindowIsAtTheBarOfTheProfile) {
  for (const unsigned bar : {2u, 5u}) {
    SCOPED_TRACE(bar);
    ControllerConfig config;
    config.profile.io_bar = bar;
    Device device(config);
    for (const unsigned other : {2u, 5u}) EXPECT_EQ(device.config_read(0x10 + 4 * other) & 1, other == bar);
  }
}

TEST(Configuration, ACustomLinkMayBeOfTheThirdGeneration) {
  ControllerConfig config;
  config.profile = device_profile("custom");
  for (const unsigned lanes : {1u, 2u, 4u, 8u, 16u}) {
    config.pcie.generation = 3;
    config.pcie.lanes = lanes;
    EXPECT_NO_THROW(const Device device(config)) << lanes;
  }
}

TEST(Eeprom, OfSomeoneElseIsTakenAsItIs) {
  ControllerConfig config;
  config.eeprom.assign(64, 0);  // no signature
  Device blank(config);
  EXPECT_EQ(blank.read(Reg::RAL), 0u);
  EXPECT_EQ(blank.read(Reg::RAH), 0u);
  EXPECT_EQ(blank.eerd(0x40), 0xffffu);
  config.eeprom.assign(EepromImage::kWords + 1, 0);
  EXPECT_THROW(Device{config}, InputError);
}

TEST(Mdio, WithoutAPhyReadsOnes) {
  Device device;
  for (unsigned phy = 0; phy < 32; phy += 31)
    for (unsigned device_type = 0; device_type < 32; device_type += 5)
      EXPECT_EQ(device.phy_read(phy, device_type, 2), 0xffffu);
}

TEST(Mdio, TakesTheTimeOfAFrame) {
  Device device;
  device.write(Reg::HLREG0, 0, device.read(Reg::HLREG0) | field::HLREG0::MDCSPD.mask);
  const Time fast = device.mdio(0);
  EXPECT_GE(fast, 64 * kMicrosecond / 24);
  EXPECT_LE(fast, 64 * kMicrosecond / 24 + kMicrosecond);
  device.write(Reg::HLREG0, 0, device.read(Reg::HLREG0) & ~field::HLREG0::MDCSPD.mask);
  EXPECT_GE(device.mdio(0), 640 * kMicrosecond / 24);
  // A reset ends the command that is under way, and forgets what was read before.
  device.mdio(3u << 26);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0xffffu);
  device.write(Reg::MSCA, 0, field::MSCA::MDI_CMD.mask | 3u << 26);
  EXPECT_NE(device.read(Reg::MSCA) & field::MSCA::MDI_CMD.mask, 0u);
  device.reset_port();
  EXPECT_EQ(device.read(Reg::MSCA) & field::MSCA::MDI_CMD.mask, 0u);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0u);
}

TEST(Mdio, ShowsAPhyItsRegisters) {
  ControllerConfig config;
  config.ports[0].phy.present = true;
  config.ports[0].phy.address = 5;
  config.ports[0].phy.registers = {{1, 0x0001, 0x0004}, {3, 0xc30a, 0x1234}};
  Device device(config);
  for (const unsigned mmd : {1u, 3u, 4u}) {
    EXPECT_EQ(device.phy_read(5, mmd, 2), 0x0043u);
    EXPECT_EQ(device.phy_read(5, mmd, 3), 0xa400u);
    EXPECT_EQ(device.phy_read(5, mmd, 5), 0x001au);
    EXPECT_EQ(device.phy_read(5, mmd, 8), 0x8000u);
  }
  EXPECT_EQ(device.phy_read(5, 2, 2), 0xffffu) << "it has no such device";
  EXPECT_EQ(device.phy_read(4, 1, 2), 0xffffu) << "nobody has this address";
  EXPECT_EQ(device.phy_read(5, 1, 1), 0x0004u);
  EXPECT_EQ(device.phy_read(5, 3, 0xc30a), 0x1234u);
  EXPECT_EQ(device.phy_read(5, 3, 0xc30b), 0u);
  device.phy_write(5, 3, 0xc30b, 0xbeef);
  EXPECT_EQ(device.phy_read(5, 3, 0xc30b), 0xbeefu);
  // Read and step.
  device.mdio(5u << 21 | 1u << 16 | 2);
  device.mdio(5u << 21 | 1u << 16 | 2u << 26);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0x0043u);
  device.mdio(5u << 21 | 1u << 16 | 2u << 26);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0xa400u);
  // While a command runs MSRWD keeps what it has, and another command is ignored.
  device.write(Reg::MSCA, 0, field::MSCA::MDI_CMD.mask | 5u << 21 | 3u << 16 | 0xc30a);
  device.write(Reg::MSCA, 0, field::MSCA::MDI_CMD.mask | 5u << 21 | 1u << 16 | 3u << 26);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0xa400u);
  device.wait(5 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0xa400u) << "the second command was carried out";
  device.mdio(5u << 21 | 3u << 16 | 3u << 26);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0x1234u) << "the first was not";
}

TEST(Mdio, SpeaksClause22) {
  ControllerConfig config;
  config.ports[0].phy.present = true;
  config.ports[0].phy.devices = 1;
  config.ports[0].phy.identifier = 0x01410cc0;
  Device device(config);
  const std::uint32_t old = 1u << 28;
  device.mdio(old | 2u << 26 | 2u << 16);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0x0141u);
  device.write(Reg::MSRWD, 0, 0x7777);
  device.mdio(old | 1u << 26 | 4u << 16);
  device.mdio(old | 2u << 26 | 4u << 16);
  EXPECT_EQ(device.read(Reg::MSRWD) >> 16, 0x7777u);
}

TEST(Semaphores, AreOneForBothPorts) {
  Device device;
  EXPECT_EQ(device.read(Reg::SWSM, 0, 0) & 1, 0u) << "who reads 0 has it";
  EXPECT_EQ(device.read(Reg::SWSM, 0, 1) & 1, 1u);
  EXPECT_EQ(device.read(Reg::SWSM, 0, 0) & 1, 1u);
  device.write(Reg::SWSM, 0, 3, 0);
  EXPECT_EQ(device.read(Reg::SWSM, 0, 0) & 2, 2u) << "SWESMBI sticks";
  device.write(Reg::GSSR, 0, 0x5, 0);
  EXPECT_EQ(device.read(Reg::GSSR, 0, 1), 0x5u);
  device.reset_port(0);
  EXPECT_EQ(device.read(Reg::GSSR, 0, 1), 0x5u);
  EXPECT_EQ(device.read(Reg::SWSM, 0, 1) & 3, 3u);
  device.write(Reg::SWSM, 0, 0, 1);
  EXPECT_EQ(device.read(Reg::SWSM, 0, 0), 0u) << "released, and taken again by this read";
  EXPECT_EQ(device.read(Reg::SWSM, 0, 1) & 1, 1u);
}

TEST(Semaphores, FirmwareGoesFirst) {
  Device device;
  EXPECT_EQ(device.read(Reg::FWSM), 0x8000u);
  device.core().semaphores().set_firmware_holds(true);
  device.core().semaphores().set_firmware_resources(1u << 5);
  EXPECT_EQ(device.read(Reg::FWSM), 0x8001u);
  device.write(Reg::SWSM, 0, 2);
  EXPECT_EQ(device.read(Reg::SWSM) & 2, 0u);
  EXPECT_EQ(device.read(Reg::GSSR, 0, 1), 0x20u);
  device.core().semaphores().set_firmware_holds(false);
  device.write(Reg::SWSM, 0, 2);
  EXPECT_EQ(device.read(Reg::SWSM) & 2, 2u);
}

TEST(General, OnePortSaysSo) {
  Device two, one{ControllerConfig()};
  EXPECT_EQ(two.read(Reg::FACTPS, 0, 1), 0x104u);
  EXPECT_EQ(one.read(Reg::FACTPS), 0x4u);
  EXPECT_EQ(two.read(Reg::STATUS, 0, 1) >> 2 & 3, 1u);
}

// The serial number is made of a MAC address: that of the first port for both functions, as they are one
// device.
TEST(General, BothFunctionsHaveOneSerialNumber) {
  Device device;
  for (const unsigned index : {0u, 1u}) {
    EXPECT_EQ(device.config_read(0x144, index), 0xff000001u);
    EXPECT_EQ(device.config_read(0x148, index), 0x001b21ffu);
  }
}

// The reset writes the tables of the filters word by word, which takes 849 cycles of 6.4 ns on the 82598.
TEST(General, CtrlShowsAResetUntilItIsOver) {
  Device device;
  for (const unsigned index : {0u, 1u}) {
    const Time begun = device.now();
    device.write(Reg::CTRL, 0, field::CTRL::RST.mask, index);
    EXPECT_EQ(device.read(Reg::CTRL, 0, index), field::CTRL::RST.mask);
    EXPECT_EQ(device.read(Reg::CTRL, 0, 1 - index), 0u);
    device.run_until(begun + 5 * kMicrosecond);
    EXPECT_EQ(device.read(Reg::CTRL, 0, index), field::CTRL::RST.mask);
    device.wait(kMicrosecond);
    EXPECT_EQ(device.read(Reg::CTRL, 0, index), 0u);
  }
}

TEST(General, EitherPortShowsThePowerStatesOfBoth) {
  Device device;
  for (const unsigned asleep : {0u, 1u}) {
    const unsigned awake = 1 - asleep;
    const auto shown = [&] { return device.read(Reg::FACTPS, 0, awake); };
    const std::uint32_t expected = 0x104u | 3u << (6 * asleep);
    device.config_write(0x44, 3, asleep);
    EXPECT_EQ(shown(), expected) << "D3hot";
    device.config_write(0x44, 1, asleep);
    EXPECT_EQ(shown(), expected) << "there is no D1";
    device.config_write(0x44, 0, asleep);
    EXPECT_EQ(shown(), 0x104u) << "D0";
    device.config_write(0x44, 3, asleep);
    device.config_write(0xa8, 0x8000, asleep);
    EXPECT_EQ(shown(), 0x104u) << "a function-level reset wakes it";
    device.enumerate(asleep);
    EXPECT_EQ(device.read(Reg::FACTPS, 0, asleep), 0x104u);
  }
}

std::uint32_t analog_read(Device& device, unsigned address, Time patience) {
  device.write(Reg::ATLASCTL, 0, 1u << 16 | address << 8);
  device.wait(patience);
  return device.read(Reg::ATLASCTL) & 0xff;
}

TEST(Analog, KeepsWhatIsWrittenOverAReset) {
  Device device;
  EXPECT_EQ(analog_read(device, 0x24, 10 * kMicrosecond), 0u);
  for (const unsigned address : {0x0bu, 0x0cu, 0x0du, 0x24u})
    device.write(Reg::ATLASCTL, 0, address << 8 | (0xf0 + (address & 7)));
  EXPECT_EQ(analog_read(device, 0x24, 0), 0u) << "not there yet";
  for (unsigned round = 0; round < 2; ++round) {
    for (const unsigned address : {0x0bu, 0x0cu, 0x0du, 0x24u})
      EXPECT_EQ(analog_read(device, address, 10 * kMicrosecond), 0xf0 + (address & 7));
    device.reset_port();
  }
  EXPECT_EQ(device.port(1).analog().value(0x24), 0u) << "each port has its own";
}

constexpr std::uint32_t kUp = 1u << 30;
constexpr std::uint32_t kTenGig = 1u << 29;
constexpr std::uint32_t kLinkChange = 1u << 20;

LinkPartner absent() {
  LinkPartner partner;
  partner.present = false;
  return partner;
}

TEST(LinkState, IsUpWhenTimeBeginsAndComesBackAfterAReset) {
  Device device;
  EXPECT_EQ(device.read(Reg::LINKS), kUp | kTenGig | 1u << 22 | 0x3ef00u) << "aligned, four lanes in step";
  EXPECT_EQ(device.read(Reg::STATUS) & 0x80, 0x80u);
  EXPECT_EQ(device.read(Reg::EICR), 0u) << "that is no change";
  device.write(Reg::AUTOC, 0, 0);
  device.write(Reg::CTRL, 0, field::CTRL::RST.mask);
  EXPECT_EQ(device.read(Reg::LINKS) & kUp, 0u);
  EXPECT_EQ(device.read(Reg::AUTOC), 0xC0002000u) << "from the EEPROM";
  device.wait(25 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::LINKS) & (kUp | kTenGig), kUp | kTenGig);
  EXPECT_EQ(device.read(Reg::EICR), kLinkChange | 1u << 31);
}

TEST(LinkState, FollowsThePartner) {
  Device device;
  device.write(Reg::RXDCTL, 0, 1u << 25);
  device.write(Reg::TXDCTL, 0, 1u << 25);
  EXPECT_EQ(device.read(Reg::RXDCTL) >> 25 & 1, 1u);
  device.core().link_partner(device.now(), 0, absent());
  EXPECT_EQ(device.read(Reg::LINKS) & kUp, 0u);
  EXPECT_EQ(device.read(Reg::STATUS) & 0x80, 0u);
  EXPECT_EQ(device.read(Reg::RXDCTL) >> 25 & 1, 0u) << "reads 0 while the link is down";
  EXPECT_EQ(device.read(Reg::TXDCTL) >> 25 & 1, 0u);
  EXPECT_EQ(device.read(Reg::EICS) & kLinkChange, kLinkChange);
  EXPECT_EQ(device.read(Reg::EICR) & kLinkChange, kLinkChange);
  EXPECT_EQ(device.read(Reg::LINKS, 0, 1) & kUp, kUp) << "the other port has another wire";
  device.wait(kMillisecond);
  EXPECT_EQ(device.read(Reg::LINKS) & kUp, 0u);
  device.core().link_partner(device.now(), 0, LinkPartner());
  EXPECT_EQ(device.read(Reg::LINKS) & kUp, 0u) << "not at once";
  device.wait(25 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::LINKS) & kUp, kUp);
  EXPECT_EQ(device.read(Reg::RXDCTL) >> 25 & 1, 1u);
  EXPECT_EQ(device.read(Reg::EICR) & kLinkChange, kLinkChange);
  // The same link partner again is no event.
  device.core().link_partner(device.now(), 0, LinkPartner());
  EXPECT_EQ(device.read(Reg::LINKS) & kUp, kUp);
}

TEST(LinkState, OfAModeNeedsAPartnerForIt) {
  struct Case {
    std::uint32_t autoc;
    bool ten, one;        // abilities of the link partner
    std::uint32_t links;  // UP, SPEED
    Time after;
  };
  const std::uint32_t both = 0xC0000000;
  const Time quick = 25 * kMicrosecond, slow = 101 * kMillisecond;
  const Case cases[] = {
      {both | 1u << 13, true, true, kUp | kTenGig, quick},
      {both | 1u << 13, false, true, 0, slow},
      {both | 0u << 13, true, true, kUp, quick},
      {both | 0u << 13, true, false, 0, slow},
      {both | 2u << 13, false, true, kUp, slow},
      {both | 4u << 13, true, true, kUp | kTenGig, slow},
      {both | 6u << 13, false, true, kUp, slow},
      {0x40000000 | 6u << 13, true, true, kUp, slow},  // KX alone is advertised
      {0x80000000 | 6u << 13, false, true, 0, slow},
      {both | 3u << 13, true, true, 0, slow},
      {both | 5u << 13, true, true, 0, slow},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.autoc);
    Device device;
    LinkPartner partner;
    partner.speed_10g = c.ten;
    partner.speed_1g = c.one;
    device.core().link_partner(device.now(), 0, partner);
    device.wait(kMillisecond);
    device.write(Reg::AUTOC, 0, c.autoc | 1u << 12);
    EXPECT_EQ(device.read(Reg::AUTOC), c.autoc) << "AN_RESTART clears itself";
    device.wait(c.after / 2);
    EXPECT_EQ(device.read(Reg::LINKS) & kUp, 0u);
    device.wait(c.after / 2);
    EXPECT_EQ(device.read(Reg::LINKS) & (kUp | kTenGig), c.links);
  }
}

TEST(LinkState, IsForcedUpWithoutALinkPartner) {
  ControllerConfig config;
  config.ports[0].partner = absent();
  Device device(config);
  EXPECT_EQ(device.read(Reg::LINKS), 0u);
  device.write(Reg::AUTOC, 0, 0x2001);
  EXPECT_EQ(device.read(Reg::LINKS), kUp | kTenGig) << "up, and no lane in step";
  device.write(Reg::AUTOC, 0, 0x2000);
  EXPECT_EQ(device.read(Reg::LINKS), 0u);
  device.wait(kMillisecond);
  EXPECT_EQ(device.read(Reg::LINKS), 0u);
}

TEST(LinkState, ChangesAreAnInterrupt) {
  Device device;
  std::vector<std::uint32_t> messages;
  device.on_message([&](Time, std::uint64_t, std::uint32_t data) { messages.push_back(data); });
  device.write(Reg::MSIXTADD, 1, static_cast<std::uint32_t>(kMessageBase));
  device.write(Reg::MSIXTMSG, 1, 0x71);
  device.write(Reg::MSIXTVCTRL, 1, 0);
  device.write(Reg::GPIE, 0, 0xC0000030);
  device.write(Reg::IVAR, 24, 0x8100);  // other causes: vector 1
  device.core().link_partner(device.now(), 0, absent());
  device.wait(10 * kMicrosecond);
  EXPECT_TRUE(messages.empty()) << "masked";
  device.write(Reg::EIMS, 0, kLinkChange);
  device.wait(10 * kMicrosecond);
  EXPECT_EQ(messages, std::vector<std::uint32_t>{0x71});
  EXPECT_EQ(device.read(Reg::EICR), kLinkChange | 1u << 31);
  device.core().link_partner(device.now(), 0, LinkPartner());
  device.wait(30 * kMicrosecond);
  EXPECT_EQ(messages.size(), 2u);
}

// A wire that records what leaves on it.
struct Wire : WireOut {
  std::vector<std::pair<Time, std::size_t>> frames;
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    frames.emplace_back(start, frame->size());
  }
};

// A driver whose every frame is written back at once.
DriverSettings immediate_write_back() {
  DriverSettings settings;
  settings.wthresh = 1;
  return settings;
}

void enable_receive(Device& device, BenchDriver& driver) {
  device.on_message([&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
  device.run_until(driver.start(device.now()));
}

void transmit_one(Device& device, std::uint32_t tail) {
  const std::uint64_t ring = kMemoryBase + (5u << 20);
  const std::uint64_t data = ring + 0x1000;
  std::fill_n(device.memory().at(data), 60, std::uint8_t{0x5a});
  std::uint8_t* const d = device.memory().at(ring + 16 * (tail - 1));
  store_le64(d, data);
  store_le64(d + 8, 60 | std::uint64_t{0x0b} << 24);  // EOP, IFCS, RS
  if (tail == 1) {
    device.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(ring));
    device.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(ring >> 32));
    device.write(Reg::TDLEN, 0, 128);
    device.write(Reg::TXDCTL, 0, 1u << 25 | 32);
  }
  device.write(Reg::TDT, 0, tail);
}

TEST(LinkState, ClosesTheWireBothWays) {
  Device device;
  Wire wire;
  device.core().set_wire_out(&wire);
  BenchDriver driver(device, immediate_write_back());
  enable_receive(device, driver);
  FrameMaker maker(1);
  device.core().link_partner(device.now(), 0, absent());
  device.frame_at(device.now() + kMicrosecond, maker.normal(100));
  device.wait(10 * kMicrosecond);
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kRxDisabled), 1u);
  transmit_one(device, 1);
  device.wait(10 * kMicrosecond);
  EXPECT_TRUE(wire.frames.empty());
  EXPECT_EQ(device.port().transmit().mac().frames_held(), 1u);
  device.core().link_partner(device.now(), 0, LinkPartner());
  const Time back = device.now();
  device.wait(30 * kMicrosecond);
  ASSERT_EQ(wire.frames.size(), 1u) << "what was held goes when the link is back";
  EXPECT_GE(wire.frames[0].first, back + 20 * kMicrosecond);
  device.frame_at(device.now() + kMicrosecond, maker.normal(100));
  device.run(kSecond);
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kDelivered), 1u);
}

TEST(LinkState, ATenthOfTheSpeed) {
  Device device;
  Wire wire;
  device.core().set_wire_out(&wire);
  BenchDriver driver(device, immediate_write_back());
  enable_receive(device, driver);
  LinkPartner slow;
  slow.speed_10g = false;
  slow.speed_1g = true;
  device.core().link_partner(device.now(), 0, slow);
  device.write(Reg::AUTOC, 0, 0xC0001000);  // 1 Gb/s, restart
  device.wait(25 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::LINKS) & (kUp | kTenGig), kUp);
  EXPECT_EQ(device.port().wire().byte_time(), 8'000);
  const std::array<Led, 4> leds = device.port().leds();
  EXPECT_EQ(leds[0], Led::kOn) << "link";
  EXPECT_EQ(leds[1], Led::kOff) << "10 Gb/s";
  EXPECT_EQ(leds[3], Led::kOn) << "1 Gb/s";
  for (unsigned i = 1; i <= 5; ++i) transmit_one(device, i);
  FrameMaker maker(1);
  device.frame_at(device.now() + kMicrosecond, maker.normal(1'000));
  device.run(kSecond);
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kDelivered), 1u);
  ASSERT_EQ(wire.frames.size(), 5u);
  for (unsigned i = 1; i < 5; ++i) {
    EXPECT_GE(wire.frames[i].first - wire.frames[i - 1].first, (8 + 64 + 9) * kByteTime1G);
    EXPECT_EQ(wire.frames[i].first % (4 * kByteTime1G), 0);
  }
}

TEST(LinkState, LoopbackHearsOnlyItself) {
  Device device;
  Wire wire;
  device.core().set_wire_out(&wire);
  BenchDriver driver(device, [] {
    DriverSettings settings = immediate_write_back();
    settings.fctrl = 0x702;  // BAM, UPE, MPE, SBP
    settings.hlreg0 = 0x0801AC0F;
    return settings;
  }());
  enable_receive(device, driver);
  FrameMaker maker(1);
  device.frame_at(device.now() + kMicrosecond, maker.normal(100));
  transmit_one(device, 1);
  device.run(kSecond);
  EXPECT_TRUE(wire.frames.empty());
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kDelivered), 1u);
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kRxDisabled), 1u);
  // With receive off it does not hear itself either.
  device.write(Reg::RXCTRL, 0, 0);
  transmit_one(device, 2);
  device.run(kSecond);
  EXPECT_TRUE(wire.frames.empty());
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kDelivered), 1u);
  EXPECT_EQ(device.port().accounting().bucket(RxBucket::kRxDisabled), 2u);
}

// Link events, changes of speed and timers, at awkward times, under both drivers of the core.
std::string a_restless_wire(CoreDriver how, std::uint64_t seed) {
  ControllerConfig config = two_ports();
  config.driver = how;
  config.ports[0].link_times.negotiation = 70 * kMicrosecond;
  CoreBench bench(config, BusSettings(), seed);
  bench.record_events();
  Random random(seed);
  BenchDriver driver(bench, immediate_write_back());
  bench.on_message([&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
  Time time = driver.start(6 * kMicrosecond);
  const std::uint64_t ring = kMemoryBase + (5u << 20);
  for (std::uint32_t i = 0; i < 512; ++i) {
    store_le64(bench.memory().at(ring + 16 * i), ring + 0x4000);
    store_le64(bench.memory().at(ring + 16 * i) + 8, std::uint64_t{60 + i} | std::uint64_t{0x0b} << 24);
  }
  const auto put = [&](Reg reg, std::uint32_t value) { bench.write_at(time, reg, 0, value); };
  put(Reg::TDBAL, static_cast<std::uint32_t>(ring));
  put(Reg::TDBAH, static_cast<std::uint32_t>(ring >> 32));
  put(Reg::TDLEN, 512 * 16);
  put(Reg::TXDCTL, 1u << 25 | 32);
  put(Reg::IVAR, 0x80);
  bench.write_at(time, Reg::IVAR, 24, 0x8182);
  put(Reg::EIMS, 0xffffffff);
  put(Reg::TCPTIMER, 1u | 1u << 8 | 1u << 9 | 1u << 11);
  FrameMaker maker(seed);
  WirePacer pacer;
  std::uint32_t tail = 0;
  for (unsigned i = 0; i < 120; ++i) {
    time += static_cast<Time>(1 + random.below(30'000'000));
    switch (random.below(6)) {
      case 0: {
        LinkPartner partner;
        partner.present = random.chance(2, 3);
        partner.speed_10g = random.chance(1, 2);
        partner.speed_1g = !partner.speed_10g || random.chance(1, 2);
        bench.at(time, [&bench, time, partner] { bench.core().link_partner(time, 0, partner); });
        break;
      }
      case 1:
        put(Reg::AUTOC, 0xC0000000 | static_cast<std::uint32_t>(random.below(8)) << 13 | 1u << 12 |
                            (random.chance(1, 4) ? 1u : 0));
        break;
      case 2:
        put(Reg::PCS1GLCTL, 1u << 17);
        break;
      default:
        tail += static_cast<std::uint32_t>(random.below(12));
        put(Reg::TDT, tail % 512);
        bench.frame_at(pacer.start(time, 700), maker.normal(700));
    }
  }
  bench.run(kSecond, kMillisecond);
  return bench.fingerprint();
}

TEST(LinkState, IsTheSameUnderBothDrivers) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    EXPECT_EQ(a_restless_wire(CoreDriver::kEvent, seed), a_restless_wire(CoreDriver::kTick, seed)) << seed;
  EXPECT_NE(a_restless_wire(CoreDriver::kEvent, 1), a_restless_wire(CoreDriver::kEvent, 2));
}

TEST(Timers, FreeRunningOneCountsFromReset) {
  Device device;
  device.run_until(1'234 * kMicrosecond);
  std::uint32_t value = device.read(Reg::FRTIMER);
  EXPECT_EQ(value >> 10 & 0x3ff, 1u);
  EXPECT_EQ(value & 0x3ff, 234u);
  device.reset_port();
  device.wait(90 * kMicrosecond);
  value = device.read(Reg::FRTIMER);
  EXPECT_GE(value, 100u);
  EXPECT_LE(value, 102u);
  EXPECT_GE(device.read(Reg::FRTIMER, 0, 1), 1u << 10) << "the other port has another timer";
  device.write(Reg::CTRL, 0, field::CTRL::LNK_RST.mask);
  device.wait(100 * kMicrosecond);
  value = device.read(Reg::FRTIMER);
  EXPECT_GE(value, 100u);
  EXPECT_LE(value, 102u);
}

TEST(Timers, FreeRunningOneCarriesMillisecondsIntoSeconds) {
  Device device;
  device.run_until(2'345'678 * kMicrosecond);
  const std::uint32_t value = device.read(Reg::FRTIMER);
  EXPECT_EQ(value >> 20, 2u);
  EXPECT_EQ(value >> 10 & 0x3ff, 345u);
  EXPECT_EQ(value & 0x3ff, 678u);
}

constexpr std::uint32_t kTcpTimer = 1u << 30;

TEST(Timers, TcpTimerRunsOnceOrAgainAndAgain) {
  Device device;
  const auto fired = [&] { return (device.read(Reg::EICR) & kTcpTimer) != 0; };
  device.write(Reg::TCPTIMER, 0, 3u | 1u << 9);
  device.wait(5 * kMillisecond);
  EXPECT_FALSE(fired()) << "nobody has started it";
  device.write(Reg::TCPTIMER, 0, 3u | 1u << 8 | 1u << 9);
  EXPECT_EQ(device.read(Reg::TCPTIMER), 3u | 1u << 9);
  device.wait(3 * kMillisecond - 5 * kMicrosecond);
  EXPECT_FALSE(fired());
  device.wait(5 * kMicrosecond);
  EXPECT_TRUE(fired());
  device.wait(10 * kMillisecond);
  EXPECT_FALSE(fired()) << "once";
  device.write(Reg::TCPTIMER, 0, 2u | 1u << 8 | 1u << 9 | 1u << 11);
  for (unsigned i = 0; i < 4; ++i) {
    device.wait(2 * kMillisecond + 10 * kMicrosecond);
    EXPECT_TRUE(fired()) << i;
  }
  // Paused at half its time, and on again.
  device.write(Reg::TCPTIMER, 0, 4u | 1u << 8 | 1u << 9);
  device.wait(2 * kMillisecond);
  device.write(Reg::TCPTIMER, 0, 4u);
  device.wait(10 * kMillisecond);
  EXPECT_FALSE(fired());
  device.write(Reg::TCPTIMER, 0, 4u | 1u << 9);
  device.wait(kMillisecond);
  EXPECT_FALSE(fired());
  device.wait(kMillisecond + 10 * kMicrosecond);
  EXPECT_TRUE(fired());
  // Ended by hand.
  device.write(Reg::TCPTIMER, 0, 200u | 1u << 8 | 1u << 9);
  device.write(Reg::TCPTIMER, 0, 200u | 1u << 9 | 1u << 10);
  EXPECT_TRUE(fired());
  device.wait(300 * kMillisecond);
  EXPECT_FALSE(fired());
  device.write(Reg::TCPTIMER, 0, 1u | 1u << 8 | 1u << 9);
  device.reset_port();
  device.wait(3 * kMillisecond);
  EXPECT_FALSE(fired()) << "a reset stops it";
}

// COUNT_FINISH ends the count at once. Another one follows with LOOP, or with KS in the same write.
TEST(Timers, TcpTimerGoesOnAfterItIsEndedByHand) {
  constexpr std::uint32_t kStart = 1u << 8, kCount = 1u << 9, kFinish = 1u << 10, kLoop = 1u << 11;
  for (const bool loop : {false, true}) {
    SCOPED_TRACE(loop);
    Device device;
    const auto fired = [&] { return (device.read(Reg::EICR) & kTcpTimer) != 0; };
    const std::uint32_t set = 4u | kCount | (loop ? kLoop : 0);
    device.write(Reg::TCPTIMER, 0, set | kStart);
    device.wait(3 * kMillisecond);
    device.write(Reg::TCPTIMER, 0, set | kFinish | (loop ? 0 : kStart));
    EXPECT_TRUE(fired());
    for (const bool more : {true, loop}) {
      device.wait(4 * kMillisecond - 10 * kMicrosecond);
      EXPECT_FALSE(fired()) << "the whole time again";
      device.wait(11 * kMicrosecond);
      EXPECT_EQ(fired(), more);
    }
  }
}

// A write without KS leaves the count alone; the new time and the new LOOP are for what follows it.
TEST(Timers, TcpTimerEndsItsCountBeforeANewTimeIsUsed) {
  constexpr std::uint32_t kStart = 1u << 8, kCount = 1u << 9, kLoop = 1u << 11;
  Device device;
  const auto fired = [&] { return (device.read(Reg::EICR) & kTcpTimer) != 0; };
  device.write(Reg::TCPTIMER, 0, 3u | kStart | kCount);
  device.wait(kMillisecond);
  device.write(Reg::TCPTIMER, 0, 5u | kCount | kLoop);
  device.wait(2 * kMillisecond - 10 * kMicrosecond);
  EXPECT_FALSE(fired());
  device.wait(11 * kMicrosecond);
  EXPECT_TRUE(fired()) << "after 3 ms";
  device.wait(5 * kMillisecond - 10 * kMicrosecond);
  EXPECT_FALSE(fired());
  device.wait(11 * kMicrosecond);
  EXPECT_TRUE(fired()) << "after 5 ms more";
  device.write(Reg::TCPTIMER, 0, 5u | kCount);
  device.wait(5 * kMillisecond);
  EXPECT_TRUE(fired());
  device.wait(20 * kMillisecond);
  EXPECT_FALSE(fired()) << "LOOP is off";
}

// All eight bits of DURATION.
TEST(Timers, TcpTimerCountsTo255Milliseconds) {
  Device device;
  device.write(Reg::TCPTIMER, 0, 255u | 1u << 8 | 1u << 9);
  device.wait(255 * kMillisecond - 10 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::EICR), 0u);
  device.wait(11 * kMicrosecond);
  EXPECT_EQ(device.read(Reg::EICR), kTcpTimer);
}

// A reset forgets the rest of the time of a paused timer: only KS starts it again.
TEST(Timers, AResetForgetsTheRestOfAPausedTcpTimer) {
  Device device;
  const auto fired = [&] { return (device.read(Reg::EICR) & kTcpTimer) != 0; };
  device.write(Reg::TCPTIMER, 0, 4u | 1u << 8 | 1u << 9);
  device.wait(2 * kMillisecond);
  device.write(Reg::TCPTIMER, 0, 4u);
  device.reset_port();
  device.write(Reg::TCPTIMER, 0, 4u | 1u << 9);
  device.wait(10 * kMillisecond);
  EXPECT_FALSE(fired());
  device.write(Reg::TCPTIMER, 0, 4u | 1u << 8 | 1u << 9);
  device.wait(4 * kMillisecond + 10 * kMicrosecond);
  EXPECT_TRUE(fired());
}

TEST(Timers, TcpTimerHasAVectorOfItsOwn) {
  Device device;
  std::vector<std::uint32_t> messages;
  device.on_message([&](Time, std::uint64_t, std::uint32_t data) { messages.push_back(data); });
  for (const unsigned v : {1u, 2u}) {
    device.write(Reg::MSIXTADD, v, static_cast<std::uint32_t>(kMessageBase));
    device.write(Reg::MSIXTMSG, v, v);
    device.write(Reg::MSIXTVCTRL, v, 0);
  }
  device.write(Reg::GPIE, 0, 0xC0000030);
  device.write(Reg::IVAR, 24, 0x8182);  // TCP timer: vector 2, other causes: vector 1
  device.write(Reg::EIMS, 0, kTcpTimer | kLinkChange);
  device.write(Reg::TCPTIMER, 0, 1u | 1u << 8 | 1u << 9);
  device.wait(2 * kMillisecond);
  EXPECT_EQ(messages, std::vector<std::uint32_t>{2});
  EXPECT_EQ(device.read(Reg::EICR), kTcpTimer) << "it is none of the other causes";
  device.write(Reg::EICS, 0, kTcpTimer);
  device.wait(10 * kMicrosecond);
  EXPECT_EQ(messages, (std::vector<std::uint32_t>{2, 2}));
}

TEST(Timers, ARunningTcpTimerDoesNotKeepTheDeviceBusy) {
  Device device;
  device.write(Reg::TCPTIMER, 0, 1u | 1u << 8 | 1u << 9 | 1u << 11);
  device.run(device.now() + 10 * kMillisecond);
  EXPECT_TRUE(device.core().idle());
}

TEST(Leds, ShowWhatLedctlSays) {
  Device device;
  BenchDriver driver(device, immediate_write_back());
  enable_receive(device, driver);
  const auto look = [&] { return device.port().leds(); };
  using L = std::array<Led, 4>;
  EXPECT_EQ(device.read(Reg::LEDCTL), 0x05040100u);
  EXPECT_EQ(look(), (L{Led::kOn, Led::kOn, Led::kOn, Led::kOff})) << "link, 10G, link and activity, 1G";
  FrameMaker maker(1);
  device.frame_at(device.now() + kMicrosecond, maker.normal(100));
  device.wait(10 * kMicrosecond);
  EXPECT_EQ(look()[2], Led::kBlinking);
  EXPECT_EQ(look()[2], Led::kOn);
  device.write(Reg::LEDCTL, 0, 0x4e8e0302);  // MAC, filter, on and blinking, on and inverted
  EXPECT_EQ(look(), (L{Led::kOff, Led::kOff, Led::kBlinking, Led::kOff}));
  device.frame_at(device.now() + kMicrosecond, maker.special(Special::kUnknown, 100, 1'518));
  device.wait(10 * kMicrosecond);
  EXPECT_EQ(look(), (L{Led::kOn, Led::kOff, Led::kBlinking, Led::kOff}));
  device.frame_at(device.now() + kMicrosecond, maker.normal(100));
  device.wait(10 * kMicrosecond);
  EXPECT_EQ(look(), (L{Led::kOn, Led::kOn, Led::kBlinking, Led::kOff}));
  device.write(Reg::LEDCTL, 0, 0x4f0f4000);
  device.core().link_partner(device.now(), 0, absent());
  EXPECT_EQ(look(), (L{Led::kOff, Led::kOn, Led::kOff, Led::kOn})) << "no link; inverted; off; off, inverted";
}

// A frame has passed the filters, whether or not its queue is enabled and has a descriptor for it.
TEST(Leds, ShowAFrameThatIsDroppedBehindTheFiltersAsTheirActivity) {
  for (const bool enabled : {false, true}) {
    SCOPED_TRACE(enabled);
    Device device;
    device.write(Reg::LEDCTL, 0, 0x00000302);  // MAC, filter
    device.write(Reg::SRRCTL, 0, 2 | 1u << 25 | field::SRRCTL::DROP_EN.mask);
    device.write(Reg::RDBAL, 0, static_cast<std::uint32_t>(kMemoryBase));
    device.write(Reg::RDBAH, 0, static_cast<std::uint32_t>(kMemoryBase >> 32));
    device.write(Reg::RDLEN, 0, 128);
    if (enabled) device.write(Reg::RXDCTL, 0, 1u << 25);
    device.write(Reg::RXCTRL, 0, 1);
    device.wait(10 * kMicrosecond);
    EXPECT_EQ(device.port().leds()[1], Led::kOff);
    device.frame_at(device.now() + kMicrosecond, FrameMaker(1).normal(100));
    device.wait(20 * kMicrosecond);
    ASSERT_EQ(device.port().accounting().bucket(enabled ? RxBucket::kNoDescriptor : RxBucket::kQueueDisabled),
              1u);
    const std::array<Led, 4> leds = device.port().leds();
    EXPECT_EQ(leds[0], Led::kOn);
    EXPECT_EQ(leds[1], Led::kOn);
    EXPECT_EQ(device.port().leds()[1], Led::kOff) << "no frame since";
  }
}

// The MAC's activity has both directions, that of the filters only received frames.
TEST(Leds, ShowTransmittedFramesAsActivityOfTheMac) {
  Device device;
  Wire wire;
  device.core().set_wire_out(&wire);
  device.write(Reg::LEDCTL, 0, 0x00000302);  // MAC, filter
  EXPECT_EQ(device.port().leds()[0], Led::kOff);
  transmit_one(device, 1);
  device.wait(20 * kMicrosecond);
  ASSERT_EQ(wire.frames.size(), 1u);
  const std::array<Led, 4> leds = device.port().leds();
  EXPECT_EQ(leds[0], Led::kOn);
  EXPECT_EQ(leds[1], Led::kOff);
  EXPECT_EQ(device.port().leds()[0], Led::kOff) << "no frame since";
}

}  // namespace
}  // namespace ixsim::bench
