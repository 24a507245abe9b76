// Explains a frame's decision by its rule, and names the register and table words on which it depends.
//
// The rules are those of classifier_predictor, which reads frame and registers independently of the
// reference. If the two come to different decisions, the explanation states this instead of giving a wrong
// reason.
#ifndef IXSIM_VERIFY_CLASSIFIER_EXPLANATION_H
#define IXSIM_VERIFY_CLASSIFIER_EXPLANATION_H

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/classifier_divergence.h"
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

// The registers after all writes so far, and the last writes with the values that they replaced.
class RegisterHistory final : public ClassifierExplainer {
 public:
  explicit RegisterHistory(ClassifierBlock block) : tables_(block) {}

  void write(std::int64_t edge, std::uint16_t address, std::uint32_t value) override;
  // Forgets the writes, because no frame outlives a reset.
  void reset() override;
  std::string name_of(std::uint16_t address) const override { return tables_.name_of(address); }
  std::string rule(ByteView frame, bool error, std::int64_t first_beat, std::int64_t last_beat,
                   const ClassifierOutputs& out) const override;
  // If it is so, a line states that the RTL decided as if it had seen a write, or not seen one.
  std::string explain(const ClassifierDivergence& divergence) const override;

  // Returns the registers that a frame with these beats sees.
  RegistersInForce in_force(std::int64_t first_beat, std::int64_t last_beat) const;

 private:
  struct Change {
    std::int64_t edge;
    int index;
    std::uint16_t address;
    std::uint32_t before, after;
  };
  std::string write_hint(const ClassifierDivergence& divergence, const RegistersInForce& registers) const;

  CheckedRegisters tables_;
  std::deque<Change> changes_;  // oldest first
};

// Returns one line, e.g. "admitted by RAR 3; VMDq 7 by VFTAVIND; queue by VMDq".
std::string rule_of(const Reading& reading, const CheckedRegisters& registers);
// The same as lines for a terminal, with the words in force; `pools`: whose filters are listed, of the pool
// classifier.
std::string explain(const Reading& reading, const RegistersInForce& registers, std::uint64_t pools);

// Returns the explanation of a divergence in a check of `options`, by the items that led to it.
std::string explain(const ClassifierDivergence& divergence, const ClassifierCheckOptions& options);

}  // namespace ixsim::verify

#endif
