// Keys that a mistyped name may have been meant for.
#ifndef IXSIM_PLATFORM_NEAREST_KEY_H
#define IXSIM_PLATFORM_NEAREST_KEY_H

#include <cstddef>
#include <string>
#include <vector>

namespace ixsim {

// Returns the part of a key before its first dot.
std::string section_of(const std::string& key);
// Returns the key that `name` may have been meant for, or "" if none is like it: of the same section if there
// is such a section, else one of the same name in another section, or of few other letters.
std::string nearest_key(const std::string& name);
// Returns the `count` keys that are nearest to `name`, the nearest first.
std::vector<std::string> nearest_keys(const std::string& name, std::size_t count);

}  // namespace ixsim

#endif
