// A transmit queue that cannot send is skipped. It is disabled, lacks the end of its packet, is disabled
// within a backlog, or has a ring outside memory. It gets no grant and takes no time from the others.
#include <gtest/gtest.h>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint64_t kWhole =
    (std::uint64_t{1} << 24) | (std::uint64_t{1} << 25) | (std::uint64_t{1} << 27);
constexpr std::uint64_t kAdvanced = (std::uint64_t{1} << 29) | (std::uint64_t{3} << 20);
constexpr unsigned kQueues = 4;
constexpr unsigned kBlocked = 2;
constexpr std::uint32_t kPackets = 60;  // a queue
constexpr std::uint32_t kRing = 64;
constexpr std::uint32_t kBytes = 1'514;
constexpr std::uint64_t kRingSpace = 0x1000;
constexpr std::uint64_t kBuffer = kMemoryBase + 0x10'0000;
constexpr Time kFrame = (kBytes + 4 + 20) * 800;

enum class Blocked { kNever, kDisabled, kNoEnd, kNoMemory, kDisabledLater };

struct Outcome {
  std::vector<std::pair<Time, unsigned>> grants;
  std::vector<std::uint32_t> requests;
  std::uint64_t sent = 0;
  Time end = 0;  // last frame start

  std::vector<unsigned> order() const {
    std::vector<unsigned> queues;
    for (const auto& grant : grants) queues.push_back(grant.second);
    return queues;
  }
};

constexpr Time kStart = 20 * kMicrosecond;
constexpr Time kDisable = 60 * kMicrosecond;

// Four queues with the same backlog, all doorbells rung at one time, the blocked one first.
Outcome transmit(Blocked how) {
  CoreBench bench({}, {}, 1);
  Outcome outcome;
  bench.record_events();
  bench.on_event([&outcome](const EventRecord& record) {
    if (record.kind == EventKind::kGrant) {
      outcome.grants.emplace_back(record.time, record.queue);
      outcome.requests.push_back(record.length);
    } else if (record.kind == EventKind::kWireOut) {
      ++outcome.sent;
      outcome.end = record.time;
    }
  });
  for (unsigned q = 0; q < kQueues; ++q) {
    const bool bad = q == kBlocked;
    std::uint64_t ring = kMemoryBase + q * kRingSpace;
    for (std::uint32_t i = 0; i < kPackets; ++i) {
      std::uint8_t* const place = bench.memory().at(ring + std::uint64_t{i} * kDescriptorBytes);
      store_le64(place, kBuffer);
      // Without its end the first descriptor is all there is of a packet.
      const bool no_end = bad && how == Blocked::kNoEnd;
      store_le64(place + 8, kBytes | kAdvanced | (no_end ? kWhole & ~(std::uint64_t{1} << 24) : kWhole));
    }
    if (bad && how == Blocked::kNoMemory) ring = std::uint64_t{1} << 20;
    bench.write_at(kMicrosecond, Reg::TDBAL, q, static_cast<std::uint32_t>(ring));
    bench.write_at(kMicrosecond, Reg::TDBAH, q, static_cast<std::uint32_t>(ring >> 32));
    bench.write_at(kMicrosecond, Reg::TDLEN, q, kRing * kDescriptorBytes);
    if (!(bad && how == Blocked::kDisabled)) {
      bench.write_at(
          2 * kMicrosecond, Reg::TXDCTL, q,
          field::TXDCTL::PTHRESH.set(0, 32) | field::TXDCTL::WTHRESH.set(0, 1) | field::TXDCTL::ENABLE.mask);
    }
    bench.write_at(bad ? kStart - kMicrosecond : kStart, Reg::TDT, q,
                   bad && how == Blocked::kNoEnd ? 1 : kPackets);
  }
  if (how == Blocked::kDisabledLater) bench.write_at(kDisable, Reg::TXDCTL, kBlocked, 0);
  bench.run(10 * kMillisecond);
  return outcome;
}

std::uint64_t count(const Outcome& outcome, unsigned queue) {
  std::uint64_t count = 0;
  for (const auto& grant : outcome.grants) count += grant.second == queue ? 1 : 0;
  return count;
}

// From grant `from` on the three others, while all of them request, take turns; returns how many grants that
// was.
std::size_t take_turns(const Outcome& outcome, std::size_t from) {
  constexpr unsigned kOthers = 0b1111 & ~(1u << kBlocked);
  std::size_t run = 0, turns = 0;
  for (std::size_t i = from; i < outcome.grants.size(); ++i) {
    EXPECT_EQ(outcome.requests[i] >> kBlocked & 1, 0u) << "grant " << i;
    run = (outcome.requests[i] & kOthers) == kOthers ? run + 1 : 0;
    if (run < 4) continue;
    EXPECT_EQ(outcome.grants[i].second, outcome.grants[i - 3].second) << "grant " << i;
    EXPECT_NE(outcome.grants[i].second, outcome.grants[i - 1].second) << "grant " << i;
    ++turns;
  }
  return turns;
}

TEST(TxBlockedQueue, WithoutABlockAllTakeTurns) {
  const Outcome outcome = transmit(Blocked::kNever);
  EXPECT_EQ(outcome.sent, kQueues * kPackets);
  for (unsigned q = 0; q < kQueues; ++q) EXPECT_EQ(count(outcome, q), kPackets);
}

TEST(TxBlockedQueue, ABlockedQueueIsPassedOver) {
  const Outcome disabled = transmit(Blocked::kDisabled);
  for (const Blocked how : {Blocked::kDisabled, Blocked::kNoEnd, Blocked::kNoMemory}) {
    SCOPED_TRACE(static_cast<int>(how));
    const Outcome outcome = transmit(how);
    EXPECT_EQ(count(outcome, kBlocked), 0u);
    EXPECT_GT(take_turns(outcome, 0), 2u * kPackets);
    EXPECT_EQ(outcome.order(), disabled.order());
    EXPECT_EQ(outcome.sent, 3u * kPackets);
    // The wire never waits, and the last frame starts when it would without that queue at all.
    EXPECT_LE(outcome.end, disabled.end + 100 * kNanosecond);
    EXPECT_GE(outcome.end, kStart + (3 * kPackets - 1) * kFrame);
    EXPECT_LE(outcome.end, kStart + (3 * kPackets - 1) * kFrame + 4 * kMicrosecond);
  }
}

TEST(TxBlockedQueue, ADisabledQueueLeavesTheOthersInTurn) {
  const Outcome outcome = transmit(Blocked::kDisabledLater);
  std::size_t last = 0;
  for (std::size_t i = 0; i < outcome.grants.size(); ++i) {
    if (outcome.grants[i].second == kBlocked) last = i;
  }
  // The write takes its way over the link, behind the data on it.
  EXPECT_GT(outcome.grants[last].first, kDisable);
  EXPECT_LT(outcome.grants[last].first, kDisable + 4 * kMicrosecond);
  EXPECT_GT(count(outcome, kBlocked), 5u);
  EXPECT_LT(count(outcome, kBlocked), kPackets);
  // It may still have asked while the others had their turns; then no more.
  std::size_t gone = last + 1;
  while (gone < last + 4 && (outcome.requests[gone] >> kBlocked & 1) != 0) ++gone;
  EXPECT_GT(take_turns(outcome, gone), 20u);
  for (const unsigned q : {0u, 1u, 3u}) EXPECT_EQ(count(outcome, q), kPackets);
}

}  // namespace
}  // namespace ixsim::bench
