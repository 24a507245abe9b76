// Rate limits of transmit queues (82599) against closed forms: the time between two grants of a queue is
// that of the packet on the wire, with preamble and gap, times the factor. A second reference, a bucket of
// tokens, gives the amount that a late queue makes up for. Source: ixgbe_sriov.c, RTTBCNRC and RTTBCNRM.
#include <gtest/gtest.h>

#include <cmath>

#include "dcb_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kStart = 2 * DcbBench::kSetUp;
constexpr std::uint32_t kOn = 1u << 31;
constexpr std::uint32_t kOne = 1u << 14;  // a factor of 1
constexpr std::uint32_t kFcs = 4, kOverhead = 8 + 12;
// From a write of the tail to the grant, and from a grant to the next: work of the engine.
constexpr Time kLatency = 3 * kMicrosecond;

class RateLimit : public testing::Test {
 protected:
  static void limit(DcbBench& bench, unsigned queue, std::uint32_t value, Time time = DcbBench::kSetUp) {
    bench.write(Reg::RTTDQSEL, 0, queue, time);
    bench.write(Reg::RTTBCNRC, 0, value, time);
  }
  static std::vector<Time> grants_of(const DcbBench& bench, unsigned queue) {
    std::vector<Time> times;
    for (const auto& grant : bench.grants)
      if (grant.queue == queue) times.push_back(grant.time);
    return times;
  }
  // Time that a frame of `bytes` without FCS takes at the rate of a factor, which is given as a number.
  static double time_of(std::uint32_t bytes, double factor) {
    return (std::max(bytes, 60u) + kFcs + kOverhead) * 800.0 * factor;
  }
};

TEST_F(RateLimit, AQueueHasTheRateOfTheLinkDividedByItsFactor) {
  struct Case {
    std::uint32_t bytes, factor_register;
    double factor;
  };
  for (const Case& c : {Case{1'514, 2 * kOne, 2},
                        {1'514, 10 * kOne, 10},
                        {60, 10 * kOne + kOne / 4, 10.25},
                        {1'000, 3 * kOne + 1, 3 + 1.0 / 16'384},
                        {40, 100 * kOne, 100}}) {
    DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
    limit(bench, 3, kOn | c.factor_register);
    bench.queue(3, c.bytes, 60);
    bench.run();
    const std::vector<Time> grants = grants_of(bench, 3);
    ASSERT_EQ(grants.size(), 60u);
    // Without a window each packet comes at the first edge that its predecessor allows.
    const double cost = time_of(c.bytes, c.factor);
    for (std::size_t i = 1; i < grants.size(); ++i) {
      const auto distance = static_cast<double>(grants[i] - grants[i - 1]);
      EXPECT_GE(distance, std::floor(cost)) << c.bytes << " bytes, factor " << c.factor << ", packet " << i;
      EXPECT_LT(distance, cost + static_cast<double>(kMacClock.period()));
    }
    EXPECT_EQ(bench.bench.surprises(), 0u);
  }
}

// The factor is that of the link's speed: at 1 Gb/s a byte takes ten times as long.
TEST_F(RateLimit, AQueueHasItsPartOfASlowerLinkToo) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  bench.write(Reg::AUTOC, 0, field::AUTOC::FLU.mask);  // forced up at 1 Gb/s
  limit(bench, 3, kOn | 2 * kOne);
  bench.queue(3, 1'514, 20);
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), 20u);
  const double cost = 10 * time_of(1'514, 2);
  for (std::size_t i = 1; i < grants.size(); ++i) {
    const auto distance = static_cast<double>(grants[i] - grants[i - 1]);
    EXPECT_GE(distance, std::floor(cost)) << "packet " << i;
    EXPECT_LT(distance, cost + static_cast<double>(kMacClock.period())) << "packet " << i;
  }
}

TEST_F(RateLimit, WithAWindowRoundingDoesNotAddUp) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  bench.write(Reg::RTTBCNRM, 0, 2);
  limit(bench, 3, kOn | (10 * kOne + 77));
  // A queue that is served first uses up the window.
  bench.queue(3, 1'001, 200);
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), 200u);
  const double cost = time_of(1'001, 10 + 77.0 / 16'384);
  for (std::size_t i = 11; i < grants.size(); ++i) {
    const auto since = static_cast<double>(grants[i] - grants[10]);
    EXPECT_NEAR(since, cost * static_cast<double>(i - 10), static_cast<double>(kMacClock.period())) << i;
  }
}

TEST_F(RateLimit, ALateQueueMakesUpForTheWindow) {
  constexpr std::uint32_t kBytes = 500, kPackets = 100, kWindow = 6;
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  bench.write(Reg::RTTBCNRM, 0, kWindow);
  limit(bench, 3, kOn | 50 * kOne);
  bench.queue(3, kBytes, kPackets);
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), kPackets);
  // A bucket that is filled at the rate, holds the window, and may be overdrawn by one packet.
  const double size = kBytes + kFcs + kOverhead, filled = 1 / (800.0 * 50);
  double tokens = kWindow * 1'024.0;
  Time last = grants[0];
  for (std::size_t i = 0; i < grants.size(); ++i) {
    tokens = std::min(tokens + static_cast<double>(grants[i] - last) * filled, kWindow * 1'024.0);
    last = grants[i];
    EXPECT_GE(tokens, -0.001) << "packet " << i << " is early";
    // The packets before those that wait follow at once.
    if (i < kWindow * 1'024 / (kBytes + kFcs + kOverhead)) {
      EXPECT_LT(grants[i] - grants[0], static_cast<Time>(i) * kMicrosecond + kLatency);
    } else if (i > 20) {
      EXPECT_LT(tokens, static_cast<double>(kMacClock.period()) * filled + 0.001)
          << "packet " << i << " is late";
    }
    tokens -= size;
  }
}

TEST_F(RateLimit, OtherQueuesUseTheRest) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  bench.write(Reg::RTTBCNRM, 0, 20);
  limit(bench, 0, kOn | 10 * kOne);
  limit(bench, 100, kOn | 4 * kOne);
  for (const unsigned queue : {0u, 7u, 100u}) bench.queue(queue, 1'514, 1'000);
  bench.run();
  ASSERT_EQ(bench.sent(), 3'000u);
  std::map<unsigned, unsigned> frames;
  // The grants that fill the buffer come faster than the wire; after this they have left.
  const Time begin = kStart + 700 * kMicrosecond, end = kStart + 1'400 * kMicrosecond;
  for (const auto& frame : bench.wire)
    if (frame.time >= begin && frame.time < end) ++frames[frame.queue];
  const double all = static_cast<double>(end - begin) / ((1'514 + kFcs + kOverhead) * 800.0);
  EXPECT_NEAR(frames[0], all / 10, 2);
  EXPECT_NEAR(frames[100], all / 4, 2);
  EXPECT_NEAR(frames[7], all - all / 10 - all / 4, 4);
}

// If classes take turns, the turn of a class whose queue waits for its rate goes to the others.
TEST_F(RateLimit, AClassInItsTurnDoesNotServeAQueueThatWaits) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  bench.set_classes(1 | 3 << 2);  // eight: queue 0 is of the first, 120 of the last
  limit(bench, 0, kOn | 10 * kOne);
  for (const unsigned queue : {0u, 120u}) bench.queue(queue, 1'000, 100);
  bench.run();
  EXPECT_EQ(bench.sent(), 200u);
  const std::vector<Time> grants = grants_of(bench, 0);
  ASSERT_EQ(grants.size(), 100u);
  for (std::size_t i = 1; i < grants.size(); ++i) {
    const auto distance = static_cast<double>(grants[i] - grants[i - 1]);
    EXPECT_GE(distance, std::floor(time_of(1'000, 10))) << "packet " << i;
  }
}

TEST_F(RateLimit, ASegmentationRequestPaysForItsSegments) {
  for (const bool segments : {false, true}) {
    DcbBench bench(CoreDriver::kEvent, 1, 8, "82599", segments);
    limit(bench, 3, kOn | 20 * kOne);
    bench.queue(3, 200, 4);
    bench.write_segmentation(3, 10'000, 1'460);  // six segments and one of 1,240 bytes
    bench.run();
    const std::vector<Time> grants = grants_of(bench, 3);
    const double request = 6 * time_of(kHeader + 1'460, 20) + time_of(kHeader + 1'240, 20);
    // Two packets of 200 bytes follow the request.
    ASSERT_EQ(grants.size(), (segments ? 7u : 1u) + 2);
    const std::size_t next = grants.size() - 2;
    const auto rounding = static_cast<double>(kMacClock.period()) * static_cast<double>(next);
    EXPECT_NEAR(static_cast<double>(grants[next] - grants[0]), request + rounding / 2, rounding / 2 + 1);
    EXPECT_NEAR(static_cast<double>(grants[next + 1] - grants[next]), time_of(200, 20),
                static_cast<double>(kMacClock.period()));
  }
}

// A packet that is too short for the wire, and one without bytes.
TEST_F(RateLimit, APacketThatIsNotSentPaysNothing) {
  for (const std::uint32_t bytes : {0u, 5u}) {
    SCOPED_TRACE(bytes);
    DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
    limit(bench, 3, kOn | 100 * kOne);
    bench.queue(3, bytes, 20);
    bench.run();
    const std::vector<Time> grants = grants_of(bench, 3);
    ASSERT_EQ(grants.size(), 20u);
    // One frame on the wire would cost so much.
    EXPECT_LT(grants.back() - grants.front(), static_cast<Time>(time_of(60, 100)));
    EXPECT_TRUE(bench.wire.empty());
  }
}

TEST_F(RateLimit, ALimitCanBeChangedAndRemoved) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  limit(bench, 3, kOn | 1'000 * kOne);
  bench.queue(3, 1'514, 100);
  // The limit is taken away while the queue waits; the bits of the factor stay.
  const Time change = kStart + 500 * kMicrosecond;
  limit(bench, 3, 1'000 * kOne, change);
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), 100u);
  EXPECT_LT(grants[0], kStart + kLatency);
  EXPECT_GT(grants[1], change);
  EXPECT_LT(grants[1], change + kLatency);
  EXPECT_LT(grants[99], change + 99 * kMicrosecond * 2);
  EXPECT_EQ(bench.reg(Reg::RTTBCNRC), 1'000 * kOne);
}

// A queue with a new factor owes nothing for what it sent at the old one: neither its first packet waits nor
// those behind it.
TEST_F(RateLimit, ANewFactorForgetsTheDebtOfTheOldOne) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  limit(bench, 3, kOn | 1'000 * kOne);  // 1.2 ms a packet
  bench.queue(3, 1'514, 20);
  const Time change = kStart + 500 * kMicrosecond;
  limit(bench, 3, kOn | 2 * kOne, change);
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), 20u);
  EXPECT_GT(grants[1], change);
  EXPECT_LT(grants[1], change + kLatency);
  const double cost = time_of(1'514, 2);
  for (std::size_t i = 2; i < grants.size(); ++i) {
    const auto distance = static_cast<double>(grants[i] - grants[i - 1]);
    EXPECT_GE(distance, std::floor(cost)) << "packet " << i;
    EXPECT_LT(distance, cost + static_cast<double>(kMacClock.period())) << "packet " << i;
  }
}

TEST_F(RateLimit, AResetRemovesAllLimits) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  bench.write(Reg::RTTBCNRM, 0, 20);
  limit(bench, 3, kOn | 1'000 * kOne);
  limit(bench, 127, kOn | 500 * kOne);
  limit(bench, 3, kOn | (1'001 * kOne + 5));
  bench.bench.run(bench.bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.reg(Reg::RTTBCNRC), kOn | (1'001 * kOne + 5));
  bench.write(Reg::RTTDQSEL, 0, 127, bench.bench.now());
  bench.bench.run(bench.bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.reg(Reg::RTTBCNRC), kOn | 500 * kOne);
  const Time reset = bench.bench.now();
  bench.write(Reg::CTRL, 0, field::CTRL::RST.mask, reset);
  bench.bench.run(reset + 5 * kMillisecond);
  EXPECT_EQ(bench.reg(Reg::RTTBCNRM), 0u);
  for (const unsigned queue : {3u, 127u}) {
    bench.write(Reg::RTTDQSEL, 0, queue, bench.bench.now());
    bench.bench.run(bench.bench.now() + 20 * kMicrosecond);
    EXPECT_EQ(bench.reg(Reg::RTTBCNRC), 0u);
  }
  // The link is up again; queues follow each other at once.
  bench.bench.run(reset + 100 * kMillisecond);
  const Time again = bench.bench.now();
  bench.write(Reg::DMATXCTL, 0, field::DMATXCTL::TE.mask, again);
  bench.queue(3, 1'514, 50, again + 20 * kMicrosecond, DcbBench::kRing, again + 5 * kMicrosecond);
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), 50u);
  EXPECT_LT(grants[49] - grants[0], 50 * 2 * kMicrosecond);
}

TEST_F(RateLimit, ReceivedFramesDoNotDisturbTheWait) {
  DcbBench bench(CoreDriver::kEvent, 1, 8, "82599");
  limit(bench, 3, kOn | 500 * kOne);
  bench.queue(3, 1'514, 6);
  // The blocks of the receive side act while the queue waits.
  for (Time time = kStart + kMicrosecond; time < kStart + 4 * kMillisecond; time += 7 * kMicrosecond)
    bench.bench.frame_at(time, priority_pause_frame(0, all_quanta(0)));
  bench.run();
  const std::vector<Time> grants = grants_of(bench, 3);
  ASSERT_EQ(grants.size(), 6u);
  for (std::size_t i = 1; i < grants.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(grants[i] - grants[i - 1]), time_of(1'514, 500),
                static_cast<double>(kMacClock.period()));
  }
}

TEST_F(RateLimit, BothDriversOfTheCoreGrantAtTheSameTimes) {
  std::vector<Time> times[2];
  for (const CoreDriver driver : {CoreDriver::kEvent, CoreDriver::kTick}) {
    DcbBench bench(driver, 1, 8, "82599");
    bench.write(Reg::RTTBCNRM, 0, 4);
    for (unsigned queue = 0; queue < 4; ++queue) {
      limit(bench, queue, kOn | ((3 + 2 * queue) * kOne + 1'234));
      bench.queue(queue, 300 + 100 * queue, 20);
    }
    bench.bench.run_until(kStart + 80 * kMicrosecond);
    for (const auto& grant : bench.grants) times[driver == CoreDriver::kTick ? 1 : 0].push_back(grant.time);
  }
  EXPECT_GT(times[0].size(), 50u);
  EXPECT_EQ(times[0], times[1]);
}

}  // namespace
}  // namespace ixsim::bench
