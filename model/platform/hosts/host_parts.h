// Makes the system that runs a scenario with VMs from the settings of the scenario.
#ifndef IXSIM_PLATFORM_HOSTS_HOST_PARTS_H
#define IXSIM_PLATFORM_HOSTS_HOST_PARTS_H

#include "base/layers.h"
#include "platform/hosts/host_simulation.h"
#include "platform/scenario.h"

namespace ixsim::platform {

inline constexpr Time kUsualWarmup = 5 * kMillisecond;
inline constexpr Time kUsualWindow = 20 * kMillisecond;
inline constexpr std::uint32_t kEthernetOverhead = 18;  // header and FCS

// Returns the simulation of a complete scenario. Throws InputError for settings that cannot be.
HostSimulationConfig host_simulation_config(const Scenario& scenario);
// Fills in what guests need of the driver: buffers for packets of `mtu` bytes, and the first
// addresses of `network_port`, with the guests dealt over the pools.
void complete_driver(NicDriverConfig& driver, unsigned guests, std::uint32_t mtu, unsigned addresses,
                     unsigned network_port = 0);

}  // namespace ixsim::platform

#endif
