// The table of storage paths.
#include "host/storage/storage_path.h"

#include "ixsim/error.h"

namespace ixsim {

const std::vector<StoragePath>& storage_paths() {
  static const std::vector<StoragePath> kPaths = {
      {"native", "programs on the host, block layer and driver of the adapter", native_storage_path},
      {"vmbus", "Hyper-V: service client in the guest, VMBus, service provider in the root partition",
       vmbus_storage_path},
  };
  return kPaths;
}

const StoragePath& storage_path(const std::string& name) {
  std::string names;
  for (const StoragePath& path : storage_paths()) {
    if (name == path.name) return path;
    names += (names.empty() ? "" : ", ") + std::string(path.name);
  }
  throw InputError("storage.path: found " + name + ", accepted are " + names);
}

}  // namespace ixsim
