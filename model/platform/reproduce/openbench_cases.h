// The published cases of Fibre Channel storage under Hyper-V. Each is a function that runs the case and
// returns its figures. The file also has the fit of the two parameters that they use.
#ifndef IXSIM_PLATFORM_REPRODUCE_OPENBENCH_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_OPENBENCH_CASES_H

#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim::platform {

inline constexpr const char* kOpenbenchPlatform = "xeon_5300_hyperv_2008";

std::vector<Figure> openbench_4k_case(const CaseOptions& options);
std::vector<Figure> openbench_8k_case(const CaseOptions& options);
std::vector<Figure> openbench_64k_case(const CaseOptions& options);
std::vector<Figure> openbench_one_adapter_case(const CaseOptions& options);
std::vector<Figure> openbench_adapters_case(const CaseOptions& options);

// Fits storage.stack and storage.sharing to the host without guests: 200,000 requests of 4 KB per second with
// four workers, and a gain of 40 % by the second worker. Returns the set with both. Throws CheckFailure if no
// such values are found.
ParameterSet fit_openbench(const ParameterSet& parameters, const CaseOptions& options);

}  // namespace ixsim::platform

#endif
