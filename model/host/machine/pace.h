// A rate of a fixed number of units per second, such as a core's cycles or the bytes of a copy. It computes
// the time that a number of units takes. Fractions of a picosecond are carried, so that sums are exact: n
// calls with one unit each take as long as one call with n units.
#ifndef IXSIM_HOST_MACHINE_PACE_H
#define IXSIM_HOST_MACHINE_PACE_H

#include <cstdint>
#include <numeric>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::host {

class Pace {
 public:
  // Makes a pace of `rate` units per second; with a rate of 0 no units may be taken.
  explicit Pace(std::uint64_t rate) {
    if (rate == 0) return;
    const auto second = static_cast<std::uint64_t>(kSecond);
    const std::uint64_t common = std::gcd(second, rate);
    numerator_ = second / common;
    denominator_ = rate / common;
  }

  // Returns the time of the next `units` units. Up to 10^7 units at any rate, and up to 10^10 above 1 kHz.
  Time take(std::uint64_t units) {
    const std::uint64_t whole = units * numerator_ + remainder_;
    remainder_ = whole % denominator_;
    return static_cast<Time>(whole / denominator_);
  }

 private:
  std::uint64_t numerator_ = 0;
  std::uint64_t denominator_ = 1;
  std::uint64_t remainder_ = 0;
};

}  // namespace ixsim::host

#endif
