// Completes the part of a scenario that describes a host with VMs: the settings of each VM from those of all,
// of tables and of ranges, the host's parameters, and the defaults that follow from them.
#ifndef IXSIM_PLATFORM_HOSTS_COMPLETE_VMS_H
#define IXSIM_PLATFORM_HOSTS_COMPLETE_VMS_H

#include <vector>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Fills in HostSettings::vms from all values for VMs, dealt over hosts with these numbers of controllers, and
// over the controllers of each. Throws InputError for an index without a VM.
void list_vms(Scenario& scenario, const std::vector<unsigned>& nics);
// Before the controller's settings are complete: VMs, parameters of the host, sizes of frames, the measuring
// window. Throws InputError for an index without a VM, and for keys that a run with VMs does not take.
void expand_vms(Scenario& scenario);
// After that: cores. Throws InputError for settings that do not go together.
void complete_host_of_vms(Scenario& scenario);
// Fills in the parameters of the host and its cores, with `vectors` vectors.
void complete_platform(Scenario& scenario, unsigned vectors);

// Returns the pools that VMs have on one port if the scenario leaves them open.
unsigned usual_pools_of_vms(const Scenario& scenario);
// Throws InputError if the tag of VM `number` does not pass the VLAN filter of a host, its own or its peer's.
void check_vlan(const Scenario& host, unsigned number, const VmSettings& vm);
unsigned port_of_vm(const Scenario& scenario, unsigned vm);
unsigned core_of_vm(const Scenario& scenario, unsigned vm);
// Returns the VMs of a port in ascending order.
std::vector<unsigned> vms_of_port(const Scenario& scenario, unsigned port);

}  // namespace ixsim::platform

#endif
