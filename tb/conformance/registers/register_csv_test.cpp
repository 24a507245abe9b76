// Every register of the device against registers.csv, which lists the facts apart from the description that
// the model is generated from: offset, entries, stride, access, reset value, and bits. The expectations are
// worked out here, bit kind by bit kind, from the facts alone.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "ixsim/nic/registers/register_file.h"

namespace ixsim {
namespace {

// How one bit answers. kPlain keeps what is written, kFixed does not.
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

struct Fact {
  RegisterSpace space;
  std::uint32_t offset;
  std::string name;
  unsigned count, stride;
  std::string access;
  std::uint32_t reset;
  std::vector<BitRange> bits;

  std::uint32_t mask() const {
    std::uint32_t m = 0;
    for (const BitRange& range : bits) m |= range.mask();
    return m;
  }
  std::uint32_t at(unsigned index) const { return offset + index * stride; }
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

BitKind kind_of(const std::string& access, char suffix) {
  const std::map<char, BitKind> by_suffix = {{'o', BitKind::kFixed},
                                             {'s', BitKind::kSelfClearing},
                                             {'w', BitKind::kClearedByOnes},
                                             {'m', BitKind::kPlain}};
  const std::map<std::string, BitKind> by_access = {
      {"RW", BitKind::kPlain},          {"RO_IDLE_RW", BitKind::kPlain},     {"RO", BitKind::kFixed},
      {"RC", BitKind::kClearedByRead},  {"RC_W1C", BitKind::kClearedByBoth}, {"W1S", BitKind::kSetByOnes},
      {"W1C", BitKind::kClearedByOnes}, {"RS", BitKind::kSetByRead}};
  return suffix != 0 ? by_suffix.at(suffix) : by_access.at(access);
}

const std::vector<Fact>& facts() {
  static const std::vector<Fact> all = [] {
    std::vector<Fact> result;
    std::ifstream in(IXSIM_SOURCE_DIR "/tb/conformance/registers/registers.csv");
    for (std::string line; std::getline(in, line);) {
      if (line.empty() || line[0] == '#' || line.rfind("bar,", 0) == 0) continue;
      const std::vector<std::string> cells = split(line, ',');
      Fact fact;
      fact.space = cells.at(0) == "3" ? RegisterSpace::kBar3 : RegisterSpace::kBar0;
      fact.offset = static_cast<std::uint32_t>(std::stoul(cells.at(1), nullptr, 16));
      fact.name = cells.at(2);
      fact.count = static_cast<unsigned>(std::stoul(cells.at(3)));
      fact.stride = static_cast<unsigned>(std::stoul(cells.at(4), nullptr, 16));
      fact.access = cells.at(5);
      fact.reset = static_cast<std::uint32_t>(std::stoul(cells.at(6), nullptr, 16));
      for (std::string token : split(cells.at(7), ' ')) {
        const char last = token.back();
        const char suffix = last >= '0' && last <= '9' ? '\0' : last;
        const std::vector<std::string> ends = split(token, ':');
        const auto msb = static_cast<unsigned>(std::stoul(ends.front()));
        const auto lsb = static_cast<unsigned>(std::stoul(ends.back()));
        fact.bits.push_back({msb, lsb, kind_of(fact.access, suffix)});
      }
      result.push_back(fact);
    }
    return result;
  }();
  return all;
}

Reg reg_of(const Fact& fact) {
  const std::optional<Reg> reg = find_register(fact.name);
  EXPECT_TRUE(reg.has_value()) << fact.name;
  return reg.value_or(Reg{});
}

// EICS and EIMC show the bits of EICR and EIMS.
std::string storage_name(const std::string& name) {
  if (name == "EICS") return "EICR";
  if (name == "EIMC") return "EIMS";
  return name;
}

constexpr std::uint32_t kSecondAddressOfCtrl = 0x4;

std::string access_name(RegisterAccess access) {
  switch (access) {
    case RegisterAccess::kRw:
      return "RW";
    case RegisterAccess::kRo:
      return "RO";
    case RegisterAccess::kRc:
      return "RC";
    case RegisterAccess::kRcW1c:
      return "RC_W1C";
    case RegisterAccess::kW1s:
      return "W1S";
    case RegisterAccess::kW1c:
      return "W1C";
    case RegisterAccess::kRs:
      return "RS";
    case RegisterAccess::kRoIdleRw:
      return "RO_IDLE_RW";
  }
  return "?";
}

std::string field_access(BitKind kind) {
  switch (kind) {
    case BitKind::kPlain:
      return "rw";
    case BitKind::kFixed:
      return "ro";
    case BitKind::kSelfClearing:
      return "sc";
    case BitKind::kClearedByRead:
      return "rc";
    case BitKind::kClearedByBoth:
      return "rc/w1c";
    case BitKind::kSetByOnes:
      return "w1s";
    case BitKind::kClearedByOnes:
      return "w1c";
    case BitKind::kSetByRead:
      return "rs";
  }
  return "?";
}

std::uint32_t after_write(const Fact& fact, std::uint32_t held, std::uint32_t written) {
  std::uint32_t result = 0;
  for (const BitRange& range : fact.bits) {
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

std::uint32_t after_read(const Fact& fact, std::uint32_t held) {
  std::uint32_t result = 0;
  for (const BitRange& range : fact.bits) {
    const bool cleared = range.kind == BitKind::kClearedByRead || range.kind == BitKind::kClearedByBoth;
    if (range.kind == BitKind::kSetByRead)
      result |= range.mask();
    else if (!cleared)
      result |= held & range.mask();
  }
  return result;
}

TEST(RegisterFacts, CoverTheWholeMap) {
  // 249 rows of the map, of which the MSI-X table is four registers here.
  EXPECT_EQ(facts().size(), 252u);
  EXPECT_EQ(facts().size(), kRegisterCount);
}

TEST(RegisterFacts, PlaceAccessResetAndBitsAgree) {
  for (const Fact& fact : facts()) {
    SCOPED_TRACE(fact.name);
    const RegisterInfo& r = info(reg_of(fact));
    EXPECT_EQ(r.name, fact.name);
    EXPECT_EQ(r.space, fact.space);
    EXPECT_EQ(r.offset, fact.offset);
    EXPECT_EQ(r.count, fact.count);
    EXPECT_EQ(r.stride, fact.stride);
    EXPECT_EQ(access_name(r.access), fact.access);
    EXPECT_EQ(r.reset, fact.reset);
    EXPECT_EQ(r.bits, fact.mask());
    EXPECT_EQ(r.owned_while_enabled, fact.access == "RO_IDLE_RW");
  }
}

TEST(RegisterFacts, FieldsFillTheirRangesAndCrossNone) {
  for (const Fact& fact : facts()) {
    SCOPED_TRACE(fact.name);
    const RegisterText& text = describe(reg_of(fact));
    std::uint32_t used = 0;
    for (std::size_t i = 0; i < text.field_count; ++i) {
      const FieldText& field = text.fields[i];
      SCOPED_TRACE(std::string(field.name));
      EXPECT_EQ(used & field.field.mask, 0u);
      used |= field.field.mask;
      unsigned ranges = 0;
      for (const BitRange& range : fact.bits) {
        if ((range.mask() & field.field.mask) == 0) continue;
        ++ranges;
        // A wide range may be told apart in more detail, never the other way round.
        EXPECT_EQ(field.field.mask & ~range.mask(), 0u);
        EXPECT_EQ(field.access, field_access(range.kind));
      }
      EXPECT_EQ(ranges, 1u);
    }
    EXPECT_EQ(used, fact.mask());
  }
}

TEST(RegisterFacts, EveryEntryHoldsItsResetValueAndAnswersAlone) {
  RegisterFile file;
  for (const Fact& fact : facts()) {
    for (unsigned i = 0; i < fact.count; ++i) {
      ASSERT_EQ(file.peek(fact.at(i), fact.space), fact.reset) << fact.name << " " << i;
    }
  }
  for (const Fact& changed : facts()) {
    for (unsigned i = 0; i < changed.count; ++i) {
      file.set(reg_of(changed), i, ~changed.reset);
      for (const Fact& fact : facts()) {
        for (unsigned k = 0; k < fact.count; ++k) {
          const bool same = storage_name(fact.name) == storage_name(changed.name) && i == k;
          const std::uint32_t wanted = same ? ~fact.reset & fact.mask() : fact.reset;
          ASSERT_EQ(file.peek(fact.at(k), fact.space), wanted)
              << changed.name << " " << i << " changed, looking at " << fact.name << " " << k;
        }
      }
      file.set(reg_of(changed), i, changed.reset);
    }
  }
}

TEST(RegisterFacts, EveryEntryAnswersReadsAndWritesByItsKinds) {
  const std::uint32_t patterns[] = {0, 0xFFFFFFFF, 0x5A5A5A5A, 0xA5A5A5A5, 0x80000001};
  RegisterFile file;
  for (const Fact& fact : facts()) {
    for (unsigned i = 0; i < fact.count; ++i) {
      SCOPED_TRACE(fact.name + " " + std::to_string(i));
      for (const std::uint32_t held : patterns) {
        for (const std::uint32_t written : patterns) {
          file.set(reg_of(fact), i, held);
          file.write(fact.at(i), written, fact.space);
          const std::uint32_t wanted = after_write(fact, held, written);
          ASSERT_EQ(file.peek(fact.at(i), fact.space), wanted) << std::hex << held << " <- " << written;
          ASSERT_EQ(file.read(fact.at(i), fact.space), wanted);
          ASSERT_EQ(file.read(fact.at(i), fact.space), after_read(fact, wanted));
        }
      }
    }
  }
  EXPECT_EQ(file.unimplemented_accesses(), 0u);
}

TEST(RegisterFacts, NothingAnswersElsewhere) {
  std::map<std::pair<RegisterSpace, std::uint32_t>, const Fact*> owner;
  for (const Fact& fact : facts()) {
    for (unsigned i = 0; i < fact.count; ++i) {
      ASSERT_TRUE(owner.emplace(std::make_pair(fact.space, fact.at(i)), &fact).second) << fact.name;
    }
  }
  RegisterFile file;
  std::uint64_t counted = 0;
  const std::pair<RegisterSpace, std::uint32_t> spaces[] = {{RegisterSpace::kBar0, 0x20000},
                                                            {RegisterSpace::kBar3, 0x4000}};
  for (const auto& [space, size] : spaces) {
    // Every byte, and well past the end.
    for (std::uint32_t offset = 0; offset < size + 0x1000; ++offset) {
      const bool ctrl = space == RegisterSpace::kBar0 && offset == kSecondAddressOfCtrl;
      if (ctrl || owner.count({space, offset}) != 0) continue;
      file.write(offset, 0xFFFFFFFF, space);
      ASSERT_EQ(file.peek(offset, space), 0u) << std::hex << offset;
      ASSERT_EQ(file.read(offset, space), 0u) << std::hex << offset;
      counted += 2;
    }
  }
  EXPECT_EQ(file.unimplemented_accesses(), counted);
  for (const Fact& fact : facts()) {
    for (unsigned i = 0; i < fact.count; ++i)
      ASSERT_EQ(file.peek(fact.at(i), fact.space), fact.reset) << fact.name;
  }
}

TEST(RegisterFacts, ResetRestoresAllButWhatSurvivesIt) {
  RegisterFile file;
  const auto scramble = [&] {
    for (const Fact& fact : facts()) {
      for (unsigned i = 0; i < fact.count; ++i) file.set(reg_of(fact), i, ~fact.reset);
    }
  };
  scramble();
  file.reset(RegisterFile::Reset::kSoftware);
  for (const Fact& fact : facts()) {
    const bool survives = fact.space == RegisterSpace::kBar3 || fact.name == "SWSM" || fact.name == "GSSR" ||
                          fact.name == "ATLASCTL";
    for (unsigned i = 0; i < fact.count; ++i) {
      EXPECT_EQ(file.get(reg_of(fact), i), survives ? ~fact.reset & fact.mask() : fact.reset) << fact.name;
    }
  }
  scramble();
  file.reset(RegisterFile::Reset::kPowerOn);
  for (const Fact& fact : facts()) {
    for (unsigned i = 0; i < fact.count; ++i) EXPECT_EQ(file.get(reg_of(fact), i), fact.reset) << fact.name;
  }
}

}  // namespace
}  // namespace ixsim
