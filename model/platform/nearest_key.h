// Finds the key that a mistyped name probably means.
#ifndef IXSIM_PLATFORM_NEAREST_KEY_H
#define IXSIM_PLATFORM_NEAREST_KEY_H

#include <cstddef>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::platform {

// Returns the part of a key before its first dot.
std::string section_of(const std::string& key);
// Returns the key that `name` probably means, or "" if none is similar. The key is of the same section if
// there is such a section. Otherwise it has the same name in another section, or differs in few letters.
std::string nearest_key(const std::string& name);
// Returns the `count` keys nearest to `name`, the nearest first.
std::vector<std::string> nearest_keys(const std::string& name, std::size_t count);

}  // namespace ixsim::platform

#endif
