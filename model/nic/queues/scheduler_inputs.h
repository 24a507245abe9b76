// Common part of the reference schedulers: the calls put into the order in which an edge sees them.
//
// Timing contract: that of tx_scheduler.h.
#ifndef IXSIM_NIC_QUEUES_SCHEDULER_INPUTS_H
#define IXSIM_NIC_QUEUES_SCHEDULER_INPUTS_H

#include <cstdint>
#include <deque>

#include "ixsim/queue_mask.h"
#include "ixsim/time.h"

namespace ixsim {

class SchedulerInputs {
 public:
  // In the order in which they act within one edge.
  enum class Kind : std::uint8_t { kRequests, kReset, kReady, kSetting };
  struct Input {
    Time time = 0;
    Kind kind = Kind::kRequests;
    QueueMask mask;
    unsigned queue = 0;       // of a setting
    std::uint32_t value = 0;  // ... and what it is set to
  };

  // Throws std::logic_error for a time that is no edge or lies at or before the last edge advanced over.
  void add(const Input& input);
  // The next input at or before `now`, removed; false if there is none. Afterwards no input may come at
  // `now`.
  bool next(Time now, Input& input);
  // Request lines after the inputs still waiting that act at or before `time`.
  QueueMask lines_at(Time time, QueueMask lines) const;

 private:
  std::deque<Input> inputs_;
  Time advanced_ = -1;
};

}  // namespace ixsim

#endif
