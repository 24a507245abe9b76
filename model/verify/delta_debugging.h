// Delta debugging: shortens a list, or reduces a number, as long as it keeps a property.
#ifndef IXSIM_VERIFY_DELTA_DEBUGGING_H
#define IXSIM_VERIFY_DELTA_DEBUGGING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/layers.h"

namespace ixsim::verify {

// Returns a list without the parts that `holds` does not need. Parts are removed, first halves, then smaller
// and smaller ones, until no single element can be removed. `holds(list)` must be true of `list` itself.
template <typename Element, typename Holds>
std::vector<Element> reduce(std::vector<Element> list, Holds holds) {
  if (list.empty() || holds(std::vector<Element>{})) return {};
  for (std::size_t part = (list.size() + 1) / 2; part > 0;) {
    bool any = false;
    // From the end, where the latest events are.
    for (std::size_t end = list.size(); end > 0;) {
      const std::size_t begin = end > part ? end - part : 0;
      std::vector<Element> rest(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), list.begin() + static_cast<std::ptrdiff_t>(end), list.end());
      if (!rest.empty() && holds(rest)) {
        list = std::move(rest);
        any = true;
      }
      end = begin;
    }
    if (part == 1 && !any) break;
    part = part == 1 ? 1 : (std::min(part, list.size()) + 1) / 2;
  }
  return list;
}

// Returns the smallest number in [least, number] for which `holds` is true, if it is true for all numbers
// above, as for `number`.
template <typename Holds>
std::uint64_t smallest(std::uint64_t least, std::uint64_t number, Holds holds) {
  while (least < number) {
    const std::uint64_t middle = least + (number - least) / 2;
    if (holds(middle)) {
      number = middle;
    } else {
      least = middle + 1;
    }
  }
  return number;
}

}  // namespace ixsim::verify

#endif
