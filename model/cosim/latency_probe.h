// Measures the latency of a module before a check. A module with another constant latency is a wrong setting,
// not a wrong decision. It is refused, and the message names the correct latency.
//
// Source: docs/rtl_classifier.md, Timing: one decision, a fixed number of clocks after a frame's last beat.
#ifndef IXSIM_COSIM_LATENCY_PROBE_H
#define IXSIM_COSIM_LATENCY_PROBE_H

#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"

namespace ixsim::cosim {

// Returns the number of clocks from a frame's last beat to its decision, 1 to 64. A new instance must need
// this number for each of a few dozen frames, sent well apart, and make no other output. Otherwise returns
// nullopt, and a check reports the details.
std::optional<unsigned> constant_latency(RtlClassifierModule& module,
                                         const std::vector<std::string>& plusargs);

// Throws InputError if the module has a constant latency other than `latency`.
void require_latency(RtlClassifierModule& module, const std::vector<std::string>& plusargs, unsigned latency);

}  // namespace ixsim::cosim

#endif
