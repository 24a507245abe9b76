// The registers of one port: software reads and writes them, and blocks keep their values there.
//
// Access kinds, masks and reset values come from the register map. A block that owns the meaning of a
// register binds its member functions to the register where the block is constructed: on_write, on_read,
// after_read, writable_while. A block that needs no call declares its registers: read_on_use, count_on_event.
// Each register that the description calls implemented is bound or declared. The file itself implements all
// kinds of RegisterAccess, reserved bits, the second address of CTRL, and EICS and EIMC as second addresses
// of the bits of EICR and EIMS.
//
// Timing contract: none. An access acts when it is called; the caller passes the time.
#ifndef IXSIM_NIC_REGISTERS_REGISTER_FILE_H
#define IXSIM_NIC_REGISTERS_REGISTER_FILE_H

#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/layers.h"
#include "ixsim/register_observer.h"
#include "ixsim/time.h"
#include "nic/registers/register_map.h"

namespace ixsim::nic {

// A write by software, as passed to the listeners of the register.
struct RegisterWrite {
  Reg reg;  // an alias (EICR and EICS, EIMS and EIMC) keeps its name; CTRL is CTRL at both its addresses
  unsigned index;
  std::uint32_t old_value;  // value stored before
  std::uint32_t new_value;  // value stored now: masks, write-one kinds and self-clearing bits applied
  std::uint32_t raw;        // value as written, with self-clearing bits and bits without effect
  Time time;
};

// A read by software.
struct RegisterRead {
  Reg reg;
  unsigned index;
  std::uint32_t seen;
  Time time;
};

// The functions bound to one kind of access, by register, in the order of binding.
template <typename Call>
class RegisterBindings {
 public:
  struct Binding {
    void* block;
    Call call;
    std::uint16_t next;
  };
  void add(Reg reg, void* block, Call call) {
    const auto added = static_cast<std::uint16_t>(bindings_.size());
    bindings_.push_back({block, call, 0});
    const std::size_t i = static_cast<std::size_t>(reg);
    (first_[i] == 0 ? first_[i] : bindings_[last_[i]].next) = added;
    last_[i] = added;
  }
  bool has(Reg reg) const { return first_[static_cast<std::size_t>(reg)] != 0; }
  template <typename Function>
  void for_each(Reg reg, Function function) const {
    for (std::uint16_t i = first_[static_cast<std::size_t>(reg)]; i != 0; i = bindings_[i].next)
      function(bindings_[i]);
  }

 private:
  std::vector<Binding> bindings_{1};
  std::array<std::uint16_t, kRegisterCount> first_{};  // 0: none
  std::array<std::uint16_t, kRegisterCount> last_{};
};

class RegisterDecoder;

class RegisterFile {
 public:
  enum class Reset {
    kPowerOn,   // all registers
    kSoftware,  // CTRL.RST: all but registers that survive it (MSI-X table, semaphores, ATLASCTL)
  };

  // Makes a file with all registers at their reset values.
  explicit RegisterFile(RegisterSet set = RegisterSet::k82598);
  RegisterFile(const RegisterFile&) = delete;
  RegisterFile& operator=(const RegisterFile&) = delete;

  RegisterSet register_set() const { return set_; }
  // Removes the entries from `count` on, for a device that has fewer.
  void limit(Reg reg, unsigned count) {
    const auto entries = static_cast<std::uint16_t>(count);
    if (entries < entries_[static_cast<std::size_t>(reg)]) entries_[static_cast<std::size_t>(reg)] = entries;
  }
  // Returns the number of entries of a register on this device.
  unsigned entries(Reg reg) const { return entries_[static_cast<std::size_t>(reg)]; }

  // Returns a value for the blocks: no access kind applies and no listener is called. `index` must be below
  // the maximum number of entries of all devices.
  std::uint32_t get(Reg reg, unsigned index = 0) const { return cells_[cell(reg, index)]; }
  // Sets a value; bits that do not exist stay 0.
  void set(Reg reg, unsigned index, std::uint32_t value) {
    cells_[cell(reg, index)] = value & bits(reg, index);
  }
  // Adds to a counter that saturates at 0xFFFFFFFF.
  void add_saturating(Reg reg, unsigned index, std::uint64_t amount) {
    std::uint32_t& counter = cells_[cell(reg, index)];
    counter = amount > 0xFFFFFFFFu - counter ? 0xFFFFFFFFu : counter + static_cast<std::uint32_t>(amount);
  }

  // Returns a number that is stored in two registers.
  std::uint64_t wide(Reg low, Reg high, unsigned index = 0) const {
    return std::uint64_t{get(high, index)} << 32 | get(low, index);
  }
  void set_wide(Reg low, Reg high, std::uint64_t value, unsigned index = 0) {
    set(low, index, static_cast<std::uint32_t>(value));
    set(high, index, static_cast<std::uint32_t>(value >> 32));
  }
  // Adds to an octet counter that saturates. The 82598 counts in the high register alone, the 82599 in both
  // together.
  void add_octets(Reg low, Reg high, std::uint64_t amount) {
    if (is_of_82598(set_)) return add_saturating(high, 0, amount);
    add_wide(low, high, 0, amount);
  }
  // Adds to an octet counter of a queue, of which the 82598 has only the low register.
  void add_queue_octets(Reg low, Reg high, unsigned index, std::uint64_t amount) {
    if (is_of_82598(set_)) return add_saturating(low, index, amount);
    add_wide(low, high, index, amount);
  }

  // Accesses a dword at `offset` bytes into the space for software, with side effects. At an offset without a
  // register (also one that is no multiple of 4 or lies outside the space) reads return 0 and writes have no
  // effect; both are counted.
  std::uint32_t read(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0, Time time = 0);
  void write(std::uint32_t offset, std::uint32_t value, RegisterSpace space = RegisterSpace::kBar0,
             Time time = 0);
  // Returns the value that read() would return, without side effects.
  std::uint32_t peek(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0) const;
  // Returns the register at `offset`, if there is one.
  std::optional<Reg> at(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0) const;
  // Returns the target of an access to `offset` on this device, for observers of accesses.
  RegisterPlace place(std::uint32_t offset, RegisterSpace space = RegisterSpace::kBar0) const;
  std::uint64_t unimplemented_accesses() const { return unimplemented_accesses_; }

  // Resets the registers and calls no listener: the owner of the file resets the blocks. Bindings and the
  // count of unimplemented accesses stay.
  void reset(Reset kind);
  // Sets the value of later resets, for registers that the EEPROM loads (RAL and RAH 0, AUTOC). Does not
  // change the register.
  void set_reset_value(Reg reg, unsigned index, std::uint32_t value) {
    reset_values_[cell(reg, index)] = value & bits(reg, index);
  }

  // --- Bindings of all entries of a register. The block must live as long as the file.

  // Binds `Member`, which is called after every write by software, also after one that changes nothing
  // (doorbells): void(const RegisterWrite&), or void(Time) of a block that reads its registers again.
  template <auto Member, typename Block>
  void on_write(Reg reg, Block& block) {
    on_write_.add(reg, &block, [](void* to, const RegisterWrite& write) {
      if constexpr (std::is_invocable_v<decltype(Member), Block&, const RegisterWrite&>) {
        (static_cast<Block*>(to)->*Member)(write);
      } else {
        (static_cast<Block*>(to)->*Member)(write.time);
      }
    });
  }
  template <auto Member, typename Block>
  void on_write(std::initializer_list<Reg> regs, Block& block) {
    for (const Reg reg : regs) on_write<Member>(reg, block);
  }
  // Binds `Member`, which computes the value that software reads, by read() or peek(): uint32(unsigned index,
  // uint32 stored) const, or with the register in front. `stored` is the result of the previous binding.
  // `Member` must change nothing.
  template <auto Member, typename Block>
  void on_read(Reg reg, const Block& block) {
    on_read_.add(
        reg, const_cast<Block*>(&block),
        [](void* of, Reg shown, unsigned index, std::uint32_t stored) -> std::uint32_t {
          const Block* const from = static_cast<const Block*>(of);
          if constexpr (std::is_invocable_v<decltype(Member), const Block&, unsigned, std::uint32_t>) {
            return (from->*Member)(index, stored);
          } else {
            return (from->*Member)(shown, index, stored);
          }
        });
  }
  template <auto Member, typename Block>
  void on_read(std::initializer_list<Reg> regs, const Block& block) {
    for (const Reg reg : regs) on_read<Member>(reg, block);
  }
  // Binds `Member`, which is called after software has read, with the value that the access kind leaves:
  // void(const RegisterRead&).
  template <auto Member, typename Block>
  void after_read(Reg reg, Block& block) {
    after_read_.add(reg, &block,
                    [](void* to, const RegisterRead& read) { (static_cast<Block*>(to)->*Member)(read); });
  }
  // Binds `Member` for a register that hardware owns while its queue is enabled (RDH, TDH). A write is
  // ignored unless it returns true: bool(unsigned index) const.
  template <auto Member, typename Block>
  void writable_while(Reg reg, const Block& block) {
    writable_.add(reg, const_cast<Block*>(&block),
                  [](void* of, unsigned index) { return (static_cast<const Block*>(of)->*Member)(index); });
  }
  // Declares registers that a block reads when it needs them, without a listener.
  void read_on_use(std::initializer_list<Reg> regs) { declare(regs); }
  // Declares counters that a block keeps by add_saturating() or set(), for software to read.
  void count_on_event(std::initializer_list<Reg> regs) { declare(regs); }
  // Returns whether any block has bound or declared the register.
  bool has_meaning(Reg reg) const {
    return on_write_.has(reg) || on_read_.has(reg) || after_read_.has(reg) ||
           declared_[static_cast<std::size_t>(reg)];
  }

  // --- For platforms that change a device.

  // Gives writes of a register to `taken` after they are stored, and not to the listeners.
  void intercept(Reg reg, std::function<void(const RegisterWrite&)> taken) {
    interceptors_[static_cast<std::size_t>(reg)] = std::move(taken);
  }
  // Stores the new value of a write and calls the listeners.
  void apply(const RegisterWrite& write) {
    set(write.reg, write.index, write.new_value);
    notify(write);
  }

 private:
  const RegisterInfo& about(Reg reg) const { return table_[static_cast<std::size_t>(reg)]; }
  // Not inlined, to keep it off the path of every frame of the 82598.
  [[gnu::noinline, gnu::cold]] void add_wide(Reg low, Reg high, unsigned index, std::uint64_t amount);
  std::uint32_t bits(Reg reg, unsigned index) const {
    const RegisterInfo& r = about(reg);
    return index + 1 == r.count ? r.last_bits : r.bits;
  }
  static std::size_t cell(Reg reg, unsigned index) {
    assert(index < kRegisterEntries[static_cast<std::size_t>(reg)]);
    return info(reg).cell + std::size_t{index};
  }

  void declare(std::initializer_list<Reg> regs) {
    for (const Reg reg : regs) declared_[static_cast<std::size_t>(reg)] = true;
  }
  void notify(const RegisterWrite& write) const {
    on_write_.for_each(write.reg, [&](const auto& binding) { binding.call(binding.block, write); });
  }
  std::uint32_t shown(Reg reg, unsigned index, std::uint32_t stored) const {
    on_read_.for_each(reg,
                      [&](const auto& binding) { stored = binding.call(binding.block, reg, index, stored); });
    return stored;
  }

  RegisterSet set_;
  const RegisterInfo* table_;
  const RegisterDecoder* decoder_;  // decoder of the register set
  std::array<std::uint16_t, kRegisterCount> entries_{};
  // Registers that the set lacks read 0 here too.
  std::array<std::uint32_t, kRegisterCells> cells_{};
  std::array<std::uint32_t, kRegisterCells> reset_values_{};
  RegisterBindings<void (*)(void*, const RegisterWrite&)> on_write_;
  RegisterBindings<std::uint32_t (*)(void*, Reg, unsigned, std::uint32_t)> on_read_;
  RegisterBindings<void (*)(void*, const RegisterRead&)> after_read_;
  RegisterBindings<bool (*)(void*, unsigned)> writable_;
  std::array<bool, kRegisterCount> declared_{};
  std::map<std::size_t, std::function<void(const RegisterWrite&)>> interceptors_;
  std::uint64_t unimplemented_accesses_ = 0;
};

}  // namespace ixsim::nic

#endif
