// Decoding of accesses.
#include "nic/port/pci_function.h"

namespace ixsim::nic {

PciFunction::PciFunction(const PortContext& context, FunctionPower& power, InterruptOutput& interrupts,
                         PoolSwitch& pools, const FunctionIdentity& identity, bool enumerated,
                         PciFunctionOwner& owner)
    : port_(context.port),
      endpoint_(context.endpoint),
      registers_(context.registers),
      profile_(context.profile),
      power_(power),
      interrupts_(interrupts),
      pools_(pools),
      owner_(owner),
      config_space_(identity, endpoint_.config()) {
  if (enumerated) config_space_.enumerate();
  registers_.read_on_use({Reg::CTRL});
}

bool PciFunction::access(const HostAccess& access, std::uint32_t& value, Time now) {
  if (access.function >= kFirstVirtual) return virtual_access(access, value, now);
  if (access.space == HostAccess::Space::kMemory && memory_space_) {
    const RegisterSpace space = space_of(access.bar);
    if (access.is_write) {
      registers_.write(access.offset, access.value, space, now);
    } else {
      value = registers_.read(access.offset, space, now);
    }
    return true;
  }
  if (access.space == HostAccess::Space::kIo && io_access(access, value, now)) return true;
  if (access.space != HostAccess::Space::kConfig) {
    config_space_.unsupported_request(access.posted());
    return false;
  }
  if (!access.is_write) {
    value = config_peek(access.offset);
    return true;
  }
  const auto effect = config_space_.write(access.offset, access.value, access.byte_enables);
  if (effect.changed) update_virtual_functions(now);
  if (effect.function_reset) {
    owner_.function_reset(now);
  } else if (effect.changed) {
    update(now);
  }
  return true;
}

// Returns true only for registers that a driver writes often.
bool PciFunction::shows_on_link(const HostAccess& access) const {
  if (!access.posted() || access.bar != 0) return false;
  const auto reg = registers_.at(access.offset);
  return reg == Reg::RDT || reg == Reg::TDT || reg == Reg::EIMS || reg == Reg::EIMC;
}

RegisterPlace PciFunction::place_of(const HostAccess& access) const {
  const VirtualFunctions* const functions = pools_.functions();
  if (access.function >= kFirstVirtual && functions != nullptr) {
    const unsigned n = (access.function - kFirstVirtual) / kVirtualStride;
    return functions->place(n, access.bar, access.offset);
  }
  if (access.space == HostAccess::Space::kMemory) {
    RegisterPlace place = registers_.place(access.offset, space_of(access.bar));
    place.bar = access.bar;
    return place;
  }
  if (access.offset == 4) return registers_.place(io_address_);
  RegisterPlace window;
  window.bar = access.bar;
  window.offset = access.offset;
  if (access.offset == 0) window.name = "IOADDR";
  return window;
}

bool PciFunction::virtual_access(const HostAccess& access, std::uint32_t& value, Time now) {
  VirtualFunctions* const functions = pools_.functions();
  if (functions == nullptr) return false;
  const unsigned n = (access.function - kFirstVirtual) / kVirtualStride;
  if (access.space == HostAccess::Space::kConfig) return functions->config_access(n, access, value, now);
  return access.space == HostAccess::Space::kMemory && config_space_.powered() &&
         functions->memory_access(n, access.bar, access, value);
}

// Accesses the I/O window: IOADDR selects a register of BAR 0, IODATA accesses it.
bool PciFunction::io_access(const HostAccess& access, std::uint32_t& value, Time now) {
  if (!config_space_.io_space() || access.offset >= config_space_.bar_size(profile_.io_bar)) return false;
  value = 0;
  if (access.offset == 0) {
    if (access.is_write) io_address_ = access.value;
    value = io_address_;
  } else if (access.offset == 4 && access.is_write) {
    registers_.write(io_address_, access.value, RegisterSpace::kBar0, now);
  } else if (access.offset == 4) {
    value = registers_.read(io_address_, RegisterSpace::kBar0, now);
  }
  return true;
}

std::uint32_t PciFunction::config_peek(std::uint32_t offset) const {
  return config_space_.read(offset, endpoint_.reads_outstanding(port_), interrupts_.line());
}

std::uint32_t PciFunction::register_peek(unsigned bar, std::uint32_t offset) const {
  return registers_.peek(offset, space_of(bar));
}

std::uint32_t PciFunction::io_peek(std::uint32_t offset) const {
  if (offset == 0) return io_address_;
  return offset == 4 ? register_peek(0, io_address_) : 0;
}

void PciFunction::update_virtual_functions(Time now) {
  pools_.update_active(config_space_.active_functions(), config_space_.virtual_memory(), now);
}

void PciFunction::update(Time now) {
  memory_space_ = config_space_.memory_space();
  power_.set_state(port_, config_space_.power_state());
  endpoint_.set_sizes(port_, config_space_.max_payload(), config_space_.max_read_request());
  update_mastering(now);
}

void PciFunction::update_mastering(Time now) {
  const bool stopped = (registers_.get(Reg::CTRL) & field::CTRL::GIO_DIS.mask) != 0;
  const bool mastering = config_space_.bus_master() && !stopped;
  endpoint_.set_mastering(port_, mastering, now);
  interrupts_.configured(mastering, now);
}

bool PciFunction::master_disabled() const {
  return (registers_.get(Reg::CTRL) & field::CTRL::GIO_DIS.mask) != 0 && endpoint_.master_idle(port_);
}

void PciFunction::reset(Time now) {
  config_space_.function_reset();
  update_virtual_functions(now);
  io_address_ = 0;
}

void PciFunction::power_on(Time now) {
  config_space_.power_on();
  reset(now);
}

}  // namespace ixsim::nic
