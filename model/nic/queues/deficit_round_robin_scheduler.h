// Surplus round robin: the reference for drr_scheduler. Fair in bytes, deciding by the sign of a credit.
//
// Timing contract: that of tx_scheduler.h; after a take nothing is offered at the next edge, so at most one
// take in two edges. While a visit is open and its queue requests, the offer is that queue; otherwise the
// first requester from the pointer, whose take opens a visit with min(credit, 0) + quantum. Each take's
// length is then subtracted, and the visit stays open while the credit is positive.
#ifndef IXSIM_NIC_QUEUES_DEFICIT_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_DEFICIT_ROUND_ROBIN_SCHEDULER_H

#include <vector>

#include "nic/queues/tx_scheduler.h"

namespace ixsim {

class DeficitRoundRobinScheduler : public TxScheduler {
 public:
  // queues: 2 to 128; length_bits: 1 to 31, bits of a length and of a quantum (a debt stops at
  // 2^length_bits); else InputError. Quanta are 0 until set.
  explicit DeficitRoundRobinScheduler(unsigned queues, unsigned length_bits = 18);

  void requests(const QueueMask& mask, Time time) override;
  void ready(Time time) override;
  void reset(Time time) override;
  // bytes: below 2^length_bits, else InputError. Fairness needs at least the longest unit granted.
  void set_quantum(unsigned queue, std::uint32_t bytes, Time time) override;
  void advance(Time now, GrantSink& sink) override;
  unsigned offer(Time time) const override;

  std::int64_t credit(unsigned queue) const { return credit_[queue]; }

 private:
  unsigned choose(const QueueMask& lines) const;

  unsigned queues_;
  std::int64_t limit_;
  unsigned pointer_ = 0;
  unsigned current_ = 0;
  bool open_ = false;
  std::vector<std::int64_t> credit_;
  std::vector<std::int64_t> quantum_;
  QueueMask lines_;
  Time reset_at_ = -1;
  Time pause_at_ = -1;  // the edge after the last take
  SchedulerInputs inputs_;
};

}  // namespace ixsim

#endif
