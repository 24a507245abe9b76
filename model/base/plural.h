// The ending of a counted noun in a message.
#ifndef IXSIM_BASE_PLURAL_H
#define IXSIM_BASE_PLURAL_H

#include <cstdint>

namespace ixsim::base {

constexpr const char* plural(std::uint64_t count) { return count == 1 ? "" : "s"; }

}  // namespace ixsim::base

#endif
