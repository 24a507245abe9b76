// Prints a scenario as TOML. A run of the text does the same as a run of the scenario.
#ifndef IXSIM_PLATFORM_SCENARIO_PRINT_H
#define IXSIM_PLATFORM_SCENARIO_PRINT_H

#include <string>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Returns all keys of a complete scenario (complete_scenario(), and set_up of the source) with their values,
// in sections, each with its unit in a comment. A key that the scenario cannot set, or has no use for, is a
// comment with the reason. parse_scenario() of the text gives the same text again.
std::string print_scenario(const Scenario& scenario);

}  // namespace ixsim::platform

#endif
