// A result.json of an earlier run, read and checked, with its values as text.
//
// The files of `ixsim run --out` and of `ixsim check --out` are accepted. Values are printed exactly: a time
// in picoseconds becomes microseconds with as many decimals as it has. Format: docs/result.schema.json.
#ifndef IXSIM_PLATFORM_RESULT_FILE_H
#define IXSIM_PLATFORM_RESULT_FILE_H

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::platform {

struct ResultFile {
  std::string path;  // path of the file
  nlohmann::ordered_json root;

  const nlohmann::ordered_json& metrics() const { return root.at("metrics"); }
  // Returns the resolved scenario of a run, or the settings of a check; an empty object if it has neither.
  const nlohmann::ordered_json& settings() const;
};

// Reads `path`, a result.json, a folder that holds one, or another JSON file. Throws InputError if there is
// none.
ResultFile read_document(const std::string& path);
// Throws InputError if the file is not a result of this format.
void require_result(const ResultFile& file);
// Reads `path`, a result.json or a folder that holds one. Throws InputError if there is none, or if it is not
// a result of this format.
ResultFile read_result(const std::string& path);

// Returns whether `name` matches `pattern`: a glob with * and ?, or otherwise a part of the name. An index
// such as [2] matches literally. An empty pattern matches every name.
bool matches(const std::string& name, const std::string& pattern);

// Returns a value with the unit usual for readers, e.g. "12.345 us" for 12345000 of "ps".
std::string text_of_value(const nlohmann::ordered_json& value, const std::string& unit);
// Returns a value of a setting as in a scenario file, on one line.
std::string text_of_setting(const nlohmann::ordered_json& value);

// Throws InputError because `pattern` matches no name of a file; the message has the nearest of `names`.
[[noreturn]] void refuse_pattern(const std::string& command, const std::string& pattern,
                                 const std::vector<std::string>& names);

}  // namespace ixsim::platform

#endif
