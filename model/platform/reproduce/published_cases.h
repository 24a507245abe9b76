// All published cases, by their names in `ixsim reproduce`.
#ifndef IXSIM_PLATFORM_REPRODUCE_PUBLISHED_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_PUBLISHED_CASES_H

#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

const std::vector<Case>& published_cases();
// Returns the case of that name; throws InputError that lists the names if there is none.
const Case& published_case(const std::string& name);

}  // namespace ixsim::platform

#endif
