// The commands and options of the program as declared with CLI11, for completion and for the manual page.
#ifndef IXSIM_CLI_COMMAND_TREE_H
#define IXSIM_CLI_COMMAND_TREE_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/layers.h"

namespace ixsim::cli {

// Returns the subcommands that help lists.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
// Returns the options that help lists, those of option groups and positional arguments included.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
// Returns the words that an option accepts; none if it accepts more than a list of words.
std::vector<std::string> words_of(const CLI::Option& option);
// Returns an option's spellings: "-h", "--help".
std::vector<std::string> spellings_of(const CLI::Option& option);
// Returns whether an option is followed by a value.
bool takes_value(const CLI::Option& option);

// Returns the whole tree as JSON: commands, their options and arguments.
std::string command_tree_json(const CLI::App& app);

}  // namespace ixsim::cli

#endif
