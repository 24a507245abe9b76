// Register access of a driver to its port: posted writes, in order.
#ifndef IXSIM_HOST_REGISTER_PORT_H
#define IXSIM_HOST_REGISTER_PORT_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/registers/register_map.h"

namespace ixsim::host {

class RegisterPort {
 public:
  explicit RegisterPort(const DeviceProfile& profile) : profile_(profile) {}
  virtual ~RegisterPort() = default;
  const DeviceProfile& profile() const { return profile_; }
  virtual void write(unsigned bar, std::uint32_t offset, std::uint32_t value) = 0;
  void write(Reg reg, unsigned index, std::uint32_t value) {
    const unsigned bar = info(reg).space == RegisterSpace::kBar3 ? profile_.msix_bar : 0;
    if (profile_.registers == RegisterSet::k82598) {
      write(bar, info(reg).offset + index * info(reg).stride, value);
    } else {
      write(bar, offset_of(profile_.registers, reg, index), value);
    }
  }

 private:
  const DeviceProfile profile_;
};

}  // namespace ixsim::host

#endif
