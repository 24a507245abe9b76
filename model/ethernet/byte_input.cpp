// Byte inputs from files.
#include "ethernet/byte_input.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

#include "ixsim/error.h"

namespace ixsim::ethernet {

FileInput::FileInput(const std::string& path) : path_(path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    throw InputError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw InputError(fmt::format("{}: found something other than a file; accepted is a regular file", path));
  }
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) throw InputError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
}

std::size_t FileInput::read(std::uint8_t* to, std::size_t size) {
  const std::size_t count = std::fread(to, 1, size, file_.get());
  if (count < size && std::ferror(file_.get()) != 0) {
    throw InputError(fmt::format("{}: cannot be read: {}", path_, std::strerror(errno)));
  }
  return count;
}

}  // namespace ixsim::ethernet
