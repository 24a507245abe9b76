// Fields that the register map calls storage although their register has a meaning. With any of them changed,
// the device must do exactly the same, event by event, in traffic in both directions. The test fails for such
// a field with a meaning: the map must then name it.
#include <gtest/gtest.h>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kTxRing = kMemoryBase + (std::uint64_t{5} << 20);
constexpr std::uint64_t kTxHead = kTxRing + 0x1000;
constexpr std::uint64_t kTxData = kTxRing + 0x2000;

struct StorageField {
  Reg reg;
  std::string_view name;
  std::uint32_t mask;
};

std::vector<StorageField> storage_fields(RegisterSet set) {
  std::vector<StorageField> fields;
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const auto reg = static_cast<Reg>(i);
    if (!info(set, reg).implemented) continue;
    const RegisterText& text = describe(set, reg);
    for (std::size_t k = 0; k < text.field_count; ++k) {
      if (text.fields[k].meaning.find("storage") != std::string_view::npos)
        fields.push_back({reg, text.fields[k].name, text.fields[k].field.mask});
    }
  }
  return fields;
}

// The record of a run in which `mask` of every entry of `reg` is changed before traffic and halfway. With
// mask 0 the same registers are written and hold what they held.
std::string record(Reg reg, std::uint32_t mask, const std::string& profile = "82598") {
  ControllerConfig config;
  config.profile = device_profile(profile);
  CoreBench bench(config, BusSettings(), 1);
  // Location on this device.
  const auto put = [&](Reg where, std::uint32_t value) {
    if (bench.port().registers().entries(where) != 0) bench.write(where, 0, value);
  };
  bench.record_events();
  DriverSettings settings;
  settings.queues = 4;
  settings.wthresh = 1;
  settings.header_type = 5;
  settings.fctrl = 0xc702;  // PAUSE of both kinds, BAM, UPE, MPE, SBP
  settings.vlnctrl = 0x80008100;
  settings.hlreg0 = 0x08012C0F;
  BenchDriver driver(bench, settings);
  bench.on_message([&](Time now, std::uint64_t, std::uint32_t value) { driver.interrupt(now, value & 15); });
  bench.run_until(driver.start(6 * kMicrosecond));
  bench.write(Reg::TDBAL, 0, static_cast<std::uint32_t>(kTxRing));
  bench.write(Reg::TDBAH, 0, static_cast<std::uint32_t>(kTxRing >> 32));
  bench.write(Reg::TDLEN, 0, 128 * kDescriptorBytes);
  bench.write(Reg::TDWBAL, 0, static_cast<std::uint32_t>(kTxHead) | 1);
  bench.write(Reg::TDWBAH, 0, static_cast<std::uint32_t>(kTxHead >> 32));
  bench.write(Reg::TXDCTL, 0, 32 | field::TXDCTL::ENABLE.mask);
  put(Reg::DMATXCTL, field::DMATXCTL::TE.mask | 0x81000000);
  put(Reg::RMCS, field::RMCS::TFCE_802_3X.mask | field::RMCS::RAC.mask);
  put(Reg::DPMCS, field::DPMCS::TDPAC.mask);
  put(Reg::PDPMCS, field::PDPMCS::TPPAC.mask);
  put(Reg::RUPPBMR, field::RUPPBMR::MQA.mask);
  FrameMaker maker(3);
  std::uint32_t tail = 0;
  for (unsigned half = 0; half < 2; ++half) {
    for (unsigned i = 0; i < bench.port().registers().entries(reg); ++i)
      bench.write(reg, i, bench.port().registers().get(reg, i) ^ mask);
    for (unsigned i = 0; i < 4 * kSpecials; ++i) {
      const FrameRef frame = maker.special(static_cast<Special>(i % kSpecials), 64 + 40 * i, 9'018);
      bench.frame_at(bench.now(), frame);
      std::uint8_t* const d = bench.memory().at(kTxRing + tail * kDescriptorBytes);
      const std::uint32_t bytes = 60 + 20 * i;
      store_le64(d, kTxData);
      store_le64(d + 8, std::uint64_t{bytes} << 46 | 0x2b300000u | bytes);
      tail = (tail + 1) % 128;
      bench.write_now(offset_of(Reg::TDT), tail);
      bench.run_until(bench.now() + static_cast<Time>(frame->size() + 40) * kByteTime10G);
    }
    // A command to a PHY, a link that is lost and found, a look at the analog part's neighbours.
    put(Reg::MSCA, (bench.port().registers().get(Reg::MSCA) & 0x80000000) | 0x44010000);
    LinkPartner absent;
    absent.present = false;
    bench.core().link_partner(bench.now(), 0, absent);
    bench.core().link_partner(bench.now(), 0, LinkPartner());
    bench.run_until(bench.now() + 100 * kMicrosecond);
    for (const Reg look : {Reg::LINKS, Reg::STATUS, Reg::EICR, Reg::TORH, Reg::GPRC, Reg::XEC, Reg::EERD})
      bench.read(look);
  }
  bench.run_until(bench.now() + kMillisecond);
  EXPECT_EQ(bench.unaccounted(0), "");
  bench.log().finish();
  EXPECT_GT(bench.log().count(EventKind::kWireOut), 100u);
  EXPECT_GT(bench.log().count(EventKind::kTlpUp), 300u);
  return bench.log().hash();
}

void change_nothing(const std::string& profile) {
  const std::vector<StorageField> fields = storage_fields(device_profile(profile).registers);
  EXPECT_GT(fields.size(), 50u);
  std::map<Reg, std::string> untouched;
  for (const StorageField& field : fields) {
    if (untouched.count(field.reg) == 0) untouched[field.reg] = record(field.reg, 0, profile);
    EXPECT_EQ(record(field.reg, field.mask, profile), untouched[field.reg])
        << info(field.reg).name << '.' << field.name;
  }
}
TEST(StorageFields, ChangeNothingOnThe82598) { change_nothing("82598"); }
TEST(StorageFields, ChangeNothingOnThe82599) { change_nothing("82599"); }

// ... and the record is one in which a field with a meaning shows.
TEST(StorageFields, OthersChangeTheRecord) {
  const auto shows = [](Reg reg, std::uint32_t mask) {
    EXPECT_NE(record(reg, mask), record(reg, 0)) << info(reg).name << ' ' << std::hex << mask;
  };
  shows(Reg::HLREG0, field::HLREG0::RXCRCSTRP.mask);
  shows(Reg::HLREG0, field::HLREG0::RXLNGTHERREN.mask);
  shows(Reg::FCTRL, field::FCTRL::PMCF.mask);
  shows(Reg::FCTRL, field::FCTRL::RFCE.mask);
  shows(Reg::VLNCTRL, field::VLNCTRL::VME.mask);
  shows(Reg::AUTOC, field::AUTOC::FLU.mask);
  shows(Reg::TDWBAL, field::TDWBAL::HEAD_WB_EN.mask);
}

}  // namespace
}  // namespace ixsim::bench
