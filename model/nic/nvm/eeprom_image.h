// Contents of the EEPROM: 16-bit words, the sections that drivers and the device look for, and the checksum
// over both.
//
// Word 0 carries the signature 01 in bits 7:6. Words 3 to 0xE point at sections, each of which begins with
// its length in words; 0 and 0xFFFF mean that there is no section. Words 0 to 0x3E, the section bodies and
// word 0x3F add up to 0xBABA. Word 0x2C has capabilities; words 0x2D and 0x2E have the version of the image.
// Word 0x0F points at a block of firmware, of which drivers read only the version. Word 0x2B points at a list
// of modules, each with settings to write when it is found; here these are empty. MacSection defines the body
// of a MAC section. The position of the MAC address in it is model-specific, because the datasheet page is
// not public. Timing contract: none, this is data. Source: 82598 datasheet, EEPROM (p. 112, 113);
// ixgbe_common.c (checksum).
#ifndef IXSIM_NIC_NVM_EEPROM_IMAGE_H
#define IXSIM_NIC_NVM_EEPROM_IMAGE_H

#include <cstdint>
#include <vector>

#include "base/layers.h"

namespace ixsim::nic {

// Settings of one port in the image.
struct EepromPort {
  std::uint8_t mac_address[6] = {};
  std::uint32_t autoc = 0;
  std::uint16_t autoc2_upper = 0;
};

class EepromImage {
 public:
  static constexpr std::size_t kWords = 16'384;  // value of EEC.SIZE after reset
  static constexpr unsigned kChecksumWord = 0x3f;
  static constexpr unsigned kFirstPointer = 0x03;
  static constexpr unsigned kLastPointer = 0x0e;
  static constexpr unsigned kPcieGeneralPointer = 0x06;
  static constexpr unsigned kMacPointer = 0x0b;  // pointer of port 0; port 1 has the next word
  static constexpr std::uint16_t kChecksum = 0xbaba;
  static constexpr std::uint16_t kErased = 0xffff;

  // Makes a valid image for one or two ports. `successor` adds the blocks that drivers of the 82599 need.
  explicit EepromImage(const std::vector<EepromPort>& ports, bool successor = false);
  // Takes a user's image of at most kWords words; missing words are erased. The image may be invalid: the
  // device then starts without the values that it would have loaded. Throws InputError if it is too long.
  explicit EepromImage(std::vector<std::uint16_t> words);

  std::uint16_t word(std::size_t address) const { return words_[address % kWords]; }
  void set_word(std::size_t address, std::uint16_t value) { words_[address % kWords] = value; }
  // Returns the value that word 0x3F must have for the rest of the image.
  std::uint16_t checksum() const;
  bool has_signature() const { return (words_[0] >> 6 & 3) == 1; }
  // Returns the words that port `index` loads after a reset; zeros if the image has no signature or no
  // section for it.
  EepromPort port(unsigned index) const;

 private:
  void add_modules(bool successor);

  std::vector<std::uint16_t> words_;
};

}  // namespace ixsim::nic

#endif
