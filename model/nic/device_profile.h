// Which member of the family a controller is: its sizes, its register map, and what it can do beyond the
// 82598.
//
//   82598   the part itself
//   82599   128 queues each way, 64 pools selected by bitmaps, a switch between pools, virtual functions
//   82576   16 queues each way, 8 pools, and the pool rules of the 82599; its registers are those of the
//   82599 cut to
//           size, not its own
//   82575   4 queues each way, 4 pools by receive address; its registers are those of the 82598 cut to size
//   custom  queues, pools, vectors and addresses of one's own, with the registers of the 82599 cut to size
//
// Source: 82598 datasheet; public drivers (ixgbe, e1000) and listings of the configuration space for the
// others.
#ifndef IXSIM_NIC_DEVICE_PROFILE_H
#define IXSIM_NIC_DEVICE_PROFILE_H

#include <cstdint>
#include <string>
#include <vector>

#include "ixsim/base/time.h"
#include "ixsim/nic/registers/register_info.h"

namespace ixsim {

struct DeviceProfile {
  std::string name = "82598";
  RegisterSet registers = RegisterSet::k82598;
  unsigned rx_queues = 64;
  unsigned tx_queues = 32;
  unsigned pools = 16;
  unsigned addresses = 16;  // exact filters (RAR)
  unsigned vlans = 0;       // VLANs with a bitmap of pools (VLVF)
  unsigned vectors = 20;    // MSI-X
  // What EITR counts in; the 82599's layout has steps of eight.
  Time moderation_unit = kModerationUnit;
  std::uint32_t rx_buffer = 512 * 1'024;
  std::uint32_t tx_buffer = 320 * 1'024;
  unsigned virtual_functions = 0;
  // Configuration space.
  std::uint16_t device_id = 0x10c6;
  std::uint16_t virtual_device_id = 0;
  unsigned msix_bar = 3;
  // The link that the part has.
  unsigned pcie_generation = 1;
  unsigned pcie_lanes = 8;
  bool gigabit = false;  // 1 Gb/s and no more

  // Pools are selected by bitmaps, frames are replicated and switched between pools.
  bool pool_bitmaps() const { return registers == RegisterSet::k82599; }
};

// All profiles that have a name of their own, the 82598 first; `custom` begins with the sizes of the 82599.
const std::vector<DeviceProfile>& device_profiles();
// Throws InputError that lists the names if there is none of that name.
const DeviceProfile& device_profile(const std::string& name);
// Throws InputError with the key and what is accepted if the sizes cannot be.
void check(const DeviceProfile& profile);

}  // namespace ixsim

#endif
