// Errors and warnings of Verilator about a module, as lines that name positions in the user's files.
//
// Blanks in names are passed through Verilator as %20, because it cuts a line marker at the first blank.
#ifndef IXSIM_COSIM_VERILATOR_LOG_H
#define IXSIM_COSIM_VERILATOR_LOG_H

#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::cosim {

// Returns the first line in which Verilator names an error, as "file:line: what (CODE)".
std::string first_error(const std::string& log, const std::string& fallback);
// Returns every warning, as "file:line: what (CODE)", in order and without repetition.
std::vector<std::string> all_warnings(const std::string& log);

}  // namespace ixsim::cosim

#endif
