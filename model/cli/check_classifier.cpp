// `ixsim check classifier`: an RTL classifier against the reference model.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/plural.h"
#include "cli/check_report.h"
#include "cli/progress.h"
#include "cosim/adapted_classifier.h"
#include "cosim/classifier_part.h"
#include "cosim/latency_probe.h"
#include "ethernet/capture_reader.h"
#include "ixsim/error.h"
#include "trace/atomic_file.h"
#include "verify/classifier_bench.h"
#include "verify/classifier_check.h"
#include "verify/classifier_coverage.h"
#include "verify/classifier_replay.h"
#include "verify/classifier_shrink.h"
#include "verify/classifier_vectors.h"
#include "verify/stress_coverage.h"

namespace ixsim::cli {
namespace {

constexpr std::uint64_t kDefaultFrames = 100'000;
constexpr unsigned kDefaultLatency = 12;

ClassifierBlock block_of(const CheckSettings& settings) {
  return settings.block == kPoolBlock ? ClassifierBlock::kPools : ClassifierBlock::kL2;
}

// Bins that the check of the pool classifier shares: headers, lengths and spacing are as for the 82598.
bool shared_with_pools(const std::string& group) {
  for (const char* name : {"parser", "length", "spacing", "reset", "error", "length_spacing"}) {
    if (group == name) return true;
  }
  return false;
}

// The frames of a capture without FCS, at most `most` of them (0: all).
std::vector<std::vector<std::uint8_t>> captured_frames(const std::string& path, std::uint64_t most) {
  std::vector<std::vector<std::uint8_t>> frames;
  const std::unique_ptr<CaptureReader> reader = open_capture(path);
  CapturedFrame frame;
  while ((most == 0 || frames.size() < most) && reader->next(frame)) {
    const std::size_t size = frame.original_size - (frame.has_fcs ? 4u : 0u);
    const ByteView bytes = frame.bytes.first(size);
    if (bytes.size != 0) frames.emplace_back(bytes.begin(), bytes.end());
  }
  if (frames.empty()) throw InputError(fmt::format("{}: holds no frame", path));
  return frames;
}

std::string size_text(const ClassifierSize& size) {
  return fmt::format("{} queues, {} pools, {} addresses", size.queues, size.pools, size.addresses);
}

// A pool has a queue at least.
void require_size(const ClassifierSize& size) {
  if (size.pools <= size.queues) return;
  throw InputError(
      fmt::format("--pools: found {} with {} queues, accepted are 1 to {}; give fewer pools or more --queues",
                  size.pools, size.queues, std::min(size.queues, ClassifierSize::kMostPools)));
}

unsigned parse_latency(const std::string& text) {
  if (text == "any") return kAnyLatency;
  unsigned value = 0;
  if (!CLI::detail::lexical_cast(text, value) || value < 1 || value > kLongestLatency) {
    throw InputError(
        fmt::format("--latency: found '{}', accepted are 1 to {} and any", text, kLongestLatency));
  }
  return value;
}

void ignore_outputs(const std::vector<std::string>& names, ClassifierCheckOptions& options) {
  for (const std::string& name : names)
    options.compared &= ~classifier_field(name, "--ignore", options.block);
}

// Removes the arguments that begin with `start`.
void remove_plusargs(std::vector<std::string>& plusargs, const std::string& start) {
  plusargs.erase(std::remove_if(plusargs.begin(), plusargs.end(),
                                [&start](const std::string& text) { return text.rfind(start, 0) == 0; }),
                 plusargs.end());
}

ClassifierCheckOptions classifier_options(const CheckSettings& settings) {
  ClassifierCheckOptions options;
  options.size = settings.size;
  options.data_width = settings.data_width;
  options.block = block_of(settings);
  options.part = settings.part;
  options.compared = fields_of(options.block);
  options.latency = parse_latency(settings.latency);
  options.stimulus.seed = settings.seed;
  options.stimulus.latency = options.latency == kAnyLatency ? kDefaultLatency : options.latency;
  options.stimulus.drain_edges = options.latency == kAnyLatency ? kLongestLatency : options.latency;
  options.stimulus.writes = settings.writes == "quiet" ? WritePolicy::kQuiet : WritePolicy::kLive;
  if (!settings.pcap.empty()) options.stimulus.captured = captured_frames(settings.pcap, settings.frames);
  options.stimulus.frames = settings.frames != 0                ? settings.frames
                            : options.stimulus.captured.empty() ? kDefaultFrames
                                                                : options.stimulus.captured.size();
  options.idle_skip = settings.no_idle_skip || settings.idle_skip == "never" ? IdleSkip::kNever
                      : settings.idle_skip == "always"                       ? IdleSkip::kAlways
                                                                             : IdleSkip::kMixed;
  options.plusargs = settings.plusargs;
  ignore_outputs(settings.ignored, options);
  if (!settings.out.empty()) options.waveform = settings.out + "/divergence.fst";
  if (const auto constraints = constraints_of(settings)) {
    options.stimulus.stress = constraints->classifier;
    const ClassifierConstraints& limits = constraints->classifier;
    const bool of_pools = options.block == ClassifierBlock::kPools && limits.pool_frames != 0;
    if (settings.frames == 0) options.stimulus.frames = of_pools ? limits.pool_frames : limits.frames;
    options.stimulus.stress->frames = options.stimulus.frames;
    options.idle_clocked = constraints->classifier.idle_clocked;
  }
  return options;
}

// Returns the sources. The user's module may lack outputs that are not compared.
RtlSources sources_of(const CheckSettings& settings, const ClassifierCheckOptions& options) {
  RtlSources sources = shown_sources(settings.rtl);
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    if (((fields_of(options.block) & ~options.compared) >> i & 1) != 0)
      sources.unused_outputs.push_back(std::string("m_") + kClassifierFields[i].name);
  }
  return sources;
}

Json outputs_json(const ClassifierOutputs& out, ClassifierBlock block) {
  if (!out.valid) return nullptr;
  if (block == ClassifierBlock::kPools)
    return {{"drop", out.drop},         {"pools", out.pools},      {"rss", out.rss}, {"tc", out.tc},
            {"tagged", out.tagged},     {"tci", out.tci},          {"pif", out.pif}, {"ptype", out.ptype},
            {"rss_type", out.rss_type}, {"rss_hash", out.rss_hash}};
  return {{"drop", out.drop},         {"queue", out.queue},      {"vmdq", out.vmdq}, {"tc", out.tc},
          {"tagged", out.tagged},     {"tci", out.tci},          {"pif", out.pif},   {"ptype", out.ptype},
          {"rss_type", out.rss_type}, {"rss_hash", out.rss_hash}};
}

Json divergence_json(const ClassifierDivergence& d) {
  std::string bytes;
  for (const std::uint8_t byte : d.frame) bytes += fmt::format("{:02x}", byte);
  Json differing = Json::array();
  for (const FieldDifference& field : d.fields)
    differing.push_back({{"field", field.field->name}, {"reference", field.reference}, {"rtl", field.rtl}});
  Json writes = Json::array();
  for (const auto& write : d.writes) {
    writes.push_back({{"edge", write.edge}, {"offset", write.address}, {"value", write.data}});
  }
  return {{"edge", d.edge},
          {"clock", d.clock},
          {"what", d.what},
          {"differing", std::move(differing)},
          {"explanation", d.explanation},
          {"reference", d.expected ? outputs_json(*d.expected, d.block) : Json(nullptr)},
          {"rtl", outputs_json(d.rtl, d.block)},
          {"frame",
           {{"bytes", bytes}, {"bad", d.error}, {"first_beat", d.first_beat}, {"last_beat", d.last_beat}}},
          {"writes", writes}};
}

// Returns the bins of a block; `pools` is null for the classifier of the 82598.
std::vector<CoverageLine> bins_of(const ClassifierCoverage& coverage, const PoolCoverage* pools) {
  std::vector<CoverageLine> bins = coverage.lines();
  if (pools == nullptr) return bins;
  bins.erase(std::remove_if(bins.begin(), bins.end(),
                            [](const CoverageLine& bin) { return !shared_with_pools(bin.group); }),
             bins.end());
  const std::vector<CoverageLine> more = pools->lines();
  bins.insert(bins.end(), more.begin(), more.end());
  return bins;
}

int dump(const CheckSettings& settings, const ClassifierCheckOptions& options) {
  if (options.latency == kAnyLatency)
    throw InputError("--dump-vectors: needs a latency in clocks, found any");
  ClassifierCoverage coverage({options.stimulus.latency, options.stimulus.writes});
  PoolCoverage pool_coverage(options.stimulus.latency, options.stimulus.writes);
  PoolCoverage* const pools = options.block == ClassifierBlock::kPools ? &pool_coverage : nullptr;
  Progress progress("writing vectors", options.stimulus.frames, "frames of vectors");
  const VectorStatistics statistics =
      dump_vectors(options, settings.dump_vectors, coverage, pools,
                   [&progress](std::uint64_t done) { progress.update(done); });
  const std::vector<CoverageLine> bins = bins_of(coverage, pools);
  if (!settings.out.empty()) write_json(settings.out + "/coverage.json", coverage_json(bins));
  fmt::print("wrote {} clocks, {} frames, {} decisions of the reference to {}\n", statistics.clocks,
             statistics.frames, statistics.decisions, settings.dump_vectors);
  fmt::print("{}", coverage_text(bins, kUnhitListed));
  const std::string failures = coverage_failures(bins, settings.require_coverage, true);
  fmt::print("{}", failures);
  return failures.empty() ? 0 : 1;
}

// Records the stimulus of a divergence, and searches for a shorter one.
void pursue(const CheckSettings& settings, const ClassifierCheckOptions& options, RtlClassifierModule& module,
            const ClassifierDivergence& divergence, CheckReport& report) {
  const bool adapted = is_adapted(module);
  const std::vector<ClassifierItem> items = items_up_to(*make_source(options), divergence.edge);
  ClassifierReplay replay;
  replay.options = options;
  // A replay counts nothing.
  remove_plusargs(replay.options.plusargs, "+ixsim_rtl_coverage=");
  replay.sources = settings.rtl.sources;
  if (replay.sources.given() && options.part.empty())
    replay.sources.top = default_top(replay.sources, top_of(options.block));
  replay.what = divergence.what;
  if (!settings.out.empty()) {
    for (const ClassifierItem& item : items) replay.sequence.steps.push_back({item, 1});
    replay.sequence.block = options.block;
    replay.sequence.drain = 1;
    const OutputDirectory directory(settings.out + "/replay");
    write_replay(settings.out + "/replay", replay);
    report.add_line(fmt::format("  replay     ixsim check --replay {}/replay", settings.out));
  }
  if (divergence.endless || settings.shrink == 0) return;
  std::optional<ShrinkResult> found;
  {
    Progress progress("shrinking", items.size());
    found = shrink(replay.options, module, items, settings.shrink);
  }
  if (!found) {
    report.add_line("  shrunk     no: the stimulus does not diverge when it is played again");
    return;
  }
  const ClassifierSequence& sequence = found->sequence;
  std::string text =
      fmt::format("shrunk to {} frame{} and {} write{}{}, in {} trials and {:.1f} s\n", sequence.frames(),
                  plural(sequence.frames()), sequence.writes(), plural(sequence.writes()),
                  sequence.image == nullptr ? std::string()
                                            : fmt::format(" behind the tables `{}`", sequence.image->name),
                  found->trials, found->seconds);
  ClassifierDivergence short_one = found->divergence;
  // They stand in the sequence.
  short_one.writes.clear();
  short_one.frame.clear();
  text += describe(sequence) + describe(short_one);
  Json json{{"frames", sequence.frames()},
            {"writes", sequence.writes()},
            {"image", sequence.image == nullptr ? Json(nullptr) : Json(sequence.image->name)},
            {"trials", found->trials},
            {"what", found->divergence.what}};
  if (!settings.out.empty()) {
    replay.sequence = sequence;
    replay.what = found->divergence.what;
    replay.options.idle_skip = IdleSkip::kNever;
    const std::string place = settings.out + "/shrunk";
    const OutputDirectory directory(place);
    write_replay(place, replay);
    text += fmt::format("  replay     ixsim check --replay {}\n", place);
    // The bench drives the 64-bit stream alone.
    if (!adapted) {
      if (!options.part.empty()) replay.sources = with_part(replay.sources, options.part);
      AtomicFile bench(place + "/bench.v");
      bench.write(classifier_bench(replay));
      bench.commit();
      text += fmt::format("  testbench  {}/bench.v\n", place);
    }
  }
  report.add_shrunk(std::move(text), std::move(json));
}

// The latency of a module with a stream of another form, or of a part, is compared by its adapter, in clocks
// of the module.
void adapt(ClassifierCheckOptions& options) {
  if (options.latency != kAnyLatency)
    options.plusargs.push_back(fmt::format("+ixsim_latency={}", options.latency));
  options.latency = kAnyLatency;
  options.stimulus.drain_edges = kLongestLatency + (options.part.empty() ? 0 : kPartDelay);
}

// Refuses what a part cannot be.
void require_part(const CheckSettings& settings, const ClassifierCheckOptions& options) {
  if (options.part.empty()) return;
  const std::string found = "--part " + options.part + ": found ";
  if (options.block == ClassifierBlock::kPools)
    throw InputError(found + "with block pools, accepted with classifier");
  if (!settings.rtl.sources.given())
    throw InputError(found + "with the in-tree module, accepted with a module of yours, by --rtl or -f");
  if (options.data_width != kDataWidth)
    throw InputError(
        fmt::format("{}with --data-width {}, accepted is {}", found, options.data_width, kDataWidth));
}

int check(const CheckSettings& settings, ClassifierCheckOptions options) {
  require_part(settings, options);
  if (options.data_width != kDataWidth && !settings.rtl.sources.given())
    throw InputError(
        fmt::format("--data-width: found {} with the in-tree module, accepted is {}; give your "
                    "module with --rtl",
                    options.data_width, kDataWidth));
  RtlSources sources = sources_of(settings, options);
  const bool of_pools = options.block == ClassifierBlock::kPools;
  const bool of_part = !options.part.empty();
  if (of_part) sources = with_part(std::move(sources), options.part);
  count_rtl(settings,
            of_pools ? std::vector<std::string>{"l2c_", "pc_", "pool_"} : std::vector<std::string>{"l2"},
            sources, options.plusargs);
  const std::shared_ptr<RtlClassifierModule> module =
      sources.given() ? load_adapted_classifier(sources, options.block, options.size, options.data_width)
                      : in_tree_classifier(options.block, options.size);
  if (of_part || is_adapted(*module)) {
    adapt(options);
  } else if (options.latency != kAnyLatency) {
    require_latency(*module, options.plusargs, options.latency);
  }
  ClassifierCoverage coverage({options.stimulus.latency, options.stimulus.writes});
  std::optional<StressCoverage> stress;
  PoolCoverage pools(options.stimulus.latency, options.stimulus.writes);
  if (options.stimulus.stress)
    stress.emplace(*options.stimulus.stress, options.stimulus.writes, options.block);
  const auto start = std::chrono::steady_clock::now();
  ClassifierCheckResult result;
  {
    Progress progress("checking", options.stimulus.frames, "frames checked");
    result = check_classifier(
        options, *module, &coverage, stress ? &*stress : nullptr,
        [&progress](std::uint64_t done) { progress.update(done); }, of_pools ? &pools : nullptr);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  fmt::print("check {}{}: {}, {}seed {}, latency {}, writes {}\n", settings.block,
             of_part ? ", " + options.part : std::string(), rtl_title(settings.rtl.sources),
             options.size == ClassifierSize() ? std::string() : size_text(options.size) + ", ", settings.seed,
             settings.latency, settings.writes);
  fmt::print("  {} frames, {} decisions and {} fields compared\n", result.frames, result.decisions,
             result.fields);
  fmt::print("  {} clocks, {} left out, {} register writes, {} resets; {:.1f} s, {:.2f} M clocks/s\n",
             result.clocks, result.clocks_skipped, result.writes, result.resets, seconds,
             static_cast<double>(result.clocks) / 1e6 / seconds);
  fmt::print("  hash of the RTL's decisions {}\n", result.rtl_hash);

  std::vector<CoverageLine> bins = bins_of(coverage, of_pools ? &pools : nullptr);
  if (stress) {
    const std::vector<CoverageLine> more = stress->lines();
    bins.insert(bins.end(), more.begin(), more.end());
  }
  const std::string command = "check " + settings.block;
  CheckReport report(settings, command.c_str(), bins);
  report.add("check.frames", result.frames, "frames", "offered to reference and RTL");
  report.add("check.decisions", result.decisions, "decisions", "of the RTL, compared with the reference's");
  report.add("check.fields", result.fields, "fields", "compared in these decisions");
  report.add("check.divergences", result.divergence ? 1 : 0, "divergences", "the first one ends the run");
  report.add("check.clocks", result.clocks, "clocks", "simulated by the RTL");
  report.add("check.clocks_skipped", result.clocks_skipped, "clocks",
             "idle, in which the RTL's state cannot change");
  report.add("check.writes", result.writes, "writes", "to registers and tables");
  report.add("check.resets", result.resets, "resets", "of one or more clocks");
  if (const auto& d = result.divergence) {
    report.diverge(describe(*d), divergence_json(*d), d->repeated, d->endless, options.waveform);
    pursue(settings, options, *module, *d, report);
  } else if (result.decisions == 0) {
    report.fail("no decision was compared");
  }
  // A capture is what it is: what it does not reach is no news.
  return report.finish({{"seed", settings.seed},
                        {"queues", options.size.queues},
                        {"pools", options.size.pools},
                        {"addresses", options.size.addresses},
                        {"latency", settings.latency},
                        {"writes", settings.writes},
                        {"idle_skip", settings.no_idle_skip ? "never" : settings.idle_skip}},
                       result.rtl_hash, settings.pcap.empty() && settings.replay.empty() ? kUnhitListed : 0,
                       seconds);
}

// Changes the latency of a replay, for another version of the module. Its end waits for the last decision.
void set_latency(ClassifierReplay& replay, unsigned latency) {
  const auto clocks = [](unsigned value) {
    return static_cast<std::int64_t>(value == kAnyLatency ? kLongestLatency : value);
  };
  const std::int64_t more = clocks(latency) - clocks(replay.options.latency);
  replay.sequence.drain += std::max<std::int64_t>(0, more);
  replay.options.latency = latency;
  // The adapter of a part, or of a stream of another form, has it as a plusarg.
  remove_plusargs(replay.options.plusargs, "+ixsim_latency=");
}

// Runs a replay with its settings and recorded stimulus; the command line overrides settings.
int check_replay(CheckSettings settings) {
  const auto replay = std::make_shared<ClassifierReplay>(read_replay(settings.replay));
  if (!settings.rtl.sources.given()) settings.rtl.sources = replay->sources;
  if (!settings.latency.empty()) set_latency(*replay, parse_latency(settings.latency));
  ClassifierCheckOptions options = replay->options;
  const CheckedSize size(options.size);
  if (settings.plusargs.empty()) settings.plusargs = options.plusargs;
  options.plusargs = settings.plusargs;
  options.stimulus.latency = options.latency == kAnyLatency ? kDefaultLatency : options.latency;
  options.stimulus.frames = replay->sequence.frames();
  options.recorded = [replay] { return play(replay->sequence); };
  settings.seed = options.stimulus.seed;
  ignore_outputs(settings.ignored, options);
  settings.latency = options.latency == kAnyLatency ? "any" : std::to_string(options.latency);
  if (!settings.out.empty()) options.waveform = settings.out + "/divergence.fst";
  const OutputDirectory out(settings.out);
  remove_earlier(settings);
  return check(settings, options);
}

}  // namespace

int run_classifier_check(const CheckSettings& settings) {
  if (!settings.replay.empty()) return check_replay(settings);
  require_size(settings.size);
  if (block_of(settings) == ClassifierBlock::kPools && settings.size != ClassifierSize())
    throw InputError("--queues, --pools and --addresses: found with block pools, accepted with classifier");
  const CheckedSize size(settings.size);
  const ClassifierCheckOptions options = classifier_options(settings);
  const OutputDirectory out(settings.out);
  remove_earlier(settings);
  return settings.dump_vectors.empty() ? check(settings, options) : dump(settings, options);
}

}  // namespace ixsim::cli
