// The core in the kernel's time: one event, armed for the earliest output of the core, and the time that the
// core has been advanced to. It also checks that outputs appear when they should.
//
// Timing contract: the core never runs ahead of the kernel's now. With a minimum host latency
// (set_min_host_latency()) the event is armed that much later, except while a register read waits for its
// answer.
#ifndef IXSIM_NIC_SC_CORE_ALARM_H
#define IXSIM_NIC_SC_CORE_ALARM_H

#include <systemc>

#include "nic/core/controller_core.h"

namespace ixsim {

inline Time to_time(const sc_core::sc_time& t) { return static_cast<Time>(t.value()); }
inline sc_core::sc_time to_sc(Time t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t)); }

class CoreAlarm {
 public:
  explicit CoreAlarm(ControllerCore& core) : core_(core) {}

  const sc_core::sc_event& event() const { return alarm_; }
  // As in EthernetController.
  void synchronize_core();
  void synchronize();
  void set_min_host_latency(Time least);
  // Simulation starts; `immediate`: outputs appear at their own time, whatever the host's latency.
  void start(bool immediate);
  // The event has come.
  void wake();
  // Arms the earliest visible output; `causes` is the earliest that the input just made can show anything.
  void arm(Time causes = 0);

  static Time now() { return to_time(sc_core::sc_time_stamp()); }
  // The kernel's now, at which something is asked of the core.
  Time enter() { return entered_ = now(); }
  // Checks the time of an output of `time`: mostly in a call that entered here, and else in one of the core
  // itself.
  void note_shown(Time time) {
    if (time <= entered_ && time >= entered_ - min_host_latency_) return;
    const Time t = now();
    if (time > t || time < t - min_host_latency_) ++late_outputs_;
  }
  // A register read has begun, or its answer has come.
  void read_begun() { ++reads_; }
  void read_answered() { --reads_; }
  // With a minimum host latency: the target answers in the call, and an input made at `time` has come outside
  // of any.
  void require_answer() const;
  void require_outside(Time time) const;

  std::uint64_t activations() const { return activations_; }
  std::uint64_t late_outputs() const { return late_outputs_; }

 private:
  ControllerCore& core_;
  // A wake-up is never postponed: a stale one fires, finds nothing and costs little. One that is nearer takes
  // the place of the one before.
  sc_core::sc_event alarm_;
  Time alarm_time_ = kNever;
  Time min_host_latency_ = 0;
  Time entered_ = 0;
  std::size_t reads_ = 0;
  std::uint64_t activations_ = 0;
  std::uint64_t late_outputs_ = 0;
};

}  // namespace ixsim

#endif
