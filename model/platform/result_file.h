// A result.json that was written before: read back, checked, and its values as text for a reader.
//
// Accepted are the files of `ixsim run --out` and of `ixsim check --out`. Values come out exactly: a time in
// picoseconds becomes microseconds with as many decimals as it has. Format: docs/result.schema.json.
#ifndef IXSIM_PLATFORM_RESULT_FILE_H
#define IXSIM_PLATFORM_RESULT_FILE_H

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ixsim {

struct ResultFile {
  std::string path;  // of the file
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

// Returns whether `name` matches `pattern`: a glob with * and ?, or else a part of the name. An empty pattern
// matches every name.
bool matches(const std::string& name, const std::string& pattern);

// Returns a value in the unit that a reader expects, e.g. "12.345 us" for 12345000 of "ps".
std::string text_of_value(const nlohmann::ordered_json& value, const std::string& unit);
// Returns a value of a setting as it is set, on one line.
std::string text_of_setting(const nlohmann::ordered_json& value);

// Throws InputError because `pattern` matches no name of a file; the message has the nearest of `names`.
[[noreturn]] void refuse_pattern(const std::string& command, const std::string& pattern,
                                 const std::vector<std::string>& names);

}  // namespace ixsim

#endif
