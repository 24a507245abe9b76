// Distribution of times in constant memory. Count, sum, minimum and maximum are exact; quantiles have a
// precision of 1 part in 64.
//
// Values fall into buckets of equal width within each power of two. A quantile is the upper end of its
// bucket: never below the exact value, less than 1.6 % above it, and at most the maximum.
#ifndef IXSIM_BASE_HISTOGRAM_H
#define IXSIM_BASE_HISTOGRAM_H

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/layers.h"

namespace ixsim::base {

class Histogram {
 public:
  // Adds a value, which must not be negative.
  void add(std::int64_t value) {
    const auto v = static_cast<std::uint64_t>(value);
    ++buckets_[bucket(v)];
    sum_ += v;
    if (value < min_) min_ = value;
    if (value > max_) max_ = value;
  }
  std::uint64_t count() const { return std::accumulate(buckets_.begin(), buckets_.end(), std::uint64_t{0}); }
  std::uint64_t sum() const { return sum_; }
  std::int64_t min() const { return min_ > max_ ? 0 : min_; }
  std::int64_t max() const { return max_; }
  // Returns the smallest value for which at least numerator / denominator of all values are at or below it; 0
  // if there are no values.
  std::int64_t quantile(std::uint64_t numerator, std::uint64_t denominator) const {
    const std::uint64_t all = count();
    if (all == 0) return 0;
    const std::uint64_t wanted =
        std::max<std::uint64_t>(1, (all * numerator + denominator - 1) / denominator);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      seen += buckets_[i];
      if (seen >= wanted) return std::min(max_, static_cast<std::int64_t>(upper_end(i)));
    }
    return max_;
  }
  // Calls `visit` for each non-empty bucket in order with (upper end, count).
  template <typename Visit>
  void for_each(Visit visit) const {
    for_each_range([&](std::uint64_t, std::uint64_t high, std::uint64_t count) { visit(high, count); });
  }
  // Calls `visit` for each non-empty bucket in order with (smallest value, largest value, count).
  template <typename Visit>
  void for_each_range(Visit visit) const {
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      if (buckets_[i] != 0) visit(i == 0 ? 0 : upper_end(i - 1) + 1, upper_end(i), buckets_[i]);
    }
  }

 private:
  static constexpr unsigned kBits = 6;
  static constexpr std::uint64_t kLinear = std::uint64_t{1} << kBits;

  static std::size_t bucket(std::uint64_t v) {
    const auto shift = static_cast<unsigned>(63 - __builtin_clzll(v | kLinear)) - kBits;
    return (std::size_t{shift} << kBits) + (v >> shift);
  }
  static std::uint64_t upper_end(std::size_t index) {
    if (index < 2 * kLinear) return index;
    const std::uint64_t shift = (index >> kBits) - 1;
    const std::uint64_t mantissa = index - (shift << kBits);
    return ((mantissa + 1) << shift) - 1;
  }

  std::vector<std::uint64_t> buckets_ = std::vector<std::uint64_t>((64 - kBits + 1) << kBits);
  std::uint64_t sum_ = 0;
  std::int64_t min_ = INT64_MAX;
  std::int64_t max_ = 0;
};

}  // namespace ixsim::base

#endif
