// A scenario as TOML: what a run would read to do the same.
#ifndef IXSIM_PLATFORM_SCENARIO_PRINT_H
#define IXSIM_PLATFORM_SCENARIO_PRINT_H

#include <string>

#include "platform/scenario.h"

namespace ixsim {

// Returns all keys of a scenario that is complete (complete_scenario(), and the source's set_up) with their
// values, in sections, each with its unit in a comment. A key that the scenario cannot set, or gets nothing
// from, is a comment that says why. parse_scenario() of the text gives the same text again.
std::string print_scenario(const Scenario& scenario);

}  // namespace ixsim

#endif
