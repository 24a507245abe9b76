// Loads classifier objects and gives them the RtlClassifier interface; keeps the cache of users' modules.
#include "ixsim/cosim/rtl_classifier.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "ixsim/base/error.h"
#include "ixsim/cosim/harness/classifier_abi.h"
#include "ixsim/cosim/rtl_builder.h"

namespace ixsim {
namespace {

namespace fs = std::filesystem;

// A file of ours: below the folder above the program's own (a build tree or an installed one, wherever it was
// moved to), else where it was installed, else where it was built.
std::string find_own(const std::string& relative) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& root :
       {program.parent_path().parent_path(), fs::path(IXSIM_INSTALL_ROOT), fs::path(IXSIM_BUILD_ROOT)}) {
    if (fs::exists(root / relative, error)) return (root / relative).string();
  }
  throw InputError(relative + ": not found below " + program.parent_path().parent_path().string() + ", " +
                   IXSIM_INSTALL_ROOT + " or " + IXSIM_BUILD_ROOT + ": the installation is incomplete");
}

class SharedObject {
 public:
  explicit SharedObject(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw InputError(std::string("cannot load the Verilated module: ") + dlerror());
    using Entry = const IxsimClassifierApi* (*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(handle_, "ixsim_classifier_api"));
    if (entry == nullptr) throw InputError(path + ": is not a Verilated classifier");
    api_ = entry();
  }
  ~SharedObject() { dlclose(handle_); }
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;

  const IxsimClassifierApi& api() const { return *api_; }

 private:
  void* handle_;
  const IxsimClassifierApi* api_ = nullptr;
};

class LoadedClassifier : public RtlClassifier {
 public:
  LoadedClassifier(std::shared_ptr<SharedObject> object, std::uint64_t seed,
                   const std::vector<std::string>& plusargs)
      : object_(std::move(object)), api_(object_->api()) {
    std::vector<const char*> arguments;
    for (const std::string& argument : plusargs) arguments.push_back(argument.c_str());
    instance_ = api_.create(seed, arguments.data(), static_cast<int>(arguments.size()));
    if (instance_ == nullptr) throw CheckFailure(std::string("RTL: ") + api_.last_error());
  }
  ~LoadedClassifier() override { api_.destroy(instance_); }
  LoadedClassifier(const LoadedClassifier&) = delete;
  LoadedClassifier& operator=(const LoadedClassifier&) = delete;

  ClassifierOutputs clock(const ClassifierInputs& in) override {
    const IxsimClassifierInputs inputs = {in.tdata, in.wr_data, in.wr_addr, in.tkeep, in.tvalid,
                                          in.tlast, in.tuser,   in.wr_en,   in.rst};
    IxsimClassifierOutputs out;
    if (api_.clock(instance_, &inputs, &out) != 0)
      throw CheckFailure(std::string("RTL: ") + api_.last_error());
    return {out.rss_hash, out.tci,      out.drop,        out.queue,    out.vmdq,      out.tc,
            out.ptype,    out.rss_type, out.tagged != 0, out.pif != 0, out.valid != 0};
  }
  void start_waveform(const std::string& path, std::int64_t first_clock) override {
    if (api_.start_waveform(instance_, path.c_str(), first_clock) != 0) throw InputError(api_.last_error());
  }
  void stop_waveform() override { api_.stop_waveform(instance_); }

 private:
  std::shared_ptr<SharedObject> object_;
  const IxsimClassifierApi& api_;
  void* instance_ = nullptr;
};

class LoadedModule : public RtlClassifierModule {
 public:
  explicit LoadedModule(const std::string& path) : object_(std::make_shared<SharedObject>(path)) {}
  std::unique_ptr<RtlClassifier> make(std::uint64_t seed, const std::vector<std::string>& plusargs) override {
    return std::make_unique<LoadedClassifier>(object_, seed, plusargs);
  }

 private:
  std::shared_ptr<SharedObject> object_;
};

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

std::shared_ptr<RtlClassifierModule> in_tree_classifier() {
  return std::make_shared<LoadedModule>(find_own("lib/ixsim/l2_classifier.so"));
}

std::shared_ptr<RtlClassifierModule> load_classifier(const std::vector<std::string>& files,
                                                     const std::string& top) {
  const RtlBuilder builder(files, top, classifier_harness(find_own("share/ixsim/harness")), {});
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
  return std::make_shared<LoadedModule>(object.string());
}

}  // namespace ixsim
