// Seeded integer random numbers for traffic and stimulus. The sequence is the same on every machine and with
// every library.
//
// The generator is xoshiro256** seeded through splitmix64 (Blackman and Vigna, public domain algorithms). It
// uses no std:: distribution and no libm, because their results differ between implementations.
#ifndef IXSIM_BASE_RANDOM_H
#define IXSIM_BASE_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/layers.h"

namespace ixsim::base {

class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next();
  // Returns a uniform number in [0, bound), unbiased; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Returns a uniform number in [low, high], both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + below(high - low + 1); }
  // Returns true with probability numerator / denominator.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) { return below(denominator) < numerator; }
  // Returns an exponential variate with the given mean (> 0), rounded down to an integer. Von Neumann's
  // method needs only comparisons of uniform integers.
  std::uint64_t exponential(std::uint64_t mean);
  // Returns an independent generator for another purpose, so that more draws from one do not shift the other.
  Random fork();

 private:
  std::uint64_t state_[4];
};

// Puts the items into a random order, each as likely.
template <typename Container>
void shuffle(Container& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace ixsim::base

#endif
