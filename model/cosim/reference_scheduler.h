// The oracle of the transmit schedulers: the three disciplines in plain C++, with the ports of the RTL. It
// was written from the contract in docs/rtl_scheduler.md alone. It shares no code with the RTL or with the
// controller's strategies, so an error of interpretation in either appears as a difference.
//
// Timing contract: clock(in) is one rising edge. The outputs returned are those at that edge. They depend on
// `req` and on the state left by earlier edges, and not on `ready` and `rst`. A take is valid and ready and
// not rst.
//   Round robin: the offer is the first requester from the pointer, cyclically. A take moves the pointer to
//   the queue after the one taken. Nothing else moves it. An offer that is not taken is not held.
//   Deficit: at the edge after a take nothing is offered, and `len` is the length of what was taken. At other
//   edges the queue whose visit is open is offered if it requests. Otherwise the first requester from the
//   pointer is offered, and its take opens a new visit. A new visit starts with the quantum less the queue's
//   debt, and stays open while its credit is positive. Credit ends with its visit, debt does not. Debt
//   saturates at 2^LEN_W. A quantum written at an edge counts for new visits taken at later edges.
//   Weighted: the queue whose visit is open is offered if it requests. Otherwise the first requester from the
//   pointer is offered, and its take opens a new visit of as many takes as its weight (0 counts as 1). Takes
//   that are left end with their visit. Weights count from the edge after their write on, as quanta do.
// Reset: pointer 0, no visit, no debts. Quanta and weights are undefined until written (here: 0).
#ifndef IXSIM_COSIM_REFERENCE_SCHEDULER_H
#define IXSIM_COSIM_REFERENCE_SCHEDULER_H

#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "cosim/scheduler_ports.h"

namespace ixsim::cosim {

class ReferenceScheduler {
 public:
  explicit ReferenceScheduler(const SchedulerParameters& parameters);

  SchedulerPortsOut clock(const SchedulerPortsIn& in);
  // Returns the outputs of clock(in), without the edge.
  SchedulerPortsOut offer(const SchedulerPortsIn& in) const;

  // State after the edges so far, for coverage.
  unsigned pointer() const { return pointer_; }
  bool accounting() const { return accounting_; }  // the edge after a take in deficit mode
  bool visit_open() const { return open_; }
  unsigned visited() const { return current_; }
  // Bytes in deficit mode, takes that are left in weighted mode; likewise quanta and weights.
  std::int64_t credit(unsigned queue) const { return credit_[queue]; }
  std::int64_t quantum(unsigned queue) const { return quantum_[queue]; }

 private:
  void take(unsigned queue, bool same_visit);
  void account(std::uint32_t length);
  void reset();

  SchedulerParameters parameters_;
  std::int64_t deepest_debt_;
  unsigned pointer_ = 0;
  unsigned current_ = 0;
  bool open_ = false;
  bool accounting_ = false;
  std::vector<std::int64_t> credit_;
  std::vector<std::int64_t> quantum_;
};

}  // namespace ixsim::cosim

#endif
