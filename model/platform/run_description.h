// Lines that describe a run: the set-up of the scenario once all defaults are filled in,
// and how the input was changed on its way to the wire.
#ifndef IXSIM_PLATFORM_RUN_DESCRIPTION_H
#define IXSIM_PLATFORM_RUN_DESCRIPTION_H

#include "platform/wired_system.h"

namespace ixsim {

void describe_setup(const Scenario& scenario, RunResult& result);
// Notes on a replayed capture: frames padded, extended, reordered, or too long for the device.
void describe_input(const WiredSystem& system, RunResult& result);

}  // namespace ixsim

#endif
