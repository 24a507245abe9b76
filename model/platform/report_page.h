// The report of a run: one HTML page with tables and plots, which needs no network and no other file.
//
// It is made of result.json, and of series.json if the run wrote one. Sections follow from the names of the
// metrics, so that a metric that a later version adds to a group appears in its plot. Equal files give equal
// bytes.
#ifndef IXSIM_PLATFORM_REPORT_PAGE_H
#define IXSIM_PLATFORM_REPORT_PAGE_H

#include <string>

#include "base/layers.h"
#include "platform/result_file.h"

namespace ixsim::platform {

// Returns the page; `series` is null if the run has none.
std::string report_page(const ResultFile& result, const nlohmann::ordered_json& series);
// Reads series.json next to `result`; returns null if there is none. Throws InputError if it is not of this
// format.
nlohmann::ordered_json read_series(const ResultFile& result);

}  // namespace ixsim::platform

#endif
