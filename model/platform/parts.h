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
ControllerConfig controller_config(const Scenario& scenario);
// The classifier of one port; `latency` in MAC clocks.
std::unique_ptr<Classifier> make_classifier(const Scenario& scenario, int latency);
std::unique_ptr<TxScheduler> make_scheduler(const Scenario& scenario);

}  // namespace ixsim

#endif
