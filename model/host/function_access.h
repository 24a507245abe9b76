// Accesses of drivers to the functions of a port: the physical one, and its virtual ones (VFs).
//
// Timing contract: writes are posted, in order; the value of a read comes to its reader. Source: PCI Express;
// ixgbevf for the registers of a VF's rings.
#ifndef IXSIM_HOST_FUNCTION_ACCESS_H
#define IXSIM_HOST_FUNCTION_ACCESS_H

#include <cstdint>

#include "base/layers.h"
#include "host/register_port.h"
#include "ixsim/time.h"
#include "nic/registers/register_map.h"
#include "pcie/root_port.h"

namespace ixsim::host {

class RegisterReader {
 public:
  virtual ~RegisterReader() = default;
  // Takes the value of a read, at the time at which it reaches the processor.
  virtual void read_value(std::uint32_t value, Time now) = 0;
};

class FunctionAccess {
 public:
  static constexpr unsigned kPhysical = ~0u;
  virtual ~FunctionAccess() = default;
  // Accesses virtual function `n` of the port, or the physical one. A read needs a reader, which has one read
  // at a time.
  virtual void access(unsigned n, HostAccess access, RegisterReader* reader) = 0;
  // While it is held, the device does not run ahead: the minimum host latency is 0.
  virtual void hold(bool on) = 0;

  // Returns the access to a register of virtual function `n`, or of the physical one.
  static HostAccess access_of(unsigned n, Reg reg, unsigned index) {
    HostAccess access;
    access.offset = offset_of(n == kPhysical ? RegisterSet::k82599 : RegisterSet::k82599Vf, reg, index);
    return access;
  }
  // Writes a register of virtual function `n`, or of the physical one.
  void write(unsigned n, Reg reg, unsigned index, std::uint32_t value) {
    HostAccess request = access_of(n, reg, index);
    request.is_write = true;
    request.value = value;
    if (n != kPhysical && info(RegisterSet::k82599Vf, reg).space == RegisterSpace::kBar3)
      request.bar = kMsixBar;
    access(n, request, nullptr);
  }

 private:
  static constexpr std::uint8_t kMsixBar = 3;  // of a VF
};

// The virtual functions whose drivers set up the rings of their pools: function n is pool n.
struct RingFunctions {
  static constexpr unsigned kNone = ~0u;

  FunctionAccess* access = nullptr;
  unsigned count = 0;
  unsigned span = 1;  // queue numbers of a pool

  // Returns the function that owns a queue; kNone if the physical one does.
  unsigned owner(unsigned queue) const { return count != 0 && queue / span < count ? queue / span : kNone; }
  // Writes a register of a queue: that of the virtual function that owns the queue, or that of the port.
  void write(RegisterPort& registers, unsigned queue, Reg reg, std::uint32_t value) const;
};

}  // namespace ixsim::host

#endif
