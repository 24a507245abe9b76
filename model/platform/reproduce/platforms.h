// The texts of the platforms' parameter files, which are compiled into the program.
#ifndef IXSIM_PLATFORM_REPRODUCE_PLATFORMS_H
#define IXSIM_PLATFORM_REPRODUCE_PLATFORMS_H

#include <vector>

#include "base/layers.h"

namespace ixsim::platform {

struct PlatformText {
  const char* name;
  const char* text;
};

const std::vector<PlatformText>& platform_texts();

}  // namespace ixsim::platform

#endif
