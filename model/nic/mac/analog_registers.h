// The 256 byte registers of the analog part, accessed by ATLASCTL. They keep their values over CTRL.RST and
// have no effect in the model.
//
// Timing contract: a write acts at once. The value of a read is in ATLASCTL kReadTime after its address was
// latched. Source: ixgbe_82598.c (ixgbe_read_analog_reg8 and its 10 us).
#ifndef IXSIM_NIC_MAC_ANALOG_REGISTERS_H
#define IXSIM_NIC_MAC_ANALOG_REGISTERS_H

#include <array>

#include "base/agenda.h"
#include "base/layers.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class AnalogRegisters {
 public:
  static constexpr Time kReadTime = 10 * kMicrosecond;

  AnalogRegisters(const Agenda& agenda, RegisterFile& registers) : agenda_(agenda) {
    registers.on_read<&AnalogRegisters::shown>(Reg::ATLASCTL, *this);
    registers.on_write<&AnalogRegisters::written>(Reg::ATLASCTL, *this);
  }
  std::uint8_t value(std::uint8_t address) const { return values_[address]; }
  void power_on() {
    values_.fill(0);
    ready_ = kNever;
  }

 private:
  std::uint32_t shown(unsigned, std::uint32_t stored) const {
    if ((stored & field::ATLASCTL::WRITE_CMD.mask) == 0 || agenda_.now() < ready_) return stored;
    return field::ATLASCTL::DATA.set(stored, values_[field::ATLASCTL::ADDR.get(stored)]);
  }
  void written(const RegisterWrite& write) {
    if ((write.new_value & field::ATLASCTL::WRITE_CMD.mask) != 0) {
      ready_ = write.time + kReadTime;
    } else {
      values_[field::ATLASCTL::ADDR.get(write.new_value)] = static_cast<std::uint8_t>(write.new_value);
    }
  }

  const Agenda& agenda_;
  std::array<std::uint8_t, 256> values_{};
  Time ready_ = kNever;
};

}  // namespace ixsim::nic

#endif
