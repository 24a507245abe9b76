// The settings of the receive MAC's frame check, kept up to date with their registers.
//
// Timing contract: a register write acts on frames that begin after it. Source: 82598 datasheet, HLREG0,
// MHADD, FCTRL; 82599 datasheet, MFLCN; DPDK, double VLAN.
#ifndef IXSIM_NIC_RECEIVE_RX_MAC_H
#define IXSIM_NIC_RECEIVE_RX_MAC_H

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "ixsim/frame.h"
#include "nic/mac/receive_check.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class RxMac {
 public:
  // Longest frame, in bytes, that the packet buffer manager accepts, regardless of MHADD.
  static constexpr std::uint32_t kLongestFrame = 16'383;

  RxMac(RegisterFile& registers, const DeviceProfile& profile);
  void check(const Frame& frame, ReceiveStatus& status) const { check_frame(frame, settings_, status); }
  // Updates the settings after a reset of the registers.
  void update(Time);

 private:
  RegisterFile& registers_;
  const bool has_mflcn_;
  const bool has_double_vlan_;
  MacSettings settings_;
};

}  // namespace ixsim::nic

#endif
