// Counter updates of the receive path.
#include "nic/statistics/rx_statistics.h"

#include "ethernet/mac_address.h"

namespace ixsim::nic {

RxStatistics::RxStatistics(RegisterFile& registers, bool silicon, bool broadcast_in_multicast)
    : registers_(registers), silicon_(silicon), broadcast_in_multicast_(silicon && broadcast_in_multicast) {
  registers.count_on_event(
      {Reg::TPR,     Reg::TORL,     Reg::TORH,    Reg::ILLERRC,  Reg::ERRBC,   Reg::RUC,     Reg::RFC,
       Reg::ROC,     Reg::RJC,      Reg::CRCERRS, Reg::RLEC,     Reg::MSPDC,   Reg::MLFC,    Reg::MRFC,
       Reg::PXONRXC, Reg::PXOFFRXC, Reg::LXONRXC, Reg::LXOFFRXC, Reg::GPRC,    Reg::GORCL,   Reg::GORCH,
       Reg::PRC64,   Reg::PRC127,   Reg::PRC255,  Reg::PRC511,   Reg::PRC1023, Reg::PRC1522, Reg::BPRC,
       Reg::MPRC,    Reg::XEC,      Reg::MPC,     Reg::RNBC,     Reg::QPRC,    Reg::QBRC});
  registers.read_on_use({Reg::RQSMR});
  // On the 82598 the high register alone counts.
  if (is_of_82598(registers.register_set())) return;
  registers.after_read<&RxStatistics::good_octets_read>(Reg::GORCH, *this);
  registers.after_read<&RxStatistics::octets_read>(Reg::TORH, *this);
  registers.after_read<&RxStatistics::queue_octets_read>(Reg::QBRC_H, *this);
  registers.count_on_event({Reg::QPRDC});
}

void RxStatistics::on_wire(const RxPacket& packet) {
  const ReceiveStatus& status = packet.status;
  count(Reg::TPR);
  // A frame with a line error has one bad symbol, which spoils one byte.
  if (status.symbol) {
    count(Reg::ILLERRC);
    count(Reg::ERRBC);
  }
  if (status.undersize) {
    count(status.crc ? Reg::RFC : Reg::RUC);
    return;
  }
  if (status.oversize) {
    count(status.crc ? Reg::RJC : Reg::ROC);
  } else if (status.crc) {
    count(Reg::CRCERRS);
  }
  if (status.length) count(Reg::RLEC);
  if (status.pause == PauseKind::kPriority) priority_pause(packet);
  if (status.pause == PauseKind::kLink) count(status.pause_time == 0 ? Reg::LXONRXC : Reg::LXOFFRXC);
}

void RxStatistics::stored(const RxPacket& packet) {
  if (packet.status.error()) return;
  const std::size_t size = packet.frame->size();
  const std::uint8_t* const to = packet.frame->without_fcs().data;
  count(Reg::GPRC);
  registers_.add_octets(Reg::GORCL, Reg::GORCH, size);
  const Reg by_size = size <= 64     ? Reg::PRC64
                      : size <= 127  ? Reg::PRC127
                      : size <= 255  ? Reg::PRC255
                      : size <= 511  ? Reg::PRC511
                      : size <= 1023 ? Reg::PRC1023
                                     : Reg::PRC1522;
  count(by_size);
  if ((to[0] & 1) != 0) {
    const bool broadcast = is_broadcast(to);
    count(broadcast ? Reg::BPRC : Reg::MPRC);
    if (broadcast && broadcast_in_multicast_) count(Reg::MPRC);
  }
  if (packet.offload.ipe || packet.offload.tcpe) count(Reg::XEC);
}

// Counts for each priority that the frame names: a time pauses it, zero resumes it.
void RxStatistics::priority_pause(const RxPacket& packet) {
  std::array<std::uint16_t, 8> quanta;
  const std::uint8_t named = nic::priority_pause(packet.frame->without_fcs(), quanta);
  for (unsigned i = 0; i < quanta.size(); ++i) {
    if ((named >> i & 1) == 0) continue;
    registers_.add_saturating(quanta[i] != 0 ? Reg::PXOFFRXC : Reg::PXONRXC, i, 1);
  }
}

void RxStatistics::missed(unsigned partition, const RxPacket& packet) {
  registers_.add_saturating(Reg::MPC, partition, 1);
  if (silicon_ && !packet.status.error() && !packet.decision.loopback) count(Reg::GPRC);
}

void RxStatistics::delivered(const RxPacket& packet) {
  const unsigned counter = counter_of(packet);
  registers_.add_saturating(Reg::QPRC, counter, 1);
  registers_.add_queue_octets(Reg::QBRC, Reg::QBRC_H, counter, packet.counted_length());
}

void RxStatistics::no_descriptor(const RxPacket& packet) {
  if (registers_.entries(Reg::QPRDC) != 0) registers_.add_saturating(Reg::QPRDC, counter_of(packet), 1);
}

}  // namespace ixsim::nic
