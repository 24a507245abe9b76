// Completes a scenario with several hosts: a scenario for each host with its controller and its VMs, from the
// values that are for all hosts and those with an index.
//
// Precedence: a value with a narrower range replaces one with a wider range, and an option one of a file
// (RangedValue::Range), whatever their order.
#ifndef IXSIM_PLATFORM_HOSTS_COMPLETE_NETWORK_H
#define IXSIM_PLATFORM_HOSTS_COMPLETE_NETWORK_H

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Returns the number of hosts. Throws InputError for an index without a host, for tables that do not fit each
// other, and for keys of the network if there is one host.
unsigned count_hosts(const Scenario& scenario);
// Completes the scenario of `count` hosts, two or more. Throws InputError for settings that cannot be.
void complete_network(Scenario& scenario, unsigned count);

// Throws InputError if the peer of a VM is not on another host.
void check_peers(const Scenario& scenario);

}  // namespace ixsim::platform

#endif
