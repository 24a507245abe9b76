// Windows, mailboxes, interrupts and resets of virtual functions.
#include "nic/pools/virtual_functions.h"

#include <algorithm>

#include "ethernet/mac_address.h"

namespace ixsim::nic {
namespace {

// The registers of the pool's rings: the function's register, and the port's.
struct RingRegister {
  Reg own, port;
};
constexpr RingRegister kRxRing[] = {{Reg::VFRDBAL, Reg::RDBAL}, {Reg::VFRDBAH, Reg::RDBAH},
                                    {Reg::VFRDLEN, Reg::RDLEN}, {Reg::VFDCA_RXCTRL, Reg::DCA_RXCTRL},
                                    {Reg::VFRDH, Reg::RDH},     {Reg::VFSRRCTL, Reg::SRRCTL},
                                    {Reg::VFRDT, Reg::RDT},     {Reg::VFRXDCTL, Reg::RXDCTL}};
constexpr RingRegister kTxRing[] = {
    {Reg::VFTDBAL, Reg::TDBAL},           {Reg::VFTDBAH, Reg::TDBAH},   {Reg::VFTDLEN, Reg::TDLEN},
    {Reg::VFDCA_TXCTRL, Reg::DCA_TXCTRL}, {Reg::VFTDH, Reg::TDH},       {Reg::VFTDT, Reg::TDT},
    {Reg::VFTXDCTL, Reg::TXDCTL},         {Reg::VFTDWBAL, Reg::TDWBAL}, {Reg::VFTDWBAH, Reg::TDWBAH}};
constexpr unsigned kMessageWords = 16;

namespace mailbox = field::VFMAILBOX;

}  // namespace

VirtualFunctions::VirtualFunctions(Agenda& agenda, PcieEndpoint& endpoint, RegisterFile& registers,
                                   VirtualFunctionOwner& owner, unsigned port,
                                   const FunctionIdentity& identity, const PcieConfig& link)
    : agenda_(agenda), registers_(registers), owner_(owner) {
  FunctionIdentity about = identity;
  about.is_virtual = true;
  about.vectors = kVectors;
  about.msix_bar = 3;
  about.msix_capability = 0x70;
  for (unsigned n = 0; n < identity.virtual_functions; ++n) {
    about.number = kFirstVirtual + kVirtualStride * n + port;
    functions_.emplace_back(*this, n, endpoint, port, about, link);
  }
  registers.on_read<&VirtualFunctions::mailbox_shown>(Reg::PFMAILBOX, *this);
  registers.on_write<&VirtualFunctions::mailbox_written>(Reg::PFMAILBOX, *this);
  registers.on_read<&VirtualFunctions::requests>(Reg::PFMBICR, *this);
  registers.on_write<&VirtualFunctions::requests_cleared>(Reg::PFMBICR, *this);
  registers.on_read<&VirtualFunctions::resets>({Reg::VFLRE, Reg::VFLREC}, *this);
  registers.on_write<&VirtualFunctions::resets_cleared>(Reg::VFLREC, *this);
  registers.read_on_use({Reg::PFMBIMR, Reg::PFMBMEM, Reg::PSRTYPE, Reg::RXDCTL, Reg::TXDCTL});
}

VirtualFunctions::Function::Function(VirtualFunctions& owner, unsigned number, PcieEndpoint& endpoint,
                                     unsigned port, const FunctionIdentity& identity, const PcieConfig& link)
    : all(owner), n(number), config(identity, link), msix(endpoint, port, kVectors, identity.number) {
  msix.keep_pending(true);
  msix.set_open(false, 0);
  bind_registers();
}

void VirtualFunctions::Function::bind_registers() {
  const auto bind_rings = [&](const auto& rings) {
    for (const RingRegister& ring : rings) {
      registers.on_read<&Function::ring_shown>(ring.own, *this);
      registers.on_write<&Function::ring_written>(ring.own, *this);
    }
  };
  bind_rings(kRxRing);
  bind_rings(kTxRing);
  registers.on_write<&Function::control_written>(Reg::VFCTRL, *this);
  registers.on_read<&Function::status>(Reg::VFSTATUS, *this);
  registers.on_read<&Function::links>(Reg::VFLINKS, *this);
  registers.on_read<&Function::free_running_timer>(Reg::VFFRTIMER, *this);
  registers.after_read<&Function::causes_read>(Reg::VTEICR, *this);
  registers.on_write<&Function::causes_cleared>(Reg::VTEICR, *this);
  registers.on_write<&Function::causes_set>(Reg::VTEICS, *this);
  registers.on_write<&Function::mask_written>(Reg::VTEIMS, *this);
  registers.on_write<&Function::moderation_written>(Reg::VTEITR, *this);
  registers.on_read<&Function::mailbox_word>(Reg::VFMBMEM, *this);
  registers.on_write<&Function::mailbox_word_written>(Reg::VFMBMEM, *this);
  registers.on_write<&Function::mailbox_written>(Reg::VFMAILBOX, *this);
  registers.on_read<&Function::header_split>(Reg::VFPSRTYPE, *this);
  registers.on_write<&Function::header_split_written>(Reg::VFPSRTYPE, *this);
  msix.bind(registers,
            {Reg::VTMSIXTADD, Reg::VTMSIXTUADD, Reg::VTMSIXTMSG, Reg::VTMSIXTVCTRL, Reg::VTMSIXPBA});
  registers.count_on_event({Reg::VFGPRC, Reg::VFGORC_LSB, Reg::VFGORC_MSB, Reg::VFMPRC, Reg::VFGPTC,
                            Reg::VFGOTC_LSB, Reg::VFGOTC_MSB});
  registers.read_on_use({Reg::VTEIMC, Reg::VTEIAC, Reg::VTEIAM, Reg::VTIVAR, Reg::VTIVAR_MISC});
}

void VirtualFunctions::Function::clear(Time now) {
  const std::uint32_t kept =
      registers.get(Reg::VFMAILBOX) & (mailbox::PFU.mask | mailbox::RSTI.mask | mailbox::RSTD.mask);
  registers.reset(RegisterFile::Reset::kSoftware);
  registers.set(Reg::VFMAILBOX, 0, kept);
  fresh = requested = 0;
  open.fill(now);
}

std::uint64_t VirtualFunctions::unimplemented_accesses() const {
  std::uint64_t sum = 0;
  for (const Function& f : functions_) sum += f.registers.unimplemented_accesses();
  return sum;
}

void VirtualFunctions::set_active(unsigned count, bool memory, Time now) {
  memory_ = memory;
  const unsigned before = active_;
  active_ = std::min(before, count);  // for those that go or come no cause is raised
  for (unsigned n = active_; n < std::max(before, count); ++n) {
    Function& f = functions_[n];
    f.config.power_on();
    f.msix.power_on();
    f.msix.set_open(false, now);
    reset_function(n, now);
    resets_[n / 32] &= ~(1u << (n % 32));
    f.say(mailbox::RSTI, false);
    f.say(mailbox::RSTD, false);
  }
  active_ = count;
  if (before != count) owner_.mastering_changed(now);
}

void VirtualFunctions::physical_reset(Time now) {
  for (Function& f : functions_) {
    f.clear(now);
    f.say(mailbox::PFU, false);
    f.say(mailbox::RSTI, f.n < active_);
  }
  requests_.fill(0);
  resets_.fill(0);
}

void VirtualFunctions::physical_reset_done() {
  for (Function& f : functions_) {
    if (f.says(mailbox::RSTI)) f.say(mailbox::RSTD, true);
    f.say(mailbox::RSTI, false);
  }
}

// --- Accesses.

bool VirtualFunctions::memory_access(unsigned n, unsigned bar, const HostAccess& access,
                                     std::uint32_t& value) {
  if (n >= active_ || !memory_ || access.offset >= kVirtualBar || (bar != 0 && bar != 3)) return false;
  RegisterFile& registers = functions_[n].registers;
  const RegisterSpace space = bar == 3 ? RegisterSpace::kBar3 : RegisterSpace::kBar0;
  if (access.is_write) {
    registers.write(access.offset, access.value, space, agenda_.now());
  } else {
    value = registers.read(access.offset, space, agenda_.now());
  }
  return true;
}

RegisterPlace VirtualFunctions::place(unsigned n, unsigned bar, std::uint32_t offset) const {
  RegisterPlace place;
  if (n < functions_.size())
    place = functions_[n].registers.place(offset, bar == 3 ? RegisterSpace::kBar3 : RegisterSpace::kBar0);
  place.bar = bar;
  place.offset = offset;
  return place;
}

std::uint32_t VirtualFunctions::peek(unsigned n, unsigned bar, std::uint32_t offset) const {
  if (n >= active_ || !memory_ || offset >= kVirtualBar) return 0xffffffff;
  return functions_[n].registers.peek(offset, bar == 3 ? RegisterSpace::kBar3 : RegisterSpace::kBar0);
}

bool VirtualFunctions::config_access(unsigned n, const HostAccess& access, std::uint32_t& value, Time now) {
  if (n >= active_) return false;
  ConfigSpace& config = functions_[n].config;
  if (!access.is_write) {
    value = config.read(access.offset, false, false);
    return true;
  }
  const bool mastered = config.bus_master();
  const auto effect = config.write(access.offset, access.value, access.byte_enables);
  if (effect.function_reset) {
    config.function_reset();
    functions_[n].msix.power_on();
    reset_function(n, now);
  } else if (mastered && !config.bus_master()) {
    // Nothing of it may go on.
    const auto disable = [&](bool transmit, Reg control, std::uint32_t enable) {
      const auto [first, end] = queues_of(n, transmit, control);
      for (unsigned queue = first; queue < end; ++queue)
        owner_.write_register(control, queue, registers_.get(control, queue) & ~enable);
    };
    disable(false, Reg::RXDCTL, field::RXDCTL::ENABLE.mask);
    disable(true, Reg::TXDCTL, field::TXDCTL::ENABLE.mask);
  }
  update_output(n, now);
  if (mastered != config.bus_master()) owner_.mastering_changed(now);
  return true;
}

void VirtualFunctions::update_output(unsigned n, Time now) {
  const ConfigSpace& config = functions_[n].config;
  functions_[n].msix.set_open(config.msix_enabled() && !config.msix_masked() && config.bus_master(), now);
}

std::uint32_t VirtualFunctions::config_peek(unsigned n, std::uint32_t offset) const {
  return n < active_ ? functions_[n].config.read(offset, false, false) : 0xffffffff;
}

std::pair<unsigned, unsigned> VirtualFunctions::queues_of(unsigned n, bool transmit, Reg control) const {
  const unsigned queues = owner_.pool_queues(transmit);
  const unsigned most = registers_.entries(control);
  return {std::min(n * queues, most), std::min((n + 1) * queues, most)};
}

bool VirtualFunctions::ring_register(unsigned n, Reg& reg, unsigned& index) const {
  const auto find = [&](const auto& rings, bool transmit) {
    for (const RingRegister& ring : rings) {
      if (ring.own != reg) continue;
      const unsigned queues = owner_.pool_queues(transmit);
      if (index >= queues) return false;
      reg = ring.port;
      index += n * queues;
      // The mode may have fewer pools than the port has functions.
      return index < registers_.entries(reg);
    }
    return false;
  };
  return find(kRxRing, false) || find(kTxRing, true);
}

std::uint32_t VirtualFunctions::Function::status(unsigned, std::uint32_t) const {
  return field::VFSTATUS::LINK_UP.set(0, all.owner_.link_is_up() ? 1 : 0);
}

std::uint32_t VirtualFunctions::Function::links(unsigned, std::uint32_t) const {
  return all.owner_.peek_register(Reg::LINKS, 0);
}

std::uint32_t VirtualFunctions::Function::free_running_timer(unsigned, std::uint32_t) const {
  return all.owner_.free_running_timer();
}

std::uint32_t VirtualFunctions::Function::header_split(unsigned, std::uint32_t) const {
  return all.registers_.get(Reg::PSRTYPE, n);
}

void VirtualFunctions::Function::header_split_written(const RegisterWrite& write) {
  all.owner_.write_register(Reg::PSRTYPE, n, write.raw);
}

std::uint32_t VirtualFunctions::Function::mailbox_word(unsigned index, std::uint32_t) const {
  return all.registers_.get(Reg::PFMBMEM, kMessageWords * n + index);
}

void VirtualFunctions::Function::mailbox_word_written(const RegisterWrite& write) {
  all.registers_.set(Reg::PFMBMEM, kMessageWords * n + write.index, write.raw);
}

void VirtualFunctions::Function::control_written(const RegisterWrite& write) {
  if (field::VFCTRL::RST.get(write.raw) != 0) all.reset_function(n, write.time);
}

void VirtualFunctions::Function::causes_read(const RegisterRead& read) {
  requested &= fresh;
  all.wake(read.time);
}

void VirtualFunctions::Function::causes_cleared(const RegisterWrite& write) {
  requested &= ~write.raw;
  all.wake(write.time);
}

void VirtualFunctions::Function::causes_set(const RegisterWrite& write) {
  registers.set(Reg::VTEIMS, 0, registers.get(Reg::VTEIMS) | (write.raw & registers.get(Reg::VTEIAM)));
  requested |= field::VTEICS::VECTORS.get(write.raw);
  all.wake(write.time);
}

void VirtualFunctions::Function::moderation_written(const RegisterWrite& write) {
  if (write.new_value == 0) open[write.index] = write.time;
  all.wake(write.time);
}

std::uint32_t VirtualFunctions::Function::ring_shown(Reg reg, unsigned index, std::uint32_t) const {
  return all.ring_register(n, reg, index) ? all.owner_.peek_register(reg, index) : 0;
}

void VirtualFunctions::Function::ring_written(const RegisterWrite& write) {
  Reg reg = write.reg;
  unsigned index = write.index;
  std::uint32_t value = write.raw;
  // Without bus mastering no ring of the function comes into use.
  if (!config.bus_master()) {
    if (reg == Reg::VFRXDCTL) value &= ~field::VFRXDCTL::ENABLE.mask;
    if (reg == Reg::VFTXDCTL) value &= ~field::VFTXDCTL::ENABLE.mask;
  }
  if (all.ring_register(n, reg, index)) all.owner_.write_register(reg, index, value);
}

// --- The mailbox.

void VirtualFunctions::write_mailbox(Function& f, const RegisterWrite& write, Time now) {
  // The owner of the buffer keeps it until it releases it.
  const bool held = mailbox::VFU.get(write.old_value) != 0;
  f.say(mailbox::VFU, mailbox::VFU.get(write.raw) != 0 && (held || !f.says(mailbox::PFU)));
  const std::uint32_t bit = 1u << (f.n % 16);
  if (mailbox::REQ.get(write.raw) != 0) requests_[f.n / 16] |= bit;
  if (mailbox::ACK.get(write.raw) != 0) requests_[f.n / 16] |= bit << 16;
  if ((write.raw & (mailbox::REQ.mask | mailbox::ACK.mask)) != 0) notify_physical(f.n, now);
}

void VirtualFunctions::notify_physical(unsigned n, Time now) {
  if ((registers_.get(Reg::PFMBIMR, n / 32) >> (n % 32) & 1) != 0) owner_.mailbox_cause(now);
}

void VirtualFunctions::mailbox_interrupt(Function& f, Time now) {
  const std::uint32_t allocation = f.registers.get(Reg::VTIVAR_MISC);
  const unsigned vector = field::VTIVAR_MISC::INT_ALLOC.get(allocation);
  if (field::VTIVAR_MISC::VALID.get(allocation) != 0 && vector < kVectors) raise(f, vector, now);
}

std::uint32_t VirtualFunctions::mailbox_shown(unsigned index, std::uint32_t stored) const {
  if (index >= functions_.size()) return stored;
  return functions_[index].registers.get(Reg::VFMAILBOX) &
         (field::PFMAILBOX::VFU.mask | field::PFMAILBOX::PFU.mask);
}

void VirtualFunctions::mailbox_written(const RegisterWrite& write) {
  if (write.index >= functions_.size()) return;
  namespace physical = field::PFMAILBOX;
  static_assert(physical::VFU.mask == mailbox::VFU.mask && physical::PFU.mask == mailbox::PFU.mask);
  Function& f = functions_[write.index];
  if (physical::RVFU.get(write.raw) != 0) f.say(mailbox::VFU, false);
  f.say(mailbox::PFU, physical::PFU.get(write.raw) != 0 && (f.says(mailbox::PFU) || !f.says(mailbox::VFU)));
  if (write.index >= active_) return;
  if (physical::STS.get(write.raw) != 0) f.say(mailbox::PFSTS, true);
  if (physical::ACK.get(write.raw) != 0) f.say(mailbox::PFACK, true);
  if ((write.raw & (physical::STS.mask | physical::ACK.mask)) != 0) mailbox_interrupt(f, write.time);
}

// --- Resets.

void VirtualFunctions::reset_function(unsigned n, Time now) {
  const auto reset = [&](bool transmit, Reg control, const auto& rings) {
    const auto [first, end] = queues_of(n, transmit, control);
    for (unsigned queue = first; queue < end; ++queue) {
      owner_.write_register(control, queue, 0);
      for (const RingRegister& ring : rings)
        owner_.write_register(ring.port, queue, info(RegisterSet::k82599Vf, ring.own).reset);
    }
  };
  reset(false, Reg::RXDCTL, kRxRing);
  reset(true, Reg::TXDCTL, kTxRing);
  owner_.write_register(Reg::PSRTYPE, n, info(RegisterSet::k82599Vf, Reg::VFPSRTYPE).reset);
  functions_[n].clear(now);
  requests_[n / 16] &= ~(0x10001u << (n % 16));
  update_output(n, now);
  resets_[n / 32] |= 1u << (n % 32);
  if (n < active_) owner_.mailbox_cause(now);
}

// --- Statistics.

VirtualFunctions::Function* VirtualFunctions::function_of(unsigned queue, bool transmit) {
  if (active_ == 0) return nullptr;
  const unsigned n = queue / owner_.pool_queues(transmit);
  return n < active_ ? &functions_[n] : nullptr;
}

void VirtualFunctions::received(unsigned queue, std::uint32_t bytes, const std::uint8_t* to) {
  Function* const f = function_of(queue, false);
  if (f == nullptr) return;
  f->count(Reg::VFGPRC);
  f->count_octets(Reg::VFGORC_LSB, Reg::VFGORC_MSB, bytes);
  if ((to[0] & 1) != 0 && !is_broadcast(to)) f->count(Reg::VFMPRC);
}

void VirtualFunctions::sent(unsigned queue, std::uint32_t bytes) {
  Function* const f = function_of(queue, true);
  if (f == nullptr) return;
  f->count(Reg::VFGPTC);
  f->count_octets(Reg::VFGOTC_LSB, Reg::VFGOTC_MSB, bytes);
}

// --- Interrupts.

int VirtualFunctions::vector_of(unsigned entry, unsigned& n) const {
  const bool transmit = entry >= InterruptUnit::kTxEntry;
  const unsigned queues = owner_.pool_queues(transmit);
  const unsigned queue = transmit ? entry - InterruptUnit::kTxEntry : entry;
  n = queue / queues;
  if (n >= active_) return -1;
  const unsigned place = 2 * (queue % queues) + (transmit ? 1 : 0);
  const RegisterFile& registers = functions_[n].registers;
  if (place / 4 >= registers.entries(Reg::VTIVAR)) return -1;
  const std::uint32_t allocation = registers.get(Reg::VTIVAR, place / 4) >> (8 * (place % 4)) & 0xff;
  const unsigned vector = allocation & 3;
  return (allocation & 0x80) != 0 && vector < kVectors ? static_cast<int>(vector) : -1;
}

void VirtualFunctions::raise(Function& f, unsigned vector, Time now) {
  if ((f.fresh >> vector & 1) == 0) f.fresh_at[vector] = now;
  f.fresh |= 1u << vector;
  wake(now);
}

void VirtualFunctions::queue_cause(unsigned entry, Time time) {
  unsigned n = 0;
  const int vector = vector_of(entry, n);
  if (vector >= 0) raise(functions_[n], static_cast<unsigned>(vector), time);
}

bool VirtualFunctions::descriptor_waits(unsigned entry, Time) {
  unsigned n = 0;
  const int vector = vector_of(entry, n);
  if (vector < 0) return false;
  // As in the port, receive does not wait for a timer that is off.
  return entry < InterruptUnit::kTxEntry ||
         functions_[n].registers.get(Reg::VTEITR, static_cast<unsigned>(vector)) != 0;
}

void VirtualFunctions::act(Time now) {
  Time next = kNever;
  for (unsigned n = 0; n < active_; ++n) {
    Function& f = functions_[n];
    if ((f.fresh | f.requested) == 0) continue;
    RegisterFile& registers = f.registers;
    for (unsigned v = 0; v < kVectors; ++v) {
      const std::uint32_t bit = 1u << v;
      if ((f.fresh & bit) != 0) {
        if (f.fresh_at[v] >= now) {
          next = std::min(next, kDmaClock.edge_after(f.fresh_at[v]));
        } else {
          f.fresh &= ~bit;
          registers.set(Reg::VTEICR, 0, registers.get(Reg::VTEICR) | bit);
          f.requested |= bit;
        }
      }
      if ((f.requested & registers.get(Reg::VTEIMS) & bit) == 0) continue;
      if (f.open[v] > now) {
        next = std::min(next, kDmaClock.edge_at_or_after(f.open[v]));
        continue;
      }
      f.requested &= ~bit;
      // In steps of 8 units.
      f.open[v] = now + registers.get(Reg::VTEITR, v) * kModerationUnit;
      const auto drop = [&](Reg from, Reg selected) {
        registers.set(from, 0, registers.get(from) & ~(registers.get(selected) & bit));
      };
      drop(Reg::VTEICR, Reg::VTEIAC);
      drop(Reg::VTEIMS, Reg::VTEIAM);
      f.msix.fire(InterruptKind::kMsix, v, now);
    }
  }
  if (next != kNever) agenda_.arm(slot_, std::max(next, kDmaClock.edge_after(now)));
}

Time VirtualFunctions::earliest_output(Time due, Time lookahead) const { return due + lookahead; }

}  // namespace ixsim::nic
