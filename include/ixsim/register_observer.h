/// \file
/// Observer of software accesses to registers, implemented or not.
///
/// Timing contract: notified once an access has acted, at its time; a read with the value of its
/// completion. May change nothing.
///
/// Part of model/nic/observe/.
#ifndef IXSIM_REGISTER_OBSERVER_H
#define IXSIM_REGISTER_OBSERVER_H

#include <cstdint>
#include <optional>
#include <string_view>

#include "ixsim/time.h"

namespace ixsim {

/// Target of an access.
struct RegisterPlace {
  unsigned bar = 0;          ///< 2: IOADDR; what goes through IODATA counts as an access to BAR 0
  std::uint32_t offset = 0;  ///< bytes from the beginning of the BAR
  std::string_view name;     ///< empty if no register is there
  unsigned index = 0;        ///< of an array
  bool is_array = false;     ///< The register is one of an array.
};

/// One access of software to a register.
struct RegisterTouch {
  Time time = 0;                             ///< When it acted.
  unsigned port = 0;                         ///< Port of the function, 0 or 1.
  std::optional<unsigned> virtual_function;  ///< Number of the virtual function; empty for a physical one.
  RegisterPlace place;                       ///< Target.
  bool is_write = false;                     ///< A write; else a read.
  bool supported = true;    ///< false: no completer, as when the function's memory space is closed
  unsigned size = 4;        ///< bytes
  std::uint32_t value = 0;  ///< Written, or read.
};

/// Observer of register accesses; EthernetController::add_register_observer() attaches it.
class RegisterObserver {
 public:
  virtual ~RegisterObserver() = default;
  /// Reports an access that has acted.
  virtual void register_touched(const RegisterTouch& touch) = 0;
};

}  // namespace ixsim

#endif
