// Formats the report of a divergence, with the rule by which the oracle decided.
#include "cosim/scheduler_divergence.h"

#include <fmt/format.h>

#include "ixsim/time.h"

namespace ixsim::cosim {

std::string rule_of(const ReferenceScheduler& oracle, const SchedulerPortsOut& out,
                    const SchedulerParameters& parameters) {
  if (oracle.accounting()) return "no offer at the edge after a take";
  if (!out.valid) return "no queue requests";
  if (oracle.visit_open() && out.idx == oracle.visited())
    return fmt::format("queue {} again: its visit is open with {} {}", out.idx,
                       parameters.weighted() ? "units" : "credit", oracle.credit(out.idx));
  std::string text =
      fmt::format("queue {} is the first requester from pointer {}", out.idx, oracle.pointer());
  if (parameters.weighted()) text += fmt::format(": a new visit with weight {}", oracle.quantum(out.idx));
  if (parameters.deficit())
    text += fmt::format(": a new visit with quantum {} and {} {}", oracle.quantum(out.idx),
                        oracle.credit(out.idx) < 0 ? "debt" : "no debt, credit left",
                        oracle.credit(out.idx) < 0 ? -oracle.credit(out.idx) : oracle.credit(out.idx));
  return text;
}

void SchedulerDivergence::add_reference(const ReferenceScheduler& oracle, const SchedulerPortsOut& outputs,
                                        const SchedulerParameters& parameters) {
  expected = outputs;
  rule = rule_of(oracle, outputs, parameters);
  pointer = oracle.pointer();
  visit_open = oracle.visit_open();
  visited = oracle.visited();
  credit = oracle.credit(visited);
}

std::string describe(const SchedulerDivergence& d, const SchedulerParameters& parameters) {
  std::string text = d.simulated ? fmt::format("divergence at MAC cycle {} ({} ps, RTL clock {}): {}\n",
                                               d.edge, kMacClock.time(d.edge), d.clock, d.what)
                                 : fmt::format("divergence at edge {}: {}\n", d.edge, d.what);
  text += fmt::format("  reference  {}\n", text_of(d.expected));
  text += fmt::format("  RTL        {}\n", text_of(d.rtl));
  if (d.simulated)
    text += d.granted ? fmt::format("  simulation grants queue {}\n", *d.granted)
                      : "  simulation grants nothing\n";
  text += fmt::format("  state      pointer {}", d.pointer);
  if (parameters.has_visits()) {
    text += d.visit_open ? fmt::format(", visit of queue {} with {} {}", d.visited,
                                       parameters.weighted() ? "units" : "credit", d.credit)
                         : std::string(", no visit open");
  }
  text += "\n  rule       " + d.rule;
  text += d.edges.empty() ? "\n" : "\n  last edges\n";
  for (const SchedulerEdge& e : d.edges) {
    text += fmt::format("    {:>8}  req {:>{}} {}{} reference {}", e.edge, text_of(e.in.req),
                        (parameters.queues + 3) / 4, e.in.ready ? "ready" : "     ", e.in.rst ? " rst" : "",
                        text_of(e.expected));
    if (parameters.deficit()) text += fmt::format(", len {}", e.in.len);
    if (e.in.wr_en) text += fmt::format(", {} {} = {}", worth_name(parameters), e.in.wr_addr, e.in.wr_data);
    text += '\n';
  }
  return text;
}

}  // namespace ixsim::cosim
