// xoshiro256** and the integer distributions based on it.
#include "base/random.h"

namespace ixsim::base {
namespace {

std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

Random::Random(std::uint64_t seed) {
  for (auto& word : state_) {
    seed += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    word = z ^ (z >> 31);
  }
}

std::uint64_t Random::next() {
  const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Values under the threshold would make the low residues more likely than the high ones.
  const std::uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const std::uint64_t x = next();
    if (x >= threshold) return x % bound;
  }
}

std::uint64_t Random::exponential(std::uint64_t mean) {
  // Von Neumann: the length of the first descending run of uniforms is odd with probability e^-u; each
  // failed attempt adds one whole mean.
  for (std::uint64_t whole = 0;; ++whole) {
    const std::uint64_t first = next();
    std::uint64_t previous = first;
    bool odd = true;
    for (;;) {
      const std::uint64_t u = next();
      if (u >= previous) break;
      previous = u;
      odd = !odd;
    }
    if (odd) {
      // first / 2^64 of the mean, in integers: (mean * first) >> 64.
      const auto fraction = static_cast<std::uint64_t>((static_cast<unsigned __int128>(mean) * first) >> 64);
      return whole * mean + fraction;
    }
  }
}

Random Random::fork() { return Random(next()); }

}  // namespace ixsim::base
