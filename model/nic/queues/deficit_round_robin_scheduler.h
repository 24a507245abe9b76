// Surplus round robin: the reference for drr_scheduler. It is fair in bytes and decides by the sign of a
// credit.
//
// Timing contract: that of tx_scheduler.h. After a take, nothing is offered at the next edge, so there is at
// most one take in two edges. While a visit is open and its queue requests, the offer is that queue.
// Otherwise it is the first requester from the pointer; its take opens a visit with min(credit, 0) + quantum.
// The length of each take is then subtracted. The visit stays open while the credit is positive.
#ifndef IXSIM_NIC_QUEUES_DEFICIT_ROUND_ROBIN_SCHEDULER_H
#define IXSIM_NIC_QUEUES_DEFICIT_ROUND_ROBIN_SCHEDULER_H

#include <vector>

#include "base/layers.h"
#include "base/parameters.h"
#include "nic/queues/edge_scheduler.h"
#include "nic/queues/quantum_scheduler.h"

namespace ixsim::nic {

class DeficitRoundRobinScheduler : public EdgeScheduler, public QuantumScheduler {
 public:
  static constexpr unsigned kLengthBits = 18;

  // Makes a scheduler. `queues` is 1 to kMaxQueues. `length_bits` is 1 to 31, the bits of a length and of a
  // quantum (a debt saturates at 2^length_bits). Throws InputError otherwise. Quanta are 0 until set. After
  // each reset `quanta` are written, one per edge from the next edge on; queue q gets quanta[q mod n]. If
  // `quanta` is empty, none are written.
  explicit DeficitRoundRobinScheduler(unsigned queues, unsigned length_bits = kLengthBits,
                                      std::vector<std::uint32_t> quanta = {});
  DeficitRoundRobinScheduler(unsigned queues, const ParameterValues& values);
  static std::vector<Parameter> parameters();

  void reset(Time time) override;
  // Sets a quantum. `bytes` is below 2^length_bits; throws InputError otherwise. Fairness needs a quantum of
  // at least the longest granted unit.
  void set_quantum(unsigned queue, std::uint32_t bytes, Time time);
  void set_quantum_observer(QuantumObserver* observer) override { observer_ = observer; }
  // Returns the offer, as in RoundRobinScheduler.
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
  Time pause_at_ = -1;  // edge after the last take
};

}  // namespace ixsim::nic

#endif
