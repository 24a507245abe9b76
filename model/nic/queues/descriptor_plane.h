// Selects the next transmit queue where the strategy alone does not decide: the class by turn or by credits,
// within it the pool by weighted round robin, within it the queues in turn.
//
// Weighted round robin: a pool holds credits of 64 bytes and pays with them for what it sends, into debt if
// necessary. The next pool is the first one after the last one served that requests and holds credits. If
// none does, every pool of the class gets its refill, up to twice that, as often as needed for one to hold
// some. A pool without a refill is served when no pool with a refill requests. Without refills all pools take
// turns.
//
// Timing contract: that of the caller. Source: 82598 datasheet, DPMCS; ixgbe_dcb_82599.c; X550 datasheet,
// weighted round robin of pools.
#ifndef IXSIM_NIC_QUEUES_DESCRIPTOR_PLANE_H
#define IXSIM_NIC_QUEUES_DESCRIPTOR_PLANE_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "nic/queues/credit_arbiter.h"
#include "nic/queues/tx_layout.h"

namespace ixsim::nic {

class DescriptorPlane {
 public:
  const TxLayout& layout() const { return layout_; }
  void set_layout(const TxLayout& layout);
  ClassArbiter& classes() { return classes_; }
  const ClassArbiter& classes() const { return classes_; }
  // Sets whether classes that do not share by credits take turns; otherwise the strategy decides.
  void set_always_by_class(bool on) {
    always_by_class_ = on;
    picks_ = always_by_class_ || weighs_pools();
  }
  // Sets whether pools share by their credits (VMPAC). Otherwise their queues take turns with all others of
  // the class.
  void set_weigh_pools(bool on);
  // Sets the credits that a round adds to the pool whose first queue is `queue` (in one class: to its queues
  // of that class).
  void set_refill(unsigned queue, std::uint32_t credits) { refill_[queue] = credits; }
  std::uint32_t refill(unsigned queue) const { return refill_[queue]; }
  std::int64_t credits(unsigned queue) const { return credits_[queue]; }

  // Returns whether this plane selects the queue.
  bool picks() const { return classes_.by_credits() || picks_; }
  // Returns the next queue of those in `requests` (at least one). Changes nothing.
  unsigned choose(const QueueMask& requests) const;
  // Charges for `bytes` granted to the queue.
  void take(const QueueMask& requests, unsigned queue, std::uint32_t bytes);
  void reset();

 private:
  bool weighs_pools() const { return weigh_pools_ && layout_.pooled; }
  // Returns the first queue of its pool and class.
  unsigned head_of(unsigned queue) const { return head_[queue]; }
  std::int64_t rounds_needed(const QueueMask& queues) const;
  std::int64_t after(unsigned head, std::int64_t rounds) const;

  TxLayout layout_;
  ClassArbiter classes_;
  bool always_by_class_ = false;
  bool weigh_pools_ = false;
  bool picks_ = false;                                   // classes always take turns, or pools are weighted
  std::array<unsigned, TxLayout::kMostClasses> next_{};  // next queue to serve, for each class
  std::array<std::uint8_t, kMaxQueues> head_{};
  std::array<std::uint32_t, kMaxQueues> refill_{};  // these three are indexed by the first queue of a pool
  std::array<std::int64_t, kMaxQueues> credits_{};
  std::array<unsigned, kMaxQueues> next_in_pool_{};
};

}  // namespace ixsim::nic

#endif
