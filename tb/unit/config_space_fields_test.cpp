// Every double word of the configuration space: its value after power-on, the bits that software can change,
// and the bits that a write of 1 clears. The tables are written from the PCI and PCI Express specifications
// and the list of capabilities of the 82598 and the 82599, independently of the model's.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "pcie/config_space.h"

namespace ixsim::test {
namespace {

struct Word {
  std::uint32_t reset = 0, writable = 0, cleared_by_one = 0;
};
using Layout = std::map<std::uint32_t, Word>;

FunctionIdentity identity(unsigned number = 0) {
  FunctionIdentity about;
  about.number = number;
  about.multifunction = true;
  const std::uint8_t mac_address[6] = {0x00, 0x1b, 0x21, 0xaa, 0xbb, 0xcc};
  std::copy(std::begin(mac_address), std::end(mac_address), std::begin(about.mac_address));
  return about;
}
FunctionIdentity successor(unsigned number = 0) {
  FunctionIdentity about = identity(number);
  about.device = 0x10fb;
  about.vectors = 64;
  about.msix_bar = 4;
  about.msix_capability = 0x70;
  about.virtual_functions = 64;
  about.virtual_device = 0x10ed;
  return about;
}
// With the rest of what the 82599 has: memory BARs of 64 bits, power events, version 2 of PCI Express.
FunctionIdentity whole_successor(unsigned number = 0) {
  FunctionIdentity about = successor(number);
  about.wide_bars = about.power_events = true;
  about.express_version = 2;
  return about;
}
FunctionIdentity virtual_function() {
  FunctionIdentity about = successor();
  about.is_virtual = true;
  about.vectors = 3;
  about.msix_bar = 3;
  about.msix_capability = 0x70;
  return about;
}

// Common to physical functions: power management, MSI, PCI Express, error reporting.
void add_common(Layout& l, bool physical) {
  if (physical) {
    l[0x44] = {0, 0x0103, 0x8000};  // power state, PME_En; PME_Status
    l[0x50] = {0, 0x00710000, 0};   // MSI enable, multiple message enable
    l[0x54] = {0, 0xfffffffc, 0};
    l[0x58] = {0, 0xffffffff, 0};
    l[0x5c] = {0, 0x0000ffff, 0};
  }
  l[0xa0] = {0x00010010, 0, 0};
  l[0xa4] = {0x10008001, 0, 0};                    // FLR, role-based errors, 256 B
  l[0xa8] = {0x00001810, 0x00007eff, 0x000f0000};  // 256 B reads, no snoop, relaxed ordering, 128 B
  l[0xac] = {0x00000c81, 0, 0};                    // L0s and L1, x8, 2.5 GT/s
  l[0xb0] = {0x00810000, 0x000001c3, 0};
  l[0x104] = {0, 0, 0x001ff010};
  l[0x108] = {0, 0x001ff010, 0};
  l[0x10c] = {0x00062010, 0x001ff010, 0};
  l[0x110] = {0, 0, 0x000031c1};
  l[0x114] = {0x00002000, 0x000031c1, 0};
  l[0x118] = {0, 0x00000140, 0};
}
Layout first() {
  Layout l;
  l[0x00] = {0x10c68086, 0, 0};
  l[0x04] = {0x00100000, 0x00000547, 0xf9000000};
  l[0x08] = {0x02000001, 0, 0};
  l[0x0c] = {0x00800000, 0x000000ff, 0};
  l[0x10] = {0, 0xfffe0000, 0};  // 128 KiB
  l[0x18] = {1, 0xffffffe0, 0};  // 32 B of I/O
  l[0x1c] = {0, 0xffffc000, 0};  // 16 KiB
  l[0x2c] = {0xa15f8086, 0, 0};
  l[0x34] = {0x40, 0, 0};
  l[0x3c] = {0x100, 0xff, 0};
  l[0x40] = {0x00225001, 0, 0};
  add_common(l, true);
  l[0x50].reset = 0x00806005;
  l[0x60] = {0x0013a011, 0xc0000000, 0};  // 20 vectors
  l[0x64] = {3, 0, 0};
  l[0x68] = {0x2003, 0, 0};
  l[0x100] = {0x14010001, 0, 0};
  l[0x140] = {0x00010003, 0, 0};
  l[0x144] = {0xffaabbcc, 0, 0};
  l[0x148] = {0x001b21ff, 0, 0};
  return l;
}
Layout second() {
  Layout l = first();
  l[0x00].reset = 0x10fb8086;
  l[0x10].writable = 0xfff80000;  // 512 KiB
  l.erase(0x1c);
  l[0x20] = {0, 0xffffc000, 0};
  l[0x50].reset = 0x00807005;
  l.erase(0x60);
  l.erase(0x68);
  l[0x64] = {};
  l[0x70] = {0x003fa011, 0xc0000000, 0};  // 64 vectors
  l[0x74] = {4, 0, 0};
  l[0x78] = {0x2004, 0, 0};
  l[0x140].reset = 0x15010003;
  l[0x150] = {0x1601000e, 0, 0};
  l[0x154] = {0x00000100, 0, 0};  // the next function is 1
  l[0x160] = {0x00010010, 0, 0};
  l[0x164] = {2, 0, 0};
  l[0x168] = {0, 0x19, 0};
  l[0x16c] = {0x00400040, 0, 0};
  l[0x170] = {0, 0xffff, 0};
  l[0x174] = {0x00020080, 0, 0};  // offset 128, stride 2
  l[0x178] = {0x10ed0000, 0, 0};
  l[0x17c] = {0x553, 0, 0};
  l[0x180] = {1, 0x553, 0};
  l[0x184] = {0, 0xffffc000, 0};
  l[0x190] = {0, 0xffffc000, 0};
  return l;
}
Layout whole_second() {
  Layout l = second();
  l[0x10] = {0x0000000c, 0xfff80000, 0};  // 64 bits, prefetchable
  l[0x14] = {0, 0xffffffff, 0};
  l[0x20] = {0x0000000c, 0xffffc000, 0};
  l[0x24] = {0, 0xffffffff, 0};
  l[0x40].reset = 0x48235001;  // version 3 of the register for 1.2; PME from D0 and D3hot
  l[0xa0].reset = 0x00020010;
  l[0xac].reset = 0x00000c82;  // 5 GT/s
  l[0xb0].reset = 0x00820000;
  l[0xc4] = {0x0000001f, 0, 0};  // completion timeout: ranges A to D, and it can be disabled
  l[0xc8] = {0, 0x0000001f, 0};
  l[0xd0] = {2, 0x0000000f, 0};  // target link speed
  return l;
}
Layout virtuals() {
  Layout l;
  l[0x00] = {0xffffffff, 0, 0};
  l[0x04] = {0x00100000, 0x00000004, 0xf9000000};
  l[0x08] = {0x02000001, 0, 0};
  l[0x0c] = {0x00800000, 0xff, 0};
  l[0x2c] = {0xa15f8086, 0, 0};
  l[0x34] = {0x70, 0, 0};
  l[0x70] = {0x0002a011, 0xc0000000, 0};
  l[0x74] = {3, 0, 0};
  l[0x78] = {0x2003, 0, 0};
  add_common(l, false);
  l[0x100] = {0x15010001, 0, 0};
  l[0x150] = {0x0001000e, 0, 0};
  return l;
}

std::uint32_t word(const ConfigSpace& config, std::uint32_t offset) {
  return config.read(offset, false, false);
}

void check(const FunctionIdentity& about, const Layout& layout, const PcieConfig& link = PcieConfig()) {
  const ConfigSpace fresh(about, link);
  for (std::uint32_t offset = 0; offset < ConfigSpace::kSize; offset += 4) {
    const auto found = layout.find(offset);
    const Word expected = found == layout.end() ? Word{} : found->second;
    EXPECT_EQ(word(fresh, offset), expected.reset) << std::hex << offset;
    ConfigSpace config = fresh;
    config.write(offset, 0xffffffff, 0xf);
    EXPECT_EQ(word(config, offset), (expected.reset & ~expected.cleared_by_one) | expected.writable)
        << std::hex << offset;
    config.write(offset, 0, 0xf);
    EXPECT_EQ(word(config, offset), expected.reset & ~expected.writable & ~expected.cleared_by_one)
        << std::hex << offset;
    // Byte by byte, and no other word changes.
    for (unsigned lane = 0; lane < 4; ++lane) {
      ConfigSpace single = fresh;
      single.write(offset, 0xffffffff, 1u << lane);
      const std::uint32_t bytes = 0xffu << (8 * lane);
      EXPECT_EQ(word(single, offset), expected.reset | (expected.writable & bytes)) << std::hex << offset;
      for (const std::uint32_t other : {offset - 4, offset + 4}) {
        if (other < ConfigSpace::kSize) {
          EXPECT_EQ(word(single, other), word(fresh, other)) << std::hex << offset;
        }
      }
    }
    // A function-level reset leaves the error capability, the maximum payload, ASPM, clocks and target speed
    // of the link, which belongs to both functions, and the enable of PME.
    config = fresh;
    config.write(offset, expected.writable & ~0x8000u, 0xf);
    const std::uint32_t before = word(config, offset);
    config.function_reset();
    static const std::map<std::uint32_t, std::uint32_t> masks = {
        {0x44, 0x8100}, {0xa8, 0xe0}, {0xb0, 0x1c3}, {0xd0, 0xf}};
    const auto mask = masks.find(offset);
    const std::uint32_t kept = offset >= 0x100 && offset < 0x11c ? ~0u
                               : mask != masks.end()             ? mask->second
                                                                 : 0u;
    EXPECT_EQ(word(config, offset), (before & kept) | (expected.reset & ~kept)) << std::hex << offset;
  }
}

TEST(ConfigSpaceFields, OfThe82598) { check(identity(), first()); }
TEST(ConfigSpaceFields, OfThe82599) { check(successor(), second()); }
TEST(ConfigSpaceFields, OfThe82599WithWideBarsAndPowerEvents) {
  PcieConfig link;
  link.generation = 2;
  check(whole_successor(), whole_second(), link);
}
TEST(ConfigSpaceFields, OfAVirtualFunction) {
  check(virtual_function(), virtuals());
  // None of these is in the space of a virtual function.
  FunctionIdentity about = virtual_function();
  about.wide_bars = about.power_events = true;
  about.express_version = 2;
  check(about, virtuals());
}

// The second word is the upper half of the address, and no BAR.
TEST(ConfigSpaceFields, WideBarsHaveAddressesOf64Bits) {
  ConfigSpace config(whole_successor(), PcieConfig());
  config.write(0x10, 0x12345678, 0xf);
  config.write(0x14, 0x00000014, 0xf);
  config.write(0x18, 0x0000e021, 0xf);
  config.write(0x20, 0x9abcdef0, 0xf);
  config.write(0x24, 0x80000001, 0xf);
  EXPECT_EQ(config.bar(0), 0x14'12300000u);
  EXPECT_EQ(config.bar(2), 0xe020u);
  EXPECT_EQ(config.bar(4), 0x80000001'9abcc000u);
  EXPECT_EQ(config.bar_size(0), 0x80000u);
  EXPECT_EQ(config.bar_size(1), 0u);
  EXPECT_EQ(config.bar_size(2), 32u);
  EXPECT_EQ(config.bar_size(3), 0u);
  EXPECT_EQ(config.bar_size(4), 0x4000u);
  EXPECT_EQ(config.bar_size(5), 0u);
  // Firmware leaves the type, and places below 4 GiB.
  config.power_on();
  config.enumerate();
  for (const std::uint32_t bar : {0x10u, 0x20u}) {
    EXPECT_EQ(word(config, bar) & 0xf, 0xcu);
    EXPECT_EQ(word(config, bar + 4), 0u);
  }
}

TEST(ConfigSpaceFields, FollowTheLink) {
  PcieConfig link;
  link.generation = 2;
  link.lanes = 4;
  link.max_payload = 512;
  link.max_read_request = 2'048;
  const ConfigSpace config(identity(1), link);
  EXPECT_EQ(word(config, 0xa4) & 7, 2u);
  EXPECT_EQ(word(config, 0xa8) & 0xffff, 0x4850u);
  EXPECT_EQ(word(config, 0xac) & 0x3ff, 0x42u);
  EXPECT_EQ(word(config, 0xb0), 0x00420000u);
  EXPECT_EQ(config.max_payload(), 512u);
  EXPECT_EQ(config.max_read_request(), 2'048u);
  // Each code of sizes.
  ConfigSpace sizes(identity(), link);
  for (std::uint32_t code = 0; code < 8; ++code) {
    sizes.write(0xa8, code << 5 | code << 12, 0x3);
    EXPECT_EQ(sizes.max_payload(), 128u << std::min(code, 2u)) << code;
    EXPECT_EQ(sizes.max_read_request(), 128u << std::min(code, 5u)) << code;
  }
}

// A link at 8 GT/s: PCI Express capability of version 2, with the second set of registers; all else as
// without it.
TEST(ConfigSpaceFields, OfALinkOfTheThirdGeneration) {
  PcieConfig link;
  link.generation = 3;
  Layout expected = first();
  expected[0xa0].reset = 0x00020010;
  expected[0xac].reset = 0x00000c83;    // maximum link speed 3: 8 GT/s
  expected[0xb0].reset = 0x00830000;    // current link speed 3
  expected[0xc4] = {0x00000010, 0, 0};  // completion timeout can be disabled
  expected[0xc8] = {0, 0x00000010, 0};
  expected[0xcc] = {0x0000000e, 0, 0};           // supported link speeds: 2.5, 5, 8 GT/s
  expected[0xd0] = {0x001e0003, 0x0000000f, 0};  // target 8 GT/s; equalization complete, in each phase
  check(identity(), expected, link);
  for (const unsigned generation : {1u, 2u}) {
    link.generation = generation;
    const ConfigSpace config(identity(), link);
    EXPECT_EQ(word(config, 0xa0), 0x00010010u);
    EXPECT_EQ(word(config, 0xac) & 0xf, generation);
    EXPECT_EQ(word(config, 0xb0) >> 16 & 0xf, generation);
    for (const std::uint32_t offset : {0xc4u, 0xc8u, 0xccu, 0xd0u}) EXPECT_EQ(word(config, offset), 0u);
  }
}

TEST(ConfigSpaceFields, SecondFunctionsHaveTheirOwnLineAndNoNextOne) {
  const ConfigSpace config(successor(1), PcieConfig());
  EXPECT_EQ(word(config, 0x3c), 0x200u);
  EXPECT_EQ(word(config, 0x154), 0u);
  EXPECT_EQ(word(config, 0x170), 0x10000u) << "depends on itself";
  FunctionIdentity alone = successor();
  alone.multifunction = false;
  EXPECT_EQ(word(ConfigSpace(alone, PcieConfig()), 0x154), 0u);
  FunctionIdentity fifth = identity(4);
  EXPECT_EQ(word(ConfigSpace(fifth, PcieConfig()), 0x3c), 0x100u) << "INTA again";
}

TEST(ConfigSpaceFields, SwitchesAreInEffectOneByOne) {
  const struct {
    std::uint32_t bit;
    bool io, memory, master, no_line;
  } cases[] = {{0, false, false, false, false},
               {1, true, false, false, false},
               {2, false, true, false, false},
               {4, false, false, true, false},
               {0x400, false, false, false, true}};
  for (const auto& c : cases) {
    ConfigSpace config(identity(), PcieConfig());
    EXPECT_TRUE(config.write(0x04, c.bit, 0x3).changed);
    EXPECT_EQ(config.io_space(), c.io);
    EXPECT_EQ(config.memory_space(), c.memory);
    EXPECT_EQ(config.bus_master(), c.master);
    EXPECT_EQ(config.intx_disabled(), c.no_line);
    config.write(0x44, 3, 0x3);
    EXPECT_FALSE(config.io_space() || config.memory_space() || config.bus_master()) << "asleep";
    EXPECT_EQ(config.power_state(), 3u);
  }
  ConfigSpace config(identity(), PcieConfig());
  config.write(0x54, 0xfee01234, 0xf);
  config.write(0x58, 0x1, 0xf);
  config.write(0x5c, 0xbeef, 0xf);
  EXPECT_EQ(config.msi_address(), 0x1'fee01234u);
  EXPECT_EQ(config.msi_data(), 0xbeefu);
  config.write(0x50, 0x00700000, 0xf);
  EXPECT_FALSE(config.msi_enabled()) << "the number of messages is no enable";
  config.write(0x50, 0x00010000, 0xf);
  for (const std::uint32_t bits : {0u, 0x40000000u, 0x80000000u, 0xc0000000u}) {
    config.write(0x60, bits, 0xf);
    EXPECT_EQ(config.msi_enabled(), (bits >> 31) == 0) << "MSI-X goes first";
    EXPECT_EQ(config.msix_enabled(), (bits >> 31) != 0);
    EXPECT_EQ(config.msix_masked(), (bits >> 30 & 1) != 0);
  }
  EXPECT_EQ(config.bar_size(0), 0x20000u);
  EXPECT_EQ(config.bar_size(1), 0u);
  EXPECT_EQ(config.bar_size(2), 32u);
  EXPECT_EQ(config.bar_size(3), 0x4000u);
}

TEST(ConfigSpaceFields, PowerStatesAreD0AndD3) {
  for (const std::uint32_t from : {0u, 3u}) {
    for (std::uint32_t to = 0; to < 4; ++to) {
      ConfigSpace config(identity(), PcieConfig());
      config.write(0x44, from, 0x1);
      const auto effect = config.write(0x44, to | 0x100, 0x3);
      const std::uint32_t state = to == 1 || to == 2 ? from : to;
      EXPECT_EQ(config.power_state(), state) << from << " to " << to;
      EXPECT_EQ(word(config, 0x44), state | 0x100) << "the rest of the word is written";
      EXPECT_EQ(effect.function_reset, from == 3 && to == 0) << from << " to " << to;
      EXPECT_EQ(config.powered(), state == 0);
    }
  }
  // Only writing that byte wakes.
  ConfigSpace config(identity(), PcieConfig());
  config.write(0x44, 3, 0x1);
  EXPECT_FALSE(config.write(0x44, 0, 0x2).function_reset);
  EXPECT_EQ(config.power_state(), 3u);
  EXPECT_FALSE(config.write(0x04, 7, 0xf).function_reset);
}

TEST(ConfigSpaceFields, AResetIsInitiatedByItsBitAlone) {
  ConfigSpace config(identity(), PcieConfig());
  EXPECT_TRUE(config.write(0xa8, 0x8000, 0x2).function_reset);
  EXPECT_FALSE(config.write(0xa8, 0x8000, 0x1).function_reset) << "the byte is not written";
  EXPECT_FALSE(config.write(0xa8, 0x7fff, 0xf).function_reset);
  EXPECT_FALSE(config.write(0xac, 0x8000, 0xf).function_reset);
}

TEST(ConfigSpaceFields, RefusedRequestsAreLogged) {
  ConfigSpace config(identity(), PcieConfig());
  config.unsupported_request(false);
  EXPECT_EQ(word(config, 0xa8) >> 16, 0x9u) << "correctable, unsupported request";
  EXPECT_EQ(word(config, 0x104), 0u) << "advisory errors are masked";
  EXPECT_EQ(word(config, 0x110), 0x2000u) << "advisory non-fatal";
  EXPECT_EQ(word(config, 0x118), 0u);
  config.write(0x114, 0, 0xf);
  config.unsupported_request(false);
  EXPECT_EQ(word(config, 0xa8) >> 16, 0x9u);
  EXPECT_EQ(word(config, 0x104), 0x100000u);
  EXPECT_EQ(word(config, 0x118), 20u) << "first error pointer";
  config.write(0xa8, 0x00080000, 0x4);
  EXPECT_EQ(word(config, 0xa8) >> 16, 0x1u);
  config.write(0x104, 0x000ff010, 0xf);
  EXPECT_EQ(word(config, 0x104), 0x100000u);
  config.write(0x110, 0x2000, 0xf);
  EXPECT_EQ(word(config, 0x110), 0u);
  config.function_reset();
  EXPECT_EQ(word(config, 0x104), 0x100000u) << "sticky";
  EXPECT_EQ(word(config, 0xa8) >> 16, 0u);
}

TEST(ConfigSpaceFields, AMaskedErrorIsNotTheFirst) {
  ConfigSpace config(identity(), PcieConfig());
  config.write(0x108, 0x100000, 0xf);
  config.unsupported_request(true);
  EXPECT_EQ(word(config, 0xa8) >> 16, 0xau) << "non-fatal, unsupported request";
  EXPECT_EQ(word(config, 0x104), 0x100000u);
  EXPECT_EQ(word(config, 0x110), 0u);
  EXPECT_EQ(word(config, 0x118), 0u);
}

TEST(ConfigSpaceFields, VirtualFunctionsComeAndGo) {
  ConfigSpace config(successor(), PcieConfig());
  config.write(0x170, 7, 0x3);
  EXPECT_EQ(config.active_functions(), 0u);
  EXPECT_FALSE(config.virtual_memory());
  EXPECT_TRUE(config.write(0x168, 1, 0x1).functions_changed);
  EXPECT_EQ(config.active_functions(), 7u);
  EXPECT_FALSE(config.virtual_memory());
  EXPECT_FALSE(config.write(0x168, 9, 0x1).functions_changed);
  EXPECT_TRUE(config.virtual_memory());
  // Their number stands while they are enabled.
  const auto effect = config.write(0x170, 9, 0x3);
  EXPECT_FALSE(effect.functions_changed || effect.changed);
  EXPECT_EQ(config.active_functions(), 7u);
  EXPECT_TRUE(config.write(0x168, 8, 0x1).functions_changed);
  EXPECT_FALSE(config.virtual_memory()) << "there is none";
  for (const std::uint32_t number : {0u, 1u, 63u, 64u, 65u, 0x100u}) {
    config.write(0x170, number, 0x3);
    EXPECT_EQ(config.write(0x168, 1, 0x1).functions_changed, number != 0) << number;
    EXPECT_EQ(config.active_functions(), std::min(number, 64u)) << number;
    config.write(0x168, 0, 0x1);
  }
  config.write(0x170, 0xffff, 0x3);
  config.write(0x168, 1, 0x1);
  EXPECT_EQ(config.active_functions(), 64u) << "not more than there can be";
  config.write(0x184, 0xfd123456, 0xf);
  config.write(0x190, 0xfd987654, 0xf);
  EXPECT_EQ(config.virtual_bar(0), 0xfd120000u);
  EXPECT_EQ(config.virtual_bar(3), 0xfd984000u);
  config.function_reset();
  EXPECT_EQ(config.active_functions(), 0u);
  EXPECT_EQ(config.virtual_bar(0), 0u);
  ConfigSpace none(identity(), PcieConfig());
  none.write(0x170, 7, 0x3);
  none.write(0x168, 9, 0x1);
  EXPECT_EQ(none.active_functions(), 0u);
}

TEST(ConfigSpaceFields, EnumerationGivesEveryBarAPlaceOfItsOwn) {
  std::map<std::uint64_t, std::uint64_t> places;
  for (const bool late : {false, true}) {
    places.clear();
    for (unsigned number = 0; number < 2; ++number) {
      ConfigSpace config(late ? successor(number) : identity(number), PcieConfig());
      config.enumerate();
      EXPECT_TRUE(config.memory_space() && config.io_space() && config.bus_master() && config.msix_enabled());
      EXPECT_TRUE(config.intx_disabled());
      EXPECT_FALSE(config.msix_masked());
      EXPECT_EQ(word(config, 0x04) & 0xffff, 0x0407u) << "nothing else is on";
      EXPECT_EQ(config.active_functions(), 0u);
      EXPECT_EQ(word(config, 0x18) & 1, 1u);
      const auto add = [&](std::uint64_t base, std::uint64_t size) {
        EXPECT_NE(base, 0u);
        EXPECT_EQ(base % size, 0u);
        places[base] = size;
      };
      for (const unsigned bar : {0u, 2u, late ? 4u : 3u})
        add(config.bar(bar) & ~(config.bar_size(bar) - 1), config.bar_size(bar));
      if (late) {
        add(config.virtual_bar(0), 64 * kVirtualBar);
        add(config.virtual_bar(3), 64 * kVirtualBar);
      }
    }
    EXPECT_EQ(places.size(), late ? 10u : 6u);
    std::uint64_t end = 0;
    for (const auto& [base, size] : places) {
      EXPECT_GE(base, end);
      end = base + size;
    }
    EXPECT_LE(end, std::uint64_t{1} << 32);
  }
}

}  // namespace
}  // namespace ixsim::test
