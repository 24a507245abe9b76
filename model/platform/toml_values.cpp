// Numbers, strings, MAC addresses and lists from TOML nodes.
#include "platform/toml_values.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace ixsim::toml_values {

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

Time span(const toml::node& node, Time most) {
  if (node.is_integer()) return integer(node, 0, most / kNanosecond) * kNanosecond;
  static constexpr std::pair<const char*, Time> kUnits[] = {
      {"ns", kNanosecond}, {"us", kMicrosecond}, {"ms", kMillisecond}, {"s", kSecond}};
  const std::string text = string(node);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::size_t unit = std::min(text.find_first_not_of(' ', digits), text.size());
  if (digits == 0 || digits > 15) throw text_of(node);
  const Time count = std::stoll(text.substr(0, digits));
  for (const auto& [name, factor] : kUnits) {
    if (text.compare(unit, std::string::npos, name) == 0 && count <= most / factor) return count * factor;
  }
  throw text_of(node);
}

MacAddress mac_address(const toml::node& node) {
  const std::string text = string(node);
  MacAddress address{};
  unsigned bytes[6];
  char rest = 0;
  if (std::sscanf(text.c_str(), "%2x:%2x:%2x:%2x:%2x:%2x%c", bytes, bytes + 1, bytes + 2, bytes + 3,
                  bytes + 4, bytes + 5, &rest) != 6) {
    throw text_of(node);
  }
  for (int i = 0; i < 6; ++i) address[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(bytes[i]);
  return address;
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

}  // namespace ixsim::toml_values
