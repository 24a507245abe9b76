// Wake-ups, and the checks of a host that declared a minimum latency.
#include "nic/sc/core_alarm.h"

#include <fmt/format.h>

#include "ixsim/error.h"

namespace ixsim::nic {

void CoreAlarm::set_min_host_latency(Time least) {
  if (least < 0)
    throw InputError(fmt::format("set_min_host_latency: found {} ps, accepted are numbers from 0", least));
  if (sc_core::sc_start_of_simulation_invoked())
    throw InputError(
        "set_min_host_latency: found a simulation that has started, accepted is one that has not");
  min_host_latency_ = least;
}

void CoreAlarm::synchronize_core() {
  const Time t = now();
  if (t > 0) core_.synchronize(t - 1);
}

void CoreAlarm::synchronize() {
  core_.advance(enter());
  arm();
}

void CoreAlarm::wake() {
  alarm_time_ = kNever;
  ++activations_;
  synchronize();
}

void CoreAlarm::arm(Time causes) {
  // Outputs known before have their alarm.
  if (alarm_time_ <= causes) return;
  Time next;
  if (min_host_latency_ == 0 || reads_ != 0) {
    next = core_.earliest_output();
  } else {
    const Time action = core_.next_action();
    next = action < kNever - min_host_latency_ ? action + min_host_latency_ : kNever;
  }
  if (alarm_time_ <= next) return;
  alarm_time_ = next;
  const Time t = now();
  alarm_.notify(to_sc(next > t ? next - t : 0));
}

void CoreAlarm::require_answer() const {
  if (min_host_latency_ != 0)
    throw CheckFailure(
        "the target of pcie_initiator does not answer in the call, though outputs may be delayed");
}

void CoreAlarm::require_outside(Time time) const {
  // Inside a call the core does not advance.
  if (min_host_latency_ != 0 && core_.now() != time)
    throw CheckFailure(
        "a register access or frame inside a delayed output: it comes sooner than the minimum host latency");
}

void CoreAlarm::start(bool immediate) {
  if (immediate) min_host_latency_ = 0;
  if (min_host_latency_ != 0) core_.trust_host();
}

}  // namespace ixsim::nic
