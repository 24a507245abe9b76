// Enabling and disabling of transmit queues.
#include "nic/transmit/tx_queue_control.h"

namespace ixsim::nic {

TxQueueControl::TxQueueControl(RegisterFile& registers, const DeviceProfile& profile, TxPath& path,
                               const Link& link)
    : registers_(registers),
      path_(path),
      dma_(path.dma()),
      link_(link),
      state_needs_link_(profile.queue_state_needs_link) {
  registers.on_read<&TxQueueControl::head_shown>(Reg::TDH, *this);
  registers.writable_while<&TxQueueControl::head_is_writable>(Reg::TDH, *this);
  registers.on_read<&TxQueueControl::control_shown>(Reg::TXDCTL, *this);
  registers.read_on_use({Reg::TDBAL, Reg::TDBAH, Reg::TDLEN});
  if (!path.arbiter().has_strategy()) return;
  registers.on_write<&TxQueueControl::tail_written>(Reg::TDT, *this);
  registers.on_write<&TxQueueControl::head_written>(Reg::TDH, *this);
  registers.on_write<&TxQueueControl::control_written>(Reg::TXDCTL, *this);
  registers.on_write<&TxQueueControl::head_address_written>({Reg::TDWBAL, Reg::TDWBAH}, *this);
  registers.on_write<&TxQueueControl::rate_written>(Reg::RTTBCNRC, *this);
  registers.on_read<&TxQueueControl::rate_shown>(Reg::RTTBCNRC, *this);
  registers.on_write<&TxQueueControl::window_written>(Reg::RTTBCNRM, *this);
  registers.read_on_use({Reg::RTTDQSEL});
}

// --- Rate limits. The whole and the fractional part of the factor are adjacent fields.

void TxQueueControl::rate_written(const RegisterWrite& write) {
  const std::uint32_t factor =
      write.new_value & (field::RTTBCNRC::RF_INT.mask | field::RTTBCNRC::RF_DEC.mask);
  path_.arbiter().limits().set_factor(registers_.get(Reg::RTTDQSEL), factor,
                                      (write.new_value & field::RTTBCNRC::RS_ENA.mask) != 0);
  path_.arbiter().requests_changed(write.time);
}

void TxQueueControl::window_written(const RegisterWrite& write) {
  path_.arbiter().limits().set_window(field::RTTBCNRM::MMW_SIZE.get(write.new_value));
}

std::uint32_t TxQueueControl::rate_shown(unsigned, std::uint32_t) const {
  const RateLimits& limits = path_.arbiter().limits();
  const unsigned queue = registers_.get(Reg::RTTDQSEL);
  return field::RTTBCNRC::RS_ENA.set(limits.factor(queue), limits.limits(queue) ? 1 : 0);
}

void TxQueueControl::tail_written(const RegisterWrite& write) {
  dma_.tail_written(write.index, write.new_value & 0xffff, write.time);
}

void TxQueueControl::head_written(const RegisterWrite& write) {
  dma_.queue(write.index).head = write.new_value & 0xffff;
}

void TxQueueControl::head_address_written(const RegisterWrite& write) {
  TxQueue& queue = dma_.queue(write.index);
  const std::uint32_t low = registers_.get(Reg::TDWBAL, write.index);
  queue.head_address = (low & ~3u) | (std::uint64_t{registers_.get(Reg::TDWBAH, write.index)} << 32);
  queue.head_write_back = (low & 1) != 0;
}

void TxQueueControl::control_written(const RegisterWrite& write) {
  const unsigned index = write.index;
  TxQueue& queue = dma_.queue(index);
  queue.prefetch = field::TXDCTL::PTHRESH.get(write.new_value);
  queue.host = field::TXDCTL::HTHRESH.get(write.new_value);
  queue.write_back = field::TXDCTL::WTHRESH.get(write.new_value);
  const bool enable = (write.new_value & field::TXDCTL::ENABLE.mask) != 0;
  if (enable && !queue.enabled) {
    queue.base = registers_.get(Reg::TDBAL, index) | (std::uint64_t{registers_.get(Reg::TDBAH, index)} << 32);
    queue.count = registers_.get(Reg::TDLEN, index) / kDescriptorBytes;
    if (queue.count == 0 || queue.head >= queue.count) queue.head = 0;
    path_.begin();
    dma_.enable(index, write.time);
  } else if (!enable) {
    dma_.disable(index, write.time);
  } else {
    dma_.thresholds_changed(index, write.time);
  }
  if ((write.raw & field::TXDCTL::SWFLSH.mask) != 0) dma_.request_flush(index, write.time);
}

std::uint32_t TxQueueControl::control_shown(unsigned index, std::uint32_t stored) const {
  const bool on = dma_.queue(index).active() && (link_.up() || !state_needs_link_);
  return field::TXDCTL::ENABLE.set(stored, on ? 1 : 0);
}

// Descriptors without RS are released in batches. Once all packets are sent, software sees them released.
std::uint32_t TxQueueControl::head_shown(unsigned index, std::uint32_t) const {
  const TxQueue& queue = dma_.queue(index);
  return queue.all_sent() ? queue.tail : queue.head;
}

}  // namespace ixsim::nic
