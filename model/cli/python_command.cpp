// Commands that Python runs: the program replaces itself by `python -m ixsim COMMAND ...`.
//
// The modules are in share/ixsim/python, next to the harness of the RTL. The interpreter is that of
// IXSIM_PYTHON, or that of the source tree's environment, or python3 in PATH. IXSIM_PROGRAM gives the
// interpreter the path of this program.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cosim/rtl_loader.h"
#include "ixsim/error.h"

namespace ixsim::cli {
namespace {

namespace fs = std::filesystem;

std::string interpreter(const fs::path& modules) {
  if (const char* const named = std::getenv("IXSIM_PYTHON"); named != nullptr && *named != '\0') return named;
  // In a build tree the folder is a link to scripts/explore of the source tree.
  std::error_code error;
  const fs::path own = fs::canonical(modules, error).parent_path().parent_path() / ".venv/bin/python";
  return !error && fs::exists(own, error) ? own.string() : "python3";
}

}  // namespace

void run_in_python(const std::string& command, const std::vector<std::string>& arguments) {
  const std::string modules = find_own_file("share/ixsim/python");
  const std::string python = interpreter(modules);
  const char* const path = std::getenv("PYTHONPATH");
  const bool extended = path != nullptr && *path != '\0';
  setenv("PYTHONPATH", (extended ? modules + ":" + path : modules).c_str(), 1);
  std::error_code error;
  setenv("IXSIM_PROGRAM", fs::read_symlink("/proc/self/exe", error).c_str(), 1);
  std::vector<std::string> words = {python, "-B", "-m", "ixsim", command};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  throw InputError(
      fmt::format("{}: {}: cannot be run: {}; name a Python of version 3.11 or later in IXSIM_PYTHON",
                  command, python, std::strerror(errno)));
}

void add_python_commands(CLI::App& app) {
  struct Command {
    const char* name;
    const char* description;
  };
  static constexpr Command kCommands[] = {
      {"cost", "Estimate the silicon cost of a controller of given sizes"},
      {"coverage", "Merge and show the coverage of several checks"},
      {"explore", "Run a study: many scenarios from one space file, with intervals and Pareto fronts"},
      {"compare", "Compare two studies: paired differences with intervals, limits and fronts"},
  };
  for (const Command& command : kCommands) {
    CLI::App* const part = app.add_subcommand(command.name, command.description);
    // All words, `--help` too, go to Python.
    part->set_help_flag();
    part->prefix_command();
    part->callback([part, &command] { run_in_python(command.name, part->remaining()); });
  }
}

}  // namespace ixsim::cli
