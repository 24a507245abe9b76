// The fields of a classifier's decision by name, in causal order: a field depends only on those before it.
// The first field that differs is therefore the first one to examine.
#ifndef IXSIM_COSIM_CLASSIFIER_FIELDS_H
#define IXSIM_COSIM_CLASSIFIER_FIELDS_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"
#include "ixsim/classifier.h"

namespace ixsim::cosim {

struct ClassifierField {
  const char* name;  // of the port, without m_
  unsigned width;    // bits
  bool hexadecimal;
  std::uint64_t (*value)(const ClassifierOutputs&);
};

extern const std::array<ClassifierField, 12> kClassifierFields;

// One bit a field, by its place in the list.
using ClassifierFieldSet = std::uint32_t;
// Those of the 82598's classifier.
inline constexpr ClassifierFieldSet kAllClassifierFields = 0x3ff;
// Those of the pool classifier: neither queue nor VMDq index, but pools and RSS index.
inline constexpr ClassifierFieldSet kPoolClassifierFields = 0xdef;
constexpr ClassifierFieldSet fields_of(ClassifierBlock block) {
  return block == ClassifierBlock::kPools ? kPoolClassifierFields : kAllClassifierFields;
}

// The bit of a field of `block`. Throws InputError, which begins with `option`, if there is none of that
// name.
ClassifierFieldSet classifier_field(const std::string& name, const std::string& option,
                                    ClassifierBlock block = ClassifierBlock::kL2);

struct FieldDifference {
  const ClassifierField* field;
  std::uint64_t reference;
  std::uint64_t rtl;
};

// Those of `compared` that differ, in causal order. A frame that either drops has no other field than `drop`.
std::vector<FieldDifference> differences(const ClassifierOutputs& reference, const ClassifierOutputs& rtl,
                                         ClassifierFieldSet compared);
bool differ(const ClassifierOutputs& reference, const ClassifierOutputs& rtl, ClassifierFieldSet compared);
// "rss_type: reference 1, RTL 2".
std::string text_of(const FieldDifference& difference);

// Returns a decision as the output ports have it; fields that a dropped frame does not define are 0.
ClassifierOutputs ports_of(const Decision& decision, ClassifierBlock block = ClassifierBlock::kL2);
// Returns a decision as text.
std::string text_of(const ClassifierOutputs& out);
// Returns a hex dump with 32 bytes a line.
std::string hex_dump(const std::vector<std::uint8_t>& bytes);

}  // namespace ixsim::cosim

#endif
