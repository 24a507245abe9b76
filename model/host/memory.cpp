// Memory by mmap, so that a large and mostly untouched host costs nothing.
#include "host/memory.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace ixsim::host {

HostMemory::HostMemory(std::uint64_t base, std::uint64_t bytes) : base_(base), size_(bytes) {
  void* const place =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
  bytes_ = static_cast<std::uint8_t*>(place);
}

HostMemory::~HostMemory() { munmap(bytes_, size_); }

bool HostMemory::write(std::uint64_t address, ByteView data) {
  if (!contains(address, data.size)) return false;
  std::memcpy(at(address), data.data, data.size);
  return true;
}

bool HostMemory::read(std::uint64_t address, std::uint8_t* out, std::size_t length) const {
  if (!contains(address, length)) return false;
  std::memcpy(out, at(address), length);
  return true;
}

}  // namespace ixsim::host
