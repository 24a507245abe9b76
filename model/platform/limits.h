// Finds the resource that limited a run. The evidence is the share of the time for which each resource was
// busy, and the time that packets waited for it.
//
// A resource that was busy for 95 % of the time limits the run. If no resource was, but frames were lost or
// held back by PAUSE, the limit is what they waited for: descriptors, the timer of an interrupt, a tag, a
// credit, or space in the packet buffer. Otherwise the input limits the run: the device could have processed
// more. docs/results.md lists the resources with their evidence.
#ifndef IXSIM_PLATFORM_LIMITS_H
#define IXSIM_PLATFORM_LIMITS_H

#include <vector>

#include "base/layers.h"
#include "platform/run.h"
#include "platform/wired_system.h"

namespace ixsim::platform {

// Returns the limit of each direction of each port that had traffic to carry.
std::vector<RunLimit> find_limits(const WiredSystem& system);

}  // namespace ixsim::platform

#endif
