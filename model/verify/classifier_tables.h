// The checker's own copy of the classifier's register file: what the stimulus aims at and what functional
// coverage is computed from. It shares no code with the reference model or the RTL, so that a mistake in
// either cannot hide itself.
//
// Source: 82598 datasheet, receive registers; offsets are in BAR0, bits 1:0 of an address are ignored.
#ifndef IXSIM_VERIFY_CLASSIFIER_TABLES_H
#define IXSIM_VERIFY_CLASSIFIER_TABLES_H

#include <array>
#include <cstdint>
#include <string>

namespace ixsim {

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
    {"RAR", 0x5400, 32, 133},  // RAL and RAH alternate
    {"MRQC", 0x5818, 1, 165},
    {"VMD_CTL", 0x581C, 1, 166},
    {"RETA", 0x5C00, 32, 167},
    {"RSSRK", 0x5C80, 10, 199},
    {"VFTA", 0xA000, 128, 209},
    {"VFTAVIND", 0xA200, 512, 337},
}};

class ClassifierTables {
 public:
  static constexpr int kWords = 849;

  ClassifierTables() { reset(); }

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

  // VLNCTRL takes its reset value; every other word is 0, though most are undefined after a reset.
  void reset();
  std::uint32_t& word(int index) { return words_[static_cast<std::size_t>(index)]; }
  std::uint32_t word(int index) const { return words_[static_cast<std::size_t>(index)]; }
  // Word `n` of a group; n is within the group's range.
  std::uint32_t& at(RegisterGroup group, unsigned n = 0) { return words_[range(group).index + n]; }
  std::uint32_t at(RegisterGroup group, unsigned n = 0) const { return words_[range(group).index + n]; }

  std::uint16_t vet() const { return static_cast<std::uint16_t>(at(RegisterGroup::kVlnctrl)); }
  bool bit(RegisterGroup group, unsigned b) const { return (at(group) >> b & 1) != 0; }
  bool sbp() const { return bit(RegisterGroup::kFctrl, 1); }
  // Receive address n: six bytes, the first one most significant; whether it is valid; its VMDq index.
  std::uint64_t rar_address(unsigned n) const;
  bool rar_valid(unsigned n) const { return (at(RegisterGroup::kRar, 2 * n + 1) >> 31) != 0; }
  std::uint8_t rar_vind(unsigned n) const { return at(RegisterGroup::kRar, 2 * n + 1) >> 18 & 0xF; }

 private:
  std::array<std::uint32_t, kWords> words_;
};

}  // namespace ixsim

#endif
