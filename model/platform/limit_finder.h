// The common part of the searches for the limit of a run, with and without hosts: shares of the time, and
// the reasons that follow from them.
#ifndef IXSIM_PLATFORM_LIMIT_FINDER_H
#define IXSIM_PLATFORM_LIMIT_FINDER_H

#include <cstddef>
#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/run.h"

namespace ixsim::platform {

class LimitFinder {
 protected:
  static constexpr double kBusy = 0.95;         // of the time: a resource is the limit
  static constexpr double kWaits = 0.5;         // of the time, for a tag or a credit
  static constexpr std::size_t kMostCores = 4;  // that a reason names

  struct Reason {
    std::string resource;
    std::string text;
  };

  static std::string percent(double share);
  // Returns the share of a resource; 0 if it has none.
  double share(const std::string& resource) const;
  // Returns the shares of wire, busiest core and link, in words.
  std::string shares() const;
  // Returns the limit with these reasons, of which the first one names the resource.
  RunLimit found(const std::vector<Reason>& reasons);

  RunLimit limit_;
};

}  // namespace ixsim::platform

#endif
