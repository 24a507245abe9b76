// `ixsim check scheduler`: an RTL transmit scheduler against the oracle.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/plural.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "ixsim/error.h"
#include "platform/strategies.h"
#include "trace/atomic_file.h"
#include "verify/scheduler_check.h"
#include "verify/scheduler_coverage.h"
#include "verify/scheduler_sequence.h"
#include "verify/scheduler_stress_coverage.h"

namespace ixsim::cli {
namespace {

constexpr std::uint64_t kDefaultGrants = 100'000;

Json queues_json(const QueueMask& mask) {
  Json list = Json::array();
  for (unsigned q = 0; q < kMaxTxQueues; ++q) {
    if (mask.test(q)) list.push_back(q);
  }
  return list;
}

Json outputs_json(const SchedulerPortsOut& out) {
  return {{"valid", out.valid},
          {"idx", out.valid ? Json(out.idx) : Json(nullptr)},
          {"gnt", queues_json(out.gnt)}};
}

Json divergence_json(const SchedulerDivergence& d, const SchedulerParameters& parameters) {
  Json edges = Json::array();
  for (const SchedulerEdge& e : d.edges) {
    Json edge{{"edge", e.edge},
              {"req", queues_json(e.in.req)},
              {"ready", e.in.ready},
              {"rst", e.in.rst},
              {"reference", outputs_json(e.expected)}};
    if (parameters.deficit()) edge["len"] = e.in.len;
    if (e.in.wr_en) {
      edge[worth_name(parameters)] = {{"queue", e.in.wr_addr},
                                      {parameters.weighted() ? "units" : "bytes", e.in.wr_data}};
    }
    edges.push_back(std::move(edge));
  }
  return {{"edge", d.edge},
          {"what", d.what},
          {"reference", outputs_json(d.expected)},
          {"rtl", outputs_json(d.rtl)},
          {"pointer", d.pointer},
          {"edges", edges}};
}

// Records the stimulus of a divergence, and searches for a shorter one.
void pursue(const CheckSettings& settings, const SchedulerCheckOptions& options, RtlSchedulerModule& module,
            const SchedulerDivergence& divergence, CheckReport& report) {
  const std::vector<SchedulerItem> items = items_up_to(options, divergence.edge);
  SchedulerReplay replay;
  replay.options = options;
  replay.options.plusargs = settings.plusargs;
  replay.sources = settings.rtl.sources;
  if (replay.sources.given())
    replay.sources.top = default_top(replay.sources, default_scheduler_top(options.parameters.mode));
  replay.what = divergence.what;
  if (!settings.out.empty()) {
    replay.sequence.steps = items;
    const OutputDirectory directory(settings.out + "/replay");
    write_replay(settings.out + "/replay", replay);
    report.add_line(fmt::format("  replay     ixsim check --replay {}/replay", settings.out));
  }
  if (divergence.endless || settings.shrink == 0) return;
  const std::optional<SchedulerShrinkResult> found = shrink(replay.options, module, items, settings.shrink);
  if (!found) {
    report.add_line("  shrunk     no: the stimulus does not diverge when it is played again");
    return;
  }
  replay.sequence = found->sequence;
  replay.what = found->divergence.what;
  const std::size_t steps = replay.sequence.steps.size();
  std::string text =
      fmt::format("shrunk to {} step{} with {} take{}, in {} trials and {:.1f} s\n", steps, plural(steps),
                  found->takes, plural(found->takes), found->trials, found->seconds);
  SchedulerDivergence short_one = found->divergence;
  short_one.edges.clear();  // they stand in the sequence
  text += describe(replay.sequence, options.parameters) + describe(short_one, options.parameters);
  if (!settings.out.empty()) {
    const std::string place = settings.out + "/shrunk";
    const OutputDirectory directory(place);
    write_replay(place, replay);
    AtomicFile bench(place + "/bench.v");
    bench.write(scheduler_bench(replay));
    bench.commit();
    text += fmt::format("  replay     ixsim check --replay {}\n  testbench  {}/bench.v\n", place, place);
  }
  report.add_shrunk(
      std::move(text),
      {{"steps", steps}, {"takes", found->takes}, {"trials", found->trials}, {"what", replay.what}});
}

void ignore_outputs(const std::vector<std::string>& names, SchedulerCheckOptions& options) {
  for (const std::string& name : names) {
    if (name != "idx" && name != "gnt")
      throw InputError(fmt::format("--ignore: found {}, accepted for a scheduler: gnt, idx", name));
    (name == "idx" ? options.compare_index : options.compare_grant) = false;
  }
}

SchedulerCheckOptions scheduler_options(const CheckSettings& settings) {
  SchedulerCheckOptions options;
  for (const SchedulerStrategy& scheduler : tx_schedulers())
    if (scheduler.name == settings.mode) options.parameters = device_parameters(scheduler.rtl.value());
  options.parameters.queues = settings.queues;
  if (settings.length_bits != 0) options.parameters.length_width = settings.length_bits;
  options.grants = settings.frames != 0 ? settings.frames : kDefaultGrants;
  options.seed = settings.seed;
  options.plusargs = settings.plusargs;
  if (const auto constraints = constraints_of(settings)) {
    options.stress = constraints->scheduler;
    if (settings.frames == 0) options.grants = constraints->scheduler.grants;
    options.stress->grants = options.grants;
  }
  if (!settings.out.empty()) options.waveform = settings.out + "/divergence.fst";
  ignore_outputs(settings.ignored, options);
  return options;
}

std::string discipline(const SchedulerParameters& parameters) {
  if (parameters.deficit())
    return fmt::format("deficit round robin, {} bit lengths", parameters.length_width);
  if (parameters.weighted())
    return fmt::format("weighted round robin, {} bit weights", parameters.length_width);
  return "round robin";
}

// Returns the settings and the recorded stimulus of a replay; the command line overrides settings.
SchedulerCheckOptions replay_options(CheckSettings& settings) {
  const SchedulerReplay replay = read_scheduler_replay(settings.replay);
  if (!settings.rtl.sources.given()) settings.rtl.sources = replay.sources;
  SchedulerCheckOptions options = replay.options;
  if (settings.plusargs.empty()) settings.plusargs = options.plusargs;
  options.plusargs = settings.plusargs;
  ignore_outputs(settings.ignored, options);
  if (!settings.latency.empty())
    throw InputError("--latency: found with a replay of block scheduler, accepted with classifier and pools");
  const std::vector<SchedulerItem> items = all_items(replay.sequence, options.parameters);
  options.recorded = [items] { return std::make_unique<SchedulerItemList>(items); };
  options.grants = ~std::uint64_t{0};
  settings.seed = options.seed;
  settings.queues = options.parameters.queues;
  settings.length_bits = options.parameters.length_width;
  settings.mode = name_of(options.parameters.mode);
  if (!settings.out.empty()) options.waveform = settings.out + "/divergence.fst";
  return options;
}

}  // namespace

int run_scheduler_check(const CheckSettings& given) {
  CheckSettings settings = given;
  SchedulerCheckOptions options =
      settings.replay.empty() ? scheduler_options(settings) : replay_options(settings);
  const OutputDirectory out(settings.out);
  remove_earlier(settings);
  RtlSources sources = shown_sources(settings.rtl);
  if (!options.compare_grant) sources.unused_outputs.emplace_back("gnt");
  if (!options.compare_index) sources.unused_outputs.emplace_back("idx");
  count_rtl(settings,
            options.parameters.has_visits() ? std::vector<std::string>{"rr_", settings.mode + "_"}
                                            : std::vector<std::string>{"rr_"},
            sources, options.plusargs);
  const std::shared_ptr<RtlSchedulerModule> module =
      sources.given() ? load_scheduler(sources, options.parameters) : in_tree_scheduler(options.parameters);
  SchedulerCoverage coverage(options.parameters);
  std::optional<SchedulerStressCoverage> stress;
  if (options.stress) stress.emplace(options.parameters, *options.stress);
  const auto start = std::chrono::steady_clock::now();
  SchedulerCheckResult result;
  {
    Progress progress("checking", options.grants, "grants checked");
    result = check_scheduler(options, *module, &coverage, stress ? &*stress : nullptr,
                             [&progress](std::uint64_t done) { progress.update(done); });
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  fmt::print("check scheduler: {}, {}, {} queues, seed {}\n", rtl_title(settings.rtl.sources),
             discipline(options.parameters), settings.queues, settings.seed);
  fmt::print("  {} edges compared, {} with an offer, {} grants\n", result.edges, result.offers,
             result.grants);
  fmt::print("  {} {} written, {} resets; {:.1f} s, {:.2f} M clocks/s\n", result.writes,
             options.parameters.weighted() ? "weights" : "quanta", result.resets, seconds,
             static_cast<double>(result.edges) / 1e6 / seconds);
  fmt::print("  hash of the RTL's outputs {}\n", result.rtl_hash);

  std::vector<CoverageLine> bins = coverage.lines();
  if (stress) {
    const std::vector<CoverageLine> more = stress->lines();
    bins.insert(bins.end(), more.begin(), more.end());
  }
  CheckReport report(settings, "check scheduler", bins);
  report.add("check.grants", result.grants, "grants", "offers taken");
  report.add("check.edges", result.edges, "edges", "at which every output was compared");
  report.add("check.offers", result.offers, "edges", "of these with an offer");
  report.add("check.divergences", result.divergence ? 1 : 0, "divergences", "the first one ends the run");
  report.add("check.writes", result.writes, "writes", "of quanta or weights");
  report.add("check.resets", result.resets, "resets", "of one or more clocks");
  if (const auto& d = result.divergence) {
    report.diverge(describe(*d, options.parameters), divergence_json(*d, options.parameters), d->repeated,
                   d->endless, options.waveform);
    pursue(settings, options, *module, *d, report);
  } else if (result.edges == 0) {
    report.fail("no edge was compared");
  }
  Json used{{"seed", settings.seed}, {"mode", settings.mode}, {"n", settings.queues}};
  if (options.parameters.has_visits()) used["length_bits"] = options.parameters.length_width;
  return report.finish(used, result.rtl_hash, settings.replay.empty() ? kUnhitListed : 0, seconds);
}

}  // namespace ixsim::cli
