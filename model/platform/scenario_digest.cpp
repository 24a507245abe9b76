// Hashes the keys by name in the order of the table of keys, as result.json has them.
#include "platform/scenario_digest.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "cosim/hash128.h"
#include "ixsim/error.h"
#include "platform/result.h"

namespace ixsim::platform {

std::string file_digest(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  Hash128 hash;
  std::vector<char> part(1 << 18);
  std::size_t count;
  while ((count = std::fread(part.data(), 1, part.size(), file.get())) > 0) hash.add(part.data(), count);
  if (std::ferror(file.get()) != 0)
    throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return hash.digits();
}

std::string scenario_digest(const Scenario& scenario) {
  nlohmann::ordered_json values = scenario_values(scenario);
  if (!scenario.pcap.empty()) values["traffic.pcap"] = file_digest(scenario.pcap);
  std::error_code none;
  for (auto& [name, value] : values.items()) {
    // host.platform, or host[N].platform
    const bool platform = name.rfind("host", 0) == 0 && name.substr(name.rfind('.')) == ".platform";
    if (platform && std::filesystem::is_regular_file(value.get<std::string>(), none))
      value = file_digest(value.get<std::string>());
  }
  Hash128 hash;
  const std::string text = values.dump();
  hash.add(text.data(), text.size());
  return hash.digits();
}

}  // namespace ixsim::platform
