// Completes a scenario with several hosts or controllers: a scenario for each controller with its host and
// its VMs, from the values that are for all and those with an index.
//
// Precedence: a value with a narrower range replaces one with a wider range, and an option one of a file
// (RangedValue::Range), whatever their order.
#ifndef IXSIM_PLATFORM_HOSTS_COMPLETE_NETWORK_H
#define IXSIM_PLATFORM_HOSTS_COMPLETE_NETWORK_H

#include <vector>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Returns the number of controllers of each host. Throws InputError for an index without a host or
// controller, for tables that do not fit each other, and for keys of the network if there is one host.
std::vector<unsigned> count_nics(const Scenario& scenario);
// Completes the scenario of several controllers. Throws InputError for settings that cannot be.
void complete_network(Scenario& scenario, const std::vector<unsigned>& nics);

// Throws InputError if the peer of a VM is not on another host.
void check_peers(const Scenario& scenario);

}  // namespace ixsim::platform

#endif
