// The semaphores between the drivers of the two ports and the firmware: SWSM, GSSR and FWSM, one set for the
// whole chip. The model has no firmware; a model of it sets the semaphores that firmware holds. A bit belongs
// to the port whose access set it. A reset of that function frees the bit.
//
// Timing contract: none. Source: ixgbe_common.c (the protocol), 82599 model (bits).
#ifndef IXSIM_NIC_REGISTERS_SEMAPHORES_H
#define IXSIM_NIC_REGISTERS_SEMAPHORES_H

#include <array>

#include "base/layers.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class Semaphores {
 public:
  static constexpr unsigned kPorts = 2;

  Semaphores() {
    for (PortSide& side : sides_) side.all = this;
  }
  Semaphores(const Semaphores&) = delete;
  Semaphores& operator=(const Semaphores&) = delete;

  // Binds the registers of a port.
  void bind(RegisterFile& registers, unsigned port) {
    PortSide& side = sides_[port];
    registers.on_read<&Semaphores::swsm>(Reg::SWSM, *this);
    registers.after_read<&PortSide::swsm_read>(Reg::SWSM, side);
    registers.on_write<&PortSide::swsm_written>(Reg::SWSM, side);
    registers.on_read<&Semaphores::gssr>(Reg::GSSR, *this);
    registers.on_write<&PortSide::gssr_written>(Reg::GSSR, side);
    registers.on_read<&Semaphores::fwsm>(Reg::FWSM, *this);
  }
  // Resets the whole chip: software holds no semaphore.
  void power_on() {
    for (unsigned port = 0; port < kPorts; ++port) release(port);
    swsm_ = 0;
    gssr_ &= kFirmwareResources;
  }
  // Resets the function of a port: frees its semaphores.
  void release(unsigned port) {
    swsm_ &= ~sides_[port].swsm;
    gssr_ &= ~sides_[port].gssr;
    sides_[port].swsm = sides_[port].gssr = 0;
  }
  // Sets whether firmware has the EEPROM semaphore: software then cannot get SWESMBI.
  void set_firmware_holds(bool holds) { firmware_holds_ = holds; }
  // Sets firmware's half of GSSR, in place (bits 9:5).
  void set_firmware_resources(std::uint32_t bits) {
    gssr_ = (gssr_ & ~kFirmwareResources) | (bits & kFirmwareResources);
  }

 private:
  // The bits that accesses of one port have set.
  struct PortSide {
    // Handles a read of SWSM: the reader that finds SMBI 0 gets the semaphore.
    void swsm_read(const RegisterRead&) {
      all->take(&Semaphores::swsm_, &PortSide::swsm, *this, all->swsm_ | field::SWSM::SMBI.mask);
    }
    void swsm_written(const RegisterWrite& write) {
      const std::uint32_t denied = all->firmware_holds_ ? field::SWSM::SWESMBI.mask : 0;
      all->take(&Semaphores::swsm_, &PortSide::swsm, *this, write.new_value & ~denied);
    }
    void gssr_written(const RegisterWrite& write) {
      all->take(&Semaphores::gssr_, &PortSide::gssr, *this, write.new_value);
    }
    Semaphores* all = nullptr;
    std::uint32_t swsm = 0;
    std::uint32_t gssr = 0;
  };

  // Assigns new bits to `side`, and cleared bits to no port.
  void take(std::uint32_t Semaphores::*shared, std::uint32_t PortSide::*held, PortSide& side,
            std::uint32_t value) {
    const std::uint32_t set = value & ~(this->*shared);
    this->*shared = value;
    for (PortSide& other : sides_) other.*held &= value;
    side.*held |= set & ~(held == &PortSide::gssr ? kFirmwareResources : 0);
  }
  std::uint32_t swsm(unsigned, std::uint32_t) const { return swsm_; }
  std::uint32_t gssr(unsigned, std::uint32_t) const { return gssr_; }
  std::uint32_t fwsm(unsigned, std::uint32_t stored) const {
    return field::FWSM::EEP_FW_SM.set(stored, firmware_holds_ ? 1 : 0);
  }

  static constexpr std::uint32_t kFirmwareResources = 0x3e0;

  std::uint32_t swsm_ = 0;
  std::uint32_t gssr_ = 0;
  bool firmware_holds_ = false;
  std::array<PortSide, kPorts> sides_;
};

}  // namespace ixsim::nic

#endif
