// The registers of one port: what software reads and writes, and where the blocks keep what they own.
//
// Access kinds, masks and reset values come from the register map; meaning beyond them comes from the blocks,
// each of which attaches a RegisterBehaviour to the registers it gives meaning to. The file does by itself:
// all kinds of RegisterAccess, reserved bits, the second address of CTRL, EICS and EIMC as addresses of the
// bits of EICR and EIMS. It does not know: what GPIE.OCD leaves in EICR, what EIAM does to EIMS, that PBACL
// clears MSIXPBA, when a queue is enabled, that two ports share a semaphore. Those are behaviours.
//
// Timing contract: none. An access acts when it is called; the caller knows the cycle.
#ifndef IXSIM_NIC_REGISTERS_REGISTER_FILE_H
#define IXSIM_NIC_REGISTERS_REGISTER_FILE_H

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "ixsim/nic/register_observer.h"
#include "ixsim/nic/registers/register_map.h"

namespace ixsim {

// What a write by software did.
struct RegisterWrite {
  std::uint32_t old_value;  // stored before
  std::uint32_t new_value;  // stored now: masks, write-one kinds and self-clearing bits applied
  std::uint32_t raw;        // as written: here are the self-clearing bits, and bits that changed nothing
};

// The meaning that a block gives to registers. A register and its alias (EICR and EICS, EIMS and EIMC) are
// attached separately and each reports its own name; CTRL reports itself for both its addresses. All of these
// may set and get registers and reset the file.
class RegisterBehaviour {
 public:
  virtual ~RegisterBehaviour() = default;

  // What software would see now, by read() or peek(); must change nothing.
  virtual std::uint32_t shown(Reg reg, unsigned index, std::uint32_t stored) const {
    (void)reg, (void)index;
    return stored;
  }
  // Software has read `seen`. The access kind would leave `next`; the result is what is left, whatever was
  // set in the register meanwhile.
  virtual std::uint32_t was_read(Reg reg, unsigned index, std::uint32_t seen, std::uint32_t next) {
    (void)reg, (void)index, (void)seen;
    return next;
  }
  // Software has written. Called for every write, also one that changes nothing (doorbells).
  virtual void written(Reg reg, unsigned index, const RegisterWrite& write) {
    (void)reg, (void)index, (void)write;
  }
  // Asked before a write to a register that hardware owns while its queue is enabled (RDH, TDH). If false the
  // write is ignored and written() is not called.
  virtual bool writable_now(Reg reg, unsigned index) const {
    (void)reg, (void)index;
    return true;
  }
};

class RegisterDecoder;

class RegisterFile {
 public:
  enum class Reset {
    kPowerOn,   // everything
    kSoftware,  // CTRL.RST: all but registers that survive it (MSI-X table, semaphores, ATLASCTL)
  };

  // All registers hold their reset values.
  explicit RegisterFile(RegisterSet set = RegisterSet::k82598);
  RegisterFile(const RegisterFile&) = delete;
  RegisterFile& operator=(const RegisterFile&) = delete;

  RegisterSet register_set() const { return set_; }
  // Leaves out entries from `count` on, as a device does that has fewer.
  void limit(Reg reg, unsigned count) {
    const auto entries = static_cast<std::uint16_t>(count);
    if (entries < entries_[static_cast<std::size_t>(reg)]) entries_[static_cast<std::size_t>(reg)] = entries;
  }
  // Entries of a register on this device.
  unsigned entries(Reg reg) const { return entries_[static_cast<std::size_t>(reg)]; }

  // For the blocks: no access kind applies and no behaviour is told. `index` must be below the number of
  // entries that any device has.
  std::uint32_t get(Reg reg, unsigned index = 0) const { return cells_[cell(reg, index)]; }
  // Bits that do not exist stay 0.
  void set(Reg reg, unsigned index, std::uint32_t value) {
    cells_[cell(reg, index)] = value & bits(reg, index);
  }
  // A counter that stays at 0xFFFFFFFF once it got there.
  void add_saturating(Reg reg, unsigned index, std::uint64_t amount) {
    std::uint32_t& counter = cells_[cell(reg, index)];
    counter = amount > 0xFFFFFFFFu - counter ? 0xFFFFFFFFu : counter + static_cast<std::uint32_t>(amount);
  }

  // A number in two registers.
  std::uint64_t wide(Reg low, Reg high) const { return std::uint64_t{get(high)} << 32 | get(low); }
  void set_wide(Reg low, Reg high, std::uint64_t value) {
    set(low, 0, static_cast<std::uint32_t>(value));
    set(high, 0, static_cast<std::uint32_t>(value >> 32));
  }
  // An octet counter that stays full. The 82598 counts in the high register alone, the 82599 in both
  // together.
  void add_octets(Reg low, Reg high, std::uint64_t amount) {
    if (set_ == RegisterSet::k82598) return add_saturating(high, 0, amount);
    add_wide(low, high, amount);
  }

  // For software: a dword access at `offset` bytes into the space, with its side effects. Where no register
  // is (also at an offset that is no multiple of 4 or lies outside the space) reads give 0, writes do
  // nothing, and both are counted.
  std::uint32_t read(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0);
  void write(std::uint32_t offset, std::uint32_t value, RegisterSpace space = RegisterSpace::kBar0);
  // What read() would return, without any effect.
  std::uint32_t peek(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0) const;
  // The register at `offset`, if there is one.
  std::optional<Reg> at(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0) const;
  // What an access to `offset` reaches on this device, for those who follow accesses.
  RegisterPlace place(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0) const;
  std::uint64_t unimplemented_accesses() const { return unimplemented_accesses_; }

  // No behaviour is told: whoever resets the file resets the blocks. Behaviours stay attached, the count of
  // unimplemented accesses stays.
  void reset(Reset kind);
  // The value of later resets, for what the EEPROM loads (RAL and RAH 0, AUTOC). Does not touch the register.
  void set_reset_value(Reg reg, unsigned index, std::uint32_t value) {
    reset_values_[cell(reg, index)] = value & bits(reg, index);
  }

  // Gives all entries of a register a meaning, or takes it away with nullptr. The behaviour must live as
  // long.
  void attach(Reg reg, RegisterBehaviour* behaviour) {
    behaviours_[static_cast<std::size_t>(reg)] = behaviour;
  }
  // Who gives a register its meaning, or nullptr: for those who put a behaviour of their own in front of it.
  RegisterBehaviour* behaviour(Reg reg) const { return behaviours_[static_cast<std::size_t>(reg)]; }

 private:
  const RegisterInfo& about(Reg reg) const { return table_[static_cast<std::size_t>(reg)]; }
  // Out of the way of every frame of the 82598.
  [[gnu::noinline, gnu::cold]] void add_wide(Reg low, Reg high, std::uint64_t amount);
  std::uint32_t bits(Reg reg, unsigned index) const {
    const RegisterInfo& r = about(reg);
    return index + 1 == r.count ? r.last_bits : r.bits;
  }
  static std::size_t cell(Reg reg, unsigned index) {
    assert(index < kRegisterEntries[static_cast<std::size_t>(reg)]);
    return info(reg).cell + std::size_t{index};
  }

  RegisterSet set_;
  const RegisterInfo* table_;
  const RegisterDecoder* decoder_;  // of the set
  std::array<std::uint16_t, kRegisterCount> entries_{};
  // Registers that the set lacks read 0 here too.
  std::array<std::uint32_t, kRegisterCells> cells_{};
  std::array<std::uint32_t, kRegisterCells> reset_values_{};
  std::array<RegisterBehaviour*, kRegisterCount> behaviours_{};
  std::uint64_t unimplemented_accesses_ = 0;
};

}  // namespace ixsim

#endif
