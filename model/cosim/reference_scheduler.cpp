// One edge of each discipline: offer, take, account, reset.
#include "cosim/reference_scheduler.h"

#include <algorithm>

namespace ixsim::cosim {

ReferenceScheduler::ReferenceScheduler(const SchedulerParameters& parameters)
    : parameters_(parameters),
      deepest_debt_(-(std::int64_t{1} << parameters.length_width)),
      credit_(parameters.queues, 0),
      quantum_(parameters.queues, 0) {}

SchedulerPortsOut ReferenceScheduler::clock(const SchedulerPortsIn& in) {
  const SchedulerPortsOut out = offer(in);
  if (in.rst) {
    reset();
    return out;
  }
  if (accounting_) {
    account(in.len);
  } else if (out.valid && in.ready) {
    take(out.idx, open_ && out.idx == current_);
  }
  // This comes after the take: a visit that begins at this edge has the previous quantum.
  if (parameters_.has_visits() && in.wr_en) quantum_.at(in.wr_addr) = in.wr_data;
  return out;
}

SchedulerPortsOut ReferenceScheduler::offer(const SchedulerPortsIn& in) const {
  SchedulerPortsOut out;
  if (accounting_) return out;
  const auto propose = [&](unsigned queue) {
    if (!in.req.test(queue)) return false;
    out.valid = true;
    out.idx = static_cast<std::uint8_t>(queue);
    out.gnt.set(queue);
    return true;
  };
  if (open_ && propose(current_)) return out;
  for (unsigned step = 0; step < parameters_.queues; ++step) {
    if (propose((pointer_ + step) % parameters_.queues)) return out;
  }
  return out;
}

void ReferenceScheduler::take(unsigned queue, bool same_visit) {
  if (parameters_.deficit()) {
    accounting_ = true;
    if (same_visit) return;
    credit_[queue] = std::min<std::int64_t>(credit_[queue], 0) + quantum_[queue];
    current_ = queue;
  } else if (parameters_.weighted()) {
    if (!same_visit) credit_[queue] = std::max<std::int64_t>(quantum_[queue], 1);
    current_ = queue;
    open_ = --credit_[queue] > 0;
    if (same_visit) return;
  }
  pointer_ = (queue + 1) % parameters_.queues;
}

void ReferenceScheduler::account(std::uint32_t length) {
  std::int64_t& credit = credit_[current_];
  credit = std::max(credit - static_cast<std::int64_t>(length), deepest_debt_);
  open_ = credit > 0;
  accounting_ = false;
}

void ReferenceScheduler::reset() {
  pointer_ = 0;
  current_ = 0;
  open_ = false;
  accounting_ = false;
  std::fill(credit_.begin(), credit_.end(), 0);
  std::fill(quantum_.begin(), quantum_.end(), 0);
}

}  // namespace ixsim::cosim
