// The registers of the partitions of the receive packet buffer: their sizes, and whether frames use all of
// them or the first alone.
//
// Timing contract: a write acts at once. Source: 82598 datasheet, RXPBSIZE, RDRXCTL.MPBEN; 82599 datasheet,
// MRQC.
#ifndef IXSIM_NIC_RECEIVE_RX_PARTITIONS_H
#define IXSIM_NIC_RECEIVE_RX_PARTITIONS_H

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/queues/packet_buffer.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class RxPartitions {
 public:
  RxPartitions(RegisterFile& registers, const DeviceProfile& profile, PacketBuffer& buffer);
  // Applies all registers again, after a reset: the use of the partitions, and their sizes.
  void update_use();
  void update_sizes();
  // Returns whether all frames use partition 0.
  bool single() const { return single_; }

 private:
  void size_written(const RegisterWrite& write);
  void use_written(Time) { update_use(); }

  RegisterFile& registers_;
  PacketBuffer& buffer_;
  const bool by_queue_mode_;
  bool single_ = true;
};

}  // namespace ixsim::nic

#endif
