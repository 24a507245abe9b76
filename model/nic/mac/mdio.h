// The management interface to an external PHY: MSCA starts a transaction, MSRWD carries its data. A bus
// without a PHY reads 0xFFFF.
//
// Timing contract: a transaction is a frame of 64 clocks of 2.4 MHz, or of 24 MHz with HLREG0.MDCSPD. Until
// its end, MSCA.MDI_CMD reads 1, MSRWD keeps its value, and another command is ignored. Bit 15 of register 0
// of a device resets the device: its registers have their power-on values when the next transaction begins. A
// NetLogic PHY gives access to the module in its cage and to the state of the link, in vendor registers that
// public drivers use. Source: IEEE 802.3 clauses 22.2.4.1.1 (reset), 22.2.4.5 and 45.3 (frames); ixgbe_type.h
// (MSCA); ixgbe_phy.c and ixgbe_82598.c (NetLogic PHY).
#ifndef IXSIM_NIC_MAC_MDIO_H
#define IXSIM_NIC_MAC_MDIO_H

#include <cstdint>
#include <map>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/controller_config.h"
#include "nic/nvm/module_cage.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class Mdio {
 public:
  static constexpr Time kSlowFrame = 26'666'667;  // 64 cycles of 2.4 MHz
  static constexpr Time kFastFrame = 2'666'667;   // 64 cycles of 24 MHz

  Mdio(const Agenda& agenda, RegisterFile& registers, const PhyConfig& phy, const ModuleCage& cage);
  // Sets the state of the link, which a NetLogic PHY reports.
  void set_link(bool up) { link_up_ = up; }
  // Resets the interface (CTRL.RST): aborts a transaction. The PHY has its own reset.
  void reset() {
    done_ = 0;
    data_ = last_data_ = 0;
  }

 private:
  std::uint32_t command_shown(unsigned, std::uint32_t stored) const;
  std::uint32_t data_shown(unsigned, std::uint32_t stored) const;
  void command_written(const RegisterWrite& command);
  bool answers(unsigned phy, unsigned device) const;
  std::uint16_t read(unsigned phy, unsigned device, std::uint16_t address) const;
  void write(unsigned phy, unsigned device, std::uint16_t address, std::uint16_t value);

  const Agenda& agenda_;
  const ModuleCage& cage_;
  bool link_up_ = false;
  RegisterFile& registers_;
  PhyConfig phy_;
  std::map<std::uint32_t, std::uint16_t> values_;     // current values of the PHY, by device and address
  std::map<std::uint32_t, std::uint16_t> initial_;    // values after power-on
  std::map<std::uint32_t, std::uint16_t> addresses_;  // latched by an address frame, by PHY and device
  Time done_ = 0;
  std::uint16_t data_ = 0;       // value of MSRWD from done_ on
  std::uint16_t last_data_ = 0;  // value of MSRWD before done_
};

}  // namespace ixsim::nic

#endif
