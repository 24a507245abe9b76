// Ranks keys by section, by last part and by edit distance.
#include "platform/nearest_key.h"

#include <algorithm>
#include <tuple>

#include "base/edit_distance.h"
#include "platform/scenario_keys.h"

namespace ixsim::platform {
namespace {

std::string last_part_of(const std::string& key) { return key.substr(key.rfind('.') + 1); }

// Whether the section differs, the last part, a piece of it; then the number of other letters.
using Rank = std::tuple<bool, bool, bool, std::size_t>;

Rank rank_of(const std::string& known, const std::string& name) {
  const std::string part = last_part_of(name);
  const std::string last = last_part_of(known);
  return {section_of(known) != section_of(name), last != part, last.find(part) == std::string::npos,
          edit_distance(name, known)};
}

}  // namespace

std::string section_of(const std::string& key) { return key.substr(0, key.find('.')); }

std::string nearest_key(const std::string& name) {
  constexpr std::size_t kLettersOfAnError = 4;  // of so many letters one may be wrong
  const std::string nearest = nearest_keys(name, 1).front();
  const auto [section, part, piece, letters] = rank_of(nearest, name);
  return section && part && letters > name.size() / kLettersOfAnError ? "" : nearest;
}

std::vector<std::string> nearest_keys(const std::string& name, std::size_t count) {
  std::vector<std::string> names;
  for (const Key& key : key_table()) names.push_back(key.about.name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return rank_of(a, name) < rank_of(b, name);
  });
  names.resize(std::min(names.size(), count));
  return names;
}

}  // namespace ixsim::platform
