// Reports of a finished check of any block: summary on the terminal, result.json, coverage.json, exit status.
#ifndef IXSIM_CLI_CHECK_REPORT_H
#define IXSIM_CLI_CHECK_REPORT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "cli/check_settings.h"
#include "verify/coverage_report.h"

namespace ixsim::cli {

class CheckReport {
 public:
  // Makes a report. `command` is the command as typed; `coverage` must outlive the report.
  CheckReport(const CheckSettings& settings, const char* command, const std::vector<CoverageLine>& coverage)
      : settings_(settings), command_(command), coverage_(coverage) {}

  // Adds one metric of result.json.
  void add(const char* name, std::uint64_t value, const char* unit, const char* description) {
    metrics_[name] = {{"value", value}, {"unit", unit}, {"description", description}};
  }
  // Reports a difference between RTL and reference: in words, as JSON, and whether a repeated run confirmed
  // it and thus made `waveform`, which an endless loop prevents.
  void diverge(std::string text, Json json, bool repeated, bool endless, const std::string& waveform);
  // Adds a line after the divergence.
  void add_line(const std::string& line) { behind_ += line + '\n'; }
  // Adds a shorter stimulus that diverges too.
  void add_shrunk(std::string text, Json json) {
    shrunk_text_ = std::move(text);
    divergence_["shrunk"] = std::move(json);
  }
  // Adds another reason of failure, one line.
  void fail(const std::string& why) { failures_ += why + '\n'; }

  // Prints what follows the block's summary and writes the files. `used` are the settings for result.json,
  // `listed` is the maximum number of bins not reached to name, `seconds` is the wall-clock time. Returns the
  // exit status, 0 or 1.
  int finish(const Json& used, const std::string& rtl_hash, std::size_t listed, double seconds);

 private:
  const CheckSettings& settings_;
  const char* command_;
  const std::vector<CoverageLine>& coverage_;
  Json metrics_ = Json::object();
  std::string failures_;
  Json divergence_;  // null: none
  std::string divergence_text_;
  std::string behind_;
  std::string shrunk_text_;
  std::string waveform_;  // line about it
};

}  // namespace ixsim::cli

#endif
