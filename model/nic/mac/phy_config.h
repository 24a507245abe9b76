// The settings of an external PHY, apart from the management interface that reaches it.
#ifndef IXSIM_NIC_MAC_PHY_CONFIG_H
#define IXSIM_NIC_MAC_PHY_CONFIG_H

#include <cstdint>
#include <vector>

namespace ixsim {

// A PHY made of registers. Of a device that it has, registers not named read 0 and keep what is written; a
// device that it has not, reads 0xFFFF.
struct PhyConfig {
  struct Register {
    std::uint8_t device = 1;  // MMD of clause 45; clause 22 registers are those of device 0
    std::uint16_t address = 0;
    std::uint16_t value = 0;
  };
  bool present = false;
  std::uint8_t address = 0;               // on the bus, 0 to 31
  std::uint32_t identifier = 0x0043A400;  // registers 2 and 3 of each device: a QT2022
  std::uint32_t devices = 0x1a;           // bit n: device n is there
  std::vector<Register> registers;        // values other than the identity
};

}  // namespace ixsim

#endif
