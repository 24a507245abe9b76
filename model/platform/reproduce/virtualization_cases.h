// The published cases of guests on one host, each a function that runs it and returns its figures.
#ifndef IXSIM_PLATFORM_REPRODUCE_VIRTUALIZATION_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_VIRTUALIZATION_CASES_H

#include <vector>

#include "platform/reproduce/case_result.h"

namespace ixsim {

std::vector<Figure> vmq_case(const CaseOptions& options);

}  // namespace ixsim

#endif
