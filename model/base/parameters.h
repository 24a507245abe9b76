// Numeric parameters of a strategy: the description of each, and the values for one instance. A strategy
// describes its parameters without knowledge of where values come from; the platform makes a scenario key of
// each.
#ifndef IXSIM_BASE_PARAMETERS_H
#define IXSIM_BASE_PARAMETERS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::base {

struct Parameter {
  std::string name;      // one lower-case word
  std::int64_t low = 0;  // range of each number, both ends included
  std::int64_t high = 0;
  bool list = false;       // true if an array of one or more numbers is accepted instead of a single number
  std::int64_t usual = 0;  // default value, or the only element of the default array
  std::string unit;        // never ""; the subject of a number without dimension, such as "priority"
  std::string meaning;
};

// Values by name: one or more numbers for each parameter of the strategy.
using ParameterValues = std::map<std::string, std::vector<std::int64_t>>;

}  // namespace ixsim::base

#endif
