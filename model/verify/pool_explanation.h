// Explains a decision of the pool classifier for classifier_explanation: its rule, and the words on which it
// depends.
//
// Source: docs/pool_classifier.md, by the reading of pool_registers.
#ifndef IXSIM_VERIFY_POOL_EXPLANATION_H
#define IXSIM_VERIFY_POOL_EXPLANATION_H

#include <cstdint>
#include <string>

#include "base/layers.h"
#include "verify/classifier_predictor.h"
#include "verify/pool_registers.h"
#include "verify/word_list.h"

namespace ixsim::verify {

// Returns one line about a frame that is not malformed, e.g. "RAR 3 has the address; VLAN 10, VLVF 5; ...".
std::string rule_of(const ParsedFrame& frame, const PoolPrediction& prediction,
                    const PoolRegisters& registers);

// Lists the words; of the filters of pools those of the lowest four pools in `pools`.
void list_words(const ParsedFrame& frame, const PoolPrediction& prediction, const PoolRegisters& registers,
                std::uint64_t pools, WordList& words);

}  // namespace ixsim::verify

#endif
