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

namespace ixsim::platform {
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
  int table = -1;  // number of the table [[vm]], [[host]] or [[nic]]
};

RangedValue::Range range_of(const IndexedName& parsed, const Origin& origin) {
  using Range = RangedValue::Range;
  if (origin.table >= 0) return Range::kFileTable;
  if (parsed.all) return origin.file ? Range::kFileAll : Range::kOptionAll;
  if (origin.file) return Range::kFileIndex;
  return parsed.first == parsed.last ? Range::kOptionOne : Range::kOptionSome;
}

// Returns a value for the VMs or hosts that its name and origin say.
RangedValue ranged_value(const Key& key, const IndexedName& parsed, const std::string& name,
                         const toml::node& node, const Origin& origin) {
  RangedValue value;
  value.range = range_of(parsed, origin);
  value.table = static_cast<unsigned>(std::max(0, origin.table));
  value.first = parsed.first;
  value.last = parsed.last;
  value.origin = fmt::format("{}: {}", origin.where, name);
  auto kept = std::make_shared<toml::table>();
  node.visit([&](const auto& found) { kept->insert_or_assign("value", found); });
  value.set = [&key, kept](Scenario& s) { key.set(s, *kept->get("value")); };
  value.key = parsed.key;
  return value;
}

// Keeps a value for VMs until all VMs are known.
void keep_for_vms(Scenario& scenario, const Key& key, const IndexedName& parsed, const std::string& name,
                  const toml::node& node, const Origin& origin) {
  HostSettings& hosts = scenario.hosts;
  // A value that is not accepted is refused at once.
  const VmSettings untouched = hosts.vm;
  key.set(scenario, node);
  hosts.vm = untouched;
  hosts.values.push_back(ranged_value(key, parsed, name, node, origin));
  scenario.given.insert(parsed.key);
}

// Sets a value of the only host, and keeps it in case that there are several.
void set_for_hosts(Scenario& scenario, const Key& key, const IndexedName& parsed, const std::string& name,
                   const toml::node& node, const Origin& origin) {
  RangedValue value = ranged_value(key, parsed, name, node, origin);
  value.nic = parsed.prefix.rfind("nic", 0) == 0;
  const bool first = origin.table <= 0 && (parsed.all || parsed.first == 0);
  if (first) {
    key.set(scenario, node);
    scenario.given.insert(parsed.key);
  } else {
    // A value that is not accepted is refused at once.
    Scenario other = scenario;
    key.set(other, node);
  }
  scenario.hosts.log.push_back(std::make_shared<const RangedValue>(std::move(value)));
}

// Sets the number of VMs or hosts of a table, or of all.
void set_count(Scenario& scenario, const Key& key, const IndexedName& parsed, const toml::node& node,
               const Origin& origin) {
  const std::string section = section_of(parsed.key);
  if (!parsed.all || (origin.table < 0 && parsed.prefix == section + "[*]."))
    throw InputError(fmt::format("{}: {}count: accepted: {}.count, or `count` in a table [[{}]]",
                                 origin.where, parsed.prefix, section, section));
  HostSettings& hosts = scenario.hosts;
  unsigned& count = section == "vm" ? hosts.count : hosts.host_count;
  const unsigned before = count;
  key.set(scenario, node);
  scenario.given.insert(parsed.key);
  if (origin.table < 0) return;
  (section == "vm" ? hosts.tables : hosts.host_tables)[static_cast<std::size_t>(origin.table)] = count;
  count = before;
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
    throw InputError(fmt::format("{}: {}: former name of a key, accepted: {}", where, name,
                                 with_prefix(present->second, parsed)));
  for (const Key& key : key_table()) {
    if (key.about.name != parsed.key) continue;
    try {
      if (parsed.key == "vm.count" || parsed.key == "host.count") {
        set_count(scenario, key, parsed, node, origin);
      } else if (section_of(parsed.key) == "vm") {
        keep_for_vms(scenario, key, parsed, name, node, origin);
      } else {
        set_for_hosts(scenario, key, parsed, name, node, origin);
      }
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
                 const std::string& file, int number = -1);

// Tables of [[vm]], [[host]] and [[nic]].
void apply_tables(Scenario& scenario, const toml::array& tables, const std::string& name,
                  const std::string& file) {
  HostSettings& hosts = scenario.hosts;
  for (const auto& node : tables) {
    unsigned number = hosts.nic_tables;
    if (name == "nic") {
      ++hosts.nic_tables;
    } else {
      std::vector<unsigned>& counts = name == "vm" ? hosts.tables : hosts.host_tables;
      number = static_cast<unsigned>(counts.size());
      counts.push_back(1);
    }
    if (name == "vm" || number != 0) hosts.use("[[" + name + "]]");
    apply_table(scenario, *node.as_table(), name, file, static_cast<int>(number));
  }
}

void apply_table(Scenario& scenario, const toml::table& table, const std::string& prefix,
                 const std::string& file, int number) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix.empty() ? std::string(key.str()) : prefix + "." + std::string(key.str());
    const bool indexed = name == "vm" || name == "host" || name == "nic";
    if (node.is_table()) {
      apply_table(scenario, *node.as_table(), name, file, number);
    } else if (indexed && node.is_array_of_tables()) {
      apply_tables(scenario, *node.as_array(), name, file);
    } else {
      apply(scenario, name, node, {fmt::format("{}:{}", file, node.source().begin.line), true, number});
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

}  // namespace ixsim::platform
