// Interface that the root port drives on the host side: memory transactions out, register read results back.
//
// Timing contract: every call is made at its own simulated time, in time order. An answer may come inside the
// call or later, always through RootPort's inputs.
#ifndef IXSIM_PCIE_HOST_BUS_H
#define IXSIM_PCIE_HOST_BUS_H

#include <cstdint>

#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim {

class HostBus {
 public:
  virtual ~HostBus() = default;

  enum class Taken { kYes, kError, kLater };
  // A contiguous write (data or interrupt message), or one TLP of it, has reached the root port. kLater: the
  // target holds the write back; RootPort::write_taken() follows, and no other transaction is offered until
  // then.
  virtual Taken write(Time now, std::uint64_t address, ByteView data, bool message) = 0;
  // A read request has reached the root port; RootPort::read_data(tag) answers, once the bytes are at `into`,
  // which is there until then. Returns false if the target holds the request back; RootPort::read_taken()
  // follows.
  virtual bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                    std::uint32_t length) = 0;
  // The completion of access `id` has reached the root port: a register read, or a configuration or I/O
  // access. Not ok: the function does not support the request.
  virtual void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) = 0;
  // A message of `function` has reached the root port, and the host owns the tables
  // (PcieConfig::vector_messages): vector `vector` of MSI-X, or the message of MSI. Every write that the
  // device made before has reached the host.
  virtual void interrupt_message(Time /*now*/, unsigned /*function*/, bool /*msix*/, unsigned /*vector*/) {}
  // A message that asserts or takes back the interrupt line of `function` has reached the root port.
  virtual void interrupt_line(Time /*now*/, unsigned /*function*/, bool /*level*/) {}
};

}  // namespace ixsim

#endif
