// The subcommands of the program. Each has its own file, declares its options, and runs if it is selected.
#ifndef IXSIM_CLI_COMMANDS_H
#define IXSIM_CLI_COMMANDS_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::cli {

// Adds `check`. The callback of a command stores the exit status in `status`: 0 fine, 1 a mismatch or a
// broken invariant. For bad input it throws InputError.
void add_check_command(CLI::App& app, int& status, const std::vector<std::string>& arguments);
// Adds `run`. `arguments` are the words of the command line, for a run that must be repeated.
void add_run_command(CLI::App& app, int& status, const std::vector<std::string>& arguments);

// `serve`: the device in an emulator.
void add_serve_command(CLI::App& app, int& status);
// `batch`: a server of runs for other programs.
void add_batch_command(CLI::App& app);
// Adds `cost`, `coverage`, `explore`, `compare`, which the Python package runs.
void add_python_commands(CLI::App& app);
// Replaces the program by `python -m ixsim COMMAND ARGUMENTS...`.
[[noreturn]] void run_in_python(const std::string& command, const std::vector<std::string>& arguments);

// Add commands for results of earlier runs. The exit status of `diff` is 1 if the two results differ.
void add_show_command(CLI::App& app);
void add_diff_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app);
// Adds `reproduce`: published measurements.
void add_reproduce_command(CLI::App& app, int& status);

// Adds `keys [PATTERN]`, `profiles`, `strategies` and `registers [NAME]`, which print what the program knows,
// without a run.
void add_information_commands(CLI::App& app);

// Adds `completion SHELL`, and the hidden `complete` and `commands` for its scripts and for the manual page.
// Call it after all others, whose options they list.
void add_completion_commands(CLI::App& app);

}  // namespace ixsim::cli

#endif
