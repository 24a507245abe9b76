// Selects the transmit queue that sends next. It passes the requests of the open queues to the scheduler
// strategy, or to the descriptor plane where classes and pools share by credits. It passes grants to the
// transmit DMA engine.
//
// Timing contract: MAC clock. The scheduler sees requests and readiness at edges strictly after they changed,
// and grants at most once per edge. A queue with a rate limit requests from the first edge at or after the
// end of its wait. Source: 82598 datasheet, transmit arbitration; docs/timing.md.
#ifndef IXSIM_NIC_TRANSMIT_TX_ARBITER_H
#define IXSIM_NIC_TRANSMIT_TX_ARBITER_H

#include <cstdint>
#include <memory>

#include "base/agenda.h"
#include "base/layers.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/tx_scheduler.h"
#include "nic/dma/tx_dma.h"
#include "nic/packet/packet_tracer.h"
#include "nic/queues/descriptor_plane.h"
#include "nic/queues/rate_limits.h"

namespace ixsim::nic {

class TxArbiter : private GrantSink {
 public:
  TxArbiter(Agenda& agenda, DescriptorPlane& plane, TxDma& dma, PacketTracer& tracer,
            std::unique_ptr<TxScheduler> strategy);
  // Sets the MAC block, at whose edges act() is called.
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  // Returns whether the port has a strategy; without one it does not transmit.
  bool has_strategy() const { return strategy_ != nullptr; }

  void requests_changed(Time now);
  void ready_changed(bool ready, Time now);
  // Sets the queues that may send.
  void set_open(const QueueMask& queues, Time now);
  // Returns the rate limits of the queues. Call requests_changed() after a change.
  RateLimits& limits() { return limits_; }
  const RateLimits& limits() const { return limits_; }
  void set_byte_time(Time byte_time) { byte_time_ = byte_time; }
  void act(Time now);
  // Resets at the classifier's reset edge.
  void reset(Time now);
  // Returns whether the next edge may bring a grant.
  bool may_grant() const { return requests_changed_ || (ready_ && shown_.any()) || release_ != kNever; }

 private:
  std::uint32_t granted(const Grant& grant) override;
  void hold_back(Time now);

  Agenda& agenda_;
  DescriptorPlane& plane_;
  TxDma& dma_;
  PacketTracer& tracer_;
  std::unique_ptr<TxScheduler> strategy_;
  Agenda::Slot slot_ = 0;
  bool requests_changed_ = false;
  bool ready_ = true;  // the transmit engine would take a grant
  QueueMask open_ = QueueMask::all();
  QueueMask shown_;  // requests that the strategy has seen
  RateLimits limits_;
  Time release_ = kNever;  // end of the first wait for a rate
  Time byte_time_ = kByteTime10G;
};

}  // namespace ixsim::nic

#endif
