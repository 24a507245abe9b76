#include "ixsim/trace/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ixsim/base/error.h"

namespace ixsim {

AtomicFile::AtomicFile(std::string path)
    : path_(std::move(path)), partial_(fmt::format("{}.partial.{}", path_, getpid())) {
  file_ = std::fopen(partial_.c_str(), "wbx");
  if (file_ == nullptr) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(partial_.c_str());
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void AtomicFile::commit() {
  const int closed = std::fclose(std::exchange(file_, nullptr));
  const int error = errno;
  if (closed != 0 || std::rename(partial_.c_str(), path_.c_str()) != 0) {
    const int reason = closed != 0 ? error : errno;
    std::remove(partial_.c_str());
    fail(reason);
  }
}

void AtomicFile::fail(int error) const {
  throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(error)));
}

void make_output_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw InputError(fmt::format("{}: cannot be made: {}", path, error.message()));
  if (!std::filesystem::is_directory(path)) throw InputError(fmt::format("{}: is not a directory", path));
  if (access(path.c_str(), W_OK | X_OK) != 0) {
    throw InputError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
  }
}

}  // namespace ixsim
