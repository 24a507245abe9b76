// Finds, makes and loads shared objects.
#include "ixsim/cosim/rtl_loader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "ixsim/base/error.h"

namespace ixsim {
namespace {

namespace fs = std::filesystem;

fs::path cache_directory() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return fs::path(value != nullptr ? value : "");
  };
  // The XDG rule: a relative path there is to be ignored.
  fs::path base = variable("XDG_CACHE_HOME");
  if (!base.is_absolute()) {
    base = variable("HOME");
    base = base.is_absolute() ? base / ".cache" : fs::temp_directory_path();
  }
  return base / "ixsim";
}

// Held while an object is made, so that a second process waits for the first and takes its result.
class FileLock {
 public:
  explicit FileLock(const fs::path& path)
      : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) throw InputError(path.string() + ": cannot be written: " + std::strerror(errno));
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FileLock() { close(descriptor_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace

// Below the folder above the program's own (a build tree or an installed one, wherever it was moved to), else
// where it was installed, else where it was built.
std::string find_own_file(const std::string& relative) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& root :
       {program.parent_path().parent_path(), fs::path(IXSIM_INSTALL_ROOT), fs::path(IXSIM_BUILD_ROOT)}) {
    if (fs::exists(root / relative, error)) return (root / relative).string();
  }
  throw InputError(relative + ": not found below " + program.parent_path().parent_path().string() + ", " +
                   IXSIM_INSTALL_ROOT + " or " + IXSIM_BUILD_ROOT + ": the installation is incomplete");
}

std::string cached_object(const std::vector<std::string>& files, const std::string& top,
                          const RtlHarness& harness) {
  const RtlBuilder builder(files, top, harness, {});
  const fs::path directory = cache_directory();
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw InputError(directory.string() + ": cannot be made: " + error.message());
  const std::string key = builder.key();
  const fs::path object = directory / (key + ".so");
  if (!fs::exists(object)) {
    const FileLock lock(directory / (key + ".lock"));
    if (!fs::exists(object)) builder.build(object.string());
  }
  return object.string();
}

SharedObject::SharedObject(const std::string& path, const char* entry)
    : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw InputError(std::string("cannot load the Verilated module: ") + dlerror());
  using Entry = const void* (*)();
  const auto function = reinterpret_cast<Entry>(dlsym(handle_, entry));
  if (function == nullptr) {
    dlclose(handle_);
    throw InputError(path + ": has no entry " + entry);
  }
  api_ = function();
}

SharedObject::~SharedObject() { dlclose(handle_); }

}  // namespace ixsim
