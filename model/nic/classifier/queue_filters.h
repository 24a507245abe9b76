// Filters of the 82599 that select a receive queue before RSS, in the order of the device. The first are
// Ethertypes (ETQF). TCP packets with SYN set (SYNQF, in PoolTables) and five-tuples (FTQF) follow, in the
// order of SYNQFP. The flow director comes last. The filters are used only without pools. No five-tuple
// matches a fragment, which may lack the ports.
//
// Timing contract: the registers are decoded when software writes them; a frame is compared when its decision
// is made. Source: ixgbe_type.h; public drivers of the 82599 (order, byte order of addresses and ports).
#ifndef IXSIM_NIC_CLASSIFIER_QUEUE_FILTERS_H
#define IXSIM_NIC_CLASSIFIER_QUEUE_FILTERS_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/classifier.h"
#include "nic/classifier/flow_director.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class QueueFilters {
 public:
  // Binds the registers.
  explicit QueueFilters(RegisterFile& registers);
  // Decodes all registers again, after a reset.
  void reset();
  // Returns whether any filter may match.
  bool armed() const { return types_ != 0 || tuples_ != 0 || flows_.armed(); }

  // Returns the queue of a frame of this Ethertype; -1: none.
  int by_type(ByteView frame, const FrameHeaders& headers) const;
  // Returns the queue selected by a five-tuple; -1: none.
  int by_tuple(ByteView frame, const FrameHeaders& headers) const;
  FlowDirector& flows() { return flows_; }

 private:
  static constexpr unsigned kTypes = 8;
  static constexpr unsigned kTuples = 128;

  void update(Time);
  bool tuple_matches(unsigned index, ByteView frame, const FrameHeaders& headers) const;

  RegisterFile& registers_;
  FlowDirector flows_;
  unsigned types_ = 0;  // filters in use
  unsigned tuples_ = 0;
};

}  // namespace ixsim::nic

#endif
