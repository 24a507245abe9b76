// Reads scenarios: TOML files and `--set`, applied key by key.
#include "platform/scenario.h"

#include <fmt/format.h>

#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "ixsim/error.h"
#include "platform/hosts/indexed_name.h"
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

// Location of a value, for messages.
struct Origin {
  std::string where;  // in errors: file and line, or option
  bool file = false;
  int table = -1;  // number of the table [[vm]]
};

// Keeps a value for VMs until all VMs are known.
void keep_for_vms(Scenario& scenario, const Key& key, const IndexedName& parsed, const std::string& name,
                  const toml::node& node, const Origin& origin) {
  HostSettings& hosts = scenario.hosts;
  // A value that is not accepted is refused at once.
  const VmSettings untouched = hosts.vm;
  key.set(scenario, node);
  hosts.vm = untouched;
  using Range = VmAssignment::Range;
  VmAssignment value;
  value.range = origin.table >= 0             ? Range::kFileTable
                : parsed.all                  ? (origin.file ? Range::kFileAll : Range::kOptionAll)
                : origin.file                 ? Range::kFileIndex
                : parsed.first == parsed.last ? Range::kOptionOne
                                              : Range::kOptionSome;
  value.table = static_cast<unsigned>(std::max(0, origin.table));
  value.first = parsed.first;
  value.last = parsed.last;
  value.origin = fmt::format("{}: {}", origin.where, name);
  auto kept = std::make_shared<toml::table>();
  node.visit([&](const auto& found) { kept->insert_or_assign("value", found); });
  value.set = [&key, kept](Scenario& s) { key.set(s, *kept->get("value")); };
  hosts.values.push_back(std::move(value));
}

// Sets the number of VMs of a table, or of all.
void set_count(Scenario& scenario, const Key& key, const IndexedName& parsed, const toml::node& node,
               const Origin& origin) {
  if (!parsed.all || (origin.table < 0 && parsed.prefix == "vm[*]."))
    throw InputError(fmt::format("{}: {}count: accepted: vm.count, or `count` in a table [[vm]]",
                                 origin.where, parsed.prefix));
  HostSettings& hosts = scenario.hosts;
  const unsigned before = hosts.count;
  key.set(scenario, node);
  if (origin.table < 0) return;
  hosts.tables[static_cast<std::size_t>(origin.table)] = hosts.count;
  hosts.count = before;
}

IndexedName parsed_name(const std::string& name, const std::string& where) {
  try {
    return parse_indexed_name(name);
  } catch (const std::string& accepted) {
    throw InputError(fmt::format("{}: {}: found this index, accepted: {}", where, name, accepted));
  }
}

void apply(Scenario& scenario, const std::string& name, const toml::node& node, const Origin& origin) {
  const std::string& where = origin.where;
  const IndexedName parsed = parsed_name(name, where);
  const std::map<std::string, std::string>& renamed = renamed_scenario_keys();
  if (const auto present = renamed.find(parsed.key); present != renamed.end())
    throw InputError(fmt::format("{}: {}: former name of a key, accepted: {}", where, name, present->second));
  for (const Key& key : key_table()) {
    if (key.about.name != parsed.key) continue;
    try {
      const bool vms = section_of(parsed.key) == "vm";
      if (!vms) {
        key.set(scenario, node);
      } else if (parsed.key == "vm.count") {
        set_count(scenario, key, parsed, node, origin);
      } else {
        keep_for_vms(scenario, key, parsed, name, node, origin);
      }
      scenario.given.insert(parsed.key);
      if (key.about.scope == KeyScope::kVms) scenario.hosts.use(name);
    } catch (const std::string& found) {
      throw InputError(
          fmt::format("{}: {}: found {}, accepted: {}", where, name, found, accepted_values(key.about)));
    }
    return;
  }
  const std::string nearest = nearest_key(parsed.key);
  throw InputError(
      nearest.empty()
          ? fmt::format(
                "{}: {}: unknown key, accepted: keys of the sections {}, which `ixsim keys` describes", where,
                name, sections())
          : fmt::format("{}: {}: unknown key, the nearest known is {}", where, name,
                        with_prefix(nearest, parsed)));
}

void apply_table(Scenario& scenario, const toml::table& table, const std::string& prefix,
                 const std::string& file, int vm_table = -1);

// Tables of [[vm]], [[host]] and [[nic]]. There is one of the last two.
void apply_tables(Scenario& scenario, const toml::array& tables, const std::string& name,
                  const std::string& file) {
  for (const auto& node : tables) {
    const std::string where = fmt::format("{}:{}", file, node.source().begin.line);
    if (name != "vm" && &node != &tables.front()) {
      throw InputError(fmt::format("{}: [[{}]]: found a second {}, accepted is one{}", where, name,
                                   name == "nic" ? "network controller" : "host",
                                   name == "nic" ? ", which has two ports with device.ports = 2" : ""));
    }
    int table = -1;
    if (name == "vm") {
      table = static_cast<int>(scenario.hosts.tables.size());
      scenario.hosts.tables.push_back(1);
      scenario.hosts.use("[[vm]]");
    }
    apply_table(scenario, *node.as_table(), name, file, table);
  }
}

void apply_table(Scenario& scenario, const toml::table& table, const std::string& prefix,
                 const std::string& file, int vm_table) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix.empty() ? std::string(key.str()) : prefix + "." + std::string(key.str());
    const bool indexed = name == "vm" || name == "host" || name == "nic";
    if (node.is_table()) {
      apply_table(scenario, *node.as_table(), name, file, vm_table);
    } else if (indexed && node.is_array_of_tables()) {
      apply_tables(scenario, *node.as_array(), name, file);
    } else {
      apply(scenario, name, node, {fmt::format("{}:{}", file, node.source().begin.line), true, vm_table});
    }
  }
}

// Refuses control characters. TOML allows only tab and line ends, and the parser does not handle the others
// safely.
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
  apply(scenario, name, *node, {option});
}

}  // namespace ixsim
