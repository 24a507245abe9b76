// Modules, checkers and what they compared.
#include "platform/rtl_checkers.h"

#include <fmt/format.h>

#include <initializer_list>

#include "cosim/adapted_classifier.h"
#include "ixsim/error.h"
#include "platform/metric_sheet.h"
#include "platform/parts.h"
#include "platform/strategies.h"
#include "verify/classifier_explanation.h"

namespace ixsim::platform {
namespace {

bool transmits(const Scenario& scenario, const RunOptions& options) {
  return scenario.tx.queues != 0 || options.foreign_driver;
}

ClassifierBlock classifier_block(const Scenario& scenario) {
  return scenario.profile.pool_bitmaps ? ClassifierBlock::kPools : ClassifierBlock::kL2;
}

ClassifierSize classifier_size(const Scenario& scenario) {
  const DeviceProfile& profile = scenario.profile;
  return classifier_block(scenario) == ClassifierBlock::kL2
             ? ClassifierSize{profile.rx_queues, profile.pools, profile.addresses}
             : ClassifierSize();
}

std::shared_ptr<RtlClassifierModule> load_module(const RunOptions& options) {
  const bool own = options.rtl.given() && options.block == RtlBlock::kClassifier;
  const ClassifierBlock block = classifier_block(options.scenario);
  const ClassifierSize size = classifier_size(options.scenario);
  auto module = own ? load_classifier(options.rtl, block, size) : in_tree_classifier(block, size);
  if (is_adapted(*module))
    throw InputError(
        "--check rtl: found a module with s_axis_tready, accepted is one without; `ixsim check " +
        std::string(name_of(block)) + "` takes it");
  require_latency(*module, own ? options.plusargs : std::vector<std::string>(),
                  static_cast<unsigned>(options.latency));
  return module;
}

SchedulerParameters scheduler_parameters(const Scenario& scenario) {
  SchedulerParameters parameters = device_parameters(scheduler_of(scenario).rtl.value());
  parameters.queues = scenario.profile.tx_queues;
  return parameters;
}

// None if nothing is transmitted, or by queues of the 82599, of whose scheduler there is no RTL.
std::shared_ptr<RtlSchedulerModule> load_scheduler_module(const RunOptions& options) {
  const bool own = options.rtl.given() && options.block == RtlBlock::kScheduler;
  if (!transmits(options.scenario, options)) {
    if (own) throw InputError("--block scheduler: found tx.queues 0, accepted with transmit traffic");
    return nullptr;
  }
  if (options.scenario.profile.pool_bitmaps) return nullptr;
  const SchedulerParameters parameters = scheduler_parameters(options.scenario);
  if (!own) return in_tree_scheduler(parameters);
  return load_scheduler(options.rtl, parameters);
}

// Options that the checkers of both blocks share; a waveform is of the first port.
template <typename Options>
Options lockstep_options(const RunOptions& run, unsigned port, const std::string& waveform) {
  Options options;
  options.seed = run.scenario.seed + port;
  options.every_cycle = run.every_cycle;
  if (port == 0) {
    options.waveform = waveform;
    options.waveform_from = run.waveform_from;
  }
  return options;
}

// A count that the checkers of all ports add up to.
template <typename Statistics>
struct CheckRow {
  const char* name;
  std::int64_t Statistics::*field;
  const char* unit;
  const char* description;
};

template <typename Checkers, typename Statistics>
std::uint64_t sum(const Checkers& checkers, std::int64_t Statistics::*field) {
  std::int64_t total = 0;
  for (const auto* checker : checkers) total += checker->statistics().*field;
  return static_cast<std::uint64_t>(total);
}

template <typename Checkers, typename Statistics>
void add_check(RunResult& result, const std::string& prefix, const Checkers& checkers,
               std::initializer_list<CheckRow<Statistics>> rows, const char* hashed) {
  MetricSheet sheet{result.metrics};
  for (const auto& row : rows)
    sheet.count(prefix + row.name, sum(checkers, row.field), row.unit, row.description);
  std::string hash;
  std::uint64_t divergences = 0;
  for (const auto* checker : checkers) {
    hash += checker->decision_hash();
    divergences += checker->divergence() ? 1 : 0;
  }
  sheet.count(prefix + "divergences", divergences, "divergences", "the run ends at the first");
  sheet.text(prefix + "hash", hash, hashed);
}

}  // namespace

void require_rtl(const Scenario& scenario, const RunOptions& options) {
  const DeviceProfile& profile = scenario.profile;
  const bool pools = profile.pool_classifier_rtl;
  if (profile.pool_bitmaps && !pools) {
    throw InputError("--check rtl: found profile " + profile.name +
                     (profile.name == "custom" ? " with device.rules 82599" : "") +
                     ", accepted are 82598, 82575, and custom with device.rules=82598, whose classifier and "
                     "schedulers the RTL has, and 82599 and X540, whose pool classifier it has");
  }
  if (pools) {
    if (options.rtl.given() && options.block == RtlBlock::kScheduler) {
      throw InputError("--block scheduler: found profile " + profile.name +
                       ", accepted is 82598, whose schedulers the RTL has");
    }
    return;
  }
  if (!transmits(scenario, options)) return;
  if (!scheduler_of(scenario).rtl) {
    throw InputError("--check rtl: found tx.scheduler " + scenario.scheduler +
                     ", accepted are those that `ixsim strategies` lists with RTL");
  }
}

RtlCheckers::RtlCheckers(const RunOptions& options)
    : options_(options),
      classifier_rtl_(options.check_rtl ? load_module(options) : nullptr),
      scheduler_rtl_(options.check_rtl ? load_scheduler_module(options) : nullptr) {
  if (classifier_rtl_ != nullptr) size_.emplace(classifier_size(options.scenario));
}

std::unique_ptr<Classifier> RtlCheckers::make_classifier(unsigned port) {
  auto classifier = platform::make_classifier(options_.scenario, static_cast<int>(options_.latency));
  if (classifier_rtl_ == nullptr) return classifier;
  auto lockstep = lockstep_options<LockstepOptions>(options_, port, options_.waveform);
  lockstep.block = classifier_block(options_.scenario);
  lockstep.latency = options_.latency;
  lockstep.compared = options_.compared;
  auto checker = std::make_unique<LockstepClassifier>(
      std::move(classifier),
      classifier_rtl_->make(options_.scenario.seed + port, plusargs_of(RtlBlock::kClassifier)), lockstep,
      std::make_unique<RegisterHistory>(lockstep.block));
  classifiers_.push_back(checker.get());
  return checker;
}

std::unique_ptr<TxScheduler> RtlCheckers::make_scheduler(unsigned port) {
  auto strategy = platform::make_scheduler(options_.scenario);
  if (scheduler_rtl_ == nullptr) return strategy;
  auto lockstep = lockstep_options<SchedulerLockstepOptions>(options_, port, options_.scheduler_waveform);
  lockstep.parameters = scheduler_parameters(options_.scenario);
  auto checker = std::make_unique<LockstepScheduler>(
      std::move(strategy),
      scheduler_rtl_->make(options_.scenario.seed + port, plusargs_of(RtlBlock::kScheduler)), lockstep);
  schedulers_.push_back(checker.get());
  return checker;
}

const std::vector<std::string>& RtlCheckers::plusargs_of(RtlBlock block) const {
  static const std::vector<std::string> kNone;
  return block == options_.block ? options_.plusargs : kNone;
}

void RtlCheckers::finish() {
  for (auto* checker : classifiers_) checker->finish();
  for (auto* checker : schedulers_) checker->finish();
}

std::optional<RunDivergence> RtlCheckers::divergence() const {
  for (const auto* checker : classifiers_) {
    if (!checker->divergence()) continue;
    const ClassifierDivergence& d = *checker->divergence();
    return RunDivergence{RtlBlock::kClassifier, d.what, describe(d), d.waveform_from()};
  }
  for (const auto* checker : schedulers_) {
    if (!checker->divergence()) continue;
    const SchedulerDivergence& d = *checker->divergence();
    return RunDivergence{RtlBlock::kScheduler, d.what, describe(d, scheduler_parameters(options_.scenario)),
                         d.waveform_from()};
  }
  return std::nullopt;
}

std::string RtlCheckers::divergence(RunResult& result) const {
  const std::optional<RunDivergence> first = divergence();
  if (!first || result.divergence) return {};
  result.divergence = first;
  return fmt::format("RTL and reference {} diverge: {}",
                     first->block == RtlBlock::kClassifier ? "classifier" : "scheduler", first->what);
}

RtlCheckers::Compared RtlCheckers::compared() const {
  Compared compared;
  compared.frames = sum(classifiers_, &LockstepStatistics::frames);
  compared.decisions = sum(classifiers_, &LockstepStatistics::decisions);
  compared.scheduler = !schedulers_.empty();
  compared.grants = sum(schedulers_, &SchedulerLockstepStatistics::grants);
  compared.contested = sum(schedulers_, &SchedulerLockstepStatistics::contested);
  return compared;
}

void RtlCheckers::measure(RunResult& result, const std::string& prefix, bool intact, std::uint64_t presented,
                          std::uint64_t made) const {
  if (!classifiers_.empty()) {
    using S = LockstepStatistics;
    add_check<decltype(classifiers_), S>(
        result, prefix + "check.", classifiers_,
        {{"frames", &S::frames, "frames", "frames presented to RTL and reference"},
         {"decisions", &S::decisions, "decisions", "decisions compared"},
         {"fields", &S::fields, "fields", "decision fields compared"},
         {"clocks", &S::clocks, "clocks", "clocks of the RTL simulated"},
         {"clocks_skipped", &S::clocks_skipped, "clocks", "idle clocks left out"},
         {"table_writes", &S::writes, "writes", "register writes that reached the classifier"}},
        "hash over cycle and fields of every decision of the RTL");
    const std::uint64_t frames = sum(classifiers_, &S::frames), decisions = sum(classifiers_, &S::decisions);
    if (intact && decisions == 0) result.failures.push_back("the check compared no decision");
    if (intact && (frames != presented || decisions != frames)) {
      result.failures.push_back(fmt::format(
          "the check saw {} of {} frames presented and compared {} decisions", frames, presented, decisions));
    }
  }
  if (schedulers_.empty()) return;
  using S = SchedulerLockstepStatistics;
  add_check<decltype(schedulers_), S>(
      result, prefix + "check.scheduler.", schedulers_,
      {{"grants", &S::grants, "grants", "grants of RTL and reference compared"},
       {"contested", &S::contested, "grants", "of these, grants at which two and more queues requested"},
       {"offers", &S::offers, "offers", "clocks compared with an offer"},
       {"requests", &S::request_changes, "changes", "request vectors presented to RTL and reference"},
       {"clocks", &S::clocks, "clocks", "clocks of the RTL simulated"},
       {"clocks_skipped", &S::clocks_skipped, "clocks", "clocks left out, at which nothing changed"}},
      "hash over cycle and queue of every grant of the RTL");
  const std::uint64_t grants = sum(schedulers_, &S::grants);
  if (intact && grants == 0) result.failures.push_back("the check compared no grant");
  if (intact && grants != made)
    result.failures.push_back(fmt::format("the check compared {} grants of {} made", grants, made));
}

}  // namespace ixsim::platform
