// The registers of receive queues: rings, thresholds, enabling, the low watermark of free descriptors.
//
// Timing contract: writes act at once. Base and size of the ring are sampled when the queue is enabled.
// Source: 82598 datasheet, RDBAL to RXDCTL, RDRXCTL.RDMTS; 82599 datasheet, SRRCTL.RDMTS.
#ifndef IXSIM_NIC_RECEIVE_RX_QUEUE_CONTROL_H
#define IXSIM_NIC_RECEIVE_RX_QUEUE_CONTROL_H

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dma/rx_dma.h"
#include "nic/mac/link.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class RxQueueControl {
 public:
  RxQueueControl(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma, const Link& link);

 private:
  void tail_written(const RegisterWrite& write);
  void head_written(const RegisterWrite& write);
  void control_written(const RegisterWrite& write);
  void low_watermark_of_queue_written(const RegisterWrite& write) { update_low_watermark(write.index); }
  void low_watermark_of_all_written(const RegisterWrite&);
  std::uint32_t head_shown(unsigned index, std::uint32_t) const { return dma_.queue(index).head; }
  std::uint32_t control_shown(unsigned index, std::uint32_t stored) const;
  bool head_is_writable(unsigned index) const { return !dma_.queue(index).enabled; }
  std::uint32_t low_watermark(unsigned queue) const;
  void update_low_watermark(unsigned queue);

  RegisterFile& registers_;
  RxDma& dma_;
  const Link& link_;
  const unsigned queues_;
  const bool state_needs_link_;
  const bool low_watermark_by_queue_;
};

}  // namespace ixsim::nic

#endif
