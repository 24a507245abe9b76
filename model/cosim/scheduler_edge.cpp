#include "cosim/scheduler_edge.h"

#include <fmt/format.h>

namespace ixsim {

std::string text_of(const QueueMask& queues) {
  return queues.words[1] == 0 ? fmt::format("{:x}", queues.words[0])
                              : fmt::format("{:x}{:016x}", queues.words[1], queues.words[0]);
}

std::string text_of(const SchedulerPortsOut& out) {
  if (!out.valid) return out.gnt.any() ? "no offer, gnt " + text_of(out.gnt) : "no offer";
  return fmt::format("offers queue {}, gnt {}", out.idx, text_of(out.gnt));
}

std::string difference(const SchedulerPortsOut& expected, const SchedulerPortsOut& rtl) {
  if (expected.valid != rtl.valid)
    return fmt::format("valid: reference {}, RTL {}", int{expected.valid}, int{rtl.valid});
  if (expected.gnt.words[0] != rtl.gnt.words[0] || expected.gnt.words[1] != rtl.gnt.words[1])
    return fmt::format("gnt: reference {}, RTL {}", text_of(expected.gnt), text_of(rtl.gnt));
  if (expected.valid && expected.idx != rtl.idx)
    return fmt::format("idx: reference {}, RTL {}", expected.idx, rtl.idx);
  return "";
}

}  // namespace ixsim
