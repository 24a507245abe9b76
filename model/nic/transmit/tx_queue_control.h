// The registers of transmit queues: rings, thresholds, head write-back, enabling, rate limits.
//
// Timing contract: writes act at once. Base and size of the ring are sampled when the queue is enabled.
// RTTBCNRC accesses the limit of the queue that RTTDQSEL selects. Source: 82598 datasheet, TDBAL to TXDCTL,
// TDWBAL; ixgbe_type.h and ixgbe_sriov.c, RTTDQSEL, RTTBCNRC, RTTBCNRM.
#ifndef IXSIM_NIC_TRANSMIT_TX_QUEUE_CONTROL_H
#define IXSIM_NIC_TRANSMIT_TX_QUEUE_CONTROL_H

#include <cstdint>

#include "base/layers.h"
#include "nic/mac/link.h"
#include "nic/registers/register_file.h"
#include "nic/transmit/tx_path.h"

namespace ixsim::nic {

class TxQueueControl {
 public:
  TxQueueControl(RegisterFile& registers, const DeviceProfile& profile, TxPath& path, const Link& link);

 private:
  void tail_written(const RegisterWrite& write);
  void head_written(const RegisterWrite& write);
  void control_written(const RegisterWrite& write);
  void head_address_written(const RegisterWrite& write);
  void rate_written(const RegisterWrite& write);
  void window_written(const RegisterWrite& write);
  std::uint32_t rate_shown(unsigned, std::uint32_t) const;
  std::uint32_t head_shown(unsigned index, std::uint32_t) const;
  std::uint32_t control_shown(unsigned index, std::uint32_t stored) const;
  bool head_is_writable(unsigned index) const { return !dma_.queue(index).active(); }

  RegisterFile& registers_;
  TxPath& path_;
  TxDma& dma_;
  const Link& link_;
  const bool state_needs_link_;
};

}  // namespace ixsim::nic

#endif
