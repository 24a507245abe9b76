// The INTx ports. One process drives the level of each function's line, because a signal has one writer, and
// the message that changes a level may come in any process.
#ifndef IXSIM_NIC_SC_INTERRUPT_LINES_H
#define IXSIM_NIC_SC_INTERRUPT_LINES_H

#include <array>
#include <systemc>

#include "base/layers.h"
#include "nic/sc/core_alarm.h"

namespace ixsim::nic {

class InterruptLines {
 public:
  using Port = sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  InterruptLines(sc_core::sc_vector<Port>& ports, CoreAlarm& alarm) : ports_(ports), alarm_(alarm) {}

  // Returns the event that requires a call of drive().
  const sc_core::sc_event& changed() const { return changed_; }
  void drive();
  // Sets the level of a line, as in HostBus.
  void interrupt_line(Time time, unsigned function, bool level);
  bool any_bound() const;

 private:
  sc_core::sc_vector<Port>& ports_;
  CoreAlarm& alarm_;
  std::array<bool, 2> levels_{};
  sc_core::sc_event changed_;
};

}  // namespace ixsim::nic

#endif
