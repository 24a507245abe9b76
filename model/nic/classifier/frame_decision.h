// Computes the decision of the L2 classifier on one frame: a pure function of its bytes, its error mark and
// the registers.
//
// The decision covers address filter, VLAN filter, VMDq index, traffic class, packet type, hash and queue of
// the 82598 filter set. The function takes no time. `tables` are the registers that the frame sees; `vet` is
// the VLAN Ethertype that it sees, which is sampled earlier.
//
// Source: datasheet, receive packet filtering and receive queue assignment.
#ifndef IXSIM_NIC_CLASSIFIER_FRAME_DECISION_H
#define IXSIM_NIC_CLASSIFIER_FRAME_DECISION_H

#include <cstdint>

#include "base/layers.h"
#include "ethernet/protocols.h"
#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "nic/classifier/filter_tables.h"

namespace ixsim::nic {

// The broadcast address, and the mask of an address in eight bytes of a frame.
inline constexpr std::uint64_t kBroadcast = 0xFFFF'FFFF'FFFF;

// Returns whether the Ethertype of the frame is `vet` and is followed by a whole tag control field.
inline bool is_tagged(ByteView frame, std::uint16_t vet) {
  constexpr std::size_t kTagEnd = 16;
  return frame.size >= kTagEnd && load_be16(frame.data + 12) == vet;
}

// Clears `decision` except `frame` and `time`. Returns true if the frame is bad, and the decision is
// therefore complete.
inline bool decide_bad(ByteView frame, bool error, bool store_bad, Decision& decision) {
  Decision cleared;
  cleared.frame = decision.frame;
  cleared.time = decision.time;
  decision = cleared;
  const bool bad = frame.size < kEthernetHeader || (error && !store_bad);
  if (bad) decision.drop = ClassifierDrop::kBad;
  return bad;
}

// Writes every field of `decision` except `frame` and `time`. Fields without meaning are 0. The frame may
// have any length.
void decide_frame(const FilterTables& tables, std::uint16_t vet, ByteView frame, bool error,
                  Decision& decision);

}  // namespace ixsim::nic

#endif
