// The plane that selects transmit queues against a reference: pools by weighted round robin, their queues in
// turn, and queues in turn where pools are not weighted. The reference refills pools one by one, as the rule
// is written. Source: 82598 datasheet, DPMCS; X550 datasheet, weighted round robin of pools.
#include "nic/queues/descriptor_plane.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.h"

namespace ixsim::test {
namespace {

constexpr std::uint32_t kClasses = 1, kPools = 2;  // MTQC.RT_ENA and VT_ENA
constexpr unsigned kQueues = 128, kMostPools = 64;

// Queues of one class, in pools of `per_pool` consecutive ring numbers.
class PoolsByWeight {
 public:
  explicit PoolsByWeight(unsigned per_pool) : per_pool_(per_pool) {}

  void set_refill(unsigned pool, std::int64_t credits) { refill_[pool] = credits; }
  std::int64_t credits(unsigned pool) const { return credits_[pool]; }

  unsigned take(const std::vector<unsigned>& asking, std::uint32_t bytes) {
    const unsigned pool = next_pool(asking);
    const unsigned queue = next_queue(asking, pool);
    if (refill_[pool] != 0) credits_[pool] -= (bytes + 63) / 64;
    last_pool_ = pool;
    last_queue_[pool] = queue;
    return queue;
  }

 private:
  bool asks(const std::vector<unsigned>& asking, unsigned pool) const {
    return std::any_of(asking.begin(), asking.end(),
                       [&](unsigned queue) { return queue / per_pool_ == pool; });
  }
  unsigned next_pool(const std::vector<unsigned>& asking) {
    const unsigned pools = kQueues / per_pool_;
    unsigned first = pools;
    bool can = false;
    for (unsigned i = 1; i <= pools; ++i) {
      const unsigned pool = (last_pool_ + i) % pools;
      if (!asks(asking, pool)) continue;
      if (first == pools) first = pool;
      can |= refill_[pool] != 0 || credits_[pool] > 0;
    }
    if (!can) return first;
    while (true) {
      for (unsigned i = 1; i <= pools; ++i) {
        const unsigned pool = (last_pool_ + i) % pools;
        if (asks(asking, pool) && credits_[pool] > 0) return pool;
      }
      for (unsigned pool = 0; pool < pools; ++pool)
        credits_[pool] =
            std::min(credits_[pool] + refill_[pool], std::max(credits_[pool], 2 * refill_[pool]));
    }
  }
  unsigned next_queue(const std::vector<unsigned>& asking, unsigned pool) const {
    const auto last = last_queue_.find(pool);
    unsigned best = kQueues, distance = kQueues;
    for (const unsigned queue : asking) {
      if (queue / per_pool_ != pool) continue;
      const unsigned from = last == last_queue_.end() ? 0 : last->second + 1;
      const unsigned far = (queue + kQueues - from) % kQueues;
      if (far < distance) std::tie(best, distance) = std::pair(queue, far);
    }
    return best;
  }

  unsigned per_pool_;
  unsigned last_pool_ = kQueues - 1;  // pool 0 comes first, however many there are
  std::array<std::int64_t, kMostPools> refill_{}, credits_{};
  std::map<unsigned, unsigned> last_queue_;
};

struct Case {
  std::uint32_t mtqc;
  unsigned per_pool;
};

TEST(DescriptorPlane, SharesClassesAmongPoolsByTheirRefills) {
  for (const Case& c : {Case{kPools | 1 << 2, 2}, Case{kPools | 2 << 2, 4},
                        Case{kClasses | kPools | 2 << 2, 4}, Case{kClasses | kPools | 3 << 2, 8}}) {
    const TxLayout layout = tx_layout_of(c.mtqc, kQueues, kMostPools);
    Random random(c.mtqc);
    DescriptorPlane plane;
    plane.set_layout(layout);
    plane.set_weigh_pools(true);
    ASSERT_TRUE(plane.picks());
    std::vector<PoolsByWeight> classes(layout.classes, PoolsByWeight(c.per_pool));
    const unsigned pools = kQueues / c.per_pool;
    const auto head = [&](unsigned pool, unsigned number) {
      return pool * c.per_pool + (layout.classes == 1 ? 0 : number);
    };
    for (unsigned step = 0; step < 8'000; ++step) {
      const auto number = static_cast<unsigned>(random.below(layout.classes));
      PoolsByWeight& expected = classes[number];
      if (step % 500 == 0) {
        for (unsigned pool = 0; pool < pools; ++pool) {
          const auto refill = static_cast<std::uint32_t>(random.chance(1, 4) ? 0 : 1 + random.below(40));
          plane.set_refill(head(pool, number), refill);
          expected.set_refill(pool, refill);
        }
      }
      // Few pools ask, mostly, as otherwise all would be served for their turn.
      QueueMask requests;
      std::vector<unsigned> asking;
      const auto first = static_cast<unsigned>(random.below(kQueues));
      for (unsigned queue = 0; queue < kQueues; ++queue) {
        const bool near = (queue + kQueues - first) % kQueues < 4 * c.per_pool;
        if (layout.class_of[queue] != number || !random.chance(near ? 3 : 1, near ? 4 : 40)) continue;
        requests.set(queue);
        asking.push_back(queue);
      }
      if (asking.empty()) continue;
      const auto bytes = static_cast<std::uint32_t>(60 + random.below(random.chance(1, 8) ? 16'000 : 1'500));
      const unsigned chosen = plane.choose(requests);
      ASSERT_EQ(chosen, expected.take(asking, bytes)) << "MTQC " << c.mtqc << " step " << step;
      plane.take(requests, chosen, bytes);
      for (unsigned pool = 0; pool < pools; ++pool)
        ASSERT_EQ(plane.credits(head(pool, number)), expected.credits(pool)) << pool << " step " << step;
    }
  }
}

TEST(DescriptorPlane, ServesQueuesInTurnWithoutWeights) {
  DescriptorPlane plane;
  plane.set_layout(tx_layout_of(kPools | 1 << 2, kQueues, kMostPools));
  EXPECT_FALSE(plane.picks());
  plane.set_always_by_class(true);
  EXPECT_TRUE(plane.picks());
  QueueMask requests;
  for (const unsigned queue : {1u, 2u, 3u, 90u}) requests.set(queue);
  for (const unsigned queue : {1u, 2u, 3u, 90u, 1u}) {
    EXPECT_EQ(plane.choose(requests), queue);
    plane.take(requests, queue, 1'000);
    EXPECT_EQ(plane.credits(queue), 0) << "nothing is paid";
  }
  plane.set_layout(tx_layout_of(kPools | 2 << 2, kQueues, kMostPools));
  EXPECT_TRUE(plane.picks());
}

TEST(DescriptorPlane, PicksWhereClassesTakeTurnsOrPayOrPoolsAreWeighed) {
  const TxLayout pools = tx_layout_of(kPools | 1 << 2, kQueues, kMostPools);
  const TxLayout none = tx_layout_of(0, kQueues, kMostPools);
  DescriptorPlane plane;
  EXPECT_FALSE(plane.picks());
  plane.set_weigh_pools(true);
  EXPECT_FALSE(plane.picks()) << "no pools";
  plane.set_layout(pools);
  EXPECT_TRUE(plane.picks());
  plane.set_layout(none);
  EXPECT_FALSE(plane.picks());
  plane.set_layout(pools);
  plane.set_weigh_pools(false);
  EXPECT_FALSE(plane.picks());
  plane.classes().set_by_credits(true);
  EXPECT_TRUE(plane.picks());
  plane.classes().set_by_credits(false);
  EXPECT_FALSE(plane.picks());
  plane.set_always_by_class(true);
  EXPECT_TRUE(plane.picks());
  plane.set_layout(none);
  EXPECT_TRUE(plane.picks());
  plane.set_always_by_class(false);
  EXPECT_FALSE(plane.picks());
}

// The queues that are left over, 126 and 127 of 128 in three pools, have separate credits.
TEST(DescriptorPlane, QueuesOfNoPoolPayForThemselves) {
  DescriptorPlane plane;
  plane.set_layout(tx_layout_of(kPools | 1 << 2, kQueues, 3));
  plane.set_weigh_pools(true);
  plane.set_refill(126, 5);
  plane.set_refill(127, 9);
  QueueMask requests;
  for (const unsigned queue : {126u, 127u}) requests.set(queue);
  EXPECT_EQ(plane.choose(requests), 126u);
  plane.take(requests, 126, 640);
  EXPECT_EQ(plane.credits(126), 5 - 10);
  EXPECT_EQ(plane.credits(127), 9);
  EXPECT_EQ(plane.choose(requests), 127u);
  plane.take(requests, 127, 64);
  EXPECT_EQ(plane.credits(126), 5 - 10);
  EXPECT_EQ(plane.credits(127), 9 - 1);
}

TEST(DescriptorPlane, ForgetsTurnsRefillsAndCreditsAtAReset) {
  const TxLayout layout = tx_layout_of(kPools | 2 << 2, kQueues, kMostPools);
  DescriptorPlane plane;
  plane.set_layout(layout);
  plane.set_weigh_pools(true);
  QueueMask requests;
  for (const unsigned queue : {0u, 1u, 2u, 8u, 9u}) requests.set(queue);
  const auto use = [&] {
    plane.set_refill(0, 10);
    plane.set_refill(8, 1);
    for (unsigned i = 0; i < 3; ++i) plane.take(requests, plane.choose(requests), 250);
    // 250 bytes are four credits. Pool 0 sends twice of its ten, pool 2 once of its one.
    EXPECT_EQ(plane.credits(0), 10 - 2 * 4);
    EXPECT_EQ(plane.credits(8), 1 - 4);
  };
  use();
  plane.set_weigh_pools(true);  // the same as before
  EXPECT_EQ(plane.credits(0), 2);
  EXPECT_EQ(plane.credits(8), -3);
  plane.reset();
  for (const unsigned queue : {0u, 8u}) {
    EXPECT_EQ(plane.refill(queue), 0u);
    EXPECT_EQ(plane.credits(queue), 0);
  }
  EXPECT_EQ(plane.choose(requests), 0u);
  // So do credits and turns where the layout changes, and credits where weights begin to count.
  use();
  plane.set_weigh_pools(false);
  plane.set_weigh_pools(true);
  EXPECT_EQ(plane.credits(0), 0);
  EXPECT_EQ(plane.credits(8), 0);
  use();
  plane.set_layout(layout);
  EXPECT_EQ(plane.credits(0), 0);
  EXPECT_EQ(plane.credits(8), 0);
  EXPECT_EQ(plane.choose(requests), 0u);
}

}  // namespace
}  // namespace ixsim::test
