// The table of storage paths.
#include "host/storage/storage_path.h"

#include "base/accepted.h"

namespace ixsim::host {

const std::vector<StoragePath>& storage_paths() {
  static const std::vector<StoragePath> kPaths = {
      {"native", "programs on the host, block layer and driver of the adapter", native_storage_path},
      {"vmbus", "Hyper-V: service client in the guest, VMBus, service provider in the root partition",
       vmbus_storage_path},
  };
  return kPaths;
}

const StoragePath& storage_path(const std::string& name) {
  return find_named(storage_paths(), "storage.path", name);
}

}  // namespace ixsim::host
