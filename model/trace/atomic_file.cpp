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
  // Moving a file there would replace a device or a pipe by it.
  std::error_code ignored;
  const auto there = std::filesystem::status(path_, ignored);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    throw InputError(fmt::format("{}: cannot be written: not a regular file", path_));
  }
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

OutputDirectory::OutputDirectory(const std::string& path) {
  if (path.empty()) return;
  const auto fail = [&](const std::string& why) {
    remove_empty();
    throw InputError(fmt::format("{}: {}", path, why));
  };
  std::error_code error;
  std::filesystem::path part;
  for (const auto& name : std::filesystem::path(path)) {
    part /= name;
    if (std::filesystem::create_directory(part, error)) made_.push_back(part);
    if (error) fail(fmt::format("cannot be made: {}", error.message()));
  }
  if (!std::filesystem::is_directory(path)) fail("is not a directory");
  if (access(path.c_str(), W_OK | X_OK) != 0)
    fail(fmt::format("cannot be written: {}", std::strerror(errno)));
}

void OutputDirectory::remove_empty() {
  // One that holds something refuses, and so do those above it.
  std::error_code ignored;
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) std::filesystem::remove(*made, ignored);
  made_.clear();
}

}  // namespace ixsim
