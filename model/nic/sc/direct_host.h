// A host that answers each request of the device in the call. The program's own host is one; other
// hosts answer the transactions of the PCIe initiator socket.
#ifndef IXSIM_NIC_SC_DIRECT_HOST_H
#define IXSIM_NIC_SC_DIRECT_HOST_H

#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim::nic {

class DirectHost {
 public:
  virtual ~DirectHost() = default;
  // Takes a write that has arrived at `time`. Returns false if no memory answers.
  virtual bool device_write(Time time, std::uint64_t address, ByteView data) = 0;
  // Puts the data of a read at `into`. Returns false if no memory answers.
  virtual bool device_read(std::uint64_t address, std::uint8_t* into, std::size_t length) = 0;
  // Returns the time from the arrival of a read to its data.
  virtual Time read_latency() const = 0;
};

}  // namespace ixsim::nic

#endif
