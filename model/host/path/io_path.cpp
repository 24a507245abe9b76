// The table of paths.
#include "host/path/io_path.h"

#include "host/path/paths.h"
#include "ixsim/error.h"

namespace ixsim {

std::uint64_t PlaceCost::cycles_of_packet() const {
  std::uint64_t sum = 0;
  for (const Work::Part& part : packet) sum += part.cycles;
  return sum;
}

const std::vector<IoPath>& io_paths() {
  static const std::vector<IoPath> kPaths = {
      {"native", "programs on the host, without virtualization", native_path},
      {"vswitch", "software virtual switch that copies each packet to the guest", vswitch_path},
      {"vhost", "virtio with a vhost thread of the host for each guest", vhost_path},
      {"macvtap", "virtio over macvtap: lookup by address, then a vhost thread for each guest", macvtap_path},
      {"vmdq", "VMDq/VMQ: the device selects the guest's queue and writes into its memory", vmdq_path},
      {"netqueue", "VMware NetQueue: a queue a virtual adapter, the data copied by the vmkernel",
       netqueue_path},
      {"sriov", "SR-IOV: the guest drives a virtual function", sriov_path},
      {"vmbus", "Hyper-V VMBus: service provider in the root partition, client in the guest", vmbus_path},
  };
  return kPaths;
}

const IoPath& io_path(const std::string& name) {
  std::string names;
  for (const IoPath& path : io_paths()) {
    if (name == path.name) return path;
    names += (names.empty() ? "" : ", ") + std::string(path.name);
  }
  throw InputError("path: found " + name + ", accepted are " + names);
}

}  // namespace ixsim
