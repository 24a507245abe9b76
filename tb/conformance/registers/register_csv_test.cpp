// Every register of the device against registers.csv: offset, entries, stride, access, reset value, and bits.
// The file lists the facts independently of the description from which the model is generated. The
// expectations are computed here from the facts alone, for each kind of bit.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nic/registers/register_file.h"
#include "register_facts.h"

namespace ixsim::test {
namespace {

Reg reg_of(const Fact& fact) {
  const std::optional<Reg> reg = find_register(fact.name);
  EXPECT_TRUE(reg.has_value()) << fact.name;
  return reg.value_or(Reg{});
}

// EICS and EIMC show the bits of EICR and EIMS; those of a virtual function likewise.
std::string storage_name(const std::string& name) {
  if (name == "EICS") return "EICR";
  if (name == "EIMC") return "EIMS";
  if (name == "VTEICS") return "VTEICR";
  if (name == "VTEIMC") return "VTEIMS";
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

class RegisterFacts : public testing::TestWithParam<RegisterSet> {};
INSTANTIATE_TEST_SUITE_P(Devices, RegisterFacts,
                         testing::Values(RegisterSet::k82598, RegisterSet::kCustom82598, RegisterSet::k82599,
                                         RegisterSet::k82599Vf),
                         [](const auto& set) { return name_of(set.param); });

// First, so that a difference of the two is named before the number of registers.
TEST_P(RegisterFacts, AndDescriptionHaveTheSameRegisters) {
  std::set<std::string> listed, described;
  for (const Fact& fact : facts(GetParam())) listed.insert(fact.name);
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const auto reg = static_cast<Reg>(i);
    if (entries_of(GetParam(), reg) != 0) described.emplace(info(GetParam(), reg).name);
  }
  const auto only = [](const std::set<std::string>& in, const std::set<std::string>& other) {
    std::string names;
    for (const std::string& name : in)
      if (other.count(name) == 0) names += ' ' + name;
    return names;
  };
  EXPECT_EQ(only(described, listed), "") << "registers without facts: add a row";
  EXPECT_EQ(only(listed, described), "")
      << "registers that the device lacks: describe them, or add a row that begins with '-' to its facts";
}

TEST_P(RegisterFacts, CoverTheWholeMap) {
  // Registers of the 82598, of the custom device with its rules, of the 82599 and of a virtual function; the
  // MSI-X table is four of them.
  const std::size_t sizes[] = {252, 252, 345, 48};
  EXPECT_EQ(facts(GetParam()).size(), sizes[static_cast<unsigned>(GetParam())])
      << "registers were added or removed: correct the number in `sizes`";
  std::size_t there = 0;
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    if (entries_of(GetParam(), static_cast<Reg>(i)) != 0) ++there;
  }
  EXPECT_EQ(facts(GetParam()).size(), there);
}

TEST_P(RegisterFacts, PlaceAccessResetAndBitsAgree) {
  for (const Fact& fact : facts(GetParam())) {
    SCOPED_TRACE(fact.name);
    const RegisterInfo& r = info(GetParam(), reg_of(fact));
    EXPECT_EQ(r.name, fact.name);
    EXPECT_EQ(r.space, fact.space);
    EXPECT_EQ(r.offset, fact.offset);
    EXPECT_EQ(r.count, fact.count);
    ASSERT_EQ(entries_of(GetParam(), reg_of(fact)), fact.entries());
    for (unsigned i = 0; i < fact.entries(); ++i)
      EXPECT_EQ(offset_of(GetParam(), reg_of(fact), i), fact.at(i)) << i;
    EXPECT_EQ(r.stride, fact.stride);
    EXPECT_EQ(access_name(r.access), fact.access);
    EXPECT_EQ(r.reset, fact.reset);
    EXPECT_EQ(r.bits, fact.mask());
    EXPECT_EQ(r.last_bits, fact.mask(fact.entries() - 1));
    EXPECT_EQ(r.owned_while_enabled, fact.access == "RO_IDLE_RW");
  }
}

TEST_P(RegisterFacts, FieldsFillTheirRangesAndCrossNone) {
  for (const Fact& fact : facts(GetParam())) {
    SCOPED_TRACE(fact.name);
    const RegisterText& text = describe(GetParam(), reg_of(fact));
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
        // A wide range may be distinguished in more detail, never in less.
        EXPECT_EQ(field.field.mask & ~range.mask(), 0u);
        EXPECT_EQ(field.access, field_access(range.kind));
      }
      EXPECT_EQ(ranges, 1u);
    }
    EXPECT_EQ(used, fact.mask());
  }
}

TEST_P(RegisterFacts, EveryEntryHoldsItsResetValueAndAnswersAlone) {
  RegisterFile file(GetParam());
  for (const Fact& fact : facts(GetParam())) {
    for (unsigned i = 0; i < fact.entries(); ++i) {
      ASSERT_EQ(file.peek(fact.at(i), fact.space), fact.reset) << fact.name << " " << i;
    }
  }
  for (const Fact& changed : facts(GetParam())) {
    for (unsigned i = 0; i < changed.entries(); ++i) {
      // In the larger map every seventh entry, and the last.
      if (GetParam() != RegisterSet::k82598 && i % 7 != 0 && i + 1 != changed.entries()) continue;
      file.set(reg_of(changed), i, ~changed.reset);
      for (const Fact& fact : facts(GetParam())) {
        for (unsigned k = 0; k < fact.entries(); ++k) {
          const bool same = storage_name(fact.name) == storage_name(changed.name) && i == k;
          const std::uint32_t wanted = same ? ~fact.reset & fact.mask(k) : fact.reset;
          ASSERT_EQ(file.peek(fact.at(k), fact.space), wanted)
              << changed.name << " " << i << " changed, looking at " << fact.name << " " << k;
        }
      }
      file.set(reg_of(changed), i, changed.reset);
    }
  }
}

TEST_P(RegisterFacts, EveryEntryAnswersReadsAndWritesByItsKinds) {
  const std::uint32_t patterns[] = {0, 0xFFFFFFFF, 0x5A5A5A5A, 0xA5A5A5A5, 0x80000001};
  RegisterFile file(GetParam());
  for (const Fact& fact : facts(GetParam())) {
    for (unsigned i = 0; i < fact.entries(); ++i) {
      SCOPED_TRACE(fact.name + " " + std::to_string(i));
      for (const std::uint32_t place : fact.places(i)) {
        for (const std::uint32_t held : patterns) {
          for (const std::uint32_t written : patterns) {
            file.set(reg_of(fact), i, held);
            file.write(place, written, fact.space);
            const std::uint32_t wanted = after_write(fact, i, held, written);
            ASSERT_EQ(file.peek(place, fact.space), wanted) << std::hex << held << " <- " << written;
            ASSERT_EQ(file.read(fact.at(i), fact.space), wanted);
            ASSERT_EQ(file.read(place, fact.space), after_read(fact, i, wanted));
          }
        }
      }
    }
  }
  EXPECT_EQ(file.unimplemented_accesses(), 0u);
}

TEST_P(RegisterFacts, NothingAnswersElsewhere) {
  std::map<std::pair<RegisterSpace, std::uint32_t>, const Fact*> owner;
  for (const Fact& fact : facts(GetParam())) {
    for (unsigned i = 0; i < fact.entries(); ++i) {
      for (const std::uint32_t place : fact.places(i))
        ASSERT_TRUE(owner.emplace(std::make_pair(fact.space, place), &fact).second) << fact.name;
    }
  }
  RegisterFile file(GetParam());
  std::uint64_t counted = 0;
  const std::pair<RegisterSpace, std::uint32_t> spaces[] = {{RegisterSpace::kBar0, 0x20000},
                                                            {RegisterSpace::kBar3, 0x4000}};
  for (const auto& [space, size] : spaces) {
    // Every byte, and well past the end.
    for (std::uint32_t offset = 0; offset < size + 0x1000; ++offset) {
      const bool ctrl = space == RegisterSpace::kBar0 && offset == kSecondAddressOfCtrl &&
                        GetParam() != RegisterSet::k82599Vf;
      if (ctrl || owner.count({space, offset}) != 0) continue;
      file.write(offset, 0xFFFFFFFF, space);
      ASSERT_EQ(file.peek(offset, space), 0u) << std::hex << offset;
      ASSERT_EQ(file.read(offset, space), 0u) << std::hex << offset;
      counted += 2;
    }
  }
  EXPECT_EQ(file.unimplemented_accesses(), counted);
  for (const Fact& fact : facts(GetParam())) {
    for (unsigned i = 0; i < fact.entries(); ++i)
      ASSERT_EQ(file.peek(fact.at(i), fact.space), fact.reset) << fact.name;
  }
}

TEST_P(RegisterFacts, ResetRestoresAllButWhatSurvivesIt) {
  RegisterFile file(GetParam());
  const auto scramble = [&] {
    for (const Fact& fact : facts(GetParam())) {
      for (unsigned i = 0; i < fact.entries(); ++i) file.set(reg_of(fact), i, ~fact.reset);
    }
  };
  scramble();
  file.reset(RegisterFile::Reset::kSoftware);
  for (const Fact& fact : facts(GetParam())) {
    const bool survives = fact.space == RegisterSpace::kBar3 || fact.name == "SWSM" || fact.name == "GSSR" ||
                          fact.name == "ATLASCTL";
    for (unsigned i = 0; i < fact.entries(); ++i) {
      EXPECT_EQ(file.get(reg_of(fact), i), survives ? ~fact.reset & fact.mask(i) : fact.reset) << fact.name;
    }
  }
  scramble();
  file.reset(RegisterFile::Reset::kPowerOn);
  for (const Fact& fact : facts(GetParam())) {
    for (unsigned i = 0; i < fact.entries(); ++i)
      EXPECT_EQ(file.get(reg_of(fact), i), fact.reset) << fact.name;
  }
}

}  // namespace
}  // namespace ixsim::test
