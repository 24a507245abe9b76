// Observer of software accesses to registers, implemented or not.
//
// Timing contract: notified once an access has acted, at its time; a read with the value of its
// completion. May change nothing.
#ifndef IXSIM_NIC_OBSERVE_REGISTER_OBSERVER_H
#define IXSIM_NIC_OBSERVE_REGISTER_OBSERVER_H

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time.h"

namespace ixsim {

// Target of an access.
struct RegisterPlace {
  unsigned bar = 0;  // 2: IOADDR; what goes through IODATA counts as an access to BAR 0
  std::uint32_t offset = 0;
  std::string_view name;  // empty if no register is there
  unsigned index = 0;     // of an array
  bool is_array = false;
};

struct RegisterTouch {
  Time time = 0;
  unsigned port = 0;
  std::optional<unsigned> virtual_function;
  RegisterPlace place;
  bool is_write = false;
  bool supported = true;  // false: no completer, as when the function's memory space is closed
  unsigned size = 4;      // bytes
  std::uint32_t value = 0;
};

class RegisterObserver {
 public:
  virtual ~RegisterObserver() = default;
  virtual void register_touched(const RegisterTouch& touch) = 0;
};

}  // namespace ixsim

#endif
