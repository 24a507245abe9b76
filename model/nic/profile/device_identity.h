// The device IDs of the 82598 and the 82599 that public drivers recognise, and the board of each: the medium,
// a PHY on MDIO, a cage for an SFP+ module.
//
// Timing contract: none, this is data. Source: ixgbe_type.h, ixgbe_82598.c and ixgbe_82599.c (media by ID,
// PHY identifiers). The PHY of a board follows from the branches that the drivers take.
#ifndef IXSIM_NIC_PROFILE_DEVICE_IDENTITY_H
#define IXSIM_NIC_PROFILE_DEVICE_IDENTITY_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "ixsim/controller_config.h"

namespace ixsim::nic {

// Identifiers of PHYs: registers 2 and 3 of each of their devices.
inline constexpr std::uint32_t kPhyQt2022 = 0x0043A400;
inline constexpr std::uint32_t kPhyTn1010 = 0x00A19410;
inline constexpr std::uint32_t kPhyNetLogic = 0x03429050;

struct DeviceIdentity {
  std::uint16_t id = 0;
  RegisterSet registers = RegisterSet::k82598;
  const char* name = "";
  Medium medium = Medium::kFibre;
  bool cage = false;      // the memory of a module answers on I2CCTL, or through a NetLogic PHY
  std::uint32_t phy = 0;  // identifier of the PHY at address 0; 0: none
  // Module that the board's driver accepts, for scenarios that set none.
  CageModule module = CageModule::kDirectAttach;
};

const std::vector<DeviceIdentity>& device_identities();
// Returns the entry of a device ID; nullptr if the table has none.
const DeviceIdentity* device_identity(std::uint16_t id);
// Returns the device ID of a configuration: its own, or that of the profile.
std::uint16_t device_id_of(const ControllerConfig& config);
// Returns the identity of a configuration: that of its device ID, with the medium of the configuration. If
// the table has no entry, the medium is kOfDevice, and there is neither PHY nor cage.
DeviceIdentity identity_of(const ControllerConfig& config);

// Returns the values that the EEPROM loads into AUTOC, and into the upper half of AUTOC2.
std::uint32_t autoc_of(const DeviceIdentity& identity);
std::uint16_t autoc2_of(const DeviceIdentity& identity);
// Returns the PHY of a board.
PhyConfig phy_of(const DeviceIdentity& identity);

}  // namespace ixsim::nic

#endif
