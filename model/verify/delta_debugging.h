// Shortens a list that has a property, and reduces a number that has one, so that the property holds.
#ifndef IXSIM_VERIFY_DELTA_DEBUGGING_H
#define IXSIM_VERIFY_DELTA_DEBUGGING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ixsim {

// A list without what `holds` does not need: parts are left out, first halves, then ever smaller ones, until
// no single element can go. `holds(list)` must be true of `list` itself.
template <typename Element, typename Holds>
std::vector<Element> reduce(std::vector<Element> list, Holds holds) {
  if (list.empty() || holds(std::vector<Element>{})) return {};
  for (std::size_t part = (list.size() + 1) / 2; part > 0;) {
    bool any = false;
    // From the end, where what happened last is.
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

// The smallest number in [least, number] for which `holds`, if all above it hold too, as `number` does.
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

}  // namespace ixsim

#endif
