// Names of keys with an index: vm[2].load, vm[0:3].load, vm[*].load, nic[0].rx.queues, host[0].io_path.
//
// vm.load and vm[*].load mean all VMs. Each host has one network controller, with the number of its host: the
// keys of nic[1] are those of the sections device, pcie, rx and tx (nic[1].profile is device.profile), and
// without an index they are for all controllers.
#ifndef IXSIM_PLATFORM_HOSTS_INDEXED_NAME_H
#define IXSIM_PLATFORM_HOSTS_INDEXED_NAME_H

#include <string>

#include "base/layers.h"

namespace ixsim::platform {

struct IndexedName {
  std::string key;     // without index, as tables of keys have it
  std::string prefix;  // that stands for the index in the name as it was written, e.g. "vm[2]."; may be empty
  bool all = true;     // no index, or *
  unsigned first = 0;  // both included
  unsigned last = 0;
};

// Returns a key in the form of a name: with the same index, if that is for it.
std::string with_prefix(const std::string& key, const IndexedName& name);

// Throws a text (std::string) that says what is accepted if the index cannot be.
IndexedName parse_indexed_name(const std::string& name);

}  // namespace ixsim::platform

#endif
