// Common part of the reference schedulers: the calls come in any order and ahead of time, the strategy sees
// them edge by edge.
//
// Timing contract: that of tx_scheduler.h. At one edge the request lines change first, then comes a reset, a
// take, and a setting.
#ifndef IXSIM_NIC_QUEUES_EDGE_SCHEDULER_H
#define IXSIM_NIC_QUEUES_EDGE_SCHEDULER_H

#include <cstdint>
#include <deque>
#include <vector>

#include "ixsim/tx_scheduler.h"

namespace ixsim {

class EdgeScheduler : public TxScheduler {
 public:
  // The calls throw std::logic_error for a time that is no edge or lies at or before the last edge advanced
  // over.
  void requests(const QueueMask& mask, Time time) override { add({time, Kind::kRequests, mask, 0, 0}); }
  void ready(Time time) override { add({time, Kind::kReady, {}, 0, 0}); }
  void reset(Time time) override { add({time, Kind::kReset, {}, 0, 0}); }
  void advance(Time now, GrantSink& sink) final;

 protected:
  // queues: 2 to kMaxQueues, else InputError.
  explicit EdgeScheduler(unsigned queues);

  unsigned queues() const { return queues_; }
  // Request lines of the edge that is being advanced over.
  const QueueMask& lines() const { return lines_; }
  // Request lines after the inputs still waiting that act at or before `time`.
  QueueMask lines_at(Time time) const;
  // A setting of the strategy, made at the edge `time`; a reset at the same edge voids it.
  void set(unsigned queue, std::uint32_t value, Time time) { add({time, Kind::kSetting, {}, queue, value}); }

 private:
  // In the order in which they act within one edge.
  enum class Kind : std::uint8_t { kRequests, kReset, kReady, kSetting };
  struct Input {
    Time time = 0;
    Kind kind = Kind::kRequests;
    QueueMask mask;
    unsigned queue = 0;       // of a setting
    std::uint32_t value = 0;  // ... and what it is set to
  };

  void add(const Input& input);

  // The strategy, which is called in order of time: forgets all but its settings; takes what it offers at the
  // edge `time`, if anything; changes a setting.
  virtual void restart() = 0;
  virtual void take(Time time, GrantSink& sink) = 0;
  virtual void apply(unsigned /*queue*/, std::uint32_t /*value*/) {}

  unsigned queues_;
  QueueMask lines_;
  std::deque<Input> inputs_;
  Time advanced_ = -1;
  Time reset_at_ = -1;
};

// Throws InputError, which calls them `name`, if there are no values or one is not 1 to `high`.
void check_values(const char* name, const std::vector<std::uint32_t>& values, std::int64_t high);

}  // namespace ixsim

#endif
