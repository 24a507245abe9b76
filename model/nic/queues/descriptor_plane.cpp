// Selects the class, then the pool, then the queue.
#include "nic/queues/descriptor_plane.h"

#include <algorithm>

namespace ixsim::nic {
namespace {

// Calls visit(queue) for each queue, starting at `from` and wrapping, until it returns true.
template <typename Visit>
void go_round(const QueueMask& queues, unsigned from, Visit visit) {
  QueueMask left = queues;
  for (unsigned queue = left.find_round(from); queue != kNoQueue; queue = left.find_round(queue)) {
    if (visit(queue)) return;
    left.clear(queue);
  }
}

}  // namespace

void DescriptorPlane::set_layout(const TxLayout& layout) {
  layout_ = layout;
  std::array<int, TxLayout::kMostClasses> pool{};
  std::array<unsigned, TxLayout::kMostClasses> head{};
  pool.fill(-2);
  for (unsigned queue = 0; queue < kMaxQueues; ++queue) {
    const unsigned number = layout.class_of[queue];
    // Those of no pool are for themselves.
    if (layout.pool_of(queue) != pool[number] || pool[number] < 0) head[number] = queue;
    pool[number] = layout.pool_of(queue);
    head_[queue] = static_cast<std::uint8_t>(head[number]);
  }
  next_ = {};
  next_in_pool_ = {};
  credits_ = {};
  set_always_by_class(always_by_class_);
}

void DescriptorPlane::set_weigh_pools(bool on) {
  if (on != weigh_pools_) credits_ = {};
  weigh_pools_ = on;
  set_always_by_class(always_by_class_);
}

void DescriptorPlane::reset() {
  classes_.reset();
  refill_ = {};
  credits_ = {};
  next_ = {};
  next_in_pool_ = {};
}

// Returns how many refills all need for a requesting pool to hold credits; 0 if one holds credits, and if
// none ever can.
std::int64_t DescriptorPlane::rounds_needed(const QueueMask& queues) const {
  std::int64_t rounds = -1;
  go_round(queues, 0, [&](unsigned queue) {
    const unsigned head = head_of(queue);
    const std::int64_t refill = refill_[head];
    const std::int64_t needed = credits_[head] > 0 ? 0 : refill == 0 ? -1 : 1 - credits_[head] / refill;
    if (needed >= 0 && (rounds < 0 || needed < rounds)) rounds = needed;
    return rounds == 0;
  });
  return std::max<std::int64_t>(rounds, 0);
}

std::int64_t DescriptorPlane::after(unsigned head, std::int64_t rounds) const {
  const std::int64_t refill = refill_[head];
  return std::min(credits_[head] + rounds * refill, std::max(credits_[head], 2 * refill));
}

unsigned DescriptorPlane::choose(const QueueMask& requests) const {
  const unsigned number = classes_.choose(layout_.classes_of(requests));
  const QueueMask queues = requests & layout_.queues_of[number];
  if (!weighs_pools()) return queues.find_round(next_[number]);
  const std::int64_t rounds = rounds_needed(queues);
  unsigned found = queues.find_round(next_[number]);
  go_round(queues, next_[number], [&](unsigned queue) {
    if (after(head_of(queue), rounds) <= 0) return false;
    found = queue;
    return true;
  });
  // Its pool's queues take turns.
  const unsigned head = head_of(found);
  go_round(queues, next_in_pool_[head], [&](unsigned queue) {
    if (head_of(queue) != head) return false;
    found = queue;
    return true;
  });
  return found;
}

void DescriptorPlane::take(const QueueMask& requests, unsigned queue, std::uint32_t bytes) {
  const unsigned number = layout_.class_of[queue];
  classes_.take(layout_.classes_of(requests), number, bytes);
  next_[number] = queue + 1;
  if (!weighs_pools()) return;
  const std::int64_t rounds = rounds_needed(requests & layout_.queues_of[number]);
  go_round(layout_.queues_of[number], 0, [&](unsigned other) {
    if (rounds != 0 && head_of(other) == other) credits_[other] = after(other, rounds);
    return false;
  });
  const unsigned head = head_of(queue);
  if (refill_[head] != 0) credits_[head] -= (bytes + CreditArbiter::kUnit - 1) / CreditArbiter::kUnit;
  next_in_pool_[head] = queue + 1;
  // The next pool's turn.
  const int pool = layout_.pool_of(queue);
  if (pool >= 0) next_[number] = (static_cast<unsigned>(pool) + 1) * layout_.queues_of_pool;
}

}  // namespace ixsim::nic
