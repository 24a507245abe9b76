// The schedulers that share by bytes: they report when the quantum of a queue is written, for a block that
// holds a copy of the quanta, such as RTL in lock-step.
//
// Timing contract: a quantum written at an edge of the MAC clock is used by visits begun at later edges. At
// most one is written at an edge; a reset voids the writes at its edge and after it that were not repeated.
#ifndef IXSIM_NIC_QUEUES_QUANTUM_SCHEDULER_H
#define IXSIM_NIC_QUEUES_QUANTUM_SCHEDULER_H

#include <cstdint>

#include "ixsim/time.h"

namespace ixsim {

class QuantumObserver {
 public:
  virtual ~QuantumObserver() = default;
  // A visit of `queue` brings it `bytes`, from after the edge `time` on; may be called ahead of time.
  virtual void quantum_written(unsigned queue, std::uint32_t bytes, Time time) = 0;
};

class QuantumScheduler {
 public:
  virtual ~QuantumScheduler() = default;
  // Null: none.
  virtual void set_quantum_observer(QuantumObserver* observer) = 0;
};

}  // namespace ixsim

#endif
