// The receive side of the statistics block: which counter registers one frame moves, and when.
//
// MAC counters move at the decision's edge for every frame on the wire, total octets for those that no filter
// rejects; filter counters when the frame enters the packet buffer; queue counters when its descriptor is in
// host memory. Counters saturate and clear on read. Source: 82598 datasheet, statistics registers; public
// drivers for which registers of an octet counter count.
#ifndef IXSIM_NIC_STATISTICS_RX_STATISTICS_H
#define IXSIM_NIC_STATISTICS_RX_STATISTICS_H

#include "nic/packet/rx_packet.h"
#include "nic/registers/register_file.h"

namespace ixsim {

class RxStatistics {
 public:
  // With `silicon` the counters deviate as those of the part do, for drivers that correct them: GPRC includes
  // missed frames, and MPRC broadcast ones if that is so on the part.
  RxStatistics(RegisterFile& registers, bool silicon, bool broadcast_in_multicast = true);

  // Every frame that ended on the wire while receive was enabled.
  void on_wire(const RxPacket& packet);
  // No filter rejected the frame: it is stored or missed, or the MAC kept it, being bad or MAC control.
  void octets(const RxPacket& packet) { registers_.add_octets(Reg::TORL, Reg::TORH, packet.frame->size()); }
  // A good frame is in the packet buffer.
  void stored(const RxPacket& packet);
  // Packet buffer `partition` is full.
  void missed(unsigned partition, const RxPacket& packet);
  // A frame that was too short went no further.
  void short_discarded() { count(Reg::MSPDC); }
  // The link was lost.
  void local_fault() { count(Reg::MLFC); }
  void remote_fault() { count(Reg::MRFC); }
  void no_buffer(unsigned partition) { registers_.add_saturating(Reg::RNBC, partition, 1); }
  // The frame's last descriptor is in host memory.
  void delivered(const RxPacket& packet);
  // The frame has been dropped because its queue had no descriptor.
  void no_descriptor(const RxPacket& packet);

 private:
  void count(Reg reg) { registers_.add_saturating(reg, 0, 1); }
  unsigned counter_of(const RxPacket& packet) const {
    const unsigned queue = packet.decision.queue;
    return registers_.get(Reg::RQSMR, queue / 4) >> (8 * (queue % 4)) & 0xf;
  }

  void priority_pause(const RxPacket& packet);
  // A read of the high register of an octet counter clears both.
  void good_octets_read(const RegisterRead&) { registers_.set(Reg::GORCL, 0, 0); }
  void octets_read(const RegisterRead&) { registers_.set(Reg::TORL, 0, 0); }
  void queue_octets_read(const RegisterRead& read) { registers_.set(Reg::QBRC, read.index, 0); }

  RegisterFile& registers_;
  bool silicon_;
  bool broadcast_in_multicast_;
};

}  // namespace ixsim

#endif
