// Which resource limited a run, by evidence: the share of the time for which each was busy, and how long
// packets waited for it.
//
// A resource that was busy for 95 % of the time limits. Where none was, and frames were lost or held back by
// PAUSE all the same, what they waited for limits: descriptors, the timer of an interrupt, a tag, a credit,
// space in the packet buffer. Else the input limits: the device could have taken more. docs/results.md lists
// the resources with their evidence.
#ifndef IXSIM_PLATFORM_LIMITS_H
#define IXSIM_PLATFORM_LIMITS_H

#include <vector>

#include "platform/run.h"
#include "platform/wired_system.h"

namespace ixsim {

// Returns the limit of each direction of each port that had traffic to carry.
std::vector<RunLimit> find_limits(const WiredSystem& system);

}  // namespace ixsim

#endif
