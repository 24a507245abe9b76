// Computes the decision of the L2 classifier on one frame: a pure function of its bytes, its error mark and
// the registers.
//
// Address filter, VLAN filter, VMDq index, traffic class, packet type, hash and queue of the 82598 filter
// set. There is no time in here: `tables` are the registers that the frame sees, and `vet` the VLAN Ethertype
// that it sees, which is taken earlier.
//
// Source: datasheet, receive packet filtering and receive queue assignment.
#ifndef IXSIM_NIC_CLASSIFIER_FRAME_DECISION_H
#define IXSIM_NIC_CLASSIFIER_FRAME_DECISION_H

#include <cstdint>

#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "nic/classifier/filter_tables.h"

namespace ixsim {

// Returns whether the Ethertype of the frame is `vet`, with all of the tag control behind it.
inline bool is_tagged(ByteView frame, std::uint16_t vet) {
  constexpr std::size_t kTagEnd = 16;
  return frame.size >= kTagEnd && load_be16(frame.data + 12) == vet;
}

// Clears `decision` but for `frame` and `time`; true if the frame is bad and that is all there is to say.
inline bool decide_bad(ByteView frame, bool error, bool store_bad, Decision& decision) {
  constexpr std::size_t kEthernetHeader = 14;
  Decision cleared;
  cleared.frame = decision.frame;
  cleared.time = decision.time;
  decision = cleared;
  const bool bad = frame.size < kEthernetHeader || (error && !store_bad);
  if (bad) decision.drop = ClassifierDrop::kBad;
  return bad;
}

// Writes every field of `decision` but `frame` and `time`. Fields that mean nothing are 0. Any frame length.
void decide_frame(const FilterTables& tables, std::uint16_t vet, ByteView frame, bool error,
                  Decision& decision);

}  // namespace ixsim

#endif
