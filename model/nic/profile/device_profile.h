// Which member of the family a controller is: its sizes, its register map, and what it can do beyond the
// 82598.
//
//   82598   the part itself
//   82599   128 queues each way, 64 pools selected by bitmaps, a switch between pools, virtual functions
//   X540    the 82599 with a receive buffer of 384 KiB and identifiers of its own
//   82576   16 queues each way, 8 pools, and the pool rules of the 82599; its registers are those of the
//           82599 cut to size, not its own
//   82575   4 queues each way, 4 pools by receive address; its registers are those of the 82598 cut to size
//   custom  queues, pools, vectors and addresses as the user sets them, with the registers of the 82599 cut
//           to size; its link may be Gen3
//
// Source: 82598 datasheet; public drivers (ixgbe, e1000) and listings of the configuration space for the
// others.
#ifndef IXSIM_NIC_PROFILE_DEVICE_PROFILE_H
#define IXSIM_NIC_PROFILE_DEVICE_PROFILE_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "nic/registers/register_info.h"

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
  // Unit of EITR; the 82599's layout has steps of eight.
  Time moderation_unit = kModerationUnit;
  std::uint32_t rx_buffer = 512 * 1'024;
  std::uint32_t tx_buffer = 320 * 1'024;
  unsigned virtual_functions = 0;
  // Configuration space.
  std::uint16_t device_id = 0x10c6;
  std::uint16_t virtual_device_id = 0;
  unsigned msix_bar = 3;
  // The link that the part has, and the highest generation that the model accepts for it.
  unsigned pcie_generation = 1;
  unsigned pcie_lanes = 8;
  unsigned highest_pcie_generation = 2;
  bool gigabit = false;  // 1 Gb/s and no more

  // --- Capabilities: what the part has, or lays out in another way than the 82598.
  // Pools are selected by bitmaps (MPSAR, VLVF); frames are replicated and switched between pools.
  bool pool_bitmaps = false;
  bool paired_ivar = false;        // IVAR: receive and transmit entries in turn, not one kind after the other
  bool wide_vector_masks = false;  // vectors from 16 on have their own masks (EIMS_EX and others)
  bool coarse_moderation = false;  // EITR: intervals in steps of eight units, a counter of seven bits
  std::uint32_t interrupt_causes = 0xff50ffff;  // implemented bits of EICR
  bool buffer_policy_by_queue = false;          // every receive queue has an SRRCTL; else sixteen indices
  bool immediate_low_descriptors = false;       // few free descriptors interrupt at once, past EITR
  bool classes_by_queue_mode = false;   // MRQC and MTQC lay out classes; else RDRXCTL.MPBEN and DTXCTL
  bool transmit_thresholds = false;     // TXPBTHRESH bounds what a class requests
  bool priorities_by_register = false;  // RTRUP2TC and RTTUP2TC map priorities to classes
  bool pool_credits = false;            // the pools of a class share it by credits (RTTDT1C)
  bool transmit_enable = false;         // DMATXCTL.TE turns transmit on
  bool pause_by_mflcn = false;          // MFLCN has the receive side of flow control, next to FCTRL

  // --- The largest sizes that the register map has.
  unsigned most_rx_queues = 64;
  unsigned most_tx_queues = 32;
  unsigned most_pools = 16;
  unsigned most_vectors = 20;
  unsigned most_addresses = 16;
};

// All profiles that have their own name, the 82598 first; `custom` begins with the sizes of the 82599.
const std::vector<DeviceProfile>& device_profiles();
// Throws InputError that lists the names if there is none of that name.
const DeviceProfile& device_profile(const std::string& name);
// Throws InputError with the key and what is accepted if the sizes cannot be.
void check(const DeviceProfile& profile);

}  // namespace ixsim

#endif
