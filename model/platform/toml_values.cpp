// Reads numbers, strings, MAC addresses and lists from TOML nodes.
#include "platform/toml_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>
#include <system_error>

#include "platform/quantity.h"

namespace ixsim::platform::toml_values {
namespace {

// Counts the digits of a number's text from the first that is not 0.
int significant_digits(const std::string& text) {
  int digits = 0;
  for (const char c : text) {
    if (c == 'e') break;
    if (c >= '0' && c <= '9' && (digits != 0 || c != '0')) ++digits;
  }
  return digits;
}

}  // namespace

std::string text_of(const toml::node& node) {
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

std::int64_t integer(const toml::node& node, std::int64_t low, std::int64_t high, const std::string& unit) {
  if (const auto value = node.value_exact<std::int64_t>()) {
    if (*value < low || *value > high) throw text_of(node);
    return *value;
  }
  std::string text;
  if (const auto real = node.value_exact<double>()) {
    // Its shortest text is the number that was written unless that had more digits than a double keeps.
    text = fmt::format("{}", *real);
    if (significant_digits(text) > std::numeric_limits<double>::digits10) throw text_of(node);
  } else {
    text = string(node);
  }
  std::int64_t value = 0;
  try {
    value = parse_quantity(text, unit);
  } catch (const std::string& reason) {
    // The reason begins with the text in quotes, which a number has not.
    if (node.is_string()) throw;
    throw text_of(node) + reason.substr(text.size() + 2);
  }
  if (value < low || value > high) throw text_of(node);
  return value;
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

MacAddress mac_address(const toml::node& node) {
  const std::string text = string(node);
  MacAddress address{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < address.size(); ++i) {
    if (i != 0 && (at == end || *at++ != ':')) throw text_of(node);
    // One or two digits, as from_chars() reads neither a sign nor a prefix.
    const auto [rest, error] = std::from_chars(at, std::min(at + 2, end), address[i], 16);
    if (error != std::errc()) throw text_of(node);
    at = rest;
  }
  if (at != end) throw text_of(node);
  return address;
}

std::vector<std::uint16_t> vlan_list(const toml::node& node) {
  if (!node.is_array()) throw text_of(node);
  std::vector<std::uint16_t> vlans;
  for (const auto& item : *node.as_array())
    vlans.push_back(static_cast<std::uint16_t>(integer(item, 0, 4'095)));
  return vlans;
}

std::vector<std::int64_t> number_list(const toml::node& node, std::int64_t low, std::int64_t high,
                                      const std::string& unit) {
  std::vector<std::int64_t> numbers;
  if (const auto* list = node.as_array()) {
    for (const auto& item : *list) numbers.push_back(integer(item, low, high, unit));
  } else {
    numbers.push_back(integer(node, low, high, unit));
  }
  if (numbers.empty()) throw text_of(node);
  return numbers;
}

std::string list_text(const std::vector<std::int64_t>& numbers) {
  if (numbers.size() == 1) return fmt::format("{}", numbers.front());
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

}  // namespace ixsim::platform::toml_values
