// The receiving half of a TCP connection and its set-up, number by number: delayed acknowledgments,
// reordering, windows, congestion echo, three-way handshake. Expected values are computed by hand from the
// RFCs.
#include <gtest/gtest.h>

#include "tcp_half.h"

namespace ixsim::bench {
namespace {

constexpr Time kMs = kMillisecond;

TEST(TcpReceiving, EverySecondSegmentOrTheTimerAcknowledges) {
  Half half(small());
  half.receive(half.data(0, kMss), kMs);
  EXPECT_EQ(half.sent(), "");
  EXPECT_EQ(half.connection.next_timer(), 41 * kMs);
  half.connection.timer(41 * kMs - 1);
  EXPECT_EQ(half.sent(), "");
  half.connection.timer(41 * kMs);
  EXPECT_EQ(half.sent(), "A1000");
  EXPECT_EQ(half.connection.next_timer(), kNever);
  // The timer runs from the first segment that waits.
  half.receive(half.data(1'000, kMss), 50 * kMs);
  half.receive(half.data(2'000, 1), 60 * kMs);
  EXPECT_EQ(half.sent(), "A2001");
  EXPECT_EQ(half.connection.next_timer(), kNever);
}

TEST(TcpReceiving, CountAndTimeOfDelayedAcknowledgmentsAreOptions) {
  TcpConfig config = small();
  config.acknowledge_every = 3;
  config.delayed_acknowledgment = 7 * kMs;
  Half half(config);
  half.receive(half.data(0, kMss), kMs);
  EXPECT_EQ(half.connection.next_timer(), 8 * kMs);
  half.receive(half.data(1'000, kMss), 2 * kMs);
  EXPECT_EQ(half.connection.next_timer(), 8 * kMs);
  EXPECT_EQ(half.sent(), "");
  half.receive(half.data(2'000, kMss), 3 * kMs);
  EXPECT_EQ(half.sent(), "A3000");
  config.delayed_acknowledgment = 0;
  Half each(config);
  each.receive(each.data(0, 1), kMs);
  EXPECT_EQ(each.sent(), "A1");
}

TEST(TcpReceiving, MergedSegmentsCountAsMany) {
  Half half(small());
  half.receive(half.data(0, kMss + 1), kMs);
  EXPECT_EQ(half.sent(), "A1001");
  half.receive(half.data(1'001, 40 * kMss), kMs);
  EXPECT_EQ(half.sent(), "A41001");
  EXPECT_EQ(half.connection.statistics().segments_received, 42u);
  EXPECT_EQ(half.connection.statistics().acknowledgments_sent, 2u);
}

TEST(TcpReceiving, DataCarryTheAcknowledgment) {
  Half half(small());
  half.receive(half.data(0, kMss), kMs);
  half.connection.offer(5, 2 * kMs);
  ASSERT_EQ(half.out.sent.size(), 1u);
  EXPECT_EQ(half.acknowledged(half.out.sent[0].segment), 1'000u);
  EXPECT_NE(half.connection.next_timer(), 41 * kMs);
}

TEST(TcpReceiving, AGapIsAcknowledgedAtOnceEachTime) {
  Half half(small());
  half.receive(half.data(0, kMss), kMs);
  half.receive(half.data(2'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A1000");
  half.receive(half.data(3'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A1000");
  half.receive(half.data(5'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A1000");
  EXPECT_EQ(half.connection.statistics().out_of_order, 3u);
  EXPECT_EQ(half.connection.statistics().bytes_delivered, 1'000u);
  // The first gap is filled, one is left.
  half.receive(half.data(1'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A4000");
  half.receive(half.data(4'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A6000");
  EXPECT_EQ(half.connection.statistics().bytes_delivered, 6'000u);
}

TEST(TcpReceiving, DuplicatesAreAcknowledgedAndNotDelivered) {
  Half half(small());
  half.receive(half.data(0, kMss), kMs);
  half.receive(half.data(0, kMss), kMs);
  EXPECT_EQ(half.sent(), "A1000");
  half.receive(half.data(500, kMss), kMs);  // half of it is new
  EXPECT_EQ(half.sent(), "");
  half.receive(half.data(3'000, kMss), kMs);
  half.receive(half.data(3'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A1500 A1500");
  EXPECT_EQ(half.connection.statistics().duplicates, 2u);
  EXPECT_EQ(half.connection.statistics().bytes_delivered, 1'500u);
}

TEST(TcpReceiving, AReaderOpensTheWindow) {
  TcpConfig config = small();
  config.receive_buffer = 4'000;
  config.automatic_read = false;
  Half half(config);
  EXPECT_EQ(half.connection.own_window(), 4'000u);
  half.receive(half.data(0, kMss), kMs);
  half.receive(half.data(1'000, kMss), kMs);
  ASSERT_EQ(half.out.sent.size(), 1u);
  EXPECT_EQ(half.out.sent[0].segment.window, 2'000u);
  half.receive(half.data(2'000, kMss), kMs);
  half.receive(half.data(3'000, kMss), kMs);
  ASSERT_EQ(half.out.sent.size(), 2u);
  EXPECT_EQ(half.out.sent[1].segment.window, 0u);
  half.sent();
  EXPECT_EQ(half.connection.readable(), 4'000u);
  // A probe is refused and answered.
  half.receive(half.data(4'000, 1), 2 * kMs);
  EXPECT_EQ(half.connection.statistics().outside, 1u);
  ASSERT_EQ(half.out.sent.size(), 1u);
  EXPECT_EQ(half.out.sent[0].segment.window, 0u);
  EXPECT_EQ(half.sent(), "A4000");
  // Less than an MSS opens nothing, an MSS does, at once.
  EXPECT_EQ(half.connection.read(999, 3 * kMs), 999u);
  EXPECT_EQ(half.sent(), "");
  EXPECT_EQ(half.connection.read(1, 4 * kMs), 1u);
  ASSERT_EQ(half.out.sent.size(), 1u);
  EXPECT_EQ(half.out.sent[0].segment.window, 1'000u);
  half.sent();
  // 1,900 bytes are not twice 1,000; 2,000 are.
  EXPECT_EQ(half.connection.read(900, 5 * kMs), 900u);
  EXPECT_EQ(half.sent(), "");
  EXPECT_EQ(half.connection.read(5'000, 6 * kMs), 2'100u);
  ASSERT_EQ(half.out.sent.size(), 1u);
  EXPECT_EQ(half.out.sent[0].segment.window, 4'000u);
  EXPECT_EQ(half.connection.read(5'000, 6 * kMs), 0u);
}

TEST(TcpReceiving, DataBeyondTheWindowAreCutOff) {
  TcpConfig config = small();
  config.receive_buffer = 1'500;
  config.automatic_read = false;
  Half half(config);
  half.receive(half.data(0, kMss), kMs);
  half.receive(half.data(1'000, kMss), kMs);
  EXPECT_EQ(half.sent(), "A1500");
  EXPECT_EQ(half.connection.readable(), 1'500u);
}

TEST(TcpReceiving, TheAnnouncedEdgeMovesByUsefulPieces) {
  TcpConfig config = small();
  config.acknowledge_every = 1;
  Half half(config);
  EXPECT_EQ(half.connection.own_window(), 60'000u);
  for (unsigned i = 1; i <= 10; ++i) {
    half.receive(half.data((i - 1) * 100, 100), kMs);
    EXPECT_EQ(half.out.sent.back().segment.window, i == 10 ? 60'000u : 60'000u - i * 100);
  }
}

TEST(TcpReceiving, ScaledWindowsRoundDownAndKeepLimits) {
  TcpConfig config = small();
  config.receive_buffer = 1'000'000;  // 1,000,000 / 65,535: shift 4, 16 bytes a unit
  config.acknowledge_every = 1;
  Half half(config);
  EXPECT_EQ(config.window_shift(), 4);
  EXPECT_EQ(half.connection.own_window(), 1'000'000u);
  half.receive(half.data(0, 1), kMs);
  EXPECT_EQ(half.out.sent.back().segment.window, 999'999u / 16);
  EXPECT_EQ(half.connection.own_window(), 999'999u);
}

TEST(TcpReceiving, CongestionIsEchoedUntilTheSenderAnswers) {
  TcpConfig config = small();
  config.ecn = true;
  config.acknowledge_every = 1;
  Half half(config);
  const auto echo = [&](std::uint64_t position, EcnField ecn, std::uint8_t flags) {
    TcpSegment segment = half.data(position, kMss);
    segment.ecn = ecn;
    segment.flags |= flags;
    half.receive(segment, kMs);
    return half.out.sent.back().segment.has(tcp_flag::kEce);
  };
  EXPECT_FALSE(echo(0, EcnField::kCapable0, 0));
  EXPECT_TRUE(echo(1'000, EcnField::kCongestion, 0));
  EXPECT_TRUE(echo(2'000, EcnField::kCapable0, 0));
  EXPECT_FALSE(echo(3'000, EcnField::kCapable0, tcp_flag::kCwr));
  EXPECT_TRUE(echo(4'000, EcnField::kCongestion, tcp_flag::kCwr));
}

TEST(TcpReceiving, TimestampsEchoTheSegmentThatAdvances) {
  TcpConfig config = small();
  config.timestamps = true;
  Half half(config);
  const auto receive = [&](std::uint64_t position, std::uint32_t timestamp) {
    TcpSegment segment = half.data(position, 100);
    segment.has_timestamp = true;
    segment.timestamp = timestamp;
    half.receive(segment, 5 * kMs);
  };
  // RFC 7323 section 4.3: with delayed acknowledgments the echo is of the first segment that waits, beyond a
  // gap of the last one in order, and of what fills the gap.
  receive(0, 10);
  receive(100, 11);
  EXPECT_EQ(half.out.sent.back().segment.timestamp_echo, 10u);
  EXPECT_EQ(half.out.sent.back().segment.timestamp, 5u);
  receive(300, 13);
  EXPECT_EQ(half.out.sent.back().segment.timestamp_echo, 10u);
  receive(200, 12);
  EXPECT_EQ(half.out.sent.back().segment.timestamp_echo, 12u);
}

TEST(TcpReceiving, OldAndStrangeSegments) {
  Half half(small());
  half.receive(half.data(0, kMss), kMs);
  half.receive(half.data(1'000, kMss), kMs);
  half.sent();
  // A keep-alive, one before what is expected, is answered; an older one without data is not.
  TcpSegment segment = half.ack(0);
  segment.sequence += 1'999;
  half.receive(segment, kMs);
  EXPECT_EQ(half.sent(), "A2000");
  segment.sequence -= 5;
  half.receive(segment, kMs);
  EXPECT_EQ(half.sent(), "");
  // Without ACK it is dropped; with SYN the peer has missed an acknowledgment.
  segment = half.data(2'000, kMss);
  segment.flags = 0;
  half.receive(segment, kMs);
  EXPECT_EQ(half.connection.statistics().bytes_delivered, 2'000u);
  EXPECT_EQ(half.connection.statistics().outside, 1u);
  segment.flags = tcp_flag::kSyn | tcp_flag::kAck;
  half.receive(segment, kMs);
  EXPECT_EQ(half.sent(), "A2000");
  // RST counts only at the expected number.
  segment = half.data(2'001, 0);
  segment.flags = tcp_flag::kRst;
  half.receive(segment, kMs);
  EXPECT_TRUE(half.connection.established());
  segment = half.data(2'000, 0);
  segment.flags = tcp_flag::kRst;
  half.connection.offer(kMss, kMs);
  half.receive(segment, kMs);
  EXPECT_EQ(half.connection.state(), TcpConnection::State::kClosed);
  EXPECT_EQ(half.connection.next_timer(), kNever);
  half.sent();
  half.receive(half.data(2'000, kMss), kMs);
  half.connection.offer(kMss, kMs);
  EXPECT_EQ(half.sent(), "");
}

TEST(TcpReceiving, RangesBeyondAGapMerge) {
  Reassembly held;
  EXPECT_EQ(held.add(5, 5), 0u);
  EXPECT_EQ(held.add(10, 20), 10u);
  EXPECT_EQ(held.add(30, 40), 10u);
  EXPECT_EQ(held.add(50, 60), 10u);
  EXPECT_EQ(held.ranges(), 3u);
  EXPECT_EQ(held.add(5, 10), 5u);   // touches from below
  EXPECT_EQ(held.add(20, 22), 2u);  // and from above
  EXPECT_EQ(held.ranges(), 3u);
  EXPECT_EQ(held.add(12, 15), 0u);
  EXPECT_EQ(held.add(21, 55), 18u);  // 22 to 30 and 40 to 50
  EXPECT_EQ(held.ranges(), 1u);
  EXPECT_EQ(held.add(70, 80), 10u);
  EXPECT_EQ(held.take(4), 4u);
  EXPECT_EQ(held.take(7), 60u);
  EXPECT_EQ(held.ranges(), 1u);
  EXPECT_EQ(held.take(70), 80u);
  EXPECT_TRUE(held.empty());
}

// --- Set-up.

struct Pair {
  Pair(const TcpConfig& client_config, const TcpConfig& server_config)
      : client(client_config, to_server), server(server_config, to_client) {}
  // Takes the one segment that was sent.
  static TcpSegment one(Recorder& recorder) {
    const auto sent = recorder.take();
    EXPECT_EQ(sent.size(), 1u);
    return sent.empty() ? TcpSegment() : sent.front().segment;
  }
  Recorder to_server;
  Recorder to_client;
  TcpConnection client;
  TcpConnection server;
};

TEST(TcpSetUp, ThreeSegments) {
  TcpConfig left = small();
  left.initial_sequence = 0xffff'ffff;
  left.receive_buffer = 1 << 20;
  TcpConfig right;
  right.initial_sequence = 500;
  Pair pair(left, right);
  pair.server.listen();
  pair.client.connect(0);
  EXPECT_EQ(pair.client.state(), TcpConnection::State::kSynSent);
  const TcpSegment syn = Pair::one(pair.to_server);
  EXPECT_EQ(syn.flags, tcp_flag::kSyn);
  EXPECT_EQ(syn.sequence, 0xffff'ffffu);
  EXPECT_EQ(syn.mss_option, 1'000u);
  EXPECT_EQ(syn.window_scale, 5u);
  EXPECT_EQ(syn.window, 65'535u);  // never scaled
  pair.server.receive(syn, 10 * kMs);
  EXPECT_EQ(pair.server.state(), TcpConnection::State::kSynReceived);
  const TcpSegment syn_ack = Pair::one(pair.to_client);
  EXPECT_EQ(syn_ack.flags, tcp_flag::kSyn | tcp_flag::kAck);
  EXPECT_EQ(syn_ack.acknowledgment, 0u);
  EXPECT_EQ(syn_ack.sequence, 500u);
  EXPECT_EQ(syn_ack.window_scale, 7u);
  pair.client.receive(syn_ack, 20 * kMs);
  EXPECT_TRUE(pair.client.established());
  const TcpSegment ack = Pair::one(pair.to_server);
  EXPECT_EQ(ack.flags, tcp_flag::kAck);
  EXPECT_EQ(ack.acknowledgment, 501u);
  EXPECT_EQ(ack.sequence, 0u);
  EXPECT_EQ(ack.window, (1u << 20) >> 5);
  pair.server.receive(ack, 30 * kMs);
  EXPECT_TRUE(pair.server.established());
  EXPECT_EQ(pair.server.peer_window(), 1u << 20);
  EXPECT_EQ(pair.client.mss(), 1'000u);
  EXPECT_EQ(pair.server.mss(), 1'000u);
  EXPECT_EQ(pair.client.smoothed_rtt(), 20 * kMs);
  EXPECT_EQ(pair.server.smoothed_rtt(), 20 * kMs);
  EXPECT_EQ(pair.client.next_timer(), kNever);
  EXPECT_EQ(pair.server.next_timer(), kNever);
}

TEST(TcpSetUp, BothEndsMustHaveAnOption) {
  for (const bool left : {false, true}) {
    for (const bool right : {false, true}) {
      TcpConfig client;
      client.timestamps = client.window_scaling = client.ecn = left;
      client.clock_tick = kMs;
      TcpConfig server;
      server.timestamps = server.window_scaling = server.ecn = right;
      Pair pair(client, server);
      pair.server.listen();
      pair.client.offer(100, 0);
      pair.client.connect(7 * kMs);
      pair.server.receive(Pair::one(pair.to_server), 7 * kMs);
      pair.client.receive(Pair::one(pair.to_client), 7 * kMs);
      // Data offered before are sent with the acknowledgment.
      const TcpSegment data = Pair::one(pair.to_server);
      EXPECT_EQ(data.length, 100u);
      pair.server.receive(data, 7 * kMs);
      EXPECT_TRUE(pair.server.established());
      EXPECT_EQ(pair.server.readable(), 0u);
      EXPECT_EQ(pair.server.statistics().bytes_delivered, 100u);
      const bool both = left && right;
      EXPECT_EQ(data.has_timestamp, both);
      EXPECT_EQ(pair.client.mss(), both ? 1'448u : 1'460u);
      EXPECT_EQ(pair.server.mss(), both ? 1'448u : 1'460u);
      EXPECT_EQ(data.ecn == EcnField::kCapable0, both);
      EXPECT_EQ(pair.server.peer_window() > 65'535, both);
    }
  }
}

TEST(TcpSetUp, AnEstablishedPairIsAsAfterTheSegments) {
  TcpConfig client;
  client.timestamps = true;
  TcpConfig server = client;
  server.mtu = 9'000;
  Pair pair(client, server);
  pair.client.establish(server);
  pair.server.establish(client);
  EXPECT_EQ(pair.client.mss(), 1'448u);
  EXPECT_EQ(pair.server.mss(), 1'448u);
  EXPECT_EQ(pair.client.peer_window(), 4u << 20);
  EXPECT_EQ(pair.server.own_window(), 4u << 20);
  EXPECT_EQ(pair.client.congestion_window(), 14'480u);
}

TEST(TcpSetUp, OptionsThatCannotBeDoNoHarm) {
  TcpConfig config;
  config.timestamps = true;
  Pair pair(config, config);
  pair.server.listen();
  TcpSegment syn;
  syn.flags = tcp_flag::kSyn;
  syn.mss_option = 1;
  syn.window_scale = 200;
  syn.has_timestamp = true;
  pair.server.receive(syn, 0);
  EXPECT_EQ(pair.server.mss(), 36u);  // 48 less the timestamps
  pair.to_client.take();
  // Without an MSS option it is 536 (RFC 9293).
  Pair other(config, config);
  other.server.listen();
  syn = TcpSegment();
  syn.flags = tcp_flag::kSyn;
  other.server.receive(syn, 0);
  EXPECT_EQ(other.server.mss(), 536u);
}

TEST(TcpSetUp, LostSynsAreRepeated) {
  for (const unsigned losses : {0u, 1u, 2u, 3u}) {
    Pair pair(TcpConfig(), TcpConfig{});
    pair.server.listen();
    pair.client.connect(0);
    Time now = 0;
    for (unsigned i = 0; i < losses; ++i) {
      pair.to_server.take();
      now += kSecond << i;
      EXPECT_EQ(pair.client.next_timer(), now);
      pair.client.timer(now);
    }
    pair.server.receive(Pair::one(pair.to_server), now);
    pair.client.receive(Pair::one(pair.to_client), now + 100 * kMs);
    EXPECT_TRUE(pair.client.established());
    EXPECT_EQ(pair.client.statistics().timeouts, losses);
    // RFC 6298 section 5.7: 3 s after a loss; no sample of a SYN that was repeated.
    EXPECT_EQ(pair.client.rto(), losses == 0 ? 300 * kMs : 3 * kSecond);
    EXPECT_EQ(pair.client.statistics().rtt_samples, losses == 0 ? 1u : 0u);
    // RFC 6928 section 2: after two losses the window begins with one segment.
    EXPECT_EQ(pair.client.congestion_window(), losses < 2 ? 14'600u : 1'460u);
  }
}

TEST(TcpSetUp, ALostAnswerIsRepeated) {
  Pair pair(TcpConfig(), TcpConfig{});
  pair.server.listen();
  pair.client.connect(0);
  const TcpSegment syn = Pair::one(pair.to_server);
  pair.server.receive(syn, kMs);
  pair.to_client.take();
  pair.server.receive(syn, 2 * kMs);  // the client repeated it
  const TcpSegment first = Pair::one(pair.to_client);
  EXPECT_EQ(pair.server.next_timer(), kSecond + 2 * kMs);
  pair.server.timer(kSecond + 2 * kMs);
  const TcpSegment second = Pair::one(pair.to_client);
  EXPECT_EQ(first.sequence, second.sequence);
  EXPECT_EQ(first.flags, second.flags);
  pair.client.receive(second, 2 * kSecond);
  pair.to_server.take();  // the client's acknowledgment is lost
  pair.client.receive(second, 3 * kSecond);
  pair.server.receive(Pair::one(pair.to_server), 3 * kSecond);
  EXPECT_TRUE(pair.server.established());
}

TEST(TcpSetUp, BothEndsMayOpenAtTheSameTime) {
  TcpConfig config;
  config.initial_sequence = 10;
  Pair pair(config, TcpConfig{});
  pair.client.connect(0);
  pair.server.connect(0);
  const TcpSegment from_client = Pair::one(pair.to_server);
  const TcpSegment from_server = Pair::one(pair.to_client);
  pair.client.receive(from_server, kMs);
  pair.server.receive(from_client, kMs);
  const TcpSegment client_answer = Pair::one(pair.to_server);
  const TcpSegment server_answer = Pair::one(pair.to_client);
  pair.client.receive(server_answer, 2 * kMs);
  pair.server.receive(client_answer, 2 * kMs);
  EXPECT_TRUE(pair.client.established());
  EXPECT_TRUE(pair.server.established());
  pair.to_server.take();
  pair.to_client.take();
  pair.client.offer(100, 3 * kMs);
  pair.server.receive(Pair::one(pair.to_server), 3 * kMs);
  EXPECT_EQ(pair.server.statistics().bytes_delivered, 100u);
}

TEST(TcpSetUp, SegmentsThatDoNotFitAreIgnored) {
  Pair pair(TcpConfig(), TcpConfig{});
  TcpSegment segment;
  segment.flags = tcp_flag::kSyn;
  pair.server.receive(segment, 0);  // neither listening nor connecting
  EXPECT_TRUE(pair.to_client.take().empty());
  pair.server.listen();
  for (const std::uint8_t flags :
       {tcp_flag::kAck, std::uint8_t{tcp_flag::kSyn | tcp_flag::kAck}, tcp_flag::kRst, tcp_flag::kFin}) {
    segment.flags = flags;
    pair.server.receive(segment, 0);
    EXPECT_EQ(pair.server.state(), TcpConnection::State::kListening);
  }
  pair.client.connect(0);
  segment.acknowledgment = 999;  // not of its SYN
  for (const std::uint8_t flags : {tcp_flag::kAck, std::uint8_t{tcp_flag::kSyn | tcp_flag::kAck},
                                   std::uint8_t{tcp_flag::kRst | tcp_flag::kAck}}) {
    segment.flags = flags;
    pair.client.receive(segment, 0);
    EXPECT_EQ(pair.client.state(), TcpConnection::State::kSynSent);
  }
  segment.acknowledgment = pair.client.config().initial_sequence + 1;
  segment.flags = tcp_flag::kRst | tcp_flag::kAck;
  pair.client.receive(segment, 0);
  EXPECT_EQ(pair.client.state(), TcpConnection::State::kClosed);
  EXPECT_EQ(pair.client.statistics().resets, 1u);
}

}  // namespace
}  // namespace ixsim::bench
