// The interrupt registers of one port (EICR to GPIE, IVAR, EITR, the MSI-X table), bound to the interrupt
// unit and to the table.
//
// Timing contract: the contract of InterruptUnit. Source: 82598 datasheet, interrupt registers; 82599
// datasheet, EICS_EX, EIMS_EX, EIMC_EX, EIAM_EX, IVAR_MISC.
#ifndef IXSIM_NIC_INTERRUPT_INTERRUPT_REGISTERS_H
#define IXSIM_NIC_INTERRUPT_INTERRUPT_REGISTERS_H

#include "base/agenda.h"
#include "base/layers.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/interrupt/msix_table.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class InterruptRegisters {
 public:
  InterruptRegisters(Agenda& agenda, RegisterFile& registers, InterruptUnit& unit, MsixTable& msix);
  // Sets the slot of the unit's block, and the minimum time from an interrupt to its message in host memory.
  void set_slot(Agenda::Slot slot, Time message_time) {
    slot_ = slot;
    message_time_ = message_time;
  }
  // Resets the registers (CTRL.RST).
  void reset(Time now);

 private:
  std::uint32_t causes(unsigned, std::uint32_t) const { return unit_.eicr(agenda_.now()); }
  std::uint32_t mask(unsigned, std::uint32_t) const { return unit_.eims(); }
  std::uint32_t auto_mask(unsigned, std::uint32_t stored) const;
  std::uint32_t moderation(unsigned index, std::uint32_t stored) const;
  std::uint32_t requested_vectors(unsigned index, std::uint32_t) const;
  std::uint32_t vector_mask(unsigned index, std::uint32_t) const { return unit_.vector_mask(index); }
  std::uint32_t vector_auto_mask(unsigned index, std::uint32_t) const {
    return unit_.vector_auto_mask(index);
  }

  void causes_read(const RegisterRead& read) { unit_.read_eicr(read.time); }
  void eicr_written(const RegisterWrite& write) { unit_.write_eicr(write.raw, write.time); }
  void eics_written(const RegisterWrite& write) { unit_.write_eics(write.raw, write.time); }
  void eims_written(const RegisterWrite& write) { unit_.write_eims(write.raw, write.time); }
  void eimc_written(const RegisterWrite& write) { unit_.write_eimc(write.raw, write.time); }
  void eiac_written(const RegisterWrite& write) { unit_.write_eiac(write.new_value); }
  void eiam_written(const RegisterWrite& write) { unit_.write_eiam(write.new_value); }
  void eics_ex_written(const RegisterWrite& write) {
    unit_.write_eics_ex(write.index, write.raw, write.time);
  }
  void eims_ex_written(const RegisterWrite& write) {
    unit_.write_eims_ex(write.index, write.raw, write.time);
  }
  void eimc_ex_written(const RegisterWrite& write) {
    unit_.write_eimc_ex(write.index, write.raw, write.time);
  }
  void eiam_ex_written(const RegisterWrite& write) { unit_.write_eiam_ex(write.index, write.raw); }
  void ivar_misc_written(const RegisterWrite& write) { unit_.write_ivar_misc(write.new_value, write.time); }
  void eitr_written(const RegisterWrite& write) { unit_.write_eitr(write.index, write.raw, write.time); }
  void ivar_written(const RegisterWrite& write) {
    unit_.write_ivar(write.index, write.new_value, write.time);
  }
  void gpie_written(const RegisterWrite& write);
  void pbacl_written(const RegisterWrite& write) {
    msix_.clear_pending(std::uint64_t{write.raw} << (32 * write.index));
  }

  Agenda& agenda_;
  InterruptUnit& unit_;
  MsixTable& msix_;
  Agenda::Slot slot_ = 0;
  Time message_time_ = 0;
};

}  // namespace ixsim::nic

#endif
