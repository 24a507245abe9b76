// The two ends of the switch between pools of one port: a frame leaves the transmit path and enters the
// receive path. Pools that the switch stops do not receive, and queues that it closes do not send.
//
// Timing contract: a call acts at once, at the time that it carries.
#ifndef IXSIM_NIC_PORT_SWITCH_ENDS_H
#define IXSIM_NIC_PORT_SWITCH_ENDS_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/queue_mask.h"
#include "nic/pools/pool_switch.h"
#include "nic/receive/rx_path.h"
#include "nic/transmit/tx_path.h"

namespace ixsim::nic {

class SwitchEnds final : public PoolSwitchOwner {
 public:
  SwitchEnds(RxPath& receive, TxPath& transmit) : receive_(receive), transmit_(transmit) {}

  void looped(const LoopedFrame& frame, Time now) override {
    transmit_.leave_switch(frame, now);
    receive_.delivery().enter(frame, now);
  }
  void pools_stopped(std::uint64_t pools, Time now) override { receive_.stop_pools(pools, now); }
  void transmit_opened(const QueueMask& queues, Time now) override {
    transmit_.arbiter().set_open(queues, now);
  }

 private:
  RxPath& receive_;
  TxPath& transmit_;
};

}  // namespace ixsim::nic

#endif
