// `ixsim check`: verification of an RTL block, in-tree or the user's own, against the reference model.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/check_settings.h"
#include "cli/commands.h"
#include "cli/option_values.h"
#include "cosim/classifier_part.h"
#include "cosim/rtl_loader.h"
#include "cosim/scheduler_ports.h"
#include "ixsim/error.h"
#include "platform/strategies.h"
#include "trace/atomic_file.h"
#include "verify/replay_file.h"

namespace ixsim::cli {

void write_json(const std::string& path, const Json& json) {
  AtomicFile file(path);
  file.write(json.dump(1) + "\n");
  file.commit();
}

void remove_earlier(const CheckSettings& settings) {
  namespace fs = std::filesystem;
  if (settings.out.empty()) return;
  const fs::path out = settings.out;
  std::error_code error;
  for (const char* const name : {"result.json", "coverage.json", "divergence.fst", "rtl_coverage.dat"})
    fs::remove(out / name, error);
  for (const char* const name : {"replay", "shrunk"}) {
    const fs::path directory = out / name;
    if (!settings.replay.empty() && fs::equivalent(directory, settings.replay, error)) continue;
    for (const char* const file : {"sequence.json", "frames.pcap", "bench.v"})
      fs::remove(directory / file, error);
    // Stays if the user has more in it.
    fs::remove(directory, error);
  }
}

std::optional<StressConstraints> constraints_of(const CheckSettings& settings) {
  const std::string profile = settings.stress.empty() ? "standard" : settings.stress;
  if (!settings.constraints.empty()) return read_constraints(settings.constraints, profile);
  if (settings.stress.empty()) return {};
  return stress_profile(profile);
}

void count_rtl(const CheckSettings& settings, const std::vector<std::string>& in_tree, RtlSources& sources,
               std::vector<std::string>& plusargs) {
  if (!settings.rtl_coverage) return;
  if (settings.out.empty())
    throw InputError("--rtl-coverage: found without --out, needs a directory to write");
  if (!sources.given()) {
    const std::filesystem::path directory = find_own_file("share/ixsim/rtl");
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      const std::string name = entry.path().filename().string();
      const bool wanted = std::any_of(in_tree.begin(), in_tree.end(), [&name](const std::string& start) {
        return name.compare(0, start.size(), start) == 0;
      });
      if (wanted && entry.path().extension() == ".v") sources.files.push_back(entry.path().string());
    }
    std::sort(sources.files.begin(), sources.files.end());
  }
  sources.coverage = true;
  plusargs.push_back("+ixsim_rtl_coverage=" + settings.out + "/rtl_coverage.dat");
}

namespace {

// Removes --seed, if it is there, with its value, which is the next word or behind `=`.
void remove_seed(std::vector<std::string>& words) {
  const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word == "--seed" || word.rfind("--seed=", 0) == 0;
  });
  if (found != words.end()) words.erase(found, found + (*found == "--seed" ? 2 : 1));
}

// Checks every in-tree block, with the files of each in a separate directory.
int check_all(const CheckSettings& settings) {
  const OutputDirectory out(settings.out);
  const auto part = [&settings](const std::string& name) {
    CheckSettings one = settings;
    if (!one.out.empty()) one.out += "/" + name;
    return one;
  };
  int status = run_classifier_check(part("classifier"));
  CheckSettings pools = part(kPoolBlock);
  pools.block = kPoolBlock;
  status = std::max(status, run_classifier_check(pools));
  for (const SchedulerStrategy& scheduler : tx_schedulers()) {
    if (!scheduler.rtl) continue;
    CheckSettings one = part("scheduler_" + scheduler.name);
    one.mode = scheduler.name;
    status = std::max(status, run_scheduler_check(one));
  }
  return status;
}

}  // namespace

void add_check_command(CLI::App& app, int& status, const std::vector<std::string>& arguments) {
  auto settings = std::make_shared<CheckSettings>();
  CLI::App* command =
      app.add_subcommand("check", "Verify an RTL block against the reference, cycle by cycle");
  CLI::Option* const block_option =
      command
          ->add_option("block", settings->block,
                       "Block to verify: classifier, pools (of the 82599), scheduler, or all in-tree blocks")
          ->check(CLI::IsMember({"classifier", kPoolBlock, "scheduler", "all"}))
          ->capture_default_str();
  command
      ->add_option("--frames", settings->frames,
                   "Frames to offer (100000, or those of the capture); for a scheduler grants to make")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  command->add_option("--seed", settings->seed, "Seed of everything that is random")
      ->check(whole_number())
      ->capture_default_str();
  std::vector<CLI::Option*> module = add_rtl_options(*command, settings->rtl);
  command
      ->add_option("--plusarg", settings->plusargs, "Argument for the module's $value$plusargs, e.g. +mode=3")
      ->take_all()
      ->expected(1)
      ->check(plusarg());
  command
      ->add_option("--ignore", settings->ignored,
                   "Output that is not compared, and that your module may leave out, e.g. rss_hash")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--rtl-coverage", settings->rtl_coverage,
                    "Count the module's lines, branches and toggles, in rtl_coverage.dat of --out");
  command->add_option("--require-coverage", settings->require_coverage, "Fail below this percentage of bins")
      ->check(CLI::Range(0u, 100u));
  command->add_option("--out", settings->out,
                      "Directory for result.json, coverage.json and a divergence's waveform");

  CLI::Option* const replay =
      command->add_option("--replay", settings->replay,
                          "Play a recorded stimulus: the directory replay or shrunk of a check's output");
  command
      ->add_option("--shrink", settings->shrink,
                   "Seconds to look for a shorter stimulus behind a divergence; 0: none")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();

  CLI::Option_group* const stress = command->add_option_group("Stress");
  stress
      ->add_option("--stress", settings->stress,
                   "Phases of very different constraints, and bins of coverage for durations")
      ->check(CLI::IsMember(stress_profiles()));
  stress->add_option("--constraints", settings->constraints,
                     "TOML file that changes the profile's constraints (of standard, without --stress)");
  stress->add_flag("--print-constraints", settings->print_constraints,
                   "Print all constraints as such a file, and do nothing else");

  CLI::Option_group* const regression = command->add_option_group("Regression");
  CLI::Option* const seed = command->get_option("--seed");
  CLI::Option* const seeds =
      regression->add_option("--seeds", settings->seeds, "Run the check from each of these seeds, e.g. 1..50")
          ->excludes(seed);
  CLI::Option* const rerun =
      regression
          ->add_option("--rerun", settings->rerun,
                       "Run the failed checks of the regression in this directory again")
          ->excludes(seed)
          ->excludes(seeds);
  regression
      ->add_option("--jobs", settings->jobs, "Number of simultaneous checks (2, or the processors if fewer)")
      ->check(CLI::Range(1u, 1024u));
  regression->add_option("--junit", settings->junit, "File for the results of the seeds as JUnit XML");
  regression->add_flag("--stop-at-failure", settings->stop_at_failure,
                       "Run no further seed after the first failure");

  CLI::Option_group* const classifier = command->add_option_group("Classifier");
  CLI::Option* const part =
      classifier
          ->add_option("--part", settings->part,
                       "Part of a classifier that your module is: filter, parser or hash")
          ->check(CLI::IsMember(classifier_parts()));
  classifier
      ->add_option("--queues", settings->size.queues, "Receive queues, the module's parameter RX_QUEUES")
      ->check(CLI::Range(1u, ClassifierSize::kMostQueues))
      ->capture_default_str();
  classifier
      ->add_option("--pools", settings->size.pools, "Pools, the parameter POOLS; at most as many as queues")
      ->check(CLI::Range(1u, ClassifierSize::kMostPools))
      ->capture_default_str();
  classifier
      ->add_option("--addresses", settings->size.addresses, "Receive addresses, the parameter ADDRESSES")
      ->check(CLI::Range(1u, ClassifierSize::kMostAddresses))
      ->capture_default_str();
  classifier->add_option("--pcap", settings->pcap, "Take the frames from a capture");
  CLI::Option* const latency =
      classifier
          ->add_option("--latency", settings->latency,
                       "Clocks from last beat to decision, 1 to 64, or any; of a part to its result (any)")
          ->capture_default_str();
  classifier
      ->add_option("--data-width", settings->data_width,
                   "Bits of your module's s_axis_tdata: 32, 64, 128, 256 or 512")
      ->check(CLI::IsMember({32u, 64u, 128u, 256u, 512u}))
      ->capture_default_str();
  classifier->add_option("--writes", settings->writes, "live: at any clock; quiet: only with nothing pending")
      ->check(CLI::IsMember({"live", "quiet"}))
      ->capture_default_str();
  CLI::Option* const idle =
      classifier->add_option("--idle-skip", settings->idle_skip, "Leave out clocks that change nothing")
          ->check(CLI::IsMember({"mixed", "always", "never"}))
          ->capture_default_str();
  classifier->add_flag("--no-idle-skip", settings->no_idle_skip, "Clock the module through all idle times")
      ->excludes(idle);
  classifier->add_option("--dump-vectors", settings->dump_vectors,
                         "Write stimulus.hex and expected.hex to this directory instead of running RTL");

  CLI::Option_group* const scheduler = command->add_option_group("Scheduler");
  std::vector<std::string> modes;
  std::string titles;
  for (const SchedulerStrategy& strategy : tx_schedulers()) {
    if (!strategy.rtl) continue;
    modes.push_back(strategy.name);
    titles += fmt::format("{}{}: {}", titles.empty() ? "" : "; ", strategy.name, strategy.title);
  }
  scheduler->add_option("--mode", settings->mode, titles)->check(CLI::IsMember(modes))->capture_default_str();
  scheduler->add_option("--n", settings->queues, "Queues, the module's parameter N")
      ->check(CLI::Range(kFewestTxQueues, kMaxTxQueues))
      ->capture_default_str();
  scheduler
      ->add_option(
          "--length-bits", settings->length_bits,
          fmt::format("Bits of a length and of a quantum, the parameter LEN_W of drr ({}); of a weight, "
                      "WEIGHT_W of wrr ({})",
                      kDefaultLengthWidth, kDefaultWeightWidth))
      ->check(CLI::Range(kNarrowestLength, kWidestLength));

  // A replay has these itself.
  for (const CLI::Option_group* const group : {stress, classifier, scheduler}) {
    for (const CLI::Option* const option : std::as_const(*group).get_options())
      if (option != latency && option != group->get_help_ptr())
        replay->excludes(const_cast<CLI::Option*>(option));
  }
  for (CLI::Option* const option : {seed, seeds, rerun, command->get_option("--frames")})
    replay->excludes(option);

  module.push_back(command->get_option("--plusarg"));
  CLI::Option* const ignore = command->get_option("--ignore");
  // The module of a replay has these itself.
  std::vector<CLI::Option*> files;
  for (const char* const name : {"--top", "-D", "-I", "-G", "-y"}) files.push_back(command->get_option(name));
  command->callback([settings, block_option, classifier, part, latency, scheduler, module, ignore, files,
                     regression, seed, seeds, rerun, arguments, &status] {
    if (part->count() != 0 && latency->count() == 0) settings->latency = "any";
    if (!settings->replay.empty() && latency->count() == 0) settings->latency.clear();
    if (part->count() == 0 && settings->block != "all")
      require_module(settings->replay.empty() ? module : files, settings->rtl.sources);
    const auto refuse = [&](const std::vector<const CLI::Option*>& options, const char* accepted) {
      for (const CLI::Option* option : options) {
        if (option->count() == 0) continue;
        throw InputError(fmt::format("{}: found with block {}, accepted with {}", option->get_name(),
                                     settings->block, accepted));
      }
    };
    if (settings->print_constraints) {
      CheckSettings used = *settings;
      if (used.stress.empty()) used.stress = "standard";
      fmt::print("{}", constraints_text(*constraints_of(used)));
      return;
    }
    const std::optional<StressConstraints> constraints = constraints_of(*settings);
    std::vector<std::string> more;
    if (constraints && seed->count() == 0 && seeds->count() == 0 && rerun->count() == 0 &&
        constraints->seeds > 1) {
      more = {"--seeds", fmt::format("1..{}", constraints->seeds)};
    }
    const CLI::Option* of_regression = nullptr;
    for (const CLI::Option* option : std::as_const(*regression).get_options())
      if (option->count() != 0) of_regression = option;
    if (of_regression != nullptr && !settings->replay.empty())
      throw InputError(of_regression->get_name() + ": found with --replay, accepted with seeds");
    if (of_regression != nullptr && more.empty() && seeds->count() == 0 && rerun->count() == 0)
      more = {"--seeds", fmt::format("{}", settings->seed)};
    if (of_regression != nullptr || !more.empty()) {
      if (!settings->dump_vectors.empty())
        throw InputError("--dump-vectors: found with a regression, accepted with --seed N");
      std::vector<std::string> words(std::next(std::find(arguments.begin(), arguments.end(), "check")),
                                     arguments.end());
      if (!more.empty()) remove_seed(words);
      words.insert(words.end(), more.begin(), more.end());
      run_in_python("check", words);
    }
    if (settings->block != "classifier" && settings->block != kPoolBlock)
      refuse(std::as_const(*classifier).get_options(), "classifier and pools");
    if (settings->block != "scheduler") refuse(std::as_const(*scheduler).get_options(), "scheduler");
    if (!settings->replay.empty()) {
      const std::string block = block_of_replay(settings->replay);
      if (block_option->count() != 0 && settings->block != block)
        throw InputError(fmt::format("--replay: found a replay of block {}, accepted is one of block {}",
                                     block, settings->block));
      settings->block = block;
      status = block == "scheduler" ? run_scheduler_check(*settings) : run_classifier_check(*settings);
    } else if (settings->block == "all") {
      refuse({module.begin(), module.end()}, "classifier, pools and scheduler");
      refuse({ignore}, "classifier, pools and scheduler");
      status = check_all(*settings);
    } else {
      status =
          settings->block == "scheduler" ? run_scheduler_check(*settings) : run_classifier_check(*settings);
    }
  });
}

}  // namespace ixsim::cli
