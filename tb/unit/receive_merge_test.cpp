// Merging of received segments: each condition of Linux that ends a unit, with frames made here.
#include "host/driver/receive_merge.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

TcpPath path(unsigned connection = 0) {
  TcpPath result;
  result.destination_mac = {2, 0, 0, 0, 0, 1};
  result.source_mac = {2, 0, 0, 0, 0, 2};
  result.source_ip = 0x0a000001;
  result.destination_ip = 0x0a000002;
  result.source_port = static_cast<std::uint16_t>(1'000 + connection);
  result.destination_port = 80;
  return result;
}

// Segment `index` of a stream of segments of 1,000 bytes.
TcpSegment data(unsigned index) {
  TcpSegment segment;
  segment.sequence = 0xfffffc00u + 1'000 * index;  // wraps after the second one
  segment.length = 1'000;
  segment.acknowledgment = 7;
  segment.window = 500;
  segment.flags = tcp_flag::kAck;
  return segment;
}

// Records the frames and units that are passed up, in order.
class Bench {
 public:
  explicit Bench(const ReceiveMergeConfig& config = ReceiveMergeConfig()) : merge(config) {}
  void add(const TcpSegment& segment, const TcpPath& where = path(), bool bad = false, unsigned queue = 0) {
    std::vector<std::uint8_t> bytes(header_size(where, segment) + segment.length);
    write_header(bytes.data(), where, segment, TcpChecksums::kComputed);
    ReceivedFrame frame;
    frame.queue = queue;
    frame.bytes = static_cast<std::uint32_t>(bytes.size());
    frame.checksum_error = bad;
    merge.add(frame, {bytes.data(), bytes.size()});
    take();
  }
  void flush() {
    merge.flush();
    take();
  }
  void take() {
    while (merge.ready()) {
      const ReceivedFrame frame = merge.take();
      lengths.push_back(frame.header->segment.length);
      headers.push_back(*frame.header);
      frames.push_back(frame);
    }
  }
  ReceiveMerge merge;
  std::vector<std::uint32_t> lengths;
  std::vector<ReceivedHeader> headers;
  std::vector<ReceivedFrame> frames;
};

using Lengths = std::vector<std::uint32_t>;

TEST(ReceiveMerge, ConsecutiveSegmentsAreOneUnit) {
  Bench bench;
  for (unsigned i = 0; i < 5; ++i) bench.add(data(i));
  EXPECT_EQ(bench.lengths, Lengths{});
  bench.flush();
  EXPECT_EQ(bench.lengths, Lengths{5'000});
  EXPECT_EQ(bench.headers[0].segment.sequence, data(0).sequence);
  EXPECT_EQ(bench.headers[0].path.source_port, 1'000);
  EXPECT_EQ(bench.frames[0].bytes, 54u + 5'000u);
  EXPECT_EQ(bench.merge.units(), 1u);
  EXPECT_EQ(bench.merge.merged(), 5u);
  bench.flush();
  EXPECT_EQ(bench.lengths.size(), 1u);
}

TEST(ReceiveMerge, EachDifferenceEndsTheUnit) {
  const std::map<std::string, std::function<void(TcpSegment&)>> changes = {
      {"gap", [](TcpSegment& s) { s.sequence += 1'000; }},
      {"old", [](TcpSegment& s) { s.sequence -= 1'000; }},
      {"longer", [](TcpSegment& s) { s.length = 1'001; }},
      {"acknowledgment", [](TcpSegment& s) { ++s.acknowledgment; }},
      {"window", [](TcpSegment& s) { ++s.window; }},
      {"ecn", [](TcpSegment& s) { s.ecn = EcnField::kCongestion; }},
      {"cwr", [](TcpSegment& s) { s.flags |= tcp_flag::kCwr; }},
      {"ece", [](TcpSegment& s) { s.flags |= tcp_flag::kEce; }},
      {"has timestamp", [](TcpSegment& s) { s.has_timestamp = true; }},
  };
  for (const auto& [name, change] : changes) {
    Bench bench;
    bench.add(data(0));
    bench.add(data(1));
    TcpSegment other = data(2);
    change(other);
    bench.add(other);
    EXPECT_EQ(bench.lengths, Lengths{2'000}) << name;
    bench.flush();
    EXPECT_EQ(bench.lengths, (Lengths{2'000, other.length})) << name;
  }
}

TEST(ReceiveMerge, TimestampsThatDifferEndTheUnit) {
  for (const bool echo : {false, true}) {
    Bench bench;
    for (unsigned i = 0; i < 4; ++i) {
      TcpSegment segment = data(i);
      segment.has_timestamp = true;
      (echo ? segment.timestamp_echo : segment.timestamp) = i / 2;
      bench.add(segment);
    }
    bench.flush();
    EXPECT_EQ(bench.lengths, (Lengths{2'000, 2'000})) << echo;
    EXPECT_EQ(bench.frames[0].bytes, 66u + 2'000u);
  }
}

// A segment with PSH, or a shorter one, joins the unit and is its last.
TEST(ReceiveMerge, AnEndJoinsAndGoesUpAtOnce) {
  for (const bool push : {false, true}) {
    Bench bench;
    bench.add(data(0));
    TcpSegment last = data(1);
    if (push) last.flags |= tcp_flag::kPsh;
    if (!push) last.length = 400;
    bench.add(last);
    EXPECT_EQ(bench.lengths, (Lengths{1'000 + last.length}));
    EXPECT_EQ(bench.headers[0].segment.has(tcp_flag::kPsh), push);
  }
  Bench alone;
  TcpSegment pushed = data(0);
  pushed.flags |= tcp_flag::kPsh;
  alone.add(pushed);
  EXPECT_EQ(alone.lengths, Lengths{1'000});
  EXPECT_EQ(alone.merge.units(), 0u);
}

TEST(ReceiveMerge, UnitsHaveTheirLimits) {
  ReceiveMergeConfig config;
  Bench frames(config);
  for (unsigned i = 0; i < 20; ++i) frames.add(data(i));
  EXPECT_EQ(frames.lengths, Lengths{17'000});
  frames.flush();
  EXPECT_EQ(frames.lengths, (Lengths{17'000, 3'000}));
  config.bytes = 5'040;  // five segments and the headers of IP and TCP
  Bench bytes(config);
  for (unsigned i = 0; i < 7; ++i) bytes.add(data(i));
  bytes.flush();
  EXPECT_EQ(bytes.lengths, (Lengths{5'000, 2'000}));
  config.bytes = 5'039;
  Bench less(config);
  for (unsigned i = 0; i < 7; ++i) less.add(data(i));
  less.flush();
  EXPECT_EQ(less.lengths, (Lengths{4'000, 3'000}));
}

TEST(ReceiveMerge, OrderOfAConnectionStaysRoundFramesThatDoNotWait) {
  Bench bench;
  bench.add(data(0));
  TcpSegment acknowledgment = data(1);
  acknowledgment.length = 0;
  bench.add(acknowledgment);
  bench.add(data(1));
  bench.add(data(2), path(), true);
  bench.add(data(3));
  bench.flush();
  EXPECT_EQ(bench.lengths, (Lengths{1'000, 0, 1'000, 1'000, 1'000}));
  EXPECT_TRUE(bench.frames[3].checksum_error);
}

TEST(ReceiveMerge, ConnectionsHaveTheirOwnUnitsAndTheOldestMakesSpace) {
  ReceiveMergeConfig config;
  config.held = 2;
  Bench bench(config);
  for (unsigned i = 0; i < 3; ++i) {
    bench.add(data(i), path(0));
    bench.add(data(i), path(1));
  }
  EXPECT_EQ(bench.lengths, Lengths{});
  bench.add(data(0), path(2));
  EXPECT_EQ(bench.lengths, Lengths{3'000});
  EXPECT_EQ(bench.headers[0].path.source_port, 1'000);
  // The path of a frame is all of its addresses.
  TcpPath tagged = path(1);
  tagged.vlan = 5;
  bench.add(data(3), tagged);
  EXPECT_EQ(bench.lengths, (Lengths{3'000, 3'000}));
  bench.add(data(1), path(2), false, 1);  // another queue
  EXPECT_EQ(bench.lengths, (Lengths{3'000, 3'000, 1'000}));
}

TEST(ReceiveMerge, OtherFramesGoUpUnread) {
  ReceiveMerge merge{ReceiveMergeConfig()};
  const std::vector<std::uint8_t> bytes(60, 0x55);
  ReceivedFrame frame;
  frame.address = 77;
  frame.bytes = 60;
  merge.add(frame, {bytes.data(), bytes.size()});
  ASSERT_TRUE(merge.ready());
  const ReceivedFrame up = merge.take();
  EXPECT_EQ(up.header, nullptr);
  EXPECT_EQ(up.address, 77u);
  EXPECT_FALSE(merge.ready());
}

// Random streams of three connections: each is passed up complete, once and in order.
TEST(ReceiveMerge, LosesAndReordersNothing) {
  Random random(3);
  for (unsigned round = 0; round < 200; ++round) {
    ReceiveMergeConfig config;
    config.frames = static_cast<unsigned>(random.between(2, 20));
    config.held = static_cast<unsigned>(random.between(1, 3));
    Bench bench(config);
    std::vector<std::uint32_t> next(3, 1);
    for (unsigned i = 0; i < 100; ++i) {
      const auto connection = static_cast<unsigned>(random.below(3));
      TcpSegment segment = data(0);
      segment.sequence = next[connection];
      segment.length = random.chance(1, 8) ? static_cast<std::uint32_t>(random.below(1'000)) : 1'000;
      if (random.chance(1, 10)) segment.flags |= tcp_flag::kPsh;
      segment.window = random.chance(1, 10) ? 1 : 500;
      next[connection] += segment.length;
      bench.add(segment, path(connection));
      if (random.chance(1, 30)) bench.flush();
    }
    bench.flush();
    std::vector<std::uint32_t> seen(3, 1);
    for (const ReceivedHeader& header : bench.headers) {
      std::uint32_t& expected = seen[header.path.source_port - 1'000u];
      ASSERT_EQ(header.segment.sequence, expected);
      expected += header.segment.length;
    }
    ASSERT_EQ(seen, next);
  }
}

TEST(ReceiveMerge, RefusesWhatCannotBe) {
  const auto refused = [](void (*change)(ReceiveMergeConfig&), const std::string& words) {
    ReceiveMergeConfig config;
    change(config);
    try {
      const ReceiveMerge merge(config);
      ADD_FAILURE() << words;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refused([](ReceiveMergeConfig& c) { c.bytes = 1'499; }, "merge.bytes: found 1499");
  refused([](ReceiveMergeConfig& c) { c.bytes = 65'536; }, "accepted are 1500 to 65535");
  refused([](ReceiveMergeConfig& c) { c.frames = 1; }, "merge.frames: found 1");
  refused([](ReceiveMergeConfig& c) { c.held = 0; }, "merge.held: found 0");
}

}  // namespace
}  // namespace ixsim::test
