// The generated map against values typed from the datasheet's and the drivers' tables, field arithmetic, and
// look-up by name.
#include "nic/registers/register_map.h"

#include <gtest/gtest.h>

namespace ixsim::test {
namespace {

TEST(RegisterMap, PlacesAreThoseOfThe82598) {
  EXPECT_EQ(info(Reg::STATUS).offset, 0x8u);
  EXPECT_EQ(info(Reg::RDT).offset, 0x1018u);
  EXPECT_EQ(info(Reg::RDT).count, 64u);
  EXPECT_EQ(info(Reg::RDT).stride, 0x40u);
  EXPECT_EQ(info(Reg::TDT).offset, 0x6018u);
  EXPECT_EQ(info(Reg::TDT).count, 32u);
  EXPECT_EQ(info(Reg::FCRTH).offset, 0x3260u);
  EXPECT_EQ(info(Reg::FCRTH).stride, 8u);
  EXPECT_EQ(info(Reg::VFTAVIND).offset, 0xA200u);
  EXPECT_EQ(info(Reg::VFTAVIND).count, 512u);
  EXPECT_EQ(info(Reg::LXONRXC).offset, 0xCF60u);
  EXPECT_EQ(info(Reg::HFDR).offset, 0x15FE8u);
  EXPECT_EQ(info(Reg::MSIXTVCTRL).space, RegisterSpace::kBar3);
  EXPECT_EQ(info(Reg::MSIXTVCTRL).offset, 0xCu);
}

TEST(RegisterMap, FieldsTakeAndPutTheirBits) {
  using field::SRRCTL::BSIZEHEADER;
  EXPECT_EQ(BSIZEHEADER.lsb, 8);
  EXPECT_EQ(BSIZEHEADER.width, 6);
  EXPECT_EQ(BSIZEHEADER.mask, 0x3F00u);
  EXPECT_EQ(BSIZEHEADER.get(0xFFFF04FFu), 4u);
  EXPECT_EQ(BSIZEHEADER.set(0xFFFFFFFFu, 0), 0xFFFFC0FFu);
  EXPECT_EQ(BSIZEHEADER.set(0, 0x12345), 0x0500u) << "bits beyond the field are lost";
  static_assert(field::RXDCTL::ENABLE.mask == 0x02000000u);
  static_assert(field::RDBAH::BASE.mask == 0xFFFFFFFFu, "a field may be the whole register");
  EXPECT_EQ(field::RDBAH::BASE.set(0, 0x89ABCDEFu), 0x89ABCDEFu);
}

TEST(RegisterMap, FindsRegistersByTheirNameOnly) {
  EXPECT_EQ(find_register("RXDCTL"), Reg::RXDCTL);
  EXPECT_EQ(find_register("CTRL"), Reg::CTRL);
  EXPECT_EQ(find_register("MSIXPBA"), Reg::MSIXPBA);
  EXPECT_EQ(find_register("rxdctl"), std::nullopt);
  EXPECT_EQ(find_register("RXDCT"), std::nullopt);
  EXPECT_EQ(find_register(""), std::nullopt);
}

TEST(RegisterMap, DescribesEveryRegister) {
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const RegisterText& text = describe(static_cast<Reg>(i));
    EXPECT_FALSE(text.title.empty()) << kRegisters[i].name;
    EXPECT_FALSE(text.group.empty()) << kRegisters[i].name;
    EXPECT_FALSE(text.source.empty()) << kRegisters[i].name;
    EXPECT_GT(text.field_count, 0u) << kRegisters[i].name;
  }
  EXPECT_EQ(describe(Reg::RAH).title, "Receive address high");
  ASSERT_EQ(describe(Reg::RAH).field_count, 3u);
  EXPECT_EQ(describe(Reg::RAH).fields[1].name, "VIND");
  EXPECT_EQ(describe(Reg::RAH).fields[1].field.mask, 0x003C0000u);
}

}  // namespace
}  // namespace ixsim::test
