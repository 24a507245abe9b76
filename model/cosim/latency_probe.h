// Finds out before a check whether a module has the latency that it is checked for: a module of another
// constant latency is a wrong setting, not a wrong decision, and is refused with the right one named.
//
// Source: L2 classifier contract, one decision a fixed number of clocks after a frame's last beat.
#ifndef IXSIM_COSIM_LATENCY_PROBE_H
#define IXSIM_COSIM_LATENCY_PROBE_H

#include <optional>
#include <string>
#include <vector>

#include "cosim/rtl_classifier.h"

namespace ixsim {

// Clocks from a frame's last beat to its decision, 1 to 64, if a new instance needs the same number for each
// of a few dozen frames sent well apart and shows nothing else; empty if it does not, and a check then
// reports more.
std::optional<unsigned> constant_latency(RtlClassifierModule& module,
                                         const std::vector<std::string>& plusargs);

// Throws InputError if the module has a constant latency, and another one than `latency`.
void require_latency(RtlClassifierModule& module, const std::vector<std::string>& plusargs, unsigned latency);

}  // namespace ixsim

#endif
