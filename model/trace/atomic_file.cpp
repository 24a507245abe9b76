// Unfinished files: names, locks, removal of stale ones, and the final move.
#include "trace/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <system_error>
#include <utility>

#include "ixsim/error.h"

namespace ixsim::trace {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockSuffix = ".lock";
// Suffix of a file that the waveform writer keeps next to its file.
constexpr const char* kHierarchySuffix = ".hier";
constexpr std::time_t kOld = 60;  // seconds

std::string unique_suffix() {
  std::random_device random;
  return fmt::format(".partial.{}-{:08x}{:08x}", getpid(), random(), random());
}

// Returns whether no process writes the file any more: its lock is free, and its process has ended or its
// number belongs to another process. A file made in this minute may not be locked yet.
bool is_stale(const std::string& file, pid_t process) {
  std::error_code ignored;
  const std::string locked = fs::exists(file + kLockSuffix, ignored) ? file + kLockSuffix : file;
  const int descriptor = open(locked.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  struct stat about = {};
  const bool free = descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  const bool old =
      descriptor < 0 || fstat(descriptor, &about) != 0 || std::time(nullptr) - about.st_mtime > kOld;
  if (descriptor >= 0) close(descriptor);
  const bool gone = process == getpid() || (kill(process, 0) != 0 && errno == ESRCH);
  return free && (gone || old);
}

// Removes the unfinished files of ended processes; with a name only those of that file. Returns the other
// files that look unfinished.
std::vector<std::string> remove_stale(const fs::path& directory, const std::string& name) {
  static const std::regex ours(R"((.+)\.partial\.([0-9]{1,9})-[0-9a-f]{16}(\.hier|\.lock)?)");
  static const std::regex like(R"(.+\.partial(\.[0-9]+)?)");
  std::vector<std::string> others;
  std::error_code error;
  fs::directory_iterator entry(directory.empty() ? fs::path(".") : directory, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (file.find(".partial") == std::string::npos) continue;
    std::error_code ignored;
    if (!fs::is_regular_file(entry->symlink_status(ignored))) continue;
    std::smatch match;
    if (!std::regex_match(file, match, ours)) {
      if (std::regex_match(file, like)) others.push_back(entry->path().string());
      continue;
    }
    if (!name.empty() && match[1] != name) continue;
    std::string whole = entry->path().string();
    whole.resize(whole.size() - static_cast<std::size_t>(match.length(3)));
    if (!is_stale(whole, static_cast<pid_t>(std::stol(match[2])))) continue;
    for (const char* const suffix : {"", kHierarchySuffix, kLockSuffix}) unlink((whole + suffix).c_str());
  }
  return others;
}

// Returns whether the blocks of a waveform end at the end of the file, and none is unfinished.
bool is_whole_waveform(const std::string& path) {
  constexpr int kUnfinished = 255;
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  std::uint64_t at = 0;
  while (!error && at + 9 <= size) {
    unsigned char head[9];
    file.seekg(static_cast<std::streamoff>(at));
    if (!file.read(reinterpret_cast<char*>(head), sizeof head) || head[0] == kUnfinished) return false;
    std::uint64_t length = 0;
    for (int i = 1; i < 9; ++i) length = length << 8 | head[i];
    if (length < 8 || length > size) return false;
    at += 1 + length;
  }
  return !error && at == size && size != 0;
}

}  // namespace

PartialFile::PartialFile(std::string path, bool replaced) : path_(std::move(path)), replaced_(replaced) {
  // Moving a file there would replace a device or a pipe by it.
  std::error_code ignored;
  const auto there = fs::status(path_, ignored);
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    throw InputError(fmt::format("{}: cannot be written: not a regular file", path_));
  }
  remove_stale(fs::path(path_).parent_path(), fs::path(path_).filename().string());
  do {
    partial_ = path_ + unique_suffix();
    guards_[0] = std::make_unique<Guarded>(Guarded::Kind::kFile, partial_);
    if (replaced_) {
      guards_[1] = std::make_unique<Guarded>(Guarded::Kind::kFile, partial_ + kLockSuffix);
      guards_[2] = std::make_unique<Guarded>(Guarded::Kind::kFile, partial_ + kHierarchySuffix);
    }
    const std::string locked = replaced_ ? partial_ + kLockSuffix : partial_;
    lock_ = open(locked.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (lock_ < 0 && errno == EEXIST);
  if (lock_ < 0) fail(errno);
  flock(lock_, LOCK_EX | LOCK_NB);
}

PartialFile::~PartialFile() {
  if (lock_ >= 0) remove();
}

void PartialFile::remove() {
  for (const char* const suffix : {"", kHierarchySuffix, kLockSuffix}) unlink((partial_ + suffix).c_str());
  close(std::exchange(lock_, -1));
}

void PartialFile::commit() {
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    remove();
    fail(error);
  }
  count_finished_file();
  remove();
  for (auto& guard : guards_) guard.reset();
}

void PartialFile::fail(int error) const {
  throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(error)));
}

AtomicFile::AtomicFile(std::string path) : partial_(std::move(path)) {
  file_ = std::fopen(partial_.partial().c_str(), "wbe");
  if (file_ == nullptr) partial_.fail(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return;
  if (error_ == 0) error_ = errno;
  partial_.fail(error_);
}

void AtomicFile::commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0) partial_.fail(error_);
  partial_.commit();
}

void WaveformFile::commit() {
  std::error_code ignored;
  if (!fs::exists(file_.partial(), ignored)) return;
  if (!is_whole_waveform(file_.partial()))
    throw InputError(
        fmt::format("{}: cannot be written: the waveform is cut short, as by a full disk", file_.path()));
  file_.commit();
}

OutputDirectory::OutputDirectory(const std::string& path) {
  if (path.empty()) return;
  const auto fail = [&](const std::string& why) {
    remove_empty();
    throw InputError(fmt::format("{}: {}", path, why));
  };
  std::error_code error;
  fs::path part;
  for (const auto& name : fs::path(path)) {
    part /= name;
    auto guard = fs::exists(part, error)
                     ? nullptr
                     : std::make_unique<Guarded>(Guarded::Kind::kEmptyDirectory, part.string());
    error.clear();
    if (fs::create_directory(part, error)) {
      made_.push_back(part);
      guards_.push_back(std::move(guard));
    }
    if (error) fail(fmt::format("cannot be made: {}", error.message()));
  }
  if (!fs::is_directory(path)) fail("is not a directory");
  if (access(path.c_str(), W_OK | X_OK) != 0)
    fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  unfinished_ = remove_stale(path, "");
}

void OutputDirectory::remove_empty() {
  // One that holds something refuses, and so do those above it.
  std::error_code ignored;
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) fs::remove(*made, ignored);
  made_.clear();
  guards_.clear();
}

}  // namespace ixsim::trace
