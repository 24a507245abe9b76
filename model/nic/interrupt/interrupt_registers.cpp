// Bindings of the interrupt registers.
#include "nic/interrupt/interrupt_registers.h"

namespace ixsim::nic {

InterruptRegisters::InterruptRegisters(Agenda& agenda, RegisterFile& registers, InterruptUnit& unit,
                                       MsixTable& msix)
    : agenda_(agenda), unit_(unit), msix_(msix) {
  using Self = InterruptRegisters;
  registers.on_read<&Self::causes>({Reg::EICR, Reg::EICS}, *this);
  registers.after_read<&Self::causes_read>(Reg::EICR, *this);
  registers.on_write<&Self::eicr_written>(Reg::EICR, *this);
  registers.on_write<&Self::eics_written>(Reg::EICS, *this);
  registers.on_read<&Self::mask>({Reg::EIMS, Reg::EIMC}, *this);
  registers.on_write<&Self::eims_written>(Reg::EIMS, *this);
  registers.on_write<&Self::eimc_written>(Reg::EIMC, *this);
  registers.on_write<&Self::eiac_written>(Reg::EIAC, *this);
  registers.on_read<&Self::auto_mask>(Reg::EIAM, *this);
  registers.on_write<&Self::eiam_written>(Reg::EIAM, *this);
  registers.on_read<&Self::requested_vectors>(Reg::EICS_EX, *this);
  registers.on_write<&Self::eics_ex_written>(Reg::EICS_EX, *this);
  registers.on_read<&Self::vector_mask>({Reg::EIMS_EX, Reg::EIMC_EX}, *this);
  registers.on_write<&Self::eims_ex_written>(Reg::EIMS_EX, *this);
  registers.on_write<&Self::eimc_ex_written>(Reg::EIMC_EX, *this);
  registers.on_read<&Self::vector_auto_mask>(Reg::EIAM_EX, *this);
  registers.on_write<&Self::eiam_ex_written>(Reg::EIAM_EX, *this);
  registers.on_read<&Self::moderation>(Reg::EITR, *this);
  registers.on_write<&Self::eitr_written>(Reg::EITR, *this);
  registers.on_write<&Self::ivar_written>(Reg::IVAR, *this);
  registers.on_write<&Self::ivar_misc_written>(Reg::IVAR_MISC, *this);
  registers.on_write<&Self::gpie_written>(Reg::GPIE, *this);
  registers.on_write<&Self::pbacl_written>(Reg::PBACL, *this);
  msix_.bind(registers, {Reg::MSIXTADD, Reg::MSIXTUADD, Reg::MSIXTMSG, Reg::MSIXTVCTRL, Reg::MSIXPBA});
}

void InterruptRegisters::reset(Time now) {
  unit_.reset(now);
  agenda_.arm_after(slot_, now);
  agenda_.set_lookahead(slot_, 0);
}

std::uint32_t InterruptRegisters::auto_mask(unsigned, std::uint32_t stored) const {
  return (stored & ~0xffffu) | (unit_.vector_auto_mask(0) & 0xffff);
}

// Timers above the vectors of the table are not used here: virtual functions have separate ones.
std::uint32_t InterruptRegisters::moderation(unsigned index, std::uint32_t stored) const {
  return index < InterruptUnit::kVectors ? unit_.read_eitr(index, agenda_.now()) : stored;
}

std::uint32_t InterruptRegisters::requested_vectors(unsigned index, std::uint32_t) const {
  return unit_.requested_vectors(index, agenda_.now());
}

void InterruptRegisters::gpie_written(const RegisterWrite& write) {
  unit_.write_gpie(write.new_value, write.time);
  msix_.keep_pending((write.new_value & field::GPIE::PBA_SUPPORT.mask) != 0);
  // Without MSI-X the interrupt line itself is an output of the unit's block.
  const bool msix = (write.new_value & field::GPIE::MSIX_MODE.mask) != 0;
  agenda_.set_lookahead(slot_, msix ? message_time_ : 0);
}

}  // namespace ixsim::nic
