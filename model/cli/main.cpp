// The program `ixsim`. Exit status: 0 fine, 1 the run found a mismatch or broke an invariant, 2 bad usage or
// bad input with one line on standard error.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <systemc>

#include "ixsim/base/error.h"
#include "ixsim/cli/commands.h"

namespace {

constexpr int kMismatch = 1, kBadInput = 2;

int fail(int status, std::string message) {
  // One line, whatever the message was made of.
  std::replace(message.begin(), message.end(), '\n', ' ');
  while (!message.empty() && message.back() == ' ') message.pop_back();
  fmt::print(stderr, "ixsim: {}\n", message);
  return status;
}

int run(int argc, char** argv) {
  CLI::App app("Cycle-accurate model of a multi-queue Ethernet controller", "ixsim");
  app.set_version_flag("--version", "ixsim " IXSIM_VERSION);
  app.require_subcommand(1);
  int status = 0;
  ixsim::add_run_command(app, status, std::vector<std::string>(argv, argv + argc));
  ixsim::add_check_command(app, status);
  ixsim::add_information_commands(app);
  try {
    app.parse(argc, argv);
    return status;
  } catch (const CLI::Success& success) {  // help or version
    return app.exit(success);
  } catch (const CLI::RequiredError& error) {
    if (!app.get_subcommands().empty()) return fail(kBadInput, error.what());
    std::string commands;
    for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
      commands += (commands.empty() ? "" : ", ") + command->get_name();
    return fail(kBadInput,
                fmt::format("command: found {}, accepted: {}", argc > 1 ? argv[1] : "none", commands));
  } catch (const CLI::ParseError& error) {
    return fail(kBadInput, error.what());
  } catch (const ixsim::InputError& error) {
    return fail(kBadInput, error.what());
  } catch (const ixsim::CheckFailure& error) {
    return fail(kMismatch, error.what());
  } catch (const std::exception& error) {
    return fail(kMismatch, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace

// SystemC's library refers to this, and simulation contexts expect to be below it.
int sc_main(int argc, char** argv) { return run(argc, argv); }

// Ours rather than the library's, because SystemC's greeting does not belong on standard error.
int main(int argc, char** argv) {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
