// Sizes and use of the partitions.
#include "nic/receive/rx_partitions.h"

#include "nic/classifier/pool_tables.h"

namespace ixsim::nic {

RxPartitions::RxPartitions(RegisterFile& registers, const DeviceProfile& profile, PacketBuffer& buffer)
    : registers_(registers), buffer_(buffer), by_queue_mode_(profile.classes_by_queue_mode) {
  registers.on_write<&RxPartitions::size_written>({Reg::RXPBSIZE0, Reg::RXPBSIZE1_7}, *this);
  registers.on_write<&RxPartitions::use_written>({Reg::RDRXCTL, Reg::MRQC}, *this);
}

void RxPartitions::size_written(const RegisterWrite& write) {
  buffer_.set_size(write.reg == Reg::RXPBSIZE0 ? 0 : write.index + 1, write.new_value);
}

void RxPartitions::update_use() {
  single_ = by_queue_mode_ ? receive_classes(field::MRQC::MRQE.get(registers_.get(Reg::MRQC))) == 0
                           : (registers_.get(Reg::RDRXCTL) & field::RDRXCTL::MPBEN.mask) == 0;
}

void RxPartitions::update_sizes() {
  buffer_.set_size(0, registers_.get(Reg::RXPBSIZE0));
  for (unsigned i = 0; i < PacketBuffer::kPartitions - 1; ++i)
    buffer_.set_size(i + 1, registers_.get(Reg::RXPBSIZE1_7, i));
}

}  // namespace ixsim::nic
