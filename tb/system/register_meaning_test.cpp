// The register description and the blocks agree about the registers that have a meaning. Each register that
// the description calls implemented is bound or declared by a block, in each device of the family and in each
// virtual function. Every other register is storage, and no block has bound it. A device without virtual
// functions keeps the registers of their group as storage.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::string_view kGroupOfFunctions = "Virtual functions of the 82599";
// A virtual function's window on registers of the port that are storage.
constexpr Reg kWindowsOnStorage[] = {Reg::VFDCA_RXCTRL, Reg::VFDCA_TXCTRL};

struct Disagreement {
  std::string unbound;     // implemented by the description, and no block has bound or declared them
  std::string not_stated;  // bound or declared by a block, and storage by the description
};

Disagreement compare(const RegisterFile& file, const DeviceProfile& profile) {
  Disagreement found;
  const RegisterSet set = file.register_set();
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const auto reg = static_cast<Reg>(i);
    if (file.entries(reg) == 0) continue;
    const bool no_functions = profile.virtual_functions == 0 && describe(set, reg).group == kGroupOfFunctions;
    const bool wanted = info(set, reg).implemented && !no_functions;
    if (wanted && !file.has_meaning(reg)) found.unbound.append(" ").append(info(set, reg).name);
    const bool window = std::count(std::begin(kWindowsOnStorage), std::end(kWindowsOnStorage), reg) != 0;
    if (!wanted && !window && file.has_meaning(reg)) found.not_stated.append(" ").append(info(set, reg).name);
  }
  return found;
}

void expect_agreement(const RegisterFile& file, const DeviceProfile& profile) {
  const Disagreement found = compare(file, profile);
  EXPECT_EQ(found.unbound, "") << "implemented by the description: a block must bind or declare them";
  EXPECT_EQ(found.not_stated, "") << "storage by the description, and bound or declared by a block";
}

void expect_agreement(const DeviceProfile& profile) {
  ControllerConfig config;
  config.profile = profile;
  config.ports.assign(2, PortConfig());
  CoreBench bench(config, BusSettings(), 1);
  for (unsigned p = 0; p < 2; ++p) {
    SCOPED_TRACE("port " + std::to_string(p));
    expect_agreement(bench.port(p).registers(), profile);
    const VirtualFunctions* functions = bench.port(p).pools().functions();
    ASSERT_EQ(functions != nullptr, profile.virtual_functions != 0);
    for (unsigned n = 0; n < profile.virtual_functions; ++n) {
      SCOPED_TRACE("virtual function " + std::to_string(n));
      expect_agreement(functions->registers(n), profile);
    }
  }
}

TEST(RegisterMeaning, IsWhatTheDescriptionSaysForEveryDevice) {
  ASSERT_EQ(device_profiles().size(), 6u) << "a profile was added or removed: correct the number here";
  for (const DeviceProfile& profile : device_profiles()) {
    SCOPED_TRACE(profile.name);
    expect_agreement(profile);
  }
  SCOPED_TRACE("custom with the rules of the 82598");
  expect_agreement(custom_profile(PoolRules::k82598));
}

}  // namespace
}  // namespace ixsim::bench
