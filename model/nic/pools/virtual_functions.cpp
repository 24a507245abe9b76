// Windows, mailboxes, interrupts and resets of virtual functions.
#include "ixsim/nic/pools/virtual_functions.h"

#include <algorithm>

namespace ixsim {
namespace {

constexpr std::uint32_t kControl = 0x000, kStatus = 0x008, kLinks = 0x010, kTimer = 0x048;
constexpr std::uint32_t kCause = 0x100, kCauseSet = 0x104, kMaskSet = 0x108, kMaskClear = 0x10c;
constexpr std::uint32_t kAutoClear = 0x110, kAutoMask = 0x114, kAllocation = 0x120, kAllocationMisc = 0x140;
constexpr std::uint32_t kMessages = 0x200, kMailbox = 0x2fc, kSplit = 0x300, kThrottle = 0x820;
constexpr std::uint32_t kRxRings = 0x1000, kTxRings = 0x2000, kRingWindow = 0x1000, kRingStride = 0x40;
constexpr unsigned kMessageWords = 16;
constexpr std::uint32_t kReset = 1u << 26;
constexpr std::uint32_t kVectorBits = (1u << VirtualFunctions::kVectors) - 1;
constexpr std::uint32_t kIntervalBits = 0xff8;
// VFMAILBOX and, the first four, PFMAILBOX.
constexpr std::uint32_t kRequest = 1, kAcknowledge = 2, kFunctionHolds = 4, kPhysicalHolds = 8;
constexpr std::uint32_t kRevoke = 0x10;
constexpr std::uint32_t kMessageThere = 0x10, kMessageTaken = 0x20, kResetUnderWay = 0x40, kResetDone = 0x80;

struct RingRegister {
  std::uint32_t offset;
  Reg reg;
};
constexpr RingRegister kRxRing[] = {{0x00, Reg::RDBAL},      {0x04, Reg::RDBAH}, {0x08, Reg::RDLEN},
                                    {0x0c, Reg::DCA_RXCTRL}, {0x10, Reg::RDH},   {0x14, Reg::SRRCTL},
                                    {0x18, Reg::RDT},        {0x28, Reg::RXDCTL}};
constexpr RingRegister kTxRing[] = {{0x00, Reg::TDBAL},      {0x04, Reg::TDBAH},  {0x08, Reg::TDLEN},
                                    {0x0c, Reg::DCA_TXCTRL}, {0x10, Reg::TDH},    {0x18, Reg::TDT},
                                    {0x28, Reg::TXDCTL},     {0x38, Reg::TDWBAL}, {0x3c, Reg::TDWBAH}};

}  // namespace

VirtualFunctions::VirtualFunctions(Agenda& agenda, PcieEndpoint& endpoint, RegisterFile& registers,
                                   VirtualFunctionOwner& owner, unsigned port,
                                   const FunctionIdentity& identity, const PcieConfig& link)
    : agenda_(agenda), registers_(registers), owner_(owner) {
  FunctionIdentity about = identity;
  about.is_virtual = true;
  about.vectors = kVectors;
  about.msix_bar = 3;
  functions_.reserve(identity.virtual_functions);
  for (unsigned n = 0; n < identity.virtual_functions; ++n) {
    about.number = kFirstVirtual + kVirtualStride * n + port;
    functions_.emplace_back(about, link);
    functions_.back().msix = std::make_unique<MsixTable>(endpoint, port, kVectors, about.number);
    functions_.back().msix->keep_pending(true);
    functions_.back().msix->set_open(false, 0);
  }
}

void VirtualFunctions::attach() {
  for (const Reg reg : {Reg::PFMAILBOX, Reg::PFMBICR, Reg::VFLRE, Reg::VFLREC}) registers_.attach(reg, this);
}

void VirtualFunctions::set_active(unsigned count, bool memory, Time now) {
  memory_ = memory;
  const unsigned before = active_;
  for (unsigned n = std::min(before, count); n < std::max(before, count); ++n) {
    functions_[n].config.function_reset();
    functions_[n].msix->power_on();
    functions_[n].msix->set_open(false, now);
    reset_function(n, now);
    resets_[n / 32] &= ~(1u << (n % 32));
    functions_[n].reset_under_way = functions_[n].reset_done = false;
  }
  active_ = count;
  if (before != count) owner_.mastering_changed(now);
}

void VirtualFunctions::physical_reset(Time now) {
  for (unsigned n = 0; n < functions_.size(); ++n) {
    Function& f = functions_[n];
    f.eicr = f.eims = f.eiac = f.eiam = f.ivar_misc = f.fresh = f.requested = 0;
    f.ivar.fill(0);
    f.interval.fill(0);
    f.open.fill(now);
    f.held_by_function = f.held_by_physical = f.message = f.taken = false;
    f.reset_under_way = n < active_;
  }
  requests_.fill(0);
  resets_.fill(0);
}

void VirtualFunctions::physical_reset_done() {
  for (Function& f : functions_) {
    f.reset_done = f.reset_done || f.reset_under_way;
    f.reset_under_way = false;
  }
}

// --- Accesses.

bool VirtualFunctions::memory_access(unsigned n, unsigned bar, const HostAccess& access, std::uint32_t& value,
                                     Time now) {
  if (n >= active_ || !memory_ || access.offset >= kVirtualBar || (bar != 0 && bar != 3)) return false;
  MsixTable& table = *functions_[n].msix;
  if (bar == 3) {
    if (access.is_write) {
      table.write(access.offset, access.value, now);
    } else {
      value = table.read(access.offset);
    }
  } else if (access.is_write) {
    write(n, access.offset, access.value, now);
  } else {
    value = read(n, access.offset, now);
  }
  return true;
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
    functions_[n].msix->power_on();
    reset_function(n, now);
  } else if (mastered && !config.bus_master()) {
    // Nothing of it may go on.
    for (unsigned i = 0; i < owner_.pool_queues(false); ++i) {
      const unsigned queue = n * owner_.pool_queues(false) + i;
      owner_.write_register(Reg::RXDCTL, queue,
                            registers_.get(Reg::RXDCTL, queue) & ~field::RXDCTL::ENABLE.mask);
    }
    for (unsigned i = 0; i < owner_.pool_queues(true); ++i) {
      const unsigned queue = n * owner_.pool_queues(true) + i;
      owner_.write_register(Reg::TXDCTL, queue,
                            registers_.get(Reg::TXDCTL, queue) & ~field::TXDCTL::ENABLE.mask);
    }
  }
  update_output(n, now);
  if (mastered != config.bus_master()) owner_.mastering_changed(now);
  return true;
}

void VirtualFunctions::update_output(unsigned n, Time now) {
  const ConfigSpace& config = functions_[n].config;
  functions_[n].msix->set_open(config.msix_enabled() && !config.msix_masked() && config.bus_master(), now);
}

std::uint32_t VirtualFunctions::config_peek(unsigned n, std::uint32_t offset) const {
  return n < active_ ? functions_[n].config.read(offset, false, false) : 0xffffffff;
}

bool VirtualFunctions::ring_register(unsigned n, std::uint32_t offset, Reg& reg, unsigned& index) const {
  const bool transmit = offset >= kTxRings;
  if (offset < kRxRings || offset >= kTxRings + kRingWindow) return false;
  const std::uint32_t inside = (offset - kRxRings) % kRingWindow;
  const unsigned queues = owner_.pool_queues(transmit);
  if (inside / kRingStride >= queues) return false;
  const auto find = [&](const auto& ring) {
    for (const RingRegister& entry : ring) {
      if (entry.offset != inside % kRingStride) continue;
      reg = entry.reg;
      index = n * queues + inside / kRingStride;
      return true;
    }
    return false;
  };
  return transmit ? find(kTxRing) : find(kRxRing);
}

std::uint32_t VirtualFunctions::own_register(unsigned n, std::uint32_t offset, bool& there) const {
  const Function& f = functions_[n];
  there = true;
  switch (offset) {
    case kControl:
      return 0;
    case kStatus:
      return field::STATUS::LINK_UP.set(0, owner_.link_is_up() ? 1 : 0);
    case kLinks:
      return owner_.peek_register(Reg::LINKS, 0);
    case kTimer:
      return owner_.free_running_timer();
    case kCause:
    case kCauseSet:
      return f.eicr;
    case kMaskSet:
    case kMaskClear:
      return f.eims;
    case kAutoClear:
      return f.eiac;
    case kAutoMask:
      return f.eiam;
    case kAllocationMisc:
      return f.ivar_misc;
    case kMailbox:
      return (f.held_by_function ? kFunctionHolds : 0) | (f.held_by_physical ? kPhysicalHolds : 0) |
             (f.message ? kMessageThere : 0) | (f.taken ? kMessageTaken : 0) |
             (f.reset_under_way ? kResetUnderWay : 0) | (f.reset_done ? kResetDone : 0);
    case kSplit:
      return registers_.get(Reg::PSRTYPE, n);
    default:
      break;
  }
  if (offset >= kAllocation && offset < kAllocation + 4 * f.ivar.size())
    return f.ivar[(offset - kAllocation) / 4];
  if (offset >= kThrottle && offset < kThrottle + 4 * kVectors) return f.interval[(offset - kThrottle) / 4];
  if (offset >= kMessages && offset < kMessages + 4 * kMessageWords)
    return registers_.get(Reg::PFMBMEM, kMessageWords * n + (offset - kMessages) / 4);
  there = false;
  return 0;
}

std::uint32_t VirtualFunctions::peek(unsigned n, unsigned bar, std::uint32_t offset) const {
  if (n >= active_ || !memory_ || offset >= kVirtualBar) return 0xffffffff;
  if (bar == 3) return functions_[n].msix->read(offset);
  Reg reg{};
  unsigned index = 0;
  if (offset % 4 != 0) return 0;
  if (ring_register(n, offset, reg, index)) return owner_.peek_register(reg, index);
  bool there = false;
  return own_register(n, offset, there);
}

std::uint32_t VirtualFunctions::read(unsigned n, std::uint32_t offset, Time now) {
  Function& f = functions_[n];
  Reg reg{};
  unsigned index = 0;
  if (offset % 4 == 0 && ring_register(n, offset, reg, index)) return owner_.read_register(reg, index);
  bool there = false;
  const std::uint32_t value = offset % 4 == 0 ? own_register(n, offset, there) : 0;
  if (!there) ++unimplemented_;
  if (offset == kCause) {
    f.eicr = 0;
    f.requested &= f.fresh;
    wake(now);
  } else if (offset == kMailbox) {
    f.message = f.taken = f.reset_done = false;
  }
  return value;
}

void VirtualFunctions::write(unsigned n, std::uint32_t offset, std::uint32_t value, Time now) {
  Function& f = functions_[n];
  Reg reg{};
  unsigned index = 0;
  if (offset % 4 == 0 && ring_register(n, offset, reg, index)) {
    // Without bus mastering no ring of the function comes into use.
    const bool enables = reg == Reg::RXDCTL || reg == Reg::TXDCTL;
    if (enables && !f.config.bus_master()) value &= ~field::RXDCTL::ENABLE.mask;
    owner_.write_register(reg, index, value);
    return;
  }
  switch (offset) {
    case kControl:
      if ((value & kReset) != 0) reset_function(n, now);
      return;
    case kCause:
      f.eicr &= ~value;
      f.requested &= ~value;
      return wake(now);
    case kCauseSet:
      f.eims |= value & f.eiam;
      f.eicr |= value & kVectorBits;
      f.requested |= value & kVectorBits;
      return wake(now);
    case kMaskSet:
      f.eims |= value & kVectorBits;
      return wake(now);
    case kMaskClear:
      f.eims &= ~value;
      return;
    case kAutoClear:
      f.eiac = value & kVectorBits;
      return;
    case kAutoMask:
      f.eiam = value & kVectorBits;
      return;
    case kAllocationMisc:
      f.ivar_misc = value & 0x83;
      return;
    case kMailbox:
      return write_mailbox(n, value, now);
    case kSplit:
      owner_.write_register(Reg::PSRTYPE, n, value);
      return;
    default:
      break;
  }
  bool there = false;
  if (offset % 4 != 0) {
    ++unimplemented_;
  } else if (offset >= kAllocation && offset < kAllocation + 4 * f.ivar.size()) {
    f.ivar[(offset - kAllocation) / 4] = value & 0x83838383;
  } else if (offset >= kThrottle && offset < kThrottle + 4 * kVectors) {
    const unsigned vector = (offset - kThrottle) / 4;
    f.interval[vector] = value & kIntervalBits;
    if (f.interval[vector] == 0) f.open[vector] = now;
    wake(now);
  } else if (offset >= kMessages && offset < kMessages + 4 * kMessageWords) {
    registers_.set(Reg::PFMBMEM, kMessageWords * n + (offset - kMessages) / 4, value);
  } else {
    own_register(n, offset, there);
    if (!there) ++unimplemented_;
  }
}

// --- The mailbox.

void VirtualFunctions::write_mailbox(unsigned n, std::uint32_t value, Time now) {
  Function& f = functions_[n];
  // Whoever holds the buffer keeps it until he lets go.
  f.held_by_function = (value & kFunctionHolds) != 0 && (f.held_by_function || !f.held_by_physical);
  const std::uint32_t bit = 1u << (n % 16);
  if ((value & kRequest) != 0) requests_[n / 16] |= bit;
  if ((value & kAcknowledge) != 0) requests_[n / 16] |= bit << 16;
  if ((value & (kRequest | kAcknowledge)) != 0) tell_physical(n, now);
}

void VirtualFunctions::tell_physical(unsigned n, Time now) {
  if ((registers_.get(Reg::PFMBIMR, n / 32) >> (n % 32) & 1) != 0) owner_.mailbox_cause(now);
}

void VirtualFunctions::mailbox_interrupt(unsigned n, Time now) {
  const Function& f = functions_[n];
  if ((f.ivar_misc & 0x80) != 0 && (f.ivar_misc & 3) < kVectors) raise(n, f.ivar_misc & 3, now);
}

std::uint32_t VirtualFunctions::shown(Reg reg, unsigned index, std::uint32_t stored) const {
  switch (reg) {
    case Reg::PFMAILBOX:
      if (index >= functions_.size()) return stored;
      return (functions_[index].held_by_function ? kFunctionHolds : 0) |
             (functions_[index].held_by_physical ? kPhysicalHolds : 0);
    case Reg::PFMBICR:
      return requests_[index];
    case Reg::VFLRE:
    case Reg::VFLREC:
      return resets_[index];
    default:
      return stored;
  }
}

void VirtualFunctions::written(Reg reg, unsigned index, const RegisterWrite& write) {
  const Time now = agenda_.now();
  if (reg == Reg::PFMBICR) {
    requests_[index] &= ~write.raw;
  } else if (reg == Reg::VFLREC) {
    resets_[index] &= ~write.raw;
  } else if (reg == Reg::PFMAILBOX && index < functions_.size()) {
    Function& f = functions_[index];
    if ((write.raw & kRevoke) != 0) f.held_by_function = false;
    f.held_by_physical = (write.raw & kPhysicalHolds) != 0 && (f.held_by_physical || !f.held_by_function);
    if (index >= active_) return;
    f.message = f.message || (write.raw & kRequest) != 0;
    f.taken = f.taken || (write.raw & kAcknowledge) != 0;
    if ((write.raw & (kRequest | kAcknowledge)) != 0) mailbox_interrupt(index, now);
  }
}

// --- Resets.

void VirtualFunctions::reset_function(unsigned n, Time now) {
  Function& f = functions_[n];
  const auto reset = [&](bool transmit, Reg control, const auto& ring) {
    const unsigned queues = owner_.pool_queues(transmit);
    for (unsigned queue = n * queues; queue < (n + 1) * queues && queue < registers_.entries(control);
         ++queue) {
      owner_.write_register(control, queue, 0);
      for (const RingRegister& entry : ring)
        owner_.write_register(entry.reg, queue, info(registers_.register_set(), entry.reg).reset);
    }
  };
  reset(false, Reg::RXDCTL, kRxRing);
  reset(true, Reg::TXDCTL, kTxRing);
  f.eicr = f.eims = f.eiac = f.eiam = f.ivar_misc = f.fresh = f.requested = 0;
  f.ivar.fill(0);
  f.interval.fill(0);
  f.open.fill(now);
  f.held_by_function = f.message = f.taken = false;
  update_output(n, now);
  resets_[n / 32] |= 1u << (n % 32);
  if (n < active_) owner_.mailbox_cause(now);
}

// --- Interrupts.

int VirtualFunctions::vector_of(unsigned entry, unsigned& n) const {
  const bool transmit = entry >= InterruptUnit::kTxEntry;
  const unsigned queues = owner_.pool_queues(transmit);
  const unsigned queue = transmit ? entry - InterruptUnit::kTxEntry : entry;
  n = queue / queues;
  if (n >= active_) return -1;
  const unsigned place = 2 * (queue % queues) + (transmit ? 1 : 0);
  if (place / 4 >= functions_[n].ivar.size()) return -1;
  const std::uint32_t allocation = functions_[n].ivar[place / 4] >> (8 * (place % 4)) & 0xff;
  const unsigned vector = allocation & 3;
  return (allocation & 0x80) != 0 && vector < kVectors ? static_cast<int>(vector) : -1;
}

void VirtualFunctions::raise(unsigned n, unsigned vector, Time now) {
  Function& f = functions_[n];
  if ((f.fresh >> vector & 1) == 0) f.fresh_at[vector] = now;
  f.fresh |= 1u << vector;
  wake(now);
}

void VirtualFunctions::queue_cause(unsigned entry, Time time) {
  unsigned n = 0;
  const int vector = vector_of(entry, n);
  if (vector >= 0) raise(n, static_cast<unsigned>(vector), time);
}

bool VirtualFunctions::descriptor_waits(unsigned entry, Time) {
  unsigned n = 0;
  const int vector = vector_of(entry, n);
  return vector >= 0 && functions_[n].interval[static_cast<unsigned>(vector)] != 0;
}

void VirtualFunctions::act(Time now) {
  Time next = kNever;
  for (unsigned n = 0; n < active_; ++n) {
    Function& f = functions_[n];
    if ((f.fresh | f.requested) == 0) continue;
    for (unsigned v = 0; v < kVectors; ++v) {
      const std::uint32_t bit = 1u << v;
      if ((f.fresh & bit) != 0) {
        if (f.fresh_at[v] >= now) {
          next = std::min(next, kDmaClock.edge_after(f.fresh_at[v]));
        } else {
          f.fresh &= ~bit;
          f.eicr |= bit;
          f.requested |= bit;
        }
      }
      if ((f.requested & f.eims & bit) == 0) continue;
      if (f.open[v] > now) {
        next = std::min(next, kDmaClock.edge_at_or_after(f.open[v]));
        continue;
      }
      f.requested &= ~bit;
      f.open[v] = now + f.interval[v] * InterruptUnit::kModerationUnit;
      f.eicr &= ~(f.eiac & bit);
      f.eims &= ~(f.eiam & bit);
      f.msix->fire(InterruptKind::kMsix, v, now);
    }
  }
  if (next != kNever) agenda_.arm(slot_, std::max(next, kDmaClock.edge_after(now)));
}

Time VirtualFunctions::visible(Time due, Time lookahead) const { return due + lookahead; }

}  // namespace ixsim
