// Intel and Microsoft's measurement of VMDq with VMQ in Hyper-V.
#ifndef IXSIM_PLATFORM_REPRODUCE_VMQ_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_VMQ_CASES_H

#include <vector>

#include "platform/reproduce/case_result.h"

namespace ixsim {

// Fit and predictions: throughput with and without VMDq, the margin, and the curves with their intervals.
std::vector<Figure> vmq_case(const CaseOptions& options);

}  // namespace ixsim

#endif
