// The lock of a storage adapter, physical or virtual: one thread at a time puts a request into its queue.
//
// Timing contract: a free lock is taken at once. A thread that finds it taken queues up and spins. release()
// passes the lock to the first thread in the queue and wakes it. Only the lock may wake a thread that spins
// for it. The thread keeps its core until it has the lock, so that no other thread of the core can spin for a
// lock whose holder waits for that core.
#ifndef IXSIM_HOST_STORAGE_ADAPTER_LOCK_H
#define IXSIM_HOST_STORAGE_ADAPTER_LOCK_H

#include <cstdint>

#include "base/layers.h"
#include "base/ring.h"
#include "host/machine/machine.h"

namespace ixsim::host {

class AdapterLock {
 public:
  explicit AdapterLock(Machine& machine) : machine_(machine) {}

  // Returns whether the thread has the lock now; if not, it is in the queue.
  bool take(Machine::ThreadId thread) {
    if (!held_) {
      held_ = true;
      hold(thread);
    }
    if (holder_ == thread) return true;
    queue_.push(thread);
    ++contended_;
    return false;
  }
  // Returns whether the holder runs on another core than the holder before it.
  bool moved() const { return moved_; }
  void release(Time now) {
    held_ = !queue_.empty();
    if (!held_) return;
    const Machine::ThreadId next = queue_.pop();
    hold(next);
    machine_.wake(next, now);
  }

  std::uint64_t taken() const { return taken_; }
  // Returns how often a thread had to wait.
  std::uint64_t contended() const { return contended_; }

 private:
  void hold(Machine::ThreadId thread) {
    const unsigned core = machine_.core_of(thread);
    moved_ = taken_ != 0 && core != core_;
    core_ = core;
    holder_ = thread;
    ++taken_;
  }

  Machine& machine_;
  Ring<Machine::ThreadId> queue_{16};
  bool held_ = false;
  bool moved_ = false;
  Machine::ThreadId holder_ = 0;
  unsigned core_ = 0;  // core of the holder, or of the last one
  std::uint64_t taken_ = 0;
  std::uint64_t contended_ = 0;
};

}  // namespace ixsim::host

#endif
