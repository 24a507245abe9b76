// The semaphores between the drivers of the two ports and the firmware: SWSM, GSSR and FWSM, one set for the
// whole chip. There is no firmware here; a model of it sets what it holds.
//
// Timing contract: none. Source: ixgbe_common.c (the protocol), 82599 model (bits).
#ifndef IXSIM_NIC_REGISTERS_SEMAPHORES_H
#define IXSIM_NIC_REGISTERS_SEMAPHORES_H

#include "nic/registers/register_file.h"

namespace ixsim {

class Semaphores {
 public:
  // Binds the registers of a port.
  void bind(RegisterFile& registers) {
    registers.on_read<&Semaphores::swsm>(Reg::SWSM, *this);
    registers.after_read<&Semaphores::swsm_read>(Reg::SWSM, *this);
    registers.on_write<&Semaphores::swsm_written>(Reg::SWSM, *this);
    registers.on_read<&Semaphores::gssr>(Reg::GSSR, *this);
    registers.on_write<&Semaphores::gssr_written>(Reg::GSSR, *this);
    registers.on_read<&Semaphores::fwsm>(Reg::FWSM, *this);
  }
  // The whole chip is reset: nothing is held by software.
  void power_on() {
    swsm_ = 0;
    gssr_ &= kFirmwareResources;
  }
  // Firmware has the EEPROM semaphore: software does not get SWESMBI meanwhile.
  void set_firmware_holds(bool holds) { firmware_holds_ = holds; }
  // Firmware's half of GSSR, in place (bits 9:5).
  void set_firmware_resources(std::uint32_t bits) {
    gssr_ = (gssr_ & ~kFirmwareResources) | (bits & kFirmwareResources);
  }

 private:
  std::uint32_t swsm(unsigned, std::uint32_t) const { return swsm_; }
  // The reader that finds SMBI 0 holds the semaphore.
  void swsm_read(const RegisterRead&) { swsm_ |= field::SWSM::SMBI.mask; }
  void swsm_written(const RegisterWrite& write) {
    swsm_ = write.new_value;
    if (firmware_holds_) swsm_ &= ~field::SWSM::SWESMBI.mask;
  }
  std::uint32_t gssr(unsigned, std::uint32_t) const { return gssr_; }
  void gssr_written(const RegisterWrite& write) { gssr_ = write.new_value; }
  std::uint32_t fwsm(unsigned, std::uint32_t stored) const {
    return field::FWSM::EEP_FW_SM.set(stored, firmware_holds_ ? 1 : 0);
  }

  static constexpr std::uint32_t kFirmwareResources = 0x3e0;

  std::uint32_t swsm_ = 0;
  std::uint32_t gssr_ = 0;
  bool firmware_holds_ = false;
};

}  // namespace ixsim

#endif
