// The unreachable bins of classifier coverage, each with its reason. A run that reaches one of them fails,
// because the reason is then wrong.
#ifndef IXSIM_VERIFY_CLASSIFIER_COVERAGE_EXCLUSIONS_H
#define IXSIM_VERIFY_CLASSIFIER_COVERAGE_EXCLUSIONS_H

#include "base/layers.h"
#include "verify/classifier_coverage.h"

namespace ixsim::verify {

// Returns the reason why this bin cannot be reached under these settings; null if it can.
const char* coverage_exclusion(const CoverageBin& bin, const CoverageSettings& settings);

}  // namespace ixsim::verify

#endif
