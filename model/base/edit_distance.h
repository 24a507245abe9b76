// Edit distance between two words (Levenshtein). Error messages use it to suggest the nearest known name.
#ifndef IXSIM_BASE_EDIT_DISTANCE_H
#define IXSIM_BASE_EDIT_DISTANCE_H

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::base {

// Returns the number of letters to insert, delete or replace in order to turn `a` into `b`.
inline std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace ixsim::base

#endif
