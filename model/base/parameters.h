// Numbers that a strategy takes by name: the description of each, and the values of one instance. A strategy
// states its parameters without knowing where values come from; the platform makes a scenario key of each.
#ifndef IXSIM_BASE_PARAMETERS_H
#define IXSIM_BASE_PARAMETERS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ixsim {

struct Parameter {
  std::string name;      // one word in lower case
  std::int64_t low = 0;  // the range of each number, both ends included
  std::int64_t high = 0;
  bool list = false;       // an array of one number or more is accepted, and not one number alone
  std::int64_t usual = 0;  // its value, or only element, where none is given
  std::string unit;        // "" for a pure number
  std::string meaning;
};

// By name, with a value of one number or more for each parameter of the strategy.
using ParameterValues = std::map<std::string, std::vector<std::int64_t>>;

}  // namespace ixsim

#endif
