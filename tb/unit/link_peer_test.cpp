// The peer on the wire with a scripted guest: TCP segment by segment, whole tests of iperf3 in both
// directions, and what a hostile guest may send.
#include "serve/link_peer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "serve/udp_datagram.h"

namespace ixsim::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using nlohmann::json;

constexpr Time kByte = 800;
constexpr std::uint32_t kGuestIp = 0x0a520002;
constexpr std::uint32_t kPeerIp = 0x0a520001;
const std::string kCookie = "0123456789abcdefghijklmnopqrstuvwxyz";  // and a byte of 0

Bytes bytes_of(const std::string& text) { return {text.begin(), text.end()}; }
Bytes cookie() {
  Bytes bytes = bytes_of(kCookie);
  bytes.push_back(0);
  return bytes;
}
Bytes message(const json& about) {
  const std::string text = about.dump();
  Bytes bytes(4);
  store_be32(bytes.data(), static_cast<std::uint32_t>(text.size()));
  bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}
TcpPath path_of(std::uint16_t port, std::uint16_t to = IperfServer::kPort) {
  TcpPath path;
  path.destination_mac = {2, 0, 0, 0, 0, 1};
  path.source_mac = {0, 0x1b, 0x21, 0, 0, 1};
  path.source_ip = kGuestIp;
  path.destination_ip = kPeerIp;
  path.source_port = port;
  path.destination_port = to;
  return path;
}

struct Received {
  Time time = 0;
  TcpSegment segment;
  Bytes payload;
};

// The wire between the guest and the peer, and what has come from the peer, by the guest's port.
struct Wire {
  LinkPeer peer;
  Time now = kMillisecond;
  std::map<std::uint16_t, std::vector<Received>> segments;
  std::map<std::uint16_t, std::vector<std::pair<Time, Bytes>>> datagrams;
  std::function<bool(const TcpSegment&)> loses;  // segments of the peer
  std::function<void(const Received&, std::uint16_t port)> live;
  std::uint64_t frames = 0;
  std::uint64_t hash = 0;

  // Sends a frame, and waits until it has passed and for `after`.
  void send(const Bytes& frame, Time after = kMicrosecond) {
    peer.frame(now, {frame.data(), frame.size()}, kByte);
    run(now + wire_time(frame.size() + 24, kByte) + after);
  }
  void run(Time until) {
    while (peer.next() <= until) {
      now = std::max(now, peer.next());
      peer.advance(now, [this](ByteView frame) { take(frame); });
    }
    now = std::max(now, until);
  }
  void take(ByteView frame) {
    ++frames;
    for (const std::uint8_t byte : frame) hash = hash * 1'000'003 + byte;
    hash = hash * 1'000'003 + static_cast<std::uint64_t>(now);
    TcpPath path;
    Received got;
    std::size_t at = 0;
    got.time = now;
    ByteView payload;
    if (parse_header(frame, path, got.segment, at) == TcpParse::kSegment) {
      ASSERT_TRUE(checksums_are_good(frame));
      if (loses && loses(got.segment)) return;
      got.payload.assign(frame.data + at, frame.data + at + got.segment.length);
      if (live) return live(got, path.destination_port);
      segments[path.destination_port].push_back(got);
    } else {
      ASSERT_EQ(parse_datagram(frame, path, payload), UdpParse::kDatagram);
      datagrams[path.destination_port].emplace_back(now, Bytes(payload.begin(), payload.end()));
    }
  }
};

// A connection of the guest whose segments the test writes.
struct Guest {
  Guest(Wire& at, std::uint16_t from) : wire(at), port(from) {}
  Bytes frame(std::uint8_t flags, const Bytes& data = {}, std::int64_t ahead = 0) const {
    TcpSegment segment;
    segment.flags = flags;
    segment.sequence = next + static_cast<std::uint32_t>(ahead);
    segment.acknowledgment = expected;
    segment.window = window;
    segment.length = static_cast<std::uint32_t>(data.size());
    if ((flags & tcp_flag::kSyn) != 0) {
      segment.mss_option = 1'460;
      segment.window_scale = 7;
    }
    const TcpPath path = path_of(port, to);
    Bytes bytes(header_size(path, segment) + data.size());
    std::copy(data.begin(), data.end(), bytes.end() - static_cast<std::ptrdiff_t>(data.size()));
    write_header(bytes.data(), path, segment, TcpChecksums::kComputed);
    return bytes;
  }
  void send(std::uint8_t flags, const Bytes& data = {}, std::int64_t ahead = 0) {
    wire.send(frame(flags, data, ahead));
  }
  std::vector<Received> take() {
    std::vector<Received> got;
    got.swap(wire.segments[port]);
    return got;
  }
  // Opens the connection; returns whether the peer accepts it.
  bool open() {
    send(tcp_flag::kSyn);
    const std::vector<Received> got = take();
    if (got.size() != 1 || !got[0].segment.has(tcp_flag::kSyn)) return false;
    ++next;
    EXPECT_EQ(got[0].segment.acknowledgment, next);
    expected = got[0].segment.sequence + 1;
    send(tcp_flag::kAck);
    return true;
  }
  void write(const Bytes& data) {
    send(tcp_flag::kAck | tcp_flag::kPsh, data);
    next += static_cast<std::uint32_t>(data.size());
  }
  // Returns the data of the peer so far, and acknowledges them.
  Bytes read() {
    wire.run(wire.now + 20 * kMicrosecond);
    Bytes all;
    for (const Received& got : take()) {
      if (got.segment.length == 0 || got.segment.sequence != expected) continue;
      all.insert(all.end(), got.payload.begin(), got.payload.end());
      expected += got.segment.length;
    }
    if (!all.empty()) send(tcp_flag::kAck);
    return all;
  }
  // Ends the connection; returns whether the peer ends it too.
  bool close() {
    send(tcp_flag::kFin | tcp_flag::kAck);
    ++next;
    const std::vector<Received> got = take();
    if (got.empty() || !got.back().segment.has(tcp_flag::kFin)) return false;
    EXPECT_EQ(got.back().segment.acknowledgment, next);
    expected = got.back().segment.sequence + 1;
    send(tcp_flag::kAck);
    return true;
  }

  Wire& wire;
  std::uint16_t port;
  std::uint16_t to = IperfServer::kPort;
  std::uint32_t next = 5'000;
  std::uint32_t expected = 0;
  std::uint16_t window = 64'000;
};

// A control connection up to the creation of streams.
struct Control : Guest {
  Control(Wire& at, const json& parameters, std::uint16_t from = 40'000) : Guest(at, from) {
    EXPECT_TRUE(open());
    write(cookie());
    EXPECT_EQ(read(), Bytes{9});
    write(message(parameters));
  }
  // Ends the test and returns the server's results of the streams.
  json results(const json& own) {
    write({4});
    EXPECT_EQ(read(), Bytes{13});
    write(message(own));
    const Bytes all = read();
    if (all.size() < 5) return {};
    const std::size_t size = load_be32(all.data());
    EXPECT_EQ(all.size(), size + 5);
    EXPECT_EQ(all.back(), 14);
    json found = json::parse(all.begin() + 4, all.end() - 1, nullptr, false);
    for (const char* const key :
         {"cpu_util_total", "cpu_util_user", "cpu_util_system", "sender_has_retransmits"})
      EXPECT_TRUE(found[key].is_number()) << key;
    for (const json& stream : found["streams"])
      for (const char* const key :
           {"id", "bytes", "retransmits", "jitter", "errors", "packets", "start_time", "end_time"})
        EXPECT_TRUE(stream[key].is_number()) << key;
    write({16});
    EXPECT_TRUE(close());
    return found;
  }
};

const json kOwnResults = {{"streams", {{{"id", 1}}}}};

TEST(LinkPeer, AcceptsAConnectionAndAnswersItsEnd) {
  Wire wire;
  Guest guest(wire, 40'000);
  guest.send(tcp_flag::kSyn);
  const std::vector<Received> got = guest.take();
  ASSERT_EQ(got.size(), 1u);
  const TcpSegment& answer = got[0].segment;
  EXPECT_EQ(answer.flags, tcp_flag::kSyn | tcp_flag::kAck);
  EXPECT_EQ(answer.acknowledgment, guest.next + 1);
  EXPECT_EQ(answer.mss_option, 9'216 - 40);
  EXPECT_EQ(answer.window_scale, 7);
  EXPECT_FALSE(answer.has_timestamp) << "the guest has not offered timestamps";
  guest.next += 1;
  guest.expected = answer.sequence + 1;
  guest.send(tcp_flag::kAck);
  EXPECT_EQ(wire.peer.connections(), 1u);
  EXPECT_TRUE(guest.close());
  EXPECT_EQ(wire.peer.connections(), 0u);
  EXPECT_EQ(wire.peer.next(), kNever);
}

TEST(LinkPeer, AnswersARequestOfArpAfterItsLastBit) {
  Bytes request(60);
  const Bytes fields = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0x1b, 0x21, 0,    0,    1,  8, 6,
                        0,    1,    8,    0,    6,    4,    0, 1,    0,    0x1b, 0x21, 0,  0, 1,
                        10,   82,   0,    2,    0,    0,    0, 0,    0,    0,    10,   82, 0, 1};
  std::copy(fields.begin(), fields.end(), request.begin());
  LinkPeer peer;
  peer.frame(kMillisecond, {request.data(), request.size()}, kByte);
  // Preamble, 60 bytes and FCS.
  const Time end = kMillisecond + (8 + 60 + 4) * kByte;
  EXPECT_GE(peer.next(), end - 1);
  EXPECT_LT(peer.next(), end + 20 * kByte);
  EXPECT_EQ(peer.counts().echoes, 1u);
  unsigned answers = 0;
  peer.advance(peer.next(), [&answers](ByteView frame) {
    ++answers;
    EXPECT_EQ(frame.data[21], 2) << "a reply";
  });
  EXPECT_EQ(answers, 1u);
}

TEST(LinkPeer, ReceivesOnlyAtTheEndOfTheFrame) {
  Wire wire;
  Guest guest(wire, 40'000);
  const Bytes frame = guest.frame(tcp_flag::kSyn);
  wire.peer.frame(wire.now, {frame.data(), frame.size()}, kByte);
  // The last bit, and from there the next lane of the wire, less a picosecond.
  const Time end = wire.now + wire_time(frame.size() + 4, kByte);
  EXPECT_EQ(wire.peer.next(), (end + 3'199) / 3'200 * 3'200 - 1);
}

TEST(LinkPeer, CountsWhatTheGuestSends) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"parallel", 2}});
  EXPECT_EQ(control.read(), Bytes{10});
  Guest first(wire, 40'001);
  Guest second(wire, 40'002);
  for (Guest* stream : {&first, &second}) {
    ASSERT_TRUE(stream->open());
    stream->write(cookie());
  }
  EXPECT_EQ(control.read(), (Bytes{1, 2}));
  for (int i = 0; i < 100; ++i) first.write(Bytes(1'460, 7));
  for (int i = 0; i < 10; ++i) second.write(Bytes(1'000, 7));
  const std::size_t acknowledgments = first.take().size();
  EXPECT_TRUE(acknowledgments >= 50 && acknowledgments <= 52) << acknowledgments << " for 100 segments";
  const json found = control.results({{"streams", {{{"id", 5}}, {{"id", 9}}}}});
  ASSERT_EQ(found["streams"].size(), 2u);
  EXPECT_EQ(found["streams"][0]["id"], 5);
  EXPECT_EQ(found["streams"][0]["bytes"], 146'000);
  EXPECT_EQ(found["streams"][1]["id"], 9);
  EXPECT_EQ(found["streams"][1]["bytes"], 10'000);
  EXPECT_TRUE(first.close());
  EXPECT_TRUE(second.close());
  EXPECT_EQ(wire.peer.connections(), 0u);
  EXPECT_EQ(wire.peer.tests(), 1u);
  EXPECT_EQ(wire.peer.counts().connections, 3u);
  EXPECT_EQ(wire.peer.counts().bad_checksums, 0u);
}

TEST(LinkPeer, PutsReorderedDataInOrderAndDropsNothing) {
  Wire wire;
  Control control(wire, {{"tcp", true}});
  Guest stream(wire, 40'001);
  ASSERT_TRUE(stream.open());
  stream.write(cookie());
  const Bytes piece(1'000);
  stream.send(tcp_flag::kAck, piece, 1'000);
  stream.send(tcp_flag::kAck, piece, 3'000);
  stream.send(tcp_flag::kAck, piece, 0);
  stream.send(tcp_flag::kAck, piece, 2'500);  // overlaps
  stream.send(tcp_flag::kAck, piece, 2'000);
  stream.send(tcp_flag::kAck, piece, 1'000);  // again
  stream.next += 4'000;
  EXPECT_EQ(stream.take().back().segment.acknowledgment, stream.next);
  EXPECT_EQ(control.read(), (Bytes{10, 1, 2}));
  EXPECT_EQ(control.results(kOwnResults)["streams"][0]["bytes"], 4'000);
}

TEST(LinkPeer, KeepsALimitedNumberOfGaps) {
  Wire wire;
  Control control(wire, {{"tcp", true}});
  Guest stream(wire, 40'001);
  ASSERT_TRUE(stream.open());
  stream.write(cookie());
  constexpr int kPieces = 1'000;
  for (int i = 0; i < kPieces; ++i) stream.send(tcp_flag::kAck, Bytes(1), 1 + 2 * i);
  for (int i = 0; i < kPieces; ++i) stream.send(tcp_flag::kAck, Bytes(1), 2 * i);
  // The pieces after the limit are lost: the first one of them is missing.
  const std::uint32_t missing = stream.next + 2 * TcpEndpoint::kMostGaps + 1;
  EXPECT_EQ(stream.take().back().segment.acknowledgment, missing);
}

TEST(LinkPeer, DropsControlDataAfterAGap) {
  Wire wire;
  Guest control(wire, 40'000);
  ASSERT_TRUE(control.open());
  const Bytes all = cookie();
  control.send(tcp_flag::kAck, {all.begin() + 20, all.end()}, 20);
  EXPECT_EQ(control.read(), Bytes());
  control.write({all.begin(), all.begin() + 20});
  EXPECT_EQ(control.read(), Bytes());
  control.send(tcp_flag::kAck, {all.begin() + 10, all.end()}, -10);  // ten bytes are known
  control.next += 17;
  EXPECT_EQ(control.read(), Bytes{9});
}

// A guest's connection of the model, for streams with loss.
struct Stream final : TcpOutput {
  Stream(Wire& at, std::uint16_t from, std::uint64_t buffer = 4 << 20)
      : wire(at), port(from), connection(config(buffer), *this) {}
  static TcpConfig config(std::uint64_t buffer) {
    TcpConfig config;
    config.receive_buffer = buffer;
    config.timestamps = true;
    return config;
  }
  void send(const TcpSegment& segment, Time) override {
    if (drops != 0 && ++sent % drops == 0) return;
    const TcpPath path = path_of(port);
    Bytes frame(header_size(path, segment) + segment.length);
    const Bytes begin = cookie();
    for (std::size_t i = segment.position;
         i < std::min<std::size_t>(segment.position + segment.length, begin.size()); ++i)
      frame[frame.size() - segment.length + i - segment.position] = begin[i];
    write_header(frame.data(), path, segment, TcpChecksums::kComputed);
    out.push_back(frame);
  }
  // Lets both sides run to `until`.
  void run(Time until) {
    wire.live = [this](const Received& got, std::uint16_t to) {
      if (to == port)
        in.push_back(got);
      else
        wire.segments[to].push_back(got);
    };
    while (wire.now < until) {
      for (const Bytes& frame : std::exchange(out, {})) wire.send(frame, 0);
      for (const Received& got : std::exchange(in, {})) connection.receive(got.segment, wire.now);
      if (connection.next_timer() <= wire.now) connection.timer(wire.now);
      if (out.empty() && in.empty())
        wire.run(
            std::min(until, std::max(wire.now + 1, std::min(wire.peer.next(), connection.next_timer()))));
    }
    wire.live = {};
  }

  Wire& wire;
  std::uint16_t port;
  TcpConnection connection;
  std::vector<Bytes> out;
  std::vector<Received> in;
  unsigned drops = 0;  // each so many
  unsigned sent = 0;
};

TEST(LinkPeer, ReceivesAllDataInSpiteOfLoss) {
  Wire wire;
  Control control(wire, {{"tcp", true}});
  Stream stream(wire, 40'001);
  stream.connection.connect(wire.now);
  stream.connection.offer(kCookie.size() + 1, wire.now);
  stream.run(wire.now + kMillisecond);
  stream.drops = 13;
  stream.connection.offer(2'000'000, wire.now);
  stream.run(wire.now + 20 * kSecond);
  EXPECT_EQ(stream.connection.unacknowledged(), 0u);
  EXPECT_GT(stream.connection.statistics().retransmits, 50u);
  EXPECT_EQ(control.read(), (Bytes{10, 1, 2}));
  EXPECT_EQ(control.results(kOwnResults)["streams"][0]["bytes"], 2'000'000);
}

TEST(LinkPeer, SendsAtTheRateOfTheWire) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"reverse", true}});
  Stream stream(wire, 40'001);
  stream.connection.connect(wire.now);
  stream.connection.offer(kCookie.size() + 1, wire.now);
  stream.run(wire.now + 2 * kMillisecond);
  const std::uint64_t before = stream.connection.statistics().bytes_delivered;
  stream.run(wire.now + 2 * kMillisecond);
  const auto bytes = static_cast<double>(stream.connection.statistics().bytes_delivered - before);
  // Frames of 1,448 bytes of data take the time of 1,538.
  EXPECT_NEAR(bytes, 2e-3 * 1.25e9 * 1448 / 1538, 0.01 * 2.5e6);
  EXPECT_EQ(control.read(), (Bytes{10, 1, 2}));
  const json found = control.results(kOwnResults);
  EXPECT_EQ(found["sender_has_retransmits"], 1);
  EXPECT_EQ(found["streams"][0]["retransmits"], 0);
  EXPECT_GE(found["streams"][0]["bytes"], 5'000'000 * 0.9);
}

TEST(LinkPeer, SendsAgainWhatIsLost) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"reverse", true}});
  Stream stream(wire, 40'001);
  unsigned data = 0;
  wire.loses = [&](const TcpSegment& segment) { return segment.length > 100 && ++data % 37 == 0; };
  stream.connection.connect(wire.now);
  stream.connection.offer(kCookie.size() + 1, wire.now);
  const auto delivered = [&] { return stream.connection.statistics().bytes_delivered; };
  const auto reaches = [&](std::uint64_t bytes) {
    for (int i = 0; i < 1'000 && delivered() < bytes; ++i) stream.run(wire.now + kMillisecond);
    return delivered() >= bytes;
  };
  EXPECT_TRUE(reaches(1'000'000));
  // Nothing arrives for some time: only the timer helps.
  wire.loses = [](const TcpSegment& segment) { return segment.length > 100; };
  stream.run(wire.now + 300 * kMillisecond);
  wire.loses = {};
  EXPECT_TRUE(reaches(delivered() + 1'000'000));
  EXPECT_GT(wire.peer.counts().retransmitted, 10u);
  control.read();
  EXPECT_GT(control.results(kOwnResults)["streams"][0]["retransmits"], 10);
}

TEST(LinkPeer, ProbesAWindowOfZeroAndGoesOn) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"reverse", true}});
  Guest stream(wire, 40'001);
  stream.window = 0;
  ASSERT_TRUE(stream.open());
  stream.write(cookie());
  EXPECT_EQ(control.read(), (Bytes{10, 1, 2}));
  // Each probe has a byte; the guest answers with a closed window.
  unsigned probes = 0;
  for (int i = 0; i < 20; ++i) {
    wire.run(wire.now + kSecond);
    for (const Received& got : stream.take()) {
      EXPECT_LE(got.segment.length, 1u);
      probes += got.segment.length;
    }
    stream.send(tcp_flag::kAck);
  }
  EXPECT_GE(probes, 4u);
  stream.take();
  stream.window = 64'000;
  stream.send(tcp_flag::kAck);
  wire.run(wire.now + kMillisecond);
  EXPECT_GE(stream.take().size(), 10u);
}

TEST(LinkPeer, GivesUpAGuestThatIsGone) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"reverse", true}});
  Stream stream(wire, 40'001);
  stream.connection.connect(wire.now);
  stream.connection.offer(kCookie.size() + 1, wire.now);
  stream.run(wire.now + kMillisecond);
  Guest half(wire, 40'002);
  half.send(tcp_flag::kSyn);
  wire.run(wire.now + 1'000 * kSecond);
  EXPECT_EQ(wire.peer.next(), kNever) << "nothing more is sent";
  EXPECT_EQ(wire.peer.connections(), 0u);
  EXPECT_TRUE(wire.segments[40'002].back().segment.has(tcp_flag::kRst));
}

TEST(LinkPeer, AResetEndsTheTest) {
  Wire wire;
  {
    Control control(wire, {{"tcp", true}, {"reverse", true}});
    Guest stream(wire, 40'001);
    ASSERT_TRUE(stream.open());
    stream.write(cookie());
    wire.run(wire.now + kMillisecond);
    stream.send(tcp_flag::kRst, {}, 1);
    EXPECT_EQ(wire.peer.connections(), 2u) << "only a RST with exactly the next number counts";
    stream.send(tcp_flag::kRst);
    EXPECT_EQ(wire.peer.connections(), 1u);
    control.send(tcp_flag::kRst | tcp_flag::kAck);
    EXPECT_EQ(wire.peer.connections(), 0u);
  }
  EXPECT_EQ(wire.peer.next(), kNever);
  Control next(wire, {{"tcp", true}}, 40'010);
  EXPECT_EQ(next.read(), Bytes{10});
}

TEST(LinkPeer, AnEndWithDataOnTheirWayIsReset) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"reverse", true}});
  Guest stream(wire, 40'001);
  ASSERT_TRUE(stream.open());
  stream.write(cookie());
  EXPECT_FALSE(stream.close());
  EXPECT_EQ(wire.peer.connections(), 1u);
}

TEST(LinkPeer, RepeatsItsEnd) {
  Wire wire;
  Guest guest(wire, 40'000);
  ASSERT_TRUE(guest.open());
  guest.send(tcp_flag::kFin | tcp_flag::kAck);
  EXPECT_EQ(guest.take().size(), 1u);
  wire.run(wire.now + kSecond);
  EXPECT_EQ(guest.take().size(), 2u) << "after 200 and 600 ms";
  guest.send(tcp_flag::kFin | tcp_flag::kAck);
  ASSERT_EQ(guest.take().size(), 1u);
  wire.run(wire.now + 1'000 * kSecond);
  EXPECT_EQ(wire.peer.connections(), 0u);
}

TEST(LinkPeer, CountsWrongChecksumsAndDropsTheirPackets) {
  Wire wire;
  Guest guest(wire, 40'000);
  const Bytes good = guest.frame(tcp_flag::kSyn);
  for (const std::size_t at : {std::size_t{22}, std::size_t{34}, good.size() - 1}) {
    Bytes bad = good;
    bad[at] ^= 1;  // the time to live, a port, an option
    wire.send(bad);
  }
  EXPECT_EQ(wire.peer.counts().bad_checksums, 3u);
  Bytes datagram = make_datagram(path_of(40'000), {good.data(), 10});
  datagram.back() ^= 0x80;
  wire.send(datagram);
  EXPECT_EQ(wire.peer.counts().bad_checksums, 4u);
  EXPECT_EQ(wire.frames, 0u);
  EXPECT_EQ(wire.peer.connections(), 0u);
  wire.send(good);
  EXPECT_EQ(wire.frames, 1u);
}

TEST(LinkPeer, RefusesOtherPortsAndSegmentsOfNoConnection) {
  Wire wire;
  Guest other(wire, 40'000);
  other.to = 5'001;
  other.send(tcp_flag::kSyn);
  std::vector<Received> got = other.take();
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(got[0].segment.flags, tcp_flag::kRst | tcp_flag::kAck);
  EXPECT_EQ(got[0].segment.acknowledgment, other.next + 1);
  Guest stray(wire, 40'001);
  stray.expected = 77;
  stray.send(tcp_flag::kAck, Bytes(10));
  got = stray.take();
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(got[0].segment.flags, tcp_flag::kRst);
  EXPECT_EQ(got[0].segment.sequence, 77u);
  stray.send(tcp_flag::kRst);
  EXPECT_TRUE(stray.take().empty());
  EXPECT_EQ(wire.peer.counts().refused, 1u);
}

TEST(LinkPeer, LimitsConnections) {
  Wire wire;
  for (std::size_t i = 0; i < LinkPeer::kMostConnections; ++i) {
    Guest guest(wire, static_cast<std::uint16_t>(40'000 + i));
    ASSERT_TRUE(guest.open());
  }
  Guest more(wire, 50'000);
  EXPECT_FALSE(more.open());
  EXPECT_EQ(wire.peer.counts().refused, 1u);
  EXPECT_EQ(wire.peer.connections(), LinkPeer::kMostConnections);
  wire.run(wire.now + LinkPeer::kSilence + kSecond);
  EXPECT_TRUE(Guest(wire, 50'001).open());
  EXPECT_EQ(wire.peer.connections(), LinkPeer::kMostConnections);
  wire.peer.clear();
  EXPECT_EQ(wire.peer.connections(), 0u);
  EXPECT_EQ(wire.peer.next(), kNever);
}

TEST(LinkPeer, LimitsFramesThatWait) {
  Wire wire;
  Guest stray(wire, 40'000);
  const Bytes frame = stray.frame(tcp_flag::kAck);
  for (std::size_t i = 0; i < 2 * LinkPeer::kMostFrames; ++i)
    wire.peer.frame(wire.now, {frame.data(), frame.size()}, kByte);
  EXPECT_EQ(wire.peer.counts().dropped, LinkPeer::kMostFrames);
  wire.run(wire.now + kSecond);
  EXPECT_EQ(wire.frames, LinkPeer::kMostFrames);
}

TEST(LinkPeer, RefusesASecondClientUntilTheFirstIsSilent) {
  Wire wire;
  Control control(wire, {{"tcp", true}});
  control.read();
  Guest second(wire, 40'005);
  ASSERT_TRUE(second.open());
  second.write(cookie());  // a data connection: the cookie is the same
  EXPECT_EQ(control.read(), (Bytes{1, 2}));
  Guest third(wire, 40'006);
  ASSERT_TRUE(third.open());
  third.write(cookie());
  EXPECT_EQ(third.read(), Bytes{0xff});
  EXPECT_TRUE(third.close());
  wire.run(wire.now + IperfServer::kSilence + kSecond);
  Guest fourth(wire, 40'007);
  ASSERT_TRUE(fourth.open());
  fourth.write(cookie());
  EXPECT_EQ(fourth.read(), Bytes{9});
}

TEST(LinkPeer, RefusesParametersThatItCannotServe) {
  const auto error_of = [](const json& parameters) {
    Wire wire;
    Control control(wire, parameters);
    return control.read();
  };
  EXPECT_EQ(error_of({{"tcp", true}, {"parallel", 65}}), (Bytes{0xfe, 0, 0, 0, 6, 0, 0, 0, 0}));
  EXPECT_EQ(error_of({{"tcp", true}, {"parallel", -1}}), (Bytes{0xfe, 0, 0, 0, 6, 0, 0, 0, 0}));
  EXPECT_EQ(error_of({{"tcp", true}, {"len", 1 << 21}}), (Bytes{0xfe, 0, 0, 0, 7, 0, 0, 0, 0}));
  EXPECT_EQ(error_of({{"udp", true}, {"reverse", true}, {"len", 8'973}}),
            (Bytes{0xfe, 0, 0, 0, 7, 0, 0, 0, 0}));
  EXPECT_EQ(error_of({{"sctp", 1}}), (Bytes{0xfe, 0, 0, 0, 13, 0, 0, 0, 0}));
  EXPECT_EQ(error_of({{"tcp", 1.0}, {"parallel", 64.0}, {"len", "text"}}), Bytes{10});
  EXPECT_EQ(error_of(json::array()), Bytes());
  Wire wire;
  Guest control(wire, 40'000);
  ASSERT_TRUE(control.open());
  control.write(cookie());
  control.write({0xff, 0xff, 0xff, 0xff, 1, 2, 3});
  EXPECT_EQ(control.read(), Bytes{9});
  Control next(wire, {{"tcp", true}}, 40'001);  // the server is free again
  EXPECT_EQ(next.read(), Bytes{10});
}

Bytes datagram_of(std::uint32_t number, Time sent, std::size_t size = 1'448) {
  Bytes payload(size);
  store_be32(&payload[0], static_cast<std::uint32_t>(sent / kSecond));
  store_be32(&payload[4], static_cast<std::uint32_t>(sent % kSecond / kMicrosecond));
  store_be32(&payload[12], number);
  return make_datagram(path_of(30'000), {payload.data(), payload.size()});
}

TEST(LinkPeer, CountsDatagramsAndTheirLoss) {
  Wire wire;
  Control control(wire, {{"udp", true}, {"len", 1'448}, {"udp_counters_64bit", 1}});
  EXPECT_EQ(control.read(), Bytes{10});
  const Bytes hello = {'9', '8', '7', '6'};
  for (int i = 0; i < 2; ++i) wire.send(make_datagram(path_of(30'000), {hello.data(), hello.size()}));
  ASSERT_EQ(wire.datagrams[30'000].size(), 2u) << "a greeting that comes again is answered again";
  EXPECT_EQ(wire.datagrams[30'000][0].second, (Bytes{'6', '7', '8', '9'}));
  EXPECT_EQ(control.read(), (Bytes{1, 2}));
  const Time start = wire.now;
  // Numbers 4, 9 and 10 do not come; 6 comes late. Each is 100 us after the one before, and 6 is 32 us later.
  for (const std::uint32_t number : {1, 2, 3, 5, 7, 6, 8, 11}) {
    wire.run(start + number * 100 * kMicrosecond + (number == 6 ? 132 * kMicrosecond : 0));
    if (number == 8) wire.run(wire.now + 0);
    wire.send(datagram_of(number, start / kSecond * kSecond + number * 100 * kMicrosecond));
  }
  const json found = control.results(kOwnResults);
  const json& stream = found["streams"][0];
  EXPECT_EQ(stream["bytes"], 8 * 1'448);
  EXPECT_EQ(stream["packets"], 11);
  EXPECT_EQ(stream["errors"], 3);
  // 132 us more and less: 132 / 16 = 8.25, and (132 - 8.25) / 16 more; a last part falls.
  EXPECT_NEAR(stream["jitter"], 14.6e-6, 1.5e-6);
  EXPECT_EQ(found["sender_has_retransmits"], 0);
  EXPECT_EQ(wire.peer.counts().datagrams_received, 10u);
  // Datagrams of no test have no answer.
  wire.send(make_datagram(path_of(30'001), {hello.data(), hello.size()}));
  EXPECT_EQ(wire.datagrams.size(), 1u);
}

TEST(LinkPeer, TakesDatagramsOfAnyTime) {
  Wire wire;
  Control control(wire, {{"udp", true}});
  const Bytes hello = {'9', '8', '7', '6'};
  wire.send(make_datagram(path_of(30'000), {hello.data(), hello.size()}));
  for (const std::size_t size : {0, 3, 4, 11, 12, 200}) {
    const Bytes ones(size, 0xff);
    wire.send(make_datagram(path_of(30'000), {ones.data(), ones.size()}));
  }
  control.read();
  const json stream = control.results(kOwnResults)["streams"][0];
  EXPECT_EQ(stream["bytes"], 230);
  EXPECT_EQ(stream["packets"], 0xffff'ffff);
  EXPECT_LT(stream["jitter"], 1e6);
}

TEST(LinkPeer, SendsDatagramsAtTheirRate) {
  for (const std::uint64_t rate : {std::uint64_t{100'000'000}, std::uint64_t{0}}) {
    Wire wire;
    Control control(wire, {{"udp", true}, {"reverse", true}, {"len", 1'000}, {"bandwidth", rate}});
    EXPECT_EQ(control.read(), Bytes{10});
    const Bytes hello = {'9', '8', '7', '6'};
    wire.send(make_datagram(path_of(30'000), {hello.data(), hello.size()}));
    wire.run(wire.now + 10 * kMillisecond);
    EXPECT_EQ(control.read(), (Bytes{1, 2}));
    const auto& got = wire.datagrams[30'000];
    ASSERT_GT(got.size(), 100u);
    EXPECT_EQ(got[0].second, (Bytes{'6', '7', '8', '9'}));
    for (std::size_t i = 1; i < got.size(); ++i) ASSERT_EQ(load_be32(&got[i].second[8]), i);
    // 80 us apart; without a rate frames of 1,046 bytes follow each other, with preamble and gap.
    const double apart = rate != 0 ? 80e6 : (1'046 + 20) * 800.0;
    EXPECT_NEAR(static_cast<double>(got.back().first - got[1].first) / static_cast<double>(got.size() - 2),
                apart, apart / 200);
    const json found = control.results(kOwnResults);
    EXPECT_NEAR(found["streams"][0]["packets"], static_cast<double>(got.size()), 6);
    const std::size_t sent = got.size();
    wire.run(wire.now + kSecond);
    EXPECT_LE(wire.datagrams[30'000].size(), sent + 8) << "the end of the test ends them";
  }
}

TEST(LinkPeer, LeavesTheBeginningOfATestOut) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"omit", 1}});
  Guest stream(wire, 40'001);
  ASSERT_TRUE(stream.open());
  stream.write(cookie());
  stream.write(Bytes(1'000));
  wire.run(wire.now + kSecond);
  stream.write(Bytes(500));  // the first one after it ends the part that is left out
  stream.write(Bytes(300));
  control.read();
  const json found = control.results(kOwnResults);
  EXPECT_EQ(found["streams"][0]["bytes"], 300);
}

TEST(LinkPeer, ServesBothDirectionsAtOnce) {
  Wire wire;
  Control control(wire, {{"tcp", true}, {"bidirectional", true}});
  Guest up(wire, 40'001);
  ASSERT_TRUE(up.open());
  up.write(cookie());
  Guest down(wire, 40'002);
  ASSERT_TRUE(down.open());
  down.write(cookie());
  wire.run(wire.now + kMillisecond);
  EXPECT_TRUE(std::none_of(wire.segments[40'001].begin(), wire.segments[40'001].end(),
                           [](const Received& got) { return got.segment.length != 0; }));
  EXPECT_GE(down.read().size(), 10'000u);
  up.write(Bytes(1'000));
  control.read();
  const json found = control.results({{"streams", {{{"id", 1}}, {{"id", 3}}}}});
  EXPECT_EQ(found["streams"][0]["bytes"], 1'000);
  EXPECT_GE(found["streams"][1]["bytes"], 10'000);
}

TEST(LinkPeer, IsRepeatedExactly) {
  const auto run = [] {
    Wire wire;
    Control control(wire, {{"tcp", true}, {"reverse", true}});
    Stream stream(wire, 40'001);
    unsigned data = 0;
    wire.loses = [&](const TcpSegment& segment) { return segment.length > 100 && ++data % 101 == 0; };
    stream.connection.connect(wire.now);
    stream.connection.offer(kCookie.size() + 1, wire.now);
    stream.run(wire.now + 100 * kMillisecond);
    return std::pair(wire.hash, wire.frames);
  };
  const auto first = run();
  EXPECT_GT(first.second, 1'000u);
  EXPECT_EQ(first, run());
}

TEST(LinkPeer, AnyFrameIsTaken) {
  Wire wire;
  Guest guest(wire, 40'000);
  ASSERT_TRUE(guest.open());
  const Bytes good = guest.frame(tcp_flag::kAck, Bytes(30));
  for (std::size_t size = 0; size <= good.size(); ++size)
    wire.peer.frame(wire.now, {good.data(), size}, kByte);
  const Bytes datagram = make_datagram(path_of(40'000), {good.data(), 20});
  for (std::size_t size = 0; size <= datagram.size(); ++size)
    wire.peer.frame(wire.now, {datagram.data(), size}, kByte);
  EXPECT_EQ(wire.peer.counts().datagrams_received, 1u);
  EXPECT_EQ(wire.peer.counts().segments_received, 3u);
  EXPECT_GT(wire.peer.counts().malformed, 20u);
}

}  // namespace
}  // namespace ixsim::test
