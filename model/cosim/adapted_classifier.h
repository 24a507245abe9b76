// A user's classifier whose stream has another form than that of `l2_classifier`: another width of data, or
// `s_axis_tready`. The harness adapts the 64-bit stream of a check to it (harness/stream_adapter.h).
//
// Source: docs/rtl_classifier.md, other streams.
#ifndef IXSIM_COSIM_ADAPTED_CLASSIFIER_H
#define IXSIM_COSIM_ADAPTED_CLASSIFIER_H

#include <memory>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"

namespace ixsim::cosim {

inline constexpr unsigned kDataWidth = 64;  // bits

// Loads a module as load_classifier() does, with `data_width` bits of data: 32, 64, 128, 256 or 512.
std::shared_ptr<RtlClassifierModule> load_adapted_classifier(RtlSources sources, ClassifierBlock block,
                                                             const ClassifierSize& size, unsigned data_width);

// Whether edges of the module are not those of the 64-bit stream.
bool is_adapted(const RtlClassifierModule& module);

}  // namespace ixsim::cosim

#endif
