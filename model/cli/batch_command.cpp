// `ixsim batch`: many runs for a program that writes requests and reads answers.
#include <unistd.h>

#include <memory>

#include "cli/batch_server.h"
#include "cli/commands.h"

namespace ixsim::cli {

void add_batch_command(CLI::App& app) {
  struct Settings {
    unsigned jobs = 1;
    double timeout = 0;
    std::uint64_t memory = 0;
  };
  auto settings = std::make_shared<Settings>();
  CLI::App* const command = app.add_subcommand(
      "batch", "Run the scenarios of standard input, one JSON object on each line, in processes");
  command->add_option("--jobs", settings->jobs, "Number of simultaneous runs")
      ->check(CLI::Range(1, 1'024))
      ->capture_default_str();
  command->add_option("--timeout", settings->timeout, "Seconds after which a run is ended; 0: never")
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str();
  command->add_option("--memory", settings->memory, "MiB of address space that a run may take; 0: all")
      ->check(CLI::Range(0, 1 << 24))
      ->capture_default_str();
  command->callback([settings] {
    serve_batch({settings->jobs, settings->timeout, settings->memory << 20}, STDIN_FILENO, STDOUT_FILENO);
  });
}

}  // namespace ixsim::cli
