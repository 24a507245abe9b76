// The cage of an SFP+ module: two open-drain lines. The memory of the module answers on them as an I2C target
// at 0xA0 (identity) and 0xA2 (diagnostics). An empty cage leaves the lines high.
//
// Timing contract: the target follows each change of the lines at once and never stretches the clock, so that
// no event is scheduled. Source: ixgbe_type.h, ixgbe_phy.c (I2CCTL, checks of drivers); SFF-8472 (memory
// map); NXP UM10204 (bus protocol).
#ifndef IXSIM_NIC_NVM_MODULE_CAGE_H
#define IXSIM_NIC_NVM_MODULE_CAGE_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/controller_config.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

// Returns the identity page of a module: identifier, compliance codes, vendor and the two check codes.
std::array<std::uint8_t, 256> module_identity(CageModule module);

class ModuleCage {
 public:
  // Binds I2CCTL.
  ModuleCage(RegisterFile& registers, CageModule module);
  // Inserts a module into the cage, or removes it.
  void insert(CageModule module);
  bool full() const { return full_; }
  std::uint8_t identity(std::uint8_t place) const { return identity_[place]; }
  // Releases the lines.
  void reset();

 private:
  enum class Phase : std::uint8_t { kIdle, kTarget, kPlace, kWrite, kTurn, kRead };

  std::uint32_t lines(unsigned, std::uint32_t stored) const;
  void lines_written(const RegisterWrite& write);
  void clock_rises(bool data);
  void clock_falls();
  // Takes a complete byte; returns whether it is acknowledged.
  bool byte_in();

  bool full_ = false;
  std::array<std::uint8_t, 256> identity_{};
  std::array<std::uint8_t, 256> diagnostics_{};
  bool clock_ = true;  // lines as driven by the controller
  bool data_ = true;
  bool data_out_ = true;  // the module leaves the data line high
  Phase phase_ = Phase::kIdle;
  unsigned bits_ = 0;  // bits of the byte, its acknowledge included
  std::uint8_t shift_ = 0;
  std::uint8_t place_ = 0;  // address in the memory
  bool second_ = false;     // 0xA2 is addressed
  bool goes_on_ = false;    // the controller has acknowledged a byte read
};

}  // namespace ixsim::nic

#endif
