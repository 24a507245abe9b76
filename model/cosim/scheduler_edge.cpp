// Formats ports, and compares the outputs of an edge.
#include "cosim/scheduler_edge.h"

#include <fmt/format.h>

namespace ixsim::cosim {

std::string text_of(const QueueMask& queues) {
  unsigned word = QueueMask::kWords - 1;
  while (word > 0 && queues.words[word] == 0) --word;
  std::string text = fmt::format("{:x}", queues.words[word]);
  while (word > 0) text += fmt::format("{:016x}", queues.words[--word]);
  return text;
}

std::string text_of(const SchedulerPortsOut& out) {
  if (!out.valid) return out.gnt.any() ? "no offer, gnt " + text_of(out.gnt) : "no offer";
  return fmt::format("offers queue {}, gnt {}", out.idx, text_of(out.gnt));
}

std::string difference(const SchedulerPortsOut& expected, const SchedulerPortsOut& rtl) {
  if (expected.valid != rtl.valid)
    return fmt::format("valid: reference {}, RTL {}", int{expected.valid}, int{rtl.valid});
  if (expected.gnt != rtl.gnt)
    return fmt::format("gnt: reference {}, RTL {}", text_of(expected.gnt), text_of(rtl.gnt));
  if (expected.valid && expected.idx != rtl.idx)
    return fmt::format("idx: reference {}, RTL {}", expected.idx, rtl.idx);
  return "";
}

}  // namespace ixsim::cosim
