// Ranges of received data beyond a gap.
#include "host/tcp/reassembly.h"

#include <algorithm>
#include <iterator>

namespace ixsim::host {

std::uint64_t Reassembly::add(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return 0;
  // The usual case: more at the end of the last range.
  if (!ranges_.empty() && ranges_.back().end == begin) {
    ranges_.back().end = end;
    return end - begin;
  }
  // Ranges that overlap or touch [begin, end) become one.
  auto first = std::lower_bound(ranges_.begin(), ranges_.end(), begin,
                                [](const Range& range, std::uint64_t value) { return range.end < value; });
  auto last = first;
  std::uint64_t held = 0;
  Range merged{begin, end};
  for (; last != ranges_.end() && last->begin <= end; ++last) {
    const std::uint64_t from = std::max(last->begin, begin);
    const std::uint64_t to = std::min(last->end, end);
    if (to > from) held += to - from;
    merged.begin = std::min(merged.begin, last->begin);
    merged.end = std::max(merged.end, last->end);
  }
  if (first == last) {
    ranges_.insert(first, merged);
  } else {
    *first = merged;
    ranges_.erase(std::next(first), last);
  }
  return end - begin - held;
}

std::uint64_t Reassembly::take(std::uint64_t from) {
  auto range = ranges_.begin();
  for (; range != ranges_.end() && range->begin <= from; ++range) from = std::max(from, range->end);
  ranges_.erase(ranges_.begin(), range);
  return from;
}

}  // namespace ixsim::host
