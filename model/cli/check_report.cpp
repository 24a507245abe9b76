// Writes the files of a finished check and prints its summary.
#include "cli/check_report.h"
#include "ixsim/version.h"

#include <fmt/format.h>

#include <utility>

namespace ixsim::cli {

void CheckReport::diverge(std::string text, Json json, bool repeated, bool endless,
                          const std::string& waveform) {
  divergence_text_ = std::move(text);
  divergence_ = std::move(json);
  divergence_["repeated"] = repeated;
  divergence_["waveform"] = repeated ? Json("divergence.fst") : Json(nullptr);
  waveform_ = repeated  ? "waveform   " + waveform
              : endless ? std::string("no waveform: the module does not end a clock")
                        : std::string("the run did not repeat from its seed: no waveform");
}

int CheckReport::finish(const Json& used, const std::string& rtl_hash, std::size_t listed, double seconds) {
  const bool diverged = !divergence_.is_null();
  const std::string failures =
      coverage_failures(coverage_, settings_.require_coverage, !diverged) + failures_;
  const bool ok = !diverged && failures.empty();

  if (!diverged) fmt::print("{}", coverage_text(coverage_, listed));
  fmt::print("{}", failures);
  fmt::print("{}", diverged ? divergence_text_ : "no divergence\n");
  if (diverged && !settings_.out.empty()) fmt::print("  {}\n", waveform_);
  fmt::print("{}{}", behind_, shrunk_text_);
  if (settings_.out.empty()) return ok ? 0 : 1;

  add("check.coverage.total", coverage_total(coverage_), "bins",
      "of functional coverage that can be reached");
  add("check.coverage.hit", coverage_hit(coverage_), "bins", "of functional coverage that were reached");
  Json json{{"command", command_},
            {"status", ok ? "ok" : "failed"},
            {"settings", used},
            {"metrics", metrics_},
            {"rtl_hash", rtl_hash}};
  if (diverged) json["divergence"] = divergence_;
  json["host"] = {{"seconds", seconds}, {"version", IXSIM_VERSION}};
  write_json(settings_.out + "/coverage.json", coverage_json(coverage_));
  write_json(settings_.out + "/result.json", json);
  return ok ? 0 : 1;
}

}  // namespace ixsim::cli
