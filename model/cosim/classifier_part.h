// A user's module that is only a part of a classifier: a filter, a parser or a hash. An adapter in Verilog
// (cosim/parts) makes a classifier of the part and of the in-tree module.
//
// Source: docs/rtl_classifier.md, a filter, a parser or a hash alone.
#ifndef IXSIM_COSIM_CLASSIFIER_PART_H
#define IXSIM_COSIM_CLASSIFIER_PART_H

#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_sources.h"

namespace ixsim::cosim {

// Returns the names of the parts, as on the command line.
const std::vector<std::string>& classifier_parts();

// Returns the sources of a classifier in which the module of `sources` is the part, which must be one of
// classifier_parts(). The top module is by default l2_PART; its parameters go to it.
RtlSources with_part(RtlSources sources, const std::string& part);

// Clocks by which such a classifier decides later than its part, at most.
inline constexpr unsigned kPartDelay = 16;

}  // namespace ixsim::cosim

#endif
