// Ownership of the EEPROM's pins, and the times of word reads.
#include "nic/nvm/nvm.h"

#include <algorithm>

namespace ixsim::nic {

void Nvm::PortSide::bind(RegisterFile& registers) {
  registers.on_read<&PortSide::eec_shown>(Reg::EEC, *this);
  registers.on_write<&PortSide::eec_written>(Reg::EEC, *this);
  registers.on_read<&PortSide::eerd_shown>(Reg::EERD, *this);
  registers.on_write<&PortSide::eerd_written>(Reg::EERD, *this);
  // The 82598 only stores EEWR.
  if (is_of_82598(registers.register_set())) return;
  registers.on_read<&PortSide::eewr_shown>(Reg::EEWR, *this);
  registers.on_write<&PortSide::eewr_written>(Reg::EEWR, *this);
}

std::uint32_t Nvm::PortSide::eec_shown(unsigned, std::uint32_t stored) const {
  const bool granted = nvm_->granted(port_, nvm_->agenda_.now());
  const bool out = granted && nvm_->spi_.data_out();
  return field::EEC::DO.set(field::EEC::GNT.set(stored, granted ? 1 : 0), out ? 1 : 0);
}

std::uint32_t Nvm::PortSide::eerd_shown(unsigned, std::uint32_t stored) const {
  const std::uint32_t address = stored & field::EERD::ADDR.mask;
  if (nvm_->agenda_.now() < done_ || done_ == kNever) return address;
  return address | field::EERD::DONE.mask | field::EERD::DATA.set(0, data_);
}

std::uint32_t Nvm::PortSide::eewr_shown(unsigned, std::uint32_t stored) const {
  return field::EEWR::DONE.set(stored, nvm_->agenda_.now() >= written_ ? 1 : 0);
}

void Nvm::PortSide::eerd_written(const RegisterWrite& write) {
  if ((write.raw & field::EERD::START.mask) == 0) return;
  word_ = field::EERD::ADDR.get(write.raw);
  waits_ = nvm_->owner_ != kNoOwner;
  done_ = kNever;
  if (!waits_) nvm_->read_word(*this, nvm_->agenda_.now());
}

void Nvm::PortSide::eewr_written(const RegisterWrite& write) {
  if ((write.raw & field::EEWR::START.mask) == 0) return;
  write_ = write.new_value;
  written_ = kNever;
  if (nvm_->owner_ == kNoOwner) nvm_->write_word(*this, nvm_->agenda_.now());
}

void Nvm::PortSide::eec_written(const RegisterWrite& write) {
  const Time now = nvm_->agenda_.now();
  const bool request = (write.new_value & field::EEC::REQ.mask) != 0;
  if (request != requested_) {
    requested_ = request;
    if (request) {
      asked_ = ++nvm_->requests_;
      if (nvm_->owner_ == kNoOwner) nvm_->lend(now);
    } else if (nvm_->owner_ == static_cast<int>(port_)) {
      nvm_->give_back(now);
    }
  }
  if (!nvm_->granted(port_, now)) return;
  nvm_->spi_.pins((write.new_value & field::EEC::CS.mask) == 0, (write.new_value & field::EEC::SK.mask) != 0,
                  (write.new_value & field::EEC::DI.mask) != 0, now);
}

void Nvm::read_word(PortSide& port, Time now) {
  port.data_ = image_.word(port.word_);
  port.done_ = read_end(now);
}

// Writes a word; a read of that word that begins now completes later.
void Nvm::write_word(PortSide& port, Time now) {
  image_.set_word(field::EEWR::ADDR.get(port.write_),
                  static_cast<std::uint16_t>(field::EEWR::DATA.get(port.write_)));
  port.written_ = spi_.write(now);
}

void Nvm::lend(Time now) {
  for (unsigned i = 0; i < kPorts; ++i) {
    if (!ports_[i].requested_) continue;
    if (owner_ == kNoOwner || ports_[i].asked_ < ports_[static_cast<unsigned>(owner_)].asked_)
      owner_ = static_cast<int>(i);
  }
  if (owner_ == kNoOwner) return;
  granted_ = now;
  // A word being read is read to its end, one being written is written.
  for (const PortSide& port : ports_) {
    if (port.done_ != kNever) granted_ = std::max(granted_, port.done_);
    if (port.written_ != kNever) granted_ = std::max(granted_, port.written_);
  }
}

void Nvm::give_back(Time now) {
  spi_.pins(false, false, false, now);
  owner_ = kNoOwner;
  for (PortSide& port : ports_) {
    if (!port.waits_) continue;
    port.waits_ = false;
    read_word(port, now);
  }
  for (PortSide& port : ports_) {
    if (port.written_ == kNever) write_word(port, now);
  }
  lend(now);
}

void Nvm::reset(unsigned port) {
  PortSide& side = ports_[port];
  side.done_ = kNever;
  side.waits_ = false;
  side.written_ = 0;
  side.requested_ = false;
  if (owner_ == static_cast<int>(port)) give_back(agenda_.now());
}

}  // namespace ixsim::nic
