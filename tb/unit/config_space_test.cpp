// The configuration space alone: values that drivers read at fixed offsets, the chain of capabilities, sizes
// of BARs, kinds of bits, and the state after a function-level reset.
#include "pcie/config_space.h"

#include <gtest/gtest.h>

#include <set>

namespace ixsim::test {
namespace {

ConfigSpace space(unsigned number = 0, bool two = true) {
  FunctionIdentity identity;
  identity.number = number;
  identity.multifunction = two;
  const std::uint8_t mac_address[6] = {0x02, 0x1b, 0x21, 0xaa, 0xbb, 0xcc};
  std::copy(std::begin(mac_address), std::end(mac_address), std::begin(identity.mac_address));
  return ConfigSpace(identity, PcieConfig());
}

std::uint32_t word(const ConfigSpace& config, std::uint32_t offset) {
  return config.read(offset, false, false);
}
std::uint32_t half(const ConfigSpace& config, std::uint32_t offset) {
  return word(config, offset & ~3u) >> (8 * (offset & 3)) & 0xffff;
}

TEST(ConfigSpace, SaysWhatItIs) {
  EXPECT_EQ(word(space(), 0x00), 0x10c68086u);
  EXPECT_EQ(word(space(), 0x08), 0x02000001u);
  EXPECT_EQ(word(space(), 0x0c) >> 16, 0x80u) << "one of several functions";
  EXPECT_EQ(word(space(0, false), 0x0c) >> 16, 0u);
  EXPECT_EQ(word(space(0), 0x3c) >> 8, 1u);
  EXPECT_EQ(word(space(1), 0x3c) >> 8, 2u);
}

TEST(ConfigSpace, HasItsCapabilitiesWhereDriversLook) {
  const ConfigSpace config = space();
  EXPECT_EQ(half(config, 0x06) & 0x10, 0x10u);
  const std::pair<unsigned, unsigned> chain[] = {{0x40, 1}, {0x50, 5}, {0x60, 17}, {0xa0, 16}};
  std::uint32_t at = word(config, 0x34) & 0xff;
  for (const auto& [place, id] : chain) {
    EXPECT_EQ(at, place);
    EXPECT_EQ(word(config, at) & 0xff, id);
    at = word(config, at) >> 8 & 0xff;
  }
  EXPECT_EQ(at, 0u);
  EXPECT_EQ(word(config, 0x100) & 0xffff, 1u);
  EXPECT_EQ(word(config, 0x100) >> 20, 0x140u);
  EXPECT_EQ(word(config, 0x140) & 0xffff, 3u);
  EXPECT_EQ(word(config, 0x140) >> 20, 0u);
  EXPECT_EQ(half(config, 0x62) & 0x7ff, 0x13u) << "20 vectors";
  EXPECT_EQ(word(config, 0x64), 3u);
  EXPECT_EQ(word(config, 0x68), 0x2003u);
  EXPECT_EQ(half(config, 0x52), 0x80u) << "64-bit, one message";
  EXPECT_EQ(half(config, 0xb2) & 0x3ff, 0x81u) << "x8 at 2.5 GT/s";
  EXPECT_EQ(half(config, 0xc8), 0u);
  EXPECT_EQ(word(config, 0x144), 0xffaabbccu);
  EXPECT_EQ(word(config, 0x148), 0x021b21ffu);
}

TEST(ConfigSpace, ReportsTheSizesOfItsBars) {
  ConfigSpace config = space();
  const std::uint32_t expected[6] = {0xfffe0000, 0, 0xffffffe1, 0xffffc000, 0, 0};
  for (unsigned i = 0; i < 6; ++i) {
    config.write(0x10 + 4 * i, 0xffffffff, 0xf);
    EXPECT_EQ(word(config, 0x10 + 4 * i), expected[i]) << i;
  }
  config.write(0x30, 0xffffffff, 0xf);
  EXPECT_EQ(word(config, 0x30), 0u) << "no expansion ROM";
  config.write(0x10, 0xfe123456, 0xf);
  EXPECT_EQ(config.bar(0), 0xfe120000u);
  config.write(0x18, 0xe020, 0xf);
  EXPECT_EQ(config.bar(2), 0xe020u);
}

TEST(ConfigSpace, IsOffAfterPowerOn) {
  const ConfigSpace config = space();
  EXPECT_FALSE(config.memory_space() || config.io_space() || config.bus_master());
  EXPECT_FALSE(config.msi_enabled() || config.msix_enabled() || config.intx_disabled());
  EXPECT_TRUE(config.powered());
}

TEST(ConfigSpace, WritesOnlyTheBytesEnabled) {
  ConfigSpace config = space();
  config.write(0x54, 0x11223344, 0xf);
  config.write(0x54, 0xaabbccdd, 0x4);
  EXPECT_EQ(word(config, 0x54), 0x11bb3344u);
  config.write(0x04, 0xffffffff, 0xf);
  EXPECT_EQ(half(config, 0x04), 0x0547u);
  EXPECT_EQ(half(config, 0x06), 0x0010u);
}

TEST(ConfigSpace, MsiGivesWayToMsix) {
  ConfigSpace config = space();
  config.write(0x50, 1u << 16, 0xc);
  EXPECT_TRUE(config.msi_enabled());
  config.write(0x60, 0xc000u << 16, 0xc);
  EXPECT_TRUE(config.msix_enabled() && config.msix_masked());
  EXPECT_FALSE(config.msi_enabled());
}

TEST(ConfigSpace, SleepsAndWakesWithAReset) {
  ConfigSpace config = space();
  config.write(0x04, 7, 0x3);
  EXPECT_FALSE(config.write(0x44, 3, 0x3).function_reset);
  EXPECT_FALSE(config.powered() || config.memory_space() || config.bus_master() || config.io_space());
  EXPECT_FALSE(config.write(0x44, 1, 0x3).function_reset) << "there is no D1";
  EXPECT_EQ(half(config, 0x44) & 3, 3u);
  EXPECT_TRUE(config.write(0x44, 0, 0x3).function_reset);
  EXPECT_TRUE(config.powered());
}

TEST(ConfigSpace, FunctionLevelResetLeavesTheErrorLogAndThePayload) {
  ConfigSpace config = space();
  config.enumerate();
  config.write(0x50, 0x71u << 16, 0xc);
  config.write(0xa8, 0x5830, 0x3);
  config.unsupported_request(true);
  EXPECT_EQ(half(config, 0xaa) & 0xf, 0xau);
  EXPECT_EQ(word(config, 0x104), 1u << 20);
  const auto effect = config.write(0xa8, 0xd830, 0x3);
  EXPECT_TRUE(effect.function_reset);
  EXPECT_EQ(half(config, 0xa8) & 0x8000, 0u) << "reads 0";
  config.function_reset();
  EXPECT_EQ(half(config, 0x04), 0u);
  EXPECT_EQ(config.bar(0), 0u);
  EXPECT_FALSE(config.msix_enabled() || config.msi_enabled());
  EXPECT_EQ(word(config, 0x104), 1u << 20);
  EXPECT_EQ(config.max_payload(), 256u);
  EXPECT_EQ(config.max_read_request(), 256u) << "as after power-on";
  config.write(0x104, 1u << 20, 0xf);
  EXPECT_EQ(word(config, 0x104), 0u);
}

TEST(ConfigSpace, NeverExceedsWhatItSupports) {
  ConfigSpace config = space();
  config.write(0xa8, 0x70e0, 0x3);
  EXPECT_EQ(config.max_payload(), 256u);
  EXPECT_EQ(config.max_read_request(), 4'096u);
}

TEST(ConfigSpace, ShowsThePresent) {
  const ConfigSpace config = space();
  EXPECT_EQ(config.read(0xa8, true, false) >> 16 & 0x20, 0x20u);
  EXPECT_EQ(config.read(0x04, false, true) >> 16 & 0x08, 0x08u);
  // Each is one bit of one word.
  for (std::uint32_t offset = 0; offset < 0x200; offset += 4) {
    const std::uint32_t pending = offset == 0xa8 ? 1u << 21 : 0, line = offset == 0x04 ? 1u << 19 : 0;
    EXPECT_EQ(config.read(offset, true, false), word(config, offset) | pending) << offset;
    EXPECT_EQ(config.read(offset, false, true), word(config, offset) | line) << offset;
  }
}

}  // namespace
}  // namespace ixsim::test
