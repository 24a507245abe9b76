// The checker's own copy of the classifier's register file. The stimulus selects its values from it, and
// functional coverage is computed from it. It shares no code with the reference model or the RTL, so a
// mistake in one of them cannot be in the checker too.
//
// Source: 82598 datasheet, receive registers; offsets are in BAR0, bits 1:0 of an address are ignored.
#ifndef IXSIM_VERIFY_CLASSIFIER_TABLES_H
#define IXSIM_VERIFY_CLASSIFIER_TABLES_H

#include <array>
#include <cstdint>
#include <string>

#include "base/layers.h"
#include "nic/classifier/classifier_size.h"

namespace ixsim::verify {

inline constexpr std::uint64_t kBroadcastAddress = 0xFFFF'FFFF'FFFF;  // byte 0 is the most significant
inline constexpr std::uint32_t kMulticastFilter = 1u << 2;            // MCSTCTRL.MFE

// Kinds of a destination address.
enum class Destination : std::uint8_t { kBroadcast, kMulticast, kUnicast };
inline constexpr unsigned kDestinations = 3;
constexpr Destination destination_of(std::uint64_t address) {
  if (address == kBroadcastAddress) return Destination::kBroadcast;
  return (address >> 40 & 1) != 0 ? Destination::kMulticast : Destination::kUnicast;
}

// The registers that a classifier uses, grouped as the driver sees them.
enum class RegisterGroup : std::uint8_t {
  kRdrxctl,
  kFctrl,
  kVlnctrl,
  kMcstctrl,
  kRuppbmr,
  kMta,
  kRar,
  kMrqc,
  kVmdCtl,
  kReta,
  kRssrk,
  kVfta,
  kVftavind,
  kNone
};
// Registers that are one word.
inline constexpr RegisterGroup kSingles[] = {
    RegisterGroup::kRdrxctl, RegisterGroup::kFctrl, RegisterGroup::kVlnctrl, RegisterGroup::kMcstctrl,
    RegisterGroup::kRuppbmr, RegisterGroup::kMrqc,  RegisterGroup::kVmdCtl};
inline constexpr int kRegisterGroups = static_cast<int>(RegisterGroup::kNone);

struct ClassifierRange {
  const char* name;
  std::uint16_t offset;  // of the first word
  std::uint16_t words;
  std::uint16_t index;  // of the first word in ClassifierTables
};
inline constexpr std::array<ClassifierRange, kRegisterGroups> kRegisterRanges = {{
    {"RDRXCTL", 0x2F00, 1, 0},
    {"FCTRL", 0x5080, 1, 1},
    {"VLNCTRL", 0x5088, 1, 2},
    {"MCSTCTRL", 0x5090, 1, 3},
    {"RUPPBMR", 0x50A0, 1, 4},
    {"MTA", 0x5200, 128, 5},
    {"RAR", 0x5400, 32, 133},  // RAL and RAH alternate; entries from 16 on: kMoreAddresses
    {"MRQC", 0x5818, 1, 165},
    {"VMD_CTL", 0x581C, 1, 166},
    {"RETA", 0x5C00, 32, 167},
    {"RSSRK", 0x5C80, 10, 199},
    {"VFTA", 0xA000, 128, 209},
    {"VFTAVIND", 0xA200, 512, 337},
}};

// RAL and RAH of the receive addresses from 16 on: their offset if it began with entry 0, and their index.
inline constexpr unsigned kLowAddresses = 16;
inline constexpr std::uint16_t kMoreAddresses = 0xAC00;
inline constexpr int kMoreAddressesIndex = 849;

// The size of the classifier that is checked. All of a check has one size, so that registers can be named
// without it; an object of this class sets it for as long as it lives, and there is one at a time.
class CheckedSize {
 public:
  explicit CheckedSize(const ClassifierSize& size) { current = size; }
  ~CheckedSize() { current = ClassifierSize(); }
  CheckedSize(const CheckedSize&) = delete;
  CheckedSize& operator=(const CheckedSize&) = delete;
  static const ClassifierSize& now() { return current; }

 private:
  static inline ClassifierSize current;
};

class ClassifierTables {
 public:
  static constexpr int kMostWords =
      kMoreAddressesIndex + 2 * static_cast<int>(ClassifierSize::kMostAddresses - kLowAddresses);

  ClassifierTables() { reset(); }

  // Indices of words are below this; a device with fewer than sixteen addresses lacks some of them.
  static int words() {
    const unsigned addresses = CheckedSize::now().addresses;
    return kMoreAddressesIndex +
           (addresses > kLowAddresses ? 2 * static_cast<int>(addresses - kLowAddresses) : 0);
  }
  // Words that the classifier has.
  static int words_in_use() {
    return kMoreAddressesIndex +
           2 * (static_cast<int>(CheckedSize::now().addresses) - static_cast<int>(kLowAddresses));
  }

  // Group of an address, kNone if the classifier does not use it.
  static RegisterGroup group_of(std::uint16_t address);
  // Position of an address among the words, -1 if the classifier does not use it; and back.
  static int index_of(std::uint16_t address);
  static std::uint16_t address_of(int index);
  // "RAH[3]", "VFTAVIND[397]", "FCTRL", or "unused".
  static std::string name_of(std::uint16_t address);
  static constexpr const ClassifierRange& range(RegisterGroup group) {
    return kRegisterRanges[static_cast<std::size_t>(group)];
  }
  // Index of word `n` of a group.
  static constexpr int index(RegisterGroup group, unsigned n = 0) {
    const bool more = group == RegisterGroup::kRar && n >= 2 * kLowAddresses;
    return more ? kMoreAddressesIndex + static_cast<int>(n - 2 * kLowAddresses)
                : range(group).index + static_cast<int>(n);
  }
  // Is this the index of a RAH?
  static constexpr bool is_rah(int index) {
    const int low = range(RegisterGroup::kRar).index;
    if (index >= kMoreAddressesIndex) return (index - kMoreAddressesIndex) % 2 == 1;
    return index >= low && index < low + 2 * static_cast<int>(kLowAddresses) && (index - low) % 2 == 1;
  }

  // VLNCTRL takes its reset value; every other word is 0, though most are undefined after a reset.
  void reset();
  std::uint32_t& word(int index) { return words_[static_cast<std::size_t>(index)]; }
  std::uint32_t word(int index) const { return words_[static_cast<std::size_t>(index)]; }
  // Word `n` of a group; n is within the group's range.
  std::uint32_t& at(RegisterGroup group, unsigned n = 0) { return word(index(group, n)); }
  std::uint32_t at(RegisterGroup group, unsigned n = 0) const { return word(index(group, n)); }

  std::uint16_t vet() const { return static_cast<std::uint16_t>(at(RegisterGroup::kVlnctrl)); }
  bool bit(RegisterGroup group, unsigned b) const { return (at(group) >> b & 1) != 0; }
  bool sbp() const { return bit(RegisterGroup::kFctrl, 1); }
  // Receive address n: six bytes, the first one most significant; whether it is valid; its VMDq index.
  std::uint64_t rar_address(unsigned n) const;
  bool rar_valid(unsigned n) const { return (at(RegisterGroup::kRar, 2 * n + 1) >> 31) != 0; }
  std::uint8_t rar_vind(unsigned n) const { return pool_of(at(RegisterGroup::kRar, 2 * n + 1) >> 18); }
  // The pool that a field of a register, its lowest bit in bit 0, names.
  static std::uint8_t pool_of(std::uint32_t field) {
    const ClassifierSize& size = CheckedSize::now();
    return static_cast<std::uint8_t>(field % (1u << ClassifierSize::bits_for(size.pools)) % size.pools);
  }

 private:
  std::array<std::uint32_t, kMostWords> words_;
};

}  // namespace ixsim::verify

#endif
