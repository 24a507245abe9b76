// The accesses that a vfio-user function makes to the device behind it. The interface lets a function work
// without the checks, traces and records of a server, for instance in a fuzz target.
#ifndef IXSIM_SERVE_DEVICE_ACCESS_H
#define IXSIM_SERVE_DEVICE_ACCESS_H

#include <cstdint>
#include <optional>

#include "base/layers.h"
#include "ixsim/core_adapter.h"

namespace ixsim::serve {

class DeviceAccess {
 public:
  // As of CoreAdapter.
  virtual std::optional<std::uint32_t> read(const AdapterAccess& access) = 0;
  virtual bool write(const AdapterAccess& access, std::uint32_t value) = 0;
  virtual ControllerCore& core() = 0;

 protected:
  ~DeviceAccess() = default;
};

}  // namespace ixsim::serve

#endif
