/// \file
/// Observer of software accesses to registers, implemented or not.
///
/// Timing contract: an observer is called when an access has taken effect, with the time of the effect. A
/// read is reported with the value of its completion. An observer must not change the state of the device.
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
  /// BAR; 2 for an access to IOADDR. An access through IODATA counts as an access to BAR 0.
  unsigned bar = 0;
  std::uint32_t offset = 0;  ///< offset from the start of the BAR, in bytes
  std::string_view name;     ///< name of the register; empty if there is none at the offset
  unsigned index = 0;        ///< index in an array of registers
  bool is_array = false;     ///< The register is one of an array.
};

/// One access of software to a register.
struct RegisterTouch {
  Time time = 0;                             ///< Time at which it took effect.
  unsigned port = 0;                         ///< Port of the function, 0 or 1.
  std::optional<unsigned> virtual_function;  ///< Number of the virtual function; empty for a physical one.
  RegisterPlace place;                       ///< Target.
  bool is_write = false;                     ///< True for a write, false for a read.
  bool supported = true;  ///< false if nothing answers, as when the memory space of the function is disabled
  unsigned size = 4;      ///< size in bytes
  std::uint32_t value = 0;  ///< Value written or read.
};

/// Observer of register accesses; EthernetController::add_register_observer() attaches it.
class RegisterObserver {
 public:
  virtual ~RegisterObserver() = default;
  /// Reports an access that has taken effect.
  virtual void register_touched(const RegisterTouch& touch) = 0;
};

}  // namespace ixsim

#endif
