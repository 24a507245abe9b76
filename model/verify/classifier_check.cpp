// The loop of the check: stimulus, reference, RTL, comparison, and the repetition with a waveform.
#include "verify/classifier_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>

#include "base/random.h"
#include "cosim/hash128.h"
#include "cosim/reference_signals.h"
#include "cosim/rtl_watchdog.h"
#include "ixsim/device_profile.h"
#include "ixsim/time.h"
#include "nic/classifier/reference_classifier.h"
#include "trace/atomic_file.h"
#include "verify/classifier_explanation.h"
#include "verify/clocked_reference.h"
#include "verify/pool_registers.h"
#include "verify/pool_stimulus.h"

namespace ixsim::verify {
namespace {

constexpr std::size_t kWritesKept = 16;
constexpr std::int64_t kClocksAfterDivergence = 16;

// Says which clocks to leave out: whole idle times, their beginnings, or none of them.
class IdleSkipper {
 public:
  // `clocked`: per cent of the idle times of which nothing is left out, with mode kMixed.
  IdleSkipper(IdleSkip mode, std::int64_t latency, std::uint64_t clocked, std::uint64_t seed)
      : mode_(mode), latency_(latency), clocked_(clocked), random_(seed) {}

  bool skip(const ClassifierInputs& in, std::int64_t edge, bool busy) {
    if (in.tvalid || in.wr_en || in.rst) {
      if (in.rst) started_ = true;
      last_busy_ = edge;
      left_ = -1;
      return false;
    }
    if (mode_ == IdleSkip::kNever || busy || !started_ || edge - last_busy_ <= latency_) return false;
    if (mode_ == IdleSkip::kAlways) return true;
    if (left_ < 0) {
      left_ = random_.below(100) < clocked_ ? 0
              : random_.below(3) == 0       ? static_cast<std::int64_t>(random_.between(1, 16))
                                            : std::numeric_limits<std::int64_t>::max();
    }
    if (left_ == 0) return false;
    --left_;
    return true;
  }

 private:
  IdleSkip mode_;
  std::int64_t latency_;
  std::uint64_t clocked_;
  Random random_;
  std::int64_t last_busy_ = 0;
  std::int64_t left_ = -1;  // clocks to leave out of this idle time; -1: not chosen yet
  bool started_ = false;
};

void add_decision(Hash128& hash, std::int64_t edge, const ClassifierOutputs& out) {
  std::uint8_t bytes[24] = {};
  store_le64(bytes, static_cast<std::uint64_t>(edge));
  bytes[8] = out.drop;
  if (out.drop == 0) {
    store_le32(bytes + 9, out.rss_hash);
    store_le16(bytes + 13, out.tci);
    const std::uint8_t rest[] = {out.queue, out.vmdq, out.tc, out.ptype, out.rss_type, out.tagged, out.pif};
    std::memcpy(bytes + 15, rest, sizeof rest);
  }
  hash.add(bytes, sizeof bytes);
  if (out.drop != 0 || out.pools == 0) return;
  std::uint8_t more[9];
  store_le64(more, out.pools);
  more[8] = out.rss;
  hash.add(more, sizeof more);
}

class LockstepRun {
 public:
  // A waveform of the RTL clocks from `from` to `to`, after which the run ends.
  struct Window {
    std::int64_t from;
    std::int64_t to;
    std::string path;
  };

  // Samples no coverage that is null.
  LockstepRun(const ClassifierCheckOptions& options, RtlClassifierModule& module,
              ClassifierCoverage* coverage, StressCoverage* stress, std::optional<Window> window = {},
              PoolCoverage* pools = nullptr)
      : options_(options),
        coverage_(coverage),
        stress_(stress),
        pools_(pools),
        window_(std::move(window)),
        source_(make_source(options)),
        driver_(*source_),
        reference_(reference_of(options.block, options.latency == kAnyLatency ? 1 : options.latency),
                   std::max(1u, options.data_width / 64)),
        history_(options.block),
        signals_(options.block),
        rtl_(module.make(options.stimulus.seed, options.plusargs)),
        skipper_(options.idle_skip, options.latency == kAnyLatency ? kLongestLatency : options.latency,
                 options.idle_clocked, options.stimulus.seed) {}

  ClassifierCheckResult run(const std::function<void(std::uint64_t)>& progress) {
    std::vector<ClassifierInputs> clocks;
    while (!result_.divergence && !past_window() && driver_.next(clocks)) {
      const ClassifierInputs* const end = clocks.data() + clocks.size();
      for (const ClassifierInputs* in = clocks.data(); in != end; ++in) {
        if (coverage_ != nullptr) coverage_->sample(*in);
        if (pools_ != nullptr) pools_->sample(*in);
        edge(in, end);
        if (result_.divergence) {
          run_on(in + 1, end);
          break;
        }
      }
      result_.frames = driver_.frames();
      progress(result_.frames);
    }
    if (!result_.divergence && !past_window() && !reference_.decisions().empty()) {
      diverge("decision missing at the end of the run", &reference_.decisions().front(), {});
    }
    result_.rtl_hash = hash_.digits();
    return std::move(result_);
  }

 private:
  void edge(const ClassifierInputs* in, const ClassifierInputs* end) {
    reference_.clock(in, end);
    const std::int64_t edge = reference_.edge();
    if (in->wr_en && !in->rst) {
      writes_[result_.writes++ % kWritesKept] = {edge, in->wr_addr, in->wr_data};
      if (window_) history_.write(edge, in->wr_addr, in->wr_data);
    }
    ClassifierOutputs out;
    const bool busy = reference_.frame_open() || !reference_.decisions().empty() || driver_.item().clocked;
    const bool left_out = skipper_.skip(*in, edge, busy);
    if (stress_ != nullptr) stress_->sample(*in, left_out);
    if (left_out) {
      ++result_.clocks_skipped;
    } else {
      if (window_ && static_cast<std::int64_t>(result_.clocks) >= window_->from) {
        show_reference();
        if (static_cast<std::int64_t>(result_.clocks) == window_->from)
          rtl_->start_waveform(window_->path, edge, signals_);
      }
      try {
        out = rtl_->clock(*in);
      } catch (const EndlessLoop& loop) {
        lost_ = true;
        return diverge(loop.what(), nullptr, {});
      } catch (const CheckFailure& stop) {
        return diverge(stop.what(), nullptr, {});
      }
      ++result_.clocks;
    }
    // Until the first reset has been taken the outputs mean nothing.
    if (was_reset_) compare(edge, out);
    if (in->rst) {
      history_.reset();
      if (!in_reset_) ++result_.resets;
      was_reset_ = true;
      reference_.decisions().clear();
    }
    in_reset_ = in->rst;
  }

  // Puts the decision that is due next to the module's signals.
  void show_reference() {
    const std::deque<Decision>& due = reference_.decisions();
    if (due.empty()) return signals_.show({}, "");
    const ClassifierOutputs out = ports_of(due.front(), options_.block);
    const ClockedReference::Frame& frame = reference_.frame(due.front().frame);
    signals_.show(out, history_.rule({frame.bytes.data(), frame.bytes.size()}, frame.error, frame.first_beat,
                                     frame.last_beat, out));
  }

  void compare(std::int64_t edge, const ClassifierOutputs& out) {
    std::deque<Decision>& due = reference_.decisions();
    const Decision* expected = due.empty() ? nullptr : &due.front();
    if (options_.latency == kAnyLatency && expected != nullptr && !out.valid) {
      if (edge - kMacClock.cycle(expected->time) < static_cast<std::int64_t>(kAnyLatencyLimit)) return;
    }
    if (expected == nullptr) {
      if (out.valid) diverge("a decision of the RTL where none is due", nullptr, out);
      return;
    }
    if (options_.latency != kAnyLatency && expected->time != kMacClock.time(edge)) {
      return diverge(fmt::format("the reference's decision is of edge {}, not of this one",
                                 kMacClock.cycle(expected->time)),
                     expected, out);
    }
    if (!out.valid) return diverge("no decision of the RTL where one is due", expected, out);
    const ClassifierOutputs want = ports_of(*expected, options_.block);
    add_decision(hash_, edge, out);
    ++result_.decisions;
    result_.fields += want.drop != 0 ? 1 : 10;
    if (differ(want, out, options_.compared))
      return diverge(text_of(differences(want, out, options_.compared).front()), expected, out);
    due.pop_front();
  }

  void diverge(std::string what, const Decision* expected, const ClassifierOutputs& out) {
    ClassifierDivergence d;
    d.edge = reference_.edge();
    d.clock = static_cast<std::int64_t>(result_.clocks) - 1;
    d.what = std::move(what);
    d.block = options_.block;
    d.rtl = out;
    d.endless = lost_;
    if (expected != nullptr) d.expected = ports_of(*expected, options_.block);
    if (expected != nullptr && out.valid) d.fields = differences(*d.expected, out, options_.compared);
    const ClockedReference::Frame* frame =
        expected != nullptr ? &reference_.frame(expected->frame) : reference_.undecided();
    if (frame != nullptr) {
      d.frame = frame->bytes;
      d.error = frame->error;
      d.first_beat = frame->first_beat;
      d.last_beat = frame->last_beat;
    }
    for (std::uint64_t i = result_.writes - std::min<std::uint64_t>(result_.writes, kWritesKept);
         i < result_.writes; ++i) {
      d.writes.push_back(writes_[i % kWritesKept]);
      d.writes.back().name = history_.name_of(d.writes.back().address);
    }
    result_.divergence = std::move(d);
  }

  bool past_window() const { return window_ && static_cast<std::int64_t>(result_.clocks) > window_->to; }

  // A little more of the waveform, so that what differs is not at its very edge.
  void run_on(const ClassifierInputs* in, const ClassifierInputs* end) {
    if (!window_ || lost_) return;
    try {
      for (std::int64_t i = 0; i < kClocksAfterDivergence; ++i)
        rtl_->clock(in != end ? *in++ : ClassifierInputs{});
    } catch (const CheckFailure&) {
      // A module that has stopped drives no further outputs.
    }
    rtl_->stop_waveform();
  }

  const ClassifierCheckOptions& options_;
  ClassifierCoverage* coverage_;
  StressCoverage* stress_;
  PoolCoverage* pools_;
  std::optional<Window> window_;
  std::unique_ptr<ClassifierItemSource> source_;
  ClassifierItemDriver driver_;
  ClockedReference reference_;
  RegisterHistory history_;    // followed for the waveform only
  ClassifierSignals signals_;  // of the waveform
  std::unique_ptr<RtlClassifier> rtl_;
  IdleSkipper skipper_;
  Hash128 hash_;
  std::array<ClassifierDivergence::Write, kWritesKept> writes_{};
  bool was_reset_ = false;
  bool in_reset_ = false;
  bool lost_ = false;  // the RTL did not come back from a clock
  ClassifierCheckResult result_;
};

}  // namespace

std::unique_ptr<ClassifierItemSource> make_source(const ClassifierCheckOptions& options) {
  if (options.recorded) return options.recorded();
  if (options.block == ClassifierBlock::kPools) return std::make_unique<PoolStimulus>(options.stimulus);
  return std::make_unique<ClassifierStimulus>(options.stimulus);
}

std::unique_ptr<Classifier> reference_of(ClassifierBlock block, unsigned latency) {
  if (block == ClassifierBlock::kPools)
    return reference_classifier(device_profile("82599"), static_cast<int>(latency));
  return std::make_unique<ReferenceClassifier>(static_cast<int>(latency), CheckedSize::now());
}

ClassifierCheckResult check_classifier(const ClassifierCheckOptions& options, RtlClassifierModule& module,
                                       ClassifierCoverage* coverage, StressCoverage* stress,
                                       const std::function<void(std::uint64_t)>& progress,
                                       PoolCoverage* pools) {
  ClassifierCheckResult result = LockstepRun(options, module, coverage, stress, {}, pools).run(progress);
  if (result.divergence && options.explain)
    result.divergence->explanation = explain(*result.divergence, options);
  if (result.divergence && !options.waveform.empty() && !result.divergence->endless) {
    ClassifierDivergence& found = *result.divergence;
    WaveformFile waveform(options.waveform);
    const ClassifierCheckResult again =
        LockstepRun(options, module, nullptr, nullptr,
                    LockstepRun::Window{found.waveform_from(), found.clock, waveform.partial()})
            .run([](std::uint64_t) {});
    found.repeated =
        again.divergence && again.divergence->clock == found.clock && again.divergence->what == found.what;
    if (found.repeated) waveform.commit();
  }
  return result;
}

}  // namespace ixsim::verify
