// Interface of schedulers whose visits have a worth: a quantum in bytes, or a weight in units. They report
// each write to a block that holds a copy, such as RTL in lock-step.
//
// Timing contract: a quantum written at an edge of the MAC clock is used by visits that begin at later edges.
// At most one is written per edge. A reset cancels the writes at its edge and the pending ones after it,
// unless they are repeated.
#ifndef IXSIM_NIC_QUEUES_QUANTUM_SCHEDULER_H
#define IXSIM_NIC_QUEUES_QUANTUM_SCHEDULER_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::nic {

class QuantumObserver {
 public:
  virtual ~QuantumObserver() = default;
  // Reports that a visit of `queue` is worth `worth` after the edge `time`; may be called ahead of time.
  virtual void quantum_written(unsigned queue, std::uint32_t worth, Time time) = 0;
};

class QuantumScheduler {
 public:
  virtual ~QuantumScheduler() = default;
  // Sets the observer; null removes it.
  virtual void set_quantum_observer(QuantumObserver* observer) = 0;
};

}  // namespace ixsim::nic

#endif
