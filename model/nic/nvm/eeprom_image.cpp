// Builds sections, finds them, and sums them.
#include "nic/nvm/eeprom_image.h"

#include <algorithm>
#include <string>

#include "ixsim/bytes.h"
#include "ixsim/error.h"

namespace ixsim::nic {
namespace {

constexpr std::uint16_t kSignature = 1u << 6;
constexpr unsigned kPcieGeneralSection = 0x0080;
constexpr unsigned kPcieGeneralWords = 6;  // LAN disable bits are in word 5 of it
constexpr unsigned kMacSection = 0x00a0;
constexpr unsigned kMacSectionStride = 0x10;
constexpr unsigned kPrintedNumber = 0x15;  // two words: the part number as printed on the board

constexpr unsigned kDeviceCapabilities = 0x2c;
constexpr std::uint16_t kAnyModule = 1u << 0;     // of them: no module is refused
constexpr std::uint16_t kNoCageSignal = 1u << 7;  // ... pin 2 need not say that the cage is full
constexpr unsigned kImageVersion = 0x2d;          // two words, low first
constexpr unsigned kFirmwarePointer = 0x0f;
constexpr unsigned kFirmwareBlock = 0x0200;
constexpr unsigned kParametersPointers[] = {4, 7};  // words of the block: drivers differ
constexpr unsigned kFirmwareParameters = 0x0220;
constexpr unsigned kModulePointer = 0x2b;
constexpr unsigned kModuleList = 0x0240;
constexpr unsigned kModuleSequence = 0x0260;
constexpr std::uint16_t kSequenceBegin = 0xf000;  // of a PHY; 0xFFFF ends a sequence of either kind
constexpr unsigned kFirmwareVersion = 7;          // word of the parameters: drivers ask for more than 5

// Words after the length word of a MAC section.
enum MacSection : unsigned {
  kMacAddress = 1,
  kAutocLow = 4,
  kAutocHigh,
  kAutoc2Upper,
  kMacWords = kAutoc2Upper
};

bool points(std::uint16_t pointer) { return pointer != 0 && pointer != EepromImage::kErased; }

}  // namespace

EepromImage::EepromImage(const std::vector<EepromPort>& ports, bool successor) : words_(kWords, kErased) {
  words_[0] = kSignature;
  words_[kPcieGeneralPointer] = kPcieGeneralSection;
  words_[kPcieGeneralSection] = kPcieGeneralWords;
  for (unsigned i = 1; i <= kPcieGeneralWords; ++i) words_[kPcieGeneralSection + i] = 0;
  words_[kPrintedNumber] = 0xe159;
  words_[kPrintedNumber + 1] = 0x2001;
  words_[kDeviceCapabilities] = kAnyModule | kNoCageSignal;
  words_[kImageVersion] = 0x0001;
  words_[kImageVersion + 1] = 0x8000;
  add_modules(successor);
  if (successor) {
    words_[kFirmwarePointer] = kFirmwareBlock;
    for (const unsigned place : kParametersPointers) words_[kFirmwareBlock + place] = kFirmwareParameters;
    words_[kFirmwareParameters + kFirmwareVersion] = 0x0006;
  }
  for (unsigned i = 0; i < ports.size(); ++i) {
    const EepromPort& port = ports[i];
    const unsigned section = kMacSection + i * kMacSectionStride;
    words_[kMacPointer + i] = static_cast<std::uint16_t>(section);
    words_[section] = kMacWords;
    for (unsigned k = 0; k < 3; ++k) words_[section + kMacAddress + k] = load_le16(port.mac_address + 2 * k);
    words_[section + kAutocLow] = static_cast<std::uint16_t>(port.autoc);
    words_[section + kAutocHigh] = static_cast<std::uint16_t>(port.autoc >> 16);
    words_[section + kAutoc2Upper] = port.autoc2_upper;
  }
  words_[kChecksumWord] = checksum();
}

// Adds the kinds of modules, numbered as drivers do: direct attach, SR, LR behind a PHY; direct attach and
// optical of either port on the serial interface.
void EepromImage::add_modules(bool successor) {
  words_[kModulePointer] = kModuleList;
  words_[kModuleList] = 0;
  unsigned place = kModuleList + 1;
  for (unsigned kind = successor ? 3 : 0; kind <= (successor ? 6u : 2u); ++kind) {
    words_[place++] = static_cast<std::uint16_t>(kind);
    words_[place++] = kModuleSequence;
  }
  words_[kModuleSequence] = 0;
  if (!successor) words_[kModuleSequence + 1] = kSequenceBegin;
}

EepromImage::EepromImage(std::vector<std::uint16_t> words) : words_(std::move(words)) {
  if (words_.size() > kWords) {
    throw InputError("device.eeprom: found " + std::to_string(words_.size()) + " words, accepted are up to " +
                     std::to_string(kWords));
  }
  words_.resize(kWords, kErased);
}

std::uint16_t EepromImage::checksum() const {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < kChecksumWord; ++i) sum += words_[i];
  for (unsigned i = kFirstPointer; i <= kLastPointer; ++i) {
    if (!points(words_[i])) continue;
    const std::uint16_t length = word(words_[i]);
    if (!points(length)) continue;
    for (unsigned k = 1; k <= length; ++k) sum += word(words_[i] + k);
  }
  return static_cast<std::uint16_t>(kChecksum - sum);
}

EepromPort EepromImage::port(unsigned index) const {
  EepromPort result;
  const std::uint16_t pointer = words_[kMacPointer + index];
  if (!has_signature() || !points(pointer) || word(pointer) < kMacWords || !points(word(pointer)))
    return result;
  for (unsigned k = 0; k < 3; ++k) store_le16(result.mac_address + 2 * k, word(pointer + kMacAddress + k));
  result.autoc = word(pointer + kAutocLow) | std::uint32_t{word(pointer + kAutocHigh)} << 16;
  result.autoc2_upper = word(pointer + kAutoc2Upper);
  return result;
}

}  // namespace ixsim::nic
