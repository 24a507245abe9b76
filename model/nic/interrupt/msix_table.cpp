// Accesses to the table, and messages.
#include "nic/interrupt/msix_table.h"

namespace ixsim::nic {

void MsixTable::bind(RegisterFile& registers, const MsixRegisters& shown) {
  shown_ = shown;
  for (const Reg reg : {shown.address, shown.upper_address, shown.data, shown.control}) {
    registers.on_read<&MsixTable::word>(reg, *this);
    registers.on_write<&MsixTable::word_written>(reg, *this);
  }
  registers.on_read<&MsixTable::word>(shown.pending, *this);
}

std::uint32_t MsixTable::offset_of(Reg reg, unsigned index) const {
  if (reg == shown_.pending) return kPendingOffset + 4 * index;
  const std::uint32_t entry = 16 * index;
  if (reg == shown_.address) return entry;
  if (reg == shown_.upper_address) return entry + 4;
  return entry + (reg == shown_.data ? 8 : 12);
}

void MsixTable::power_on() {
  entries_.fill({0, 0, 1});
  pending_ = 0;
}

void MsixTable::fire(InterruptKind kind, unsigned vector, Time now) {
  if (kind != InterruptKind::kMsix) return;
  if (masked(vector) || !open_) {
    if (keep_pending_) pending_ |= std::uint64_t{1} << vector;
    return;
  }
  send(vector, now);
}

void MsixTable::set_open(bool open, Time now) {
  open_ = open;
  if (!open) return;
  for (std::uint64_t rest = pending_; rest != 0; rest &= rest - 1) {
    const auto vector = static_cast<unsigned>(__builtin_ctzll(rest));
    if (masked(vector)) continue;
    pending_ &= ~(std::uint64_t{1} << vector);
    send(vector, now);
  }
}

void MsixTable::send(unsigned vector, Time now) {
  DmaRequest& request = endpoint_.make_request();
  request.kind = DmaKind::kMessage;
  request.msix = true;
  request.source = DmaSource::kInterrupt;
  request.port = static_cast<std::uint8_t>(port_);
  request.queue = static_cast<std::uint16_t>(vector);
  request.address = entries_[vector].address & ~std::uint64_t{3};
  request.length = 4;
  store_le32(request.own(4), entries_[vector].data);
  request.cookie = function_;
  ++messages_[vector];
  endpoint_.submit(request, now);
}

std::uint32_t MsixTable::read(std::uint32_t offset) const {
  if (offset == kPendingOffset) return static_cast<std::uint32_t>(pending_);
  if (offset == kPendingOffset + 4) return static_cast<std::uint32_t>(pending_ >> 32);
  const std::uint32_t index = offset / 16;
  if (index >= vectors_ || offset % 4 != 0) return 0;
  const Entry& entry = entries_[index];
  switch (offset % 16) {
    case 0:
      return static_cast<std::uint32_t>(entry.address);
    case 4:
      return static_cast<std::uint32_t>(entry.address >> 32);
    case 8:
      return entry.data;
    default:
      return entry.control;
  }
}

void MsixTable::write(std::uint32_t offset, std::uint32_t value, Time now) {
  const std::uint32_t index = offset / 16;
  if (index >= vectors_ || offset % 4 != 0) return;
  Entry& entry = entries_[index];
  switch (offset % 16) {
    case 0:
      entry.address = (entry.address & ~std::uint64_t{0xffffffff}) | value;
      break;
    case 4:
      entry.address = (entry.address & 0xffffffff) | (std::uint64_t{value} << 32);
      break;
    case 8:
      entry.data = value;
      break;
    default:
      entry.control = value & 1;
      if (entry.control == 0 && open_ && ((pending_ >> index) & 1) != 0) {
        pending_ &= ~(std::uint64_t{1} << index);
        send(index, now);
      }
  }
}

}  // namespace ixsim::nic
