// Loads the RTL of the options, and makes the strategies that check it.
#include "ixsim/rtl_check.h"

#include <utility>

#include "cosim/latency_probe.h"
#include "cosim/lockstep_classifier.h"
#include "cosim/lockstep_scheduler.h"
#include "cosim/rtl_loader.h"

namespace ixsim {
using namespace cosim;  // NOLINT(google-build-using-namespace)

std::unique_ptr<RtlCheckedClassifier> check_classifier(std::unique_ptr<Classifier> reference,
                                                       const RtlCheckOptions& options) {
  look_first_below(options.installation);
  const ClassifierSize size{options.rx_queues, options.pools, options.addresses};
  RtlSources sources;
  sources.files = options.files;
  sources.top = options.top.empty() ? "l2_classifier" : options.top;
  const auto module = options.files.empty() ? in_tree_classifier(ClassifierBlock::kL2, size)
                                            : load_classifier(std::move(sources), ClassifierBlock::kL2, size);
  require_latency(*module, options.plusargs, static_cast<unsigned>(options.latency));
  LockstepOptions lockstep;
  lockstep.seed = options.seed;
  lockstep.latency = options.latency;
  return std::make_unique<LockstepClassifier>(std::move(reference),
                                              module->make(options.seed, options.plusargs), lockstep);
}

std::unique_ptr<RtlCheckedScheduler> check_round_robin_scheduler(const RtlCheckOptions& options) {
  look_first_below(options.installation);
  SchedulerLockstepOptions lockstep;
  lockstep.seed = options.seed;
  const SchedulerParameters& parameters = lockstep.parameters;
  const auto module =
      options.files.empty()
          ? in_tree_scheduler(parameters)
          : load_scheduler(options.files,
                           options.top.empty() ? default_scheduler_top(parameters.mode) : options.top,
                           parameters);
  return std::make_unique<LockstepScheduler>(round_robin_scheduler(parameters.queues),
                                             module->make(options.seed, options.plusargs), lockstep);
}

}  // namespace ixsim
