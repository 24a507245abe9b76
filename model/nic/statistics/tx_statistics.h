// The transmit side of the statistics block: counters are incremented when a frame is on the wire. Source:
// 82598 datasheet, statistics registers; public drivers for which registers of an octet counter count.
#ifndef IXSIM_NIC_STATISTICS_TX_STATISTICS_H
#define IXSIM_NIC_STATISTICS_TX_STATISTICS_H

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "ixsim/frame.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class TxStatistics {
 public:
  // Makes the counters. If `silicon` is set, PAUSE frames also count as good frames of their size, as on the
  // silicon.
  TxStatistics(RegisterFile& registers, bool silicon) : registers_(registers), silicon_(silicon) {
    // On the 82598 only the high register counts.
    if (!is_of_82598(registers.register_set())) {
      registers.after_read<&TxStatistics::octets_read>(Reg::GOTCH, *this);
      registers.after_read<&TxStatistics::queue_octets_read>(Reg::QBTC_H, *this);
    }
    registers.count_on_event({Reg::TPT, Reg::GPTC, Reg::GOTCL, Reg::GOTCH, Reg::PTC64, Reg::PTC127,
                              Reg::PTC255, Reg::PTC511, Reg::PTC1023, Reg::PTC1522, Reg::MPTC, Reg::BPTC,
                              Reg::QPTC, Reg::QBTC});
    registers.read_on_use({Reg::TQSMR});
  }

  void pause_sent(const Frame& frame) {
    count(Reg::TPT);
    if (!silicon_) return;
    count(Reg::GPTC);
    count(Reg::MPTC);
    count(Reg::PTC64);
    octets(frame.size());
  }

  void sent(const Frame& frame, unsigned queue) {
    const std::size_t size = frame.size();
    const std::uint8_t* const to = frame.without_fcs().data;
    count(Reg::TPT);
    count(Reg::GPTC);
    octets(size);
    const Reg by_size = size <= 64     ? Reg::PTC64
                        : size <= 127  ? Reg::PTC127
                        : size <= 255  ? Reg::PTC255
                        : size <= 511  ? Reg::PTC511
                        : size <= 1023 ? Reg::PTC1023
                                       : Reg::PTC1522;
    count(by_size);
    if ((to[0] & 1) != 0) {
      count(is_broadcast(to) ? Reg::BPTC : Reg::MPTC);
    }
    const std::uint32_t map = registers_.get(Reg::TQSMR, queue / 4);
    const unsigned counter = (map >> (8 * (queue % 4))) & 0xf;
    registers_.add_saturating(Reg::QPTC, counter, 1);
    registers_.add_queue_octets(Reg::QBTC, Reg::QBTC_H, counter, queue_bytes(frame));
  }

  // Returns the bytes that count for the queue: those of software, even if software appended an FCS, but not
  // an FCS that the device added.
  static std::uint32_t queue_bytes(const Frame& frame) {
    return static_cast<std::uint32_t>(frame.size() - (frame.fcs_added() ? kFcsSize : 0));
  }

 private:
  // Handles a read of the high register, which clears both.
  void octets_read(const RegisterRead&) { registers_.set(Reg::GOTCL, 0, 0); }
  void queue_octets_read(const RegisterRead& read) { registers_.set(Reg::QBTC, read.index, 0); }
  void count(Reg reg) { registers_.add_saturating(reg, 0, 1); }
  void octets(std::size_t amount) { registers_.add_octets(Reg::GOTCL, Reg::GOTCH, amount); }

  RegisterFile& registers_;
  bool silicon_;
};

}  // namespace ixsim::nic

#endif
