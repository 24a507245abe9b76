// How a driver reaches the registers of its port: posted writes, in order.
#ifndef IXSIM_HOST_REGISTER_PORT_H
#define IXSIM_HOST_REGISTER_PORT_H

#include <cstdint>

#include "ixsim/nic/registers/register_map.h"

namespace ixsim {

class RegisterPort {
 public:
  virtual ~RegisterPort() = default;
  virtual void write(unsigned bar, std::uint32_t offset, std::uint32_t value) = 0;
  void write(Reg reg, unsigned index, std::uint32_t value) {
    write(info(reg).space == RegisterSpace::kBar3 ? 3 : 0, info(reg).offset + index * info(reg).stride,
          value);
  }
};

}  // namespace ixsim

#endif
