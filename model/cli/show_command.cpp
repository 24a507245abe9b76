// `ixsim show` prints the metrics of a result.json as a table on the terminal, with a filter.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "platform/result_file.h"

namespace ixsim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidestName = 40;
constexpr std::size_t kWidestValue = 28;

struct ShowSettings {
  std::string result;
  std::string pattern;
  bool all = false;
  bool scenario = false;
};

struct Line {
  std::string name;
  std::string value;
  std::string description;
};

void print_table(const std::vector<Line>& lines) {
  std::size_t name = 0;
  std::size_t value = 0;
  for (const Line& line : lines) {
    name = std::max(name, std::min(line.name.size(), kWidestName));
    value = std::max(value, std::min(line.value.size(), kWidestValue));
  }
  for (const Line& line : lines) {
    fmt::print("{:<{}}  {:>{}}{}{}\n", line.name, name, line.value, value,
               line.description.empty() ? "" : "  ", line.description);
  }
}

bool is_zero(const Json& metric) {
  const Json& value = metric["value"];
  return value.is_string() ? value.get_ref<const std::string&>().empty() : value == 0;
}

void print_lines(const Json& root, const char* part, const char* label) {
  const auto found = root.find(part);
  if (found == root.end() || !found->is_array()) return;
  for (const Json& line : *found)
    if (line.is_string()) fmt::print("{:<10}{}\n", label, line.get<std::string>());
}

void print_head(const ResultFile& file) {
  const Json& root = file.root;
  fmt::print("{:<10}{}\n", "file", file.path);
  print_lines(root, "setup", "");
  for (const auto& [part, label] : {std::pair("command", "command"), std::pair("status", "status")}) {
    const auto found = root.find(part);
    if (found != root.end() && found->is_string()) fmt::print("{:<10}{}\n", label, found->get<std::string>());
  }
  print_lines(root, "failures", "failure");
  print_lines(root, "incomplete", "incomplete");
  print_lines(root, "notes", "note");
}

void show(const ShowSettings& settings) {
  const ResultFile file = read_result(settings.result);
  const bool filtered = !settings.pattern.empty();
  std::vector<std::string> names;
  std::vector<Line> keys;
  for (const auto& [name, value] : file.settings().items()) {
    names.push_back(name);
    if (filtered ? matches(name, settings.pattern) : settings.scenario)
      keys.push_back({name, text_of_setting(value), ""});
  }
  std::vector<Line> metrics;
  std::size_t zeros = 0;
  for (const auto& [name, metric] : file.metrics().items()) {
    names.push_back(name);
    if (!matches(name, settings.pattern)) continue;
    if (!filtered && !settings.all && is_zero(metric)) {
      ++zeros;
      continue;
    }
    metrics.push_back(
        {name, text_of_value(metric["value"], metric["unit"]), metric.value("description", std::string())});
  }
  if (keys.empty() && metrics.empty() && filtered) refuse_pattern("show", settings.pattern, names);
  if (!filtered) print_head(file);
  for (const auto* table : {&keys, &metrics}) {
    if (table->empty()) continue;
    if (!filtered || (table == &metrics && !keys.empty())) fmt::print("\n");
    print_table(*table);
  }
  if (zeros != 0) fmt::print("\n{} metrics that are 0 or empty are left out: --all\n", zeros);
}

}  // namespace

void add_show_command(CLI::App& app) {
  auto settings = std::make_shared<ShowSettings>();
  CLI::App* const command = app.add_subcommand("show", "Print a result.json as a table");
  command->add_option("RESULT", settings->result, "A result.json, or the folder of --out")->required();
  command->add_option(
      "PATTERN", settings->pattern,
      "Metrics and scenario keys to print: a part of the name, or a glob such as 'rx.drop.*'");
  command->add_flag("--all", settings->all, "Print metrics that are 0 or empty, too");
  command->add_flag("--scenario", settings->scenario, "Print the resolved scenario, too");
  command->callback([settings] { show(*settings); });
}

}  // namespace ixsim::cli
