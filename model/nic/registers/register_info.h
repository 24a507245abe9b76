// Static properties of a register: the types of the generated register map.
//
// Timing contract: none, this is data. Source: the register description (*.rdl next to this file).
#ifndef IXSIM_NIC_REGISTERS_REGISTER_INFO_H
#define IXSIM_NIC_REGISTERS_REGISTER_INFO_H

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/layers.h"
#include "ixsim/device_profile.h"

namespace ixsim::nic {

// Returns whether the map is that of the 82598, with its own number of entries or with more.
constexpr bool is_of_82598(RegisterSet set) { return set <= RegisterSet::kCustom82598; }

// The address spaces with registers, each counted from 0; the MSI-X table of the 82599 is in BAR 4.
enum class RegisterSpace : std::uint8_t { kBar0, kBar3 };

// The access kind of a register as a whole; single bits may be narrower (see the masks of RegisterInfo).
enum class RegisterAccess : std::uint8_t {
  kRw,        // read and write
  kRo,        // writes are ignored
  kRc,        // a read clears
  kRcW1c,     // a read clears; writing ones clears too
  kW1s,       // writing ones sets
  kW1c,       // writing ones clears
  kRs,        // a read sets (a semaphore: a read of 0 acquires it)
  kRoIdleRw,  // hardware owns it while its queue is enabled; read and write otherwise
};

// A bit field of a 32-bit register.
struct RegisterField {
  std::uint8_t lsb;
  std::uint8_t width;  // 1 to 32
  std::uint32_t mask;  // mask at the position of the field

  constexpr RegisterField(std::uint8_t lsb_bit, std::uint8_t width_bits)
      : lsb(lsb_bit), width(width_bits), mask((0xFFFFFFFFu >> (32 - width_bits)) << lsb_bit) {}

  constexpr std::uint32_t get(std::uint32_t value) const { return (value & mask) >> lsb; }
  // Returns `value` with this field set to `x`; bits of x beyond the width are dropped.
  constexpr std::uint32_t set(std::uint32_t value, std::uint32_t x) const {
    return (value & ~mask) | ((x << lsb) & mask);
  }
};

// One register or array of registers. Masks are the same for all entries of an array, except for bits that
// the last entry may lack.
struct RegisterInfo {
  std::string_view name;
  RegisterSpace space;
  RegisterAccess access;
  std::uint32_t offset;  // offset of entry 0 in bytes
  std::uint16_t count;
  std::uint16_t stride;  // stride in bytes; 0 if count is 1
  std::uint16_t cell;    // index of entry 0 in storage; a register and its alias share it
  std::uint32_t reset;
  std::uint32_t bits;       // bits that exist; all others read 0 and ignore writes
  std::uint32_t last_bits;  // bits that the last entry has
  std::uint32_t writable;   // bits on which a write can have an effect, of whatever kind
  std::uint32_t write_one_to_clear;
  std::uint32_t write_one_to_set;
  std::uint32_t self_clearing;  // a written 1 reaches the listeners and is not stored
  std::uint32_t clear_on_read;
  std::uint32_t set_on_read;
  bool owned_while_enabled;  // writes have an effect only while writable_while allows them
  bool survives_reset;       // CTRL.RST does not reset it
  bool implemented;          // a block binds or declares it; otherwise it is storage

  constexpr std::uint32_t stored_as_written() const {
    return writable & ~(write_one_to_clear | write_one_to_set | self_clearing);
  }
};

// Entries of a register that lie apart from its first ones, or a second location of entries.
struct RegisterRange {
  std::uint16_t reg;  // index into the table of registers
  std::uint16_t first;
  std::uint32_t offset;  // offset of entry `first`
  std::uint16_t count;
  std::uint16_t stride;
};
struct RegisterRanges {
  const RegisterRange* first;
  std::size_t count;
  const RegisterRange* begin() const { return first; }
  const RegisterRange* end() const { return first + count; }
};

// One field with its name, for readers.
struct FieldText {
  std::string_view name;
  RegisterField field;
  std::string_view access;   // rw, ro, rc, rs, w1c, w1s, rc/w1c, or sc (self-clearing)
  std::string_view meaning;  // may be empty
};

// Description of a register for readers.
struct RegisterText {
  std::string_view title;
  std::string_view note;  // may be empty
  std::string_view group;
  std::string_view source;  // as in docs/registers.md
  const FieldText* fields;
  std::size_t field_count;
};

}  // namespace ixsim::nic

#endif
