// The policy point "which transmit queue sends next": what the reference strategies, the Verilated RTL and
// the lock-step checker all implement.
//
// Timing contract: everything happens at edges of the MAC clock. requests() states the request lines as they
// stand at an edge and after it until changed; ready() accepts at that one edge whatever is offered there. An
// offer is a function of the request lines and of the takes before; it is not held. A reset at an edge voids
// a take at the same edge. A quantum written at an edge is used by visits begun at later edges. Calls may
// come ahead of time and, within one edge, in any order; times must not lie before the last advance().
#ifndef IXSIM_NIC_QUEUES_TX_SCHEDULER_H
#define IXSIM_NIC_QUEUES_TX_SCHEDULER_H

#include <cstdint>
#include <deque>

#include "base/time.h"

namespace ixsim {

inline constexpr unsigned kMaxTxQueues = 128;
inline constexpr unsigned kNoQueue = ~0U;
// Bytes of a grant are 18 bits wide; a longer request counts as this many.
inline constexpr std::uint32_t kLongestGrant = (1U << 18) - 1;

// One bit a queue.
struct QueueMask {
  std::uint64_t words[2] = {0, 0};

  bool test(unsigned queue) const { return (words[queue / 64] >> (queue % 64)) & 1; }
  void set(unsigned queue) { words[queue / 64] |= std::uint64_t{1} << (queue % 64); }
  void clear(unsigned queue) { words[queue / 64] &= ~(std::uint64_t{1} << (queue % 64)); }
  void put(unsigned queue, bool value) {
    if (value) {
      set(queue);
    } else {
      clear(queue);
    }
  }
  bool any() const { return (words[0] | words[1]) != 0; }
  bool operator==(const QueueMask& other) const {
    return words[0] == other.words[0] && words[1] == other.words[1];
  }
  QueueMask operator&(const QueueMask& other) const {
    return {{words[0] & other.words[0], words[1] & other.words[1]}};
  }
  bool operator!=(const QueueMask& other) const { return !(*this == other); }
  // Lowest set queue at or above `from` (which may be kMaxTxQueues), or kNoQueue.
  unsigned find(unsigned from) const;
  // Lowest set queue at or above `from`, or failing that the lowest of all; kNoQueue if none is set.
  unsigned find_round(unsigned from) const {
    const unsigned queue = find(from);
    return queue != kNoQueue ? queue : find(0);
  }
};

struct Grant {
  Time time = 0;       // edge of the take
  unsigned queue = 0;  // queue that may send one unit (a packet, or what the caller counts as one)
};

class GrantSink {
 public:
  virtual ~GrantSink() = default;
  // Returns the length in bytes of what was taken, at least 1; strategies that do not count bytes ignore it.
  virtual std::uint32_t granted(const Grant& grant) = 0;
};

class TxScheduler {
 public:
  virtual ~TxScheduler() = default;
  virtual void requests(const QueueMask& mask, Time time) = 0;
  virtual void ready(Time time) = 0;
  virtual void reset(Time time) = 0;
  // Bytes that a visit of `queue` adds; ignored by strategies without quanta.
  virtual void set_quantum(unsigned queue, std::uint32_t bytes, Time time) = 0;
  // Delivers, in order of time, the grants of every edge at or before `now`.
  virtual void advance(Time now, GrantSink& sink) = 0;
  // Returns the queue offered at the edge `time`, the first not yet advanced over, if no further call came;
  // kNoQueue if none.
  virtual unsigned offer(Time time) const = 0;
};

// Common part of the reference strategies: the calls put into the order in which an edge sees them.
class SchedulerInputs {
 public:
  // In the order in which they act within one edge.
  enum class Kind : std::uint8_t { kRequests, kReset, kReady, kQuantum };
  struct Input {
    Time time = 0;
    Kind kind = Kind::kRequests;
    QueueMask mask;
    unsigned queue = 0;
    std::uint32_t bytes = 0;
  };

  // Throws std::logic_error for a time that is no edge or lies at or before the last edge advanced over.
  void add(const Input& input);
  // The next input at or before `now`, removed; false if there is none. Afterwards no input may come at
  // `now`.
  bool next(Time now, Input& input);
  // Request lines after the inputs still waiting that act at or before `time`.
  QueueMask lines_at(Time time, QueueMask lines) const;

 private:
  std::deque<Input> inputs_;
  Time advanced_ = -1;
};

}  // namespace ixsim

#endif
