// Seeded integer random numbers for traffic and stimulus: the same sequence on every machine and library.
//
// xoshiro256** seeded through splitmix64 (Blackman and Vigna, public domain algorithms). No std::
// distribution and no libm is used, because their results differ between implementations.
#ifndef IXSIM_BASE_RANDOM_H
#define IXSIM_BASE_RANDOM_H

#include <cstdint>

namespace ixsim {

class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next();
  // Uniform in [0, bound), unbiased; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [low, high], both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + below(high - low + 1); }
  // True with probability numerator / denominator.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) { return below(denominator) < numerator; }
  // Exponential variate with the given mean (> 0), rounded down to an integer; von Neumann's method, which
  // needs comparisons of uniform integers only.
  std::uint64_t exponential(std::uint64_t mean);
  // An independent generator for another purpose, so that adding draws to one does not shift the other.
  Random fork();

 private:
  std::uint64_t state_[4];
};

}  // namespace ixsim

#endif
