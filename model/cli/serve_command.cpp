// `ixsim serve`: the device behind vfio-user sockets, until Ctrl-C.
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <memory>
#include <sstream>

#include "cli/commands.h"
#include "cli/rtl_options.h"
#include "ixsim/error.h"
#include "platform/scenario.h"
#include "serve/descriptor.h"
#include "serve/replay.h"
#include "serve/server.h"
#include "trace/atomic_file.h"

namespace ixsim::cli {
namespace {

volatile int stopped = 0;
pthread_t server_thread;
// A loaded RTL module may have threads, and one of them may get the signal: the wait of the server must end.
void stop(int signal) {
  stopped = 1;
  if (pthread_equal(pthread_self(), server_thread) == 0) pthread_kill(server_thread, signal);
}

struct ServeSettings {
  std::string scenario;
  std::vector<std::string> set;
  std::string profile;
  std::string seed;
  std::string sockets;
  std::vector<std::string> functions;
  std::string wires = "none";
  std::string time = "wall";
  std::int64_t wire_delay = 0;  // nanoseconds; 0 is the default
  std::string check;
  RtlOptions rtl;
  std::string block = "classifier";
  std::vector<std::string> plusargs;
  std::string trace;
  std::string out;
  std::string record;
  std::string replay;
};

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream text(list);
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

// Time of a guest: everything that acts on the device has that time, or its runs would not repeat.
void set_clock(ServeOptions& options) {
  if (!options.functions.empty())
    throw InputError("--vf: found with --time correlated, accepted with wall and batch");
  unsigned joined = 0;
  for (const std::string& wire : options.wires) {
    if (serve::socket_place(wire)) ++joined;
    if (wire.compare(0, 4, "tap:") == 0)
      throw InputError(fmt::format(
          "--wire: found {} with --time correlated, accepted: none, echo, cable, pcap:FILE, and socket: to "
          "another server with a guest of this time: other programs do not have the guest's time",
          wire));
  }
  if (joined > 1)
    throw InputError(
        "--wire: found two wires to sockets with --time correlated, accepted is one: another server's guest "
        "shares the time over one wire");
  options.clock = options.sockets.front() + ".clock";
}

void set_time(ServeOptions& options, const std::string& text) {
  const std::string scaled = "wall:";
  if (text == "batch") {
    options.batch = true;
  } else if (text == "correlated") {
    return set_clock(options);
  } else if (text.compare(0, scaled.size(), scaled) == 0) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + scaled.size(), end, options.scale);
    if (error == std::errc() && rest == end && options.scale >= 1e-6 && options.scale <= 1e3) return;
  } else if (text == "wall") {
    return;
  }
  if (!options.batch)
    throw InputError(fmt::format(
        "--time: found {}, accepted: wall, wall:SCALE with 0.000001 to 1000, batch, correlated", text));
}

void set_wire_delay(ServeOptions& options, std::int64_t delay) {
  if (delay == 0) return;
  const bool joined = std::any_of(options.wires.begin(), options.wires.end(), [](const std::string& wire) {
    return serve::socket_place(wire).has_value();
  });
  if (options.clock.empty() || !joined)
    throw InputError(
        "--wire-delay: found without --time correlated and a wire socket:, accepted with both: other wires "
        "have no delay");
  options.wire_delay = delay * kNanosecond;
}

// PORT.N=PATH of --vf.
VirtualSocket virtual_socket(const std::string& text) {
  VirtualSocket socket;
  const char* const end = text.data() + text.size();
  const auto port = std::from_chars(text.data(), end, socket.port);
  if (port.ec == std::errc() && port.ptr != end && *port.ptr == '.') {
    const auto number = std::from_chars(port.ptr + 1, end, socket.number);
    if (number.ec == std::errc() && number.ptr != end && *number.ptr == '=' && socket.port <= 1) {
      socket.path = std::string(number.ptr + 1, end);
      return socket;
    }
  }
  throw InputError(fmt::format("--vf: found {}, accepted: PORT.N=PATH with port 0 or 1", text));
}

// Checks and traces, which a replay has too.
void set_observers(RunOptions& run, const ServeSettings& settings) {
  if (!settings.check.empty() && settings.check != "rtl" && settings.check != "rtl:every-cycle")
    throw InputError(fmt::format("--check: found {}, accepted: rtl, rtl:every-cycle", settings.check));
  run.check_rtl = !settings.check.empty();
  run.foreign_driver = true;
  run.every_cycle = settings.check == "rtl:every-cycle";
  if (settings.rtl.sources.given() && !run.check_rtl)
    throw InputError("--rtl: needs --check rtl, or there is nothing to check it against");
  run.rtl = shown_sources(settings.rtl);
  run.block = settings.block == "scheduler" ? RtlBlock::kScheduler : RtlBlock::kClassifier;
  run.plusargs = settings.plusargs;
  run.directory = settings.out;
  if (settings.trace.empty()) return;
  run.trace = parse_trace(settings.trace);
  if (settings.out.empty()) throw InputError("--trace: needs --out DIR for its files");
  if (run.trace.fst)
    throw InputError(
        "--trace: found fst, accepted by serve: pcapng, spans, arbitration, registers; a divergence has its "
        "waveform with --record and --out");
}

// Sets the sockets and wires, and returns the number of ports.
unsigned set_sockets(ServeOptions& options, const ServeSettings& settings) {
  options.sockets = words_of(settings.sockets);
  options.wires = words_of(settings.wires);
  if (options.sockets.size() > 2 || (options.sockets.empty() && settings.functions.empty()))
    throw InputError(fmt::format("--vfio-user: found {} paths, accepted are 1 and 2, or none with --vf",
                                 options.sockets.size()));
  auto ports = static_cast<unsigned>(options.sockets.size());
  for (const std::string& text : settings.functions) {
    options.functions.push_back(virtual_socket(text));
    const VirtualSocket& f = options.functions.back();
    if (f.port < options.sockets.size() && !options.sockets[f.port].empty())
      throw InputError(
          fmt::format("--vf: found port {}, which has a driver at {}; accepted are ports without a path of "
                      "--vfio-user: their driver is the server's own",
                      f.port, options.sockets[f.port]));
    for (const VirtualSocket& other : options.functions)
      if (&other != &f && other.port == f.port && other.number == f.number)
        throw InputError(fmt::format("--vf: found {}.{} twice", f.port, f.number));
    ports = std::max(ports, f.port + 1);
  }
  for (unsigned port = 0; port < ports; ++port) {
    const bool driven = std::any_of(options.functions.begin(), options.functions.end(),
                                    [&](const VirtualSocket& f) { return f.port == port; });
    if (!driven && (port >= options.sockets.size() || options.sockets[port].empty()))
      throw InputError(fmt::format(
          "--vfio-user: found no path for port {}, accepted is one a port, or a --vf {}.N=PATH for it", port,
          port));
  }
  if (options.wires.size() > ports || options.wires.empty())
    throw InputError(fmt::format("--wire: found {} wires, accepted are as many as there are ports: {}",
                                 options.wires.size(), ports));
  // A cable has two ends.
  if (options.wires.size() == 1 && options.wires[0] == "cable") options.wires.emplace_back("cable");
  if ((options.wires[0] == "cable") != (options.wires.back() == "cable"))
    throw InputError("--wire: found cable with another wire, accepted: cable without another wire");
  return ports;
}

ServeOptions options_of(const ServeSettings& settings) {
  ServeOptions options;
  Scenario& scenario = options.run.scenario;
  if (!settings.scenario.empty()) scenario = read_scenario(settings.scenario);
  if (!settings.profile.empty())
    set_scenario_key(scenario, "device.profile=" + settings.profile, "--profile");
  for (const auto& assignment : settings.set) set_scenario_key(scenario, assignment);
  if (!settings.seed.empty()) set_scenario_key(scenario, "simulation.seed=" + settings.seed, "--seed");
  const unsigned ports = set_sockets(options, settings);
  if (scenario.is_given("device.ports") && scenario.ports != ports)
    throw InputError(fmt::format(
        "device.ports: found {}, accepted is one a path of --vfio-user, or as many as --vf needs: "
        "{}",
        scenario.ports, ports));
  if (scenario.with_vms())
    throw InputError("serve: found a scenario with [[host]], accepted is one without: the guest is the host");
  scenario.ports = ports;
  complete_scenario(scenario);
  for (const VirtualSocket& f : options.functions) {
    if (f.number >= scenario.profile.virtual_functions)
      throw InputError(fmt::format("--vf: found function {} of profile {}, accepted are {} functions",
                                   f.number, scenario.profile.name, scenario.profile.virtual_functions));
  }
  set_observers(options.run, settings);
  if (options.run.check_rtl) require_rtl(scenario, options.run);
  options.record = settings.record;
  set_time(options, settings.time);
  set_wire_delay(options, settings.wire_delay);
  return options;
}

// Reports a divergence, and repeats it from the record for a waveform.
void report_divergence(const RunDivergence& divergence, const RunOptions& run, const std::string& record) {
  std::string report = divergence.report;
  if (!run.directory.empty() && !record.empty()) {
    const std::string waveform = run.directory + "/divergence.fst";
    report += repeat_divergence(record, run, divergence, waveform)
                  ? fmt::format("waveform: {}\n", waveform)
                  : std::string("the divergence did not repeat: no waveform\n");
  } else {
    report += "waveform: serve with --record FILE and --out DIR for one\n";
  }
  fmt::print("{}", report);
  if (run.directory.empty()) return;
  AtomicFile file(run.directory + "/divergence.txt");
  file.write(report);
  file.commit();
}

int replay(const ServeSettings& settings) {
  if (!settings.sockets.empty() || !settings.functions.empty() || !settings.scenario.empty() ||
      !settings.set.empty() || !settings.record.empty() || !settings.profile.empty() ||
      !settings.seed.empty() || settings.wires != ServeSettings().wires ||
      settings.time != ServeSettings().time || settings.wire_delay != 0)
    throw InputError(
        "--replay: found an option of the device, a socket, a wire or the time, accepted are --check, --rtl, "
        "--trace and --out: the record has the rest");
  RunOptions run;
  set_observers(run, settings);
  // A folder of results loses the unfinished files of ended processes, but not one that is locked.
  const serve::Descriptor record(open(settings.replay.c_str(), O_RDONLY | O_CLOEXEC));
  if (record) flock(record.get(), LOCK_SH | LOCK_NB);
  const OutputDirectory out(settings.out);
  const ReplayResult result = replay_record(settings.replay, run);
  fmt::print("{} inputs of a {} replayed, {} us simulated{}\n", result.inputs, result.profile,
             result.simulated / kMicrosecond, result.ended ? "" : ", the record has no end");
  fmt::print("events  {}, the record has {}\n", result.hash,
             result.recorded_hash.empty() ? "none" : result.recorded_hash);
  if (run.check_rtl) fmt::print("{}", result.checked);
  if (!result.failure.empty()) fmt::print("failed  {}\n", result.failure);
  if (result.divergence) report_divergence(*result.divergence, run, settings.replay);
  return result.fine() ? 0 : 1;
}

int execute(const ServeSettings& settings) {
  if (!settings.replay.empty()) return replay(settings);
  const ServeOptions options = options_of(settings);
  const OutputDirectory out(settings.out);
  // Each piece of a guest's memory is a file.
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  Server server(options);
  server_thread = pthread_self();
  struct sigaction action = {};
  action.sa_handler = stop;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  std::string paths = settings.sockets;
  for (const std::string& function : settings.functions) paths += (paths.empty() ? "" : ",") + function;
  fmt::print(stderr, "ixsim: serve: {} at {}, wire {}, time {}; Ctrl-C ends it\n",
             options.run.scenario.profile.name, paths, settings.wires, settings.time);
  std::string failure;
  try {
    server.run(stopped);
    server.finish(false);
  } catch (const CheckFailure& error) {
    failure = error.what();
    try {
      server.finish(true);
    } catch (const InputError& other) {
      fmt::print(stderr, "ixsim: {}\n", other.what());
    }
  } catch (const InputError&) {
    // The record up to here is kept.
    try {
      server.finish(true);
    } catch (const InputError&) {
      // The first error is the cause.
    }
    throw;
  }
  fmt::print("{}", server.summary());
  if (failure.empty()) return 0;
  fmt::print("failed  {}\n", failure);
  if (const auto divergence = server.device().divergence())
    report_divergence(*divergence, options.run, options.record);
  return 1;
}

}  // namespace

void add_serve_command(CLI::App& app, int& status) {
  auto settings = std::make_shared<ServeSettings>();
  CLI::App* const command =
      app.add_subcommand("serve", "Put the device into QEMU: serve it at vfio-user sockets until Ctrl-C");
  command->add_option("SCENARIO", settings->scenario, "Scenario file (TOML) with the device's settings");
  command->add_option("--vfio-user", settings->sockets, "Socket of each port: PATH or PATH,PATH");
  command
      ->add_option(
          "--vf", settings->functions,
          "PORT.N=PATH: socket of a virtual function, whose physical function the server drives; any "
          "number of times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option(
          "--wire", settings->wires,
          "Far side of each wire: tap:NAME, cable, socket:listen:PATH, socket:connect:PATH, pcap:FILE, "
          "echo or none")
      ->capture_default_str();
  command
      ->add_option(
          "--time", settings->time,
          "Simulated time: wall or wall:SCALE follows the host's clock, batch runs as far as there is "
          "work, correlated is the time of the guest")
      ->capture_default_str();
  command
      ->add_option(
          "--wire-delay", settings->wire_delay,
          "Nanoseconds from one device to the other over a wire socket: with --time correlated, the same at "
          "both servers (default: 5000, 1 km of fibre)")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--set", settings->set,
                   "KEY=VALUE of a scenario key (see `ixsim keys`), any number of times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--profile", settings->profile, "Device profile");
  command->add_option("--seed", settings->seed, "Seed of undefined state");
  command->add_option("--check", settings->check, "Check the RTL in lock-step: rtl, or rtl:every-cycle");
  std::vector<CLI::Option*> module = add_rtl_options(*command, settings->rtl);
  command->add_option("--block", settings->block, "Block that it replaces: classifier or scheduler")
      ->check(CLI::IsMember({"classifier", "scheduler"}))
      ->capture_default_str();
  command
      ->add_option("--plusarg", settings->plusargs, "Argument for the RTL's $value$plusargs, e.g. +mutant=3")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(plusarg());
  command->add_option("--trace", settings->trace,
                      "LIST[@FROM:TO] of pcapng, spans, arbitration, registers, in nanoseconds; needs --out");
  command->add_option("--out", settings->out, "Folder for traces and divergences");
  command->add_option("--record", settings->record, "File for all inputs of the device");
  command->add_option("--replay", settings->replay,
                      "File of --record: repeat its simulation, without sockets");
  module.push_back(command->get_option("--plusarg"));
  command->callback([settings, module, &status] {
    require_module(module, settings->rtl.sources);
    status = execute(*settings);
  });
}

}  // namespace ixsim::cli
