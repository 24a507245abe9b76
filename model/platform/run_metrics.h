// The metrics of a run: names, units and descriptions of everything that result.json counts, read from the
// system when nothing moves any more. The schema of the names is docs/result.schema.json.
#ifndef IXSIM_PLATFORM_RUN_METRICS_H
#define IXSIM_PLATFORM_RUN_METRICS_H

#include "platform/run_end.h"
#include "platform/wired_system.h"

namespace ixsim {

// Adds all metrics to `result`, a failure for a check that compared less than it should, and the packets that
// were never posted to what makes it incomplete. Writes the record of events if that is wanted.
void measure(WiredSystem& system, const RunEnd& end, RunResult& result);

}  // namespace ixsim

#endif
