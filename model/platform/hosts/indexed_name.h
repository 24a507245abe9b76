// Names of keys with an index: vm[2].load, vm[0:3].load, vm[*].load, nic[0].rx.queues, host[0].io_path.
//
// vm.load and vm[*].load mean all VMs. A scenario has one host and one network controller, so that
// nic[0].rx.queues is rx.queues, nic[0].profile is device.profile, and host[0].io_path is host.io_path.
#ifndef IXSIM_PLATFORM_HOSTS_INDEXED_NAME_H
#define IXSIM_PLATFORM_HOSTS_INDEXED_NAME_H

#include <string>

namespace ixsim {

struct IndexedName {
  std::string key;     // without index, as tables of keys have it
  std::string prefix;  // that stands for the index in the name as it was written, e.g. "vm[2]."; may be empty
  bool all = true;     // of VMs: no index, or *
  unsigned first = 0;  // of VMs, both included
  unsigned last = 0;
};

// Returns a key in the form of a name: with the same index, if that is for it.
std::string with_prefix(const std::string& key, const IndexedName& name);

// Throws a text (std::string) that says what is accepted if the index cannot be.
IndexedName parse_indexed_name(const std::string& name);

}  // namespace ixsim

#endif
