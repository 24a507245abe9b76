// A host that answers each request of the device in the call, and writes registers by calls. The program's
// own host is one; other hosts use the transactions of the two PCIe sockets.
#ifndef IXSIM_NIC_SC_DIRECT_HOST_H
#define IXSIM_NIC_SC_DIRECT_HOST_H

#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim::nic {

// The registers of the device, as such a host sees them.
class DirectRegisters {
 public:
  virtual ~DirectRegisters() = default;
  // Takes a posted write of a register, at the kernel's current time. Returns false if there is no such
  // function or BAR, or if `offset` is not a multiple of 4.
  virtual bool register_write(unsigned function, unsigned bar, std::uint32_t offset, std::uint32_t value) = 0;
};

class DirectHost {
 public:
  virtual ~DirectHost() = default;
  // Writes registers at `registers` from now on.
  virtual void connected(DirectRegisters& registers) = 0;
  // Takes a write that has arrived at `time`. Returns false if no memory answers.
  virtual bool device_write(Time time, std::uint64_t address, ByteView data) = 0;
  // Puts the data of a read at `into`. Returns false if no memory answers.
  virtual bool device_read(std::uint64_t address, std::uint8_t* into, std::size_t length) = 0;
  // Returns the time from the arrival of a read to its data.
  virtual Time read_latency() const = 0;
};

}  // namespace ixsim::nic

#endif
