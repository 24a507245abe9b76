// XXH3-128 over records as they are made. Two runs are compared by the hash when a complete log would be too
// large. Not cryptographic. Source: the xxHash library.
#ifndef IXSIM_COSIM_HASH128_H
#define IXSIM_COSIM_HASH128_H

#include <fmt/format.h>
#include <xxhash.h>

#include <cstddef>
#include <memory>
#include <string>

#include "base/layers.h"

namespace ixsim::cosim {

class Hash128 {
 public:
  Hash128() : state_(XXH3_createState()) { XXH3_128bits_reset(state_.get()); }

  void add(const void* bytes, std::size_t size) { XXH3_128bits_update(state_.get(), bytes, size); }

  // Returns the hash of all bytes so far, 32 hexadecimal digits.
  std::string digits() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_;
};

}  // namespace ixsim::cosim

#endif
