// Counts and prints bins.
#include "verify/coverage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ixsim::verify {
namespace {

struct GroupCount {
  std::string_view name;
  std::size_t total = 0, hit = 0, excluded = 0;
};

std::vector<GroupCount> count_groups(const std::vector<CoverageLine>& bins) {
  std::vector<GroupCount> counts;
  for (const CoverageLine& bin : bins) {
    // Rows of a group need not stand together.
    const std::string_view name = bin.group;
    auto known = std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.name == name; });
    if (known == counts.end()) known = counts.insert(counts.end(), {name});
    GroupCount& count = *known;
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

std::size_t coverage_total(const std::vector<CoverageLine>& bins) {
  std::size_t total = 0;
  for (const GroupCount& count : count_groups(bins)) total += count.total;
  return total;
}

std::size_t coverage_hit(const std::vector<CoverageLine>& bins) {
  std::size_t hit = 0;
  for (const GroupCount& count : count_groups(bins)) hit += count.hit;
  return hit;
}

std::string coverage_text(const std::vector<CoverageLine>& bins, std::size_t most) {
  const std::size_t total = coverage_total(bins), hit = coverage_hit(bins);
  // Tenths of a percent, rounded down: 100.0 means all.
  const std::size_t per_mille = 1000 * hit / total;
  std::string text =
      fmt::format("coverage: {} of {} bins, {}.{} %\n", hit, total, per_mille / 10, per_mille % 10);
  for (const GroupCount& count : count_groups(bins)) {
    text += fmt::format("  {:<15} {:>3} of {:>3}", count.name, count.hit, count.total);
    if (count.excluded != 0) text += fmt::format("  ({} excluded)", count.excluded);
    text += '\n';
  }
  if (most == 0) return text;
  std::size_t listed = 0;
  for (const CoverageLine& bin : bins) {
    if (bin.excluded != nullptr || bin.hits != 0) continue;
    if (listed == 0) text += "not reached:\n";
    if (listed++ < most) text += fmt::format("  {}\n", *bin.name);
  }
  if (listed > most) text += fmt::format("  and {} more\n", listed - most);
  return text;
}

nlohmann::ordered_json coverage_json(const std::vector<CoverageLine>& bins) {
  nlohmann::ordered_json json;
  json["total"] = coverage_total(bins);
  json["hit"] = coverage_hit(bins);
  json["groups"] = nlohmann::ordered_json::array();
  for (const GroupCount& count : count_groups(bins)) {
    json["groups"].push_back(
        {{"name", count.name}, {"total", count.total}, {"hit", count.hit}, {"excluded", count.excluded}});
  }
  json["unhit"] = nlohmann::ordered_json::array();
  json["bins"] = nlohmann::ordered_json::array();
  for (const CoverageLine& bin : bins) {
    nlohmann::ordered_json entry{{"name", *bin.name}, {"hits", bin.hits}};
    if (bin.excluded != nullptr) entry["excluded"] = bin.excluded;
    if (bin.excluded == nullptr && bin.hits == 0) json["unhit"].push_back(*bin.name);
    json["bins"].push_back(std::move(entry));
  }
  return json;
}

std::string coverage_failures(const std::vector<CoverageLine>& bins, unsigned required, bool enforce) {
  std::string text;
  for (const CoverageLine& bin : bins) {
    if (bin.excluded == nullptr || bin.hits == 0) continue;
    text += fmt::format("coverage: {} was reached {} times, but is excluded: {}\n", *bin.name, bin.hits,
                        bin.excluded);
  }
  const std::size_t total = coverage_total(bins), hit = coverage_hit(bins);
  if (enforce && 100 * hit < required * total) {
    text += fmt::format("coverage: {} of {} bins are fewer than the {} % required\n", hit, total, required);
  }
  return text;
}

}  // namespace ixsim::verify
