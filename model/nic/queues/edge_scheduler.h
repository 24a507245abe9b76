// Common base of the reference schedulers. Calls come in any order and ahead of time; the strategy sees them
// edge by edge.
//
// Timing contract: that of tx_scheduler.h. At one edge the request lines change first. A reset, a take, and a
// setting follow in this order.
#ifndef IXSIM_NIC_QUEUES_EDGE_SCHEDULER_H
#define IXSIM_NIC_QUEUES_EDGE_SCHEDULER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/tx_scheduler.h"

namespace ixsim::nic {

class EdgeScheduler : public TxScheduler {
 public:
  // The calls throw std::logic_error for a time that is not an edge, or that lies at or before the last edge
  // already processed.
  void requests(const QueueMask& mask, Time time) override { add({time, Kind::kRequests, mask, 0, 0}); }
  void ready(Time time) override { add({time, Kind::kReady, {}, 0, 0}); }
  void reset(Time time) override { add({time, Kind::kReset, {}, 0, 0}); }
  void advance(Time now, GrantSink& sink) final;

 protected:
  // Makes a scheduler; `queues` is 1 to kMaxQueues, otherwise InputError.
  explicit EdgeScheduler(unsigned queues);

  unsigned queues() const { return queues_; }
  // Returns the request lines of the edge that is being processed.
  const QueueMask& lines() const { return lines_; }
  // Returns the request lines after the waiting inputs that act at or before `time`.
  QueueMask lines_at(Time time) const;
  // Applies a setting of the strategy at the edge `time`; a reset at the same edge cancels it.
  void set(unsigned queue, std::uint32_t value, Time time) { add({time, Kind::kSetting, {}, queue, value}); }

 private:
  // Kinds of input, in the order in which they act within one edge.
  enum class Kind : std::uint8_t { kRequests, kReset, kReady, kSetting };
  struct Input {
    Time time = 0;
    Kind kind = Kind::kRequests;
    QueueMask mask;
    unsigned queue = 0;       // queue of a setting
    std::uint32_t value = 0;  // value of a setting
  };

  void add(const Input& input);

  // Functions of the strategy, called in order of time. restart() discards everything but the settings.
  // take() grants the offer at the edge `time`, if there is one. apply() changes a setting.
  virtual void restart() = 0;
  virtual void take(Time time, GrantSink& sink) = 0;
  virtual void apply(unsigned /*queue*/, std::uint32_t /*value*/) {}

  unsigned queues_;
  QueueMask lines_;
  Ring<Input> inputs_;
  Time advanced_ = -1;
  Time reset_at_ = -1;
};

// Checks the values of a parameter. Throws InputError that names the parameter if there are no values, or if
// one is not 1 to `high`.
void check_values(const char* name, const std::vector<std::uint32_t>& values, std::int64_t high);

}  // namespace ixsim::nic

#endif
