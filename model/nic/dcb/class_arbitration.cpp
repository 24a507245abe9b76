// Conversion of registers to arbiter settings, and of credits to registers.
#include "nic/dcb/class_arbitration.h"

#include "nic/registers/class_registers.h"

namespace ixsim::nic {
namespace {

// Returns the settings of a class. The fields of all planes have the same positions; RT2CR has no groups.
CreditArbiter::Class credit_class(std::uint32_t value) {
  CreditArbiter::Class c;
  c.refill = field::TDTQ2TCCR::REFILL.get(value);
  c.limit = field::TDTQ2TCCR::MCL.get(value);
  c.group = field::TDTQ2TCCR::BWG.get(value);
  c.group_strict = (value & field::TDTQ2TCCR::GSP.mask) != 0;
  c.link_strict = (value & field::TDTQ2TCCR::LSP.mask) != 0;
  return c;
}

void set_mode(ClassArbiter& arbiter, bool by_credits, bool stopped) {
  if (by_credits != arbiter.by_credits()) arbiter.reset();
  arbiter.set_by_credits(by_credits);
  arbiter.stop(stopped);
}

// Returns the credits as a register shows them; a debt is a negative number.
std::uint32_t credits(const ClassArbiter& arbiter, unsigned index) {
  return static_cast<std::uint32_t>(arbiter.credits().credits(index));
}

}  // namespace

ClassArbitration::ClassArbitration(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma,
                                   DescriptorPlane& plane, TxMac& mac, TxDmaOwner* transmitter)
    : registers_(registers),
      weighs_pools_(profile.pool_credits),
      dma_(dma),
      plane_(plane),
      mac_(mac),
      transmitter_(transmitter) {
  const ClassRegisters& where = class_registers(registers.register_set());
  for (const auto& arbiter : {where.receive, where.descriptors, where.data})
    registers.on_write<&ClassArbitration::update>({arbiter.mode, arbiter.settings}, *this);
  registers.on_read<&ClassArbitration::receive_credits>(where.receive.credits, *this);
  registers.on_read<&ClassArbitration::descriptor_credits>(where.descriptors.credits, *this);
  registers.on_read<&ClassArbitration::data_credits>(where.data.credits, *this);
  registers.on_write<&ClassArbitration::refill_written>(Reg::RTTDT1C, *this);
  registers.on_read<&ClassArbitration::refill_shown>(Reg::RTTDT1C, *this);
  registers.on_read<&ClassArbitration::pool_credits>(Reg::RTTDT1S, *this);
  registers.read_on_use({Reg::RTTDQSEL});
}

void ClassArbitration::update(Time now) {
  const ClassRegisters& where = class_registers(registers_.register_set());
  ClassArbiter& receive = dma_.arbiter();
  ClassArbiter& descriptors = plane_.classes();
  ClassArbiter& data = mac_.arbiter();
  for (unsigned i = 0; i < CreditArbiter::kClasses; ++i) {
    receive.credits().configure(i, credit_class(registers_.get(where.receive.settings, i)));
    descriptors.credits().configure(i, credit_class(registers_.get(where.descriptors.settings, i)));
    data.credits().configure(i, credit_class(registers_.get(where.data.settings, i)));
  }
  const std::uint32_t rmcs = registers_.get(where.receive.mode);
  const std::uint32_t dpmcs = registers_.get(where.descriptors.mode);
  const std::uint32_t pdpmcs = registers_.get(where.data.mode);
  set_mode(receive, (rmcs & field::RMCS::RAC.mask) != 0, (rmcs & field::RMCS::ARBDIS.mask) != 0);
  set_mode(descriptors, (dpmcs & field::DPMCS::TDPAC.mask) != 0, (dpmcs & field::DPMCS::ARBDIS.mask) != 0);
  set_mode(data, (pdpmcs & field::PDPMCS::TPPAC.mask) != 0, (pdpmcs & field::PDPMCS::ARBDIS.mask) != 0);
  if (weighs_pools_) plane_.set_weigh_pools((dpmcs & field::RTTDCS::VMPAC.mask) != 0);
  dma_.arbitration_changed(now);
  if (transmitter_ == nullptr) return;
  mac_.arbitration_changed(now);
  transmitter_->requests_changed(now);
}

void ClassArbitration::reset() {
  dma_.arbiter().reset();
  plane_.reset();
  mac_.arbiter().reset();
}

std::uint32_t ClassArbitration::receive_credits(unsigned index, std::uint32_t) const {
  return credits(dma_.arbiter(), index);
}

std::uint32_t ClassArbitration::descriptor_credits(unsigned index, std::uint32_t) const {
  return credits(plane_.classes(), index);
}

std::uint32_t ClassArbitration::data_credits(unsigned index, std::uint32_t) const {
  return credits(mac_.arbiter(), index);
}

void ClassArbitration::refill_written(const RegisterWrite& write) {
  plane_.set_refill(registers_.get(Reg::RTTDQSEL), write.new_value);
}

std::uint32_t ClassArbitration::refill_shown(unsigned, std::uint32_t) const {
  return plane_.refill(registers_.get(Reg::RTTDQSEL));
}

std::uint32_t ClassArbitration::pool_credits(unsigned, std::uint32_t) const {
  return static_cast<std::uint32_t>(plane_.credits(registers_.get(Reg::RTTDQSEL)));
}

}  // namespace ixsim::nic
