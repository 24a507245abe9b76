// The table of paths.
#include "host/path/io_path.h"

#include "base/accepted.h"
#include "host/path/paths.h"

namespace ixsim::host {

std::uint64_t PlaceCost::cycles_of_packet() const {
  std::uint64_t sum = 0;
  for (const Work::Part& part : packet) sum += part.cycles;
  return sum;
}

void PlaceCost::add_batch(Work& work) const {
  for (const Work::Part& part : batch) work.add(part.activity, part.cycles);
}

void PlaceCost::add_packet(bool data, std::uint64_t acknowledgment, Work& work) const {
  if (data) {
    for (const Work::Part& part : packet) work.add(part.activity, part.cycles);
    return;
  }
  for (const Work::Part& part : packet) {
    if (part.activity != Activity::kStack && part.activity != Activity::kApplication) {
      work.add(part.activity, part.cycles);
    } else if (part.activity == Activity::kStack) {
      work.add(part.activity, acknowledgment);
    }
  }
}

void PlaceCost::add_copies(std::uint64_t bytes, Work& work) const {
  if (copies == 0 || bytes == 0) return;
  work.copied += copies * bytes;
  work.source = source;
}

void SoftwareSegmentation::add(std::uint32_t length, std::uint32_t mss, Work& work) const {
  if (mss == 0 || length <= mss) return;
  const std::uint64_t segments = (length + mss - 1) / mss;
  work.add(activity, segments * segment + (segments - 1) * packet);
  work.copied += std::uint64_t{copies} * length;
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

const IoPath& io_path(const std::string& name) { return find_named(io_paths(), "path", name); }

}  // namespace ixsim::host
