// The register file of one port of a device: the entries that its profile has, and the reset values that come
// from its sizes and from the EEPROM.
//
// Timing contract: none. Source: 82598 datasheet, EEPROM map (what a reset loads).
#ifndef IXSIM_NIC_PORT_PORT_REGISTERS_H
#define IXSIM_NIC_PORT_PORT_REGISTERS_H

#include "ixsim/device_profile.h"
#include "nic/nvm/eeprom_image.h"
#include "nic/registers/register_file.h"

namespace ixsim {

class PortRegisters : public RegisterFile {
 public:
  PortRegisters(const DeviceProfile& profile, const EepromPort& eeprom, bool single_port);
  // Takes what the next reset loads. Without an image the address is empty and AUTOC is the part's own.
  void load(const EepromPort& eeprom);

 private:
  void limit_entries(const DeviceProfile& profile);
};

}  // namespace ixsim

#endif
