// TOML values to members of a scenario.
#include "platform/key.h"

#include <sstream>

namespace ixsim {

std::string text_of(const toml::node& node) {
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

std::int64_t integer(const toml::node& node, std::int64_t low, std::int64_t high) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < low || *value > high) throw text_of(node);
  return *value;
}

bool boolean(const toml::node& node) {
  const auto value = node.value_exact<bool>();
  if (!value) throw text_of(node);
  return *value;
}

std::string string(const toml::node& node) {
  const auto value = node.value_exact<std::string>();
  if (!value) throw text_of(node);
  return *value;
}

std::vector<std::uint16_t> vlan_list(const toml::node& node) {
  if (!node.is_array()) throw text_of(node);
  std::vector<std::uint16_t> vlans;
  for (const auto& item : *node.as_array())
    vlans.push_back(static_cast<std::uint16_t>(integer(item, 0, 4'095)));
  return vlans;
}

std::vector<std::int64_t> number_list(const toml::node& node, std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> numbers;
  if (const auto* list = node.as_array()) {
    for (const auto& item : *list) numbers.push_back(integer(item, low, high));
  } else {
    numbers.push_back(integer(node, low, high));
  }
  if (numbers.empty()) throw text_of(node);
  return numbers;
}

Key flag(const char* name, const char* meaning, const std::function<bool&(Scenario&)>& target) {
  Scenario defaults;
  return {{name, "true or false", meaning, target(defaults) ? "true" : "false", ""},
          [=](Scenario& s, const toml::node& node) { target(s) = boolean(node); }};
}

Key parameter_key(const std::string& prefix, const Parameter& parameter) {
  const std::string name = prefix + parameter.name;
  return {
      {name,
       fmt::format("{} to {}{}", parameter.low, parameter.high, parameter.list ? " or an array of them" : ""),
       parameter.meaning, fmt::format("{}", parameter.usual), parameter.unit},
      [name, parameter](Scenario& s, const toml::node& node) {
        if (parameter.list) {
          s.parameters[name] = number_list(node, parameter.low, parameter.high);
        } else {
          s.parameters[name] = {integer(node, parameter.low, parameter.high)};
        }
      }};
}

}  // namespace ixsim
