// Accesses of software and blocks to the register file. Offsets and values are typed here as drivers use
// them.
#include "nic/registers/register_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

namespace ixsim::test {
namespace {

constexpr RegisterSpace kBar3 = RegisterSpace::kBar3;

TEST(RegisterFile, HoldsResetValues) {
  RegisterFile file;
  EXPECT_EQ(file.read(0x00008), 0x00080000u);            // STATUS
  EXPECT_EQ(file.read(0x00200), 0x05040100u);            // LEDCTL
  EXPECT_EQ(file.read(0x10010), 0x00004710u);            // EEC
  EXPECT_EQ(file.read(0x01028 + 63 * 0x40), 0x10000u);   // RXDCTL[63]
  EXPECT_EQ(file.read(0x02100), 0x00000402u);            // SRRCTL[0]
  EXPECT_EQ(file.read(0x03C00), 0x00080000u);            // RXPBSIZE0
  EXPECT_EQ(file.read(0x03C04), 0u);                     // RXPBSIZE1
  EXPECT_EQ(file.read(0x05088), 0x00008100u);            // VLNCTRL
  EXPECT_EQ(file.read(0x04240), 0x08012C0Bu);            // HLREG0
  EXPECT_EQ(file.read(0x04268), 0x05EE0000u);            // MHADD
  EXPECT_EQ(file.read(0x042A0), 0xC0002000u);            // AUTOC
  EXPECT_EQ(file.read(0x0000C + 19 * 0x10, kBar3), 1u);  // MSI-X vector control 19
}

TEST(RegisterFile, NamesAnEntryByItsIndexIfThereAreSeveral) {
  const RegisterFile file(RegisterSet::k82599);
  EXPECT_FALSE(file.place(0x00008, RegisterSpace::kBar0).is_array) << "STATUS";
  const RegisterPlace second = file.place(0x051E4, RegisterSpace::kBar0);
  EXPECT_EQ(std::string(second.name), "VFRE");
  EXPECT_TRUE(second.is_array);
  EXPECT_EQ(second.index, 1u);
}

TEST(RegisterFile, KnowsWhatIsAtAnOffset) {
  RegisterFile file;
  EXPECT_EQ(file.at(0x00008, RegisterSpace::kBar0), Reg::STATUS);
  EXPECT_EQ(file.place(0x00008, RegisterSpace::kBar0).name, info(Reg::STATUS).name);
}

TEST(RegisterFile, ReservedBitsReadZeroAndIgnoreWrites) {
  RegisterFile file;
  file.write(0x05080, 0xFFFFFFFF);  // FCTRL
  EXPECT_EQ(file.read(0x05080), 0x0000F782u);
  file.write(0x04240, 0);  // HLREG0: bits 3, 11 and 13 are fixed ones
  EXPECT_EQ(file.read(0x04240), 0x00002808u);
  file.set(Reg::FCTRL, 0, 0xFFFFFFFF);
  EXPECT_EQ(file.get(Reg::FCTRL), 0x0000F782u) << "nor can a block set them";
}

TEST(RegisterFile, ReadOnlyIgnoresWrites) {
  RegisterFile file;
  file.write(0x00008, 0x7FFFF3FF);
  EXPECT_EQ(file.read(0x00008), 0x00080000u);
  file.write(0x04260, 0xFFFFFFFF);  // MSRWD: data read stands in the upper half
  EXPECT_EQ(file.read(0x04260), 0x0000FFFFu);
}

TEST(RegisterFile, CountersSaturateAndClearWhenRead) {
  RegisterFile file;
  file.add_saturating(Reg::MPC, 7, 5);
  file.add_saturating(Reg::MPC, 7, 6);
  EXPECT_EQ(file.peek(0x03FBC), 11u);
  EXPECT_EQ(file.peek(0x03FBC), 11u) << "a peek clears nothing";
  file.write(0x03FBC, 0x1234);
  EXPECT_EQ(file.read(0x03FBC), 11u) << "nor does a write";
  EXPECT_EQ(file.read(0x03FBC), 0u);
  file.add_saturating(Reg::GORCH, 0, 0xFFFFFFF0u);
  file.add_saturating(Reg::GORCH, 0, 0xF);
  EXPECT_EQ(file.get(Reg::GORCH), 0xFFFFFFFFu);
  file.add_saturating(Reg::GORCH, 0, 1);
  EXPECT_EQ(file.get(Reg::GORCH), 0xFFFFFFFFu);
  file.add_saturating(Reg::QBRC, 15, std::uint64_t{1} << 40);
  EXPECT_EQ(file.read(0x01034 + 15 * 0x40), 0xFFFFFFFFu);
}

TEST(RegisterFile, OctetCountersAreAsWideAsTheDeviceHasThem) {
  RegisterFile first(RegisterSet::k82598);
  first.add_octets(Reg::TORL, Reg::TORH, 0xFFFFFFF0u);
  first.add_octets(Reg::TORL, Reg::TORH, 0xE);
  EXPECT_EQ(first.get(Reg::TORH), 0xFFFFFFFEu);
  first.add_octets(Reg::TORL, Reg::TORH, 2);
  EXPECT_EQ(first.get(Reg::TORH), 0xFFFFFFFFu) << "full";
  EXPECT_EQ(first.get(Reg::TORL), 0u);
  RegisterFile second(RegisterSet::k82599);
  second.add_octets(Reg::TORL, Reg::TORH, 0xFFFFFFF0u);
  second.add_octets(Reg::TORL, Reg::TORH, 0x13);
  EXPECT_EQ(second.get(Reg::TORL), 3u);
  EXPECT_EQ(second.get(Reg::TORH), 1u);
  second.add_octets(Reg::TORL, Reg::TORH, 0xEFFFFFFFBu);
  EXPECT_EQ(second.get(Reg::TORL), 0xFFFFFFFEu);
  EXPECT_EQ(second.get(Reg::TORH), 0xFu);
  second.add_octets(Reg::TORL, Reg::TORH, 2);
  EXPECT_EQ(second.get(Reg::TORL), 0xFFFFFFFFu) << "full";
  EXPECT_EQ(second.get(Reg::TORH), 0xFu);
}

TEST(RegisterFile, OctetCountersOfQueuesCarryIntoTheirOwnHighWord) {
  RegisterFile first(RegisterSet::k82598);
  first.add_queue_octets(Reg::QBRC, Reg::QBRC_H, 9, 5);
  EXPECT_EQ(first.get(Reg::QBRC, 9), 5u);
  RegisterFile second(RegisterSet::k82599);
  second.add_queue_octets(Reg::QBRC, Reg::QBRC_H, 9, 0xFFFFFFFFu);
  second.add_queue_octets(Reg::QBRC, Reg::QBRC_H, 9, 6);
  EXPECT_EQ(second.get(Reg::QBRC, 9), 5u);
  EXPECT_EQ(second.get(Reg::QBRC_H, 9), 1u);
  second.add_queue_octets(Reg::QBRC, Reg::QBRC_H, 3, 7);
  EXPECT_EQ(second.get(Reg::QBRC_H, 9), 1u);
  for (const unsigned other : {0u, 3u}) EXPECT_EQ(second.get(Reg::QBRC_H, other), 0u) << other;
}

TEST(RegisterFile, InterruptCausesAndMasksHaveSetAndClearAddresses) {
  RegisterFile file;
  file.write(0x00808, 0x80100003);  // EICS
  EXPECT_EQ(file.read(0x00808), 0x80100003u) << "reading EICS clears nothing";
  file.write(0x00800, 0x00000001);  // EICR: write 1 clears
  EXPECT_EQ(file.peek(0x00800), 0x80100002u);
  EXPECT_EQ(file.read(0x00800), 0x80100002u);
  EXPECT_EQ(file.read(0x00800), 0u) << "so does a read";
  file.write(0x00808, 0x000F0000);
  EXPECT_EQ(file.read(0x00800), 0u) << "bits 19:16 do not exist";

  file.write(0x00880, 0x0000FFFF);  // EIMS
  file.write(0x00888, 0x0000FF00);  // EIMC
  EXPECT_EQ(file.read(0x00880), 0x000000FFu);
  EXPECT_EQ(file.read(0x00888), 0x000000FFu);
  file.write(0x00880, 0);
  EXPECT_EQ(file.read(0x00880), 0x000000FFu) << "writing zeros to EIMS does nothing";
  EXPECT_EQ(file.get(Reg::EIMC), file.get(Reg::EIMS));
}

TEST(RegisterFile, WakeUpStatusBitClearsAmongPlainBits) {
  RegisterFile file;
  file.set(Reg::WUC, 0, 0x4);
  file.write(0x05800, 0x12);
  EXPECT_EQ(file.read(0x05800), 0x16u);
  file.write(0x05800, 0x14);
  EXPECT_EQ(file.read(0x05800), 0x10u);
}

TEST(RegisterFile, SemaphoreIsTakenByTheReadThatFindsItFree) {
  RegisterFile file;
  EXPECT_EQ(file.peek(0x10140), 0u);
  EXPECT_EQ(file.read(0x10140), 0u) << "taken";
  EXPECT_EQ(file.read(0x10140), 1u) << "held";
  file.write(0x10140, 0x2);
  EXPECT_EQ(file.read(0x10140), 2u) << "released, and SWESMBI sticks";
}

TEST(RegisterFile, SecondAddressOfCtrlIsCtrl) {
  RegisterFile file;
  file.write(0x00004, 0x4);
  EXPECT_EQ(file.read(0x00000), 0x4u);
  EXPECT_EQ(file.read(0x00004), 0x4u);
  file.write(0x00000, 0);
  EXPECT_EQ(file.read(0x00004), 0u);
}

TEST(RegisterFile, ArraysEndWhereTheyEnd) {
  struct Array {
    Reg reg;
    std::uint32_t last, past;
  };
  // Last entry of each and the dword after it, where nothing is.
  const Array arrays[] = {
      {Reg::EITR, 0x0086C, 0x00870},     {Reg::IVAR, 0x00960, 0x00964}, {Reg::FCTTV, 0x0320C, 0x03210},
      {Reg::FCRTL, 0x03258, 0x0325C},    {Reg::RDT, 0x01FD8, 0x02018},  {Reg::SRRCTL, 0x0213C, 0x02140},
      {Reg::RSSRK, 0x05CA4, 0x05CA8},    {Reg::TDT, 0x067D8, 0x06818},  {Reg::QPRC, 0x013F0, 0x01430},
      {Reg::VFTAVIND, 0x0A9FC, 0x0AA00}, {Reg::FTFT, 0x097FC, 0x09800}, {Reg::RQSMR, 0x0233C, 0x02340}};
  for (const Array& array : arrays) {
    SCOPED_TRACE(std::string(info(array.reg).name));
    RegisterFile file;
    const unsigned last = info(array.reg).count - 1u;
    file.set(array.reg, last, 0x00070003);
    EXPECT_EQ(file.peek(array.last), file.get(array.reg, last));
    EXPECT_NE(file.peek(array.last), info(array.reg).reset);
    file.read(array.last);
    EXPECT_EQ(file.unimplemented_accesses(), 0u);
    EXPECT_EQ(file.read(array.past), 0u);
    EXPECT_EQ(file.unimplemented_accesses(), 1u);
  }
}

TEST(RegisterFile, CountsWhatReachesNoRegister) {
  RegisterFile file;
  EXPECT_EQ(file.read(0x0000C), 0u);
  file.write(0x0000C, 1);
  EXPECT_EQ(file.unimplemented_accesses(), 2u);
  EXPECT_EQ(file.read(0x05089), 0u) << "not aligned";
  file.write(0x0508A, 0xFFFFFFFF);
  EXPECT_EQ(file.peek(0x05088), 0x8100u);
  EXPECT_EQ(file.unimplemented_accesses(), 4u);
  EXPECT_EQ(file.read(0x20000), 0u);
  EXPECT_EQ(file.read(0xFFFFFFFC), 0u);
  EXPECT_EQ(file.read(0x4000, kBar3), 0u);
  EXPECT_EQ(file.unimplemented_accesses(), 7u);
  EXPECT_EQ(file.peek(0x20000), 0u);
  EXPECT_EQ(file.unimplemented_accesses(), 7u) << "a peek is not counted";
}

// The cells of the entries that a device lacks keep the reset value of the largest device.
TEST(RegisterFile, APeekFindsNoEntryThatTheDeviceLacks) {
  RegisterFile file;
  file.limit(Reg::RXDCTL, 20);
  EXPECT_EQ(file.peek(0x01028 + 19 * 0x40), 0x10000u);
  EXPECT_EQ(file.peek(0x01028 + 20 * 0x40), 0u);
  EXPECT_EQ(file.read(0x01028 + 20 * 0x40), 0u);
  EXPECT_EQ(file.unimplemented_accesses(), 1u);
  file.write(0x01028 + 20 * 0x40, 0x20);
  EXPECT_EQ(file.unimplemented_accesses(), 2u);
  EXPECT_EQ(file.get(Reg::RXDCTL, 20), 0x10000u);
  file.limit(Reg::RXDCTL, 30);
  EXPECT_EQ(file.entries(Reg::RXDCTL), 20u) << "a limit adds none";
}

TEST(RegisterFile, MsixTableHasItsOwnSpace) {
  RegisterFile file;
  file.write(0x10, 0xFEE00000, kBar3);
  file.write(0x18, 0x4021, kBar3);
  file.write(0x1C, 0xFFFFFFFE, kBar3);
  EXPECT_EQ(file.get(Reg::MSIXTADD, 1), 0xFEE00000u);
  EXPECT_EQ(file.get(Reg::MSIXTMSG, 1), 0x4021u);
  EXPECT_EQ(file.get(Reg::MSIXTVCTRL, 1), 0u);
  EXPECT_EQ(file.read(0x18), 0u) << "CTRL_EXT is not touched";
  file.set(Reg::MSIXPBA, 0, 0xFFFFFFFF);
  EXPECT_EQ(file.read(0x2000, kBar3), 0xFFFFFu);
  EXPECT_EQ(file.read(20 * 0x10, kBar3), 0u);
  EXPECT_EQ(file.unimplemented_accesses(), 1u);
}

TEST(RegisterFile, SoftwareResetKeepsWhatSurvivesIt) {
  RegisterFile file;
  file.set_reset_value(Reg::RAL, 0, 0x44332211);
  file.set_reset_value(Reg::RAH, 0, 0xFFFF6655);
  EXPECT_EQ(file.get(Reg::RAL), 0u) << "takes effect with the next reset";
  file.write(0x05218, 0xFFFFFFFF);      // MTA[6]
  file.write(0x00880, 0x1);             // EIMS
  file.write(0x00, 0xFEE00000, kBar3);  // MSI-X
  file.write(0x04800, 0x000124FF);      // ATLASCTL
  file.add_saturating(Reg::GPRC, 0, 3);
  file.reset(RegisterFile::Reset::kSoftware);
  EXPECT_EQ(file.read(0x05218), 0u);
  EXPECT_EQ(file.read(0x00880), 0u);
  EXPECT_EQ(file.read(0x04074), 0u);
  EXPECT_EQ(file.read(0x05400), 0x44332211u);
  EXPECT_EQ(file.read(0x05404), 0x803C6655u);
  EXPECT_EQ(file.read(0x00, kBar3), 0xFEE00000u);
  EXPECT_EQ(file.read(0x04800), 0x000124FFu);
  file.reset(RegisterFile::Reset::kPowerOn);
  EXPECT_EQ(file.read(0x00, kBar3), 0u);
  EXPECT_EQ(file.read(0x04800), 0u);
  EXPECT_EQ(file.read(0x05400), 0x44332211u);
}

// Register tests as drivers do them: write P & W, read back exactly P & W & M.
TEST(RegisterFile, PassesTheDriversSelfTest) {
  struct Pattern {
    const char* name;
    std::uint32_t offset, count, stride, mask, writable;
  };
  const Pattern patterns[] = {
      {"FCRTL", 0x3220, 1, 8, 0x8007FFF0, 0x8007FFF0},    {"FCRTH", 0x3260, 1, 8, 0x8007FFF0, 0x8007FFF0},
      {"PFCTOP", 0x3008, 1, 4, 0xFFFFFFFF, 0xFFFFFFFF},   {"VLNCTRL", 0x5088, 1, 4, 0, 0},
      {"RDBAL", 0x1000, 4, 0x40, 0xFFFFFF80, 0xFFFFFFFF}, {"RDBAH", 0x1004, 4, 0x40, 0xFFFFFFFF, 0xFFFFFFFF},
      {"RDLEN", 0x1008, 4, 0x40, 0x000FFF80, 0x000FFFFF}, {"RDT", 0x1018, 4, 0x40, 0xFFFF, 0xFFFF},
      {"FCTTV", 0x3200, 1, 4, 0xFFFFFFFF, 0xFFFFFFFF},    {"TIPG", 0xCB00, 1, 4, 0xFF, 0xFF},
      {"TDBAL", 0x6000, 4, 0x40, 0xFFFFFF80, 0xFFFFFFFF}, {"TDBAH", 0x6004, 4, 0x40, 0xFFFFFFFF, 0xFFFFFFFF},
      {"TDLEN", 0x6008, 4, 0x40, 0x000FFF80, 0x000FFFFF}, {"RAL", 0x5400, 16, 8, 0xFFFFFFFF, 0xFFFFFFFF},
      {"RAH", 0x5404, 16, 8, 0x800CFFFF, 0x800CFFFF},     {"MTA", 0x5200, 128, 4, 0xFFFFFFFF, 0xFFFFFFFF}};
  RegisterFile file;
  for (const Pattern& test : patterns) {
    for (std::uint32_t i = 0; i < test.count; ++i) {
      SCOPED_TRACE(test.name + std::string(" ") + std::to_string(i));
      const std::uint32_t offset = test.offset + i * test.stride;
      for (const std::uint32_t p : {0x5A5A5A5Au, 0xA5A5A5A5u, 0u, 0xFFFFFFFFu}) {
        const std::uint32_t before = file.read(offset);
        file.write(offset, p & test.writable);
        EXPECT_EQ(file.read(offset), p & test.writable & test.mask);
        file.write(offset, before);
        EXPECT_EQ(file.read(offset), before);
      }
    }
  }
  const std::pair<std::uint32_t, std::uint32_t> set_read[] = {{0x3000, 3}, {0x7E00, 5}};  // RXCTRL, DTXCTL
  for (const auto& [offset, mask] : set_read) {
    file.write(offset, mask);
    EXPECT_EQ(file.read(offset), mask);
    file.write(offset, 0xFFFFFFFF);
    EXPECT_EQ(file.read(offset), mask) << "no other bit exists";
  }
  file.write(0x05088, 0xFFFFFFFF);
  EXPECT_EQ(file.read(0x05088), 0xF000FFFFu) << "VLNCTRL";
}

// Records accesses and answers with the configured value.
class Recorder {
 public:
  void bind(RegisterFile& file, Reg reg) {
    file.on_read<&Recorder::shown>(reg, *this);
    file.after_read<&Recorder::was_read>(reg, *this);
    file.on_write<&Recorder::written>(reg, *this);
    file.writable_while<&Recorder::writable>(reg, *this);
  }
  std::uint32_t shown(unsigned, std::uint32_t stored) const { return stored ^ show_xor; }
  void was_read(const RegisterRead& read) { reads.push_back(read); }
  void written(const RegisterWrite& write) { writes.push_back(write); }
  bool writable(unsigned index) const { return index != enabled_queue; }

  std::vector<RegisterRead> reads;
  std::vector<RegisterWrite> writes;
  std::uint32_t show_xor = 0;
  unsigned enabled_queue = ~0u;
};

TEST(RegisterFile, ReportsWritesWithOldNewAndRawValueAndTime) {
  RegisterFile file;
  Recorder recorder;
  recorder.bind(file, Reg::RDT);
  file.write(0x01018 + 5 * 0x40, 0x00FF0010, RegisterSpace::kBar0, 1'234);
  file.write(0x01018 + 5 * 0x40, 0x00000010);
  file.write(0x01008, 0x80);  // RDLEN is not bound
  file.set(Reg::RDT, 5, 0x20);
  ASSERT_EQ(recorder.writes.size(), 2u) << "a doorbell rings even if nothing changes";
  EXPECT_EQ(recorder.writes[0].reg, Reg::RDT);
  EXPECT_EQ(recorder.writes[0].index, 5u);
  EXPECT_EQ(recorder.writes[0].old_value, 0u);
  EXPECT_EQ(recorder.writes[0].new_value, 0x10u);
  EXPECT_EQ(recorder.writes[0].raw, 0x00FF0010u);
  EXPECT_EQ(recorder.writes[0].time, 1'234);
  EXPECT_EQ(recorder.writes[1].old_value, 0x10u);
}

TEST(RegisterFile, SelfClearingBitsAreToldAndNotStored) {
  RegisterFile file;
  Recorder recorder;
  recorder.bind(file, Reg::CTRL);
  file.write(0x00004, 0x04000004);
  EXPECT_EQ(file.read(0x00000), 0x4u);
  ASSERT_EQ(recorder.writes.size(), 1u);
  EXPECT_EQ(recorder.writes[0].reg, Reg::CTRL) << "by either address";
  EXPECT_EQ(recorder.writes[0].new_value, 0x4u);
  EXPECT_EQ(field::CTRL::RST.get(recorder.writes[0].raw), 1u);
  // A block that takes its time holds the bit itself; further writes leave it to the block.
  file.set(Reg::MSCA, 0, field::MSCA::MDI_CMD.mask);
  file.write(0x0425C, 0);
  EXPECT_EQ(file.read(0x0425C), field::MSCA::MDI_CMD.mask);
}

TEST(RegisterFile, AliasesReportTheirOwnName) {
  RegisterFile file;
  Recorder recorder;
  recorder.bind(file, Reg::EICS);
  file.write(0x00800, 0x1);
  EXPECT_TRUE(recorder.writes.empty()) << "EICR is not bound";
  file.set(Reg::EICR, 0, 0x2);
  file.write(0x00808, 0x5);
  ASSERT_EQ(recorder.writes.size(), 1u);
  EXPECT_EQ(recorder.writes[0].reg, Reg::EICS);
  EXPECT_EQ(recorder.writes[0].old_value, 0x2u);
  EXPECT_EQ(recorder.writes[0].new_value, 0x7u);
}

TEST(RegisterFile, BindingsDecideWhatAReadShows) {
  RegisterFile file;
  Recorder recorder;
  recorder.bind(file, Reg::EICR);
  file.set(Reg::EICR, 0, 0x80100001);
  recorder.show_xor = 0x000F0002;
  EXPECT_EQ(file.peek(0x00800), 0x80100003u) << "bits that do not exist stay 0";
  EXPECT_TRUE(recorder.reads.empty()) << "a peek has no effect";
  EXPECT_EQ(file.read(0x00800, RegisterSpace::kBar0, 99), 0x80100003u);
  EXPECT_EQ(file.get(Reg::EICR), 0u) << "the access kind cleared it";
  ASSERT_EQ(recorder.reads.size(), 1u);
  EXPECT_EQ(recorder.reads[0].reg, Reg::EICR);
  EXPECT_EQ(recorder.reads[0].seen, 0x80100003u);
  EXPECT_EQ(recorder.reads[0].time, 99);
}

// Each binding gets what the one before it shows, and each hears of a write, in the order of binding.
TEST(RegisterFile, SeveralBindingsOfARegisterActInOrder) {
  struct Block {
    std::uint32_t doubled(unsigned, std::uint32_t stored) const { return 2 * stored; }
    std::uint32_t plus_one(Reg reg, unsigned, std::uint32_t stored) const {
      return stored + (reg == Reg::MTA ? 1 : 0);
    }
    void first(const RegisterWrite&) { order += '1'; }
    void second(Time) { order += '2'; }
    std::string order;
  } block;
  RegisterFile file;
  file.on_read<&Block::doubled>(Reg::MTA, block);
  file.on_read<&Block::plus_one>(Reg::MTA, block);
  file.on_write<&Block::first>({Reg::MTA, Reg::RAL}, block);
  file.on_write<&Block::second>(Reg::MTA, block);
  file.write(0x05200, 5);
  EXPECT_EQ(file.read(0x05200), 11u);
  EXPECT_EQ(block.order, "12");
  EXPECT_TRUE(file.has_meaning(Reg::RAL));
  EXPECT_FALSE(file.has_meaning(Reg::RAH));
  file.read_on_use({Reg::RAH});
  EXPECT_TRUE(file.has_meaning(Reg::RAH));
  EXPECT_FALSE(file.has_meaning(Reg::GPRC));
  file.count_on_event({Reg::GPRC});
  EXPECT_TRUE(file.has_meaning(Reg::GPRC));
}

// A platform may take writes, change them, and pass them on.
TEST(RegisterFile, InterceptedWritesReachTheListenersByApplyAlone) {
  RegisterFile file;
  Recorder recorder;
  recorder.bind(file, Reg::RDT);
  std::vector<RegisterWrite> taken;
  file.intercept(Reg::RDT, [&](const RegisterWrite& write) { taken.push_back(write); });
  file.write(0x01018, 7);
  EXPECT_TRUE(recorder.writes.empty());
  ASSERT_EQ(taken.size(), 1u);
  taken[0].new_value = 9;
  file.apply(taken[0]);
  ASSERT_EQ(recorder.writes.size(), 1u);
  EXPECT_EQ(recorder.writes[0].new_value, 9u);
  EXPECT_EQ(file.get(Reg::RDT), 9u);
}

TEST(RegisterFile, HardwareOwnedRegistersTakeWritesOnlyWhileIdle) {
  RegisterFile file;
  file.write(0x01010, 7);
  EXPECT_EQ(file.read(0x01010), 7u) << "no block owns it yet";
  Recorder recorder;
  recorder.enabled_queue = 2;
  recorder.bind(file, Reg::RDH);
  recorder.bind(file, Reg::RDT);
  file.set(Reg::RDH, 2, 9);
  file.write(0x01010 + 2 * 0x40, 0);
  EXPECT_EQ(file.get(Reg::RDH, 2), 9u);
  EXPECT_TRUE(recorder.writes.empty());
  file.write(0x01010 + 3 * 0x40, 4);
  EXPECT_EQ(file.get(Reg::RDH, 3), 4u);
  file.write(0x01018 + 2 * 0x40, 4);
  EXPECT_EQ(file.get(Reg::RDT, 2), 4u) << "RDT is software's at all times";
  EXPECT_EQ(recorder.writes.size(), 2u);
  EXPECT_EQ(file.unimplemented_accesses(), 0u);
}

TEST(RegisterFile, BitsThatTheLastEntryLacksReachNoBlock) {
  RegisterFile file;
  Recorder recorder;
  recorder.bind(file, Reg::IVAR);
  for (const std::uint32_t offset : {0x0095Cu, 0x00960u}) file.write(offset, 0xFFFFFFFF);
  ASSERT_EQ(recorder.writes.size(), 2u);
  EXPECT_EQ(recorder.writes[0].new_value, 0x9F9F9F9Fu);
  EXPECT_EQ(recorder.writes[1].new_value, 0x9F9Fu) << "causes 96 and 97";
  EXPECT_EQ(file.get(Reg::IVAR, 24), 0x9F9Fu);
}

// A reset that a write asks for must not be undone by the rest of that write.
TEST(RegisterFile, MayBeResetByAListener) {
  struct Resetter {
    void written(const RegisterWrite& write) {
      if (field::CTRL::RST.get(write.raw) != 0) file.reset(RegisterFile::Reset::kSoftware);
    }
    RegisterFile& file;
  };
  RegisterFile file;
  Resetter resetter{file};
  file.on_write<&Resetter::written>(Reg::CTRL, resetter);
  file.write(0x05200, 1);
  file.write(0x00000, 0x04000004);
  EXPECT_EQ(file.read(0x00000), 0u);
  EXPECT_EQ(file.read(0x05200), 0u);
}

// A block may ask for a register that only another device has.
TEST(RegisterFile, RegistersThatTheSetLacksAreZeroWhateverTheMemoryHeld) {
  alignas(RegisterFile) static unsigned char memory[sizeof(RegisterFile)];
  for (const RegisterSet set : {RegisterSet::k82598, RegisterSet::k82599}) {
    std::fill(std::begin(memory), std::end(memory), std::uint8_t{0xa5});
    RegisterFile* const file = new (memory) RegisterFile(set);
    for (std::size_t i = 0; i < kRegisterCount; ++i) {
      const auto reg = static_cast<Reg>(i);
      if (entries_of(set, reg) == 0) {
        EXPECT_EQ(file->get(reg), 0u) << info(reg).name;
      }
    }
    file->~RegisterFile();
  }
}

}  // namespace
}  // namespace ixsim::test
