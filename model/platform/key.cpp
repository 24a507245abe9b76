// Keys of flags and of parameters.
#include "platform/key.h"

namespace ixsim {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

std::string quoted_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  return text;
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
