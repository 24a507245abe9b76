// Reading of scenarios: TOML files and `--set`, applied key by key.
#include "platform/scenario.h"

#include <fmt/format.h>

#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "ixsim/error.h"
#include "platform/nearest_key.h"
#include "platform/scenario_keys.h"

namespace ixsim {
namespace {

// Returns the sections of all keys, in their order.
std::string sections() {
  std::vector<std::string> names;
  for (const Key& key : key_table()) {
    const std::string section = section_of(key.about.name);
    if (std::find(names.begin(), names.end(), section) == names.end()) names.push_back(section);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void apply(Scenario& scenario, const std::string& name, const toml::node& node, const std::string& where) {
  const std::map<std::string, std::string>& renamed = renamed_scenario_keys();
  if (const auto present = renamed.find(name); present != renamed.end())
    throw InputError(fmt::format("{}: {}: former name of a key, accepted: {}", where, name, present->second));
  for (const Key& key : key_table()) {
    if (key.about.name != name) continue;
    try {
      key.set(scenario, node);
      scenario.given.insert(name);
    } catch (const std::string& found) {
      throw InputError(
          fmt::format("{}: {}: found {}, accepted: {}", where, name, found, accepted_values(key.about)));
    }
    return;
  }
  const std::string nearest = nearest_key(name);
  throw InputError(
      nearest.empty()
          ? fmt::format(
                "{}: {}: unknown key, accepted: keys of the sections {}, which `ixsim keys` describes", where,
                name, sections())
          : fmt::format("{}: {}: unknown key, the nearest known is {}", where, name, nearest));
}

void apply_table(Scenario& scenario, const toml::table& table, const std::string& prefix,
                 const std::string& file) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix.empty() ? std::string(key.str()) : prefix + "." + std::string(key.str());
    if (node.is_table()) {
      apply_table(scenario, *node.as_table(), name, file);
    } else {
      apply(scenario, name, node, fmt::format("{}:{}", file, node.source().begin.line));
    }
  }
}

// TOML allows only tab and line ends; the parser does not handle the others safely.
void refuse_control_characters(const std::string& text, const std::string& where) {
  std::size_t line = 1;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == '\n') ++line;
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f) {
      throw InputError(
          fmt::format("{}:{}: not TOML: found control character {:#04x}, accepted: text", where, line, byte));
    }
  }
}

}  // namespace

const std::map<std::string, std::string>& renamed_scenario_keys() {
  static const std::map<std::string, std::string> kNames = [] {
    std::map<std::string, std::string> names;
    const toml::table renamed = toml::parse(kRenamed);
    for (const auto& [former, present] : *renamed.get_as<toml::table>("scenario"))
      names.emplace(former.str(), *present.value<std::string>());
    return names;
  }();
  return kNames;
}

Scenario parse_scenario(const std::string& text, const std::string& name) {
  refuse_control_characters(text, name);
  Scenario scenario;
  // Without receive addresses generated traffic has sixteen default destinations.
  try {
    const toml::table table = toml::parse(text, name);
    apply_table(scenario, table, "", name);
  } catch (const toml::parse_error& error) {
    throw InputError(
        fmt::format("{}:{}: not TOML: {}", name, error.source().begin.line, error.description()));
  }
  return scenario;
}

Scenario read_scenario(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  std::string text;
  char part[4'096];
  std::size_t count;
  while ((count = std::fread(part, 1, sizeof part, file)) > 0) text.append(part, count);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return parse_scenario(text, path);
}

void set_scenario_key(Scenario& scenario, const std::string& assignment, const std::string& option) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(fmt::format("{} {}: accepted: KEY=VALUE", option, assignment));
  }
  const std::string name = assignment.substr(0, equals);
  const std::string value = assignment.substr(equals + 1);
  refuse_control_characters(assignment, option);
  // A word without quotes is a string, so that a shell needs none.
  toml::table table;
  try {
    table = toml::parse("value = " + value);
  } catch (const toml::parse_error&) {
    table.insert_or_assign("value", value);
  }
  const toml::node* const node = table.get("value");
  if (node == nullptr || table.size() != 1)
    throw InputError(fmt::format("{} {}: accepted: KEY=VALUE", option, assignment));
  apply(scenario, name, *node, option);
}

}  // namespace ixsim
