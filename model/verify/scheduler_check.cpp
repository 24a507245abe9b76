// The loop of the check: stimulus, oracle, RTL, comparison, and the repetition with a waveform.
#include "verify/scheduler_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <memory>

#include "cosim/hash128.h"
#include "cosim/reference_signals.h"
#include "cosim/rtl_watchdog.h"
#include "ixsim/bytes.h"
#include "ixsim/error.h"
#include "trace/atomic_file.h"
#include "verify/scheduler_stimulus.h"

namespace ixsim::verify {
namespace {

constexpr std::size_t kEdgesKept = 16;
constexpr std::int64_t kClocksAfterDivergence = 16;
constexpr std::uint64_t kProgressEdges = 4'096;
// A stimulus that leads to no grants would be its own fault.
constexpr std::uint64_t kEdgesForAGrant = 10'000;

void add_outputs(Hash128& hash, const SchedulerPortsOut& out) {
  std::uint8_t bytes[18] = {};
  store_le64(bytes, out.gnt.words[0]);
  store_le64(bytes + 8, out.gnt.words[1]);
  bytes[16] = out.valid ? 1 : 0;
  bytes[17] = out.valid ? out.idx : 0;
  hash.add(bytes, sizeof bytes);
}

std::unique_ptr<SchedulerSource> make_source(const SchedulerCheckOptions& options) {
  if (options.recorded) return options.recorded();
  return std::make_unique<SchedulerStimulus>(options.parameters, options.seed, options.stress,
                                             options.grants);
}

class SchedulerRun {
 public:
  // A waveform of the clocks from `from` on.
  struct Window {
    std::int64_t from;
    std::string path;
  };

  // Samples no coverage that is null.
  SchedulerRun(const SchedulerCheckOptions& options, RtlSchedulerModule& module, SchedulerCoverage* coverage,
               SchedulerStressCoverage* stress, std::optional<Window> window = {})
      : options_(options),
        coverage_(coverage),
        stress_(stress),
        window_(std::move(window)),
        source_(make_source(options)),
        oracle_(options.parameters),
        signals_(options.parameters),
        rtl_(module.make(options.seed, options.plusargs)) {}

  // Ends with the divergence, or with the grants, or before edge `end` (none if negative).
  SchedulerCheckResult run(std::int64_t end, const std::function<void(std::uint64_t)>& progress) {
    std::uint64_t last_grant = 0;
    for (; result_.grants < options_.grants && !result_.divergence && edge_ != end; ++edge_) {
      const std::uint64_t before = result_.grants;
      const SchedulerPortsIn* const in = source_->next(oracle_);
      if (in == nullptr) break;
      clock(*in);
      if (result_.grants != before) last_grant = result_.edges;
      const std::uint64_t most =
          kEdgesForAGrant * options_.parameters.queues +
          (options_.stress ? 4 * (options_.stress->hold_longest + options_.stress->idle_longest) : 0);
      if (!options_.recorded && result_.edges - last_grant > most)
        throw CheckFailure("check scheduler: the stimulus leads to no grants");
      if (result_.edges % kProgressEdges == 0) progress(result_.grants);
    }
    if (result_.divergence && window_) run_on();
    progress(result_.grants);
    result_.rtl_hash = hash_.digits();
    return std::move(result_);
  }

 private:
  void clock(const SchedulerPortsIn& in) {
    const SchedulerPortsOut expected = oracle_.offer(in);
    if (window_ && edge_ >= window_->from) {
      signals_.show(expected, rule_of(oracle_, expected, options_.parameters));
      if (edge_ == window_->from) rtl_->start_waveform(window_->path, edge_, signals_);
    }
    SchedulerPortsOut rtl;
    std::string what;
    try {
      rtl = rtl_->clock(in);
    } catch (const EndlessLoop& loop) {
      lost_ = true;
      what = loop.what();
    } catch (const CheckFailure& error) {
      what = error.what();
    }
    if (!options_.compare_grant) rtl.gnt = expected.gnt;
    if (!options_.compare_index) rtl.idx = expected.idx;
    recent_.push_back({edge_, in, expected});
    if (recent_.size() > kEdgesKept) recent_.pop_front();
    // Until the first reset has been taken the outputs mean nothing.
    if (was_reset_ || !what.empty()) {
      if (what.empty()) what = difference(expected, rtl);
      if (!what.empty()) return diverge(what, expected, rtl);
      add_outputs(hash_, rtl);
      ++result_.edges;
      if (expected.valid) ++result_.offers;
      if (expected.valid && in.ready && !in.rst) ++result_.grants;
    }
    if (in.rst && !in_reset_) ++result_.resets;
    if (in.wr_en && !in.rst) ++result_.writes;
    was_reset_ = was_reset_ || in.rst;
    in_reset_ = in.rst;
    if (coverage_ != nullptr) coverage_->sample(in, oracle_);
    if (stress_ != nullptr) stress_->sample(in, oracle_);
    oracle_.clock(in);
  }

  void diverge(std::string what, const SchedulerPortsOut& expected, const SchedulerPortsOut& rtl) {
    SchedulerDivergence d;
    d.edge = d.clock = edge_;
    d.what = std::move(what);
    d.expected = expected;
    d.rtl = rtl;
    d.endless = lost_;
    d.add_reference(oracle_, expected, options_.parameters);
    d.edges.assign(recent_.begin(), recent_.end());
    result_.divergence = std::move(d);
  }

  // A little more of the waveform, so that what differs is not at its very edge.
  void run_on() {
    if (lost_) return;
    try {
      for (std::int64_t i = 0; i < kClocksAfterDivergence; ++i) rtl_->clock({});
    } catch (const CheckFailure&) {
      // A module that has stopped drives no further outputs.
    }
    rtl_->stop_waveform();
  }

  const SchedulerCheckOptions& options_;
  SchedulerCoverage* coverage_;
  SchedulerStressCoverage* stress_;
  std::optional<Window> window_;
  std::unique_ptr<SchedulerSource> source_;
  ReferenceScheduler oracle_;
  SchedulerSignals signals_;  // of the waveform
  std::unique_ptr<RtlScheduler> rtl_;
  Hash128 hash_;
  std::deque<SchedulerEdge> recent_;
  std::int64_t edge_ = 0;
  bool was_reset_ = false;
  bool in_reset_ = false;
  bool lost_ = false;  // the RTL did not come back from a clock
  SchedulerCheckResult result_;
};

}  // namespace

SchedulerCheckResult check_scheduler(const SchedulerCheckOptions& options, RtlSchedulerModule& module,
                                     SchedulerCoverage* coverage, SchedulerStressCoverage* stress,
                                     const std::function<void(std::uint64_t)>& progress) {
  SchedulerCheckResult result = SchedulerRun(options, module, coverage, stress).run(-1, progress);
  if (result.divergence && !options.waveform.empty() && !result.divergence->endless) {
    SchedulerDivergence& found = *result.divergence;
    WaveformFile waveform(options.waveform);
    const SchedulerCheckResult again =
        SchedulerRun(options, module, nullptr, nullptr,
                     SchedulerRun::Window{found.waveform_from(), waveform.partial()})
            .run(found.edge + 1, [](std::uint64_t) {});
    found.repeated =
        again.divergence && again.divergence->edge == found.edge && again.divergence->what == found.what;
    if (found.repeated) waveform.commit();
  }
  return result;
}

std::vector<SchedulerItem> items_up_to(const SchedulerCheckOptions& options, std::int64_t edge) {
  const std::unique_ptr<SchedulerSource> source = make_source(options);
  ReferenceScheduler oracle(options.parameters);
  std::vector<SchedulerItem> items;
  for (std::int64_t at = 0; at <= edge; ++at) {
    const SchedulerPortsIn* const in = source->next(oracle);
    if (in == nullptr) break;
    record(*in, items);
    oracle.clock(*in);
  }
  return items;
}

}  // namespace ixsim::verify
