// Lines that describe a run: the set-up of the scenario once all defaults are filled in, how the input was
// changed on its way to the wire, and which part of the set-up received nothing.
#ifndef IXSIM_PLATFORM_RUN_DESCRIPTION_H
#define IXSIM_PLATFORM_RUN_DESCRIPTION_H

#include "platform/wired_system.h"

namespace ixsim {

void describe_setup(const Scenario& scenario, RunResult& result);
// Notes on a replayed capture: frames padded, extended, reordered, or too long for the device.
void describe_input(const WiredSystem& system, RunResult& result);
// A note for each port that received frames, on the queues that are set up and received none.
void describe_queues(const WiredSystem& system, RunResult& result);

}  // namespace ixsim

#endif
