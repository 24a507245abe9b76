// Values of scenario keys from TOML. Each function returns the value of a node. It throws the text of the
// node (std::string) if the value is not of its type or range. The reader adds file, key and accepted values.
#ifndef IXSIM_PLATFORM_TOML_VALUES_H
#define IXSIM_PLATFORM_TOML_VALUES_H

#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "ixsim/time.h"

namespace ixsim::platform::toml_values {

std::string text_of(const toml::node& node);
// Returns a whole number of units: an integer, a number with an exponent, or a text with a unit (quantity.h).
std::int64_t integer(const toml::node& node, std::int64_t low, std::int64_t high,
                     const std::string& unit = "");
bool boolean(const toml::node& node);
std::string string(const toml::node& node);
MacAddress mac_address(const toml::node& node);
std::vector<std::uint16_t> vlan_list(const toml::node& node);
// Returns one number or a list of at least one number.
std::vector<std::int64_t> number_list(const toml::node& node, std::int64_t low, std::int64_t high,
                                      const std::string& unit = "");
// Returns such a list as TOML: a single number without brackets.
std::string list_text(const std::vector<std::int64_t>& numbers);

template <typename Value>
Value choice(const toml::node& node, const std::vector<std::pair<const char*, Value>>& choices) {
  const auto value = node.value_exact<std::string>();
  for (const auto& [name, meaning] : choices) {
    if (value && *value == name) return meaning;
  }
  throw text_of(node);
}

}  // namespace ixsim::platform::toml_values

#endif
