// Values at which comparisons, counters and masks often fail.
#ifndef IXSIM_VERIFY_CORNER_VALUES_H
#define IXSIM_VERIFY_CORNER_VALUES_H

#include <cstdint>

#include "base/layers.h"
#include "base/random.h"

namespace ixsim::verify {

// Returns 0, 1, all ones, a power of two or one of its neighbours, all ones except one bit, or alternating
// bits; of 1 to 64 bits.
inline std::uint64_t corner_value(Random& random, unsigned bits) {
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t power = std::uint64_t{1} << random.below(bits);
  switch (random.below(10)) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return ones;
    case 3:
      return ones - 1;
    case 4:
    case 5:
      return power;
    case 6:
      return power - 1;
    case 7:
      return (power + 1) & ones;
    case 8:
      return ones ^ power;
    default:
      return (random.chance(1, 2) ? 0x5555555555555555u : 0xAAAAAAAAAAAAAAAAu) & ones;
  }
}

// Returns a power of two up to `most`, or a number between it and the next one; all powers are equally
// likely.
inline std::uint64_t length_value(Random& random, std::uint64_t most) {
  unsigned powers = 0;
  while (powers < 63 && std::uint64_t{1} << (powers + 1) <= most) ++powers;
  const std::uint64_t power = std::uint64_t{1} << random.below(powers + 1);
  const std::uint64_t next = power * 2 - 1 < most ? power * 2 - 1 : most;
  return random.chance(1, 4) ? power : random.between(power, next);
}

}  // namespace ixsim::verify

#endif
