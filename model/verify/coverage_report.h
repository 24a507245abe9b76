// Functional coverage for readers: a table for the terminal, and every bin as JSON.
#ifndef IXSIM_VERIFY_COVERAGE_REPORT_H
#define IXSIM_VERIFY_COVERAGE_REPORT_H

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::verify {

// One bin, of whatever block. Bins of a group stand together.
struct CoverageLine {
  const char* group;
  const std::string* name;  // "group/bin"
  std::uint64_t hits;
  const char* excluded;  // why nothing can reach it; null: it must be reached
};

// Counts over the bins that are not excluded.
std::size_t coverage_total(const std::vector<CoverageLine>& bins);
std::size_t coverage_hit(const std::vector<CoverageLine>& bins);
// Bins reached and total of each group, then the names of those not reached, at most `most` of them; none,
// and no word of them, with 0.
std::string coverage_text(const std::vector<CoverageLine>& bins, std::size_t most);
nlohmann::ordered_json coverage_json(const std::vector<CoverageLine>& bins);
// Returns the failures of a run, as lines; empty if there are none: a bin that was reached although it is
// excluded, and, with `enforce`, fewer bins than `required` per cent.
std::string coverage_failures(const std::vector<CoverageLine>& bins, unsigned required, bool enforce);

}  // namespace ixsim::verify

#endif
