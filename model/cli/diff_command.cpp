// `ixsim diff` compares two results: first the scenario, then every metric with its absolute and relative
// change.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "ixsim/error.h"
#include "platform/result_file.h"

namespace ixsim::cli {
namespace {

using Json = nlohmann::ordered_json;

struct DiffSettings {
  std::string first;
  std::string second;
  std::string pattern;
  std::string tolerance = "0";
  bool metrics_only = false;
};

struct Row {
  std::string name;
  std::string first;
  std::string second;
  std::string change;  // absolute and relative, of numbers
};

const char* const kAbsent = "-";

// Returns the tolerance. Throws InputError unless the text is a share, "0.01" or "1%".
double tolerance_of(const std::string& text) {
  const auto refuse = [&] {
    throw InputError(fmt::format(
        "--tolerance: found {}, accepted: a relative change from 0 to 1 such as 0.01, or 1%", text));
  };
  const bool percent = !text.empty() && text.back() == '%';
  const std::string digits = percent ? text.substr(0, text.size() - 1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789.") != std::string::npos ||
      std::count(digits.begin(), digits.end(), '.') > 1 || digits == ".") {
    refuse();
  }
  const double value = std::stod(digits) / (percent ? 100 : 1);
  if (value > 1) refuse();
  return value;
}

// Returns the names of both: those of the first in their order, then those that only the second has.
std::vector<std::string> names_of(const Json& first, const Json& second) {
  std::vector<std::string> names;
  for (const auto& [name, value] : first.items()) names.push_back(name);
  for (const auto& [name, value] : second.items())
    if (!first.contains(name)) names.push_back(name);
  return names;
}

std::string text_of_change(const Json& first, const Json& second, const std::string& unit) {
  std::string text;
  if (first.is_number_integer() && second.is_number_integer()) {
    const std::int64_t change = second.get<std::int64_t>() - first.get<std::int64_t>();
    text = (change > 0 ? "+" : "") + text_of_value(change, unit);
  } else {
    const double change = second.get<double>() - first.get<double>();
    text = (change > 0 ? "+" : "") + text_of_value(change, unit);
  }
  const double before = first.get<double>();
  if (before == 0) return text;
  return text + fmt::format("  ({:+.3g} %)", 100 * (second.get<double>() - before) / std::abs(before));
}

bool equal_within(const Json& first, const Json& second, double tolerance) {
  if (first == second) return true;
  if (!first.is_number() || !second.is_number()) return false;
  const double a = first.get<double>();
  const double b = second.get<double>();
  return std::abs(b - a) <= tolerance * std::max(std::abs(a), std::abs(b));
}

void print_rows(const char* title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  std::size_t name = 0;
  std::size_t first = 0;
  std::size_t second = 0;
  for (const Row& row : rows) {
    name = std::max(name, row.name.size());
    first = std::max(first, row.first.size());
    second = std::max(second, row.second.size());
  }
  fmt::print("{}\n", title);
  for (const Row& row : rows) {
    const std::string line = fmt::format("  {:<{}}  {:>{}}  {:>{}}  {}", row.name, name, row.first, first,
                                         row.second, second, row.change);
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

std::vector<Row> changed_settings(const ResultFile& first, const ResultFile& second,
                                  const std::string& pattern) {
  std::vector<Row> rows;
  const Json& a = first.settings();
  const Json& b = second.settings();
  const auto text = [](const Json& of, const std::string& name) {
    return of.contains(name) ? text_of_setting(of[name]) : kAbsent;
  };
  for (const std::string& name : names_of(a, b)) {
    if (!matches(name, pattern)) continue;
    const std::string before = text(a, name);
    const std::string after = text(b, name);
    if (before != after) rows.push_back({name, before, after, ""});
  }
  return rows;
}

// Returns the rows for the end of the run and its messages.
std::vector<Row> changed_outcome(const ResultFile& first, const ResultFile& second) {
  std::vector<Row> rows;
  for (const char* const part : {"status", "failures", "incomplete", "notes"}) {
    const auto text = [&](const ResultFile& file) {
      const auto found = file.root.find(part);
      return found == file.root.end() ? std::string(kAbsent)
             : found->is_string()     ? found->get<std::string>()
                                      : found->dump();
    };
    if (text(first) != text(second)) rows.push_back({part, text(first), text(second), ""});
  }
  return rows;
}

std::vector<Row> changed_metrics(const ResultFile& first, const ResultFile& second,
                                 const std::string& pattern, double tolerance) {
  std::vector<Row> rows;
  const Json& a = first.metrics();
  const Json& b = second.metrics();
  const auto text = [](const Json& of, const std::string& name) {
    return of.contains(name) ? text_of_value(of[name]["value"], of[name]["unit"]) : kAbsent;
  };
  for (const std::string& name : names_of(a, b)) {
    if (!matches(name, pattern)) continue;
    const bool both = a.contains(name) && b.contains(name);
    const bool same_unit = both && a[name]["unit"] == b[name]["unit"];
    if (same_unit && equal_within(a[name]["value"], b[name]["value"], tolerance)) continue;
    Row row{name, text(a, name), text(b, name), ""};
    if (same_unit && a[name]["value"].is_number() && b[name]["value"].is_number())
      row.change = text_of_change(a[name]["value"], b[name]["value"], a[name]["unit"]);
    rows.push_back(row);
  }
  return rows;
}

int diff(const DiffSettings& settings) {
  const double tolerance = tolerance_of(settings.tolerance);
  const ResultFile first = read_result(settings.first);
  const ResultFile second = read_result(settings.second);
  const auto is_known = [&](const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return matches(name, settings.pattern); });
  };
  const std::vector<std::string> metrics = names_of(first.metrics(), second.metrics());
  if (!is_known(metrics) && !is_known(names_of(first.settings(), second.settings())))
    refuse_pattern("diff", settings.pattern, metrics);
  std::vector<Row> scenario;
  std::vector<Row> outcome;
  if (!settings.metrics_only) {
    scenario = changed_settings(first, second, settings.pattern);
    if (settings.pattern.empty()) outcome = changed_outcome(first, second);
  }
  const std::vector<Row> changed = changed_metrics(first, second, settings.pattern, tolerance);
  if (scenario.empty() && outcome.empty() && changed.empty()) {
    fmt::print("equal\n");
    return 0;
  }
  print_rows("scenario", scenario);
  print_rows("outcome", outcome);
  print_rows("metrics", changed);
  return 1;
}

}  // namespace

void add_diff_command(CLI::App& app, int& status) {
  auto settings = std::make_shared<DiffSettings>();
  CLI::App* const command =
      app.add_subcommand("diff", "Compare two results: exit status 0 equal, 1 different");
  command->add_option("A", settings->first, "A result.json, or the folder of --out")->required();
  command->add_option("B", settings->second, "The result to compare with A")->required();
  command->add_option("PATTERN", settings->pattern,
                      "Metrics and scenario keys to compare: a part of the name, or a glob");
  command
      ->add_option("--tolerance", settings->tolerance,
                   "Relative change of a metric that counts as equal: 0.01 or 1%")
      ->capture_default_str();
  command->add_flag("--metrics", settings->metrics_only, "Compare only metrics, not the scenario");
  command->callback([settings, &status] { status = diff(*settings); });
}

}  // namespace ixsim::cli
