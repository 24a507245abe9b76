// A run of a scenario with VMs: the system is wired up, warmed up, measured over its window and checked.
//
// The run ends with the window. Every run checks that activities and idle of each core add up to the window,
// and that no frame is unaccounted for in the device or in the host. No SystemC kernel runs.
#ifndef IXSIM_PLATFORM_HOSTS_HOST_SCENARIO_RUN_H
#define IXSIM_PLATFORM_HOSTS_HOST_SCENARIO_RUN_H

#include "base/layers.h"
#include "platform/run.h"

namespace ixsim::platform {

// Throws InputError for options that a run with VMs does not have.
void check_host_options(const RunOptions& options);
// Throws InputError for a scenario that cannot be; makes the system and does not run it.
void check_host_scenario(const Scenario& scenario);
// The scenario is complete.
RunResult run_hosts(const RunOptions& options);

}  // namespace ixsim::platform

#endif
