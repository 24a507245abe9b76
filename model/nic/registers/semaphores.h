// The semaphores between the drivers of the two ports and the firmware: SWSM, GSSR and FWSM, one set for the
// whole chip. There is no firmware here; whoever models it says what it holds.
//
// Timing contract: none. Source: ixgbe_common.c (the protocol), 82599 model (bits).
#ifndef IXSIM_NIC_REGISTERS_SEMAPHORES_H
#define IXSIM_NIC_REGISTERS_SEMAPHORES_H

#include "ixsim/nic/registers/register_file.h"

namespace ixsim {

class Semaphores : public RegisterBehaviour {
 public:
  // Gives the registers of a port their meaning.
  void attach(RegisterFile& registers) {
    for (const Reg reg : {Reg::SWSM, Reg::GSSR, Reg::FWSM}) registers.attach(reg, this);
  }
  // Firmware has the EEPROM semaphore: software does not get SWESMBI meanwhile.
  void set_firmware_holds(bool holds) { firmware_holds_ = holds; }
  // Firmware's half of GSSR, in place (bits 9:5).
  void set_firmware_resources(std::uint32_t bits) {
    gssr_ = (gssr_ & ~kFirmwareResources) | (bits & kFirmwareResources);
  }

  std::uint32_t shown(Reg reg, unsigned, std::uint32_t stored) const override {
    if (reg == Reg::SWSM) return swsm_;
    if (reg == Reg::GSSR) return gssr_;
    return field::FWSM::EEP_FW_SM.set(stored, firmware_holds_ ? 1 : 0);
  }
  std::uint32_t was_read(Reg reg, unsigned, std::uint32_t, std::uint32_t next) override {
    // Who reads 0 has it.
    if (reg == Reg::SWSM) swsm_ |= field::SWSM::SMBI.mask;
    return next;
  }
  void written(Reg reg, unsigned, const RegisterWrite& write) override {
    if (reg == Reg::GSSR) gssr_ = write.new_value;
    if (reg != Reg::SWSM) return;
    swsm_ = write.new_value;
    if (firmware_holds_) swsm_ &= ~field::SWSM::SWESMBI.mask;
  }

 private:
  static constexpr std::uint32_t kFirmwareResources = 0x3e0;

  std::uint32_t swsm_ = 0;
  std::uint32_t gssr_ = 0;
  bool firmware_holds_ = false;
};

}  // namespace ixsim

#endif
