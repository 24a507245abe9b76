// Stimulus of a classifier and the decisions of the reference, as two files of hexadecimal words, one word a
// clock. They are used to check another simulator or another implementation.
//
// stimulus.hex, 128 bits: [63:0] tdata, [71:64] tkeep, [72] tvalid, [73] tlast, [74] tuser, [75] wr_en, [76]
// rst, [95:80] wr_addr, [127:96] wr_data. expected.hex, 80 bits, outputs at the same edge: [31:0] rss_hash,
// [47:32] tci, [53:48] queue, [55:54] drop, [59:56] vmdq, [62:60] tc, [63] tagged, [64] pif, [71:65] ptype,
// [75:72] rss_type, [76] valid, [77] queue bit 6, [79:78] vmdq bits 5:4. Unused bits are 0. The undefined
// part of a decision is 0, and so is the whole word when there is no decision. The first word of the stimulus
// is a reset.
#ifndef IXSIM_VERIFY_CLASSIFIER_VECTORS_H
#define IXSIM_VERIFY_CLASSIFIER_VECTORS_H

#include <functional>
#include <string>

#include "base/layers.h"
#include "verify/classifier_check.h"
#include "verify/classifier_coverage.h"
#include "verify/pool_coverage.h"

namespace ixsim::verify {

struct VectorStatistics {
  std::uint64_t frames = 0;
  std::uint64_t decisions = 0;
  std::uint64_t clocks = 0;
};

// Writes both files into `directory`, which is made if need be; they appear complete or not at all. Samples
// `coverage`, and `pools` if not null, along the way. Throws InputError if a file cannot be written.
VectorStatistics dump_vectors(const ClassifierCheckOptions& check, const std::string& directory,
                              ClassifierCoverage& coverage, PoolCoverage* pools,
                              const std::function<void(std::uint64_t)>& progress);

}  // namespace ixsim::verify

#endif
