// Keys of flags and of parameters, and descriptions of keys.
#include "platform/key.h"

#include <nlohmann/json.hpp>

namespace ixsim::platform {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

std::string quoted_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  return text;
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ScenarioKey about_number(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
                         const std::string& unit) {
  ScenarioKey about{name, fmt::format("{} to {}", low, high), meaning, "", unit};
  about.type = "integer";
  about.low = low;
  about.high = high;
  return about;
}

ScenarioKey about_words(const std::string& name, const std::vector<std::string>& names,
                        const std::string& meaning) {
  ScenarioKey about{name, quoted_names(names), meaning};
  about.type = "choice";
  about.values = names;
  return about;
}

Key flag(const char* name, const char* meaning, const std::function<bool&(Scenario&)>& target) {
  ScenarioKey about{name, "true or false", meaning};
  about.type = "boolean";
  about.values = {"true", "false"};
  return {about, [=](Scenario& s, const toml::node& node) { target(s) = boolean(node); },
          [=](const Scenario& s) { return value_in(s, target) ? "true" : "false"; }};
}

Key parameter_key(const std::string& prefix, const Parameter& parameter) {
  const std::string name = prefix + parameter.name;
  ScenarioKey about =
      about_number(name.c_str(), parameter.low, parameter.high, parameter.meaning.c_str(), parameter.unit);
  if (parameter.list) {
    about.accepts += " or an array of them";
    about.type = "integers";
  }
  return {about,
          [name, parameter](Scenario& s, const toml::node& node) {
            if (parameter.list) {
              s.parameters[name] = number_list(node, parameter.low, parameter.high, parameter.unit);
            } else {
              s.parameters[name] = {integer(node, parameter.low, parameter.high, parameter.unit)};
            }
          },
          [name, parameter](const Scenario& s) {
            const auto given = s.parameters.find(name);
            return list_text(given == s.parameters.end() ? std::vector<std::int64_t>{parameter.usual}
                                                         : given->second);
          }};
}

namespace {

// Returns the first of some texts that the key accepts; "" if it accepts none of them.
std::string example_of(const ScenarioKey& key, Dimension dimension) {
  const std::vector<const char*> texts = dimension == Dimension::kTime
                                             ? std::vector{"1.5 us", "2 ms", "1024 ns"}
                                             : std::vector{"9 KiB", "4 KiB", "2 GiB", "1.5 kB", "256 B"};
  for (const char* const text : texts) {
    try {
      const std::int64_t value = parse_quantity(text, key.unit);
      if (value >= key.low && value <= key.high) return text;
    } catch (const std::string&) {
      continue;  // not whole
    }
  }
  return "";
}

}  // namespace

std::string accepted_values(const ScenarioKey& key) {
  if (key.unit.empty()) return key.accepts;
  const bool multiple = key.unit[0] >= '0' && key.unit[0] <= '9';
  std::string text = fmt::format("{} ({}{})", key.accepts, multiple ? "units of " : "", key.unit);
  const Dimension dimension = Unit::of(key.unit).dimension;
  if (!key.values.empty() || (dimension != Dimension::kTime && dimension != Dimension::kSize)) return text;
  text +=
      fmt::format(", or a {} in {}", dimension == Dimension::kTime ? "time" : "size", units_of(dimension));
  const std::string example = example_of(key, dimension);
  return example.empty() ? text : text + fmt::format(" such as \"{}\"", example);
}

Key Key::follows(std::vector<std::string> from, std::string note) && {
  about.from = std::move(from);
  about.note = std::move(note);
  return std::move(*this);
}

Key Key::accepting(std::string values) && {
  about.accepts = std::move(values);
  return std::move(*this);
}

Key Key::in_steps(std::int64_t step) && {
  about.step = step;
  about.accepts = fmt::format("multiples of {} from {} to {}", step, *about.low, *about.high);
  set = [set = std::move(set), step, unit = about.unit](Scenario& s, const toml::node& node) {
    if (integer(node, INT64_MIN, INT64_MAX, unit) % step != 0) throw text_of(node);
    set(s, node);
  };
  return std::move(*this);
}

Key Key::written(std::function<std::string(const Scenario&)> as) && {
  text = std::move(as);
  return std::move(*this);
}

Key Key::idle_if(std::function<std::string(const Scenario&)> reason) && {
  idle = std::move(reason);
  return std::move(*this);
}

}  // namespace ixsim::platform
