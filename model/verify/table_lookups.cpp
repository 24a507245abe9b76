// The lookups of a prediction, and predictions under an empty table.
#include "verify/table_lookups.h"

namespace ixsim::verify {
namespace {

constexpr RegisterGroup kGroups[kLookups] = {RegisterGroup::kRar, RegisterGroup::kMta, RegisterGroup::kVfta,
                                             RegisterGroup::kVftavind, RegisterGroup::kReta};
constexpr PoolGroup kGroupsOfPools[kPoolLookups] = {PoolGroup::kRar,  PoolGroup::kMta,  PoolGroup::kVfta,
                                                    PoolGroup::kVlvf, PoolGroup::kReta, PoolGroup::kUta};

constexpr LookupSet when(bool match, Lookup lookup) { return match ? only(lookup) : LookupSet{0}; }

}  // namespace

RegisterGroup group_of(Lookup lookup) { return kGroups[static_cast<unsigned>(lookup)]; }
PoolGroup pool_group_of(Lookup lookup) { return kGroupsOfPools[static_cast<unsigned>(lookup)]; }

LookupSet lookups_that_match(const Prediction& v) {
  const bool multicast =
      v.path == AdmitPath::kBroadcastMta || (v.path >= AdmitPath::kMta0 && v.path <= AdmitPath::kMta3);
  return static_cast<LookupSet>(when(v.hit >= 0, Lookup::kAddress) | when(multicast, Lookup::kMulticast) |
                                when(v.vlan == VlanResult::kPass, Lookup::kVlanFilter) |
                                when(v.vmdq_source == VmdqSource::kNibble, Lookup::kVlanPool) |
                                when(v.rss_type != 0, Lookup::kHash));
}

LookupSet lookups_that_match(const ParsedFrame& f, const PoolRegisters& r, const PoolPrediction& v) {
  if (v.drop == 1) return 0;
  const bool group = destination_of(f.address) != Destination::kUnicast;
  const bool by_bam = f.address == kBroadcastAddress && (r.at(PoolGroup::kFctrl) >> 10 & 1) != 0;
  const bool counted = (r.at(PoolGroup::kMcstctrl) & kMulticastFilter) != 0;
  const unsigned vid = f.tci & 0xFFFu;
  // An entry that matches counts whether or not the address admits the frame.
  bool in_vlvf = false;
  for (unsigned n = 0; f.tagged && v.virtualized && n < PoolRegisters::kVlans; ++n) {
    const std::uint32_t entry = r.at(PoolGroup::kVlvf, n);
    in_vlvf |= entry >> 31 != 0 && (entry & 0xFFF) == vid;
  }
  const bool in_vfta = (r.at(PoolGroup::kVfta, vid / 32) >> (vid % 32) & 1) != 0;
  return static_cast<LookupSet>(when(v.addresses > 0, Lookup::kAddress) |
                                when(v.mta && group && counted && !by_bam, Lookup::kMulticast) |
                                when(v.vlan_filtered && in_vfta, Lookup::kVlanFilter) |
                                when(in_vlvf, Lookup::kVlanPool) | when(v.rss_type != 0, Lookup::kHash) |
                                when(v.virtualized && v.uta && !group, Lookup::kUnicast));
}

bool depends_on(Lookup lookup, const ParsedFrame& frame, const ClassifierTables& tables) {
  ClassifierTables empty = tables;
  const RegisterGroup group = group_of(lookup);
  const unsigned words = group == RegisterGroup::kRar ? 2 * CheckedSize::now().addresses
                                                      : unsigned{ClassifierTables::range(group).words};
  for (unsigned n = 0; n < words; ++n) empty.at(group, n) = 0;
  Prediction with, without;
  predict(frame, tables, with);
  predict(frame, empty, without);
  return !same_decision(frame, with, frame, without);
}

bool depends_on(Lookup lookup, const ParsedFrame& frame, const PoolRegisters& registers) {
  PoolRegisters empty = registers;
  const PoolGroup group = pool_group_of(lookup);
  const unsigned first = PoolRegisters::first_of(group);
  for (unsigned n = 0; n < PoolRegisters::range(group).words; ++n) empty.write(first + n, 0);
  PoolPrediction with, without;
  registers.predict(frame, with);
  empty.predict(frame, without);
  return !same_decision(frame, with, frame, without);
}

}  // namespace ixsim::verify
