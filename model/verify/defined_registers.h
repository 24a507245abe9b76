// Checks whether a sequence uses only registers that are defined. After a reset most registers of a
// classifier are undefined until they are written. A stimulus whose decisions depend on one of them proves
// nothing.
#ifndef IXSIM_VERIFY_DEFINED_REGISTERS_H
#define IXSIM_VERIFY_DEFINED_REGISTERS_H

#include "base/layers.h"
#include "verify/classifier_sequence.h"

namespace ixsim::verify {

// Returns true if a reset comes before the first frame, and if the decision on each frame is the same for any
// value of the registers that were not written since the last reset. For a repeated step the first time
// counts.
bool rests_on_defined_registers(const ClassifierSequence& sequence);

}  // namespace ixsim::verify

#endif
