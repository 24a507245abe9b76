// The record of transmit arbitration as text: the inputs and grants of a scheduler, edge by edge.
//
// Each record is one line, in the order in which an edge sees them: `time port requests MASK` (hexadecimal,
// queue 0 in the lowest bit; valid until the next), `time port ready`, `time port reset`, `time port grant
// QUEUE BYTES`. The time is that of the MAC edge in picoseconds. A take needs `ready` and at least one
// request.
#ifndef IXSIM_PLATFORM_ARBITRATION_TRACE_H
#define IXSIM_PLATFORM_ARBITRATION_TRACE_H

#include <memory>
#include <string>

#include "base/layers.h"
#include "ixsim/tx_scheduler.h"
#include "trace/atomic_file.h"

namespace ixsim::platform {

// Records all calls and passes them to another scheduler.
class TracedScheduler : public TxScheduler, private GrantSink {
 public:
  TracedScheduler(std::unique_ptr<TxScheduler> scheduler, AtomicFile& file, unsigned port, Time from, Time to)
      : scheduler_(std::move(scheduler)), file_(file), port_(port), from_(from), to_(to) {}

  void requests(const QueueMask& mask, Time time) override;
  void ready(Time time) override;
  void reset(Time time) override;
  void advance(Time now, GrantSink& sink) override;

 private:
  std::uint32_t granted(const Grant& grant) override;
  void line(Time time, const std::string& what);

  std::unique_ptr<TxScheduler> scheduler_;
  AtomicFile& file_;
  unsigned port_;
  Time from_;
  Time to_;
  GrantSink* sink_ = nullptr;
};

}  // namespace ixsim::platform

#endif
