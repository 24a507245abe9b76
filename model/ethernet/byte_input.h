// Bytes read once from front to back: what capture readers read from, so that files and memory are the same
// to them and a file of any size needs no more memory than one frame.
#ifndef IXSIM_ETHERNET_BYTE_INPUT_H
#define IXSIM_ETHERNET_BYTE_INPUT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "ixsim/bytes.h"

namespace ixsim {

class ByteInput {
 public:
  virtual ~ByteInput() = default;
  // Copies the next `size` bytes; returns how many, which is fewer only at the end of the input.
  virtual std::size_t read(std::uint8_t* to, std::size_t size) = 0;
};

class MemoryInput : public ByteInput {
 public:
  // The bytes must outlive the input.
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

// A regular file, because captures are read twice: once for what they hold, once to be replayed. Throws
// InputError if it cannot be opened or read.
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

}  // namespace ixsim

#endif
