// Counts of the frames of one port, for the law of conservation: frames that came in, and copies of them,
// have one outcome each or are in a named buffer.
//
// Timing contract: none. The counts are those of the time of the call.
#ifndef IXSIM_NIC_PORT_PORT_ACCOUNTING_H
#define IXSIM_NIC_PORT_PORT_ACCOUNTING_H

#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/probe.h"
#include "nic/packet/packet_tracer.h"
#include "nic/pools/pool_switch.h"
#include "nic/receive/rx_path.h"

namespace ixsim::nic {

class PortAccounting {
 public:
  PortAccounting(const PacketTracer& tracer, RxPath& receive, const PoolSwitch& pools)
      : tracer_(tracer), receive_(receive), pools_(pools) {}

  // Returns the number of frames that came in on the wire.
  std::uint64_t frames() const { return receive_.frames(); }
  std::uint64_t bucket(RxBucket bucket) const { return tracer_.bucket(bucket); }
  std::uint64_t tx_bucket(TxBucket bucket) const { return tracer_.bucket(bucket); }
  // Returns the number of additional copies of frames for several pools. Frames and copies together have
  // outcomes.
  std::uint64_t replicas() const { return receive_.delivery().replicas(); }
  // Returns the number of frames that the port's pools sent into the switch for other pools, on their way or
  // passed. Each is a separate copy in the receive path.
  std::uint64_t looped_frames() const { return pools_.looped_frames(); }
  // Returns every frame that has entered and has no outcome.
  HeldFrames held_frames() const { return receive_.held_frames(); }
  std::size_t frames_in_hand() const { return receive_.frames_in_hand(); }

 private:
  const PacketTracer& tracer_;
  RxPath& receive_;
  const PoolSwitch& pools_;
};

}  // namespace ixsim::nic

#endif
