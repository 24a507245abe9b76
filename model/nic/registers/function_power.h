// FACTPS: the power states of both functions, readable from either of them.
//
// Timing contract: none. Source: ixgbe_type.h, 82599 model (bits).
#ifndef IXSIM_NIC_REGISTERS_FUNCTION_POWER_H
#define IXSIM_NIC_REGISTERS_FUNCTION_POWER_H

#include <array>

#include "base/layers.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class FunctionPower {
 public:
  // Binds the register of a port.
  void bind(RegisterFile& registers) { registers.on_read<&FunctionPower::shown>(Reg::FACTPS, *this); }
  // Sets the power state, as in the power management capability: 0 is D0, 3 is D3hot.
  void set_state(unsigned function, unsigned state) { states_[function] = state; }

 private:
  std::uint32_t shown(unsigned, std::uint32_t stored) const {
    return field::FACTPS::LAN0_POWER.set(field::FACTPS::LAN1_POWER.set(stored, states_[1]), states_[0]);
  }

  std::array<std::uint32_t, 2> states_{};
};

}  // namespace ixsim::nic

#endif
