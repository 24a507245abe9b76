// The keys of a scenario by subject, in the order of the documentation; each file has one function. An entry
// has everything that the documentation states about its key. Keys of strategies are in strategies.cpp and
// traffic_strategies.cpp.
#ifndef IXSIM_PLATFORM_KEY_TABLES_H
#define IXSIM_PLATFORM_KEY_TABLES_H

#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/key.h"

namespace ixsim::platform {

std::vector<Key> device_keys();    // simulation, device, pcie
std::vector<Key> receive_keys();   // rx
std::vector<Key> transmit_keys();  // tx
std::vector<Key> class_keys();     // dcb
std::vector<Key> platform_keys();  // host, with VMs
std::vector<Key> vm_keys();        // vm, and the link partner that VMs talk to
std::vector<Key> network_keys();   // network and switch, between several hosts
std::vector<Key> host_keys();      // host, the link partner's side of traffic, measure

}  // namespace ixsim::platform

#endif
