// The peer that sends and checks flows: rates, turns, PAUSE, loss, order; and the frames that it makes.
#include "host/peer/traffic_peer.h"

#include <gtest/gtest.h>

#include <vector>

#include "host/peer/fcoe_frame.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

constexpr Time kByte = kByteTime10G;
constexpr MacAddress kHere = {0x02, 0, 0, 0, 0, 1};
constexpr MacAddress kThere = {0x02, 0, 0, 0, 0, 2};

struct Sent {
  Time start = 0;
  FrameRef frame;
};

struct Bench {
  explicit Bench(const TrafficPeerConfig& config = {})
      : peer(config, agenda, [this](Time start, const FrameRef& frame) {
          sent.push_back({start, frame});
        }) {}
  void run(Time time) {
    while (agenda.next() <= time) agenda.advance(agenda.next());
  }
  void in(Time start, const FrameRef& frame) {
    run(start - 1);
    peer.frame(start, frame);
  }
  HostAgenda agenda;
  std::vector<Sent> sent;
  TrafficPeer peer;
};

TrafficFlow flow_of(unsigned priority, std::vector<std::uint32_t> sizes, std::uint64_t frames) {
  TrafficFlow flow;
  flow.source = kHere;
  flow.destination = kThere;
  flow.priority = priority;
  flow.sizes = std::move(sizes);
  flow.frames = frames;
  return flow;
}

FrameRef pause_of(std::uint8_t named, std::uint16_t quanta) {
  PauseFrame pause;
  pause.of_priorities = true;
  pause.named = named;
  pause.time.fill(quanta);
  return make_pause(kThere, pause);
}

// --- PAUSE frames.

TEST(PauseFrame, ComesBackAsItWasMade) {
  PauseFrame pause;
  pause.of_priorities = true;
  pause.named = 0x85;
  pause.time = {1, 2, 3, 4, 5, 6, 7, 0xffff};
  PauseFrame read;
  ASSERT_TRUE(parse_pause(make_pause(kHere, pause)->without_fcs(), read));
  EXPECT_TRUE(read.of_priorities);
  EXPECT_EQ(read.named, 0x85);
  EXPECT_EQ(read.time, pause.time);
  PauseFrame link;
  link.time[0] = 0x1234;
  ASSERT_TRUE(parse_pause(make_pause(kHere, link)->without_fcs(), read));
  EXPECT_FALSE(read.of_priorities);
  EXPECT_EQ(read.time[0], 0x1234);
}

// The frame of IEEE 802.1Qbb, byte for byte: enable vector at byte 16, times from byte 18.
TEST(PauseFrame, HasTheBytesOfTheStandard) {
  PauseFrame pause;
  pause.of_priorities = true;
  pause.named = 1u << 3;
  pause.time[3] = 0xabcd;
  const FrameRef frame = make_pause(kHere, pause);
  std::vector<std::uint8_t> expected(60);
  const std::uint8_t head[] = {0x01, 0x80, 0xc2, 0, 0, 1, 0x02, 0, 0, 0, 0, 1, 0x88, 0x08, 0x01, 0x01, 0, 8};
  std::copy(std::begin(head), std::end(head), expected.begin());
  expected[24] = 0xab;
  expected[25] = 0xcd;
  const ByteView bytes = frame->without_fcs();
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()), expected);
  EXPECT_TRUE(fcs_is_good(frame->bytes()));
}

TEST(PauseFrame, IsNotSeenInOtherFrames) {
  PauseFrame read;
  std::uint8_t bytes[60] = {0x01, 0x80, 0xc2, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0x88, 0x08, 0x00, 0x02};
  EXPECT_FALSE(parse_pause({bytes, 60}, read));  // another opcode
  EXPECT_TRUE(is_mac_control({bytes, 60}));
  bytes[15] = 1;
  EXPECT_FALSE(parse_pause({bytes, 17}, read));  // cut short
  EXPECT_TRUE(parse_pause({bytes, 18}, read));
  bytes[14] = 1;
  EXPECT_FALSE(parse_pause({bytes, 33}, read));  // times of priorities
  EXPECT_TRUE(parse_pause({bytes, 34}, read));
  bytes[5] = 2;
  EXPECT_FALSE(parse_pause({bytes, 60}, read));  // another address
  bytes[12] = 0x08;
  EXPECT_FALSE(is_mac_control({bytes, 60}));
}

// --- FCoE frames.

TEST(FcoeFrame, CarriesAFullPayloadIn2180Bytes) {
  std::vector<std::uint8_t> payload(kMaxFcPayload);
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<std::uint8_t>(i * 7);
  const FrameRef frame =
      make_fcoe_frame({kThere, kHere, 0x6001, 0x010203, 0x040506}, {payload.data(), 2'112}, 9);
  // 14 Ethernet, 4 tag, 14 FCoE header, 24 Fibre Channel header, 2,112, 4 CRC, 4 end of frame, 4 FCS.
  ASSERT_EQ(frame->size(), 2'180u);
  const ByteView bytes = frame->bytes();
  EXPECT_EQ(load_be16(bytes.data + 16), 0x8906);
  EXPECT_EQ(bytes[31], 0x36);
  EXPECT_EQ(bytes[33], 0x01);  // destination 01.02.03
  EXPECT_EQ(bytes[39], 0x06);  // source 04.05.06
  EXPECT_EQ(bytes[2'172], 0x41);
  EXPECT_TRUE(fcs_is_good(bytes));
  const ByteView read = fcoe_payload(*frame);
  EXPECT_EQ(std::vector<std::uint8_t>(read.begin(), read.end()), payload);
}

// The CRC of Fibre Channel is that of Ethernet, least significant byte first: over a frame and its CRC it
// leaves the residue of that polynomial.
TEST(FcoeFrame, HasTheCrcOfFibreChannel) {
  const std::uint8_t payload[12] = {1, 2, 3};
  const FrameRef frame = make_fcoe_frame({kThere, kHere, 0x6001, 1, 2}, {payload, sizeof payload}, 0);
  EXPECT_EQ(crc32({frame->bytes().data + 32, 24 + sizeof payload + 4}), 0x2144df1cu);
}

TEST(FcoeFrame, WithAChangedBitIsNone) {
  const std::uint8_t payload[12] = {1, 2, 3};
  const FrameRef frame = make_fcoe_frame({kThere, kHere, 0x6001, 1, 2}, {payload, sizeof payload}, 0);
  ASSERT_EQ(fcoe_payload(*frame).size, sizeof payload);
  for (const std::size_t at :
       {std::size_t{16}, std::size_t{31}, std::size_t{40}, std::size_t{60}, frame->size() - 8}) {
    std::vector<std::uint8_t> bytes(frame->bytes().begin(), frame->bytes().end());
    bytes[at] ^= 0x10;
    EXPECT_EQ(fcoe_payload(*make_frame({bytes.data(), bytes.size()})).size, 0u) << at;
  }
}

// --- Sending.

TEST(TrafficPeer, SendsAtLineRateAndInTurns) {
  Bench bench;
  bench.peer.add(flow_of(0, {64, 128}, 4));
  bench.peer.add(flow_of(1, {1'000}, 2));
  bench.run(kMillisecond);
  ASSERT_EQ(bench.sent.size(), 6u);
  const std::size_t sizes[] = {64, 1'000, 128, 1'000, 64, 128};
  Time start = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(bench.sent[i].frame->size(), sizes[i]);
    EXPECT_EQ(bench.sent[i].start, start);
    EXPECT_TRUE(fcs_is_good(bench.sent[i].frame->bytes()));
    start += static_cast<Time>(sizes[i] + 20) * kByte;
  }
  EXPECT_EQ(priority_of(*bench.sent[1].frame), 1u);
}

TEST(TrafficPeer, KeepsAnInterval) {
  Bench bench;
  TrafficFlow flow = flow_of(0, {64}, 5);
  flow.start = 16 * kByte;
  flow.interval = 1'000 * kByte;
  bench.peer.add(flow);
  bench.run(kMillisecond);
  ASSERT_EQ(bench.sent.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(bench.sent[i].start, static_cast<Time>(16 + 1'000 * i) * kByte);
}

TEST(TrafficPeer, RandomIntervalsHaveTheirMean) {
  Bench bench;
  TrafficFlow flow = flow_of(0, {64}, 20'000);
  flow.interval = kMicrosecond;
  flow.random = true;
  bench.peer.add(flow);
  bench.run(kSecond);
  ASSERT_EQ(bench.sent.size(), 20'000u);
  // 1 us on average, +- 2.5 % (three and a half deviations of the mean).
  EXPECT_NEAR(static_cast<double>(bench.sent.back().start), 20'000e6, 500e6);
}

// Frames start every 816 ns. The PAUSE acts 3 us after its last bit: the fifth frame waits for its end.
TEST(TrafficPeer, HonorsPauseAfterItsResponse) {
  TrafficPeerConfig config;
  config.response = 3 * kMicrosecond;
  Bench bench(config);
  bench.peer.add(flow_of(3, {1'000}, 20));
  bench.in(0, pause_of(1u << 3, 100));
  bench.run(kMillisecond);
  const Time acts = 72 * kByte + 3 * kMicrosecond;
  const Time until = acts + 100 * 64 * kByte;
  ASSERT_EQ(bench.sent.size(), 20u);
  EXPECT_EQ(bench.sent[3].start, 3 * 1'020 * kByte);
  EXPECT_LT(bench.sent[3].start, acts);
  EXPECT_EQ(bench.sent[4].start, (until + 3'199) / 3'200 * 3'200);
}

TEST(TrafficPeer, AnotherPriorityGoesOnAndAZeroResumes) {
  Bench bench;
  bench.in(0, pause_of(1u << 3, 0xffff));
  bench.run(kMicrosecond);
  TrafficFlow stopped = flow_of(3, {64}, 1);
  TrafficFlow other = flow_of(5, {64}, 1);
  stopped.start = other.start = kMicrosecond;
  bench.peer.add(stopped);
  bench.peer.add(other);
  bench.run(100 * kMicrosecond);
  ASSERT_EQ(bench.sent.size(), 1u);
  EXPECT_EQ(priority_of(*bench.sent[0].frame), 5u);
  bench.in(100 * kMicrosecond, pause_of(1u << 3, 0));
  bench.run(200 * kMicrosecond);
  ASSERT_EQ(bench.sent.size(), 2u);
  EXPECT_EQ(bench.sent[1].start, 100'057'600);  // the last bit of the PAUSE, on a lane
  EXPECT_EQ(bench.peer.control_received(), 2u);
}

TEST(TrafficPeer, IgnoresPauseIfSet) {
  TrafficPeerConfig config;
  config.honor_pause = false;
  Bench bench(config);
  bench.in(0, pause_of(0xff, 0xffff));
  bench.run(kMicrosecond);
  TrafficFlow flow = flow_of(3, {64}, 3);
  flow.start = kMicrosecond;
  bench.peer.add(flow);
  bench.run(2 * kMicrosecond);
  EXPECT_EQ(bench.sent.size(), 3u);
}

// --- Receiving.

TEST(TrafficPeer, FindsLossAndOrder) {
  Bench sender;
  sender.peer.add(flow_of(2, {64}, 6));
  sender.run(kMillisecond);
  ASSERT_EQ(sender.sent.size(), 6u);
  Bench receiver;
  Time start = 0;
  for (const std::size_t number : {0u, 1u, 3u, 2u, 5u}) {
    receiver.in(start, sender.sent[number].frame);
    start += kMicrosecond;
  }
  std::vector<std::uint8_t> bad(sender.sent[4].frame->bytes().begin(), sender.sent[4].frame->bytes().end());
  bad[30] ^= 1;
  receiver.in(start, make_frame({bad.data(), bad.size()}));
  std::uint8_t stranger[60] = {};
  receiver.in(start + kMicrosecond, make_frame_with_fcs({stranger, sizeof stranger}));
  receiver.run(kMillisecond);
  const ReceivedFlow flow = receiver.peer.received(kHere, 0);
  EXPECT_EQ(flow.frames, 5u);
  EXPECT_EQ(flow.bytes, 5u * 64);
  EXPECT_EQ(flow.missing(), 1u);
  EXPECT_EQ(flow.out_of_order, 1u);
  EXPECT_EQ(flow.first, 72 * kByte);
  EXPECT_EQ(flow.last, 4 * kMicrosecond + 72 * kByte);
  EXPECT_EQ(receiver.peer.errors(), 2u);
  EXPECT_EQ(receiver.peer.received(kThere, 0).frames, 0u);
}

TEST(TrafficPeer, RefusesFlowsThatCannotBe) {
  Bench bench;
  const auto refusal = [&](auto change) -> std::string {
    TrafficFlow flow = flow_of(0, {64}, 1);
    change(flow);
    try {
      bench.peer.add(flow);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal([](TrafficFlow&) {}), "accepted");
  EXPECT_EQ(refusal([](TrafficFlow& f) { f.priority = 8; }), "flow.priority: found 8, accepted are 0 to 7");
  EXPECT_EQ(refusal([](TrafficFlow& f) { f.vlan = 4'095; }), "flow.vlan: found 4095, accepted are 1 to 4094");
  EXPECT_EQ(refusal([](TrafficFlow& f) { f.sizes.clear(); }),
            "flow.sizes: found 0, accepted is one value or more");
  EXPECT_EQ(refusal([](TrafficFlow& f) {
              f.sizes = {64, 63};
            }),
            "flow.sizes: found 63, accepted are 64 to 16128");
  EXPECT_EQ(refusal([](TrafficFlow& f) {
              f.fcoe = true;
              f.sizes = {2'182};
            }),
            "flow.sizes: found 2182, accepted are multiples of 4 from 80 to 2180 with flow.fcoe");
  EXPECT_EQ(refusal([](TrafficFlow& f) { f.interval = -1; }),
            "flow.interval: found a negative time, accepted are 0 and more");
  EXPECT_EQ(refusal([](TrafficFlow& f) { f.random = true; }),
            "flow.interval: found 0, accepted are means above 0");
  try {
    TrafficPeerConfig config;
    config.response = 3'072'001;
    const Bench slow(config);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "peer.response: found 3072001 ps, accepted are 0 to 60 quanta (3072000 ps)");
  }
}

}  // namespace
}  // namespace ixsim::test
