// The reference schedulers against examples computed by hand and closed forms.
#include <gtest/gtest.h>

#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.h"
#include "ixsim/error.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"

namespace ixsim::test {
namespace {

QueueMask mask(std::uint64_t low, std::uint64_t high = 0) {
  QueueMask m;
  m.words[0] = low;
  m.words[1] = high;
  return m;
}

struct Recorder : GrantSink {
  std::vector<Grant> grants;
  std::vector<std::uint32_t> length = std::vector<std::uint32_t>(kMaxQueues, 1);
  std::uint32_t granted(const Grant& grant) override {
    grants.push_back(grant);
    return length[grant.queue];
  }
};

TEST(QueueMask, FindsAcrossWordsAndRound) {
  EXPECT_EQ(mask(0).find_round(5), kNoQueue);
  EXPECT_EQ(mask(1).find_round(1), 0U);
  EXPECT_EQ(mask(0, 1).find(3), 64U);
  EXPECT_EQ(mask(0, 1).find(65), kNoQueue);
  EXPECT_EQ(mask(1, std::uint64_t{1} << 63).find_round(64), 127U);
  EXPECT_EQ(mask(0, 1).find(kMaxQueues), kNoQueue);
  QueueMask last;
  last.set(kMaxQueues - 1);
  EXPECT_EQ(last.find_round(0), kMaxQueues - 1);
  EXPECT_EQ(last.find(kMaxQueues - 1), kMaxQueues - 1);
  EXPECT_TRUE((last & QueueMask::all()) == last && last.any() && last != QueueMask());
}

TEST(RoundRobinScheduler, FollowsTheWorkedExample) {
  RoundRobinScheduler scheduler(5);
  Recorder sink;
  const struct {
    std::uint64_t req;
    bool ready;
    unsigned offer;
  } edges[] = {{0b10110, true, 1},  {0b10110, true, 2}, {0b00011, true, 0},        {0b10001, false, 4},
               {0b10101, false, 2}, {0b10001, true, 4}, {0b00000, false, kNoQueue}};
  Time t = 0;
  for (const auto& edge : edges) {
    scheduler.requests(mask(edge.req), t);
    EXPECT_EQ(scheduler.offer(t), edge.offer) << "edge " << t / 6400;
    if (edge.ready) scheduler.ready(t);
    scheduler.advance(t, sink);
    t += 6400;
  }
  ASSERT_EQ(sink.grants.size(), 4U);
  EXPECT_EQ(sink.grants[3].time, 5 * 6400);
}

// Calls may come ahead of time: an offer counts what acts at its edge or before.
TEST(RoundRobinScheduler, OffersWhatRequestsAtTheTimeAsked) {
  RoundRobinScheduler scheduler(3);
  scheduler.requests(mask(4), 2 * 6400);
  scheduler.requests(mask(2), 6400);
  EXPECT_EQ(scheduler.offer(0), kNoQueue);
  EXPECT_EQ(scheduler.offer(6400), 1U);
  EXPECT_EQ(scheduler.offer(2 * 6400), 2U);
  EXPECT_EQ(scheduler.offer(3 * 6400), 2U);
}

TEST(RoundRobinScheduler, ResetVoidsTheTakeAndReturnsToQueueZero) {
  RoundRobinScheduler scheduler(3);
  Recorder sink;
  scheduler.requests(mask(7), 0);
  for (Time t = 0; t < 4; ++t) scheduler.ready(t * 6400);
  scheduler.reset(2 * 6400);  // after ready() of the same edge: order of calls within an edge does not matter
  scheduler.advance(3 * 6400, sink);
  ASSERT_EQ(sink.grants.size(), 3U);
  EXPECT_EQ(sink.grants[1].queue, 1U);
  EXPECT_EQ(sink.grants[2].queue, 0U);
  EXPECT_EQ(sink.grants[2].time, 3 * 6400);
}

TEST(RoundRobinScheduler, RefusesOtherSizesAndThePast) {
  EXPECT_THROW(RoundRobinScheduler(0), InputError);
  EXPECT_NO_THROW(RoundRobinScheduler{kMaxQueues});
  EXPECT_THROW(RoundRobinScheduler{kMaxQueues + 1}, InputError);
  RoundRobinScheduler scheduler(2);
  Recorder sink;
  scheduler.advance(6400, sink);
  EXPECT_THROW(scheduler.ready(6400), std::logic_error);
  EXPECT_THROW(scheduler.ready(12801), std::logic_error);
}

TEST(DeficitRoundRobinScheduler, RefusesLengthsOfNoBitsAndOfTooMany) {
  EXPECT_NO_THROW(DeficitRoundRobinScheduler(4, 1));
  EXPECT_NO_THROW(DeficitRoundRobinScheduler(4, 31));
  EXPECT_THROW(DeficitRoundRobinScheduler(4, 0), InputError);
  EXPECT_THROW(DeficitRoundRobinScheduler(4, 32), InputError);
}

// Takes of the worked example: 1000-byte packets against 64-byte ones, quanta 1518.
TEST(DeficitRoundRobinScheduler, FollowsTheWorkedExample) {
  DeficitRoundRobinScheduler scheduler(2);
  Recorder sink;
  sink.length[0] = 1000;
  sink.length[1] = 64;
  scheduler.set_quantum(0, 1518, 0);
  scheduler.set_quantum(1, 1518, 0);
  scheduler.requests(mask(3), 6400);
  std::vector<std::pair<unsigned, std::int64_t>> expected = {{0, 518}, {0, -482}};
  for (int i = 1; i <= 24; ++i) expected.emplace_back(1, 1518 - 64 * i);
  expected.emplace_back(0, 36);
  expected.emplace_back(0, -964);
  for (int i = 1; i <= 24; ++i) expected.emplace_back(1, 1500 - 64 * i);
  expected.emplace_back(0, -446);
  Time t = 6400;
  for (const auto& [queue, credit] : expected) {
    const Time first = t;
    while (sink.grants.empty() || sink.grants.back().time < first) {
      scheduler.ready(t);
      scheduler.advance(t, sink);
      t += 6400;
      ASSERT_LE(t, first + 2 * 6400);
    }
    EXPECT_EQ(sink.grants.back().queue, queue);
    EXPECT_EQ(scheduler.credit(queue), credit);
  }
  // One take in two edges.
  for (std::size_t i = 1; i < sink.grants.size(); ++i)
    EXPECT_EQ(sink.grants[i].time - sink.grants[i - 1].time, 2 * 6400);
}

TEST(DeficitRoundRobinScheduler, UnusedCreditIsLostAndDebtIsNot) {
  DeficitRoundRobinScheduler scheduler(2);
  Recorder sink;
  sink.length = {100, 100};
  sink.length.resize(kMaxQueues, 1);
  scheduler.set_quantum(0, 1000, 0);
  scheduler.set_quantum(1, 50, 0);
  Time t = 6400;
  const auto take = [&](std::uint64_t req) {
    scheduler.requests(mask(req), t);
    scheduler.ready(t);
    scheduler.advance(t, sink);
    t += 2 * 6400;
    return sink.grants.back().queue;
  };
  EXPECT_EQ(take(3), 0U);
  EXPECT_EQ(scheduler.credit(0), 900);
  EXPECT_EQ(take(2), 1U);  // queue 0 ran empty
  EXPECT_EQ(scheduler.credit(1), -50);
  EXPECT_EQ(take(3), 0U);
  EXPECT_EQ(scheduler.credit(0), 900);  // 1000 - 100: the old 900 was worth nothing
  EXPECT_EQ(take(2), 1U);
  EXPECT_EQ(scheduler.credit(1), -100);  // -50 + 50 - 100
}

TEST(DeficitRoundRobinScheduler, AVisitOutlastsAMomentWithoutRequests) {
  DeficitRoundRobinScheduler scheduler(3);
  Recorder sink;
  for (unsigned q = 0; q < 3; ++q) scheduler.set_quantum(q, 10, 0);
  scheduler.requests(mask(1), 6400);
  scheduler.ready(6400);
  scheduler.requests(mask(0), 2 * 6400);
  scheduler.ready(3 * 6400);
  scheduler.requests(mask(7), 4 * 6400);
  scheduler.ready(4 * 6400);
  scheduler.advance(4 * 6400, sink);
  ASSERT_EQ(sink.grants.size(), 2U);
  EXPECT_EQ(sink.grants[1].queue, 0U);
  EXPECT_EQ(scheduler.credit(0), 8);
}

// Nothing is offered at the edge after a take; the visit goes on at the next one.
TEST(DeficitRoundRobinScheduler, OffersNothingRightAfterATake) {
  DeficitRoundRobinScheduler scheduler(2);
  Recorder sink;
  scheduler.set_quantum(1, 10, 0);
  scheduler.requests(mask(3), 6400);
  scheduler.requests(mask(2), 2 * 6400);
  EXPECT_EQ(scheduler.offer(6400), 0U);
  EXPECT_EQ(scheduler.offer(2 * 6400), 1U);
  scheduler.ready(2 * 6400);
  scheduler.advance(2 * 6400, sink);
  EXPECT_EQ(scheduler.offer(3 * 6400), kNoQueue);
  EXPECT_EQ(scheduler.offer(4 * 6400), 1U);
  // Queue 1 keeps its visit though the pointer stands at queue 0.
  scheduler.requests(mask(3), 4 * 6400);
  EXPECT_EQ(scheduler.offer(4 * 6400), 1U);
}

// A reset ends the visit and takes credits and the writes at its edge, but not the quanta written before.
TEST(DeficitRoundRobinScheduler, AResetKeepsTheQuantaOnly) {
  DeficitRoundRobinScheduler scheduler(2);
  Recorder sink;
  for (const unsigned q : {0u, 1u}) scheduler.set_quantum(q, 10, 0);
  scheduler.requests(mask(2), 6400);
  scheduler.ready(6400);
  scheduler.advance(6400, sink);
  EXPECT_EQ(scheduler.credit(1), 9);
  scheduler.set_quantum(0, 20, 3 * 6400);
  scheduler.reset(3 * 6400);
  scheduler.ready(3 * 6400);
  scheduler.requests(mask(3), 4 * 6400);
  scheduler.ready(4 * 6400);
  scheduler.advance(4 * 6400, sink);
  ASSERT_EQ(sink.grants.size(), 2U);
  EXPECT_EQ(sink.grants[1].queue, 0U);
  EXPECT_EQ(sink.grants[1].time, 4 * 6400);
  EXPECT_EQ(scheduler.credit(0), 9);
  EXPECT_EQ(scheduler.credit(1), 0);
}

TEST(DeficitRoundRobinScheduler, QuantumActsOnVisitsBegunLater) {
  DeficitRoundRobinScheduler scheduler(2);
  Recorder sink;
  scheduler.set_quantum(0, 10, 0);
  scheduler.requests(mask(1), 6400);
  scheduler.ready(6400);
  scheduler.set_quantum(0, 20, 6400);  // the edge of the take: too late for it
  scheduler.advance(6400, sink);
  EXPECT_EQ(scheduler.credit(0), 9);
}

TEST(DeficitRoundRobinScheduler, WritesItsQuantaAnewAfterAReset) {
  using Write = std::tuple<unsigned, std::uint32_t, Time>;
  struct Follower : QuantumObserver {
    std::vector<Write> writes;
    void quantum_written(unsigned queue, std::uint32_t bytes, Time time) override {
      writes.emplace_back(queue, bytes, time / 6400);
    }
  } follower;
  DeficitRoundRobinScheduler scheduler(3, {{"quantum", {10, 20}}});
  scheduler.set_quantum_observer(&follower);
  Recorder sink;
  scheduler.requests(mask(7), 0);
  for (Time edge = 0; edge < 12; ++edge) scheduler.ready(edge * 6400);
  scheduler.reset(6400);
  EXPECT_EQ(follower.writes, (std::vector<Write>{{0, 10, 2}, {1, 20, 3}, {2, 10, 4}}));
  // Queue 0 is taken at the edge of its write, which the visit does not see: it has a quantum of 0.
  scheduler.advance(2 * 6400, sink);
  ASSERT_EQ(sink.grants.size(), 2U);
  EXPECT_EQ(sink.grants[1].queue, 0U);
  EXPECT_EQ(scheduler.credit(0), -1);
  scheduler.advance(4 * 6400, sink);
  EXPECT_EQ(scheduler.credit(1), 19);
  scheduler.reset(13 * 6400);
  EXPECT_EQ(follower.writes.size(), 6U);
  EXPECT_EQ(follower.writes.back(), Write(2, 10, 16));
}

TEST(DeficitRoundRobinScheduler, DebtStopsAtTheLimit) {
  DeficitRoundRobinScheduler scheduler(2, 4);
  Recorder sink;
  sink.length[0] = 15;
  scheduler.requests(mask(1), 0);
  for (Time t = 0; t < 10; ++t) scheduler.ready(t * 6400);
  scheduler.advance(10 * 6400, sink);
  EXPECT_EQ(sink.grants.size(), 5U);  // a quantum of 0 still sends one unit a visit
  EXPECT_EQ(scheduler.credit(0), -16);
  EXPECT_NO_THROW(scheduler.set_quantum(0, 15, 11 * 6400));
  EXPECT_THROW(scheduler.set_quantum(0, 16, 11 * 6400), InputError);
  EXPECT_THROW(scheduler.set_quantum(2, 1, 11 * 6400), InputError);
}

TEST(DeficitRoundRobinScheduler, IsMadeOfQuantaUpToTheLongestGrant) {
  EXPECT_NO_THROW(deficit_round_robin_scheduler(4, {1, kLongestGrant}));
  EXPECT_THROW(deficit_round_robin_scheduler(4, {}), InputError);
  EXPECT_THROW(deficit_round_robin_scheduler(4, {1, 0}), InputError);
  EXPECT_THROW(deficit_round_robin_scheduler(4, {1, kLongestGrant + 1}), InputError);
}

// |S_j / q_j - S_k / q_k| <= 1 + (Lmax - 1)(1 / q_j + 1 / q_k), over every prefix, in integers.
TEST(DeficitRoundRobinScheduler, BytesFollowTheQuanta) {
  struct RandomLengths : GrantSink {
    Random random{7};
    std::int64_t sum[3] = {0, 0, 0};
    std::uint32_t granted(const Grant& grant) override {
      const auto bytes = static_cast<std::uint32_t>(random.between(1, 1518));
      sum[grant.queue] += bytes;
      return bytes;
    }
  } sink;
  DeficitRoundRobinScheduler scheduler(3);
  const std::int64_t quanta[3] = {1518, 3036, 4000};
  for (unsigned q = 0; q < 3; ++q) scheduler.set_quantum(q, static_cast<std::uint32_t>(quanta[q]), 0);
  scheduler.requests(mask(7), 6400);
  for (Time edge = 1; edge < 20'000; ++edge) {
    scheduler.ready(edge * 6400);
    scheduler.advance(edge * 6400, sink);
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < j; ++k)
        ASSERT_LE(std::abs(sink.sum[j] * quanta[k] - sink.sum[k] * quanta[j]),
                  quanta[j] * quanta[k] + 1517 * (quanta[j] + quanta[k]));
  }
}

}  // namespace
}  // namespace ixsim::test
