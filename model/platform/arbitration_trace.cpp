// Writes one line per call.
#include "platform/arbitration_trace.h"

#include <fmt/format.h>

#include "cosim/scheduler_edge.h"

namespace ixsim::platform {

void TracedScheduler::line(Time time, const std::string& what) {
  if (time >= from_ && time < to_) file_.write(fmt::format("{} {} {}\n", time, port_, what));
}

void TracedScheduler::requests(const QueueMask& mask, Time time) {
  line(time, "requests " + text_of(mask));
  scheduler_->requests(mask, time);
}

void TracedScheduler::ready(Time time) {
  line(time, "ready");
  scheduler_->ready(time);
}

void TracedScheduler::reset(Time time) {
  line(time, "reset");
  scheduler_->reset(time);
}

void TracedScheduler::advance(Time now, GrantSink& sink) {
  sink_ = &sink;
  scheduler_->advance(now, *this);
}

std::uint32_t TracedScheduler::granted(const Grant& grant) {
  const std::uint32_t bytes = sink_->granted(grant);
  line(grant.time, fmt::format("grant {} {}", grant.queue, bytes));
  return bytes;
}

}  // namespace ixsim::platform
