// Classes and pools of transmit queues against the tables of the datasheet, written as patterns of queue
// numbers.
#include "nic/queues/tx_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ixsim::test {
namespace {

constexpr std::uint32_t kClasses = 1, kPools = 2;  // RT_ENA, VT_ENA

// "110xxxx": bit 6 on the left.
bool matches(const std::string& pattern, unsigned queue) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char bit = (queue >> (pattern.size() - 1 - i) & 1) != 0 ? '1' : '0';
    if (pattern[i] != 'x' && pattern[i] != bit) return false;
  }
  return true;
}

void expect_classes(const TxLayout& layout, const std::vector<std::string>& patterns) {
  EXPECT_EQ(layout.classes, patterns.size());
  for (unsigned queue = 0; queue < 128; ++queue) {
    unsigned found = 0;
    for (unsigned number = 0; number < patterns.size(); ++number) {
      if (!matches(patterns[number], queue)) continue;
      EXPECT_EQ(layout.class_of[queue], number) << queue;
      ++found;
    }
    ASSERT_EQ(found, 1u) << queue;
  }
}

void expect_pools(const TxLayout& layout, unsigned pools, unsigned queues) {
  for (unsigned queue = 0; queue < 128; ++queue)
    EXPECT_EQ(layout.pool_of(queue), pools == 0 ? -1 : static_cast<int>(queue / queues)) << queue;
  if (pools != 0) {
    EXPECT_EQ(layout.pools, pools);
    EXPECT_EQ(layout.queues_of_pool, queues);
  }
}

TEST(TxLayout, WithoutClassesAndPools) {
  const TxLayout layout = tx_layout_of(0, 128, 64);
  expect_classes(layout, {"xxxxxxx"});
  expect_pools(layout, 0, 0);
}

TEST(TxLayout, Pools) {
  const TxLayout many = tx_layout_of(kPools | 1 << 2, 128, 64);
  expect_classes(many, {"xxxxxxx"});
  expect_pools(many, 64, 2);
  const TxLayout few = tx_layout_of(kPools | 2 << 2, 128, 64);
  expect_classes(few, {"xxxxxxx"});
  expect_pools(few, 32, 4);
}

TEST(TxLayout, Classes) {
  const TxLayout four = tx_layout_of(kClasses | 2 << 2, 128, 64);
  expect_classes(four, {"0xxxxxx", "10xxxxx", "110xxxx", "111xxxx"});
  expect_pools(four, 0, 0);
  const TxLayout eight = tx_layout_of(kClasses | 3 << 2, 128, 64);
  expect_classes(eight,
                 {"00xxxxx", "01xxxxx", "100xxxx", "101xxxx", "1100xxx", "1101xxx", "1110xxx", "1111xxx"});
  expect_pools(eight, 0, 0);
}

TEST(TxLayout, ClassesOfPools) {
  const TxLayout four = tx_layout_of(kClasses | kPools | 2 << 2, 128, 64);
  expect_classes(four, {"xxxxx00", "xxxxx01", "xxxxx10", "xxxxx11"});
  expect_pools(four, 32, 4);
  const TxLayout eight = tx_layout_of(kClasses | kPools | 3 << 2, 128, 64);
  expect_classes(eight,
                 {"xxxx000", "xxxx001", "xxxx010", "xxxx011", "xxxx100", "xxxx101", "xxxx110", "xxxx111"});
  expect_pools(eight, 16, 8);
}

// Not valid: no classes, and pools as many as there are.
TEST(TxLayout, OtherCombinations) {
  for (const std::uint32_t number : {0u, 1u}) {
    expect_classes(tx_layout_of(kClasses | number << 2, 128, 64), {"xxxxxxx"});
    expect_classes(tx_layout_of(kClasses | kPools | number << 2, 128, 64), {"xxxxxxx"});
    expect_pools(tx_layout_of(kClasses | kPools | number << 2, 128, 64), 64, 2);
  }
  expect_pools(tx_layout_of(kPools, 128, 64), 64, 2);
  expect_pools(tx_layout_of(kPools | 3 << 2, 128, 64), 64, 2);
}

// For every size, each queue belongs to one class, and the queue sets of the classes agree.
TEST(TxLayout, EverySize) {
  for (std::uint32_t mtqc = 0; mtqc < 16; ++mtqc) {
    for (unsigned queues = 1; queues <= 128; ++queues) {
      for (const unsigned pools : {1u, 3u, 8u, 64u}) {
        if (pools > queues) continue;
        const TxLayout layout = tx_layout_of(mtqc, queues, pools);
        for (unsigned queue = 0; queue < queues; ++queue) {
          ASSERT_LT(layout.class_of[queue], layout.classes);
          ASSERT_LT(layout.pool_of(queue), static_cast<int>(pools));
          for (unsigned i = 0; i < 8; ++i)
            ASSERT_EQ(layout.queues_of[i].test(queue), layout.class_of[queue] == i) << mtqc << ' ' << queues;
        }
        for (unsigned queue = queues; queue < 128; ++queue) {
          for (unsigned i = 0; i < 8; ++i) ASSERT_FALSE(layout.queues_of[i].test(queue));
        }
      }
    }
  }
}

TEST(TxLayout, Fours) {
  const TxLayout layout = tx_layout_in_groups(32);
  EXPECT_EQ(layout.classes, 8u);
  for (unsigned queue = 0; queue < 32; ++queue) {
    EXPECT_EQ(layout.class_of[queue], queue >> 2);
    EXPECT_EQ(layout.pool_of(queue), -1);
  }
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(layout.queues_of[i].words[0], std::uint64_t{0xf} << 4 * i) << i;
  const TxLayout small = tx_layout_in_groups(4);
  EXPECT_EQ(small.classes, 8u);
  EXPECT_EQ(small.queues_of[0].words[0], 0xfu);
  for (unsigned i = 1; i < 8; ++i) EXPECT_FALSE(small.queues_of[i].any()) << i;
}

TEST(TxLayout, ClassesOfASetOfQueues) {
  QueueMask queues;
  EXPECT_EQ(tx_layout_in_groups(32).classes_of(queues), 0u);
  for (const unsigned queue : {3u, 4u, 5u, 28u}) queues.set(queue);
  EXPECT_EQ(tx_layout_in_groups(32).classes_of(queues), 0x83u);
  queues.set(127);
  EXPECT_EQ(tx_layout_of(kClasses | 3 << 2, 128, 64).classes_of(queues), 0x81u);
}

// A device with fewer queues divides them as the 82599 does: the first queue of each class.
TEST(TxLayout, FewerQueuesInTheSameProportions) {
  struct Case {
    unsigned queues;
    std::uint32_t mtqc;
    std::vector<unsigned> first;
  };
  for (const Case& c : {Case{64, kClasses | 2 << 2, {0, 32, 48, 56}},
                        {64, kClasses | 3 << 2, {0, 16, 32, 40, 48, 52, 56, 60}},
                        {32, kClasses | 2 << 2, {0, 16, 24, 28}},
                        {32, kClasses | 3 << 2, {0, 8, 16, 20, 24, 26, 28, 30}}}) {
    const TxLayout layout = tx_layout_of(c.mtqc, c.queues, 8);
    ASSERT_EQ(layout.classes, c.first.size());
    unsigned number = 0;
    for (unsigned queue = 0; queue < c.queues; ++queue) {
      if (number + 1 < c.first.size() && queue == c.first[number + 1]) ++number;
      EXPECT_EQ(layout.class_of[queue], number) << queue << " of " << c.queues;
    }
  }
}

// Not more pools than the device has; queues that are left over have none.
TEST(TxLayout, FewerPools) {
  struct Case {
    std::uint32_t mtqc;
    unsigned queues, pools, expected_pools, queues_of_pool;
  };
  for (const Case& c : {Case{kPools | 1 << 2, 16, 8, 8, 2},
                        {kPools | 2 << 2, 16, 8, 8, 2},
                        {kPools | 2 << 2, 128, 40, 32, 4},
                        {kPools | 1 << 2, 128, 3, 3, 42},
                        {kPools | 1 << 2, 100, 64, 64, 1}}) {
    const TxLayout layout = tx_layout_of(c.mtqc, c.queues, c.pools);
    EXPECT_EQ(layout.pools, c.expected_pools);
    EXPECT_EQ(layout.queues_of_pool, c.queues_of_pool);
    for (unsigned queue = 0; queue < c.queues; ++queue) {
      const unsigned pool = queue / c.queues_of_pool;
      EXPECT_EQ(layout.pool_of(queue), pool < c.expected_pools ? static_cast<int>(pool) : -1)
          << queue << " of " << c.queues;
    }
  }
}

// More queues than the 82598 has: an eighth for each class, rounded up, so the last class may have fewer.
TEST(TxLayout, EighthsOfMoreQueues) {
  for (const auto& [queues, of_class] : {std::pair{33u, 5u}, {40u, 5u}, {100u, 13u}, {128u, 16u}}) {
    const TxLayout layout = tx_layout_in_groups(queues);
    EXPECT_EQ(layout.classes, 8u);
    for (unsigned queue = 0; queue < queues; ++queue) {
      ASSERT_EQ(layout.class_of[queue], queue / of_class) << queues;
      ASSERT_LT(layout.class_of[queue], 8u);
      ASSERT_TRUE(layout.queues_of[queue / of_class].test(queue));
    }
  }
}

}  // namespace
}  // namespace ixsim::test
