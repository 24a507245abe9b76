// Computes the decision of the L2 classifier of the 82599 on one frame, and the destinations of a frame in
// its switch between pools.
//
// The address selects pools, and the VLAN restricts the set. If no pool is left, the frame goes to the
// default pool or is dropped. With VT_CTL.REPLEN every selected pool gets a copy; without it only the lowest
// pool gets the frame. A frame that a pool transmits is looked up in the same tables. The pools found, except
// its own, get copies. The frame also leaves on the wire, unless it is addressed only to them.
//
// Pure functions; they take no time. Source: ixgbe_pf.c, ixgbe_type.h; 82599 specification update,
// clarification 12 (the address comes first, the VLAN is combined with it). Unconfirmed: that unicast frames
// are replicated too, that tagged frames need a VLVF regardless of VLNCTRL.VFE, and how the switch treats
// promiscuous pools.
#ifndef IXSIM_NIC_CLASSIFIER_POOL_DECISION_H
#define IXSIM_NIC_CLASSIFIER_POOL_DECISION_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "nic/classifier/pool_tables.h"

namespace ixsim::nic {

// Decides like the function for FilterTables: it writes every field except `frame` and `time`.
void decide_frame(const PoolTables& tables, std::uint16_t vet, ByteView frame, bool error,
                  Decision& decision);

// Destinations of a frame that pool `source` transmits.
struct SwitchDecision {
  Decision decision;    // decision for the pools that get a copy; drop is kNoFilter if there are none
  bool to_wire = true;  // the frame leaves on the wire, also or only
};
SwitchDecision switch_frame(const PoolTables& tables, ByteView frame, unsigned source);

// Anti-spoofing: each returns whether pool `source` may send this frame. The source address must select the
// pool. The VLAN must be one of the pool's; an untagged frame passes the VLAN check.
bool address_is_own(const PoolTables& tables, ByteView frame, unsigned source);
bool vlan_is_own(const PoolTables& tables, ByteView frame, unsigned source);

}  // namespace ixsim::nic

#endif
