// Levels of the INTx ports.
#include "nic/sc/interrupt_lines.h"

#include <algorithm>

namespace ixsim::nic {

void InterruptLines::interrupt_line(Time time, unsigned function, bool level) {
  alarm_.note_shown(time);
  if (ports_[function].size() == 0) return;
  levels_[function] = level;
  changed_.notify(sc_core::SC_ZERO_TIME);
}

void InterruptLines::drive() {
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    if (ports_[i].size() != 0) ports_[i]->write(levels_[i]);
  }
}

bool InterruptLines::any_bound() const {
  return std::any_of(ports_.begin(), ports_.end(), [](const Port& port) { return port.size() != 0; });
}

}  // namespace ixsim::nic
