// The metrics of a run: names, units and descriptions of everything that result.json counts. They are read
// from the system when nothing moves any more. docs/result.schema.json has the schema of the names.
#ifndef IXSIM_PLATFORM_RUN_METRICS_H
#define IXSIM_PLATFORM_RUN_METRICS_H

#include "base/layers.h"
#include "platform/run_end.h"
#include "platform/wired_system.h"

namespace ixsim::platform {

// Adds all metrics to `result`. Adds a failure for a check that compared less than it should, and a reason of
// incompleteness for packets that were never posted. Writes the record of events if that is requested.
void measure(WiredSystem& system, const RunEnd& end, RunResult& result);

}  // namespace ixsim::platform

#endif
