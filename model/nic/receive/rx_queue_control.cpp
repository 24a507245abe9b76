// Enabling and disabling of receive queues.
#include "nic/receive/rx_queue_control.h"

#include <algorithm>

namespace ixsim::nic {

RxQueueControl::RxQueueControl(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma,
                               const Link& link)
    : registers_(registers),
      dma_(dma),
      link_(link),
      queues_(profile.rx_queues),
      state_needs_link_(profile.queue_state_needs_link),
      low_watermark_by_queue_(profile.low_watermark_by_queue) {
  registers.on_write<&RxQueueControl::tail_written>(Reg::RDT, *this);
  registers.on_read<&RxQueueControl::head_shown>(Reg::RDH, *this);
  registers.on_write<&RxQueueControl::head_written>(Reg::RDH, *this);
  registers.writable_while<&RxQueueControl::head_is_writable>(Reg::RDH, *this);
  registers.on_read<&RxQueueControl::control_shown>(Reg::RXDCTL, *this);
  registers.on_write<&RxQueueControl::control_written>(Reg::RXDCTL, *this);
  if (low_watermark_by_queue_) {
    registers.on_write<&RxQueueControl::low_watermark_of_queue_written>(Reg::SRRCTL, *this);
  } else {
    registers.on_write<&RxQueueControl::low_watermark_of_all_written>(Reg::RDRXCTL, *this);
  }
  registers.read_on_use({Reg::RDBAL, Reg::RDBAH, Reg::RDLEN});
}

void RxQueueControl::tail_written(const RegisterWrite& write) {
  dma_.queue(write.index).tail = write.new_value & 0xffff;
  dma_.tail_written(write.index, write.time);
}

void RxQueueControl::head_written(const RegisterWrite& write) {
  dma_.queue(write.index).head = write.new_value & 0xffff;
}

void RxQueueControl::control_written(const RegisterWrite& write) {
  const unsigned index = write.index;
  RxQueue& queue = dma_.queue(index);
  queue.prefetch = field::RXDCTL::PTHRESH.get(write.new_value);
  queue.host = field::RXDCTL::HTHRESH.get(write.new_value);
  queue.write_back = std::max(1u, field::RXDCTL::WTHRESH.get(write.new_value));
  const bool enable = (write.new_value & field::RXDCTL::ENABLE.mask) != 0;
  if (enable && !queue.enabled) {
    dma_.drop_used(index, write.time);
    queue.base = registers_.get(Reg::RDBAL, index) | (std::uint64_t{registers_.get(Reg::RDBAH, index)} << 32);
    queue.count = registers_.get(Reg::RDLEN, index) / kDescriptorBytes;
    if (queue.count == 0 || queue.head >= queue.count) queue.head = 0;
    queue.low_watermark = low_watermark(index);
    dma_.enable(index, write.time);
  } else if (!enable) {
    dma_.disable(index, write.time);
  } else {
    dma_.tail_written(index, write.time);
  }
  if ((write.raw & field::RXDCTL::SWFLSH.mask) != 0) dma_.request_flush(index, write.time);
}

std::uint32_t RxQueueControl::control_shown(unsigned index, std::uint32_t stored) const {
  return field::RXDCTL::ENABLE.set(stored,
                                   dma_.queue(index).enabled && (link_.up() || !state_needs_link_) ? 1 : 0);
}

// Returns the watermark of RDMTS. 82598: a fraction of the ring, for all queues; 82599: units of 64
// descriptors, by queue.
std::uint32_t RxQueueControl::low_watermark(unsigned queue) const {
  if (low_watermark_by_queue_) return 64 * field::SRRCTL::RDMTS.get(registers_.get(Reg::SRRCTL, queue));
  const std::uint32_t code = field::RDRXCTL::RDMTS.get(registers_.get(Reg::RDRXCTL));
  return code == 3 ? 0 : dma_.queue(queue).count >> (code + 1);
}

void RxQueueControl::low_watermark_of_all_written(const RegisterWrite&) {
  for (unsigned queue = 0; queue < queues_; ++queue) update_low_watermark(queue);
}

void RxQueueControl::update_low_watermark(unsigned queue) {
  dma_.queue(queue).low_watermark = low_watermark(queue);
  dma_.queue(queue).measure_low();
}

}  // namespace ixsim::nic
