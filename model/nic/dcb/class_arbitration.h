// The arbiters between traffic classes in all three planes (receive packet buffer, transmit descriptors,
// transmit data), and the weighted round robin of pools. Their modes, settings and credits are registers,
// with other names on the 82599.
//
// Timing contract: a write acts on the next choice. Credits start at zero when they come into use. Source:
// 82598 datasheet, RMCS, DPMCS, PDPMCS and their tables; 82599 datasheet, RTRPCS, RTTDCS, RTTPCS, RTTDT1C.
#ifndef IXSIM_NIC_DCB_CLASS_ARBITRATION_H
#define IXSIM_NIC_DCB_CLASS_ARBITRATION_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dma/rx_dma.h"
#include "nic/dma/tx_dma.h"
#include "nic/mac/tx_mac.h"
#include "nic/queues/credit_arbiter.h"
#include "nic/queues/descriptor_plane.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class ClassArbitration {
 public:
  // Makes the arbiters. `transmitter` is notified when requests must be checked again; nullptr on a port that
  // does not transmit.
  ClassArbitration(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma, DescriptorPlane& plane,
                   TxMac& mac, TxDmaOwner* transmitter);
  // Reads all settings again.
  void update(Time now);
  // Clears all credits (CTRL.RST). update() follows.
  void reset();

 private:
  std::uint32_t receive_credits(unsigned index, std::uint32_t) const;
  std::uint32_t descriptor_credits(unsigned index, std::uint32_t) const;
  std::uint32_t data_credits(unsigned index, std::uint32_t) const;
  void refill_written(const RegisterWrite& write);
  std::uint32_t refill_shown(unsigned, std::uint32_t) const;
  std::uint32_t pool_credits(unsigned, std::uint32_t) const;

  RegisterFile& registers_;
  const bool weighs_pools_;
  RxDma& dma_;
  DescriptorPlane& plane_;
  TxMac& mac_;
  TxDmaOwner* transmitter_;
};

}  // namespace ixsim::nic

#endif
