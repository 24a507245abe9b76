// `ixsim check`: verification of an RTL block, in-tree or the user's own, against the reference model.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ixsim/base/error.h"
#include "ixsim/cli/commands.h"
#include "ixsim/cli/progress.h"
#include "ixsim/cosim/classifier_check.h"
#include "ixsim/cosim/classifier_coverage.h"
#include "ixsim/cosim/classifier_coverage_report.h"
#include "ixsim/cosim/classifier_vectors.h"
#include "ixsim/cosim/latency_probe.h"
#include "ixsim/ethernet/capture_reader.h"
#include "ixsim/trace/atomic_file.h"

namespace ixsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kDefaultFrames = 100'000;
constexpr unsigned kDefaultLatency = 12;
constexpr std::size_t kUnhitListed = 40;

struct CheckSettings {
  std::string block = "classifier";
  std::uint64_t frames = 0;  // 0: not given
  std::uint64_t seed = 1;
  std::string pcap;
  std::vector<std::string> rtl;
  std::string top = "l2_classifier";
  std::vector<std::string> plusargs;
  std::string latency = std::to_string(kDefaultLatency);
  std::string writes = "live";
  std::string idle_skip = "mixed";
  bool no_idle_skip = false;
  unsigned require_coverage = 0;  // per cent
  std::string dump_vectors;
  std::string out;
};

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

unsigned parse_latency(const std::string& text) {
  if (text == "any") return kAnyLatency;
  unsigned value = 0;
  if (!CLI::detail::lexical_cast(text, value) || value < 1 || value > kLongestLatency) {
    throw InputError(
        fmt::format("--latency: found '{}', accepted are 1 to {} and any", text, kLongestLatency));
  }
  return value;
}

ClassifierCheckOptions options_of(const CheckSettings& settings) {
  ClassifierCheckOptions options;
  options.latency = parse_latency(settings.latency);
  options.stimulus.seed = settings.seed;
  options.stimulus.latency = options.latency == kAnyLatency ? kDefaultLatency : options.latency;
  options.stimulus.settle = options.latency == kAnyLatency ? kLongestLatency : options.latency;
  options.stimulus.writes = settings.writes == "quiet" ? WritePolicy::kQuiet : WritePolicy::kLive;
  if (!settings.pcap.empty()) options.stimulus.captured = captured_frames(settings.pcap, settings.frames);
  options.stimulus.frames = settings.frames != 0                ? settings.frames
                            : options.stimulus.captured.empty() ? kDefaultFrames
                                                                : options.stimulus.captured.size();
  options.idle_skip = settings.no_idle_skip || settings.idle_skip == "never" ? IdleSkip::kNever
                      : settings.idle_skip == "always"                       ? IdleSkip::kAlways
                                                                             : IdleSkip::kMixed;
  options.plusargs = settings.plusargs;
  if (!settings.out.empty()) options.waveform = settings.out + "/divergence.fst";
  return options;
}

Json outputs_json(const ClassifierOutputs& out) {
  if (!out.valid) return nullptr;
  return {{"drop", out.drop},         {"queue", out.queue},      {"vmdq", out.vmdq}, {"tc", out.tc},
          {"tagged", out.tagged},     {"tci", out.tci},          {"pif", out.pif},   {"ptype", out.ptype},
          {"rss_type", out.rss_type}, {"rss_hash", out.rss_hash}};
}

Json divergence_json(const ClassifierDivergence& d, bool waveform) {
  std::string bytes;
  for (const std::uint8_t byte : d.frame) bytes += fmt::format("{:02x}", byte);
  Json writes = Json::array();
  for (const auto& write : d.writes) {
    writes.push_back({{"edge", write.edge}, {"offset", write.address}, {"value", write.data}});
  }
  return {{"edge", d.edge},
          {"clock", d.clock},
          {"what", d.what},
          {"reference", d.expected ? outputs_json(*d.expected) : Json(nullptr)},
          {"rtl", outputs_json(d.rtl)},
          {"frame",
           {{"bytes", bytes}, {"bad", d.error}, {"first_beat", d.first_beat}, {"last_beat", d.last_beat}}},
          {"writes", writes},
          {"repeated", d.repeated},
          {"waveform", waveform ? Json("divergence.fst") : Json(nullptr)}};
}

void write_json(const std::string& path, const Json& json) {
  AtomicFile file(path);
  file.write(json.dump(1) + "\n");
  file.commit();
}

Json result_json(const CheckSettings& settings, const ClassifierCheckResult& result,
                 const ClassifierCoverage& coverage, bool ok, double seconds) {
  Json entries = Json::array();
  const auto add = [&entries](const char* name, std::uint64_t value, const char* unit,
                              const char* description) {
    entries.push_back({{"name", name}, {"value", value}, {"unit", unit}, {"description", description}});
  };
  add("check.frames", result.frames, "frames", "offered to reference and RTL");
  add("check.decisions", result.decisions, "decisions", "of the RTL, compared with the reference's");
  add("check.fields", result.fields, "fields", "compared in these decisions");
  add("check.divergences", result.divergence ? 1 : 0, "divergences", "the first one ends the run");
  add("check.clocks", result.clocks, "clocks", "simulated by the RTL");
  add("check.clocks_left_out", result.clocks_left_out, "clocks",
      "idle, in which the RTL's state cannot change");
  add("check.writes", result.writes, "writes", "to registers and tables");
  add("check.resets", result.resets, "resets", "of one or more clocks");
  add("check.coverage.total", coverage.total(), "bins", "of functional coverage that can be reached");
  add("check.coverage.hit", coverage.hit(), "bins", "of functional coverage that were reached");
  Json json{{"command", "check classifier"},
            {"status", ok ? "ok" : "failed"},
            {"settings",
             {{"seed", settings.seed},
              {"latency", settings.latency},
              {"writes", settings.writes},
              {"idle_skip", settings.no_idle_skip ? "never" : settings.idle_skip}}},
            {"entries", entries},
            {"rtl_hash", result.rtl_hash}};
  if (result.divergence)
    json["divergence"] = divergence_json(*result.divergence, result.divergence->repeated);
  json["host"] = {{"seconds", seconds}, {"version", IXSIM_VERSION}};
  return json;
}

// What makes a run fail beside a divergence, as lines; empty if nothing does. Coverage can be too small only
// in a run that came to its end.
std::string coverage_failures(const CheckSettings& settings, const ClassifierCoverage& coverage,
                              bool judge_coverage) {
  std::string text;
  for (const CoverageBin* bin : coverage.wrongly_excluded()) {
    text += fmt::format("coverage: {} was reached {} times, but is excluded: {}\n", bin->name, bin->hits,
                        bin->excluded);
  }
  if (judge_coverage && 100 * coverage.hit() < settings.require_coverage * coverage.total()) {
    text += fmt::format("coverage: {} of {} bins are fewer than the {} % required\n", coverage.hit(),
                        coverage.total(), settings.require_coverage);
  }
  return text;
}

int dump(const CheckSettings& settings, const ClassifierCheckOptions& options) {
  if (options.latency == kAnyLatency)
    throw InputError("--dump-vectors: needs a latency in clocks, found any");
  ClassifierCoverage coverage({options.stimulus.latency, options.stimulus.writes});
  Progress progress("writing vectors", options.stimulus.frames);
  const VectorStatistics statistics =
      dump_vectors(options.stimulus, settings.dump_vectors, coverage,
                   [&progress](std::uint64_t done) { progress.update(done); });
  if (!settings.out.empty()) write_json(settings.out + "/coverage.json", coverage_json(coverage));
  fmt::print("wrote {} clocks, {} frames, {} decisions of the reference to {}\n", statistics.clocks,
             statistics.frames, statistics.decisions, settings.dump_vectors);
  fmt::print("{}", coverage_text(coverage, kUnhitListed));
  const std::string failures = coverage_failures(settings, coverage, true);
  fmt::print("{}", failures);
  return failures.empty() ? 0 : 1;
}

int check(const CheckSettings& settings, const ClassifierCheckOptions& options) {
  const std::shared_ptr<RtlClassifierModule> module =
      settings.rtl.empty() ? in_tree_classifier() : load_classifier(settings.rtl, settings.top);
  if (options.latency != kAnyLatency) require_latency(*module, options.plusargs, options.latency);
  ClassifierCoverage coverage({options.stimulus.latency, options.stimulus.writes});
  const auto start = std::chrono::steady_clock::now();
  ClassifierCheckResult result;
  {
    Progress progress("checking", options.stimulus.frames);
    result = check_classifier(options, *module, coverage,
                              [&progress](std::uint64_t done) { progress.update(done); });
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string failures = coverage_failures(settings, coverage, !result.divergence);
  if (result.decisions == 0 && !result.divergence) failures += "no decision was compared\n";
  const bool ok = !result.divergence && failures.empty();

  fmt::print("check classifier: {}, seed {}, latency {}, writes {}\n",
             settings.rtl.empty() ? "in-tree RTL" : settings.rtl.front(), settings.seed, settings.latency,
             settings.writes);
  fmt::print("  {} frames, {} decisions and {} fields compared\n", result.frames, result.decisions,
             result.fields);
  fmt::print("  {} clocks, {} left out, {} register writes, {} resets; {:.1f} s, {:.2f} M clocks/s\n",
             result.clocks, result.clocks_left_out, result.writes, result.resets, seconds,
             static_cast<double>(result.clocks) / 1e6 / seconds);
  fmt::print("  hash of the RTL's decisions {}\n", result.rtl_hash);
  // A capture is what it is: what it does not reach is no news.
  const std::size_t listed = settings.pcap.empty() ? kUnhitListed : 0;
  if (!result.divergence) fmt::print("{}", coverage_text(coverage, listed));
  fmt::print("{}", failures);
  if (result.divergence) {
    fmt::print("{}", describe(*result.divergence));
    if (!settings.out.empty()) {
      fmt::print("  {}\n", result.divergence->repeated
                               ? "waveform   " + options.waveform
                               : std::string("the run did not repeat from its seed: no waveform"));
    }
  } else {
    fmt::print("no divergence\n");
  }
  if (!settings.out.empty()) {
    write_json(settings.out + "/coverage.json", coverage_json(coverage));
    write_json(settings.out + "/result.json", result_json(settings, result, coverage, ok, seconds));
  }
  return ok ? 0 : 1;
}

}  // namespace

void add_check_command(CLI::App& app, int& status) {
  auto settings = std::make_shared<CheckSettings>();
  CLI::App* command =
      app.add_subcommand("check", "Verify an RTL block against the reference, cycle by cycle");
  command->add_option("block", settings->block, "What to verify")->check(CLI::IsMember({"classifier"}));
  command->add_option("--frames", settings->frames, "Frames to offer (100000, or those of the capture)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  command->add_option("--seed", settings->seed, "Seed of everything that is random")->capture_default_str();
  command->add_option("--pcap", settings->pcap, "Take the frames from a capture");
  command->add_option("--rtl", settings->rtl, "Verilog files of the module to verify (in-tree module)");
  command->add_option("--top", settings->top, "Name of that module")->capture_default_str();
  command
      ->add_option("--plusarg", settings->plusargs, "Argument for the module's $value$plusargs, e.g. +mode=3")
      ->take_all()
      ->expected(1);
  command->add_option("--latency", settings->latency, "Clocks from last beat to decision, 1 to 64, or any")
      ->capture_default_str();
  command->add_option("--writes", settings->writes, "live: at any clock; quiet: with nothing pending only")
      ->check(CLI::IsMember({"live", "quiet"}))
      ->capture_default_str();
  CLI::Option* idle =
      command->add_option("--idle-skip", settings->idle_skip, "Leave out clocks that change nothing")
          ->check(CLI::IsMember({"mixed", "always", "never"}))
          ->capture_default_str();
  command->add_flag("--no-idle-skip", settings->no_idle_skip, "Clock the module through all idle times")
      ->excludes(idle);
  command->add_option("--require-coverage", settings->require_coverage, "Fail below this percentage of bins")
      ->check(CLI::Range(0u, 100u));
  command->add_option("--dump-vectors", settings->dump_vectors,
                      "Write stimulus.hex and expected.hex to this directory instead of running RTL");
  command->add_option("--out", settings->out,
                      "Directory for result.json, coverage.json and a divergence's waveform");
  command->callback([settings, &status] {
    const ClassifierCheckOptions options = options_of(*settings);
    const OutputDirectory out(settings->out);
    status = settings->dump_vectors.empty() ? check(*settings, options) : dump(*settings, options);
  });
}

}  // namespace ixsim
