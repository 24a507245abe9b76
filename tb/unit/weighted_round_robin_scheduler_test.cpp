// Weighted round robin against closed forms: shares, order, bounds of waiting, reset.
#include "nic/queues/weighted_round_robin_scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "ixsim/error.h"
#include "nic/queues/round_robin_scheduler.h"

namespace ixsim::test {
namespace {

using Weights = std::vector<std::int64_t>;

QueueMask first(unsigned queues) {
  QueueMask mask;
  for (unsigned q = 0; q < queues; ++q) mask.set(q);
  return mask;
}

struct Recorder : GrantSink {
  std::vector<unsigned> queues;
  std::uint32_t granted(const Grant& grant) override {
    queues.push_back(grant.queue);
    return 64;
  }
};

struct Bench {
  Bench(unsigned queues, const Weights& weights) : scheduler(queues, {{"weights", weights}}) {}
  // One edge; returns the queue taken, or kNoQueue.
  unsigned edge(const QueueMask& requests, bool ready = true, bool reset = false) {
    const Time now = kMacClock.time(cycle++);
    const std::size_t before = sink.queues.size();
    scheduler.requests(requests, now);
    if (ready) scheduler.ready(now);
    if (reset) scheduler.reset(now);
    scheduler.advance(now, sink);
    return sink.queues.size() == before ? kNoQueue : sink.queues.back();
  }
  WeightedRoundRobinScheduler scheduler;
  Recorder sink;
  std::int64_t cycle = 0;
};

TEST(WeightedRoundRobinScheduler, ServesARoundInTheOrderOfNumbers) {
  Bench b(3, {2, 1, 3});
  for (int i = 0; i < 14; ++i) b.edge(first(3));
  EXPECT_EQ(b.sink.queues, (std::vector<unsigned>{0, 0, 1, 2, 2, 2, 0, 0, 1, 2, 2, 2, 0, 0}));
}

// With n_j grants of a backlogged queue of weight w_j: |n_j w_k - n_k w_j| <= w_j w_k over every prefix, and
// 0 at the end of each round.
TEST(WeightedRoundRobinScheduler, SharesOfBackloggedQueuesAreTheWeights) {
  for (const Weights& weights : {Weights{1}, Weights{1, 2, 3, 7}, Weights{5, 1}, Weights{13, 4, 4, 1, 9}}) {
    constexpr unsigned kQueues = 10;
    Bench b(kQueues, weights);
    const auto weight = [&](unsigned queue) { return weights[queue % weights.size()]; };
    std::vector<std::int64_t> grants(kQueues);
    std::int64_t round = 0;
    for (unsigned q = 0; q < kQueues; ++q) round += weight(q);
    for (std::int64_t i = 1; i <= 20 * round; ++i) {
      ++grants.at(b.edge(first(kQueues)));
      for (unsigned j = 0; j < kQueues; ++j) {
        for (unsigned k = 0; k < j; ++k) {
          const std::int64_t apart = std::abs(grants[j] * weight(k) - grants[k] * weight(j));
          ASSERT_LE(apart, i % round == 0 ? 0 : weight(j) * weight(k));
        }
      }
    }
  }
}

// Between two grants of a queue that continues to request, another queue gets at most one visit.
TEST(WeightedRoundRobinScheduler, SkipsNoQueueThatRequests) {
  constexpr unsigned kQueues = 7;
  const Weights weights{3, 1, 6};
  const auto weight = [&](unsigned queue) { return weights[queue % weights.size()]; };
  Bench b(kQueues, weights);
  Random random(5);
  std::vector<std::vector<std::int64_t>> while_waiting(kQueues, std::vector<std::int64_t>(kQueues));
  std::int64_t taken = 0, longest = 0;
  for (int i = 0; i < 50'000; ++i) {
    QueueMask requests;
    for (unsigned q = 0; q < kQueues; ++q) requests.put(q, random.chance(9, 10));
    const unsigned queue = b.edge(requests, random.chance(3, 4));
    for (unsigned q = 0; q < kQueues; ++q) {
      std::vector<std::int64_t>& others = while_waiting[q];
      if (!requests.test(q) || queue == q) std::fill(others.begin(), others.end(), 0);
      if (queue == kNoQueue || queue == q || !requests.test(q)) continue;
      ASSERT_LE(++others[queue], weight(queue)) << "queue " << queue << " while " << q << " waits";
      longest = std::max(longest, others[queue]);
    }
    if (queue == kNoQueue) continue;
    ASSERT_TRUE(requests.test(queue));
    ++taken;
  }
  EXPECT_GT(taken, 30'000);
  EXPECT_EQ(longest, 6);  // the bound is met
}

TEST(WeightedRoundRobinScheduler, GrantsNothingWithoutReadinessOrRequests) {
  Bench b(2, {4});
  EXPECT_EQ(b.edge(first(2), false), kNoQueue);
  EXPECT_EQ(b.edge(QueueMask()), kNoQueue);
  EXPECT_EQ(b.edge(first(2)), 0u);
}

TEST(WeightedRoundRobinScheduler, AVisitOutlastsAPauseAndIsLostToAnotherQueue) {
  Bench b(3, {3});
  QueueMask second;
  second.set(1);
  EXPECT_EQ(b.edge(first(3)), 0u);
  EXPECT_EQ(b.edge(QueueMask()), kNoQueue);
  EXPECT_EQ(b.edge(first(3)), 0u);  // the second of three
  EXPECT_EQ(b.edge(second), 1u);    // the third is lost
  EXPECT_EQ(b.edge(first(3)), 1u);
  EXPECT_EQ(b.edge(first(3)), 1u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(b.edge(first(3)), 2u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(b.edge(first(3)), 0u);  // a whole visit again
  EXPECT_EQ(b.edge(first(3)), 1u);
}

TEST(WeightedRoundRobinScheduler, ResetVoidsTheTakeAndBeginsWithQueueZero) {
  Bench b(3, {2});
  for (int i = 0; i < 3; ++i) b.edge(first(3));
  EXPECT_EQ(b.edge(first(3), true, true), kNoQueue);  // in the visit of queue 1
  for (const unsigned queue : {0u, 0u, 1u, 1u, 2u, 2u, 0u}) EXPECT_EQ(b.edge(first(3)), queue);
}

// Each reset is followed by a report of the weights, a queue an edge, to an observer if there is one.
TEST(WeightedRoundRobinScheduler, ReportsItsWeightsAfterAReset) {
  using Write = std::tuple<unsigned, std::uint32_t, Time>;
  struct Follower : QuantumObserver {
    std::vector<Write> writes;
    void quantum_written(unsigned queue, std::uint32_t worth, Time time) override {
      writes.emplace_back(queue, worth, time);
    }
  } follower;
  WeightedRoundRobinScheduler scheduler(3, {{"weights", {20, 7}}});
  scheduler.reset(kMacClock.time(1));
  scheduler.set_quantum_observer(&follower);
  EXPECT_TRUE(follower.writes.empty());
  scheduler.reset(kMacClock.time(5));
  const auto edge = [](std::int64_t number) { return kMacClock.time(number); };
  EXPECT_EQ(follower.writes, (std::vector<Write>{{0, 20, edge(6)}, {1, 7, edge(7)}, {2, 20, edge(8)}}));
  scheduler.set_quantum_observer(nullptr);
  scheduler.reset(kMacClock.time(20));
  EXPECT_EQ(follower.writes.size(), 3u);
}

TEST(WeightedRoundRobinScheduler, WithWeightsOfOneIsRoundRobin) {
  constexpr unsigned kQueues = 100;
  Bench b(kQueues, {1});
  RoundRobinScheduler plain(kQueues);
  Recorder expected;
  Random random(9);
  for (int i = 0; i < 20'000; ++i) {
    const Time now = kMacClock.time(b.cycle);
    QueueMask requests;
    for (unsigned q = 0; q < kQueues; ++q) requests.put(q, random.chance(1, i % 3 == 0 ? 50 : 3));
    const bool ready = random.chance(2, 3), reset = random.chance(1, 200);
    plain.requests(requests, now);
    if (ready) plain.ready(now);
    if (reset) plain.reset(now);
    plain.advance(now, expected);
    b.edge(requests, ready, reset);
    ASSERT_EQ(b.sink.queues.size(), expected.queues.size()) << i;
  }
  EXPECT_EQ(b.sink.queues, expected.queues);
  EXPECT_GT(expected.queues.size(), 10'000u);
}

TEST(WeightedRoundRobinScheduler, RefusesOtherSizes) {
  EXPECT_NO_THROW(Bench(1, {1}));
  EXPECT_NO_THROW(Bench(kMaxQueues, {1}));
  EXPECT_THROW(Bench(kMaxQueues + 1, {1}), InputError);
  EXPECT_THROW(Bench(0, {1}), InputError);
  EXPECT_NO_THROW(weighted_round_robin_scheduler(4, {1, 1'000'000}));
  EXPECT_THROW(weighted_round_robin_scheduler(4, {}), InputError);
  EXPECT_THROW(weighted_round_robin_scheduler(4, {1, 0}), InputError);
  EXPECT_THROW(weighted_round_robin_scheduler(4, {1, 1'000'001}), InputError);
}

}  // namespace
}  // namespace ixsim::test
