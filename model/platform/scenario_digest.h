// A digest that identifies equal runs. It is the same on every machine, for every way to write the scenario.
#ifndef IXSIM_PLATFORM_SCENARIO_DIGEST_H
#define IXSIM_PLATFORM_SCENARIO_DIGEST_H

#include <string>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Returns the XXH3-128 of all keys of a resolved scenario with their values, 32 hexadecimal digits. A file
// that the scenario names (capture, host platform) counts by its bytes, not by its path. Throws InputError if
// such a file cannot be read.
std::string scenario_digest(const Scenario& scenario);

// Returns the XXH3-128 of a file's bytes. Throws InputError if it cannot be read.
std::string file_digest(const std::string& path);

}  // namespace ixsim::platform

#endif
