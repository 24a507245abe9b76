// `ixsim serve`: the device behind vfio-user sockets, until Ctrl-C.
#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <memory>
#include <sstream>

#include "cli/commands.h"
#include "ixsim/error.h"
#include "platform/scenario.h"
#include "serve/server.h"

namespace ixsim {
namespace {

volatile int stopped = 0;
void stop(int) { stopped = 1; }

struct ServeSettings {
  std::string scenario;
  std::vector<std::string> set;
  std::string profile;
  std::string seed;
  std::string sockets;
  std::string wires = "none";
  std::string time = "wall";
};

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream text(list);
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

void set_time(ServeOptions& options, const std::string& text) {
  const std::string scaled = "wall:";
  if (text == "batch") {
    options.batch = true;
  } else if (text.compare(0, scaled.size(), scaled) == 0) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + scaled.size(), end, options.scale);
    if (error == std::errc() && rest == end && options.scale >= 1e-6 && options.scale <= 1e3) return;
  } else if (text == "wall") {
    return;
  }
  if (!options.batch)
    throw InputError(
        fmt::format("--time: found {}, accepted: wall, wall:SCALE with 0.000001 to 1000, batch", text));
}

ServeOptions options_of(const ServeSettings& settings) {
  ServeOptions options;
  Scenario& scenario = options.scenario;
  if (!settings.scenario.empty()) scenario = read_scenario(settings.scenario);
  if (!settings.profile.empty())
    set_scenario_key(scenario, "device.profile=" + settings.profile, "--profile");
  for (const auto& assignment : settings.set) set_scenario_key(scenario, assignment);
  if (!settings.seed.empty()) set_scenario_key(scenario, "simulation.seed=" + settings.seed, "--seed");
  options.sockets = words_of(settings.sockets);
  options.wires = words_of(settings.wires);
  if (options.sockets.empty() || options.sockets.size() > 2)
    throw InputError(
        fmt::format("--vfio-user: found {} paths, accepted are 1 and 2", options.sockets.size()));
  if (options.wires.size() > options.sockets.size())
    throw InputError(fmt::format("--wire: found {} wires, accepted are as many as --vfio-user has paths: {}",
                                 options.wires.size(), options.sockets.size()));
  // A cable has two ends.
  if (options.wires.size() == 1 && options.wires[0] == "cable") options.wires.emplace_back("cable");
  if ((options.wires[0] == "cable") != (options.wires.back() == "cable"))
    throw InputError("--wire: found cable with another wire, accepted: cable alone");
  const auto ports = static_cast<unsigned>(options.sockets.size());
  if (scenario.is_given("device.ports") && scenario.ports != ports)
    throw InputError(fmt::format("device.ports: found {}, accepted is one a path of --vfio-user: {}",
                                 scenario.ports, ports));
  if (scenario.with_vms())
    throw InputError("serve: found a scenario with [[host]], accepted is one without: the guest is the host");
  scenario.ports = ports;
  complete_scenario(scenario);
  set_time(options, settings.time);
  return options;
}

void execute(const ServeSettings& settings) {
  const ServeOptions options = options_of(settings);
  Server server(options);
  struct sigaction action = {};
  action.sa_handler = stop;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  fmt::print(stderr, "ixsim: serve: {} at {}, wire {}, time {}; Ctrl-C ends it\n",
             options.scenario.profile.name, settings.sockets, settings.wires, settings.time);
  server.run(stopped);
  fmt::print("{}", server.summary());
}

}  // namespace

void add_serve_command(CLI::App& app) {
  auto settings = std::make_shared<ServeSettings>();
  CLI::App* const command =
      app.add_subcommand("serve", "Put the device into QEMU: serve it at vfio-user sockets until Ctrl-C");
  command->add_option("SCENARIO", settings->scenario, "Scenario file (TOML) with the device's settings");
  command->add_option("--vfio-user", settings->sockets, "Socket of each port: PATH or PATH,PATH")->required();
  command
      ->add_option("--wire", settings->wires,
                   "Far side of each wire: tap:NAME, cable, socket:listen:PATH, socket:connect:PATH, echo or "
                   "none")
      ->capture_default_str();
  command
      ->add_option(
          "--time", settings->time,
          "Simulated time: wall or wall:SCALE follows the host's clock, batch runs as far as there is "
          "work")
      ->capture_default_str();
  command
      ->add_option("--set", settings->set,
                   "KEY=VALUE of a scenario key (see `ixsim keys`), any number of times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--profile", settings->profile, "Device profile");
  command->add_option("--seed", settings->seed, "Seed of undefined state");
  command->callback([settings] { execute(*settings); });
}

}  // namespace ixsim
