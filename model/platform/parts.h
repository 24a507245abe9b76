// Configurations of the parts of a system from a scenario, one function a part: for the run itself and for
// other systems that need exactly the same parts.
#ifndef IXSIM_PLATFORM_PARTS_H
#define IXSIM_PLATFORM_PARTS_H

#include <memory>

#include "ethernet/frame_source.h"
#include "nic/core/controller_core.h"
#include "platform/scenario.h"

namespace ixsim {

// The frames of one port. Throws InputError for traffic that cannot be.
std::unique_ptr<FrameSource> make_source(const Scenario& scenario, unsigned port);
// Gives a scenario without receive addresses those of generated traffic: locally administered addresses,
// dealt over the pools.
void add_generated_addresses(Scenario& scenario);
ControllerConfig controller_config(const Scenario& scenario);
std::unique_ptr<TxScheduler> make_scheduler(const Scenario& scenario);

}  // namespace ixsim

#endif
