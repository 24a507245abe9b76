// Values of options that CLI11 would take as others.
#ifndef IXSIM_CLI_OPTION_VALUES_H
#define IXSIM_CLI_OPTION_VALUES_H

#include <CLI/CLI.hpp>

#include "base/layers.h"

namespace ixsim::cli {

// Accepts 0 to 2^64 - 1: by itself, CLI11 makes another number of one that is negative or too large.
CLI::Validator whole_number();

}  // namespace ixsim::cli

#endif
