// Work-conserving round robin, one packet a grant: the reference scheduler.
//
// The offer is the first requester from the pointer on; a grant moves the pointer behind the winner; nothing
// else moves it. Source: 82598 datasheet, transmit arbitration; rtl/rr_scheduler.v states the same for RTL.
#ifndef IXSIM_NIC_QUEUES_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_ROUND_ROBIN_SCHEDULER_H

#include "ixsim/nic/queues/tx_scheduler.h"

namespace ixsim {

class RoundRobinScheduler : public TxScheduler {
 public:
  // `queues` from 1 to kMaxTxQueues.
  explicit RoundRobinScheduler(unsigned queues) : queues_(queues) {}

  void requests(const QueueMask& mask, Time) override { mask_ = mask; }
  void ready(Time) override { ready_ = true; }
  void advance(Time now, GrantSink& sink) override {
    if (!ready_ || mask_.none()) return;
    for (unsigned i = 0; i < queues_; ++i) {
      const unsigned queue = (pointer_ + i) % queues_;
      if (!mask_[queue]) continue;
      ready_ = false;
      pointer_ = (queue + 1) % queues_;
      sink.granted(queue, now);
      return;
    }
  }
  void reset(Time) override {
    mask_.reset();
    ready_ = false;
    pointer_ = 0;
  }

 private:
  unsigned queues_;
  unsigned pointer_ = 0;
  bool ready_ = false;
  QueueMask mask_;
};

}  // namespace ixsim

#endif
