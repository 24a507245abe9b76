// Surplus round robin: the reference for drr_scheduler. Fair in bytes, deciding by the sign of a credit.
//
// Timing contract: that of tx_scheduler.h; after a take nothing is offered at the next edge, so at most one
// take in two edges. While a visit is open and its queue requests, the offer is that queue; otherwise the
// first requester from the pointer, whose take opens a visit with min(credit, 0) + quantum. Each take's
// length is then subtracted, and the visit stays open while the credit is positive.
#ifndef IXSIM_NIC_QUEUES_DEFICIT_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_DEFICIT_ROUND_ROBIN_SCHEDULER_H

#include <vector>

#include "base/parameters.h"
#include "nic/queues/edge_scheduler.h"
#include "nic/queues/quantum_scheduler.h"

namespace ixsim {

class DeficitRoundRobinScheduler : public EdgeScheduler, public QuantumScheduler {
 public:
  static constexpr unsigned kLengthBits = 18;

  // queues: 2 to kMaxQueues; length_bits: 1 to 31, bits of a length and of a quantum (a debt stops at
  // 2^length_bits); else InputError. Quanta are 0 until set. After each reset `quanta` are written, one at an
  // edge from the next on, queue q getting quanta[q mod n]; empty: none.
  explicit DeficitRoundRobinScheduler(unsigned queues, unsigned length_bits = kLengthBits,
                                      std::vector<std::uint32_t> quanta = {});
  DeficitRoundRobinScheduler(unsigned queues, const ParameterValues& values);
  static std::vector<Parameter> parameters();

  void reset(Time time) override;
  // bytes: below 2^length_bits, else InputError. Fairness needs at least the longest unit granted.
  void set_quantum(unsigned queue, std::uint32_t bytes, Time time);
  void set_quantum_observer(QuantumObserver* observer) override { observer_ = observer; }
  // As in RoundRobinScheduler.
  unsigned offer(Time time) const;

  std::int64_t credit(unsigned queue) const { return credit_[queue]; }

 private:
  void restart() override;
  void take(Time time, GrantSink& sink) override;
  void apply(unsigned queue, std::uint32_t bytes) override { quantum_[queue] = bytes; }
  unsigned choose(const QueueMask& lines) const;

  std::int64_t limit_;
  std::vector<std::uint32_t> written_at_reset_;
  QuantumObserver* observer_ = nullptr;
  unsigned pointer_ = 0;
  unsigned current_ = 0;
  bool open_ = false;
  std::vector<std::int64_t> credit_;
  std::vector<std::int64_t> quantum_;
  Time pause_at_ = -1;  // the edge after the last take
};

}  // namespace ixsim

#endif
