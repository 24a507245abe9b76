// Keys by section, in the order of the table of keys.
#include "platform/scenario_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "platform/hosts/key_scope.h"
#include "platform/nearest_key.h"
#include "platform/scenario_keys.h"

namespace ixsim::platform {
namespace {

// Breaks a list of lists into several lines.
std::string in_lines(const std::string& value) {
  constexpr std::size_t kLongest = 90;
  if (value.size() <= kLongest || value.compare(0, 2, "[[") != 0) return value;
  std::string text = "[\n  ";
  for (std::size_t i = 1; i + 1 < value.size(); ++i) {
    text += value[i];
    if (value.compare(i, 2, "],") == 0) {
      text += ",\n ";
      ++i;
    }
  }
  return text + "\n]";
}

// Returns whether the last word of a name gives its unit: `queues`, `read_latency_ns`.
bool names_unit(const std::string& name, const std::string& unit) {
  const std::string last = name.substr(name.rfind('_') + 1);
  return last.size() == unit.size() &&
         std::equal(last.begin(), last.end(), unit.begin(), [](char a, char b) { return a == (b | ' '); });
}

// Returns the line of a key, with the last part of its name.
std::string line_of(const Key& key, const Scenario& scenario, bool with_section = false) {
  const std::string name =
      with_section ? key.about.name : key.about.name.substr(key.about.name.find('.') + 1);
  const std::string value = key.text(scenario);
  const std::string idle = key.idle ? key.idle(scenario) : "";
  if (value.empty()) return fmt::format("# {} is {}\n", name, idle.empty() ? "not set" : "not set: " + idle);
  std::string remark = names_unit(name, key.about.unit) ? "" : key.about.unit;
  if (!idle.empty()) remark += (remark.empty() ? "" : "; ") + idle;
  // A key that was set is kept, for a scenario that is read again with another strategy. Which VM set a key
  // of VMs is unknown.
  const bool kept =
      idle.empty() || (scenario.given.count(key.about.name) != 0 && section_of(key.about.name) != "vm");
  return fmt::format("{}{} = {}{}\n", kept ? "" : "# ", name, in_lines(value),
                     remark.empty() ? "" : "  # " + remark);
}

// Returns the tables of VMs: one for all, or one for each group of consecutive equal VMs.
std::string text_of_vms(Scenario scenario) {
  const std::vector<VmSettings> vms = scenario.hosts.vms;
  std::vector<std::pair<std::string, unsigned>> tables;
  for (const VmSettings& vm : vms) {
    scenario.hosts.vm = vm;
    std::string lines;
    for (const Key& key : key_table())
      if (section_of(key.about.name) == "vm" && key.about.name != "vm.count") lines += line_of(key, scenario);
    if (tables.empty() || tables.back().first != lines) tables.emplace_back(lines, 0);
    ++tables.back().second;
  }
  std::string text;
  for (const auto& [lines, count] : tables) {
    text += fmt::format("{}{}\ncount = {}  # VMs\n{}", text.empty() ? "" : "\n",
                        tables.size() == 1 ? "[vm]" : "[[vm]]", count, lines);
  }
  return text;
}

// Returns tables of hosts and controllers: of hosts one for each run of equal ones, of controllers one each.
std::string text_of_hosts(const std::vector<Scenario>& hosts) {
  std::vector<std::pair<std::string, unsigned>> tables;
  std::string controllers;
  for (const Scenario& host : hosts) {
    std::string lines;
    controllers += "\n[[nic]]\n";
    for (const Key& key : key_table()) {
      if (!is_of_host(key.about.name) || !takes(host, key.about)) continue;
      const bool of_host = section_of(key.about.name) == "host";
      (of_host ? lines : controllers) += line_of(key, host, !of_host);
    }
    if (host.hosts.nic != 0) continue;
    if (tables.empty() || tables.back().first != lines) tables.emplace_back(lines, 0);
    ++tables.back().second;
  }
  std::string text;
  for (const auto& [lines, count] : tables)
    text += fmt::format("\n[[host]]\ncount = {}  # hosts\n{}", count, lines);
  return text + controllers;
}

}  // namespace

std::string print_scenario(const Scenario& scenario) {
  std::vector<std::pair<std::string, std::string>> sections;
  for (const Key& key : key_table()) {
    const std::string name = section_of(key.about.name);
    if (name == "vm" || !takes(scenario, key.about)) continue;
    if (scenario.of_nics && (name == "host" || is_of_host(key.about.name))) continue;
    auto section = sections.begin();
    while (section != sections.end() && section->first != name) ++section;
    if (section == sections.end()) section = sections.insert(section, {name, ""});
    section->second += line_of(key, scenario);
  }
  std::string text;
  for (const auto& [name, lines] : sections)
    text += fmt::format("{}[{}]\n{}", text.empty() ? "" : "\n", name, lines);
  if (scenario.of_nics) text += text_of_hosts(*scenario.of_nics);
  return scenario.with_vms() ? text + "\n" + text_of_vms(scenario) : text;
}

}  // namespace ixsim::platform
