// Reads, matches and formats results.
#include "platform/result_file.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/edit_distance.h"
#include "ixsim/error.h"
#include "platform/result.h"

namespace ixsim::platform {
namespace {

using Json = nlohmann::ordered_json;

// Returns `value` / 10^`digits` exactly, without trailing zeros.
std::string shifted(std::int64_t value, unsigned digits) {
  std::int64_t whole = 1;
  for (unsigned i = 0; i < digits; ++i) whole *= 10;
  const std::int64_t magnitude = value < 0 ? -value : value;
  std::string text =
      fmt::format("{}{}.{:0{}}", value < 0 ? "-" : "", magnitude / whole, magnitude % whole, digits);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

const Json& ResultFile::settings() const {
  static const Json kNone = Json::object();
  for (const char* const part : {"scenario", "settings"}) {
    const auto found = root.find(part);
    if (found != root.end()) return *found;
  }
  return kNone;
}

void require_result(const ResultFile& file) {
  const auto refuse = [&](const std::string& found) {
    throw InputError(fmt::format(
        "{}: found {}, accepted: a result.json of `ixsim run --out` or `ixsim check --out` of this version",
        file.path, found));
  };
  if (!file.root.is_object()) refuse("no JSON object");
  const auto format = file.root.find("format");
  if (format != file.root.end() && *format != kResultFormat) refuse("format " + format->dump());
  const auto metrics = file.root.find("metrics");
  if (metrics == file.root.end() || !metrics->is_object()) refuse("no object metrics");
  for (const auto& [name, metric] : metrics->items()) {
    if (!metric.is_object() || !metric.contains("value") || !metric.contains("unit") ||
        !metric["unit"].is_string() || !(metric["value"].is_number() || metric["value"].is_string())) {
      refuse(fmt::format("metric {} without value or unit", name));
    }
    const auto description = metric.find("description");
    if (description != metric.end() && !description->is_string())
      refuse(fmt::format("metric {} whose description is no text", name));
  }
  for (const char* const part : {"scenario", "settings", "host"}) {
    const auto found = file.root.find(part);
    if (found != file.root.end() && !found->is_object()) refuse(fmt::format("{} that is no object", part));
  }
}

ResultFile read_document(const std::string& path) {
  ResultFile file;
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  file.path = folder ? (std::filesystem::path(path) / "result.json").string() : path;
  std::ifstream in(file.path, std::ios::binary);
  if (!in) {
    throw InputError(
        fmt::format("{}: cannot be read, accepted: a result.json, or a folder that holds one", file.path));
  }
  try {
    file.root = Json::parse(in);
  } catch (const Json::parse_error& fault) {
    throw InputError(fmt::format("{}: byte {}: found no JSON, accepted: a result.json of `ixsim run --out`",
                                 file.path, fault.byte));
  }
  return file;
}

ResultFile read_result(const std::string& path) {
  ResultFile file = read_document(path);
  require_result(file);
  return file;
}

bool matches(const std::string& name, const std::string& pattern) {
  // An index in brackets, as in vm[2], stands for itself.
  std::string glob;
  bool globs = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t close = pattern[i] == '[' ? pattern.find_first_not_of("0123456789", i + 1) : i;
    const bool index =
        pattern[i] == '[' && close != std::string::npos && close > i + 1 && pattern[close] == ']';
    globs = globs || (!index && (pattern[i] == '*' || pattern[i] == '?' || pattern[i] == '['));
    if (index) glob += '\\';
    glob += pattern[i];
  }
  return globs ? fnmatch(glob.c_str(), name.c_str(), 0) == 0 : name.find(pattern) != std::string::npos;
}

std::string text_of_value(const Json& value, const std::string& unit) {
  if (value.is_string()) return value.get<std::string>();
  if (unit == "ps") {
    if (value.is_number_integer()) return shifted(value.get<std::int64_t>(), 6) + " us";
    return fmt::format("{:.6f} us", value.get<double>() / 1e6);
  }
  if (unit == "frames/s") return fmt::format("{:.6g} Mframes/s", value.get<double>() / 1e6);
  if (unit == "bit/s") return fmt::format("{:.6g} Gb/s", value.get<double>() / 1e9);
  const std::string number =
      value.is_number_integer() ? value.dump() : fmt::format("{:.6g}", value.get<double>());
  return unit.empty() || unit == "1" ? number : number + " " + unit;
}

std::string text_of_setting(const Json& value) { return value.dump(); }

void refuse_pattern(const std::string& command, const std::string& pattern,
                    const std::vector<std::string>& names) {
  // A pattern is often one word of a name.
  const auto edits = [&](const std::string& name) {
    std::size_t least = edit_distance(pattern, name);
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t dot = std::min(name.find('.', begin), name.size());
      least = std::min(least, edit_distance(pattern, name.substr(begin, dot - begin)));
      begin = dot + 1;
    }
    return least;
  };
  const auto nearest = std::min_element(names.begin(), names.end(),
                                        [&](const auto& a, const auto& b) { return edits(a) < edits(b); });
  throw InputError(fmt::format(
      "{}: found {}, accepted: a part of a name or a glob such as 'rx.latency.*'; the nearest name is {}",
      command, pattern, nearest == names.end() ? "none" : *nearest));
}

}  // namespace ixsim::platform
