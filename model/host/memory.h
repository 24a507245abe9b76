// Host memory as seen by the root port: a flat range of bytes, and the address range in which interrupt
// messages arrive. It counts the written bytes, independently of the controller.
//
// Timing contract: accesses take effect when they are made. The read latency is that of the root complex,
// added by the part that answers the bus.
#ifndef IXSIM_HOST_MEMORY_H
#define IXSIM_HOST_MEMORY_H

#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::host {

class HostMemory {
 public:
  // Makes `bytes` bytes of memory from `base`. Pages are taken from the system at their first access.
  HostMemory(std::uint64_t base, std::uint64_t bytes);
  ~HostMemory();
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  std::uint64_t base() const { return base_; }
  std::uint64_t size() const { return size_; }
  bool contains(std::uint64_t address, std::uint64_t length) const {
    return address >= base_ && length <= size_ && address - base_ <= size_ - length;
  }
  // Returns a pointer; the caller has checked contains().
  std::uint8_t* at(std::uint64_t address) { return bytes_ + (address - base_); }
  const std::uint8_t* at(std::uint64_t address) const { return bytes_ + (address - base_); }

  // Both return false, and do nothing, if the range is not all memory.
  bool write(std::uint64_t address, ByteView data);
  bool read(std::uint64_t address, std::uint8_t* out, std::size_t length) const;

 private:
  std::uint64_t base_;
  std::uint64_t size_;
  std::uint8_t* bytes_;
};

}  // namespace ixsim::host

#endif
