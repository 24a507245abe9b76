// Stores register words by offset, and gives their names and fields.
#include "verify/classifier_tables.h"

#include <cstddef>

namespace ixsim::verify {

RegisterGroup ClassifierTables::group_of(std::uint16_t address) {
  const unsigned addresses = CheckedSize::now().addresses;
  if (address >= kMoreAddresses + 8 * kLowAddresses && address < kMoreAddresses + 8 * addresses)
    return RegisterGroup::kRar;
  for (int g = 0; g < kRegisterGroups; ++g) {
    const ClassifierRange& r = kRegisterRanges[static_cast<std::size_t>(g)];
    if (address < r.offset || address >= r.offset + 4 * r.words) continue;
    const auto group = static_cast<RegisterGroup>(g);
    return group == RegisterGroup::kRar && (address - r.offset) / 8u >= addresses ? RegisterGroup::kNone
                                                                                  : group;
  }
  return RegisterGroup::kNone;
}

int ClassifierTables::index_of(std::uint16_t address) {
  const RegisterGroup group = group_of(address);
  if (group == RegisterGroup::kNone) return -1;
  const unsigned first = address >= kMoreAddresses ? kMoreAddresses : range(group).offset;
  return index(group, (address - first) / 4u);
}

std::uint16_t ClassifierTables::address_of(int index) {
  if (index >= kMoreAddressesIndex)
    return static_cast<std::uint16_t>(kMoreAddresses + 8 * kLowAddresses + 4 * (index - kMoreAddressesIndex));
  std::size_t g = kRegisterGroups - 1;
  while (index < kRegisterRanges[g].index) --g;
  return static_cast<std::uint16_t>(kRegisterRanges[g].offset + 4 * (index - kRegisterRanges[g].index));
}

void ClassifierTables::reset() {
  words_.fill(0);
  at(RegisterGroup::kVlnctrl) = 0x8100;
}

std::uint64_t ClassifierTables::rar_address(unsigned n) const {
  const std::uint64_t low = at(RegisterGroup::kRar, 2 * n);
  const std::uint64_t high = at(RegisterGroup::kRar, 2 * n + 1) & 0xFFFF;
  return __builtin_bswap64(low | high << 32) >> 16;
}

std::string ClassifierTables::name_of(std::uint16_t address) {
  const RegisterGroup group = group_of(address);
  if (group == RegisterGroup::kNone) return "unused";
  const ClassifierRange& words = range(group);
  if (words.words == 1) return words.name;
  const unsigned n = (address - (address >= kMoreAddresses ? kMoreAddresses : words.offset)) / 4u;
  if (group == RegisterGroup::kRar) return (n % 2 == 0 ? "RAL[" : "RAH[") + std::to_string(n / 2) + "]";
  return std::string(words.name) + "[" + std::to_string(n) + "]";
}

}  // namespace ixsim::verify
