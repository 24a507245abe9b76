// The register facts of registers.csv, which are independent of the description from which the model is
// generated, and their consequences for one access. These are computed from the facts alone, for each kind of
// bit.
#ifndef IXSIM_TB_CONFORMANCE_REGISTERS_REGISTER_FACTS_H
#define IXSIM_TB_CONFORMANCE_REGISTERS_REGISTER_FACTS_H

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "nic/registers/register_info.h"

namespace ixsim::test {

// Behaviour of one bit. kPlain stores written values, kFixed does not.
enum class BitKind {
  kPlain,
  kFixed,
  kSelfClearing,
  kClearedByRead,
  kClearedByBoth,
  kSetByOnes,
  kClearedByOnes,
  kSetByRead
};

struct BitRange {
  unsigned msb, lsb;
  BitKind kind;
  std::uint32_t mask() const {
    std::uint32_t m = 0;
    for (unsigned b = lsb; b <= msb; ++b) m |= 1u << b;
    return m;
  }
};

// Entries of a register at another place, or a second place of some entries.
struct FactRange {
  unsigned first, count, stride;
  std::uint32_t offset;
};

struct Fact {
  RegisterSpace space;
  std::uint32_t offset;
  std::string name;
  unsigned count, stride;
  std::string access;
  std::uint32_t reset;
  std::vector<BitRange> bits;
  std::vector<FactRange> ranges;
  // Number from which entries have fewer bits.
  unsigned narrow_from = ~0u;
  std::vector<BitRange> narrow_bits;

  unsigned entries() const {
    unsigned end = count;
    for (const FactRange& range : ranges) end = std::max(end, range.first + range.count);
    return end;
  }
  const std::vector<BitRange>& bits_of(unsigned index) const {
    return index < narrow_from ? bits : narrow_bits;
  }
  std::uint32_t mask(unsigned index = 0) const {
    std::uint32_t m = 0;
    for (const BitRange& range : bits_of(index)) m |= range.mask();
    return m;
  }
  // Returns the first place of an entry.
  std::uint32_t at(unsigned index) const { return places(index).front(); }
  std::vector<std::uint32_t> places(unsigned index) const {
    std::vector<std::uint32_t> all;
    if (index < count) all.push_back(offset + index * stride);
    for (const FactRange& range : ranges) {
      if (index >= range.first && index < range.first + range.count)
        all.push_back(range.offset + (index - range.first) * range.stride);
    }
    return all;
  }
};

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

inline BitKind kind_of(const std::string& access, char suffix) {
  const std::map<char, BitKind> by_suffix = {{'o', BitKind::kFixed},
                                             {'s', BitKind::kSelfClearing},
                                             {'w', BitKind::kClearedByOnes},
                                             {'c', BitKind::kClearedByRead},
                                             {'m', BitKind::kPlain}};
  const std::map<std::string, BitKind> by_access = {
      {"RW", BitKind::kPlain},          {"RO_IDLE_RW", BitKind::kPlain},     {"RO", BitKind::kFixed},
      {"RC", BitKind::kClearedByRead},  {"RC_W1C", BitKind::kClearedByBoth}, {"W1S", BitKind::kSetByOnes},
      {"W1C", BitKind::kClearedByOnes}, {"RS", BitKind::kSetByRead}};
  return suffix != 0 ? by_suffix.at(suffix) : by_access.at(access);
}

// Reads a list of facts into `facts`: rows replace those of the same names.
inline void read_facts(const std::string& path, std::vector<Fact>& facts) {
  const auto find = [&](const std::string& name) {
    return std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
  };
  const auto number = [](const std::string& text) {
    return static_cast<unsigned>(std::stoul(text, nullptr, 0));
  };
  const auto ranges = [](const std::string& text, const std::string& access) {
    std::vector<BitRange> bits;
    for (const std::string& token : split(text, ' ')) {
      const char last = token.back();
      const char suffix = last >= '0' && last <= '9' ? '\0' : last;
      const std::vector<std::string> ends = split(token, ':');
      const auto msb = static_cast<unsigned>(std::stoul(ends.front()));
      const auto lsb = static_cast<unsigned>(std::stoul(ends.back()));
      bits.push_back({msb, lsb, kind_of(access, suffix)});
    }
    return bits;
  };
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#' || line.rfind("bar,", 0) == 0) continue;
    const std::vector<std::string> cells = split(line, ',');
    const std::string& name = cells.at(2);
    const auto known = find(name);
    if (cells.at(0) == "-") {
      facts.erase(known);
      continue;
    }
    if (cells.at(0) == "+") {
      known->ranges.push_back(
          {number(cells.at(6)), number(cells.at(3)), number(cells.at(4)), number(cells.at(1))});
      continue;
    }
    if (cells.at(0) == "~") {
      known->narrow_from = number(cells.at(6));
      known->narrow_bits = ranges(cells.at(7), cells.at(5));
      continue;
    }
    Fact fact;
    fact.space = cells.at(0) == "3" ? RegisterSpace::kBar3 : RegisterSpace::kBar0;
    fact.offset = number(cells.at(1));
    fact.name = name;
    fact.count = number(cells.at(3));
    fact.stride = number(cells.at(4));
    fact.access = cells.at(5);
    fact.reset = number(cells.at(6));
    fact.bits = ranges(cells.at(7), fact.access);
    if (known == facts.end()) {
      facts.push_back(fact);
    } else {
      *known = fact;
    }
  }
}

inline const std::vector<Fact>& facts(RegisterSet set = RegisterSet::k82598) {
  static const std::string kFolder = IXSIM_SOURCE_DIR "/tb/conformance/registers/";
  const auto read = [](std::initializer_list<const char*> files) {
    std::vector<Fact> result;
    for (const char* file : files) read_facts(kFolder + file, result);
    return result;
  };
  static const std::vector<Fact> first = read({"registers.csv"});
  static const std::vector<Fact> successor = read({"registers.csv", "registers_82599.csv"});
  static const std::vector<Fact> custom = read({"registers.csv", "registers_custom_82598.csv"});
  static const std::vector<Fact> virtual_function = read({"registers_82599_vf.csv"});
  if (set == RegisterSet::k82599Vf) return virtual_function;
  if (set == RegisterSet::kCustom82598) return custom;
  return set == RegisterSet::k82599 ? successor : first;
}

// Returns the name of the set in tests.
inline std::string name_of(RegisterSet set) {
  if (set == RegisterSet::k82599Vf) return "of_82599_vf";
  if (set == RegisterSet::kCustom82598) return "of_custom_82598";
  return set == RegisterSet::k82598 ? "of_82598" : "of_82599";
}

inline std::uint32_t after_write(const Fact& fact, unsigned index, std::uint32_t held,
                                 std::uint32_t written) {
  std::uint32_t result = 0;
  for (const BitRange& range : fact.bits_of(index)) {
    const std::uint32_t h = held & range.mask(), w = written & range.mask();
    switch (range.kind) {
      case BitKind::kPlain:
      case BitKind::kSetByRead:
        result |= w;
        break;
      case BitKind::kFixed:
      case BitKind::kSelfClearing:
      case BitKind::kClearedByRead:
        result |= h;
        break;
      case BitKind::kClearedByBoth:
      case BitKind::kClearedByOnes:
        result |= h & ~w;
        break;
      case BitKind::kSetByOnes:
        result |= h | w;
        break;
    }
  }
  return result;
}

inline std::uint32_t after_read(const Fact& fact, unsigned index, std::uint32_t held) {
  std::uint32_t result = 0;
  for (const BitRange& range : fact.bits_of(index)) {
    const bool cleared = range.kind == BitKind::kClearedByRead || range.kind == BitKind::kClearedByBoth;
    if (range.kind == BitKind::kSetByRead)
      result |= range.mask();
    else if (!cleared)
      result |= held & range.mask();
  }
  return result;
}

}  // namespace ixsim::test

#endif
