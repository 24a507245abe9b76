// Values at which comparisons, counters and masks often fail.
#ifndef IXSIM_VERIFY_CORNER_VALUES_H
#define IXSIM_VERIFY_CORNER_VALUES_H

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

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

// Returns an index into `weights`, each as likely as it weighs; one of them at least is not 0.
inline std::size_t weighted(Random& random, std::initializer_list<std::uint64_t> weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) sum += weight;
  std::uint64_t choice = random.below(sum);
  std::size_t index = 0;
  for (const std::uint64_t weight : weights) {
    if (choice < weight) return index;
    choice -= weight;
    ++index;
  }
  return 0;
}

// Returns the numbers below `count` in a random order.
inline std::vector<unsigned> random_order(unsigned count, Random& random) {
  std::vector<unsigned> order(count);
  for (unsigned i = 0; i < count; ++i) order[i] = i;
  shuffle(order, random);
  return order;
}

// Returns a valid one of `count` entries; any one if none is valid.
template <typename Valid>
unsigned valid_entry(unsigned count, Random& random, Valid is_valid) {
  const auto first = static_cast<unsigned>(random.below(count));
  for (unsigned i = 0; i < count; ++i) {
    if (is_valid((first + i) % count)) return (first + i) % count;
  }
  return first;
}

// Numbers of pools that get a frame at which a count of copies may overflow.
inline constexpr std::array<unsigned, 8> kCopyCounts = {1, 2, 4, 8, 16, 32, 63, 64};

// Returns the numbers of entries of a table that a run makes equal: all up to 16, then each power of two
// with its neighbours, and the whole table of `entries` entries.
inline std::vector<unsigned> equal_counts(unsigned entries) {
  std::vector<unsigned> counts;
  for (unsigned n = 1; n <= entries; ++n) {
    const bool power = (n & (n - 1)) == 0, neighbour = ((n + 1) & n) == 0 || ((n - 1) & (n - 2)) == 0;
    if (n <= 16 || power || neighbour || n == entries) counts.push_back(n);
  }
  return counts;
}

// Returns 0, all ones, one bit, all ones except one bit, or `other`: for a register as a whole, where
// `other` is the value of another register.
inline std::uint32_t register_corner(Random& random, std::uint32_t other) {
  const std::uint32_t bit = std::uint32_t{1} << random.below(32);
  switch (random.below(6)) {
    case 0:
      return 0;
    case 1:
      return ~std::uint32_t{0};
    case 2:
      return bit;
    case 3:
      return ~bit;
    default:
      return other;
  }
}

}  // namespace ixsim::verify

#endif
