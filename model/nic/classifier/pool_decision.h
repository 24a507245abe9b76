// Computes the decision of the L2 classifier of the 82599 on one frame, and the destinations of one in its
// switch between pools.
//
// The address selects pools, the VLAN narrows them; nothing left means the default pool, or that the frame is
// dropped. With VT_CTL.REPLEN every pool selected gets a copy, without it the lowest alone. A frame that a
// pool transmits is looked up in the same tables: the pools found, less its own, get copies, and it leaves on
// the wire too unless it is for one of their addresses alone.
//
// Pure functions; no time. Source: ixgbe_pf.c, ixgbe_type.h; 82599 specification update, clarification 12
// (the address comes first, the VLAN is combined with it). Unconfirmed: that unicast frames are replicated
// too, that tagged frames need a VLVF whatever VLNCTRL.VFE says, and what the switch does with promiscuous
// pools.
#ifndef IXSIM_NIC_CLASSIFIER_POOL_DECISION_H
#define IXSIM_NIC_CLASSIFIER_POOL_DECISION_H

#include <cstdint>

#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "nic/classifier/pool_tables.h"

namespace ixsim {

// As for FilterTables: every field but `frame` and `time`.
void decide_frame(const PoolTables& tables, std::uint16_t vet, ByteView frame, bool error,
                  Decision& decision);

// Destinations of a frame that pool `source` transmits.
struct SwitchDecision {
  Decision decision;    // for the pools that get a copy; drop is kNoFilter if there are none
  bool to_wire = true;  // it leaves on the wire, too or only
};
SwitchDecision switch_frame(const PoolTables& tables, ByteView frame, unsigned source);

// Anti-spoof: may pool `source` send this frame? Its source address must select the pool, its VLAN must be
// one of the pool's; an untagged frame passes the second.
bool address_is_own(const PoolTables& tables, ByteView frame, unsigned source);
bool vlan_is_own(const PoolTables& tables, ByteView frame, unsigned source);

}  // namespace ixsim

#endif
