// Scope of a key: every run, runs of the device alone with its drivers, or runs with VMs on a host.
// A run refuses the keys that are out of scope.
#ifndef IXSIM_PLATFORM_HOSTS_KEY_SCOPE_H
#define IXSIM_PLATFORM_HOSTS_KEY_SCOPE_H

#include <string>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

KeyScope scope_of(const std::string& key);
// Returns whether each of several hosts may have a value of the key: the keys of the host and its controller.
bool is_of_host(const std::string& key);
// Returns whether a run of this scenario takes the key.
bool takes(const Scenario& scenario, const ScenarioKey& key);
// Throws InputError that names a key that was set although this run does not take it.
void check_scopes(const Scenario& scenario);

}  // namespace ixsim::platform

#endif
