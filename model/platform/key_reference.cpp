// Formats the descriptions of keys.
#include "platform/key_reference.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "ixsim/error.h"
#include "platform/hosts/indexed_name.h"
#include "platform/key.h"
#include "platform/nearest_key.h"

namespace ixsim::platform {
namespace {

constexpr std::size_t kColumns = 100, kIndent = 4;
constexpr std::size_t kNearest = 3;

constexpr std::pair<const char*, const char*> kSubjects[] = {{"simulation", "the simulation itself"},
                                                             {"device", "the controller"},
                                                             {"pcie", "the PCIe link"},
                                                             {"rx", "receive"},
                                                             {"tx", "transmit"},
                                                             {"dcb", "traffic classes"},
                                                             {"host", "the host and its driver"},
                                                             {"vm", "virtual machines on the host"},
                                                             {"peer", "the link partner of VMs"},
                                                             {"network", "cables between several hosts"},
                                                             {"switch", "the switch between several hosts"},
                                                             {"traffic", "frames from the link partner"},
                                                             {"measure", "the measuring window"}};

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Returns the key that a name with an index refers to; other patterns stay unchanged.
std::string without_index(const std::string& pattern) {
  try {
    return parse_indexed_name(pattern).key;
  } catch (const std::string&) {
    return pattern;
  }
}

// Breaks a paragraph into indented lines.
std::string wrapped(const std::string& text) {
  std::string lines, line;
  std::size_t from = 0;
  while (from < text.size()) {
    std::size_t to = text.find(' ', from);
    if (to == std::string::npos) to = text.size();
    const std::string word = text.substr(from, to - from);
    if (!line.empty() && kIndent + line.size() + 1 + word.size() > kColumns) {
      lines += std::string(kIndent, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    from = to + 1;
  }
  return lines + std::string(kIndent, ' ') + line + "\n";
}

std::string text_of(const ScenarioKey& key) {
  std::string text = fmt::format("{}\n", key.name) + wrapped(key.meaning);
  text += wrapped("Accepts " + accepted_values(key) + ".");
  std::string usual = key.usual.empty() ? "Default: not set" : "Default: " + key.usual;
  if (!key.note.empty()) usual += "; " + key.note;
  usual += ".";
  if (!key.from.empty()) usual += fmt::format(" Follows {}.", fmt::join(key.from, ", "));
  text += wrapped(usual);
  if (key.scope != KeyScope::kAll)
    text += wrapped(key.scope == KeyScope::kVms ? "Only in runs with VMs." : "Only in runs without VMs.");
  if (!key.strategies.empty()) text += wrapped(fmt::format("Only with {}.", fmt::join(key.strategies, ", ")));
  return text;
}

nlohmann::ordered_json json_of(const ScenarioKey& key) {
  using Json = nlohmann::ordered_json;
  const auto optional = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json values;
  if (!key.values.empty() && key.type != "boolean") {
    values = Json::array();
    for (const std::string& value : key.values)
      values.push_back(key.type == "integer" ? Json::parse(value) : Json(value));
  }
  return {{"name", key.name},
          {"section", section_of(key.name)},
          {"subject", subject_of(section_of(key.name))},
          {"type", key.type},
          {"unit", optional(key.unit)},
          {"accepts", accepted_values(key)},
          {"minimum", key.low ? Json(*key.low) : Json()},
          {"maximum", key.high ? Json(*key.high) : Json()},
          {"multiple_of", key.low ? Json(key.step) : Json()},
          {"values", values},
          {"default", key.usual.empty() ? Json() : Json::parse(key.usual)},
          {"default_from", key.from},
          {"default_note", optional(key.note)},
          {"description", key.meaning},
          {"runs", key.scope == KeyScope::kAll   ? "all"
                   : key.scope == KeyScope::kVms ? "vms"
                                                 : "device"},
          {"strategies", key.strategies}};
}

}  // namespace

std::vector<ScenarioKey> matching_keys(const std::string& pattern) {
  const std::string wanted = without_index(lower(pattern));
  const bool glob = wanted.find_first_of("*?[") != std::string::npos;
  std::vector<ScenarioKey> keys;
  for (const ScenarioKey& key : scenario_keys()) {
    const bool matches =
        glob ? fnmatch(wanted.c_str(), key.name.c_str(), 0) == 0 : key.name.find(wanted) != std::string::npos;
    if (matches) keys.push_back(key);
  }
  if (!keys.empty()) return keys;
  throw InputError(fmt::format(
      "keys: found {}, accepted: a part of a key's name, or a glob such as \"rx.*\"; the nearest keys are {}",
      pattern, fmt::join(nearest_keys(wanted, kNearest), ", ")));
}

std::string subject_of(const std::string& section) {
  for (const auto& [name, subject] : kSubjects)
    if (section == name) return subject;
  return "";
}

std::string keys_as_text(const std::vector<ScenarioKey>& keys) {
  std::vector<std::pair<std::string, std::string>> sections;
  for (const ScenarioKey& key : keys) {
    const std::string name = section_of(key.name);
    auto section =
        std::find_if(sections.begin(), sections.end(), [&](const auto& s) { return s.first == name; });
    if (section == sections.end()) section = sections.insert(section, {name, ""});
    section->second += "\n" + text_of(key);
  }
  std::string text;
  for (const auto& [name, lines] : sections)
    text += fmt::format("{}--- {}: {}\n{}", text.empty() ? "" : "\n", name, subject_of(name), lines);
  return text;
}

std::string keys_as_json(const std::vector<ScenarioKey>& keys) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ScenarioKey& key : keys) list.push_back(json_of(key));
  return list.dump(1) + "\n";
}

}  // namespace ixsim::platform
