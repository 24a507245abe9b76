// The program `ixsim`. Exit status: 0 fine, 1 the run found a mismatch or broke an invariant, 2 bad usage or
// bad input with one line on standard error.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <systemc>

#include "base/interruption.h"
#include "cli/command_tree.h"
#include "cli/commands.h"
#include "ixsim/error.h"
#include "ixsim/version.h"

namespace {

constexpr int kMismatch = 1, kBadInput = 2;

int output_error = 0;  // why standard output took no more

int fail(int status, std::string message) {
  // One line, whatever the message was made of.
  std::replace(message.begin(), message.end(), '\n', ' ');
  while (!message.empty() && message.back() == ' ') message.pop_back();
  fmt::print(stderr, "ixsim: {}\n", message);
  return status;
}

// Returns the message of a wrong command line with the command that lists the accepted options.
std::string with_remedy(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> used = app.get_subcommands();
  return fmt::format("{}; `ixsim{} --help` lists the options", error.what(),
                     used.empty() ? "" : " " + used.front()->get_name());
}

int run(int argc, char** argv) {
  CLI::App app("Cycle-accurate model of a multi-queue Ethernet controller", "ixsim");
  app.set_version_flag("--version", "ixsim " IXSIM_VERSION);
  app.require_subcommand(1);
  int status = 0;
  ixsim::cli::add_run_command(app, status, std::vector<std::string>(argv, argv + argc));
  ixsim::cli::add_batch_command(app);
  ixsim::cli::add_check_command(app, status, std::vector<std::string>(argv, argv + argc));
  ixsim::cli::add_serve_command(app, status);
  ixsim::cli::add_show_command(app);
  ixsim::cli::add_diff_command(app, status);
  ixsim::cli::add_report_command(app);
  ixsim::cli::add_reproduce_command(app, status);
  ixsim::cli::add_python_commands(app);
  ixsim::cli::add_information_commands(app);
  ixsim::cli::add_completion_commands(app);
  try {
    app.parse(argc, argv);
    return status;
  } catch (const CLI::Success& success) {  // help or version
    return app.exit(success);
  } catch (const CLI::RequiredError& error) {
    if (!app.get_subcommands().empty()) return fail(kBadInput, with_remedy(app, error));
    std::string commands;
    for (const CLI::App* const command : ixsim::cli::commands_of(app))
      commands += (commands.empty() ? "" : ", ") + command->get_name();
    return fail(kBadInput,
                fmt::format("command: found {}, accepted: {}", argc > 1 ? argv[1] : "none", commands));
  } catch (const CLI::ExtrasError& error) {
    return fail(kBadInput, with_remedy(app, error));
  } catch (const CLI::ArgumentMismatch& error) {
    return fail(kBadInput, with_remedy(app, error));
  } catch (const CLI::ParseError& error) {
    return fail(kBadInput, error.what());
  } catch (const ixsim::InputError& error) {
    return fail(kBadInput, error.what());
  } catch (const ixsim::CheckFailure& error) {
    return fail(kMismatch, error.what());
  } catch (const std::bad_alloc&) {
    ixsim::cli::out_of_memory();
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) == 0) return fail(kMismatch, fmt::format("internal error: {}", error.what()));
    output_error = error.code().value();  // reported at the end
    return kBadInput;
  } catch (const std::exception& error) {
    return fail(kMismatch, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace

// SystemC's library refers to this function, and simulation contexts expect to be below it.
int sc_main(int argc, char** argv) { return run(argc, argv); }

// Opens missing standard files. Otherwise a file of this program could become the standard output of a caller
// that closed it.
void fill_standard_files() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) std::abort();
  }
}

// Defined here instead of in the library, because SystemC's greeting must not appear on standard error.
int main(int argc, char** argv) {
  fill_standard_files();
  ixsim::base::handle_interruption();
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 0);
  const int status = sc_core::sc_elab_and_sim(argc, argv);
  const bool failed = std::ferror(stdout) != 0;
  errno = 0;
  if (std::fflush(stdout) == 0 && !failed) return status;
  if (errno != 0) output_error = errno;
  const std::string why = output_error != 0 ? std::strerror(output_error) : "write error";
  return fail(status == 0 ? kBadInput : status, "standard output: cannot be written: " + why);
}
