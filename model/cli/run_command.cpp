// `ixsim run`: one simulation, a summary on the terminal, and result.json.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/rtl_options.h"
#include "cli/run_summary.h"
#include "ixsim/error.h"
#include "ixsim/version.h"
#include "platform/result.h"
#include "platform/run.h"
#include "platform/scenario_print.h"
#include "trace/atomic_file.h"

extern char** environ;

namespace ixsim::cli {
namespace {

struct RunSettings {
  std::string scenario;
  std::string pcap;
  std::vector<std::string> set;
  std::string profile;
  std::string check;
  RtlOptions rtl;
  std::string block = "classifier";
  std::vector<std::string> ignored;
  std::int64_t latency = 12;
  std::vector<std::string> plusargs;
  std::string seed;
  std::string out;
  std::string trace;
  bool series = false;
  bool print_scenario = false;
  bool hash_events = false;
  std::string dump_events;
  std::string dump_memory;
  std::string waveform;  // of a repeated run, with a module of `waveform_block`
  std::string waveform_block;
  std::int64_t waveform_from = 0;
};

// Returns whether the scenario is DIR#POINT, a point of a study, and not the name of a file.
bool names_point(const std::string& scenario) {
  const std::size_t mark = scenario.rfind('#');
  if (mark == std::string::npos || mark == 0 || mark + 1 == scenario.size()) return false;
  const auto digits = scenario.begin() + static_cast<std::ptrdiff_t>(mark) + 1;
  std::error_code error;
  return std::all_of(digits, scenario.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
         !std::filesystem::exists(scenario, error) &&
         std::filesystem::is_directory(scenario.substr(0, mark), error);
}

// Runs a point of a study. The study has the settings of the point; the Python package reads them and runs
// this program again.
[[noreturn]] void run_point(const std::string& point, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {point};
  auto word = std::find(arguments.begin(), arguments.end(), "run");
  const auto named = std::find(word, arguments.end(), point);
  while (++word < arguments.end())
    if (word != named) words.push_back(*word);
  run_in_python("run", words);
}

RunOptions options_of(const RunSettings& settings) {
  RunOptions options;
  if (!settings.scenario.empty()) options.scenario = read_scenario(settings.scenario);
  Scenario& scenario = options.scenario;
  if (!settings.profile.empty())
    set_scenario_key(scenario, "device.profile=" + settings.profile, "--profile");
  for (const auto& assignment : settings.set) set_scenario_key(scenario, assignment);
  if (!settings.seed.empty()) set_scenario_key(scenario, "simulation.seed=" + settings.seed, "--seed");
  if (!settings.pcap.empty()) scenario.pcap = settings.pcap;
  const bool nothing = settings.scenario.empty() && scenario.pcap.empty() && settings.set.empty();
  if (nothing && !settings.print_scenario) {
    throw InputError("run: nothing to run: give a scenario file, --pcap FILE, or --set traffic.frames=N");
  }
  if (settings.check == "rtl:every-cycle") {
    options.every_cycle = true;
  } else if (!settings.check.empty() && settings.check != "rtl") {
    throw InputError(fmt::format("--check: found {}, accepted: rtl, rtl:every-cycle", settings.check));
  }
  options.check_rtl = !settings.check.empty();
  if (settings.rtl.sources.given() && !options.check_rtl) {
    throw InputError("--rtl: needs --check rtl, or there is nothing to check it against");
  }
  options.rtl = shown_sources(settings.rtl);
  options.block = settings.block == "scheduler" ? RtlBlock::kScheduler : RtlBlock::kClassifier;
  for (const std::string& name : settings.ignored) {
    if (options.block == RtlBlock::kScheduler)
      throw InputError(
          fmt::format("--ignore: found {} with --block scheduler, accepted with a classifier", name));
    options.compared &= ~classifier_field(name, "--ignore");
    options.rtl.unused_outputs.push_back("m_" + name);
  }
  options.latency = settings.latency;
  options.plusargs = settings.plusargs;
  (settings.waveform_block == "scheduler" ? options.scheduler_waveform : options.waveform) =
      settings.waveform;
  options.waveform_from = settings.waveform_from;
  options.hash_events = settings.hash_events;
  // A repeated run writes its waveform and nothing else.
  if (!settings.trace.empty() && settings.waveform.empty()) {
    options.trace = parse_trace(settings.trace);
    if (settings.out.empty()) throw InputError("--trace: needs --out DIR for its files");
    if (options.trace.fst && !options.check_rtl)
      throw InputError("--trace fst: needs --check rtl, which has the signals");
    options.directory = settings.out;
    if (options.trace.fst && options.waveform.empty()) {
      options.waveform = settings.out + "/classifier.fst";
      if (scenario.tx.queues != 0) options.scheduler_waveform = settings.out + "/scheduler.fst";
      options.waveform_from = 0;
    }
  }
  if (settings.series && settings.waveform.empty()) {
    if (settings.out.empty()) throw InputError("--series: needs --out DIR for its file");
    options.series = true;
    options.directory = settings.out;
  }
  options.dump_events = settings.dump_events;
  if (settings.waveform.empty()) options.dump_memory = settings.dump_memory;
  return options;
}

// Repeats this run in a separate process, with a waveform from `clock` on. SystemC elaborates once per
// process, so the run cannot be repeated here.
bool repeat_with_waveform(const std::vector<std::string>& arguments, const std::string& path,
                          const RunDivergence& divergence) {
  std::vector<std::string> words = arguments;
  for (const std::string& extra :
       {std::string("--repeat-waveform"), path, std::string("--repeat-from"),
        std::to_string(divergence.waveform_from), std::string("--repeat-block"),
        std::string(divergence.block == RtlBlock::kScheduler ? "scheduler" : "classifier")}) {
    words.push_back(extra);
  }
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int channel[2];
  if (pipe(channel) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channel[1], 1);
  posix_spawn_file_actions_addclose(&actions, channel[0]);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(channel[1]);
  std::string said;
  if (failed == 0) {
    const GuardedChild guard(child);
    char part[4'096];
    ssize_t count;
    while ((count = read(channel[0], part, sizeof part)) > 0)
      said.append(part, static_cast<std::size_t>(count));
    int status = 0;
    waitpid(child, &status, 0);
  }
  close(channel[0]);
  return said.find(divergence.what) != std::string::npos;
}

int execute(const RunSettings& settings, const std::vector<std::string>& arguments) {
  RunOptions options = options_of(settings);
  if (settings.print_scenario) {
    fmt::print("# Resolved scenario, ixsim {}.\n\n{}", IXSIM_VERSION,
               print_scenario(resolved_scenario(options.scenario)));
    return 0;
  }
  const bool repeat = !settings.waveform.empty();
  const OutputDirectory out(repeat ? "" : settings.out);
  Progress progress(repeat ? "" : "frames",
                    options.scenario.pcap.empty() ? options.scenario.traffic.frames : 0);
  if (options.scenario.pcap.empty() && options.scenario.duration == 0 && !repeat) {
    options.progress = [&](std::uint64_t frames) { progress.update(frames); };
  }
  const auto start = std::chrono::steady_clock::now();
  const RunResult result = run(options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (repeat) {
    if (result.divergence) fmt::print("{}\n", result.divergence->what);
    return result.failures.empty() ? 0 : 1;
  }
  for (const std::string& file : out.unfinished())
    fmt::print("{:<10}{}: looks unfinished, as an interrupted program leaves it; remove it\n", "note", file);
  print_summary(result, seconds);
  std::string report;
  if (result.divergence) {
    report = result.divergence->report;
    fmt::print("{}", report);
  }
  if (!settings.out.empty()) {
    if (result.divergence) {
      const std::string waveform = settings.out + "/divergence.fst";
      if (repeat_with_waveform(arguments, waveform, *result.divergence)) {
        report += fmt::format("waveform: {}\n", waveform);
        fmt::print("waveform  {}\n", waveform);
      } else {
        report += "the divergence did not repeat: no waveform\n";
        fmt::print("waveform  the divergence did not repeat\n");
      }
      AtomicFile file(settings.out + "/divergence.txt");
      file.write(report);
      file.commit();
    }
    AtomicFile file(settings.out + "/result.json");
    file.write(result_json(result, {"ixsim " IXSIM_VERSION, IXSIM_BUILD, IXSIM_COMPILER, seconds}));
    file.commit();
    fmt::print("{:<10}{}/result.json\n", "written", settings.out);
  } else if (result.divergence) {
    fmt::print("waveform  run again with --out DIR for one\n");
  }
  return result.fine() ? 0 : 1;
}

}  // namespace

void add_run_command(CLI::App& app, int& status, const std::vector<std::string>& arguments) {
  auto settings = std::make_shared<RunSettings>();
  CLI::App* const command = app.add_subcommand("run", "Run a simulation and print its results");
  command->add_option("SCENARIO", settings->scenario,
                      "Scenario file (TOML), or DIR#POINT: a point of a study");
  command->add_option("--pcap", settings->pcap, "Capture to replay (pcap or pcapng)");
  command
      ->add_option("--set", settings->set,
                   "KEY=VALUE of a scenario key (see `ixsim keys`), any number of times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--profile", settings->profile, "Device profile");
  command->add_option("--check", settings->check,
                      "rtl or rtl:every-cycle: compare every decision and every grant with the RTL");
  std::vector<CLI::Option*> module = add_rtl_options(*command, settings->rtl);
  command->add_option("--block", settings->block, "Block that it replaces: classifier or scheduler")
      ->check(CLI::IsMember({"classifier", "scheduler"}))
      ->capture_default_str();
  command
      ->add_option("--latency", settings->latency, "MAC clocks from last beat to decision that it declares")
      ->check(CLI::Range(1, 64));
  command
      ->add_option("--plusarg", settings->plusargs, "Argument for the RTL's $value$plusargs, e.g. +mutant=3")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(plusarg());
  command
      ->add_option(
          "--ignore", settings->ignored,
          "Field of a decision that is not compared, and that your module may leave out, e.g. rss_hash")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--seed", settings->seed, "Seed of traffic and of undefined RTL state");
  command->add_flag(
      "--print-scenario", settings->print_scenario,
      "Print every scenario key with the value that the run would have, as TOML, and run nothing");
  command->add_option("--out", settings->out, "Directory for result.json, traces and files of a failure");
  command->add_option(
      "--trace", settings->trace,
      "fst,pcapng,spans,arbitration,registers and a window @FROM:TO in ns: files in the output "
      "directory");
  command->add_flag("--series", settings->series,
                    "Write the fill of buffers, queues and rings, and traffic, over time to series.json");
  command->add_flag("--hash-events", settings->hash_events, "Hash the record of visible events");
  command->add_option("--dump-events", settings->dump_events, "Write the record of visible events to a file");
  command->add_option("--dump-memory", settings->dump_memory,
                      "Write every access of the device to host memory to a file");
  command->add_option("--repeat-waveform", settings->waveform)->group("");
  command->add_option("--repeat-from", settings->waveform_from)->group("");
  command->add_option("--repeat-block", settings->waveform_block)->group("");
  module.push_back(command->get_option("--plusarg"));
  command->callback([settings, module, &status, arguments] {
    require_module(module, settings->rtl.sources);
    if (names_point(settings->scenario)) run_point(settings->scenario, arguments);
    status = execute(*settings, arguments);
  });
}

}  // namespace ixsim::cli
