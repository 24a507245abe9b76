// Functional coverage for readers: a table for the terminal, and every bin as JSON.
#ifndef IXSIM_COSIM_CLASSIFIER_COVERAGE_REPORT_H
#define IXSIM_COSIM_CLASSIFIER_COVERAGE_REPORT_H

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ixsim/cosim/classifier_coverage.h"

namespace ixsim {

// Bins reached and total of each group, then the names of those not reached, at most `most` of them; none,
// and no word of them, with 0.
std::string coverage_text(const ClassifierCoverage& coverage, std::size_t most);
nlohmann::ordered_json coverage_json(const ClassifierCoverage& coverage);

}  // namespace ixsim

#endif
