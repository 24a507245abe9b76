// Which transmit queue is granted next, where that is not for the strategy alone to say: the class by turn or
// by credits, in it the pool by weighted round robin, in it the queues in turn.
//
// Weighted round robin: a pool holds credits of 64 bytes, and pays them for what it sends, into debt if need
// be. From the pool after the last one served, the first that asks and holds credits is next. If none does,
// every pool of the class gets its refill, up to twice that, as often as is needed for one to hold some. A
// pool without a refill is served when no pool that has one asks; without refills all take turns.
//
// Timing contract: none, the caller's. Source: 82598 datasheet, DPMCS; ixgbe_dcb_82599.c; X550 datasheet,
// weighted round robin of pools.
#ifndef IXSIM_NIC_QUEUES_DESCRIPTOR_PLANE_H
#define IXSIM_NIC_QUEUES_DESCRIPTOR_PLANE_H

#include <array>
#include <cstdint>

#include "nic/queues/credit_arbiter.h"
#include "nic/queues/tx_layout.h"

namespace ixsim {

class DescriptorPlane {
 public:
  const TxLayout& layout() const { return layout_; }
  void set_layout(const TxLayout& layout);
  ClassArbiter& classes() { return classes_; }
  const ClassArbiter& classes() const { return classes_; }
  // Classes take turns where they do not share by credits; else it is left to the strategy.
  void set_always_by_class(bool on) {
    always_by_class_ = on;
    picks_ = always_by_class_ || weighs_pools();
  }
  // Pools share by their credits (VMPAC); else their queues take turns with all others of the class.
  void set_weigh_pools(bool on);
  // Credits that a round adds to the pool (of one class: those queues of it) whose first queue this is.
  void set_refill(unsigned queue, std::uint32_t credits) { refill_[queue] = credits; }
  std::uint32_t refill(unsigned queue) const { return refill_[queue]; }
  std::int64_t credits(unsigned queue) const { return credits_[queue]; }

  // It is this plane that picks the queue.
  bool picks() const { return classes_.by_credits() || picks_; }
  // The queue that is next of those in `requests` (at least one). Changes nothing.
  unsigned choose(const QueueMask& requests) const;
  // The queue is granted `bytes`.
  void take(const QueueMask& requests, unsigned queue, std::uint32_t bytes);
  void reset();

 private:
  bool weighs_pools() const { return weigh_pools_ && layout_.pooled; }
  // The first queue of its pool and class.
  unsigned head_of(unsigned queue) const { return head_[queue]; }
  std::int64_t rounds_needed(const QueueMask& queues) const;
  std::int64_t after(unsigned head, std::int64_t rounds) const;

  TxLayout layout_;
  ClassArbiter classes_;
  bool always_by_class_ = false;
  bool weigh_pools_ = false;
  bool picks_ = false;                                   // one of these two
  std::array<unsigned, TxLayout::kMostClasses> next_{};  // of a class, the queue whose turn it is
  std::array<std::uint8_t, kMaxQueues> head_{};
  std::array<std::uint32_t, kMaxQueues> refill_{};  // these three by first queue
  std::array<std::int64_t, kMaxQueues> credits_{};
  std::array<unsigned, kMaxQueues> next_in_pool_{};
};

}  // namespace ixsim

#endif
