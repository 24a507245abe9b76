#include "ixsim/cosim/classifier_coverage_report.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace ixsim {
namespace {

struct GroupCount {
  std::size_t total = 0, hit = 0, excluded = 0;
};

std::array<GroupCount, kCoverageGroups> count_groups(const ClassifierCoverage& coverage) {
  std::array<GroupCount, kCoverageGroups> counts;
  for (const CoverageBin& bin : coverage.bins()) {
    GroupCount& count = counts[static_cast<std::size_t>(bin.group)];
    if (bin.excluded != nullptr) {
      ++count.excluded;
    } else {
      ++count.total;
      if (bin.hits != 0) ++count.hit;
    }
  }
  return counts;
}

}  // namespace

std::string coverage_text(const ClassifierCoverage& coverage, std::size_t most) {
  const std::size_t total = coverage.total(), hit = coverage.hit();
  // Tenths of a percent, rounded down: 100.0 means all.
  const std::size_t per_mille = 1000 * hit / total;
  std::string text =
      fmt::format("coverage: {} of {} bins, {}.{} %\n", hit, total, per_mille / 10, per_mille % 10);
  const auto counts = count_groups(coverage);
  for (std::size_t g = 0; g < counts.size(); ++g) {
    text +=
        fmt::format("  {:<15} {:>3} of {:>3}", ClassifierCoverage::group_name(static_cast<CoverageGroup>(g)),
                    counts[g].hit, counts[g].total);
    if (counts[g].excluded != 0) text += fmt::format("  ({} excluded)", counts[g].excluded);
    text += '\n';
  }
  if (most == 0) return text;
  std::size_t listed = 0;
  for (const CoverageBin& bin : coverage.bins()) {
    if (bin.excluded != nullptr || bin.hits != 0) continue;
    if (listed == 0) text += "not reached:\n";
    if (listed++ < most) text += fmt::format("  {}\n", bin.name);
  }
  if (listed > most) text += fmt::format("  and {} more\n", listed - most);
  return text;
}

nlohmann::ordered_json coverage_json(const ClassifierCoverage& coverage) {
  nlohmann::ordered_json json;
  json["total"] = coverage.total();
  json["hit"] = coverage.hit();
  json["groups"] = nlohmann::ordered_json::array();
  const auto counts = count_groups(coverage);
  for (std::size_t g = 0; g < counts.size(); ++g) {
    json["groups"].push_back({{"name", ClassifierCoverage::group_name(static_cast<CoverageGroup>(g))},
                              {"total", counts[g].total},
                              {"hit", counts[g].hit},
                              {"excluded", counts[g].excluded}});
  }
  json["unhit"] = nlohmann::ordered_json::array();
  json["bins"] = nlohmann::ordered_json::array();
  for (const CoverageBin& bin : coverage.bins()) {
    nlohmann::ordered_json entry{{"name", bin.name}, {"hits", bin.hits}};
    if (bin.excluded != nullptr) entry["excluded"] = bin.excluded;
    if (bin.excluded == nullptr && bin.hits == 0) json["unhit"].push_back(bin.name);
    json["bins"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace ixsim
