// The buffer policy of received frames: buffer sizes, descriptor type, header split and drop enable (SRRCTL,
// DROPEN, PSRTYPE), by the index that a frame selects. The registers are decoded when software writes them,
// so that a frame needs only a look-up.
//
// Timing contract: a write acts on frames that leave the packet buffer after it. Source: 82598 datasheet,
// SRRCTL, PSRTYPE, RDRXCTL.MVMEN, DROPEN; 82599 datasheet, the same by queue and by pool.
#ifndef IXSIM_NIC_RECEIVE_RX_BUFFER_POLICY_H
#define IXSIM_NIC_RECEIVE_RX_BUFFER_POLICY_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dma/rx_dma.h"
#include "nic/packet/rx_packet.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class RxBufferPolicy {
 public:
  RxBufferPolicy(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma);
  // Decodes all registers again, after a reset.
  void update();

  const QueueBufferPolicy& policy_of(const RxPacket& packet) const {
    return entries_[index_of(packet)].policy;
  }
  // Returns the header split of a frame: the bytes for its header buffer, if its descriptors have one.
  RxHeaderSplit header_split_of(const RxPacket& packet, const QueueBufferPolicy& policy) const {
    return has_header_buffer(policy.type) ? split_header(packet, policy) : RxHeaderSplit();
  }
  // Returns the minimum number of bytes in the first write of a frame, for any index; 0 if a header buffer
  // may be written first.
  std::uint32_t least_buffer() const { return least_buffer_; }

 private:
  static constexpr unsigned kSplitTypes = kRegisterEntries[static_cast<std::size_t>(Reg::PSRTYPE)];
  struct Entry {
    QueueBufferPolicy policy;
    std::uint32_t header_bytes = 0;  // bytes of the header buffer
  };
  unsigned index_of(const RxPacket& packet) const {
    return (by_pool_ ? packet.decision.vmdq : packet.decision.queue) & mask_;
  }
  RxHeaderSplit split_header(const RxPacket& packet, const QueueBufferPolicy& policy) const;
  void srrctl_written(const RegisterWrite& write);
  void dropen_written(Time now);
  void psrtype_written(const RegisterWrite& write);
  void queue_drop_written(const RegisterWrite& write);
  void selection_written(Time now);
  void decode(unsigned index);
  void update_least_buffer();
  void update_selection();

  RegisterFile& registers_;
  RxDma& dma_;
  const bool by_queue_;  // every queue has its own policy
  std::array<Entry, RxDma::kQueues> entries_{};
  std::array<bool, RxDma::kQueues> queue_drop_{};         // QDE
  std::array<std::uint32_t, kSplitTypes> split_types_{};  // PSRTYPE
  // The index of a frame: this part of the number of its pool or of its queue.
  bool by_pool_ = false;
  unsigned mask_ = 0;
  std::uint32_t least_buffer_ = 0;
};

}  // namespace ixsim::nic

#endif
