// Byte sequences that are read once from front to back. Capture readers read from them, so that files and
// memory look the same, and a file of any size needs only the memory of one frame.
#ifndef IXSIM_ETHERNET_BYTE_INPUT_H
#define IXSIM_ETHERNET_BYTE_INPUT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::ethernet {

class ByteInput {
 public:
  virtual ~ByteInput() = default;
  // Copies the next `size` bytes. Returns the number copied, which is smaller only at the end of the input.
  virtual std::size_t read(std::uint8_t* to, std::size_t size) = 0;
};

class MemoryInput : public ByteInput {
 public:
  // Makes an input of bytes, which must outlive it.
  explicit MemoryInput(ByteView bytes) : rest_(bytes) {}
  std::size_t read(std::uint8_t* to, std::size_t size) override {
    const std::size_t count = std::min(size, rest_.size);
    if (count != 0) std::memcpy(to, rest_.data, count);
    rest_ = {rest_.data + count, rest_.size - count};
    return count;
  }

 private:
  ByteView rest_;
};

// A regular file: captures are read twice, once for a summary and once for the replay. Throws InputError if
// the file cannot be opened or read.
class FileInput : public ByteInput {
 public:
  explicit FileInput(const std::string& path);
  std::size_t read(std::uint8_t* to, std::size_t size) override;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace ixsim::ethernet

#endif
