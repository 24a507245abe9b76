// Wake-ups, and the checks of a host that promised a minimum latency.
#include "nic/sc/core_alarm.h"

#include <fmt/format.h>

#include "base/error.h"

namespace ixsim {

void CoreAlarm::set_reaction(Time least) {
  if (least < 0)
    throw InputError(fmt::format("set_reaction: found {} ps, accepted are numbers from 0", least));
  if (sc_core::sc_start_of_simulation_invoked())
    throw InputError("set_reaction: found a simulation that has started, accepted is one that has not");
  reaction_ = least;
}

void CoreAlarm::settle() {
  const Time t = now();
  if (t > 0) core_.settle(t - 1);
}

void CoreAlarm::catch_up() {
  core_.advance(enter());
  arm();
}

void CoreAlarm::wake() {
  alarm_time_ = kNever;
  ++activations_;
  catch_up();
}

void CoreAlarm::arm(Time causes) {
  // Outputs known before have their alarm.
  if (alarm_time_ <= causes) return;
  Time next;
  if (reaction_ == 0 || reads_ != 0) {
    next = core_.next_visible();
  } else {
    const Time action = core_.next_action();
    next = action < kNever - reaction_ ? action + reaction_ : kNever;
  }
  if (alarm_time_ <= next) return;
  alarm_time_ = next;
  const Time t = now();
  alarm_.notify(to_sc(next > t ? next - t : 0));
}

void CoreAlarm::require_answer() const {
  if (reaction_ != 0)
    throw CheckFailure(
        "the target of pcie_initiator does not answer in the call, though outputs may be shown late");
}

void CoreAlarm::require_outside(Time time) const {
  // Inside a call the core does not advance.
  if (reaction_ != 0 && core_.now() != time)
    throw CheckFailure("a register access or frame inside an output that is shown late: it reacts too soon");
}

void CoreAlarm::start(bool prompt) {
  if (prompt) reaction_ = 0;
  if (reaction_ != 0) core_.trust_host();
}

}  // namespace ixsim
