// The commands and options of the program as CLI11 knows them, for completion and for the manual page.
#ifndef IXSIM_CLI_COMMAND_TREE_H
#define IXSIM_CLI_COMMAND_TREE_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ixsim {

// Returns the subcommands that help lists.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
// Returns the options that help lists, those of option groups too; positional arguments are among them.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
// Returns the words that an option accepts, or none if it accepts others than words of a list.
std::vector<std::string> words_of(const CLI::Option& option);
// Returns an option's spellings: "-h", "--help".
std::vector<std::string> spellings_of(const CLI::Option& option);
// Returns whether an option is followed by a value.
bool takes_value(const CLI::Option& option);

// Returns the whole tree as JSON: commands, their options and arguments.
std::string command_tree_json(const CLI::App& app);

}  // namespace ixsim

#endif
