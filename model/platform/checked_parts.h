// The strategies of a system's ports, in lock-step with RTL if the options ask for it.
//
// Timing contract: that of the strategies. The parts must outlive the controller that has their strategies.
#ifndef IXSIM_PLATFORM_CHECKED_PARTS_H
#define IXSIM_PLATFORM_CHECKED_PARTS_H

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/lockstep_classifier.h"
#include "cosim/lockstep_scheduler.h"
#include "platform/run.h"

namespace ixsim {

// Throws InputError if RTL cannot check such a part, or, with `transmits`, its transmit scheduler.
void require_rtl(const Scenario& scenario, bool transmits);

class CheckedParts {
 public:
  // Loads the RTL that `options` ask for; that of the scheduler only if the system `transmits`. Throws
  // InputError for RTL that does not fit.
  CheckedParts(const RunOptions& options, bool transmits);

  std::unique_ptr<Classifier> make_classifier(unsigned port);
  std::unique_ptr<TxScheduler> make_scheduler(unsigned port);
  // At the end of the run: compares the rest. Throws CheckFailure at a divergence.
  void finish();
  // Returns the first divergence.
  std::optional<RunDivergence> divergence() const;

  const std::vector<LockstepClassifier*>& classifiers() const { return classifiers_; }
  const std::vector<LockstepScheduler*>& schedulers() const { return schedulers_; }

 private:
  template <typename Options>
  Options lockstep_options(unsigned port, const std::string& waveform) const;
  const std::vector<std::string>& plusargs_of(RtlBlock block) const;

  const RunOptions& options_;
  std::shared_ptr<RtlClassifierModule> classifier_rtl_;
  std::shared_ptr<RtlSchedulerModule> scheduler_rtl_;
  std::vector<LockstepClassifier*> classifiers_;
  std::vector<LockstepScheduler*> schedulers_;
};

}  // namespace ixsim

#endif
