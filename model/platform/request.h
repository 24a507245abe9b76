// One line of `ixsim batch`: a run requested by a program, as JSON.
#ifndef IXSIM_PLATFORM_REQUEST_H
#define IXSIM_PLATFORM_REQUEST_H

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "platform/scenario.h"

namespace ixsim::platform {

struct Request {
  std::string id;
  Scenario scenario;
  bool all_metrics = true;
  std::vector<std::string> metrics;  // names and globs, unless all
  bool check_only = false;
  bool histograms = false;
  bool document = false;  // all of result.json except its host
};

// Cache of scenario files until they change: a sweep names one file in each request.
class ScenarioFiles {
 public:
  const Scenario& read(const std::string& path);

 private:
  struct Version {
    std::int64_t seconds = 0, nanoseconds = 0, size = 0;
    std::uint64_t device = 0, file = 0;
    bool operator==(const Version& other) const {
      return seconds == other.seconds && nanoseconds == other.nanoseconds && size == other.size &&
             device == other.device && file == other.file;
    }
  };
  static Version version_of(const std::string& path);
  std::map<std::string, std::pair<Version, Scenario>> files_;
};

// Reads a request, without a check across its keys. `id` gets the request's name as soon as it is known, for
// the answer to a refused request. Throws InputError.
Request parse_request(const std::string& line, ScenarioFiles& files, std::string& id);

}  // namespace ixsim::platform

#endif
