// RTL modules of the options, and the checkers around them.
#include "platform/checked_parts.h"

#include <fmt/format.h>

#include "cosim/latency_probe.h"
#include "ixsim/error.h"
#include "platform/parts.h"
#include "platform/strategies.h"

namespace ixsim {
namespace {

std::shared_ptr<RtlClassifierModule> load_module(const RunOptions& options) {
  const bool own = options.rtl.given() && options.block == RtlBlock::kClassifier;
  auto module = own ? load_classifier(options.rtl) : in_tree_classifier();
  require_latency(*module, own ? options.plusargs : std::vector<std::string>(),
                  static_cast<unsigned>(options.latency));
  return module;
}

SchedulerParameters scheduler_parameters(const Scenario& scenario) {
  SchedulerParameters parameters;
  parameters.mode = scheduler_of(scenario).rtl.value();
  return parameters;
}

// None if nothing is transmitted.
std::shared_ptr<RtlSchedulerModule> load_scheduler_module(const RunOptions& options, bool transmits) {
  const bool own = options.rtl.given() && options.block == RtlBlock::kScheduler;
  if (!transmits) {
    if (own) throw InputError("--block scheduler: found tx.queues 0, accepted with transmit traffic");
    return nullptr;
  }
  const SchedulerParameters parameters = scheduler_parameters(options.scenario);
  if (!own) return in_tree_scheduler(parameters);
  return load_scheduler(options.rtl, parameters);
}

}  // namespace

void require_rtl(const Scenario& scenario, bool transmits) {
  if (scenario.profile.name != "82598") {
    throw InputError("--check rtl: found profile " + scenario.profile.name +
                     ", accepted is 82598, whose classifier and schedulers the RTL has");
  }
  if (transmits && !scheduler_of(scenario).rtl) {
    throw InputError("--check rtl: found tx.scheduler " + scenario.scheduler +
                     ", accepted are those that `ixsim strategies` lists with RTL");
  }
}

CheckedParts::CheckedParts(const RunOptions& options, bool transmits)
    : options_(options),
      classifier_rtl_(options.check_rtl ? load_module(options) : nullptr),
      scheduler_rtl_(options.check_rtl ? load_scheduler_module(options, transmits) : nullptr) {}

// Options that the checkers of both blocks share; a waveform is of the first port.
template <typename Options>
Options CheckedParts::lockstep_options(unsigned port, const std::string& waveform) const {
  Options options;
  options.seed = options_.scenario.seed + port;
  options.every_cycle = options_.every_cycle;
  if (port == 0) {
    options.waveform = waveform;
    options.waveform_from = options_.waveform_from;
  }
  return options;
}

const std::vector<std::string>& CheckedParts::plusargs_of(RtlBlock block) const {
  static const std::vector<std::string> kNone;
  return block == options_.block ? options_.plusargs : kNone;
}

std::unique_ptr<Classifier> CheckedParts::make_classifier(unsigned port) {
  auto classifier = ixsim::make_classifier(options_.scenario, static_cast<int>(options_.latency));
  if (classifier_rtl_ == nullptr) return classifier;
  auto lockstep = lockstep_options<LockstepOptions>(port, options_.waveform);
  lockstep.latency = options_.latency;
  lockstep.compared = options_.compared;
  auto checker = std::make_unique<LockstepClassifier>(
      std::move(classifier),
      classifier_rtl_->make(options_.scenario.seed + port, plusargs_of(RtlBlock::kClassifier)), lockstep);
  classifiers_.push_back(checker.get());
  return checker;
}

std::unique_ptr<TxScheduler> CheckedParts::make_scheduler(unsigned port) {
  auto strategy = ixsim::make_scheduler(options_.scenario);
  if (scheduler_rtl_ == nullptr) return strategy;
  auto lockstep = lockstep_options<SchedulerLockstepOptions>(port, options_.scheduler_waveform);
  lockstep.parameters = scheduler_parameters(options_.scenario);
  auto checker = std::make_unique<LockstepScheduler>(
      std::move(strategy),
      scheduler_rtl_->make(options_.scenario.seed + port, plusargs_of(RtlBlock::kScheduler)), lockstep);
  schedulers_.push_back(checker.get());
  return checker;
}

void CheckedParts::finish() {
  for (auto* checker : classifiers_) checker->finish();
  for (auto* checker : schedulers_) checker->finish();
}

std::optional<RunDivergence> CheckedParts::divergence() const {
  for (const auto* checker : classifiers_) {
    if (!checker->divergence()) continue;
    const LockstepDivergence& d = *checker->divergence();
    return RunDivergence{RtlBlock::kClassifier, d.what, d.report(), d.waveform_from()};
  }
  for (const auto* checker : schedulers_) {
    if (!checker->divergence()) continue;
    const SchedulerLockstepDivergence& d = *checker->divergence();
    return RunDivergence{RtlBlock::kScheduler, d.what, d.report(), d.waveform_from()};
  }
  return std::nullopt;
}

}  // namespace ixsim
