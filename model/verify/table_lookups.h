// Tables in which the decision on a frame may find an entry, for both classifiers. Coverage and stimulus use
// them for runs of frames that find nothing in a table, or always something: an entry that ages, a count that
// overflows or a stage that goes to sleep shows at the end of such a run.
#ifndef IXSIM_VERIFY_TABLE_LOOKUPS_H
#define IXSIM_VERIFY_TABLE_LOOKUPS_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_tables.h"
#include "verify/frame_maker.h"
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
// Makes a short frame of that kind, without FCS, that matches in no table: `matches` returns the lookups in
// which a parsed frame finds an entry. All frames of the kind may match, and nearly all others: then some of
// another kind are tried. The VLAN Ethertype is that of `tables`.
template <typename Matches>
void make_miss(const Misses& kind, FrameMaker& maker, const ClassifierTables& tables, Random& random,
               std::vector<std::uint8_t>& bytes, Matches matches) {
  constexpr int kFramesOfAKind = 20, kFramesTried = 2'000;
  constexpr std::size_t kShortFrame = 30;  // bytes
  const bool broadcast = kind.broadcasts == 0 || (kind.broadcasts == 2 && random.below(2) == 0);
  for (int i = 0; i < kFramesTried; ++i) {
    maker.make_sized(tables, random.between(14, kShortFrame), bytes);
    const bool to_all = i < kFramesOfAKind ? broadcast : random.below(2) == 0;
    set_destination(bytes, to_all ? kBroadcastAddress : maker.random_address(random.below(2) == 0));
    ParsedFrame frame;
    parse_frame({bytes.data(), bytes.size()}, static_cast<std::uint32_t>(bytes.size()), false, tables.vet(),
                frame);
    if (matches(frame) == 0 && (kind.tagged || !frame.tagged)) return;
  }
}

// Returns whether the decision is another one if every word of the table is 0.
bool depends_on(Lookup lookup, const ParsedFrame& frame, const ClassifierTables& tables);
bool depends_on(Lookup lookup, const ParsedFrame& frame, const PoolRegisters& registers);

}  // namespace ixsim::verify

#endif
