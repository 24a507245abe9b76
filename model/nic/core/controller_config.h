// The settings of a controller, apart from the core, so that a platform compiles without the core's headers.
#ifndef IXSIM_NIC_CORE_CONTROLLER_CONFIG_H
#define IXSIM_NIC_CORE_CONTROLLER_CONFIG_H

#include <cstdint>
#include <vector>

#include "nic/port/port_config.h"
#include "nic/profile/device_profile.h"
#include "pcie/config.h"
#include "pcie/config_space.h"

namespace ixsim {

// How the blocks are run: at armed edges only, or at every edge of every clock. Both give the same
// simulation.
enum class CoreDriver { kEvent, kTick };

struct ControllerConfig {
  DeviceProfile profile;
  PcieConfig pcie;
  std::vector<PortConfig> ports{PortConfig()};  // one or two
  CoreDriver driver = CoreDriver::kEvent;
  // Identity of the chip in configuration space.
  FunctionIdentity identity;
  // A host's firmware and driver have been here before time 0: BARs placed, memory space, bus mastering and
  // MSI-X on. Without it the functions are as after power-on and answer configuration accesses alone.
  bool enumerated = true;
  // The words of the EEPROM; if there are none, a valid image with the ports' addresses is made.
  std::vector<std::uint16_t> eeprom;
};

}  // namespace ixsim

#endif
