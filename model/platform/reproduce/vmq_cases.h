// The measurement of VMDq with VMQ in Hyper-V by Intel and Microsoft.
#ifndef IXSIM_PLATFORM_REPRODUCE_VMQ_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_VMQ_CASES_H

#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

// Runs fit and predictions: throughput with and without VMDq, the margin, and the curves with their
// intervals.
std::vector<Figure> vmq_case(const CaseOptions& options);

}  // namespace ixsim::platform

#endif
