// The non-volatile memory: image and checksum word by word, the serial device bit by bit, and the ownership
// of its pins. Source: 82598 datasheet, EEPROM (p. 112, 113); ixgbe_common.c (checksum); AT25256 data sheet.
#include "nic/nvm/nvm.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "ixsim/error.h"
#include "nic/nvm/module_cage.h"
#include "nic/registers/register_file.h"

namespace ixsim::test {
namespace {

// --- The image.

// The sum as drivers form it: written from ixgbe_calc_eeprom_checksum_generic.
std::uint16_t sum_of(const std::vector<std::uint16_t>& words) {
  std::uint16_t sum = 0;
  for (unsigned i = 0; i < 0x3f; ++i) sum = static_cast<std::uint16_t>(sum + words[i]);
  for (unsigned i = 3; i < 0xf; ++i) {
    const std::uint16_t pointer = words[i];
    if (pointer == 0xffff || pointer == 0) continue;
    const std::uint16_t length = words[pointer];
    if (length == 0xffff || length == 0) continue;
    for (unsigned k = pointer + 1u; k <= pointer + std::uint32_t{length}; ++k)
      sum = static_cast<std::uint16_t>(sum + words[k % words.size()]);
  }
  return static_cast<std::uint16_t>(0xbaba - sum);
}
std::vector<std::uint16_t> words_of(const EepromImage& image) {
  std::vector<std::uint16_t> words(EepromImage::kWords);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = image.word(i);
  return words;
}
std::vector<EepromPort> two_ports() {
  std::vector<EepromPort> ports(2);
  for (unsigned i = 0; i < 6; ++i) {
    ports[0].mac_address[i] = static_cast<std::uint8_t>(0x10 + i);
    ports[1].mac_address[i] = static_cast<std::uint8_t>(0x20 + i);
  }
  ports[0].autoc = 0x89abcdef;
  ports[1].autoc = 0x12345678;
  ports[0].autoc2_upper = 0x1357;
  ports[1].autoc2_upper = 0x2468;
  return ports;
}

TEST(EepromImage, OfItsOwnMakingHoldsWhatThePortsLoad) {
  const EepromImage image(two_ports());
  EXPECT_TRUE(image.has_signature());
  EXPECT_EQ(image.word(0x3f), sum_of(words_of(image)));
  EXPECT_EQ(image.checksum(), image.word(0x3f));
  for (unsigned i = 0; i < 2; ++i) {
    const EepromPort expected = two_ports()[i];
    const EepromPort port = image.port(i);
    EXPECT_TRUE(std::equal(port.mac_address, port.mac_address + 6, expected.mac_address)) << i;
    EXPECT_EQ(port.autoc, expected.autoc);
    EXPECT_EQ(port.autoc2_upper, expected.autoc2_upper);
    // Word after word: the first two bytes of the address are the low and the high one.
    const unsigned section = image.word(0xbu + i);
    EXPECT_EQ(image.word(section), 6u) << "words behind the length";
    EXPECT_EQ(image.word(section + 1), expected.mac_address[0] | expected.mac_address[1] << 8);
    EXPECT_EQ(image.word(section + 7), 0xffffu) << "erased behind the section";
  }
  // No LAN is disabled: word 5 of the PCIe general section.
  const unsigned general = image.word(6);
  EXPECT_GE(image.word(general), 5u);
  EXPECT_EQ(image.word(general + 5) & 0xb, 0u);
  // The number printed on the board is E15920-01.
  EXPECT_EQ(image.word(0x15), 0xe159u);
  EXPECT_EQ(image.word(0x16), 0x2001u);
  for (unsigned i = 3; i < 0xf; ++i) {
    if (i != 6 && i != 0xb && i != 0xc) {
      EXPECT_EQ(image.word(i), 0xffffu) << i;
    }
  }
  EXPECT_EQ(EepromImage(std::vector<EepromPort>(1)).word(0xc), 0xffffu)
      << "no section for a port that is not there";
}

// Capabilities, versions and the list of modules are where drivers look for them. Each kind of module of the
// device has a sequence of settings, which is empty. Source: ixgbe_type.h, ixgbe_phy.c
// (ixgbe_get_sfp_init_sequence_offsets, ixgbe_reset_phy_nl), ixgbe_82599.c (ixgbe_setup_sfp_modules).
TEST(EepromImage, HasWhatDriversOfEachDeviceLookFor) {
  for (const bool successor : {false, true}) {
    SCOPED_TRACE(successor);
    const EepromImage image(two_ports(), successor);
    EXPECT_EQ(image.checksum(), image.word(0x3f));
    EXPECT_EQ(image.word(0x3f), sum_of(words_of(image)));
    EXPECT_EQ(image.word(0x2c), 0x81u) << "any module; the pin need not report the cage";
    std::vector<unsigned> kinds;
    unsigned place = image.word(0x2b) + 1u;
    for (; image.word(place) != 0xffff; place += 2) {
      kinds.push_back(image.word(place));
      unsigned sequence = image.word(place + 1u);
      ASSERT_TRUE(sequence != 0 && sequence != 0xffff);
      ++sequence;
      if (!successor) {
        EXPECT_EQ(image.word(sequence++), 0xf000u) << "start of the settings of a PHY";
      }
      EXPECT_EQ(image.word(sequence), 0xffffu) << "end of the settings";
    }
    EXPECT_EQ(kinds, successor ? (std::vector<unsigned>{3, 4, 5, 6}) : (std::vector<unsigned>{0, 1, 2}));
    const unsigned firmware = image.word(0x0f);
    EXPECT_EQ(firmware != 0xffff, successor);
    if (!successor) continue;
    for (const unsigned pointer : {4u, 7u})
      EXPECT_GT(image.word(image.word(firmware + pointer) + 7u), 5u) << "version of the firmware";
  }
}

TEST(EepromImage, TheSumCoversExactlyTheHeaderAndTheSectionBodies) {
  std::mt19937 draw(1);
  std::vector<std::uint16_t> base(1'024);
  for (auto& word : base) word = static_cast<std::uint16_t>(draw());
  base.resize(EepromImage::kWords, 0xffff);
  // Pointers with every meaning: sections, none, and sections without a body.
  const std::uint16_t pointers[12] = {0x100, 0,     0xffff, 0x140, 0x180, 0x1c0,
                                      0x200, 0x240, 0xffff, 0,     0x280, 0x2c0};
  const std::uint16_t lengths[12] = {1, 0, 0, 2, 0, 0xffff, 5, 16, 0, 0, 1, 3};
  base[0x02] = 0x300;  // the words before and behind the pointers are none
  base[0x300] = 4;
  base[0x0f] = 0x320;
  base[0x320] = 4;
  for (unsigned i = 0; i < 12; ++i) {
    base[3 + i] = pointers[i];
    if (pointers[i] != 0 && pointers[i] != 0xffff) base[pointers[i]] = lengths[i];
  }
  const std::uint16_t sum = EepromImage(base).checksum();
  EXPECT_EQ(sum, sum_of(base));
  for (unsigned place = 0; place < 0x340; ++place) {
    if (place >= 3 && place < 0xf) continue;  // pointers: below
    std::vector<std::uint16_t> words = base;
    bool length_word = false;
    for (unsigned i = 0; i < 12; ++i) length_word |= pointers[i] == place && pointers[i] != 0;
    if (length_word) continue;
    words[place] = static_cast<std::uint16_t>(words[place] + 1);
    bool counts = place < 0x3f;
    for (unsigned i = 0; i < 12; ++i) {
      if (pointers[i] == 0 || pointers[i] == 0xffff || lengths[i] == 0xffff) continue;
      counts |= place > pointers[i] && place <= unsigned{pointers[i]} + lengths[i];
    }
    EXPECT_EQ(EepromImage(words).checksum() != sum, counts) << std::hex << place;
  }
  for (unsigned i = 3; i < 0xf; ++i) {
    for (const std::uint16_t to :
         {std::uint16_t{0}, std::uint16_t{0xffff}, std::uint16_t{0x200}, std::uint16_t{0x2c0}}) {
      std::vector<std::uint16_t> words = base;
      words[i] = to;
      EXPECT_EQ(EepromImage(words).checksum(), sum_of(words)) << i << " " << to;
    }
  }
}

TEST(EepromImage, APortLoadsFromAWholeSectionOfASignedImage) {
  std::vector<std::uint16_t> base = words_of(EepromImage(two_ports()));
  const auto loads = [](const std::vector<std::uint16_t>& words, unsigned port) {
    const EepromPort about = EepromImage(words).port(port);
    const bool nothing =
        about.autoc == 0 && about.autoc2_upper == 0 && about.mac_address[0] == 0 && about.mac_address[5] == 0;
    EXPECT_TRUE(nothing || about.autoc == two_ports()[port].autoc);
    return !nothing;
  };
  for (unsigned bits = 0; bits < 4; ++bits) {
    std::vector<std::uint16_t> words = base;
    words[0] = static_cast<std::uint16_t>((words[0] & ~0xc0u) | bits << 6);
    EXPECT_EQ(EepromImage(words).has_signature(), bits == 1);
    EXPECT_EQ(loads(words, 0), bits == 1) << bits;
  }
  for (unsigned port = 0; port < 2; ++port) {
    const unsigned section = base[0xb + port];
    const std::pair<std::uint16_t, bool> lengths[] = {
        {0, false}, {5, false}, {6, true}, {7, true}, {0xffff, false}};
    for (const auto& [length, good] : lengths) {
      std::vector<std::uint16_t> words = base;
      words[section] = length;
      EXPECT_EQ(loads(words, port), good) << port << " " << length;
    }
    for (const std::uint16_t pointer : {std::uint16_t{0}, std::uint16_t{0xffff}}) {
      std::vector<std::uint16_t> words = base;
      words[0xb + port] = pointer;
      EXPECT_FALSE(loads(words, port)) << pointer;
      EXPECT_TRUE(loads(words, 1 - port));
    }
    // It does not matter where the section is.
    std::vector<std::uint16_t> words = base;
    std::copy_n(base.begin() + section, 7, words.begin() + 0x3ff8);
    words[0xb + port] = 0x3ff8;
    std::fill_n(words.begin() + section, 7, std::uint16_t{0});
    EXPECT_TRUE(loads(words, port));
  }
}

TEST(EepromImage, HasAsManyWordsAsThePart) {
  EXPECT_NO_THROW(EepromImage(std::vector<std::uint16_t>(16'384, 1)));
  EXPECT_THROW(EepromImage(std::vector<std::uint16_t>(16'385, 1)), InputError);
  EepromImage image(std::vector<std::uint16_t>{7, 8, 9});
  EXPECT_EQ(image.word(2), 9u);
  EXPECT_EQ(image.word(3), 0xffffu);
  EXPECT_EQ(image.word(16'383), 0xffffu);
  EXPECT_EQ(image.word(16'384), 7u) << "addresses wrap";
  image.set_word(16'385, 0x55);
  EXPECT_EQ(image.word(1), 0x55u);
}

// --- The modules.

// Source: SFF-8472, tables 4-1 and following. Text is padded with blanks.
TEST(ModuleIdentity, IsThatOfItsKind) {
  struct Case {
    CageModule module;
    unsigned connector, codes, cable;
    const char* part;
  };
  const auto text = [](const char* start) {
    std::string padded = start;
    padded.resize(16, ' ');
    return padded;
  };
  for (const Case& c : {Case{CageModule::kDirectAttach, 0x21, 0, 4, "IXSIM-DA"},
                        {CageModule::kShortRange, 0x07, 0x10, 0, "IXSIM-SR"},
                        {CageModule::kLongRange, 0x07, 0x20, 0, "IXSIM-LR"},
                        {CageModule::kUnknown, 0x07, 0, 0, "IXSIM-UNKNOWN"}}) {
    SCOPED_TRACE(c.part);
    const std::array<std::uint8_t, 256> page = module_identity(c.module);
    EXPECT_EQ(page[0], 3u) << "SFP or SFP+";
    EXPECT_EQ(page[1], 4u) << "by its interface alone";
    EXPECT_EQ(page[2], c.connector);
    EXPECT_EQ(page[3], c.codes);
    for (const unsigned place : {4u, 5u, 6u, 7u, 9u, 10u}) EXPECT_EQ(page[place], 0u) << "no other standard";
    EXPECT_EQ(page[8], c.cable);
    EXPECT_EQ(page[11], 6u) << "64B/66B";
    EXPECT_EQ(page[12], 103u) << "10.3 Gb/s";
    EXPECT_EQ(std::string(page.begin() + 20, page.begin() + 36), text("IXSIM"));
    EXPECT_EQ(page[37] << 16 | page[38] << 8 | page[39], 0x001b21);
    EXPECT_EQ(std::string(page.begin() + 40, page.begin() + 56), text(c.part));
    EXPECT_EQ(std::string(page.begin() + 68, page.begin() + 84), text("1"));
    unsigned base = 0, more = 0;
    for (unsigned i = 0; i < 63; ++i) base += page[i];
    for (unsigned i = 64; i < 95; ++i) more += page[i];
    EXPECT_EQ(page[63], base & 0xff);
    EXPECT_EQ(page[95], more & 0xff);
  }
}

// --- The serial part.

class Spi {
 public:
  explicit Spi(EepromImage& image) : part(image) { part.pins(false, false, false, now); }
  void select() { part.pins(true, false, false, now); }
  void deselect() { part.pins(false, false, false, now); }
  void put(std::uint8_t byte, unsigned bits = 8) {
    for (unsigned i = 0; i < bits; ++i) {
      const bool in = (byte >> (7 - i) & 1) != 0;
      part.pins(true, false, in, now);
      part.pins(true, true, in, now);
    }
  }
  std::uint8_t get() {
    unsigned byte = 0;
    for (unsigned i = 0; i < 8; ++i) {
      part.pins(true, false, false, now);
      byte = byte << 1 | (part.data_out() ? 1 : 0);
      part.pins(true, true, false, now);
    }
    return static_cast<std::uint8_t>(byte);
  }
  void command(std::uint8_t byte) {
    select();
    put(byte);
    deselect();
  }
  std::uint8_t status() {
    select();
    put(0x05);
    const std::uint8_t value = get();
    EXPECT_EQ(get(), value) << "again and again";
    deselect();
    return value;
  }
  void write(std::uint16_t address, const std::vector<std::uint8_t>& bytes, unsigned last_bits = 8) {
    select();
    put(0x02);
    put(static_cast<std::uint8_t>(address >> 8));
    put(static_cast<std::uint8_t>(address));
    for (std::size_t i = 0; i < bytes.size(); ++i) put(bytes[i], i + 1 == bytes.size() ? last_bits : 8);
    deselect();
  }
  std::vector<std::uint8_t> read(std::uint16_t address, unsigned count) {
    select();
    put(0x03);
    put(static_cast<std::uint8_t>(address >> 8));
    put(static_cast<std::uint8_t>(address));
    std::vector<std::uint8_t> bytes(count);
    for (auto& byte : bytes) byte = get();
    deselect();
    return bytes;
  }
  Time now = 0;
  SpiEeprom part;
};

EepromImage counted() {
  std::vector<std::uint16_t> words(EepromImage::kWords);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<std::uint16_t>(2 * i | (2 * i + 1) << 8);
  return EepromImage(words);
}

TEST(SpiEeprom, ReadsBytesLowOneFirstAndGoesOn) {
  EepromImage image = counted();
  Spi spi(image);
  EXPECT_EQ(spi.read(0x0100, 3), (std::vector<std::uint8_t>{0, 1, 2}));
  EXPECT_EQ(spi.read(0x0081, 2), (std::vector<std::uint8_t>{0x81, 0x82}));
  EXPECT_EQ(spi.read(0x7fff, 2), (std::vector<std::uint8_t>{0xff, 0x00})) << "wraps behind the last byte";
  EXPECT_TRUE(spi.part.data_out()) << "nothing drives it";
}

TEST(SpiEeprom, WritesNeedTheirEnableEachTime) {
  EepromImage image = counted();
  Spi spi(image);
  EXPECT_EQ(spi.status(), 0u);
  spi.write(0x40, {0xaa});
  EXPECT_EQ(image.word(0x20), 0x4140u);
  EXPECT_EQ(spi.status(), 0u);
  spi.command(0x06);
  EXPECT_EQ(spi.status(), 2u);
  spi.command(0x04);
  EXPECT_EQ(spi.status(), 0u);
  spi.write(0x40, {0xaa});
  EXPECT_EQ(image.word(0x20), 0x4140u);
  spi.command(0x06);
  spi.write(0x40, {0xaa});
  EXPECT_EQ(image.word(0x20), 0x41aau);
  EXPECT_EQ(spi.status(), 1u) << "busy, and the enable is spent";
  spi.now += 5 * kMillisecond - 1;
  EXPECT_TRUE(spi.part.busy(spi.now));
  EXPECT_EQ(spi.status(), 1u);
  spi.now += 1;
  EXPECT_EQ(spi.status(), 0u);
  spi.write(0x40, {0xbb});
  EXPECT_EQ(image.word(0x20), 0x41aau) << "enabled for one write";
}

TEST(SpiEeprom, WhileItIsBusyOnlyItsStatusAnswers) {
  EepromImage image = counted();
  Spi spi(image);
  spi.command(0x06);
  spi.write(0x40, {0xaa});
  EXPECT_EQ(spi.read(0x0080, 1), (std::vector<std::uint8_t>{0xff}));
  spi.command(0x06);
  EXPECT_EQ(spi.status(), 1u) << "not enabled meanwhile";
  // The byte behind a command that is not taken is no command.
  spi.select();
  spi.put(0x03);
  spi.put(0x05);
  EXPECT_EQ(spi.get(), 0xffu);
  spi.deselect();
  spi.now += 5 * kMillisecond;
  EXPECT_EQ(spi.read(0x0080, 1), (std::vector<std::uint8_t>{0x80}));
}

TEST(SpiEeprom, APageWrapsAndKeepsWhatIsNotWritten) {
  EepromImage image = counted();
  Spi spi(image);
  spi.command(0x06);
  spi.write(0x5e, {1, 2, 3, 4});  // the last two bytes of a page of 32, then its first two
  EXPECT_EQ(image.word(0x2f), 0x0201u);
  EXPECT_EQ(image.word(0x20), 0x0403u);
  EXPECT_EQ(image.word(0x30), 0x6160u) << "not the next page";
  EXPECT_EQ(image.word(0x21), 0x4342u);
  EXPECT_EQ(image.word(0x2e), 0x5d5cu);
  spi.now += kSecond;
  // One byte of a word; the other stays.
  spi.command(0x06);
  spi.write(0x83, {0x77});
  EXPECT_EQ(image.word(0x41), 0x7782u);
  spi.now += kSecond;
  spi.command(0x06);
  spi.write(0x84, {0x99});
  EXPECT_EQ(image.word(0x42), 0x8599u);
  spi.now += kSecond;
  std::vector<std::uint8_t> many(33);
  for (unsigned i = 0; i < many.size(); ++i) many[i] = static_cast<std::uint8_t>(0xc0 + i);
  spi.command(0x06);
  spi.write(0x100, many);
  EXPECT_EQ(image.word(0x80), 0xc1e0u) << "the 33rd byte is the first again";
  EXPECT_EQ(image.word(0x8f), 0xdfdeu);
}

TEST(SpiEeprom, AWriteThatEndsWithinAByteIsNone) {
  EepromImage image = counted();
  Spi spi(image);
  spi.command(0x06);
  spi.write(0x40, {0xaa, 0xbb}, 7);
  EXPECT_EQ(image.word(0x20), 0x4140u);
  EXPECT_FALSE(spi.part.busy(spi.now));
  spi.write(0x40, {});
  EXPECT_FALSE(spi.part.busy(spi.now)) << "nothing to write";
  EXPECT_EQ(spi.status(), 2u);
  spi.write(0x40, {0xaa});
  EXPECT_EQ(image.word(0x20), 0x41aau);
  // The device's own writes wait for each other.
  EXPECT_EQ(spi.part.write(spi.now), 10 * kMillisecond);
  EXPECT_EQ(spi.part.write(spi.now), 15 * kMillisecond);
  EXPECT_EQ(spi.part.write(20 * kMillisecond), 25 * kMillisecond);
}

TEST(SpiEeprom, ClocksWithoutSelectionAreNotCounted) {
  EepromImage image = counted();
  Spi spi(image);
  for (unsigned i = 0; i < 5; ++i) {
    spi.part.pins(false, true, true, 0);
    spi.part.pins(false, false, true, 0);
  }
  EXPECT_EQ(spi.read(0x0100, 1), (std::vector<std::uint8_t>{0}));
  // Selected with the clock high: the first edge is the next rising one.
  spi.part.pins(false, true, false, 0);
  spi.part.pins(true, true, false, 0);
  spi.put(0x03);
  spi.put(0x00);
  spi.put(0x21);
  EXPECT_EQ(spi.get(), 0x21u);
}

// --- Whose pins, and when a word is there.

constexpr std::uint32_t kStart = 1, kDone = 2, kGrant = 1u << 7, kRequest = 1u << 6;

class NvmTest : public testing::Test {
 protected:
  NvmTest() {
    for (unsigned i = 0; i < 2; ++i) nvm.bind(file[i], i);
  }
  void at(Time time) { agenda.advance(time); }
  std::uint32_t get(Reg reg, unsigned port = 0) {
    return file[port].read(info(RegisterSet::k82599, reg).offset);
  }
  void put(Reg reg, std::uint32_t value, unsigned port = 0) {
    file[port].write(info(RegisterSet::k82599, reg).offset, value);
  }
  void start_read(unsigned address, unsigned port = 0) { put(Reg::EERD, address << 2 | kStart, port); }
  bool read_is_done(unsigned port = 0) { return (get(Reg::EERD, port) & kDone) != 0; }
  bool granted(unsigned port = 0) { return (get(Reg::EEC, port) & kGrant) != 0; }

  Agenda agenda;
  Nvm nvm{agenda, counted()};
  RegisterFile file[2]{RegisterFile(RegisterSet::k82599), RegisterFile(RegisterSet::k82599)};
};

TEST_F(NvmTest, AWordTakesTwentyMicroseconds) {
  EXPECT_FALSE(read_is_done()) << "none was asked for";
  put(Reg::EERD, 0x50 << 2);
  at(kMillisecond);
  EXPECT_FALSE(read_is_done()) << "not started";
  start_read(0x50);
  at(kMillisecond + 20 * kMicrosecond - 1);
  EXPECT_FALSE(read_is_done());
  EXPECT_EQ(get(Reg::EERD) >> 16, 0u);
  at(kMillisecond + 20 * kMicrosecond);
  EXPECT_TRUE(read_is_done());
  EXPECT_EQ(get(Reg::EERD), 0xa1a0u << 16 | 0x50 << 2 | kDone);
  EXPECT_FALSE(read_is_done(1)) << "the other port asked for nothing";
  start_read(0x51);
  EXPECT_FALSE(read_is_done());
}

TEST_F(NvmTest, PinsGoToThePortThatAskedFirst) {
  EXPECT_FALSE(granted());
  put(Reg::EEC, kRequest, 1);
  EXPECT_TRUE(granted(1));
  put(Reg::EEC, kRequest, 0);
  EXPECT_FALSE(granted(0));
  put(Reg::EEC, kRequest, 0);
  EXPECT_FALSE(granted(0));
  put(Reg::EEC, 0, 1);
  EXPECT_TRUE(granted(0));
  EXPECT_FALSE(granted(1));
  put(Reg::EEC, 0, 0);
  EXPECT_FALSE(granted(0) || granted(1));
}

TEST_F(NvmTest, PinsWaitForTheWordThatIsRead) {
  start_read(3, 1);
  put(Reg::EEC, kRequest);
  at(20 * kMicrosecond - 1);
  EXPECT_FALSE(granted());
  at(20 * kMicrosecond);
  EXPECT_TRUE(granted());
  EXPECT_TRUE(read_is_done(1));
}

TEST_F(NvmTest, PinsWaitForTheWordThatIsWritten) {
  put(Reg::EEWR, 0xbeefu << 16 | 0x60 << 2 | kStart, 1);
  put(Reg::EEC, kRequest);
  at(5 * kMillisecond - 1);
  EXPECT_FALSE(granted());
  at(5 * kMillisecond);
  EXPECT_TRUE(granted());
}

TEST_F(NvmTest, AWordWaitsForThePins) {
  start_read(2, 1);
  at(kMillisecond / 2);
  EXPECT_TRUE(read_is_done(1));
  put(Reg::EEC, kRequest);
  start_read(3, 1);
  EXPECT_FALSE(read_is_done(1)) << "that was the word before";
  at(kMillisecond);
  EXPECT_FALSE(read_is_done(1));
  put(Reg::EEC, 0);
  at(kMillisecond + 20 * kMicrosecond - 1);
  EXPECT_FALSE(read_is_done(1));
  at(kMillisecond + 20 * kMicrosecond);
  EXPECT_TRUE(read_is_done(1));
}

// The part has one set of pins: the device cannot read a word while software of the same port holds them.
TEST_F(NvmTest, AWordWaitsForThePinsOfTheSamePort) {
  put(Reg::EEC, kRequest);
  EXPECT_TRUE(granted());
  start_read(3);
  at(kMillisecond);
  EXPECT_FALSE(read_is_done());
  put(Reg::EEC, 0);
  at(kMillisecond + 20 * kMicrosecond - 1);
  EXPECT_FALSE(read_is_done());
  at(kMillisecond + 20 * kMicrosecond);
  EXPECT_EQ(get(Reg::EERD), 0x0706u << 16 | 3 << 2 | kDone);
}

TEST_F(NvmTest, OnlyTheOwnerMovesThePins) {
  const auto clock_in = [&](unsigned port, std::uint8_t byte) {
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint32_t in = (byte >> (7 - i) & 1) != 0 ? 4u : 0;
      put(Reg::EEC, kRequest | in, port);
      put(Reg::EEC, kRequest | in | 1, port);
    }
  };
  put(Reg::EEC, kRequest | 2, 0);
  put(Reg::EEC, kRequest | 2, 1);
  for (const unsigned port : {1u, 0u}) {
    put(Reg::EEC, kRequest, port);  // selected
    for (const unsigned byte : {0x03u, 0x00u, 0x10u}) clock_in(port, static_cast<std::uint8_t>(byte));
    put(Reg::EEC, kRequest, port);
    // 0x10: bits 0, 0, 0, 1.
    unsigned bits = 0;
    for (unsigned i = 0; i < 4; ++i) {
      put(Reg::EEC, kRequest, port);
      bits = bits << 1 | (get(Reg::EEC, port) >> 3 & 1);
      put(Reg::EEC, kRequest | 1, port);
    }
    EXPECT_EQ(bits, port == 0 ? 1u : 0u) << "port " << port << " owns " << granted(port);
  }
}

TEST_F(NvmTest, AResetGivesThePinsBack) {
  put(Reg::EEC, kRequest, 0);
  put(Reg::EEC, kRequest, 1);
  start_read(3, 1);
  nvm.reset(0);
  EXPECT_FALSE(granted(0));
  at(20 * kMicrosecond);
  EXPECT_TRUE(granted(1)) << "it has asked next";
  nvm.reset(1);
  EXPECT_FALSE(granted(1));
  EXPECT_FALSE(read_is_done(1)) << "forgotten";
  at(kMillisecond);
  start_read(3, 0);
  at(2 * kMillisecond);
  EXPECT_TRUE(read_is_done(0));
  nvm.reset(0);
  EXPECT_FALSE(read_is_done(0));
  // A waiting word is forgotten too.
  put(Reg::EEC, kRequest, 0);
  start_read(3, 1);
  put(Reg::EEWR, 0x1234u << 16 | 7 << 2 | kStart, 1);
  nvm.reset(1);
  put(Reg::EEC, 0, 0);
  at(kSecond);
  EXPECT_FALSE(read_is_done(1));
  EXPECT_NE(nvm.image().word(7), 0x1234u);
}

// A page that software writes through the pins keeps the part busy too, when the pins are back.
TEST_F(NvmTest, AWordWaitsForAPageOfThePins) {
  const auto command = [&](std::initializer_list<unsigned> bytes) {
    put(Reg::EEC, kRequest);  // selected
    for (const unsigned byte : bytes) {
      for (unsigned i = 0; i < 8; ++i) {
        const std::uint32_t in = (byte >> (7 - i) & 1) != 0 ? 4u : 0;
        put(Reg::EEC, kRequest | in);
        put(Reg::EEC, kRequest | in | 1);
      }
    }
    put(Reg::EEC, kRequest | 2);
  };
  put(Reg::EEC, kRequest | 2);
  command({0x06});
  command({0x02, 0x00, 0x40, 0xaa});
  EXPECT_EQ(nvm.image().word(0x20), 0x41aau);
  put(Reg::EEC, 2);
  start_read(0x20);
  put(Reg::EEWR, 0xbeefu << 16 | 0x60 << 2 | kStart, 1);
  at(5 * kMillisecond + 20 * kMicrosecond - 1);
  EXPECT_FALSE(read_is_done());
  at(5 * kMillisecond + 20 * kMicrosecond);
  EXPECT_EQ(get(Reg::EERD), 0x41aau << 16 | 0x20 << 2 | kDone);
  at(10 * kMillisecond - 1);
  EXPECT_EQ(get(Reg::EEWR, 1) & kDone, 0u) << "one page after the other";
  at(10 * kMillisecond);
  EXPECT_NE(get(Reg::EEWR, 1) & kDone, 0u);
}

// Words have addresses of 14 bits, and writes too.
TEST_F(NvmTest, TheLastWordIsAnotherThanTheFirst) {
  nvm.image().set_word(0x3fff, 0x1234);
  nvm.image().set_word(0x1fff, 0x5678);
  start_read(0x3fff);
  at(kMillisecond);
  EXPECT_EQ(get(Reg::EERD), 0x1234u << 16 | 0x3fff << 2 | kDone);
  put(Reg::EEWR, 0xbeefu << 16 | 0x3fff << 2 | kStart);
  EXPECT_EQ(nvm.image().word(0x3fff), 0xbeefu);
  EXPECT_EQ(nvm.image().word(0x1fff), 0x5678u);
  EXPECT_EQ(nvm.image().word(0), 0x0100u);
}

// Both ports wait for the pins of one: each gets its word, and the pins go to the other port after both.
TEST_F(NvmTest, WordsOfBothPortsWaitForThePins) {
  put(Reg::EEC, kRequest, 0);
  start_read(3, 0);
  start_read(5, 1);
  put(Reg::EEC, kRequest, 1);
  at(kMillisecond);
  EXPECT_FALSE(read_is_done(0) || read_is_done(1) || granted(1));
  put(Reg::EEC, 0, 0);
  at(kMillisecond + 20 * kMicrosecond - 1);
  EXPECT_FALSE(read_is_done(0) || read_is_done(1) || granted(1));
  at(kMillisecond + 20 * kMicrosecond);
  EXPECT_EQ(get(Reg::EERD, 0), 0x0706u << 16 | 3 << 2 | kDone);
  EXPECT_EQ(get(Reg::EERD, 1), 0x0b0au << 16 | 5 << 2 | kDone);
  EXPECT_TRUE(granted(1));
}

// A part that is returned while it is selected is deselected: the next port begins with a command. Its data
// line is high while nothing drives it, and the port that does not have the pins reads 0.
TEST_F(NvmTest, ThePartIsDeselectedWhenItsPinsAreReturned) {
  const auto clock_in = [&](unsigned port, unsigned byte) {
    for (unsigned i = 0; i < 8; ++i) {
      const std::uint32_t in = (byte >> (7 - i) & 1) != 0 ? 4u : 0;
      put(Reg::EEC, kRequest | in, port);
      put(Reg::EEC, kRequest | in | 1, port);
    }
  };
  for (const bool by_reset : {false, true}) {
    put(Reg::EEC, kRequest | 2, 0);
    EXPECT_EQ(get(Reg::EEC, 0) & (8 | kGrant), 8 | kGrant);
    EXPECT_EQ(get(Reg::EEC, 1) & (8 | kGrant), 0u);
    put(Reg::EEC, kRequest, 0);  // selected
    clock_in(0, 0x03);
    clock_in(0, 0x00);
    if (by_reset) {
      nvm.reset(0);
    } else {
      put(Reg::EEC, 0, 0);  // the bit of the chip select still says selected
    }
    put(Reg::EEC, kRequest, 1);
    for (const unsigned byte : {0x03u, 0x00u, 0x91u}) clock_in(1, byte);
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
      put(Reg::EEC, kRequest, 1);
      bits = bits << 1 | (get(Reg::EEC, 1) >> 3 & 1);
      put(Reg::EEC, kRequest | 1, 1);
    }
    EXPECT_EQ(bits, 0x91u) << by_reset;
    put(Reg::EEC, 0, 1);
  }
}

TEST_F(NvmTest, AWordThatWaitedIsReadOnce) {
  put(Reg::EEC, kRequest);
  start_read(3, 1);
  put(Reg::EEC, 0);
  at(kMillisecond);
  EXPECT_TRUE(read_is_done(1));
  put(Reg::EEC, kRequest);
  put(Reg::EEC, 0);
  EXPECT_TRUE(read_is_done(1)) << "nothing is read again";
}

TEST_F(NvmTest, AWriteThatWaitsLeavesTheWordReadBefore) {
  start_read(3, 0);
  at(kMillisecond);
  put(Reg::EEC, kRequest, 1);
  put(Reg::EEWR, 0x1234u << 16 | 7 << 2 | kStart, 0);
  EXPECT_TRUE(read_is_done(0));
}

// It waits for what is left of the page, and for every page that was asked for before.
TEST_F(NvmTest, AReadWaitsForThePagesBeforeIt) {
  put(Reg::EEWR, 0xbeefu << 16 | 0x60 << 2 | kStart, 0);
  put(Reg::EEWR, 0xcafeu << 16 | 0x70 << 2 | kStart, 1);
  at(4 * kMillisecond);
  start_read(0x60);
  at(10 * kMillisecond + 20 * kMicrosecond - 1);
  EXPECT_FALSE(read_is_done());
  at(10 * kMillisecond + 20 * kMicrosecond);
  EXPECT_TRUE(read_is_done());
}

TEST_F(NvmTest, AWrittenWordTakesAPage) {
  EXPECT_NE(get(Reg::EEWR) & kDone, 0u);
  put(Reg::EEWR, 0xbeefu << 16 | 0x60 << 2, 0);
  EXPECT_EQ(nvm.image().word(0x60), 0xc1c0u) << "not started";
  put(Reg::EEWR, 0xbeefu << 16 | 0x60 << 2 | kStart, 0);
  EXPECT_EQ(get(Reg::EEWR) & kDone, 0u);
  start_read(0x60);
  put(Reg::EEC, kRequest, 1);
  at(5 * kMillisecond - 1);
  EXPECT_EQ(get(Reg::EEWR) & kDone, 0u);
  EXPECT_FALSE(read_is_done()) << "the page comes first";
  EXPECT_FALSE(granted(1));
  at(5 * kMillisecond);
  EXPECT_NE(get(Reg::EEWR) & kDone, 0u);
  at(6 * kMillisecond);
  EXPECT_TRUE(read_is_done());
  EXPECT_EQ(get(Reg::EERD) >> 16, 0xbeefu);
  EXPECT_TRUE(granted(1));
  // Behind the pins.
  put(Reg::EEWR, 0xcafeu << 16 | 0x61 << 2 | kStart, 0);
  at(20 * kMillisecond);
  EXPECT_EQ(get(Reg::EEWR) & kDone, 0u);
  EXPECT_EQ(nvm.image().word(0x61), 0xc3c2u);
  put(Reg::EEC, 0, 1);
  at(25 * kMillisecond - 1);
  EXPECT_EQ(get(Reg::EEWR) & kDone, 0u);
  at(25 * kMillisecond);
  EXPECT_NE(get(Reg::EEWR) & kDone, 0u);
  EXPECT_EQ(nvm.image().word(0x61), 0xcafeu);
}

}  // namespace
}  // namespace ixsim::test
