// The subcommands of the program. Each has its own file, declares its options, and runs when it was chosen.
#ifndef IXSIM_CLI_COMMANDS_H
#define IXSIM_CLI_COMMANDS_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ixsim {

// A command's callback leaves the exit status in `status`: 0 fine, 1 a mismatch or a broken invariant. Bad
// input leaves it by InputError.
void add_check_command(CLI::App& app, int& status, const std::vector<std::string>& arguments);
// `arguments` are the words of the command line, for a run that must be repeated.
void add_run_command(CLI::App& app, int& status, const std::vector<std::string>& arguments);

// `serve`: the device in an emulator.
void add_serve_command(CLI::App& app, int& status);
// `batch`: a server of runs for other programs.
void add_batch_command(CLI::App& app);
// `cost`, `coverage`, `explore`, `compare`: carried out by the Python package.
void add_python_commands(CLI::App& app);
// Replaces the program by `python -m ixsim COMMAND ARGUMENTS...`.
[[noreturn]] void run_in_python(const std::string& command, const std::vector<std::string>& arguments);

// Results that were written before. The exit status of `diff` is 1 if the two differ.
void add_show_command(CLI::App& app);
void add_diff_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app);
// `reproduce`: published measurements.
void add_reproduce_command(CLI::App& app, int& status);

// `keys [PATTERN]`, `profiles`, `strategies` and `registers [NAME]`: what the program knows, without running
// anything.
void add_information_commands(CLI::App& app);

// `completion SHELL`, and the hidden `complete` and `commands` for its scripts and for the manual page. After
// all others, whose options they list.
void add_completion_commands(CLI::App& app);

}  // namespace ixsim

#endif
