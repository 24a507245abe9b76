// Tables in which the decision on a frame may find an entry, for both classifiers. Coverage and stimulus use
// them for runs of frames that find nothing in a table, or always something: an entry that ages, a count that
// overflows or a stage that goes to sleep shows at the end of such a run.
#ifndef IXSIM_VERIFY_TABLE_LOOKUPS_H
#define IXSIM_VERIFY_TABLE_LOOKUPS_H

#include <cstdint>

#include "base/layers.h"
#include "base/random.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_tables.h"
#include "verify/pool_registers.h"

namespace ixsim::verify {

// kVlanPool is VFTAVIND or VLVF; only the pool classifier has kUnicast, the UTA.
enum class Lookup : std::uint8_t { kAddress, kMulticast, kVlanFilter, kVlanPool, kHash, kUnicast };
inline constexpr unsigned kLookups = 5, kPoolLookups = 6;

// A set of lookups, one bit each.
using LookupSet = std::uint8_t;
constexpr LookupSet only(Lookup lookup) {
  return static_cast<LookupSet>(1u << static_cast<unsigned>(lookup));
}

RegisterGroup group_of(Lookup lookup);
PoolGroup pool_group_of(Lookup lookup);

// Frames of a run without matches. Counts of frames may leave out those that are dropped, or tagged.
struct Misses {
  explicit Misses(Random& random) : tagged(random.chance(1, 2)), broadcasts(random.below(3)) {}
  bool tagged;               // some are
  std::uint64_t broadcasts;  // all of them, none of them or every second one; the others are dropped
};

// Returns the lookups in which a frame finds an entry. The prediction is that of the frame under the tables.
LookupSet lookups_that_match(const Prediction& prediction);
LookupSet lookups_that_match(const ParsedFrame& frame, const PoolRegisters& registers,
                             const PoolPrediction& prediction);
// Returns whether the decision is another one if every word of the table is 0.
bool depends_on(Lookup lookup, const ParsedFrame& frame, const ClassifierTables& tables);
bool depends_on(Lookup lookup, const ParsedFrame& frame, const PoolRegisters& registers);

}  // namespace ixsim::verify

#endif
