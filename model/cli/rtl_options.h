// Options for a user's Verilog, shared by all commands that accept it, and the line on the terminal while it
// is built.
#ifndef IXSIM_CLI_RTL_OPTIONS_H
#define IXSIM_CLI_RTL_OPTIONS_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_sources.h"

namespace ixsim::cli {

struct RtlOptions {
  RtlSources sources;
  bool lint = false;  // print Verilator's warnings instead of their number
};

// Adds --rtl, --top, -D, -I, -G, -f, -y and --lint, which fill `options`. Returns them.
std::vector<CLI::Option*> add_rtl_options(CLI::App& command, RtlOptions& options);
// Accepts +NAME and +NAME=VALUE: $value$plusargs sees no other argument.
CLI::Validator plusarg();
// Refuses the options of a module, of which `options` is a list, if no module is given: they would have no
// effect, and the in-tree module would be checked.
void require_module(const std::vector<CLI::Option*>& options, const RtlSources& sources);
// Returns the sources, with a listener that displays the build on a terminal, and the warnings.
RtlSources shown_sources(const RtlOptions& options);
// Returns the name of the module in reports.
std::string rtl_title(const RtlSources& sources);

}  // namespace ixsim::cli

#endif
