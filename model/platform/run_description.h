// Lines that describe a run: the set-up of the scenario with all defaults filled in, changes of the input on
// its way to the wire, and the parts of the set-up that received nothing.
#ifndef IXSIM_PLATFORM_RUN_DESCRIPTION_H
#define IXSIM_PLATFORM_RUN_DESCRIPTION_H

#include "base/layers.h"
#include "platform/wired_system.h"

namespace ixsim::platform {

void describe_setup(const Scenario& scenario, RunResult& result);
// Adds notes on a replayed capture: frames padded, extended, reordered, or too long for the device.
void describe_input(const WiredSystem& system, RunResult& result);
// Adds a note for each port that received frames, on the queues that are set up and received none.
void describe_queues(const WiredSystem& system, RunResult& result);
// Adds a note on how many frames were coalesced, from the metrics of a run with rx.rsc.
void describe_coalescing(RunResult& result);
// Adds a note for each key that was set and that has no effect in a run of the scenario, with the reason.
void describe_idle_keys(const Scenario& scenario, RunResult& result);

}  // namespace ixsim::platform

#endif
