// Finds, makes and loads shared objects.
#include "cosim/rtl_loader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "ixsim/error.h"
#include "trace/atomic_file.h"

namespace ixsim::cosim {
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
    if (!base.is_absolute()) return fs::temp_directory_path() / ("ixsim-" + std::to_string(geteuid()));
    base /= ".cache";
  }
  return base / "ixsim";
}

[[noreturn]] void distrust(const fs::path& path, const std::string& what) {
  throw InputError(
      path.string() + ": " + what +
      ", accepted is what belongs to you or root and no other may write: code is loaded from there; "
      "mend it with chown and chmod go-w, or set XDG_CACHE_HOME to a directory of yours");
}

// Refuses files that others own or may change. A sticky directory (such as /tmp) prevents others from
// replacing its entries.
void require_trust(const fs::path& path, mode_t type, bool sticky_is_enough) {
  struct stat about = {};
  if (lstat(path.c_str(), &about) != 0)
    distrust(path, std::string("cannot be examined: ") + std::strerror(errno));
  if ((about.st_mode & S_IFMT) != type)
    distrust(path, type == S_IFDIR ? "found no directory" : "found no regular file");
  if (about.st_uid != geteuid() && about.st_uid != 0)
    distrust(path, "found the owner " + std::to_string(about.st_uid));
  if ((about.st_mode & (S_IWGRP | S_IWOTH)) == 0) return;
  if (sticky_is_enough && (about.st_mode & S_ISVTX) != 0) return;
  char mode[8];
  std::snprintf(mode, sizeof mode, "%04o", about.st_mode & 07777u);
  distrust(path, std::string("found the mode ") + mode);
}

// Makes the cache, accessible only to its owner, and checks it and the directories above it, with links
// resolved.
fs::path trusted_cache() {
  const fs::path wanted = cache_directory();
  std::error_code error;
  fs::create_directories(wanted.parent_path(), error);
  if (error) throw InputError(wanted.parent_path().string() + ": cannot be made: " + error.message());
  if (mkdir(wanted.c_str(), 0700) != 0 && errno != EEXIST)
    throw InputError(wanted.string() + ": cannot be made: " + std::strerror(errno));
  fs::path directory = fs::canonical(wanted.parent_path(), error) / wanted.filename();
  if (error) throw InputError(wanted.string() + ": cannot be examined: " + error.message());
  require_trust(directory, S_IFDIR, false);
  for (fs::path above = directory.parent_path();; above = above.parent_path()) {
    require_trust(above, S_IFDIR, true);
    if (above == above.root_path()) return directory;
  }
}

// Lock that is held while an object is made, so that a second process waits for the first and uses its
// result.
class FileLock {
 public:
  explicit FileLock(const fs::path& path)
      : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
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

fs::path& first_root() {
  static fs::path root;
  return root;
}

}  // namespace

void look_first_below(const std::string& root) { first_root() = root; }

// Returns the path of a file of the program. It searches the folder that the user names, otherwise the folder
// above the program (a build tree, or an installed one at any place). After that it searches the installation
// folder and the build folder.
std::string find_own_file(const std::string& relative) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& root : {first_root(), program.parent_path().parent_path(),
                               fs::path(IXSIM_INSTALL_ROOT), fs::path(IXSIM_BUILD_ROOT)}) {
    if (!root.empty() && fs::exists(root / relative, error)) return (root / relative).string();
  }
  throw InputError(relative + ": not found below " + program.parent_path().parent_path().string() + ", " +
                   IXSIM_INSTALL_ROOT + " or " + IXSIM_BUILD_ROOT + ": the installation is incomplete");
}

std::string cached_object(const RtlSources& sources, const RtlHarness& harness) {
  const fs::path directory = trusted_cache();
  RtlBuildOptions options;
  // Hot code alone is optimised: a module that is being edited is compiled more often than it is run for
  // long.
  options.optimise = "-O2";
  options.optimise_rest = "-O0";
  options.runtime_directory = directory.string();
  const RtlBuilder builder(sources, harness, options);
  const std::string key = builder.key();
  const fs::path object = directory / (key + ".so");
  const fs::path warnings = directory / (key + ".warnings");
  const auto complete = [&] { return fs::exists(object) && fs::exists(warnings); };
  if (!complete()) {
    const FileLock lock(directory / (key + ".lock"));
    if (!complete()) {
      std::string text;
      for (const std::string& warning : builder.build(object.string())) text += warning + '\n';
      AtomicFile file(warnings.string());
      file.write(text);
      file.commit();
    }
  }
  require_trust(object, S_IFREG, false);
  if (sources.listener != nullptr) {
    std::vector<std::string> list;
    std::ifstream in(warnings);
    for (std::string line; std::getline(in, line);) list.push_back(line);
    sources.listener->built(list);
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

}  // namespace ixsim::cosim
