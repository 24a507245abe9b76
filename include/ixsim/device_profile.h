/// \file
/// Device profiles: the sizes, the register map and the capabilities of each member of the controller family.
/// The 82598 is the base; a profile states the differences.
///
/// - `82598`: the part itself.
/// - `82599`: 128 queues each way, 64 pools selected by bitmaps, a switch between pools, virtual functions.
/// - `X540`: the 82599 with a receive buffer of 384 KiB and its own identifiers.
/// - `82576`: 16 queues each way, 8 pools, and the pool rules of the 82599. The registers are those of the
///   82599 cut to size.
/// - `82575`: 4 queues each way, 4 pools by receive address. The registers are those of the 82598 cut to
///   size.
/// - `custom`: queues, pools, vectors and addresses as the user sets them, with the registers of the 82599
///   cut to size, or with those of the 82598 cut or extended to size (custom_profile()). The link may be
///   Gen3.
///
/// Source: 82598 datasheet; public drivers (ixgbe, e1000) and listings of the configuration space for the
/// others.
///
/// Part of model/nic/profile/.
#ifndef IXSIM_DEVICE_PROFILE_H
#define IXSIM_DEVICE_PROFILE_H

#include <cstdint>
#include <string>
#include <vector>

#include "ixsim/time.h"

namespace ixsim {

/// Register map of a device; k82599Vf is that of one virtual function of the 82599.
enum class RegisterSet : std::uint8_t {
  k82598,        ///< The map of the 82598.
  kCustom82598,  ///< The map of the 82598 with more entries, of the custom device with its rules.
  k82599,        ///< The map of the 82599.
  k82599Vf       ///< The map of a virtual function.
};

/// Sizes, identity and capabilities of a device. Start from a profile by name (device_profile()) and change
/// its sizes; the default is the 82598.
struct DeviceProfile {
  std::string name = "82598";                   ///< Name, as in a scenario.
  RegisterSet registers = RegisterSet::k82598;  ///< Register map.
  unsigned rx_queues = 64;                      ///< Receive queues, 1 to most_rx_queues.
  unsigned tx_queues = 32;                      ///< Transmit queues, 1 to most_tx_queues.
  unsigned pools = 16;      ///< Pools, 1 to most_pools, and at most the number of queues of each direction.
  unsigned addresses = 16;  ///< exact filters (RAR), 1 to most_addresses
  unsigned vlans = 0;       ///< VLANs with a bitmap of pools (VLVF)
  unsigned vectors = 20;    ///< vectors of MSI-X, 1 to most_vectors
  /// Unit of EITR. With the EITR layout of the 82599 an interval is a multiple of eight units.
  Time moderation_unit = kModerationUnit;
  std::uint32_t rx_buffer = 512 * 1'024;  ///< Receive packet buffer in bytes.
  std::uint32_t tx_buffer = 320 * 1'024;  ///< Transmit packet buffer in bytes.
  unsigned virtual_functions = 0;         ///< Virtual functions of a port.
  std::uint16_t device_id = 0x10c6;       ///< Device ID in configuration space.
  std::uint16_t virtual_device_id = 0;    ///< Device ID of a virtual function; 0 if there is none.
  unsigned msix_bar = 3;                  ///< BAR of the MSI-X table.
  unsigned io_bar = 2;                    ///< BAR of the I/O window.
  std::uint32_t msix_capability = 0x60;   ///< Offset of the MSI-X capability in configuration space.
  unsigned pcie_generation = 1;           ///< Generation of the device's PCIe link.
  unsigned pcie_lanes = 8;                ///< Lanes of the device's PCIe link.
  unsigned highest_pcie_generation = 2;   ///< Highest generation that the model accepts for the link.
  bool gigabit = false;                   ///< the device supports only 1 Gb/s

  // --- Capabilities: what the part has, or lays out in another way than the 82598.
  /// Pools are selected by bitmaps (MPSAR, VLVF); frames are replicated and switched between pools.
  bool pool_bitmaps = false;
  /// IVAR alternates receive and transmit entries; otherwise all receive entries come first.
  bool paired_ivar = false;
  bool wide_vector_masks = false;  ///< vectors from 16 on have their own masks (EIMS_EX and others)
  bool coarse_moderation = false;  ///< EITR: intervals in steps of eight units, a counter of seven bits
  std::uint32_t interrupt_causes = 0xff50ffff;  ///< implemented bits of EICR
  bool buffer_policy_by_queue = false;  ///< every receive queue has an SRRCTL; otherwise there are sixteen
  /// RDMTS, the threshold of free descriptors, is in SRRCTL and counts units of 64 descriptors; otherwise it
  /// is in RDRXCTL, for all queues, as a fraction of the ring.
  bool low_watermark_by_queue = false;
  bool segment_coalescing = false;  ///< RSCCTL merges received TCP segments
  /// A low number of free descriptors interrupts at once and bypasses EITR.
  bool immediate_low_descriptors = false;
  /// MRQC and MTQC select the layout of traffic classes; otherwise RDRXCTL.MPBEN and DTXCTL.
  bool classes_by_queue_mode = false;
  bool transmit_thresholds = false;     ///< TXPBTHRESH limits the bytes that a class requests
  bool priorities_by_register = false;  ///< RTRUP2TC and RTTUP2TC map priorities to classes
  bool pool_credits = false;            ///< the pools of a class share its bandwidth by credits (RTTDT1C)
  bool double_vlan = false;             ///< an outer tag can be skipped (EXVET)
  bool rate_limits = false;             ///< transmit queues can have a rate limit (RTTBCNRC)
  bool transmit_enable = false;         ///< DMATXCTL.TE enables transmission
  bool pause_by_mflcn = false;  ///< MFLCN controls the receive side of flow control, in addition to FCTRL
  bool serial_link = false;     ///< AUTOC.LMS has serial and KR modes; the speed field of LINKS has two bits
  bool queue_state_needs_link = true;  ///< RXDCTL.ENABLE and TXDCTL.ENABLE read 0 while the link is down
  bool broadcast_in_multicast = true;  ///< MPRC of the silicon counts broadcast frames too
  bool wide_bars = false;              ///< memory BARs have 64 bits
  bool power_events = false;           ///< power management 1.2, with PME from D0 and D3hot
  unsigned express_version = 1;        ///< version of the PCI Express capability

  // --- What drivers and RTL of the model support.
  /// Pools of a scenario that does not set `rx.pools`; `pools` if the part has fewer.
  unsigned usual_pools = 4;
  bool traffic_classes = true;       ///< the drivers can use traffic classes (`dcb.enabled`)
  bool pool_classifier_rtl = false;  ///< with pool_bitmaps: the RTL has the classifier at this part's sizes

  // --- The largest sizes that the register map has.
  unsigned most_rx_queues = 64;  ///< The largest rx_queues.
  unsigned most_tx_queues = 32;  ///< The largest tx_queues.
  unsigned most_pools = 16;      ///< The largest pools.
  unsigned most_vectors = 20;    ///< The largest vectors.
  unsigned most_addresses = 16;  ///< The largest addresses.
};

/// Returns all named profiles, the 82598 first. `custom` starts with the sizes of the 82599.
const std::vector<DeviceProfile>& device_profiles();
/// Returns the profile called `name`. Throws InputError that lists the names if there is none.
const DeviceProfile& device_profile(const std::string& name);
/// The device whose registers and rules of pools a custom device has.
enum class PoolRules : std::uint8_t {
  k82599,  ///< Pools are selected by bitmaps.
  k82598   ///< A pool is selected by receive address or VLAN; the RTL classifier has these rules.
};
/// Returns the profile `custom` with these rules, at the sizes of the part that has them.
DeviceProfile custom_profile(PoolRules rules);
/// Checks the sizes. Throws InputError with the scenario key and what is accepted if one is impossible.
void check(const DeviceProfile& profile);

}  // namespace ixsim

#endif
