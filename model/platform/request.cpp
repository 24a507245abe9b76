// Reads requests. A scenario given as an object is converted to TOML, so that files and requests have one
// reader.
#include "platform/request.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "ixsim/error.h"

namespace ixsim::platform {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostFiles = 64;
constexpr int kDeepest = 32;

[[noreturn]] void refuse(const std::string& name, const std::string& found, const std::string& accepted) {
  throw InputError(fmt::format("{}: found {}, accepted: {}", name, found, accepted));
}

// Returns a value for a message, shortened if it is long.
std::string shown(const Json& value) {
  constexpr std::size_t kLongest = 60;
  const std::string text = value.dump(-1, ' ', true);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

// Appends a JSON value as TOML on one line. JSON and TOML write numbers and texts in the same way.
void append_toml(std::string& text, const Json& value, const std::string& name) {
  if (value.is_object()) {
    text += "{";
    const char* separator = "";
    for (const auto& [key, member] : value.items()) {
      text += separator + Json(key).dump() + " = ";
      append_toml(text, member, name.empty() ? key : name + "." + key);
      separator = ", ";
    }
    text += "}";
  } else if (value.is_array()) {
    text += "[";
    for (const Json& member : value) {
      append_toml(text, member, name);
      text += ", ";
    }
    text += "]";
  } else if (value.is_null()) {
    refuse(name, "null", "a value, or no key");
  } else {
    text += value.dump();
  }
}

Scenario scenario_of(const Json& object) {
  std::string text;
  for (const auto& [key, value] : object.items()) {
    text += Json(key).dump() + " = ";
    append_toml(text, value, key);
    text += "\n";
  }
  return parse_scenario(text, "scenario");
}

bool flag(const Json& value, const std::string& name) {
  if (!value.is_boolean()) refuse(name, shown(value), "true or false");
  return value.get<bool>();
}

Json parse_line(const std::string& line) {
  const auto limit = [](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) refuse("request", "a value nested too deep", fmt::format("{} levels", kDeepest));
    return true;
  };
  try {
    return Json::parse(line, limit);
  } catch (const Json::parse_error& fault) {
    refuse("request", fmt::format("no JSON (byte {})", fault.byte), "one JSON object on each line");
  }
}

}  // namespace

ScenarioFiles::Version ScenarioFiles::version_of(const std::string& path) {
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0) return {};
  return {about.st_mtim.tv_sec, about.st_mtim.tv_nsec, about.st_size, about.st_dev, about.st_ino};
}

const Scenario& ScenarioFiles::read(const std::string& path) {
  const Version version = version_of(path);
  const auto known = files_.find(path);
  if (known != files_.end() && known->second.first == version) return known->second.second;
  if (files_.size() >= kMostFiles) files_.clear();
  Scenario scenario = read_scenario(path);
  auto& entry = files_[path];
  entry = {version, std::move(scenario)};
  return entry.second;
}

Request parse_request(const std::string& line, ScenarioFiles& files, std::string& id) {
  const Json json = parse_line(line);
  if (!json.is_object()) refuse("request", shown(json), "a JSON object");
  Request request;
  const auto named = json.find("id");
  if (named == json.end() || !named->is_string())
    refuse("id", named == json.end() ? "none" : shown(*named), "a text that names the request");
  id = request.id = named->get<std::string>();

  const auto member = [&](const char* name) {
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
  };
  for (const auto& [name, value] : json.items()) {
    bool known = false;
    for (const char* const accepted :
         {"id", "scenario", "set", "profile", "seed", "metrics", "resolve", "histograms", "document"})
      known = known || name == accepted;
    if (!known)
      refuse("request", fmt::format("the member {}", name),
             "id, scenario, set, profile, seed, metrics, resolve, histograms, document");
  }
  if (const Json* const scenario = member("scenario")) {
    if (scenario->is_string()) {
      request.scenario = files.read(scenario->get<std::string>());
    } else if (scenario->is_object()) {
      request.scenario = scenario_of(*scenario);
    } else {
      refuse("scenario", shown(*scenario), "the path of a TOML file, or an object with its keys");
    }
  }
  // In the order of `ixsim run`.
  if (const Json* const profile = member("profile")) {
    if (!profile->is_string()) refuse("profile", shown(*profile), "a name that `ixsim profiles` lists");
    set_scenario_key(request.scenario, "device.profile=" + profile->dump(), "profile");
  }
  if (const Json* const set = member("set")) {
    if (!set->is_object()) refuse("set", shown(*set), "an object of scenario keys and values");
    for (const auto& [key, value] : set->items())
      set_scenario_key(request.scenario, key + "=" + value.dump(), "set");
  }
  if (const Json* const seed = member("seed"))
    set_scenario_key(request.scenario, "simulation.seed=" + seed->dump(), "seed");
  if (const Json* const metrics = member("metrics")) {
    if (!metrics->is_array()) refuse("metrics", shown(*metrics), "an array of names or globs of metrics");
    request.all_metrics = false;
    for (const Json& name : *metrics) {
      if (!name.is_string()) refuse("metrics", shown(name), "names or globs of metrics");
      request.metrics.push_back(name.get<std::string>());
    }
  }
  if (const Json* const value = member("resolve")) request.check_only = flag(*value, "resolve");
  if (const Json* const value = member("histograms")) request.histograms = flag(*value, "histograms");
  if (const Json* const value = member("document")) request.document = flag(*value, "document");
  return request;
}

}  // namespace ixsim::platform
