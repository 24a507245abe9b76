// The switch against times, drops and PAUSE frames computed by hand.
#include "host/peer/ethernet_switch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "ethernet/internet_checksum.h"
#include "host/peer/congestion_mark.h"
#include "host/tcp/tcp_header.h"
#include "ixsim/error.h"
#include "switch_bench.h"

namespace ixsim::test {
namespace {

using bench::Departure;
using bench::mac;
using bench::number_of;
using bench::switch_of;
using bench::SwitchBench;
using bench::tagged_frame;

constexpr Time kByte = kByteTime10G;

FrameRef frame_to(unsigned to, unsigned priority, std::size_t size, std::uint32_t number = 0) {
  return tagged_frame(mac(to), mac(9), priority, size, number);
}

FrameRef pause_of(std::uint8_t named, std::uint16_t quanta) {
  PauseFrame pause;
  pause.of_priorities = true;
  pause.named = named;
  pause.time.fill(quanta);
  return make_pause(mac(1), pause);
}

std::uint64_t drops(const SwitchBench& bench, unsigned port, SwitchDrop reason) {
  return bench.bridge.statistics(port).dropped[static_cast<unsigned>(reason)];
}

// --- Times.

TEST(SwitchTimes, StoreAndForwardWaitsForTheLastBit) {
  SwitchBench bench(switch_of(2));
  bench.in(0, 0, frame_to(1, 0, 64));
  bench.drain();
  ASSERT_EQ(bench.out.size(), 1u);
  EXPECT_EQ(bench.out[0].port, 1u);
  EXPECT_EQ(bench.out[0].start, 72 * kByte);  // preamble and frame; a lane begins there
}

TEST(SwitchTimes, LatencyComesAfterTheLastBit) {
  EthernetSwitchConfig config = switch_of(2);
  config.latency = 500 * kNanosecond;
  SwitchBench bench(config);
  bench.in(0, 0, frame_to(1, 0, 64));
  bench.drain();
  ASSERT_EQ(bench.out.size(), 1u);
  EXPECT_EQ(bench.out[0].start, 560'000);  // 557,600 ps, up to the next lane of 3,200 ps
}

TEST(SwitchTimes, CutThroughWaitsFor64Bytes) {
  EthernetSwitchConfig config = switch_of(3);
  config.cut_through = true;
  config.byte_times = {kByteTime10G, kByteTime10G, kByteTime1G};
  SwitchBench bench(config);
  bench.in(0, 0, frame_to(1, 0, 1'518));
  bench.drain();
  // A faster port than that of arrival has to wait for the whole frame.
  bench.in(100 * kMicrosecond, 2, frame_to(1, 0, 1'518));
  bench.drain();
  // A slower one has not.
  bench.in(200 * kMicrosecond, 0, frame_to(2, 0, 1'518));
  bench.drain();
  ASSERT_EQ(bench.out.size(), 3u);
  EXPECT_EQ(bench.out[0].start, 72 * kByte);
  EXPECT_EQ(bench.out[1].start, 100 * kMicrosecond + 1'526 * kByteTime1G);
  EXPECT_EQ(bench.out[2].start, 200'064'000);  // 200,057,600 ps, up to the next lane of 32,000 ps
}

TEST(SwitchTimes, AnOutputSendsAtLineRateInOrder) {
  SwitchBench bench(switch_of(3));
  constexpr unsigned kFrames = 40;
  // Two inputs at half of the line rate each.
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    bench.in(i * 2 * 84 * kByte, 0, tagged_frame(mac(2), mac(0), 0, 64, i));
    bench.in(i * 2 * 84 * kByte + 1, 1, tagged_frame(mac(2), mac(1), 0, 64, i));
  }
  bench.drain();
  const auto out = bench.from(2);
  ASSERT_EQ(out.size(), 2 * kFrames);
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i].start, static_cast<Time>(72 + 84 * i) * kByte);
    EXPECT_EQ(number_of(*out[i].frame), i / 2);
    EXPECT_EQ(out[i].frame->bytes()[11], i % 2);
  }
}

// --- Addresses.

TEST(SwitchAddresses, UnknownAndGroupAddressesGoToAllOtherPorts) {
  EthernetSwitchConfig config;
  config.ports = 4;
  SwitchBench bench(config);
  bench.in(0, 1, tagged_frame(mac(7), mac(1), 0, 64));
  bench.in(kMicrosecond, 1, tagged_frame({1, 0, 0x5e, 0, 0, 1}, mac(1), 0, 64));
  bench.drain();
  EXPECT_EQ(bench.from(0).size(), 2u);
  EXPECT_EQ(bench.from(1).size(), 0u);
  EXPECT_EQ(bench.from(2).size(), 2u);
  EXPECT_EQ(bench.from(3).size(), 2u);
  EXPECT_EQ(bench.bridge.statistics(1).replicas, 4u);
  EXPECT_EQ(bench.bridge.unaccounted(), "");
}

TEST(SwitchAddresses, LearnsWhereAnAddressIsAndThatItMoves) {
  EthernetSwitchConfig config;
  config.ports = 3;
  SwitchBench bench(config);
  bench.in(0, 0, tagged_frame(mac(5), mac(4), 0, 64));
  bench.in(kMicrosecond, 1, tagged_frame(mac(4), mac(5), 0, 64));      // to port 0 alone
  bench.in(2 * kMicrosecond, 2, tagged_frame(mac(5), mac(4), 0, 64));  // to port 1; 4 is at port 2 now
  bench.in(3 * kMicrosecond, 1, tagged_frame(mac(4), mac(5), 0, 64));
  bench.drain();
  ASSERT_EQ(bench.out.size(), 5u);
  EXPECT_EQ(bench.from(0).size(), 1u);
  EXPECT_EQ(bench.out[2].port, 0u);
  EXPECT_EQ(bench.out[3].port, 1u);
  EXPECT_EQ(bench.out[4].port, 2u);
}

TEST(SwitchAddresses, StaticEntriesAreNotLearntAnew) {
  SwitchBench bench(switch_of(3));
  bench.in(0, 2, tagged_frame(mac(1), mac(0), 0, 64));
  bench.in(kMicrosecond, 1, tagged_frame(mac(0), mac(1), 0, 64));
  bench.drain();
  EXPECT_EQ(bench.from(0).size(), 1u);
  EXPECT_EQ(bench.from(2).size(), 0u);
}

TEST(SwitchAddresses, FramesThatNoBridgeForwardsAreDropped) {
  SwitchBench bench(switch_of(3));
  bench.in(0, 0, tagged_frame({0x01, 0x80, 0xc2, 0, 0, 0x0e}, mac(0), 0, 64));
  bench.in(kMicrosecond, 0, tagged_frame(mac(0), mac(0), 0, 64));
  const FrameRef good = frame_to(1, 0, 100);
  std::vector<std::uint8_t> bad(good->bytes().begin(), good->bytes().end());
  bad[50] ^= 1;
  bench.in(2 * kMicrosecond, 0, make_frame({bad.data(), bad.size()}));
  bench.in(3 * kMicrosecond, 0, frame_to(1, 0, 9'022));  // tagged: 4 bytes more are accepted
  bench.in(20 * kMicrosecond, 0, frame_to(1, 0, 9'023));
  bench.drain();
  EXPECT_EQ(drops(bench, 0, SwitchDrop::kReserved), 1u);
  EXPECT_EQ(drops(bench, 0, SwitchDrop::kSamePort), 1u);
  EXPECT_EQ(drops(bench, 0, SwitchDrop::kError), 2u);
  EXPECT_EQ(bench.out.size(), 1u);
  EXPECT_EQ(bench.bridge.unaccounted(), "");
}

// --- Queues.

// Two frames of 1,000 bytes arrive at once, every 1,024 byte times, for one output that sends one in 1,020.
TEST(SwitchQueues, DropsWhatDoesNotFitTheQueue) {
  EthernetSwitchConfig config = switch_of(3);
  config.queue_bytes = 3'500;
  SwitchBench bench(config);
  for (unsigned i = 0; i < 10; ++i) {
    bench.in(i * 1'024 * kByte, 0, tagged_frame(mac(2), mac(0), 0, 1'000, i));
    bench.in(i * 1'024 * kByte, 1, tagged_frame(mac(2), mac(1), 0, 1'000, i));
  }
  bench.drain();
  // The first begins to leave with pair 0, and one more before each other pair. Pairs 1, 2, 3 ... meet 0, 1,
  // 2, 2
  // ... waiting frames, of which three fit: from pair 3 on each pair loses one.
  EXPECT_EQ(bench.bridge.dropped(SwitchDrop::kQueueFull), 7u);
  EXPECT_EQ(bench.from(2).size(), 13u);
  EXPECT_EQ(bench.bridge.queues(2).peak(0), 3'000u);
  EXPECT_EQ(bench.bridge.unaccounted(), "");
}

TEST(SwitchQueues, TheBufferOfAllPortsIsLimited) {
  EthernetSwitchConfig config = switch_of(4);
  config.buffer_bytes = 2'500;
  SwitchBench bench(config);
  // Held until their last bit has left: the first two fit, the third does not, whatever its output.
  bench.in(0, 0, frame_to(1, 0, 1'000));
  bench.in(0, 2, frame_to(1, 0, 1'000));
  bench.in(0, 3, frame_to(0, 0, 1'000));
  bench.in(2'100 * kByte, 3, frame_to(0, 0, 1'000));
  bench.drain();
  EXPECT_EQ(drops(bench, 3, SwitchDrop::kBufferFull), 1u);
  EXPECT_EQ(bench.from(1).size(), 2u);
  EXPECT_EQ(bench.from(0).size(), 1u);
  EXPECT_EQ(bench.bridge.unaccounted(), "");
}

// Fills the queues of an output behind a frame, and returns the priorities in the order in which they leave.
std::vector<unsigned> order_of(const EgressQueues::Quanta& quanta, const std::vector<unsigned>& priorities,
                               std::size_t size) {
  EthernetSwitchConfig config = switch_of(2);
  config.quanta = quanta;
  config.byte_times = {kByteTime10G, kByteTime1G};
  SwitchBench bench(config);
  bench.in(0, 0, frame_to(1, 0, 9'000));  // keeps the slower output busy
  Time start = 9'020 * kByte;
  for (const unsigned priority : priorities) {
    bench.in(start, 0, frame_to(1, priority, size));
    start += static_cast<Time>(size + 20) * kByte;
  }
  bench.drain();
  std::vector<unsigned> order;
  for (std::size_t i = 1; i < bench.out.size(); ++i) order.push_back(priority_of(*bench.out[i].frame));
  return order;
}

TEST(SwitchQueues, StrictPrioritiesGoFirst) {
  const std::vector<unsigned> order = order_of({500, 500, 500, 500, 500, 500, 0, 0}, {1, 6, 7, 1, 6, 7}, 500);
  EXPECT_EQ(order, (std::vector<unsigned>{7, 7, 6, 6, 1, 1}));
}

TEST(SwitchQueues, OthersShareByTheirQuanta) {
  const std::vector<unsigned> waiting = {1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
  const std::vector<unsigned> order = order_of({500, 500, 1'500, 500, 500, 500, 500, 500}, waiting, 500);
  EXPECT_EQ(order, (std::vector<unsigned>{1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 1}));
}

// A quantum of half a frame is saved up.
TEST(SwitchQueues, AQuantumBelowAFrameIsSaved) {
  const std::vector<unsigned> waiting = {1, 1, 1, 1, 2, 2};
  const std::vector<unsigned> order = order_of({500, 500, 250, 500, 500, 500, 500, 500}, waiting, 500);
  EXPECT_EQ(order, (std::vector<unsigned>{1, 1, 2, 1, 1, 2}));
}

// --- PAUSE.

EthernetSwitchConfig lossless_switch() {
  EthernetSwitchConfig config = switch_of(3);
  config.pause = EthernetSwitchConfig::Pause::kPriority;
  config.lossless = 1u << 3;
  config.thresholds.xoff = 3'000;
  config.thresholds.xon = 1'000;
  config.thresholds.headroom = 2'000;
  config.thresholds.quanta = 1'000;
  return config;
}

struct SentPause {
  Time start = 0;
  PauseFrame pause;
};

std::vector<SentPause> pauses_from(const SwitchBench& bench, unsigned port) {
  std::vector<SentPause> found;
  for (const Departure& departure : bench.from(port)) {
    SentPause sent;
    sent.start = departure.start;
    if (parse_pause(departure.frame->without_fcs(), sent.pause)) found.push_back(sent);
  }
  return found;
}

TEST(SwitchPause, StopsAboveXoffAndGoesOnAtXon) {
  SwitchBench bench(lossless_switch());
  // Port 1 may not send priority 3 for 100 quanta: 100 x 51.2 ns from the last bit of the PAUSE on.
  bench.in(0, 1, pause_of(1u << 3, 100));
  const Time until = 72 * kByte + 100 * 64 * kByte;
  Time start = 200 * kByte;
  for (unsigned i = 0; i < 4; ++i, start += 1'020 * kByte) bench.in(start, 0, frame_to(1, 3, 1'000, i));
  const Time fourth = 200 * kByte + (3 * 1'020 + 1'008) * kByte;
  bench.drain();

  const auto pauses = pauses_from(bench, 0);
  ASSERT_EQ(pauses.size(), 2u);
  // 3,000 bytes are not above xoff; the fourth frame is what stops the sender, as soon as it is there.
  EXPECT_EQ(pauses[0].start, (fourth + 3'199) / 3'200 * 3'200);
  EXPECT_TRUE(pauses[0].pause.of_priorities);
  EXPECT_EQ(pauses[0].pause.named, 1u << 3);
  EXPECT_EQ(pauses[0].pause.time[3], 1'000u);
  // 1,000 bytes are left when the third frame has left.
  const auto data = bench.from(1);
  ASSERT_EQ(data.size(), 4u);
  EXPECT_EQ(data[0].start, (until + 3'199) / 3'200 * 3'200);
  EXPECT_EQ(pauses[1].start, data[2].start + 1'008 * kByte);
  EXPECT_EQ(pauses[1].pause.named, 1u << 3);
  EXPECT_EQ(pauses[1].pause.time[3], 0u);
  EXPECT_EQ(bench.bridge.account(0).peak(3), 4'000u);
  EXPECT_EQ(bench.bridge.pauses(1), 1u);
  EXPECT_EQ(bench.bridge.unaccounted(), "");
}

TEST(SwitchPause, DropsOnlyWhatIsBeyondTheHeadroom) {
  SwitchBench bench(lossless_switch());
  bench.in(0, 1, pause_of(1u << 3, 1'000));
  Time start = 200 * kByte;
  for (unsigned i = 0; i < 7; ++i, start += 1'020 * kByte) bench.in(start, 0, frame_to(1, 3, 1'000, i));
  bench.drain();
  EXPECT_EQ(drops(bench, 0, SwitchDrop::kHeadroom), 2u);  // five fit into 3,000 + 2,000
  EXPECT_EQ(bench.bridge.dropped_priority(3), 2u);
  EXPECT_EQ(bench.bridge.account(0).peak(3), 5'000u);
}

// Another priority has neither PAUSE nor headroom, and the queue's limit does not hold for the lossless one.
TEST(SwitchPause, PrioritiesDoNotShareTheirLimits) {
  EthernetSwitchConfig config = lossless_switch();
  config.queue_bytes = 1'500;
  SwitchBench bench(config);
  bench.in(0, 1, pause_of(0xff, 1'000));
  Time start = 200 * kByte;
  for (unsigned i = 0; i < 4; ++i) {
    bench.in(start, 0, frame_to(1, 3, 1'000, i));
    bench.in(start, 2, frame_to(1, 5, 1'000, i));
    start += 1'020 * kByte;
  }
  bench.drain();
  EXPECT_EQ(bench.bridge.dropped(SwitchDrop::kHeadroom), 0u);
  EXPECT_EQ(drops(bench, 2, SwitchDrop::kQueueFull), 3u);
  EXPECT_EQ(pauses_from(bench, 2).size(), 0u);
  EXPECT_EQ(bench.from(1).size(), 5u);
}

TEST(SwitchPause, RepeatsAStopAtHalfItsTime) {
  SwitchBench bench(lossless_switch());
  bench.in(0, 1, pause_of(1u << 3, 2'000));
  Time start = 200 * kByte;
  for (unsigned i = 0; i < 4; ++i, start += 1'020 * kByte) bench.in(start, 0, frame_to(1, 3, 1'000, i));
  bench.run(72 * kByte + 2'000 * 64 * kByte - 1);
  const auto pauses = pauses_from(bench, 0);
  // Port 1 waits 102.4 us; after the first, at 3.5 us, one each 500 quanta (25.6 us) and its own 57.6 ns.
  ASSERT_EQ(pauses.size(), 4u);
  for (std::size_t i = 1; i < pauses.size(); ++i) {
    EXPECT_EQ(pauses[i].start - pauses[i - 1].start, 500 * 64 * kByte + 72 * kByte);
    EXPECT_EQ(pauses[i].pause.time[3], 1'000u);
  }
}

TEST(SwitchPause, OfTheLinkCountsAllPriorities) {
  EthernetSwitchConfig config = lossless_switch();
  config.pause = EthernetSwitchConfig::Pause::kLink;
  config.lossless = 0;
  config.thresholds.quanta = 4'000;
  SwitchBench bench(config);
  PauseFrame pause;
  pause.time[0] = 1'000;
  bench.in(0, 1, make_pause(mac(1), pause));
  Time start = 200 * kByte;
  for (unsigned i = 0; i < 4; ++i, start += 1'020 * kByte) bench.in(start, 0, frame_to(1, i, 1'000, i));
  bench.drain();
  const auto pauses = pauses_from(bench, 0);
  ASSERT_EQ(pauses.size(), 2u);
  EXPECT_FALSE(pauses[0].pause.of_priorities);
  EXPECT_EQ(pauses[0].pause.time[0], 4'000u);
  EXPECT_EQ(pauses[1].pause.time[0], 0u);
  // Nothing left the paused port before the end of its PAUSE.
  EXPECT_GE(bench.from(1)[0].start, 72 * kByte + 1'000 * 64 * kByte);
}

// A frame that has begun on the wire is sent completely. The next one waits for the response time and the
// PAUSE.
TEST(SwitchPause, ActsAfterItsResponse) {
  EthernetSwitchConfig config = lossless_switch();
  config.response = 2 * kMicrosecond;
  config.thresholds.xoff = 100'000;
  SwitchBench bench(config);
  bench.in(0, 1, pause_of(1u << 3, 100));
  const Time acts = 72 * kByte + 2 * kMicrosecond;
  const Time until = acts + 100 * 64 * kByte;
  for (unsigned i = 0; i < 10; ++i) bench.in(i * 1'020 * kByte + 1, 0, frame_to(1, 3, 1'000, i));
  bench.drain();
  const auto out = bench.from(1);
  ASSERT_EQ(out.size(), 10u);
  EXPECT_LT(out[1].start, acts);
  EXPECT_GT(out[1].start + 1'020 * kByte, acts);
  EXPECT_EQ(out[2].start, (until + 3'199) / 3'200 * 3'200);
}

TEST(SwitchPause, IsIgnoredWithoutFlowControl) {
  SwitchBench bench(switch_of(2));
  bench.in(0, 1, pause_of(0xff, 0xffff));
  bench.in(100 * kByte, 0, frame_to(1, 3, 64));
  bench.drain();
  ASSERT_EQ(bench.out.size(), 1u);
  EXPECT_LT(bench.out[0].start, kMicrosecond);
  EXPECT_EQ(bench.bridge.statistics(1).control_in, 1u);
  EXPECT_EQ(bench.bridge.unaccounted(), "");
}

// --- ECN.

FrameRef tcp_frame(EcnField ecn, std::uint16_t vlan) {
  TcpPath path;
  path.destination_mac = mac(1);
  path.source_mac = mac(0);
  path.vlan = vlan;
  path.source_ip = 0x0a000001;
  path.destination_ip = 0x0a000002;
  TcpSegment segment;
  segment.length = 1'000;
  segment.ecn = ecn;
  const std::size_t headers = header_size(path, segment);
  FrameBuffer buffer(headers + segment.length + kFcsSize);
  std::memset(buffer.data(), 0, buffer.size());
  write_header(buffer.data(), path, segment, TcpChecksums::kComputed);
  return std::move(buffer).seal_with_fcs();
}

TEST(CongestionMark, KeepsTheChecksumRight) {
  for (const std::uint16_t vlan : {kNoVlan, std::uint16_t{0x6001}}) {
    for (const EcnField ecn : {EcnField::kCapable0, EcnField::kCapable1}) {
      const FrameRef frame = tcp_frame(ecn, vlan);
      ASSERT_TRUE(checksums_are_good(frame->without_fcs()));
      const FrameRef marked = mark_congestion(frame);
      ASSERT_TRUE(marked);
      TcpPath path;
      TcpSegment segment;
      std::size_t payload = 0;
      ASSERT_EQ(parse_header(marked->without_fcs(), path, segment, payload), TcpParse::kSegment);
      EXPECT_EQ(segment.ecn, EcnField::kCongestion);
      EXPECT_TRUE(checksums_are_good(marked->without_fcs()));
      EXPECT_TRUE(fcs_is_good(marked->bytes()));
      EXPECT_EQ(mark_congestion(marked).get(), marked.get());
    }
  }
}

TEST(CongestionMark, LeavesOtherFramesAlone) {
  EXPECT_FALSE(mark_congestion(tcp_frame(EcnField::kNotCapable, kNoVlan)));
  EXPECT_FALSE(mark_congestion(frame_to(1, 0, 64)));
  const FrameRef frame = tcp_frame(EcnField::kCapable0, kNoVlan);
  std::vector<std::uint8_t> bad(frame->bytes().begin(), frame->bytes().end());
  bad[60] ^= 1;
  EXPECT_FALSE(mark_congestion(make_frame({bad.data(), bad.size()})));
}

TEST(CongestionMark, KnowsIpv6) {
  std::uint8_t bytes[80] = {};
  store_be16(bytes + 12, 0x86dd);
  bytes[14] = 0x60;
  EXPECT_FALSE(mark_congestion(make_frame_with_fcs({bytes, sizeof bytes})));
  bytes[15] = 0x20;  // the field 2, in bits 20 and 21
  const FrameRef marked = mark_congestion(make_frame_with_fcs({bytes, sizeof bytes}));
  ASSERT_TRUE(marked);
  EXPECT_EQ(marked->bytes()[15], 0x30);
  EXPECT_EQ(marked->bytes()[14], 0x60);
}

TEST(SwitchEcn, MarksWhatMeetsTheThreshold) {
  EthernetSwitchConfig config = switch_of(3);
  config.mark_bytes = 2'000;
  SwitchBench bench(config);
  for (unsigned i = 0; i < 4; ++i) {
    bench.in(i * 1'100 * kByte, 0, tcp_frame(EcnField::kCapable0, kNoVlan));
    bench.in(i * 1'100 * kByte, 2, tcp_frame(EcnField::kCapable0, kNoVlan));
  }
  bench.drain();
  // Frames have 1,058 bytes and take 1,078. They meet 0, 1; 1, 2; 2, 3; 3, 4 frames in the queue, as one
  // leaves with each pair; the first of a pair is there before the next one begins.
  const auto out = bench.from(1);
  ASSERT_EQ(out.size(), 8u);
  std::vector<bool> marked;
  for (const Departure& departure : out) marked.push_back((departure.frame->bytes()[15] & 3) == 3);
  EXPECT_EQ(marked, (std::vector<bool>{false, false, false, false, false, true, true, true}));
  EXPECT_EQ(bench.bridge.statistics(1).marked, 3u);
}

// --- Accounts.

TEST(SwitchAccounts, HoldAtEveryMomentOfRandomTraffic) {
  for (const bool cut_through : {false, true}) {
    EthernetSwitchConfig config = switch_of(5);
    config.cut_through = cut_through;
    config.byte_times = {kByteTime10G, kByteTime10G, kByteTime10G, kByteTime10G, kByteTime1G};
    config.pause = EthernetSwitchConfig::Pause::kPriority;
    config.lossless = 0x18;
    config.thresholds = {20'000, 10'000, 12'000, 500};
    config.queue_bytes = 15'000;
    config.buffer_bytes = 60'000;
    config.mark_bytes = 5'000;
    SwitchBench bench(config);
    Random random(cut_through ? 7 : 8);
    std::array<Time, 5> free{};
    std::array<std::uint32_t, 5> numbers{};
    for (unsigned i = 0; i < 20'000; ++i) {
      const auto port = static_cast<unsigned>(std::min_element(free.begin(), free.end()) - free.begin());
      const auto to = static_cast<unsigned>(random.below(6));
      const auto priority = static_cast<unsigned>(random.below(8));
      FrameRef frame = tagged_frame(mac(to), mac(port), priority, random.between(64, 1'600), ++numbers[port]);
      if (random.chance(1, 50)) frame = pause_of(static_cast<std::uint8_t>(random.below(256)), 40);
      if (random.chance(1, 50)) {
        std::vector<std::uint8_t> bad(frame->bytes().begin(), frame->bytes().end());
        bad.back() ^= 1;
        frame = make_frame({bad.data(), bad.size()});
      }
      bench.in(free[port], port, frame);
      const Time byte_time = config.byte_time(port);
      free[port] += static_cast<Time>(frame->size() + random.between(20, 1'500)) * byte_time;
      if (i % 100 != 0) continue;
      ASSERT_EQ(bench.bridge.unaccounted(), "") << i;
    }
    bench.drain();
    EXPECT_EQ(bench.bridge.unaccounted(), "");
    EXPECT_EQ(bench.bridge.held(), 0u);
    for (const SwitchDrop reason :
         {SwitchDrop::kSamePort, SwitchDrop::kQueueFull, SwitchDrop::kBufferFull, SwitchDrop::kHeadroom}) {
      EXPECT_GT(bench.bridge.dropped(reason), 0u) << static_cast<int>(reason);
    }
    // No bytes are left in any account, and frames of a source and priority keep their order at each port.
    std::map<std::array<unsigned, 3>, std::uint32_t> last;
    for (unsigned port = 0; port < 5; ++port) {
      for (unsigned i = 0; i < kPriorities; ++i) {
        EXPECT_EQ(bench.bridge.account(port).bytes(i), 0u);
        EXPECT_FALSE(bench.bridge.account(port).stopped(i));
      }
      Time end = 0;
      for (const Departure& departure : bench.from(port)) {
        EXPECT_GE(departure.start, end);
        end = departure.start + wire_time(departure.frame->size(), config.byte_time(port));
        if (is_mac_control(departure.frame->without_fcs())) continue;
        std::uint32_t& before = last[{port, departure.frame->bytes()[11], priority_of(*departure.frame)}];
        EXPECT_GT(number_of(*departure.frame), before);
        before = number_of(*departure.frame);
      }
    }
  }
}

// --- Settings.

std::string refusal(const EthernetSwitchConfig& config) {
  try {
    check(config, "switch.");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SwitchSettings, ImpossibleOnesAreRefusedByName) {
  const auto with = [](auto change) {
    EthernetSwitchConfig config = lossless_switch();
    change(config);
    return refusal(config);
  };
  using Config = EthernetSwitchConfig;
  EXPECT_EQ(with([](Config&) {}), "accepted");
  EXPECT_EQ(with([](Config& c) { c.ports = 1; }), "switch.ports: found 1, accepted are 2 to 256");
  EXPECT_EQ(with([](Config& c) { c.byte_times = {800}; }),
            "switch.byte_times: found 1 values, accepted is one for each port");
  EXPECT_EQ(with([](Config& c) {
              c.byte_times = {800, 0, 800};
            }),
            "switch.byte_times: found 0, accepted are 1 to 80000 ps");
  EXPECT_EQ(with([](Config& c) { c.latency = -1; }), "switch.latency: found -1, accepted are 0 to 1 ms");
  EXPECT_EQ(with([](Config& c) { c.max_frame = 63; }),
            "switch.max_frame: found 63, accepted are 64 to 16384");
  EXPECT_EQ(with([](Config& c) {
              c.addresses = {{mac(1), 3}};
            }),
            "switch.addresses: found port 3, accepted are ports below 3");
  EXPECT_EQ(with([](Config& c) {
              c.addresses = {{{1, 0, 0, 0, 0, 0}, 2}};
            }),
            "switch.addresses: found a group address, accepted are addresses of one device");
  EXPECT_EQ(with([](Config& c) { c.quanta[2] = 63; }),
            "switch.quanta: found 63, accepted are 0 (strict) and 64 or more");
  EXPECT_EQ(with([](Config& c) { c.pause = Config::Pause::kNone; }),
            "switch.lossless: found 8, accepted is 0 without PAUSE of priorities");
  EXPECT_EQ(with([](Config& c) { c.thresholds.quanta = 0; }),
            "switch.thresholds.quanta: found 0, accepted are 1 to 65535");
  EXPECT_EQ(with([](Config& c) { c.thresholds.xon = 3'001; }),
            "switch.thresholds.xon: found 3001, accepted are 0 to thresholds.xoff (3000)");
  EXPECT_EQ(with([](Config& c) { c.response = 60 * 51'200; }), "accepted");
  EXPECT_EQ(
      with([](Config& c) { c.response = 60 * 51'200 + 1; }),
      "switch.response: found 3072001 ps, accepted are 0 to 60 quanta of the fastest port (3072000 ps)");
}

}  // namespace
}  // namespace ixsim::test
