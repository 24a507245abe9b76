// The rules by which a figure holds.
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

bool Figure::holds() const {
  if (relation == Relation::kReported) return true;
  const double slack = (published < 0 ? -published : published) * tolerance;
  if (relation == Relation::kAtLeast) return simulated >= published - slack;
  if (relation == Relation::kAtMost) return simulated <= published + slack;
  return simulated >= published - slack && simulated <= published + slack;
}

}  // namespace ixsim::platform
