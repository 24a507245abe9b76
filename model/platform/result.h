// result.json: the input of a run, its measurements, and the results of its checks.
//
// Two runs of the same input give the same bytes, except for the `host` object, which has everything that
// depends on the machine, the build and its options. Format: docs/result.schema.json.
#ifndef IXSIM_PLATFORM_RESULT_H
#define IXSIM_PLATFORM_RESULT_H

#include <nlohmann/json.hpp>
#include <string>

#include "base/layers.h"
#include "platform/run.h"

namespace ixsim::platform {

// Value of `format`. It changes when a reader of older files could not read new ones.
inline constexpr char kResultFormat[] = "ixsim-result-2";

// Data of the machine and the program; the only part of a result that may differ between equal runs.
struct ResultHost {
  std::string version;
  std::string build;     // type, options and sanitizers of the build
  std::string compiler;  // name and version of the compiler
  double wall_seconds = 0;
};

// Returns every key of a complete scenario that has a value, with the value as in a scenario file.
nlohmann::ordered_json scenario_values(const Scenario& scenario);
// Returns the part `limited_by` of a result.
nlohmann::ordered_json limits_of(const RunResult& result);
// Returns a result without its object `host`.
nlohmann::ordered_json result_document(const RunResult& result);
std::string result_json(const RunResult& result, const ResultHost& host);

}  // namespace ixsim::platform

#endif
