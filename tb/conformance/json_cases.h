// Test cases made by Python: a file of tb/conformance/data, and the frames in it.
#ifndef IXSIM_TB_CONFORMANCE_JSON_CASES_H
#define IXSIM_TB_CONFORMANCE_JSON_CASES_H

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace ixsim::test {

// Reads a file. Throws if there is no such file, or if it is not JSON.
inline nlohmann::json json_cases(const std::string& name) {
  const std::string path = IXSIM_SOURCE_DIR "/tb/conformance/data/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return nlohmann::json::parse(file);
}

inline std::vector<std::uint8_t> from_hex(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

}  // namespace ixsim::test

#endif
