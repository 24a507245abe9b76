// TCP over a link against theory: the ceilings of goodput, the throughput under random loss by Padhye's
// formula, and the fairness of two flows through one queue.
//
// The ceilings hold to the byte: over a whole number of frame times a link that is always in use carries as
// many segments. The formula is that of J. Padhye et al., "Modeling TCP Throughput", SIGCOMM 1998, equation
// 32; its term for time-outs assumes that all segments of a round trip after a lost one are lost. With
// independent losses it overestimates time-outs, the more so the longer a time-out is relative to the round
// trip. docs/tcp.md gives the figures.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tcp_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kByteTime = 800;  // 10 Gb/s

// --- Ceilings: payload over bytes on the wire.

struct Ceiling {
  std::uint32_t mtu;
  bool timestamps;
  std::uint32_t payload;  // of a frame
  std::uint32_t wire;     // bytes, with preamble and gap
  double gigabits;        // a second, published
};

class TcpCeiling : public testing::TestWithParam<Ceiling> {};

TEST_P(TcpCeiling, IsReachedAndNotPassed) {
  const Ceiling& ceiling = GetParam();
  EXPECT_NEAR(ceiling.payload * 8.0 / (ceiling.wire * 0.8), ceiling.gigabits, 0.00005);
  for (const std::uint32_t segmentation : {0u, 65'000u}) {
    for (const Time delay : {kMicrosecond, 50 * kMicrosecond}) {
      LinkConfig link;
      link.byte_time = kByteTime;
      link.delay = delay;
      TcpConfig config;
      config.mtu = ceiling.mtu;
      config.timestamps = ceiling.timestamps;
      config.segmentation_bytes = segmentation;
      LinkBench bench(link, link, 1);
      bench.add(config, config);
      bench.left(0).establish(config);
      bench.right(0).establish(config);
      bench.left(0).offer_endless(0);
      bench.run(5 * kMillisecond);
      const std::uint64_t before = bench.right(0).statistics().bytes_delivered;
      constexpr std::uint64_t kFrames = 20'000;
      bench.run(bench.now() + static_cast<Time>(kFrames * ceiling.wire) * kByteTime);
      const std::uint64_t delivered = bench.right(0).statistics().bytes_delivered - before;
      EXPECT_LE(delivered, kFrames * ceiling.payload);
      EXPECT_GE(delivered, kFrames * ceiling.payload / 1'000 * 999);
      EXPECT_EQ(bench.left(0).statistics().retransmits, 0u);
      EXPECT_EQ(bench.to_right().dropped, 0u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, TcpCeiling,
    testing::Values(Ceiling{1'500, false, 1'460, 1'538, 9.4928}, Ceiling{1'500, true, 1'448, 1'538, 9.4148},
                    Ceiling{9'000, false, 8'960, 9'038, 9.9137}, Ceiling{9'000, true, 8'948, 9'038, 9.9004}),
    [](const testing::TestParamInfo<Ceiling>& info) {
      return "Mtu" + std::to_string(info.param.mtu) + (info.param.timestamps ? "Timestamps" : "");
    });

TEST(TcpTheory, SequenceNumbersWrapAndChangeNothing) {
  // More than 2^32 bytes, from just below a wrap and from 1: the same events at the same times.
  TcpStatistics first;
  for (const std::uint32_t initial : {1u, 0xffff'f000u}) {
    LinkConfig link;
    link.delay = 10 * kMicrosecond;
    link.loss = (std::uint64_t{1} << 32) / 20'000;
    TcpConfig config;
    config.mtu = 9'000;
    config.segmentation_bytes = 65'000;
    config.min_rto = 10 * kMillisecond;
    config.initial_sequence = initial;
    LinkBench bench(link, link, 1);
    bench.add(config, config);
    bench.left(0).establish(config);
    bench.right(0).establish(config);
    constexpr std::uint64_t kBytes = std::uint64_t{9} << 29;
    bench.left(0).offer(kBytes, 0);
    EXPECT_FALSE(bench.run(20 * kSecond));
    const TcpStatistics& now = bench.left(0).statistics();
    EXPECT_EQ(now.bytes_acknowledged, kBytes);
    EXPECT_EQ(bench.right(0).statistics().bytes_delivered, kBytes);
    EXPECT_GT(now.fast_retransmits, 5u);
    if (initial == 1) {
      first = now;
    } else {
      EXPECT_EQ(now.segments_sent, first.segments_sent);
      EXPECT_EQ(now.retransmits, first.retransmits);
      EXPECT_EQ(now.rtt_sum, first.rtt_sum);
      EXPECT_EQ(now.timeouts, first.timeouts);
    }
  }
}

// --- Padhye.

struct LossCase {
  Time rtt;
  Time min_rto;
  double loss;
  TcpGrowth growth;
  // Compared with the formula; else, as its time-outs are too frequent by far, with those of the run.
  bool formula;
};

// Segments acknowledged a second, over those of the formula. T0 is the mean length of the time-outs of the
// run, or RTOmin without any.
struct Ratios {
  double formula = 0;
  double counted = 0;  // with the time that the time-outs of the run took, instead of the formula's term
};

Ratios padhye_ratio(const LossCase& which, std::uint64_t seed, std::uint64_t segments) {
  LinkConfig link;
  link.delay = which.rtt / 2;
  LinkConfig lossy = link;
  lossy.loss = static_cast<std::uint64_t>(which.loss * 4'294'967'296.0);
  TcpConfig config;
  config.growth = which.growth;
  config.min_rto = which.min_rto;
  LinkBench bench(lossy, link, seed);
  bench.add(config, config);
  bench.left(0).establish(config);
  bench.right(0).establish(config);
  bench.left(0).offer_endless(0);
  // The first slow start, which the formula leaves out, and some loss epochs are not measured.
  constexpr std::uint64_t kWarmUp = 20'000;
  const TcpStatistics& sent = bench.left(0).statistics();
  while (sent.segments_sent < kWarmUp) bench.run(bench.now() + 100 * kMillisecond);
  const std::uint64_t before = sent.bytes_acknowledged;
  const Time start = bench.now();
  while (sent.segments_sent < kWarmUp + segments) bench.run(bench.now() + 100 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(bench.to_right().lost),
              static_cast<double>(sent.segments_sent) * which.loss,
              6 * std::sqrt(static_cast<double>(sent.segments_sent) * which.loss));
  const double rate = static_cast<double>(sent.bytes_acknowledged - before) / 1'460 /
                      (static_cast<double>(bench.now() - start) * 1e-12);
  const double rtt = static_cast<double>(sent.rtt_sum) / static_cast<double>(sent.rtt_samples) * 1e-12;
  const double timeout =
      (sent.timeouts == 0 ? static_cast<double>(which.min_rto)
                          : static_cast<double>(sent.timeout_sum) / static_cast<double>(sent.timeouts)) *
      1e-12;
  // Delayed acknowledgments halve the growth only if it is by acknowledgments.
  const double b = which.growth == TcpGrowth::kAcks ? 2 : 1;
  const double p = which.loss;
  const double window_bound = static_cast<double>(config.receive_buffer) / 1'460 / rtt;
  const double growing = rtt * std::sqrt(2 * b * p / 3);
  const double assumed = timeout * std::min(1.0, 3 * std::sqrt(3 * b * p / 8)) * p * (1 + 32 * p * p);
  const double counted =
      static_cast<double>(sent.timeout_sum) * 1e-12 / static_cast<double>(sent.segments_sent);
  return {rate / std::min(window_bound, 1 / (growing + assumed)),
          rate / std::min(window_bound, 1 / (growing + counted))};
}

void expect_padhye(const LossCase& which, std::uint64_t seeds, std::uint64_t segments) {
  Ratios mean;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Ratios ratios = padhye_ratio(which, seed, segments);
    mean.formula += ratios.formula / static_cast<double>(seeds);
    mean.counted += ratios.counted / static_cast<double>(seeds);
  }
  std::printf(
      "RTT %lld ms, RTOmin %lld ms, loss %.3f, b %d: %.3f of the formula, %.3f with time-outs as counted\n",
      static_cast<long long>(which.rtt / kMillisecond), static_cast<long long>(which.min_rto / kMillisecond),
      which.loss, which.growth == TcpGrowth::kAcks ? 2 : 1, mean.formula, mean.counted);
  EXPECT_NEAR(which.formula ? mean.formula : mean.counted, 1, 0.15);
}

const LossCase kPadhyeCases[] = {
    {kMillisecond, 20 * kMillisecond, 0.001, TcpGrowth::kAcks, true},
    {kMillisecond, 20 * kMillisecond, 0.001, TcpGrowth::kBytes, true},
    {kMillisecond, 200 * kMillisecond, 0.001, TcpGrowth::kAcks, false},
    {50 * kMillisecond, 200 * kMillisecond, 0.001, TcpGrowth::kAcks, true},
    {50 * kMillisecond, 200 * kMillisecond, 0.005, TcpGrowth::kAcks, true},
    {50 * kMillisecond, 200 * kMillisecond, 0.02, TcpGrowth::kAcks, true},
};

TEST(TcpTheory, ThroughputUnderLossIsPadhyes) {
  for (const LossCase& which : kPadhyeCases) expect_padhye(which, 4, 100'000);
}
TEST(TcpTheoryLong, ThroughputUnderLossIsPadhyes) {
  for (const LossCase& which : kPadhyeCases) expect_padhye(which, 20, 1'000'000);
}

// --- Fairness.

struct Shares {
  double jain;
  double use;  // of the link
};

// Two flows of 1 ms round trip through 1 Gb/s and a queue of one bandwidth-delay product. A time of up to one
// frame is added at random to the way back, without which the phases of the flows lock (Floyd and Jacobson,
// 1992).
Shares share(std::uint64_t seed, unsigned epochs) {
  LinkConfig data;
  data.byte_time = 8'000;
  data.queue = 125'000;
  LinkConfig back = data;
  back.queue = std::uint64_t{1} << 40;
  back.jitter = 1'538 * data.byte_time;
  const TcpConfig config;
  LinkBench bench(data, back, seed);
  Random random(seed);
  // Drops less than two round trips apart belong to one epoch.
  unsigned found = 0;
  Time last = 0;
  bench.to_right().on_drop = [&](unsigned, Time now) {
    if (now - last > 4 * kMillisecond) ++found;
    last = now;
  };
  for (unsigned flow = 0; flow < 2; ++flow) {
    bench.add(config, config);
    bench.left(flow).establish(config);
    bench.right(flow).establish(config);
    bench.at(static_cast<Time>(random.below(100 * kMillisecond)),
             [&bench, flow](Time now) { bench.left(flow).offer_endless(now); });
  }
  bench.run(kSecond / 2);
  const Time start = bench.now();
  const std::uint64_t before[] = {bench.right(0).statistics().bytes_delivered,
                                  bench.right(1).statistics().bytes_delivered};
  const std::uint64_t payload = bench.to_right().payload;
  found = 0;
  while (found < epochs) bench.run(bench.now() + 100 * kMillisecond);
  double sum = 0;
  double squares = 0;
  for (unsigned flow = 0; flow < 2; ++flow) {
    const auto goodput = static_cast<double>(bench.right(flow).statistics().bytes_delivered - before[flow]);
    sum += goodput;
    squares += goodput * goodput;
  }
  const auto carried = static_cast<double>(bench.to_right().payload - payload);
  return {sum * sum / (2 * squares), carried / 1'460 * 1'538 * static_cast<double>(data.byte_time) /
                                         static_cast<double>(bench.now() - start)};
}

void expect_fair(std::uint64_t seeds, unsigned epochs, double least_mean, double least) {
  double sum = 0;
  double worst = 1;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Shares shares = share(seed, epochs);
    EXPECT_GE(shares.jain, least) << "seed " << seed;
    EXPECT_GE(shares.use, 0.95) << "seed " << seed;
    EXPECT_LE(shares.use, 1.001) << "seed " << seed;
    sum += shares.jain;
    worst = std::min(worst, shares.jain);
  }
  const double mean = sum / static_cast<double>(seeds);
  std::printf("Jain index: mean %.4f, least %.4f\n", mean, worst);
  EXPECT_GE(mean, least_mean);
}

TEST(TcpTheory, TwoFlowsShareAQueueFairly) { expect_fair(4, 40, 0.98, 0.95); }
TEST(TcpTheoryLong, TwoFlowsShareAQueueFairly) { expect_fair(20, 200, 0.99, 0.99); }

TEST(TcpTheory, MarksInsteadOfDropsKeepTheQueueShort) {
  // ECN-capable segments are marked from half of the queue on: no loss after slow start, and the same
  // fairness.
  LinkConfig data;
  data.byte_time = 8'000;
  data.queue = 125'000;
  data.mark = 60'000;
  LinkConfig back = data;
  TcpConfig config;
  config.ecn = true;
  LinkBench bench(data, back, 1);
  for (unsigned flow = 0; flow < 2; ++flow) {
    bench.add(config, config);
    bench.left(flow).establish(config);
    bench.right(flow).establish(config);
    bench.left(flow).offer_endless(0);
  }
  bench.run(kSecond / 2);
  const std::uint64_t drops = bench.to_right().dropped;
  const std::uint64_t before = bench.to_right().payload;
  bench.run(kSecond);
  EXPECT_EQ(bench.to_right().dropped, drops);
  EXPECT_GT(bench.left(0).statistics().ecn_reductions, 5u);
  // Payload of half a second at 1 Gb/s.
  EXPECT_GT(static_cast<double>(bench.to_right().payload - before), 0.95 * 62.5e6 * 1'460 / 1'538);
}

}  // namespace
}  // namespace ixsim::bench
