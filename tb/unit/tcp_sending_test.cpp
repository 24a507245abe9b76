// The sending half of a TCP connection, number by number: slow start, congestion avoidance, fast retransmit
// and NewReno recovery, the retransmission time-out, probes, segmentation. Expected values are computed by
// hand from the RFCs.
#include <gtest/gtest.h>

#include "ixsim/error.h"
#include "tcp_half.h"

namespace ixsim::bench {
namespace {

constexpr Time kMs = kMillisecond;

// A connection with `segments` of 1,000 bytes in flight, no slow start, sent at time 0.
struct Flight : Half {
  explicit Flight(unsigned segments, TcpConfig config = small()) : Half(with(config, segments)) {
    connection.offer_endless(0);
    EXPECT_EQ(connection.in_flight(), std::uint64_t{segments} * kMss);
    out.take();
  }
  static TcpConfig with(TcpConfig config, unsigned segments) {
    config.initial_window = segments;
    config.initial_threshold = std::max(2u, segments) * kMss;
    return config;
  }
};

TEST(TcpSending, SlowStartDoublesTheWindowEachRound) {
  for (const std::uint32_t every : {1u, 2u}) {
    Half half(small());
    half.connection.offer_endless(0);
    EXPECT_EQ(half.out.sent.size(), 10u);
    std::uint64_t acknowledged = 0;
    for (unsigned round = 1; round <= 2; ++round) {
      half.out.sent.clear();
      const std::uint64_t flight = half.connection.in_flight();
      for (std::uint64_t i = 0; i < flight; i += every * kMss) {
        acknowledged += every * kMss;
        half.receive(half.ack(acknowledged), round * kMs);
        // Each acknowledgment sends what it frees, and as much again.
        EXPECT_EQ(half.out.sent.size() * kMss, 2 * (i + every * kMss));
      }
      EXPECT_EQ(half.connection.congestion_window(), (10u << round) * kMss);
    }
  }
}

TEST(TcpSending, SlowStartByAcknowledgmentsOrBytesIsLimited) {
  for (const TcpGrowth growth : {TcpGrowth::kBytes, TcpGrowth::kAcks}) {
    TcpConfig config = small();
    config.growth = growth;
    Half half(config);
    half.connection.offer_endless(0);
    half.receive(half.ack(5 * kMss), kMs);  // five segments at once
    EXPECT_EQ(half.connection.congestion_window(), growth == TcpGrowth::kBytes ? 12u * kMss : 11u * kMss);
  }
}

TEST(TcpSending, CongestionAvoidanceCountsBytes) {
  Flight flight(10);
  for (unsigned i = 1; i <= 9; ++i) flight.receive(flight.ack(i * kMss), kMs);
  EXPECT_EQ(flight.connection.congestion_window(), 10'000u);
  flight.receive(flight.ack(10 * kMss), kMs);
  EXPECT_EQ(flight.connection.congestion_window(), 11'000u);
  for (unsigned i = 11; i <= 20; ++i) flight.receive(flight.ack(i * kMss), kMs);
  EXPECT_EQ(flight.connection.congestion_window(), 11'000u);
  flight.receive(flight.ack(21 * kMss), kMs);
  EXPECT_EQ(flight.connection.congestion_window(), 12'000u);
}

TEST(TcpSending, CongestionAvoidancePerAcknowledgmentCarriesRemainders) {
  TcpConfig config = small();
  config.growth = TcpGrowth::kAcks;
  Flight flight(10, config);
  // MSS^2 / window: 1,000,000 / 10,000 = 100; / 10,100 = 99, 100 left; 1,000,100 / 10,199 = 98, 598 left;
  // then 1,000,598 / 10,297 = 97, 1,789 left; 96, 3,965 left; 95, 7,415 left; and with these 95 again.
  for (const std::uint64_t window : {10'100u, 10'199u, 10'297u, 10'394u, 10'490u, 10'585u, 10'680u}) {
    flight.receive(flight.ack(flight.connection.statistics().bytes_acknowledged + kMss), kMs);
    EXPECT_EQ(flight.connection.congestion_window(), window);
  }
}

TEST(TcpSending, AWindowThatIsNotUsedDoesNotGrow) {
  Half half(small());
  for (unsigned i = 1; i <= 50; ++i) {
    half.connection.offer(kMss, i * kMs);
    half.receive(half.ack(i * kMss), i * kMs);
  }
  EXPECT_EQ(half.connection.congestion_window(), 10u * kMss);
}

TEST(TcpSending, ThreeDuplicateAcknowledgmentsRetransmit) {
  TcpConfig config = small();
  config.limited_transmit = false;
  Flight flight(10, config);
  flight.receive(flight.ack(0), kMs);
  flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.sent(), "");
  EXPECT_EQ(flight.connection.congestion_window(), 10'000u);
  flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.sent(), "R0+1000");
  EXPECT_EQ(flight.connection.slow_start_threshold(), 5'000u);
  EXPECT_EQ(flight.connection.congestion_window(), 8'000u);
  EXPECT_TRUE(flight.connection.in_recovery());
}

TEST(TcpSending, OnlyTrueDuplicatesCount) {
  TcpConfig config = small();
  config.limited_transmit = false;
  Flight flight(10, config);
  // With data, with a window that opens, or an old one: not a duplicate (RFC 5681 section 2).
  for (unsigned i = 0; i < 5; ++i) {
    flight.receive(flight.data(i * kMss, kMss), kMs);
    flight.receive(flight.ack(0, 60'001 + i), kMs);
  }
  EXPECT_EQ(flight.connection.statistics().duplicate_acknowledgments, 0u);
  flight.receive(flight.ack(2 * kMss), kMs);
  for (unsigned i = 0; i < 5; ++i) flight.receive(flight.ack(kMss), kMs);
  EXPECT_EQ(flight.connection.statistics().duplicate_acknowledgments, 0u);
  // Nothing outstanding.
  Half idle(small());
  for (unsigned i = 0; i < 5; ++i) idle.receive(idle.ack(0), kMs);
  EXPECT_EQ(idle.connection.statistics().duplicate_acknowledgments, 0u);
  EXPECT_EQ(idle.sent(), "");
}

TEST(TcpSending, LimitedTransmitSendsNewDataOnTheFirstTwoDuplicates) {
  Flight flight(10);
  flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.sent(), "D10000+1000");
  flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.sent(), "D11000+1000");
  flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.sent(), "R0+1000");
  // The threshold is half of the flight without the two segments.
  EXPECT_EQ(flight.connection.slow_start_threshold(), 5'000u);
}

TEST(TcpSending, NewRenoAnswersPartialAcknowledgments) {
  // Segments 0, 4 and 7 of ten are lost: seven duplicates reach the sender, one retransmission a round trip.
  TcpConfig config = small();
  config.limited_transmit = false;
  Flight flight(10, config);
  for (unsigned i = 0; i < 7; ++i) flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.sent(), "R0+1000 D10000+1000 D11000+1000");  // 8,000 + 4 x 1,000 of window
  EXPECT_EQ(flight.connection.congestion_window(), 12'000u);
  flight.receive(flight.ack(4'000), 2 * kMs);
  EXPECT_EQ(flight.sent(), "R4000+1000 D12000+1000");  // 12,000 - 4,000 + 1,000
  EXPECT_EQ(flight.connection.congestion_window(), 9'000u);
  flight.receive(flight.ack(7'000), 3 * kMs);
  EXPECT_EQ(flight.sent(), "R7000+1000 D13000+1000");
  EXPECT_EQ(flight.connection.congestion_window(), 7'000u);
  EXPECT_TRUE(flight.connection.in_recovery());
  EXPECT_EQ(flight.connection.statistics().partial_acknowledgments, 2u);
  // All that was sent before recovery: min(threshold, flight + MSS).
  flight.receive(flight.ack(12'000), 4 * kMs);
  EXPECT_FALSE(flight.connection.in_recovery());
  EXPECT_EQ(flight.connection.congestion_window(), 3'000u);
  EXPECT_EQ(flight.sent(), "D14000+1000");
  EXPECT_EQ(flight.connection.statistics().fast_retransmits, 1u);
  EXPECT_EQ(flight.connection.statistics().retransmits, 3u);
}

TEST(TcpSending, OnlyTheFirstPartialAcknowledgmentRestartsTheTimer) {
  TcpConfig config = small();
  config.limited_transmit = false;
  Flight flight(10, config);
  EXPECT_EQ(flight.connection.next_timer(), kSecond);
  for (unsigned i = 0; i < 3; ++i) flight.receive(flight.ack(0), kMs);
  EXPECT_EQ(flight.connection.next_timer(), kSecond);
  flight.receive(flight.ack(2'000), 2 * kMs);
  EXPECT_EQ(flight.connection.next_timer(), kSecond + 2 * kMs);
  flight.receive(flight.ack(4'000), 3 * kMs);
  EXPECT_EQ(flight.connection.next_timer(), kSecond + 2 * kMs);
}

TEST(TcpSending, NoSecondFastRetransmitForTheSameFlight) {
  TcpConfig config = small();
  config.limited_transmit = false;
  Flight flight(10, config);
  for (unsigned i = 0; i < 3; ++i) flight.receive(flight.ack(0), kMs);
  flight.receive(flight.ack(10'000), 2 * kMs);
  flight.sent();
  // Duplicates of the end of that flight are answers to retransmissions.
  for (unsigned i = 0; i < 5; ++i) flight.receive(flight.ack(10'000), 3 * kMs);
  EXPECT_EQ(flight.sent(), "");
  EXPECT_EQ(flight.connection.statistics().fast_retransmits, 1u);
  // One byte of new data later they count.
  flight.receive(flight.ack(11'000), 4 * kMs);
  flight.sent();
  for (unsigned i = 0; i < 3; ++i) flight.receive(flight.ack(11'000), 5 * kMs);
  EXPECT_EQ(flight.connection.statistics().fast_retransmits, 2u);
}

TEST(TcpSending, RtoByHand) {
  TcpConfig config = small();
  config.clock_tick = kMs;
  Half half(config);
  EXPECT_EQ(half.connection.rto(), kSecond);
  std::uint64_t acknowledged = 0;
  Time now = 0;
  const auto round = [&](Time rtt) {
    half.connection.offer(kMss, now);
    now += rtt;
    acknowledged += kMss;
    half.receive(half.ack(acknowledged), now);
  };
  // SRTT = 100, RTTVAR = 50 ms.
  round(100 * kMs);
  EXPECT_EQ(half.connection.smoothed_rtt(), 100 * kMs);
  EXPECT_EQ(half.connection.rto(), 300 * kMs);
  // RTTVAR = 3/4 x 50 + 1/4 x 100 = 62.5, SRTT = 7/8 x 100 + 1/8 x 200 = 112.5.
  round(200 * kMs);
  EXPECT_EQ(half.connection.smoothed_rtt(), 112'500 * kMicrosecond);
  EXPECT_EQ(half.connection.rto(), 362'500 * kMicrosecond);
  // RTTVAR = 3/4 x 62.5 + 1/4 x 12.5 = 50; SRTT = 7/8 x 112.5 + 1/8 x 100 = 110.9375.
  round(100 * kMs);
  EXPECT_EQ(half.connection.rto(), 310'937'500 * kNanosecond);
  for (unsigned i = 0; i < 400; ++i) round(kMs);
  EXPECT_EQ(half.connection.rto(), 200 * kMs);  // the least
  EXPECT_EQ(half.connection.statistics().rtt_samples, 403u);
  EXPECT_EQ(half.connection.statistics().rtt_min, kMs);
  EXPECT_EQ(half.connection.statistics().rtt_max, 200 * kMs);
}

TEST(TcpSending, RtoIsNotBelowTheClockTick) {
  TcpConfig config = small();
  config.min_rto = kMicrosecond;
  config.clock_tick = 10 * kMs;
  Half half(config);
  half.connection.offer(kMss, 0);
  half.receive(half.ack(kMss), kMs);  // 4 x RTTVAR is 2 ms, below the tick
  EXPECT_EQ(half.connection.rto(), 11 * kMs);
}

TEST(TcpSending, TimeOutsDoubleUpToTheLimit) {
  TcpConfig config = small();
  config.max_rto = 10 * kSecond;
  Half half(config);
  half.connection.offer(5 * kMss, 0);
  EXPECT_EQ(half.sent(), "D0+1000 D1000+1000 D2000+1000 D3000+1000 D4000+1000");
  Time due = 0;
  for (const Time rto : {1, 2, 4, 8, 10, 10}) {
    due += rto * kSecond;
    EXPECT_EQ(half.connection.next_timer(), due);
    half.connection.timer(due - 1);
    EXPECT_EQ(half.sent(), "");
    half.connection.timer(due);
    EXPECT_EQ(half.sent(), "R0+1000");
    EXPECT_EQ(half.connection.congestion_window(), kMss);
    // Half of the flight of five at first, and held for the same segment.
    EXPECT_EQ(half.connection.slow_start_threshold(), 2'500u);
  }
  EXPECT_EQ(half.connection.statistics().timeouts, 6u);
  EXPECT_EQ(half.connection.statistics().timeout_sum, 35 * kSecond);
}

TEST(TcpSending, AfterATimeOutAllIsSentAgainInSlowStart) {
  Flight flight(10);
  flight.connection.timer(kSecond);
  EXPECT_EQ(flight.sent(), "R0+1000");
  flight.receive(flight.ack(1'000), kSecond + kMs);
  EXPECT_EQ(flight.sent(), "R1000+1000 R2000+1000");
  // Slow start after a time-out counts one MSS an acknowledgment (RFC 3465 section 2.3).
  flight.receive(flight.ack(3'000), kSecond + 2 * kMs);
  EXPECT_EQ(flight.sent(), "R3000+1000 R4000+1000 R5000+1000");
  // The receiver had the rest: it is not sent again.
  flight.receive(flight.ack(10'000), kSecond + 3 * kMs);
  EXPECT_EQ(flight.sent(), "D10000+1000 D11000+1000 D12000+1000 D13000+1000");
  EXPECT_EQ(flight.connection.congestion_window(), 4'000u);
  EXPECT_EQ(flight.connection.slow_start_threshold(), 5'000u);
}

TEST(TcpSending, DuplicatesAfterATimeOutRetransmitNothing) {
  Flight flight(10);
  flight.connection.timer(kSecond);
  flight.receive(flight.ack(1'000), kSecond + kMs);
  flight.sent();
  for (unsigned i = 0; i < 5; ++i) flight.receive(flight.ack(1'000), kSecond + kMs);
  EXPECT_EQ(flight.sent(), "");
  EXPECT_EQ(flight.connection.statistics().fast_retransmits, 0u);
}

TEST(TcpSending, BackoffLastsUntilAMeasuredRoundTrip) {
  Half half(small());
  half.connection.offer(kMss, 0);
  half.connection.timer(kSecond);
  half.connection.timer(3 * kSecond);
  EXPECT_EQ(half.connection.rto(), 4 * kSecond);
  // Karn: which of the copies is acknowledged is not known.
  half.receive(half.ack(kMss), 4 * kSecond);
  EXPECT_EQ(half.connection.rto(), 4 * kSecond);
  EXPECT_EQ(half.connection.statistics().rtt_samples, 0u);
  half.connection.offer(kMss, 4 * kSecond);
  half.receive(half.ack(2 * kMss), 4 * kSecond + 100 * kMs);
  EXPECT_EQ(half.connection.rto(), 300 * kMs);
}

TEST(TcpSending, TimestampsMeasureRetransmissionsToo) {
  TcpConfig config = small();
  config.mtu += 12;
  config.timestamps = true;
  Half half(config);
  half.connection.offer(kMss, 5 * kMs);
  const auto first = half.out.take();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_TRUE(first[0].segment.has_timestamp);
  EXPECT_EQ(first[0].segment.timestamp, 5u);
  half.connection.timer(kSecond + 5 * kMs);
  const auto second = half.out.take();
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].segment.timestamp, 1'005u);
  TcpSegment ack = half.ack(kMss);
  ack.has_timestamp = true;
  ack.timestamp_echo = second[0].segment.timestamp;
  half.receive(ack, kSecond + 105 * kMs);
  EXPECT_EQ(half.connection.smoothed_rtt(), 100 * kMs);
  EXPECT_EQ(half.connection.rto(), 300 * kMs);
}

TEST(TcpSending, AnImpossibleEchoDoesNoHarm) {
  TcpConfig config = small();
  config.timestamps = true;
  Half half(config);
  half.connection.offer(500, kSecond);
  TcpSegment ack = half.ack(500);
  ack.has_timestamp = true;
  ack.timestamp_echo = 0x8000'0000;
  half.receive(ack, kSecond + 3 * kMs);
  EXPECT_EQ(half.connection.smoothed_rtt(), 4 * kMs);  // at most the time since it was sent, and a tick
}

TEST(TcpSending, OneRoundTripIsTimedAtATime) {
  Flight flight(10);
  for (unsigned i = 1; i <= 10; ++i) flight.receive(flight.ack(i * kMss), i * kMs);
  // The first segment, then the first that was sent after its acknowledgment.
  EXPECT_EQ(flight.connection.statistics().rtt_samples, 1u);
  flight.receive(flight.ack(11 * kMss), 11 * kMs);
  EXPECT_EQ(flight.connection.statistics().rtt_samples, 2u);
  EXPECT_EQ(flight.connection.statistics().rtt_sum, 11 * kMs);
}

TEST(TcpSending, AClosedWindowIsProbed) {
  Half half(small());
  half.connection.offer(3 * kMss, 0);
  half.receive(half.ack(3 * kMss, 57'000), 100 * kMs);  // RTO 300 ms
  half.sent();
  half.connection.offer(59 * kMss, 100 * kMs);
  Time now = 100 * kMs;
  std::uint64_t acknowledged = 3 * kMss;
  while (half.connection.in_flight() != 0) {
    now += kMicrosecond;
    acknowledged += kMss;
    half.receive(half.ack(acknowledged, 60 * kMss - acknowledged), now);
  }
  EXPECT_EQ(half.connection.peer_window(), 0u);
  half.sent();
  const Time rto = half.connection.rto();
  for (const Time factor : {1, 2, 4, 8}) {
    now += factor * rto;
    EXPECT_EQ(half.connection.next_timer(), now);
    half.connection.timer(now);
    EXPECT_EQ(half.out.sent.size(), 1u);
    EXPECT_EQ(half.sent().substr(1), "60000+1");  // one byte beyond the window
    half.receive(half.ack(60'000, 0), now);       // refused
    EXPECT_EQ(half.sent(), "");
  }
  EXPECT_EQ(half.connection.statistics().window_probes, 4u);
  EXPECT_EQ(half.connection.statistics().timeouts, 0u);
  EXPECT_EQ(half.connection.statistics().duplicate_acknowledgments, 0u);
  half.receive(half.ack(60'000, 1'500), now);
  EXPECT_EQ(half.sent(), "R60000+1000");  // its first byte was sent by the probes
  EXPECT_EQ(half.connection.next_timer(), now + rto);
}

TEST(TcpSending, AProbeThatIsTakenCountsAsSent) {
  TcpConfig config = small();
  config.receive_buffer = 1'000;
  Half half(config);
  half.connection.offer(3 * kMss, 0);
  half.receive(half.ack(kMss, 0), kMs);
  half.sent();
  half.connection.timer(half.connection.next_timer());
  EXPECT_EQ(half.sent(), "D1000+1");
  half.receive(half.ack(kMss + 1, 999), 2 * kSecond);
  EXPECT_EQ(half.sent(), "D1001+999");
  half.receive(half.ack(2 * kMss, 1'000), 3 * kSecond);
  EXPECT_EQ(half.sent(), "D2000+1000");
}

TEST(TcpSending, ASmallWindowIsNotFilledWithCrumbs) {
  TcpConfig config = small();
  config.receive_buffer = 10'500;  // the peer announces as much
  Half half(config);
  half.connection.offer(100 * kMss, 0);
  EXPECT_EQ(half.connection.in_flight(), 10'000u);
  // 500 bytes more are allowed: less than an MSS, and than half of the largest window.
  half.receive(half.ack(10'000, 500), kMs);
  half.sent();
  EXPECT_EQ(half.connection.in_flight(), 0u);
  // The probe timer sends what fits.
  half.connection.timer(half.connection.next_timer());
  EXPECT_EQ(half.sent(), "D10000+500");
  // If the whole buffer of a peer is small, half of it is worth a segment.
  config.receive_buffer = 1'000;
  Half little(config);
  little.connection.offer(100 * kMss, 0);
  little.sent();
  little.receive(little.ack(1'000, 499), kMs);
  EXPECT_EQ(little.sent(), "");
  little.receive(little.ack(1'000, 500), kMs);
  EXPECT_EQ(little.sent(), "D1000+500");
}

TEST(TcpSending, TheWindowNeverShrinks) {
  Half half(small());
  half.connection.offer(kMss, 0);
  half.receive(half.ack(0, 1'000), kMs);
  EXPECT_EQ(half.connection.peer_window(), 59'000u);
}

TEST(TcpSending, AnAcknowledgmentOfDataNeverSentIsAnswered) {
  Flight flight(10);
  flight.receive(flight.ack(10'001), kMs);
  EXPECT_EQ(flight.sent(), "A0");
  EXPECT_EQ(flight.connection.statistics().outside, 1u);
  EXPECT_EQ(flight.connection.in_flight(), 10'000u);
}

TEST(TcpSending, WindowLimitAndSupplyBoundTheFlight) {
  TcpConfig config = small();
  config.window_limit = 4'500;
  Half half(config);
  half.connection.offer_endless(0);
  EXPECT_EQ(half.connection.in_flight(), 4'000u);
  Half little(small());
  little.connection.offer(2'500, 0);
  EXPECT_EQ(little.connection.unacknowledged(), 2'500u);
  const auto sent = little.out.take();
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_EQ(sent[2].segment.length, 500u);
  EXPECT_FALSE(sent[1].segment.has(tcp_flag::kPsh));
  EXPECT_TRUE(sent[2].segment.has(tcp_flag::kPsh));
}

TEST(TcpSending, AFullRingHoldsNewDataBack) {
  Half half(small());
  half.out.open = false;
  half.connection.offer_endless(0);
  EXPECT_EQ(half.sent(), "");
  half.connection.resume(1);
  EXPECT_EQ(half.sent(), "");
  half.out.open = true;
  half.connection.resume(2);
  EXPECT_EQ(half.out.sent.size(), 10u);
  half.sent();
  // Retransmissions do not ask.
  half.out.open = false;
  half.connection.timer(half.connection.next_timer());
  EXPECT_EQ(half.sent(), "R0+1000");
}

TEST(TcpSending, SegmentationRequestsAreWholeAndLarge) {
  TcpConfig config = small();
  config.segmentation_bytes = 8'500;
  config.initial_window = 30;
  Half half(config);
  half.connection.offer(60'500, 0);
  // The rest of the window is less than a request: it waits for an acknowledgment.
  EXPECT_EQ(half.sent(), "D0+8000 D8000+8000 D16000+8000");
  EXPECT_EQ(half.connection.statistics().segments_sent, 24u);
  EXPECT_EQ(half.connection.statistics().descriptors_sent, 3u);
  half.receive(half.ack(2'000), kMs);  // window 32,000: 10,000 are free
  EXPECT_EQ(half.sent(), "D24000+8000");
  half.receive(half.ack(4'000), kMs);  // 6,000 are free
  EXPECT_EQ(half.sent(), "");
  half.receive(half.ack(5'000), kMs);
  EXPECT_EQ(half.sent(), "D32000+8000");
  // Retransmissions are single segments.
  for (unsigned i = 0; i < 3; ++i) half.receive(half.ack(5'000), kMs);
  EXPECT_NE(half.sent().find("R5000+1000"), std::string::npos);
}

TEST(TcpSending, TheEndOfTheSupplyIsNotHeldBack) {
  TcpConfig config = small();
  config.segmentation_bytes = 8'500;
  Half half(config);
  half.connection.offer(3'700, 0);
  EXPECT_EQ(half.sent(), "D0+3700");
  half.connection.offer(10, 0);
  EXPECT_EQ(half.sent(), "D3700+10");
}

TEST(TcpSending, IdleTimeRestartsSlowStart) {
  for (const Time more : {Time{0}, Time{1}}) {
    Half half(small());
    half.connection.offer(30 * kMss, 0);
    for (unsigned i = 1; i <= 30; ++i) half.receive(half.ack(i * kMss), kMs);
    const std::uint64_t window = half.connection.congestion_window();
    EXPECT_GT(window, 20u * kMss);
    // The last segment was sent at 1 ms.
    half.connection.offer(100 * kMss, kMs + half.connection.rto() + more);
    EXPECT_EQ(half.connection.in_flight(), more == 0 ? window : 10u * kMss);
  }
}

TEST(TcpSending, CongestionEchoHalvesTheWindowOnceAFlight) {
  TcpConfig config = small();
  config.ecn = true;
  Flight flight(10, config);
  TcpSegment ack = flight.ack(1'000);
  ack.flags |= tcp_flag::kEce;
  flight.receive(ack, kMs);
  EXPECT_EQ(flight.connection.congestion_window(), 5'000u);
  for (unsigned i = 2; i <= 10; ++i) {
    ack = flight.ack(i * kMss);
    ack.flags |= tcp_flag::kEce;
    flight.receive(ack, kMs);
  }
  EXPECT_EQ(flight.connection.statistics().ecn_reductions, 1u);
  const auto sent = flight.out.take();
  ASSERT_GE(sent.size(), 2u);
  EXPECT_TRUE(sent[0].segment.has(tcp_flag::kCwr));
  EXPECT_FALSE(sent[1].segment.has(tcp_flag::kCwr));
  EXPECT_EQ(sent[0].segment.ecn, EcnField::kCapable0);
  ack = flight.ack(11 * kMss);  // data sent after the reduction
  ack.flags |= tcp_flag::kEce;
  flight.receive(ack, 2 * kMs);
  EXPECT_EQ(flight.connection.statistics().ecn_reductions, 2u);
}

TEST(TcpSending, RetransmissionsAreNotEcnCapable) {
  TcpConfig config = small();
  config.ecn = true;
  Flight flight(10, config);
  for (unsigned i = 0; i < 3; ++i) flight.receive(flight.ack(0), kMs);
  for (const auto& [segment, time] : flight.out.take()) {
    EXPECT_EQ(segment.ecn, segment.retransmission ? EcnField::kNotCapable : EcnField::kCapable0);
  }
  EXPECT_EQ(flight.connection.statistics().retransmits, 1u);
}

TEST(TcpSending, OptionsOutsideTheirRangeAreRefused) {
  const auto refuses = [](void (*change)(TcpConfig&), const std::string& message) {
    TcpConfig config;
    change(config);
    Recorder out;
    try {
      const TcpConnection connection(config, out);
      ADD_FAILURE() << "accepted; expected: " << message;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, message.size()), message);
    }
  };
  refuses([](TcpConfig& c) { c.mtu = 87; }, "tcp.mtu: found 87, accepted are 88 to 16000 bytes");
  refuses([](TcpConfig& c) { c.mtu = 16'001; }, "tcp.mtu: found 16001");
  refuses([](TcpConfig& c) { c.receive_buffer = 1'459; },
          "tcp.receive_buffer: found 1459, accepted are 1460 to");
  refuses([](TcpConfig& c) { c.receive_buffer = (1u << 30) + 1; }, "tcp.receive_buffer");
  refuses([](TcpConfig& c) { c.initial_window = 0; }, "tcp.initial_window");
  refuses([](TcpConfig& c) { c.initial_threshold = 1; }, "tcp.initial_threshold");
  refuses([](TcpConfig& c) { c.window_limit = 1'459; }, "tcp.window_limit");
  refuses([](TcpConfig& c) { c.segmentation_bytes = 65'401; }, "tcp.segmentation_bytes");
  refuses([](TcpConfig& c) { c.acknowledge_every = 0; }, "tcp.acknowledge_every");
  refuses([](TcpConfig& c) { c.delayed_acknowledgment = -1; }, "tcp.delayed_acknowledgment");
  refuses([](TcpConfig& c) { c.delayed_acknowledgment = 501 * kMs; }, "tcp.delayed_acknowledgment");
  refuses([](TcpConfig& c) { c.min_rto = 0; }, "tcp.min_rto");
  refuses([](TcpConfig& c) { c.max_rto = c.min_rto - 1; }, "tcp.min_rto");
  refuses([](TcpConfig& c) { c.initial_rto = 61 * kSecond; }, "tcp.initial_rto");
  refuses([](TcpConfig& c) { c.clock_tick = 1; }, "tcp.clock_tick");
  Recorder out;
  TcpConfig most;
  most.mtu = 16'000;
  most.receive_buffer = 1u << 30;
  most.segmentation_bytes = 65'400;
  EXPECT_NO_THROW(TcpConnection(most, out));
  EXPECT_EQ(most.window_shift(), 14);
}

}  // namespace
}  // namespace ixsim::bench
