// Shortens a stimulus on which a classifier's RTL diverges, by delta debugging: it removes or simplifies
// everything that is not needed for a divergence.
//
// Each trial plays a candidate on a fresh instance of the module, from a reset on. First it searches for a
// short end of the stimulus after a snapshot of the tables. Then a base image that needs few writes replaces
// the snapshot. Then frames, writes, pauses and idle clocks are removed, frames become short and their bytes
// zero. Steps that must happen often become a repetition, whose count is made as small as possible. Any
// divergence counts, so that of the result may differ from the first one.
#ifndef IXSIM_VERIFY_CLASSIFIER_SHRINK_H
#define IXSIM_VERIFY_CLASSIFIER_SHRINK_H

#include <cstdint>
#include <optional>
#include <vector>

#include "base/layers.h"
#include "verify/classifier_check.h"
#include "verify/classifier_sequence.h"

namespace ixsim::verify {

struct ShrinkResult {
  ClassifierSequence sequence;
  ClassifierDivergence divergence;  // of the sequence, explained
  std::uint64_t trials = 0;
  double seconds = 0;
};

// Returns the items up to and including the one that holds edge `edge`.
std::vector<ClassifierItem> items_up_to(ClassifierItemSource& source, std::int64_t edge);

// Returns the shortest sequence found within `seconds`; nothing if the items do not diverge when they are
// played again. `options` are those of the check that diverged.
std::optional<ShrinkResult> shrink(const ClassifierCheckOptions& options, RtlClassifierModule& module,
                                   const std::vector<ClassifierItem>& items, double seconds);

}  // namespace ixsim::verify

#endif
