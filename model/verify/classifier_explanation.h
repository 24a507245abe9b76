// Explains a frame's decision by its rule, and names the register and table words on which it depends.
//
// The rules are those of classifier_predictor, which reads frame and registers independently of the
// reference. If the two come to different decisions, the explanation states this instead of giving a wrong
// reason.
#ifndef IXSIM_VERIFY_CLASSIFIER_EXPLANATION_H
#define IXSIM_VERIFY_CLASSIFIER_EXPLANATION_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "verify/checked_registers.h"
#include "verify/classifier_check.h"
#include "verify/classifier_items.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_tables.h"

namespace ixsim::verify {

// Registers that a frame sees: all writes before its last beat; for the VLAN Ethertype, the writes before its
// first beat.
struct RegistersInForce {
  CheckedRegisters tables;
  std::uint16_t vet = 0x8100;
};

// Follows the items up to edge `last`, exclusive; `first` is the frame's first edge.
RegistersInForce registers_in_force(ClassifierBlock block, ClassifierItemSource& items, std::int64_t first,
                                    std::int64_t last);

// Returns one line, e.g. "admitted by RAR 3; VMDq 7 by VFTAVIND; queue by VMDq".
std::string rule_of(const Reading& reading, const CheckedRegisters& registers);
// The same as lines for a terminal, with the words in force; `pools`: whose filters are listed, of the pool
// classifier.
std::string explain(const Reading& reading, const RegistersInForce& registers, std::uint64_t pools);

// Returns lines for a terminal about the divergence of a check of `options`: the rule and the words in force.
// If it is so, a line states that the RTL decided as if it had seen a write, or not seen one.
std::string explain(const ClassifierDivergence& divergence, const ClassifierCheckOptions& options);

// Returns a hex dump with 32 bytes a line.
std::string hex_dump(const std::vector<std::uint8_t>& bytes);

}  // namespace ixsim::verify

#endif
