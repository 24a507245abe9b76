// The report of published cases. For each case it has a table of the figures, and plots of the simulated
// values next to the published ones, one plot for each unit. It is made of the file of `ixsim reproduce
// --json`; equal files give equal bytes.
#ifndef IXSIM_PLATFORM_REPRODUCE_CASE_REPORT_H
#define IXSIM_PLATFORM_REPRODUCE_CASE_REPORT_H

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

// Returns the name of a kind.
const char* kind_name(FigureKind kind);
// Returns a case and its figures in the format of the file.
nlohmann::ordered_json case_json(const Case& about, const std::vector<Figure>& figures);
// Returns whether the document is such a file.
bool is_case_file(const nlohmann::ordered_json& document);
// Returns the page. Throws nlohmann::json::exception for a file whose figures lack a member.
std::string case_report(const std::string& path, const nlohmann::ordered_json& document);

}  // namespace ixsim::platform

#endif
