// The strategies of a controller's ports, each checked by RTL in lock-step if a run asks for it.
//
// Timing contract: a checked strategy decides as the strategy alone does, at the same cycles.
#ifndef IXSIM_PLATFORM_RTL_CHECKERS_H
#define IXSIM_PLATFORM_RTL_CHECKERS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/latency_probe.h"
#include "cosim/lockstep_classifier.h"
#include "cosim/lockstep_scheduler.h"
#include "platform/run.h"
#include "verify/classifier_tables.h"

namespace ixsim::platform {

// Throws InputError for a device that the RTL does not have.
void require_rtl(const Scenario& scenario, const RunOptions& options);

class RtlCheckers {
 public:
  // Keeps a reference to the options. Throws InputError for RTL that does not fit.
  explicit RtlCheckers(const RunOptions& options);

  // Return the strategies of a port, for the core to own.
  std::unique_ptr<Classifier> make_classifier(unsigned port);
  std::unique_ptr<TxScheduler> make_scheduler(unsigned port);
  // Compares what is still under way at the end of a run.
  void finish();
  // Returns the first divergence.
  std::optional<RunDivergence> divergence() const;
  // Adds the first divergence to `result` and returns it as a line; empty if there is none.
  std::string divergence(RunResult& result) const;
  // Counts of the comparisons so far, on all ports.
  struct Compared {
    std::uint64_t frames = 0;     // frames presented to the classifiers
    std::uint64_t decisions = 0;  // those that a reset did not remove
    bool scheduler = false;       // the device has RTL of its scheduler
    std::uint64_t grants = 0;
    std::uint64_t contested = 0;  // grants at which two and more queues requested
  };
  Compared compared() const;
  // Adds the metrics of the checks, whose names begin with `prefix`. With `intact`, a check that has not
  // compared all `presented` frames and all grants `made` is a failure.
  void measure(RunResult& result, const std::string& prefix, bool intact, std::uint64_t presented,
               std::uint64_t made) const;

 private:
  const std::vector<std::string>& plusargs_of(RtlBlock block) const;

  const RunOptions& options_;
  std::optional<CheckedSize> size_;                      // of explanations
  std::shared_ptr<RtlClassifierModule> classifier_rtl_;  // null: nothing is checked
  std::shared_ptr<RtlSchedulerModule> scheduler_rtl_;
  std::vector<LockstepClassifier*> classifiers_;
  std::vector<LockstepScheduler*> schedulers_;
};

}  // namespace ixsim::platform

#endif
