// Makes the parts of a system from a scenario; each part has one function. The run itself uses them, and so
// do other systems that need exactly the same parts.
#ifndef IXSIM_PLATFORM_PARTS_H
#define IXSIM_PLATFORM_PARTS_H

#include <memory>

#include "base/layers.h"
#include "ethernet/frame_source.h"
#include "nic/core/controller_core.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Makes the source of frames of one port. Throws InputError for impossible traffic.
std::unique_ptr<FrameSource> make_source(const Scenario& scenario, unsigned port);
ControllerConfig controller_config(const Scenario& scenario);
// Makes the classifier of one port; `latency` is in MAC clocks.
std::unique_ptr<Classifier> make_classifier(const Scenario& scenario, int latency);
std::unique_ptr<TxScheduler> make_scheduler(const Scenario& scenario);

}  // namespace ixsim::platform

#endif
