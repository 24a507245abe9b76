// Host-side interface that the root port calls: memory transactions to the host, and results of register
// reads.
//
// Timing contract: every call is made at its own simulated time, in time order. The host answers through the
// inputs of RootPort, within the call or later.
#ifndef IXSIM_PCIE_HOST_BUS_H
#define IXSIM_PCIE_HOST_BUS_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim::pcie {

class HostBus {
 public:
  virtual ~HostBus() = default;

  enum class Taken { kYes, kError, kLater };
  // Reports that a contiguous write (data or interrupt message), or one TLP of it, has reached the root port.
  // If the target returns kLater, it delays the write: RootPort::write_taken() follows, and no other
  // transaction is offered until then.
  virtual Taken write(Time now, std::uint64_t address, ByteView data, bool message) = 0;
  // Reports that a read request has reached the root port. RootPort::read_data(tag) answers when the bytes
  // are at `into`, which stays valid until then. Returns false if the target delays the request;
  // RootPort::read_taken() follows.
  virtual bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                    std::uint32_t length) = 0;
  // Reports that the completion of access `id` has reached the root port: a register read, or a configuration
  // or I/O access. `ok` is false if the function does not support the request.
  virtual void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) = 0;
  // Reports that an interrupt message of `function` has reached the root port. Used only if the host owns the
  // tables (PcieConfig::vector_messages). The message is vector `vector` of MSI-X, or the message of MSI.
  // Every earlier write of the device has reached the host.
  virtual void interrupt_message(Time /*now*/, unsigned /*function*/, bool /*msix*/, unsigned /*vector*/) {}
  // Reports that a message that asserts or deasserts the interrupt line of `function` has reached the root
  // port.
  virtual void interrupt_line(Time /*now*/, unsigned /*function*/, bool /*level*/) {}
};

}  // namespace ixsim::pcie

#endif
