// Runs the core in the kernel's time. One event is armed for the earliest output of the core; the class keeps
// the time to which the core has been advanced. It also checks that outputs come at their time.
//
// Timing contract: the core never runs ahead of the kernel's current time. With a minimum host latency
// (set_min_host_latency()) the event is armed that much later, except while a register read waits for its
// answer.
#ifndef IXSIM_NIC_SC_CORE_ALARM_H
#define IXSIM_NIC_SC_CORE_ALARM_H

#include <systemc>

#include "base/layers.h"
#include "nic/core/controller_core.h"

namespace ixsim::nic {

inline Time to_time(const sc_core::sc_time& t) { return static_cast<Time>(t.value()); }
inline sc_core::sc_time to_sc(Time t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t)); }

class CoreAlarm {
 public:
  explicit CoreAlarm(ControllerCore& core) : core_(core) {}

  const sc_core::sc_event& event() const { return alarm_; }
  // Synchronizes, as in EthernetController.
  void synchronize_core();
  void synchronize();
  void set_min_host_latency(Time least);
  // Starts the simulation. If `immediate` is set, outputs come at their own time, whatever the host's latency
  // is.
  void start(bool immediate);
  // Handles the event.
  void wake();
  // Arms the event for the earliest output. `causes` is the earliest output that the input just made can
  // cause.
  void arm(Time causes = 0);

  static Time now() { return to_time(sc_core::sc_time_stamp()); }
  // Returns the kernel's current time, at which the core is called.
  Time enter() { return entered_ = now(); }
  // Checks the time `time` of an output. The output comes in a call that entered here, or in one of the core
  // itself.
  void note_shown(Time time) {
    if (time <= entered_ && time >= entered_ - min_host_latency_) return;
    const Time t = now();
    if (time > t || time < t - min_host_latency_) ++late_outputs_;
  }
  // Reports that a register read has begun, or that its answer has come.
  void read_begun() { ++reads_; }
  void read_answered() { --reads_; }
  // Checks, with a minimum host latency, that the target answers in the call and that the input at `time`
  // came outside of any call.
  void require_answer() const;
  void require_outside(Time time) const;

  std::uint64_t activations() const { return activations_; }
  std::uint64_t late_outputs() const { return late_outputs_; }

 private:
  ControllerCore& core_;
  // A wake-up is never postponed: a stale one finds no work and costs little. An earlier one replaces the
  // previous one.
  sc_core::sc_event alarm_;
  Time alarm_time_ = kNever;
  Time min_host_latency_ = 0;
  Time entered_ = 0;
  std::size_t reads_ = 0;
  std::uint64_t activations_ = 0;
  std::uint64_t late_outputs_ = 0;
};

}  // namespace ixsim::nic

#endif
