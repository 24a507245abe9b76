// The memory of a guest: files that the client shares, mapped at guest addresses. Every access is checked
// against the mappings; no mapping is cached from one access to the next.
//
// A mapped file may become shorter at any time. The processor then answers an access by SIGBUS, which ends
// the copy and not the server. Source: vfio-user protocol, DMA_MAP and DMA_UNMAP; mmap(2).
#ifndef IXSIM_SERVE_GUEST_MEMORY_H
#define IXSIM_SERVE_GUEST_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "serve/descriptor.h"

namespace ixsim::serve {

class GuestMemory {
 public:
  static constexpr std::uint64_t kPage = 4'096;
  // Maximum number of mappings of a client at a time.
  static constexpr std::size_t kMostMappings = 65'535;

  // Installs the handler of SIGBUS.
  GuestMemory();
  ~GuestMemory();
  GuestMemory(const GuestMemory&) = delete;
  GuestMemory& operator=(const GuestMemory&) = delete;

  struct Range {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  // offset in the file
    bool readable = false;
    bool writable = false;
  };
  // Maps a range; without a file its accesses fail. Returns 0 or the error: EINVAL for an impossible range or
  // file, EEXIST if it overlaps another, ENOSPC if there are too many.
  int map(const Range& range, Descriptor file);
  // Removes the mapping of exactly this range. Returns 0, or ENOENT if there is none.
  int unmap(std::uint64_t address, std::uint64_t size);
  void unmap_all();

  // Copies bytes. Returns false if a part is not mapped or may not be accessed; the bytes are then undefined.
  bool read(std::uint64_t address, std::uint8_t* into, std::size_t length);
  bool write(std::uint64_t address, ByteView data);

  // Returns whether the client shares a file to which a program has written. A client that maps its file
  // privately (share=off) gives the server an empty file.
  bool anything_written() const;
  std::size_t mappings() const { return mappings_.size(); }
  // Returns the number of copies that met the end of a shortened file.
  std::uint64_t truncated() const { return truncated_; }

 private:
  struct Mapping {
    Range range;
    std::uint8_t* base = nullptr;  // null if there is no file
    Descriptor file;
  };
  using Mappings = std::map<std::uint64_t, Mapping>;  // by address

  // Calls copy(bytes of the mapping, offset in the access, length) for each piece.
  template <typename Copy>
  bool for_each_piece(std::uint64_t address, std::size_t length, bool write, Copy copy);
  static void release(Mapping& mapping);

  Mappings mappings_;
  Mappings::iterator last_ = mappings_.end();  // the mapping found last
  std::uint64_t truncated_ = 0;
};

}  // namespace ixsim::serve

#endif
