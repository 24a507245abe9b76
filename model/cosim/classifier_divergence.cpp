// Formats the report of a divergence.
#include "cosim/classifier_divergence.h"

#include <fmt/format.h>

#include "ixsim/time.h"

namespace ixsim::cosim {

std::string describe(const ClassifierDivergence& d) {
  const char* const edges = d.simulated ? "MAC cycle" : "edge";
  std::string text = fmt::format("divergence at {} {} ({}RTL clock {}): {}\n", edges, d.edge,
                                 d.simulated ? fmt::format("{} ps, ", kMacClock.time(d.edge)) : std::string(),
                                 d.clock, d.what);
  text += fmt::format("  reference  {}\n", d.expected ? text_of(*d.expected) : "no decision");
  text += fmt::format("  RTL        {}\n", text_of(d.rtl));
  if (d.fields.size() > 1) {
    text += "  differing  in causal order, so look at the first one first\n";
    for (const FieldDifference& field : d.fields) text += fmt::format("    {}\n", text_of(field));
  }
  text += d.explanation;
  if (!d.frame.empty()) {
    text += fmt::format("  frame      {} bytes, beats at {}s {} to {}{}\n", d.frame.size(), edges,
                        d.first_beat, d.last_beat, d.error ? ", marked bad" : "");
    text += hex_dump(d.frame);
  }
  if (!d.writes.empty()) text += fmt::format("  last {} register writes\n", d.writes.size());
  for (const ClassifierDivergence::Write& write : d.writes) {
    text += fmt::format("    {} {}: {:05x}{} = {:08x}\n", edges, write.edge, write.address & ~3u,
                        write.name.empty() ? std::string() : fmt::format(" ({})", write.name), write.data);
  }
  return text;
}

}  // namespace ixsim::cosim
