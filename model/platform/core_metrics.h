// Metrics of the controller that every kind of run has: PCIe, the record of events, outcomes of frames.
#ifndef IXSIM_PLATFORM_CORE_METRICS_H
#define IXSIM_PLATFORM_CORE_METRICS_H

#include "base/layers.h"
#include "ixsim/probe.h"
#include "nic/core/controller_core.h"
#include "platform/event_log.h"
#include "platform/metric_sheet.h"

namespace ixsim::platform {

// Returns the description of an outcome of received frames.
const char* outcome_text(RxBucket bucket);
// Adds bytes, TLPs and waits of the link up to `now`.
void measure_pcie(const ControllerCore& core, Time now, MetricSheet& sheet, const std::string& prefix = "");
// Adds the hash and the counts of the record of events, which ends.
void measure_events(EventLog& events, MetricSheet& sheet, const std::string& prefix = "");

}  // namespace ixsim::platform

#endif
