// The register file of one port of a device. The profile gives its number of entries. The sizes and the
// EEPROM give reset values.
//
// Timing contract: none. Source: 82598 datasheet, EEPROM map (values that a reset loads).
#ifndef IXSIM_NIC_PORT_PORT_REGISTERS_H
#define IXSIM_NIC_PORT_PORT_REGISTERS_H

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/nvm/eeprom_image.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class PortRegisters : public RegisterFile {
 public:
  PortRegisters(const DeviceProfile& profile, const EepromPort& eeprom, bool single_port);
  // Sets the values that the next reset loads. Without an image the address is empty and AUTOC is the
  // device's default.
  void load(const EepromPort& eeprom);

 private:
  void limit_entries(const DeviceProfile& profile);
};

}  // namespace ixsim::nic

#endif
