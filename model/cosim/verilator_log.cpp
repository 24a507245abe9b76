// Parses the log of Verilator line by line.
#include "cosim/verilator_log.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace ixsim::cosim {
namespace {

std::string show_blanks(std::string text) {
  for (std::size_t at = 0; (at = text.find("%20", at)) != std::string::npos;) text.replace(at, 3, " ");
  return text;
}

// Returns the pattern of "%Error: file:line:column: what". Errors with a name have "-CODE" after the word;
// some have no place.
const std::regex& with_place() {
  static const std::regex pattern(R"(^%(Error|Warning)(-[A-Z0-9_]+)?: (.+?):(\d+):\d+: (.*)$)");
  return pattern;
}

std::string line_of(const std::smatch& match) {
  std::string what = match[5];
  if (match[2].matched) what += " (" + match[2].str().substr(1) + ")";
  return show_blanks(match[3]) + ":" + match[4].str() + ": " + what;
}

}  // namespace

std::string first_error(const std::string& log, const std::string& fallback) {
  static const std::regex without_place(R"(^%(?:Error|Warning)(?:-[A-Z0-9_]+)?: (.*)$)");
  std::istringstream lines(log);
  std::string bare, warning;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, with_place())) {
      if (match[1] == "Error") return line_of(match);
      if (warning.empty()) warning = line_of(match);
    } else if (bare.empty() && std::regex_match(line, match, without_place)) {
      bare = match[1];
    }
  }
  // A warning alone ends a build in which each is an error.
  if (!warning.empty()) return warning;
  return fallback + ": " + (bare.empty() ? "Verilator failed without a message" : bare);
}

std::vector<std::string> all_warnings(const std::string& log) {
  std::istringstream lines(log);
  std::vector<std::string> warnings;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, with_place()) || match[1] != "Warning") continue;
    std::string text = line_of(match);
    if (std::find(warnings.begin(), warnings.end(), text) == warnings.end())
      warnings.push_back(std::move(text));
  }
  return warnings;
}

}  // namespace ixsim::cosim
