// The receive side of the statistics block: the counter registers that a frame increments, and when.
//
// MAC counters are incremented at the decision's edge for every frame on the wire, total octets for those
// that no filter rejects. Filter counters are incremented when the frame enters the packet buffer, queue
// counters when its descriptor is in host memory. Counters saturate and clear on read. Source: 82598
// datasheet, statistics registers; public drivers for which registers of an octet counter count.
#ifndef IXSIM_NIC_STATISTICS_RX_STATISTICS_H
#define IXSIM_NIC_STATISTICS_RX_STATISTICS_H

#include "base/layers.h"
#include "nic/packet/rx_packet.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class RxStatistics {
 public:
  // Makes the counters. If `silicon` is set, they deviate like those of the silicon, which drivers correct:
  // GPRC includes missed frames, and MPRC broadcast ones if the silicon counts them.
  RxStatistics(RegisterFile& registers, bool silicon, bool broadcast_in_multicast = true);

  // Counts a frame that ended on the wire while receive was enabled.
  void on_wire(const RxPacket& packet);
  // Counts the octets of a frame that no filter rejected: it is stored or missed, or the MAC kept it because
  // it is bad or MAC control.
  void octets(const RxPacket& packet) { registers_.add_octets(Reg::TORL, Reg::TORH, packet.frame->size()); }
  // Counts a good frame in the packet buffer.
  void stored(const RxPacket& packet);
  // Counts a frame that found packet buffer `partition` full.
  void missed(unsigned partition, const RxPacket& packet);
  // Counts a discarded frame that was too short.
  void short_discarded() { count(Reg::MSPDC); }
  // Counts the loss of the link.
  void local_fault() { count(Reg::MLFC); }
  void remote_fault() { count(Reg::MRFC); }
  void no_buffer(unsigned partition) { registers_.add_saturating(Reg::RNBC, partition, 1); }
  // Counts a frame whose last descriptor is in host memory.
  void delivered(const RxPacket& packet);
  // Counts a frame that was dropped because its queue had no descriptor.
  void no_descriptor(const RxPacket& packet);

 private:
  void count(Reg reg) { registers_.add_saturating(reg, 0, 1); }
  unsigned counter_of(const RxPacket& packet) const {
    const unsigned queue = packet.decision.queue;
    return registers_.get(Reg::RQSMR, queue / 4) >> (8 * (queue % 4)) & 0xf;
  }

  void priority_pause(const RxPacket& packet);
  // Handles a read of the high register of an octet counter, which clears both.
  void good_octets_read(const RegisterRead&) { registers_.set(Reg::GORCL, 0, 0); }
  void octets_read(const RegisterRead&) { registers_.set(Reg::TORL, 0, 0); }
  void queue_octets_read(const RegisterRead& read) { registers_.set(Reg::QBRC, read.index, 0); }

  RegisterFile& registers_;
  bool silicon_;
  bool broadcast_in_multicast_;
};

}  // namespace ixsim::nic

#endif
