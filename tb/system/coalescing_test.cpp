// Receive side coalescing of the 82599: random segments of several flows against a reference, which predicts
// every packet that software finds, byte by byte; the chain of descriptors; each rule that opens, closes or
// bypasses a large receive; disabling and resets in the middle.
//
// The reference works on whole packets in arrival order and knows no descriptors. It shares no code with the
// model.
#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <type_traits>

#include "pool_bench.h"

namespace ixsim::bench {
namespace {

constexpr std::uint8_t kFin = 1, kSyn = 2, kRst = 4, kPsh = 8, kAck = 16, kUrg = 32, kEce = 64, kCwr = 128;

struct Tcp {
  std::uint16_t port = 1'000;
  std::uint32_t sequence = 0;
  std::uint32_t payload = 100;
  std::uint8_t flags = kAck;
  std::uint32_t acknowledged = 7;
  std::uint16_t window = 500;
  std::uint32_t stamp = 0;  // 0: no timestamp
  std::uint8_t tos = 0;
  std::uint16_t fragment = 0;  // the whole field of the IP header
  int vid = -1;
  bool bad_checksum = false;
  bool other_option = false;  // a maximum segment size
  std::uint16_t to_port = 80;
  std::uint32_t source = 0x0a00'0001;
  std::uint32_t destination = 0x0a00'0002;
  std::uint8_t protocol = 6;
  std::uint32_t form = 0x0101'080a;  // of the option with `stamp`: a timestamp
  bool nonce_sum = false;            // the flag NS
  bool bad_ip_checksum = false;
  bool bad_fcs = false;

  template <typename Value>
  Tcp set(Value Tcp::*member, std::common_type_t<Value> value) const {
    Tcp changed = *this;
    changed.*member = value;
    return changed;
  }
};

std::uint16_t sum16(const std::vector<std::uint8_t>& bytes, std::size_t from, std::size_t to,
                    std::uint32_t sum) {
  for (std::size_t i = from; i < to; ++i) sum += i % 2 == from % 2 ? bytes[i] * 256u : bytes[i];
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * (count - 1 - i)));
}

std::uint32_t get(const std::vector<std::uint8_t>& bytes, std::size_t at, unsigned count) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i) value = value << 8 | bytes[at + i];
  return value;
}

using Bytes = std::vector<std::uint8_t>;

// The bytes of a segment without FCS and padding.
Bytes bytes_of(const Tcp& tcp) {
  const std::size_t ip = tcp.vid >= 0 ? 18 : 14;
  const std::size_t stamped = tcp.stamp != 0 ? 12 : 0, options = stamped + (tcp.other_option ? 4 : 0);
  Bytes bytes(ip + 40 + options + tcp.payload);
  std::fill(bytes.begin(), bytes.begin() + 6, std::uint8_t{0xff});
  bytes[6] = 2;
  if (tcp.vid >= 0) put(bytes, 12, 0x8100'0000u | static_cast<unsigned>(tcp.vid), 4);
  put(bytes, ip - 2, 0x0800, 2);
  bytes[ip] = 0x45;
  bytes[ip + 1] = tcp.tos;
  put(bytes, ip + 2, 40 + options + tcp.payload, 2);
  put(bytes, ip + 4, tcp.sequence & 0xffff, 2);
  put(bytes, ip + 6, tcp.fragment, 2);
  bytes[ip + 8] = 64;
  bytes[ip + 9] = tcp.protocol;
  put(bytes, ip + 12, tcp.source, 4);
  put(bytes, ip + 16, tcp.destination, 4);
  put(bytes, ip + 10, sum16(bytes, ip, ip + 20, 0) ^ (tcp.bad_ip_checksum ? 1u : 0), 2);
  const std::size_t t = ip + 20;
  put(bytes, t, tcp.port, 2);
  put(bytes, t + 2, tcp.to_port, 2);
  put(bytes, t + 4, tcp.sequence, 4);
  put(bytes, t + 8, tcp.acknowledged, 4);
  bytes[t + 12] = static_cast<std::uint8_t>((20 + options) / 4 << 4 | (tcp.nonce_sum ? 1u : 0));
  bytes[t + 13] = tcp.flags;
  put(bytes, t + 14, tcp.window, 2);
  if (tcp.stamp != 0) {
    put(bytes, t + 20, tcp.form, 4);
    put(bytes, t + 24, tcp.stamp, 4);
    put(bytes, t + 28, ~tcp.stamp, 4);
  }
  if (tcp.other_option) put(bytes, t + 20 + stamped, 0x02040500, 4);
  for (std::uint32_t i = 0; i < tcp.payload; ++i)
    bytes[t + 20 + options + i] = static_cast<std::uint8_t>((tcp.sequence + i) * 37 + tcp.port);
  const std::uint32_t pseudo = (tcp.source >> 16) + (tcp.source & 0xffff) + (tcp.destination >> 16) +
                               (tcp.destination & 0xffff) + tcp.protocol +
                               static_cast<std::uint32_t>(bytes.size() - t);
  put(bytes, t + 16, sum16(bytes, t, bytes.size(), pseudo) ^ (tcp.bad_checksum ? 1u : 0), 2);
  return bytes;
}

FrameRef frame_of(const Tcp& tcp) {
  Bytes bytes = bytes_of(tcp);
  bytes.resize(std::max<std::size_t>(bytes.size(), 60));
  FrameRef frame = make_frame_with_fcs({bytes.data(), bytes.size()});
  if (!tcp.bad_fcs) return frame;
  Bytes damaged(frame->bytes().begin(), frame->bytes().end());
  damaged.back() ^= 0x40;
  return make_frame({damaged.data(), damaged.size()});
}

// A packet as software finds it.
struct Packet {
  Bytes bytes;
  unsigned segments = 0;  // of a large receive; 0: the frame passed alone
  bool operator==(const Packet& o) const { return bytes == o.bytes && segments == o.segments; }
};
// NOLINTNEXTLINE(readability-identifier-naming): a name of GoogleTest
void PrintTo(const Packet& packet, std::ostream* out) {
  *out << packet.segments << " segments, " << packet.bytes.size() << " bytes, port "
       << (packet.bytes.size() > 36 ? get(packet.bytes, 34, 2) : 0);
}

// The reference: the packets that segments become which arrive between two expiries of the interrupt timer.
class Reference {
 public:
  std::uint32_t buffer = 2'048, most = 16;
  bool empty_joins = true, stamps_join = true, ack_closes = false;

  void arrive(const Tcp& tcp) {
    Bytes bytes = bytes_of(tcp);
    const bool padded = bytes.size() < 60;
    const std::size_t ip = tcp.vid >= 0 ? 18 : 14;
    const Flow flow = flow_of(tcp);
    const bool has_flow = tcp.fragment == 0 && tcp.protocol == 6;
    bool good = has_flow && (tcp.flags & (kFin | kSyn | kRst | kUrg | kEce | kCwr)) == 0 && !tcp.nonce_sum &&
                (tcp.tos & 3) != 3 && !tcp.bad_checksum && !tcp.bad_ip_checksum && !tcp.bad_fcs &&
                !tcp.other_option && (tcp.stamp == 0 || tcp.form == 0x0101'080a);
    if (tcp.stamp != 0 && !stamps_join) good = false;
    if (tcp.payload == 0 && !empty_joins) good = false;
    const auto found = has_flow ? open_.find(flow) : open_.end();
    if (found != open_.end()) {
      Large& large = found->second;
      const std::size_t total = large.bytes.size() + tcp.payload;
      const bool follows = good && tcp.sequence == large.next && (tcp.stamp != 0) == (large.stamp != 0) &&
                           (tcp.stamp == 0 || static_cast<std::int32_t>(tcp.stamp - large.stamp) >= 0) &&
                           (!ack_closes || (tcp.flags & kAck) == (large.flags & kAck));
      if (follows && total <= std::size_t{buffer} * most && total - ip <= 65'535) {
        // The buffer in which its payload starts.
        const std::size_t place =
            tcp.payload == 0 ? (large.bytes.size() - 1) / buffer : large.bytes.size() / buffer;
        const std::size_t payload_at = bytes.size() - tcp.payload;
        large.bytes.insert(large.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(payload_at),
                           bytes.end());
        put(large.bytes, ip + 2, total - ip, 2);
        put(large.bytes, ip + 10, 0, 2);
        put(large.bytes, ip + 10, sum16(large.bytes, ip, ip + 20, 0), 2);
        const std::size_t t = ip + 20;
        put(large.bytes, t + 8, tcp.acknowledged, 4);
        put(large.bytes, t + 14, tcp.window, 2);
        large.bytes[t + 13] |= tcp.flags;
        if (tcp.stamp != 0) put(large.bytes, t + 24, tcp.stamp, 4), put(large.bytes, t + 28, ~tcp.stamp, 4);
        large.stamp = tcp.stamp;
        large.next += tcp.payload;
        ++large.segments;
        const unsigned starts = ++large.starts[place];
        // Only the current buffer counts.
        const bool current = place == (large.bytes.size() - 1) / buffer;
        if ((tcp.flags & kPsh) != 0 || (current && starts >= 14)) close(flow);
        return;
      }
      close(flow);
    }
    if (!good || padded || bytes.size() > std::size_t{buffer} * most) {
      bytes.resize(std::max<std::size_t>(bytes.size(), 60));
      arrived.push_back({std::move(bytes), 0});
      return;
    }
    if (open_.size() == 32) {
      auto oldest = open_.begin();
      for (auto i = open_.begin(); i != open_.end(); ++i) {
        if (i->second.used < oldest->second.used) oldest = i;
      }
      close(oldest->first);
    }
    Large& large = open_[flow];
    large.bytes = std::move(bytes);
    large.segments = 1;
    large.starts[0] = 1;
    large.next = tcp.sequence + tcp.payload;
    large.stamp = tcp.stamp;
    large.flags = tcp.flags;
    if ((tcp.flags & kPsh) != 0) close(flow);
  }
  void touch(const Tcp& tcp) {
    const auto found = open_.find(flow_of(tcp));
    if (found != open_.end()) found->second.used = ++uses_;
  }
  void close_all() {
    while (!open_.empty()) close(open_.begin()->first);
  }
  std::vector<Packet> arrived;

 private:
  struct Large {
    Bytes bytes;
    unsigned segments = 0;
    std::map<std::size_t, unsigned> starts;
    std::uint32_t next = 0, stamp = 0;
    std::uint8_t flags = 0;  // of the first segment
    std::uint64_t used = 0;
  };
  using Flow = std::tuple<std::uint16_t, int, std::uint16_t, std::uint32_t, std::uint32_t>;
  static Flow flow_of(const Tcp& tcp) {
    return {tcp.port, tcp.vid, tcp.to_port, tcp.source, tcp.destination};
  }
  void close(const Flow& flow) {
    arrived.push_back({open_[flow].bytes, open_[flow].segments});
    open_.erase(flow);
  }
  std::map<Flow, Large> open_;
  std::uint64_t uses_ = 0;
};

class Coalescing : public testing::Test {
 protected:
  explicit Coalescing(const DeviceProfile& profile = device_profile("82599")) : bench(profile) {
    bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
    bench.set(Reg::HLREG0, 0, bench.get(Reg::HLREG0) | field::HLREG0::JUMBOEN.mask);
    bench.set(Reg::MHADD, 0, 9'728u << 16);
    bench.set(Reg::GPIE, 0, 0x10);
    bench.set(Reg::IVAR, 0, 0x80);  // receive queue 0: vector 0
    bench.set(Reg::EITR, 0, 0xff8);
  }
  // Opens queue 0 with RSCCTL; the timer of its vector starts with its first interrupt, which is then over.
  void start(std::uint32_t rscctl, std::uint32_t moderation = 0xff8) {
    bench.open(0);
    bench.set(Reg::RSCCTL, 0, rscctl);
    bench.receive_on();
    bench.set(Reg::EIMS, 0, 1);
    restart(moderation);
  }
  // Starts an interval of the timer.
  void restart(std::uint32_t moderation = 0xff8) {
    bench.set(Reg::EITR, 0, moderation | (moderation / 8 & 0x7f) << 21);
  }
  // Gives the queue two descriptors instead of all, and starts an interval.
  void give_two() {
    bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
    bench.run_until(bench.now() + 20 * kMicrosecond);
    bench.set(Reg::RDH, 0, 0);
    bench.set(Reg::RDT, 0, 2);
    bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
    restart();
  }
  void send(const Tcp& tcp) {
    send_elsewhere(tcp);
    reference.arrive(tcp);
    reference.touch(tcp);
  }
  // Sends a segment that the reference does not know.
  void send_elsewhere(const Tcp& tcp) {
    bench.frame_at(bench.now() + kMicrosecond, frame_of(tcp));
    bench.run_until(bench.now() + 2 * kMicrosecond + tcp.payload * 800 * kPicosecond);
  }
  // Unmasks the entry of vector 0 in the MSI-X table.
  void unmask() {
    for (std::uint32_t word = 0; word < 4; ++word)
      bench.write_now(4 * word, word == 0 ? static_cast<std::uint32_t>(kMessageBase) : 0, 4);
  }
  // Gives the queue a ring of 128 with so many descriptors. Its low watermark is 64 free ones.
  void give_few(std::uint32_t offered) {
    constexpr std::uint32_t kEntries = 128;
    bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
    bench.run_until(bench.now() + 20 * kMicrosecond);
    for (std::uint32_t i = 0; i < kEntries; ++i) {
      store_le64(descriptor(i), buffer_of(i));
      store_le64(descriptor(i) + 8, 0);
    }
    bench.set(Reg::SRRCTL, 0, 2 | 1u << 25 | field::SRRCTL::RDMTS.set(0, 1));
    bench.set(Reg::RDLEN, 0, kEntries * kDescriptorBytes);
    bench.set(Reg::RDH, 0, 0);
    bench.set(Reg::RDT, 0, offered);
    bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
    restart();
  }
  // Turns bus mastering off or on: without it, a frame stops once 2 KiB of its bytes wait for the link.
  void master(bool on) { bench.config_write(0x04, on ? 0x0407 : 0x0403); }
  // Waits until the timer has run out and descriptors are written.
  void expire() {
    bench.run_until(bench.now() + 1'100 * kMicrosecond);
    reference.close_all();
  }
  // Takes what a driver takes: descriptors in the order of the ring, chains joined by NEXTP.
  std::vector<Packet> take() {
    std::vector<Packet> packets;
    for (; (load_le64(descriptor(next) + 8) & 1) != 0; next = (next + 1) % PoolBench::kRing) {
      const std::uint64_t low = load_le64(descriptor(next)), high = load_le64(descriptor(next) + 8);
      const auto count = static_cast<unsigned>(low >> 17 & 0xf);
      Packet packet = std::move(partial[next]);
      partial[next] = {};
      const std::uint8_t* const data = bench.memory().at(buffer_of(next));
      packet.bytes.insert(packet.bytes.end(), data, data + (high >> 32 & 0xffff));
      if (count != 0) {
        packet.segments += count - 1;
        ++chained;
      }
      if ((high & 2) != 0) {
        packets.push_back(std::move(packet));
      } else {
        const std::uint32_t after = count != 0 ? high >> 4 & 0xffff : (next + 1) % PoolBench::kRing;
        EXPECT_LT(after, PoolBench::kRing);
        gaps += after != (next + 1) % PoolBench::kRing ? 1u : 0;
        partial[after] = std::move(packet);
      }
      store_le64(descriptor(next), buffer_of(next));
      store_le64(descriptor(next) + 8, 0);
    }
    bench.set(Reg::RDT, 0, (next + PoolBench::kRing - 1) % PoolBench::kRing);
    return packets;
  }
  // Gives the ring buffers of another size.
  void resize(std::uint32_t bytes) {
    reference.buffer = buffer = bytes;
    bench.set(Reg::SRRCTL, 0, bytes / 1'024 | 1u << 25);
    for (std::uint32_t i = 0; i < PoolBench::kRing; ++i) store_le64(descriptor(i), buffer_of(i));
  }
  std::uint64_t buffer_of(std::uint32_t index) const {
    return PoolBench::buffers_of(0) + std::uint64_t{index} * buffer;
  }
  std::uint8_t* descriptor(std::uint32_t index) {
    return bench.memory().at(PoolBench::ring_of(0) + index * kDescriptorBytes);
  }
  // Compares the packets as a multiset: the ring has them in the order of their first descriptors' end.
  void compare(std::vector<Packet> found) {
    std::vector<Packet> expected = std::move(reference.arrived);
    reference.arrived.clear();
    const auto order = [](const Packet& a, const Packet& b) {
      return std::tie(a.bytes, a.segments) < std::tie(b.bytes, b.segments);
    };
    std::sort(found.begin(), found.end(), order);
    std::sort(expected.begin(), expected.end(), order);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << "packet " << i;
  }

  PoolBench bench;
  Reference reference;
  std::uint32_t next = 0;
  std::uint32_t buffer = PoolBench::kBuffer;
  std::map<std::uint32_t, Packet> partial;
  unsigned chained = 0, gaps = 0;
};

constexpr std::uint32_t kOn = 1, kOf4 = 4, kOf8 = 8, kOf16 = 12;

TEST_F(Coalescing, ConsecutiveSegmentsBecomeOnePacketWithOneHeader) {
  start(kOn | kOf16);
  for (std::uint32_t i = 0; i < 5; ++i)
    send(Tcp()
             .set(&Tcp::sequence, 100 * i)
             .set(&Tcp::acknowledged, 7 + i)
             .set(&Tcp::window, static_cast<std::uint16_t>(500 - i)));
  EXPECT_TRUE(take().empty()) << "the timer has not run out";
  expire();
  const std::vector<Packet> packets = take();
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].segments, 5u);
  EXPECT_EQ(packets[0].bytes.size(), 54u + 500);
  EXPECT_EQ(get(packets[0].bytes, 16, 2), 540u) << "IP total length";
  EXPECT_EQ(sum16(packets[0].bytes, 14, 34, 0), 0u) << "IP checksum";
  EXPECT_EQ(get(packets[0].bytes, 42, 4), 11u) << "acknowledgment of the latest";
  EXPECT_EQ(get(packets[0].bytes, 48, 2), 496u) << "window of the latest";
  compare(packets);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 5u);
  EXPECT_EQ(bench.get(Reg::QPRC, 0), 5u) << "counters count frames";
  bench.drain();
}

TEST_F(Coalescing, OffByDefaultAndByThePort) {
  start(0);
  for (std::uint32_t i = 0; i < 3; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  for (const Packet& packet : take()) EXPECT_EQ(packet.segments, 0u);
  bench.set(Reg::RSCCTL, 0, kOn | kOf16);
  bench.set(Reg::RFCTL, 0, field::RFCTL::RSC_DIS.mask);
  restart();
  for (std::uint32_t i = 3; i < 6; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  const auto alone = take();
  EXPECT_EQ(alone.size(), 3u);
  for (const Packet& packet : alone) EXPECT_EQ(packet.segments, 0u);
  bench.set(Reg::RFCTL, 0, 0);
  restart();
  for (std::uint32_t i = 6; i < 9; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  const auto merged = take();
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_EQ(merged[0].segments, 3u);
}

// Segments that keep their FCS, and those for descriptors of the legacy format, pass alone.
TEST_F(Coalescing, NeedsAStrippedFcsAndDescriptorsOfOneBuffer) {
  start(kOn | kOf16);
  const std::uint32_t hlreg0 = bench.get(Reg::HLREG0);
  bench.set(Reg::HLREG0, 0, hlreg0 & ~field::HLREG0::RXCRCSTRP.mask);
  restart();
  for (std::uint32_t i = 0; i < 3; ++i) send_elsewhere(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  const auto with_fcs = take();
  EXPECT_EQ(with_fcs.size(), 3u);
  for (const Packet& packet : with_fcs) {
    EXPECT_EQ(packet.segments, 0u);
    EXPECT_EQ(packet.bytes.size(), 154u + kFcsSize);
  }
  bench.set(Reg::HLREG0, 0, hlreg0 | field::HLREG0::RXCRCSTRP.mask);
  bench.set(Reg::SRRCTL, 0, 2);
  restart();
  for (std::uint32_t i = 3; i < 6; ++i) send_elsewhere(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  EXPECT_EQ(bench.get(Reg::RDH), 6u);
  bench.drain();
}

// Frames of open large receives, and those that wait behind them, have no outcome yet: each is held once.
TEST_F(Coalescing, FramesThatAreNotWrittenBackAreHeld) {
  start(kOn | kOf16);
  send(Tcp());
  send(Tcp().set(&Tcp::port, 5).set(&Tcp::bad_checksum, true));
  send(Tcp().set(&Tcp::sequence, 100));
  send(Tcp().set(&Tcp::port, 6));
  std::vector<std::uint64_t> frames;
  for (const auto& [frame, place] : bench.port().accounting().held_frames()) {
    frames.push_back(frame);
    EXPECT_STREQ(place, "descriptor_write_back");
  }
  std::sort(frames.begin(), frames.end());
  EXPECT_EQ(frames, (std::vector<std::uint64_t>{0, 1, 2, 3}));
  expire();
  EXPECT_TRUE(bench.port().accounting().held_frames().empty());
}

// RSCCTL is the queue's own, and RFCTL that of all queues. RSS brings every segment to one queue.
TEST_F(Coalescing, EveryQueueHasItsOwnRscctl) {
  for (const unsigned queue : {2u, 15u}) {
    SCOPED_TRACE(queue);
    PoolBench& b = bench;
    b.set(Reg::MRQC, 0, 0x00330001);
    for (unsigned i = 0; i < 32; ++i) b.set(Reg::RETA, i, queue * 0x01010101);
    b.set(Reg::IVAR, queue / 2, 0x80u << 16 * (queue % 2));  // vector 0
    b.open(queue);
    start(kOn | kOf16);
    std::uint32_t sent = 0;
    // Three segments, and the number of descriptors that they use.
    const auto used = [&] {
      restart();
      const std::size_t before = b.arrived(queue).size();
      for (unsigned i = 0; i < 3; ++i) send(Tcp().set(&Tcp::sequence, 100 * sent++));
      expire();
      return b.arrived(queue).size() - before;
    };
    EXPECT_EQ(used(), 3u) << "queue 0 alone coalesces";
    b.set(Reg::RSCCTL, 0, 0);
    b.set(Reg::RSCCTL, queue, kOn | kOf16);
    EXPECT_EQ(used(), 1u);
    b.set(Reg::RFCTL, 0, field::RFCTL::RSC_DIS.mask);
    EXPECT_EQ(used(), 3u);
    b.set(Reg::RFCTL, 0, 0);
    EXPECT_EQ(used(), 1u);
    EXPECT_EQ(b.arrived(0).size(), 0u);
    b.set(Reg::RSCCTL, queue, 0);
    b.set(Reg::RXDCTL, 0, 0);
  }
}

// The 82576 has the registers of the 82599 cut to size, but not receive side coalescing (docs/profiles.md).
struct CoalescingOfThe82576 : Coalescing {
  CoalescingOfThe82576() : Coalescing(device_profile("82576")) {}
};
TEST_F(CoalescingOfThe82576, LeavesEveryFrameAlone) {
  start(kOn | kOf16);
  for (std::uint32_t i = 0; i < 3; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  const auto alone = take();
  EXPECT_EQ(alone.size(), 3u);
  for (const Packet& packet : alone) EXPECT_EQ(packet.segments, 0u);
}

TEST_F(Coalescing, AnExpiredTimerLetsEveryFramePassAtOnce) {
  start(kOn | kOf16, 0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    send(Tcp().set(&Tcp::sequence, 100 * i));
    bench.run_until(bench.now() + 5 * kMicrosecond);
    const auto packets = take();
    ASSERT_EQ(packets.size(), 1u);
    EXPECT_EQ(packets[0].segments, 1u);
  }
}

// Events that close a large receive of two segments before a third, or keep the third out of it.
TEST_F(Coalescing, EachReasonToCloseOrBypass) {
  bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask | field::FCTRL::SBP.mask);
  start(kOn | kOf16);
  const Tcp third = Tcp().set(&Tcp::sequence, 200);
  std::vector<std::pair<const char*, Tcp>> cases;
  const auto with = [&](const char* name, auto change) {
    Tcp tcp = third;
    change(tcp);
    cases.emplace_back(name, tcp);
  };
  with("joins", [](Tcp&) {});
  with("PSH", [](Tcp& t) { t.flags |= kPsh; });
  for (const std::uint8_t flag : {kFin, kSyn, kRst, kUrg, kEce, kCwr})
    with("flag", [&](Tcp& t) { t.flags |= flag; });
  with("gap", [](Tcp& t) { t.sequence += 1; });
  with("repeated", [](Tcp& t) { t.sequence = 100; });
  with("timestamp", [](Tcp& t) { t.stamp = 9; });
  with("older timestamp", [](Tcp& t) { t.stamp = 4; });
  with("option", [](Tcp& t) { t.other_option = true; });
  with("fragment", [](Tcp& t) { t.fragment = 0x2000; });
  with("congestion", [](Tcp& t) { t.tos = 3; });
  with("checksum", [](Tcp& t) { t.bad_checksum = true; });
  with("port", [](Tcp& t) { t.port = 1'001; });
  with("tag", [](Tcp& t) { t.vid = 5; });
  with("no payload", [](Tcp& t) { t.payload = 0; });
  with("no ACK", [](Tcp& t) { t.flags = 0; });
  with("NS", [](Tcp& t) { t.nonce_sum = true; });
  with("IP checksum", [](Tcp& t) { t.bad_ip_checksum = true; });
  with("FCS", [](Tcp& t) { t.bad_fcs = true; });
  with("tag of ID 0", [](Tcp& t) { t.vid = 0; });
  with("destination port", [](Tcp& t) { t.to_port = 81; });
  for (const unsigned bit : {0u, 8u, 16u, 31u}) {
    with("source", [&](Tcp& t) { t.source ^= 1u << bit; });
    with("destination", [&](Tcp& t) { t.destination ^= 1u << bit; });
  }
  // Behind these the flow goes on with the sequence number that the large receive expects. All have closed it
  // but the datagram, which is not of the flow.
  with("FIN without payload", [](Tcp& t) { t.flags |= kFin, t.payload = 0; });
  with("checksum without payload", [](Tcp& t) { t.bad_checksum = true, t.payload = 0; });
  with("congestion without payload", [](Tcp& t) { t.tos = 3, t.payload = 0; });
  with("option without payload", [](Tcp& t) { t.other_option = true, t.payload = 0; });
  with("datagram", [](Tcp& t) { t.protocol = 17, t.payload = 0; });
  for (const auto& [name, tcp] : cases) {
    SCOPED_TRACE(name);
    restart();
    send(Tcp().set(&Tcp::sequence, 0));
    send(Tcp().set(&Tcp::sequence, 100));
    send(tcp);
    send(Tcp()
             .set(&Tcp::port, tcp.port)
             .set(&Tcp::sequence, tcp.sequence + tcp.payload)
             .set(&Tcp::vid, tcp.vid)
             .set(&Tcp::source, tcp.source)
             .set(&Tcp::destination, tcp.destination)
             .set(&Tcp::to_port, tcp.to_port));
    expire();
    compare(take());
  }
}

// The only option that joins is a timestamp behind two no-operations; a flow has it in all segments or none.
TEST_F(Coalescing, OnlyTheAlignedTimestampJoins) {
  start(kOn | kOf16);
  const Tcp stamped = Tcp().set(&Tcp::stamp, 5);
  send(stamped);
  send(stamped.set(&Tcp::sequence, 100));
  send(stamped.set(&Tcp::sequence, 200).set(&Tcp::stamp, 0));
  // Selective acknowledgments of the same length, and a timestamp that another option follows.
  const Tcp other = stamped.set(&Tcp::port, 7).set(&Tcp::form, 0x0101'050a);
  send(other);
  send(other.set(&Tcp::sequence, 100));
  const Tcp both = stamped.set(&Tcp::port, 8).set(&Tcp::other_option, true);
  send(both);
  send(both.set(&Tcp::sequence, 100));
  expire();
  const auto packets = take();
  EXPECT_EQ(packets.size(), 6u);
  compare(packets);
}

// RDRXCTL.RSCACKC: a segment whose ACK flag is not that of the first closes the large receive.
TEST_F(Coalescing, AnotherAckFlagClosesIfTheDeviceIsSetSo) {
  start(kOn | kOf16);
  const std::uint32_t rdrxctl = bench.get(Reg::RDRXCTL) & ~field::RDRXCTL::RSCACKC.mask;
  for (const bool closes : {false, true}) {
    SCOPED_TRACE(closes);
    bench.set(Reg::RDRXCTL, 0, rdrxctl | (closes ? field::RDRXCTL::RSCACKC.mask : 0));
    reference.ack_closes = closes;
    restart();
    std::uint32_t sequence = 0;
    for (const std::uint8_t flags : {kAck, kAck, std::uint8_t{0}, std::uint8_t{0}, kAck})
      send(Tcp().set(&Tcp::flags, flags).set(&Tcp::sequence, 100 * sequence++));
    expire();
    const auto packets = take();
    EXPECT_EQ(packets.size(), closes ? 3u : 1u);
    compare(packets);
  }
}

// A segment with padding joins a large receive, but opens none: 60 bytes without FCS have none.
TEST_F(Coalescing, AFrameWithPaddingOpensNothing) {
  start(kOn | kOf16);
  for (const std::uint32_t payload : {5u, 6u}) {
    const Tcp tcp = Tcp().set(&Tcp::port, static_cast<std::uint16_t>(payload)).set(&Tcp::payload, payload);
    send(tcp);
    send(tcp.set(&Tcp::sequence, payload).set(&Tcp::payload, 100));
    send(tcp.set(&Tcp::sequence, payload + 100));
  }
  expire();
  const auto packets = take();
  EXPECT_EQ(packets.size(), 3u);
  compare(packets);
}

TEST_F(Coalescing, SegmentsWithoutPayloadAndTimestampsCanBeExcluded) {
  start(kOn | kOf16 | field::RSCCTL::TS_DIS.mask);
  bench.set(Reg::RSCDBU, 0, field::RSCDBU::RSCACKDIS.mask);
  reference.empty_joins = reference.stamps_join = false;
  restart();
  for (std::uint32_t i = 0; i < 3; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  send(Tcp().set(&Tcp::sequence, 300).set(&Tcp::payload, 0));
  send(Tcp().set(&Tcp::sequence, 300));  // not behind the one that passed alone
  const Tcp mixed = Tcp().set(&Tcp::port, 6);
  send(mixed);
  send(mixed.set(&Tcp::sequence, 100).set(&Tcp::stamp, 5));
  send(mixed.set(&Tcp::sequence, 100));
  for (std::uint32_t i = 0; i < 3; ++i)
    send(Tcp().set(&Tcp::port, 5).set(&Tcp::sequence, 100 * i).set(&Tcp::stamp, 10 + i));
  expire();
  compare(take());
}

// TS_DIS of the queue excludes timestamps alone, and RSCACKDIS of the port segments without payload alone.
TEST_F(Coalescing, EachExclusionHasItsOwnBit) {
  start(kOn | kOf16);
  for (const bool stamps : {false, true}) {
    SCOPED_TRACE(stamps);
    bench.set(Reg::RSCCTL, 0, kOn | kOf16 | (stamps ? field::RSCCTL::TS_DIS.mask : 0));
    bench.set(Reg::RSCDBU, 0, stamps ? 0 : field::RSCDBU::RSCACKDIS.mask);
    reference.stamps_join = !stamps;
    reference.empty_joins = stamps;
    restart();
    for (std::uint32_t i = 0; i < 3; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
    send(Tcp().set(&Tcp::sequence, 300).set(&Tcp::payload, 0));
    for (std::uint32_t i = 0; i < 3; ++i)
      send(Tcp().set(&Tcp::port, 5).set(&Tcp::sequence, 100 * i).set(&Tcp::stamp, 10 + i));
    expire();
    compare(take());
  }
}

TEST_F(Coalescing, AChainTakesAtMostMaxdescBuffersAndAnIpPacket) {
  for (const auto& [code, most] : {std::pair{0u, 1u}, {kOf4, 4u}, {kOf8, 8u}, {kOf16, 16u}}) {
    start(kOn | code);
    reference.most = most;
    for (std::uint32_t i = 0; i < 26; ++i)
      send(Tcp().set(&Tcp::sequence, 1'448 * i).set(&Tcp::payload, 1'448).set(&Tcp::stamp, 5 + i));
    // Two segments fill the first buffer to its last byte; a third needs another.
    const Tcp filling = Tcp().set(&Tcp::port, 4);
    send(filling.set(&Tcp::payload, 1'000));
    send(filling.set(&Tcp::sequence, 1'000).set(&Tcp::payload, buffer - 54 - 1'000));
    send(filling.set(&Tcp::sequence, buffer - 54));
    // A frame that needs more buffers than a chain has passes alone.
    for (std::uint16_t beyond = 0; most <= 4 && beyond < 2; ++beyond) {
      const Tcp jumbo = Tcp().set(&Tcp::port, beyond).set(&Tcp::payload, buffer * most - 54 + beyond);
      send(jumbo);
    }
    expire();
    compare(take());
    bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
    next = 0;
    partial.clear();
    bench.set(Reg::RDT, 0, 0);
    bench.set(Reg::RDH, 0, 0);
  }
  EXPECT_GT(chained, 20u);
}

TEST_F(Coalescing, TagsAndTimestampsKeepFlowsAndOrder) {
  start(kOn | kOf16);
  send(Tcp().set(&Tcp::vid, 5));
  send(Tcp().set(&Tcp::vid, 6).set(&Tcp::sequence, 100));
  send(Tcp().set(&Tcp::vid, 5).set(&Tcp::sequence, 100));
  for (const std::uint32_t stamp : {10u, 11u, 9u, 0xffff'ffffu})
    send(Tcp().set(&Tcp::port, 7).set(&Tcp::sequence, 100 * (stamp % 16)).set(&Tcp::stamp, stamp));
  send(Tcp().set(&Tcp::port, 8).set(&Tcp::stamp, 12));
  send(Tcp().set(&Tcp::port, 8).set(&Tcp::sequence, 100).set(&Tcp::stamp, 11));
  expire();
  compare(take());
}

// Newer than that of the first segment is not enough.
TEST_F(Coalescing, ATimestampIsComparedWithTheOneBefore) {
  start(kOn | kOf16);
  send(Tcp().set(&Tcp::stamp, 10));
  send(Tcp().set(&Tcp::sequence, 100).set(&Tcp::stamp, 12));
  send(Tcp().set(&Tcp::sequence, 200).set(&Tcp::stamp, 11));
  expire();
  const auto packets = take();
  ASSERT_EQ(packets.size(), 2u);
  EXPECT_EQ(packets[0].segments, 2u);
  compare(packets);
}

// Behind 2^32 - 1 comes 0: of two timestamps the later one is less than half of the range ahead.
TEST_F(Coalescing, TimestampsWrap) {
  start(kOn | kOf16);
  const Tcp rising = Tcp().set(&Tcp::port, 7), falling = Tcp().set(&Tcp::port, 8);
  send(rising.set(&Tcp::stamp, 0xffff'fffe));
  send(rising.set(&Tcp::stamp, 2).set(&Tcp::sequence, 100));
  send(falling.set(&Tcp::stamp, 2));
  send(falling.set(&Tcp::stamp, 0xffff'fffe).set(&Tcp::sequence, 100));
  for (const std::uint32_t step : {0x7fff'ffffu, 0x8000'0000u}) {
    const Tcp tcp = Tcp().set(&Tcp::port, static_cast<std::uint16_t>(10 + step % 2));
    send(tcp.set(&Tcp::stamp, 1));
    send(tcp.set(&Tcp::stamp, 1 + step).set(&Tcp::sequence, 100));
  }
  expire();
  const auto packets = take();
  ASSERT_EQ(packets.size(), 6u);
  EXPECT_EQ(packets[0].segments, 2u);
  compare(packets);
}

TEST_F(Coalescing, AnIpPacketHasAtMost65535Bytes) {
  bench.set(Reg::RXDCTL, 0, 0);
  start(kOn | kOf16);
  // Nothing has been fetched of a ring that is disabled.
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  bench.set(Reg::RDT, 0, 0);
  resize(8'192);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  bench.set(Reg::RDT, 0, PoolBench::kRing - 1);
  restart();
  for (std::uint32_t i = 0; i < 50; ++i) send(Tcp().set(&Tcp::sequence, 1'448 * i).set(&Tcp::payload, 1'448));
  expire();
  auto packets = take();
  ASSERT_EQ(packets.size(), 2u);
  EXPECT_EQ(packets[0].segments, 45u);
  compare(packets);
  // 40 bytes of headers and 45 segments are 65,200 bytes: to the byte.
  for (const std::uint32_t last : {335u, 336u}) {
    SCOPED_TRACE(last);
    restart();
    for (std::uint32_t i = 0; i < 45; ++i)
      send(Tcp().set(&Tcp::sequence, 1'448 * i).set(&Tcp::payload, 1'448));
    send(Tcp().set(&Tcp::sequence, 1'448 * 45).set(&Tcp::payload, last));
    expire();
    packets = take();
    ASSERT_EQ(packets.size(), last == 335 ? 1u : 2u);
    EXPECT_EQ(packets[0].segments, last == 335 ? 46u : 45u);
    compare(packets);
  }
}

TEST_F(Coalescing, FourteenSegmentsStartInOneBuffer) {
  start(kOn | kOf16);
  for (std::uint32_t i = 0; i < 30; ++i) send(Tcp().set(&Tcp::sequence, 20 * i).set(&Tcp::payload, 20));
  expire();
  const auto packets = take();
  ASSERT_EQ(packets.size(), 3u);
  EXPECT_EQ(packets[0].segments, 14u);
  compare(packets);
}

// The buffer has space for 44 bytes when the 14th segment starts. A longer one ends in the next buffer, where
// the count begins again: the large receive stays open. RSCCNT of the first buffer is at its limit, 15.
TEST_F(Coalescing, AFourteenthSegmentThatEndsInTheNextBufferKeepsTheLargeReceiveOpen) {
  start(kOn | kOf16);
  for (const std::uint32_t last : {44u, 45u}) {
    SCOPED_TRACE(last);
    restart();
    std::uint32_t sequence = 0;
    for (std::uint32_t i = 0; i < 26; ++i) {
      const std::uint32_t payload = i < 13 ? 150 : i == 13 ? last : 20;
      send(Tcp().set(&Tcp::sequence, sequence).set(&Tcp::payload, payload));
      sequence += payload;
    }
    expire();
    EXPECT_EQ(load_le64(descriptor(next)) >> 17 & 0xf, 15u);
    const auto packets = take();
    ASSERT_EQ(packets.size(), last == 44 ? 2u : 1u);
    EXPECT_EQ(packets[0].segments, last == 44 ? 14u : 26u);
    compare(packets);
  }
}

TEST_F(Coalescing, AFlowTooManyClosesTheOneUsedLongestAgo) {
  start(kOn | kOf16);
  for (std::uint16_t port = 0; port < 32; ++port) send(Tcp().set(&Tcp::port, port));
  send(Tcp().set(&Tcp::port, 0).set(&Tcp::sequence, 100));
  send(Tcp().set(&Tcp::port, 50));  // closes port 1
  send(Tcp().set(&Tcp::port, 1).set(&Tcp::sequence, 100));
  send(Tcp().set(&Tcp::port, 0).set(&Tcp::sequence, 200));
  expire();
  compare(take());
  // With one of 32 closed, a new flow closes none, though the closed one was used last.
  restart();
  for (std::uint16_t port = 0; port < 32; ++port) send(Tcp().set(&Tcp::port, port));
  send(Tcp().set(&Tcp::port, 31).set(&Tcp::sequence, 100).set(&Tcp::flags, kAck | kPsh));
  send(Tcp().set(&Tcp::port, 50));
  send(Tcp().set(&Tcp::port, 0).set(&Tcp::sequence, 100));
  send(Tcp().set(&Tcp::port, 1).set(&Tcp::sequence, 100));
  expire();
  const auto packets = take();
  EXPECT_EQ(packets.size(), 33u);
  compare(packets);
}

TEST_F(Coalescing, DisablingClosesAndAResetLosesWhatIsOpen) {
  start(kOn | kOf16);
  for (std::uint32_t i = 0; i < 3; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  bench.set(Reg::RSCCTL, 0, 0);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  auto packets = take();
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].segments, 3u);
  bench.set(Reg::RSCCTL, 0, kOn | kOf16);
  restart();
  for (std::uint32_t i = 3; i < 6; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  packets = take();
  ASSERT_EQ(packets.size(), 1u) << "a queue that is disabled writes back what it used";
  EXPECT_EQ(packets[0].segments, 3u);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  bench.set(Reg::RDT, 0, (next + 40) % PoolBench::kRing);
  restart();
  for (std::uint32_t i = 6; i < 9; ++i) send(Tcp().set(&Tcp::sequence, 100 * i));
  bench.set(Reg::CTRL, 0, field::CTRL::RST.mask);
  bench.run_until(bench.now() + 50 * kMicrosecond);
  EXPECT_EQ(bench.bucket(RxBucket::kRxDisabled), 3u);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 6u);
  // The reset has turned coalescing off.
  bench.set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  bench.set(Reg::GPIE, 0, 0x10);
  bench.set(Reg::IVAR, 0, 0x80);
  next = 0;
  partial.clear();
  bench.open(0);
  bench.receive_on();
  restart();
  for (std::uint32_t i = 0; i < 2; ++i) send_elsewhere(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  packets = take();
  EXPECT_EQ(packets.size(), 2u);
  for (const Packet& packet : packets) EXPECT_EQ(packet.segments, 0u);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 8u);
  bench.open(0);
  bench.set(Reg::RXDCTL, 0, 0);
  bench.drain();
}

TEST_F(Coalescing, WithoutDescriptorsTheLargeReceiveIsWrittenBack) {
  start(kOn | kOf16);
  give_two();
  for (std::uint32_t i = 0; i < 5; ++i) send(Tcp().set(&Tcp::sequence, 1'000 * i).set(&Tcp::payload, 1'000));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  const auto packets = take();  // long before the timer
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].segments, 2u) << "the second ends in the last buffer";
  expire();
  const auto rest = take();
  ASSERT_EQ(rest.size(), 1u) << "the others waited for descriptors";
  EXPECT_EQ(rest[0].segments, 3u);
  bench.drain();
}

// RDMTS: with few free descriptors all large receives of the queue are closed and written back, long before
// the timer, which their message does not wait for either. The threshold of 64 needs a ring of 128; three of
// 67 descriptors reach it.
TEST_F(Coalescing, FewFreeDescriptorsCloseLargeReceives) {
  unmask();
  start(kOn | kOf16);
  give_few(67);
  send(Tcp());
  send(Tcp().set(&Tcp::sequence, 100));
  send(Tcp().set(&Tcp::port, 5));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 0u) << "65 are free";
  EXPECT_EQ(bench.messages(), 0u);
  send(Tcp().set(&Tcp::port, 6));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 3u);
  EXPECT_EQ(bench.messages(), 1u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(load_le64(descriptor(i) + 8) & 3, 3u) << i << ": DD, EOP";
    EXPECT_EQ(load_le64(descriptor(i)) >> 17 & 0xf, i == 0 ? 3u : 2u) << i << ": segments, and one";
  }
  bench.drain();
}

// Also if a frame that passes alone, and waits behind a large receive, takes the last one above the
// watermark.
TEST_F(Coalescing, AFrameAloneReachesTheLowWatermarkToo) {
  unmask();
  start(kOn | kOf16);
  give_few(67);
  send(Tcp());
  send(Tcp().set(&Tcp::port, 5).set(&Tcp::bad_checksum, true));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 0u) << "65 are free";
  send(Tcp().set(&Tcp::port, 6).set(&Tcp::bad_checksum, true));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 3u);
  for (std::uint32_t i = 0; i < 3; ++i)
    EXPECT_EQ(load_le64(descriptor(i)) >> 17 & 0xf, i == 0 ? 2u : 0u) << i << ": segments, and one";
  // Once: the next large receive waits for the timer.
  send(Tcp().set(&Tcp::sequence, 100));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 3u);
  bench.drain();
}

// The queue takes tags out: the large receive has the header of a frame without one.
TEST_F(Coalescing, SegmentsWhoseTagIsStripped) {
  start(kOn | kOf16);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask | field::RXDCTL::VME.mask);
  restart();
  for (std::uint32_t i = 0; i < 3; ++i)
    send(Tcp().set(&Tcp::sequence, 1'000 * i).set(&Tcp::payload, 1'000).set(&Tcp::vid, 5));
  expire();
  ASSERT_EQ(reference.arrived.size(), 1u);
  Bytes& expected = reference.arrived[0].bytes;
  expected.erase(expected.begin() + 12, expected.begin() + 16);
  EXPECT_EQ(expected.size(), 3'054u);
  // Two segments start in the first buffer of 2,048 bytes. Only the last descriptor has the status and the
  // tag.
  const std::uint64_t first = load_le64(descriptor(0) + 8), last = load_le64(descriptor(1) + 8);
  EXPECT_EQ(load_le64(descriptor(0)) >> 17 & 0xf, 3u);
  EXPECT_EQ(load_le64(descriptor(1)) >> 17 & 0xf, 2u);
  EXPECT_EQ(first, std::uint64_t{2'048} << 32 | 1u << 4 | 1u) << "length, NEXTP, DD";
  EXPECT_EQ(last & 0x6f, 0x6bu) << "DD, EOP, VP, L4CS, IPCS";
  EXPECT_EQ(last >> 32 & 0xffff, 1'006u);
  EXPECT_EQ(last >> 48, 5u);
  compare(take());
  EXPECT_GT(chained, 1u);
}

// Another flow needs more descriptors than there are, and the open large receive holds one.
TEST_F(Coalescing, AFrameThatLacksDescriptorsClosesTheLargeReceive) {
  start(kOn | kOf16);
  give_two();
  send(Tcp());
  EXPECT_EQ(load_le64(descriptor(0) + 8) & 1, 0u) << "the timer has not run out";
  send(Tcp().set(&Tcp::port, 5).set(&Tcp::payload, 3'000));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  std::vector<Packet> packets = take();  // long before the timer; gives new descriptors
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].segments, 1u);
  expire();
  for (Packet& packet : take()) packets.push_back(std::move(packet));
  compare(packets);
  bench.drain();
}

// Header splitting and large receives exclude each other in a queue: the header alone fills a descriptor.
TEST_F(Coalescing, AFrameThatIsAllHeaderPasses) {
  constexpr std::uint64_t kHeaders = kMemoryBase + (32 << 20);
  constexpr std::uint32_t kSize = 66;  // Ethernet 14, IPv4 20, TCP with a timestamp 32
  start(kOn | kOf16);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  bench.set(Reg::RDT, 0, 0);
  bench.set(Reg::RDH, 0, 0);
  bench.set(Reg::SRRCTL, 0, 2 | 4u << 8 | 2u << 25);
  bench.set(Reg::PSRTYPE, 0, 1u << 4);  // TCP
  for (std::uint32_t i = 0; i < PoolBench::kRing; ++i) store_le64(descriptor(i) + 8, kHeaders + 256 * i);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  bench.set(Reg::RDT, 0, PoolBench::kRing - 1);
  restart();
  const Tcp tcp = Tcp().set(&Tcp::payload, 0).set(&Tcp::stamp, 5);
  send(tcp);
  expire();
  const std::uint64_t low = load_le64(descriptor(0)), high = load_le64(descriptor(0) + 8);
  EXPECT_EQ(high & 3, 3u) << "DD, EOP";
  EXPECT_EQ(high >> 32 & 0xffff, 0u) << "bytes in the packet buffer";
  EXPECT_EQ(low >> 21 & 0x3ff, kSize) << "HDR_LEN";
  EXPECT_EQ(low >> 31 & 1, 1u) << "SPH";
  const std::uint8_t* const header = bench.memory().at(kHeaders);
  EXPECT_EQ(Bytes(header, header + kSize), bytes_of(tcp));
  bench.drain();
}

// A queue knows its own large receives only: also of a flow that a filter moves to another queue and back.
TEST_F(Coalescing, LargeReceivesAreOfTheirQueue) {
  constexpr unsigned kOther = 70;
  start(kOn | kOf16);
  bench.open(kOther);
  bench.set(Reg::RSCCTL, kOther, kOn | kOf16);
  bench.set(Reg::IVAR, kOther / 2, 0x80);  // vector 0 too
  bench.set(Reg::SDPQF, 3, 0x5000'e803);   // ports 80 and 1000, as they lie in the frame
  bench.set(Reg::L34TIMIR, 3, kOther << 21);
  const auto filter = [&](bool on) { bench.set(Reg::FTQF, 3, on ? 1u << 2 | 3u << 25 | 3u << 30 : 0); };
  const auto first = [&](std::uint32_t index) {
    return load_le64(bench.memory().at(PoolBench::ring_of(kOther) + index * kDescriptorBytes));
  };
  const auto second = [&](std::uint32_t index) {
    return load_le64(bench.memory().at(PoolBench::ring_of(kOther) + index * kDescriptorBytes + 8));
  };
  restart();
  send(Tcp());
  send(Tcp().set(&Tcp::sequence, 100));
  filter(true);
  send_elsewhere(Tcp().set(&Tcp::sequence, 200));
  send_elsewhere(Tcp().set(&Tcp::sequence, 300));
  filter(false);
  send(Tcp().set(&Tcp::sequence, 200));
  EXPECT_EQ(bench.get(Reg::RDH), 0u);
  EXPECT_EQ(bench.get(Reg::RDH, kOther), 0u);
  expire();
  auto packets = take();
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].segments, 3u);
  compare(packets);
  EXPECT_EQ(bench.get(Reg::RDH, kOther), 1u) << "the timer is that of both";
  EXPECT_EQ(first(0) >> 17 & 0xf, 3u) << "two segments, and one";
  EXPECT_EQ(second(0) & 3, 3u) << "DD, EOP";
  EXPECT_EQ(second(0) >> 32 & 0xffff, 254u);
  // Turned off for the other queue alone.
  restart();
  send(Tcp().set(&Tcp::sequence, 300));
  filter(true);
  send_elsewhere(Tcp().set(&Tcp::sequence, 400));
  send_elsewhere(Tcp().set(&Tcp::sequence, 500));
  bench.set(Reg::RSCCTL, kOther, 0);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH, kOther), 2u);
  EXPECT_EQ(first(1) >> 17 & 0xf, 3u);
  send_elsewhere(Tcp().set(&Tcp::sequence, 600));
  send_elsewhere(Tcp().set(&Tcp::sequence, 700));
  filter(false);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH, kOther), 4u);
  EXPECT_EQ(first(3) >> 17 & 0xf, 0u);
  EXPECT_EQ(bench.get(Reg::RDH), 1u) << "still open";
  send(Tcp().set(&Tcp::sequence, 400));
  expire();
  packets = take();
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(packets[0].segments, 2u);
  compare(packets);
  // A flow of the other queue, beyond the 32, closes the oldest large receive of this one.
  bench.set(Reg::RSCCTL, kOther, kOn | kOf16);
  restart();
  for (std::uint16_t port = 0; port < 32; ++port) send(Tcp().set(&Tcp::port, port));
  const std::uint32_t head = bench.get(Reg::RDH);
  filter(true);
  send_elsewhere(Tcp().set(&Tcp::sequence, 800));
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), head + 1);
  EXPECT_EQ(bench.get(Reg::RDH, kOther), 4u);
  bench.drain();
}

// Its segment closes all large receives of the queue and interrupts at once. The status of a large receive is
// that of its last segment.
TEST_F(Coalescing, ALowLatencyInterruptClosesLargeReceives) {
  constexpr std::uint64_t kDynint = 0x800;
  unmask();
  start(kOn | kOf16);
  send(Tcp().set(&Tcp::port, 5));
  send(Tcp());
  EXPECT_EQ(bench.messages(), 0u);
  bench.set(Reg::IMIREXT, 0, field::IMIREXT::SIZE_BP.mask | field::IMIREXT::CTRL_BP.mask);
  bench.set(Reg::IMIR, 0, field::IMIR::PORT_IM_EN.mask | field::IMIR::PORT_BP.mask);
  send(Tcp().set(&Tcp::sequence, 100));
  reference.close_all();
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 2u);
  EXPECT_EQ(bench.messages(), 1u);
  EXPECT_EQ(load_le64(descriptor(0) + 8) & kDynint, 0u);
  EXPECT_EQ(load_le64(descriptor(1) + 8) & kDynint, kDynint);
  const auto packets = take();
  ASSERT_EQ(packets.size(), 2u);
  EXPECT_EQ(packets[1].segments, 2u);
  compare(packets);
  bench.drain();
}

// A frame that is being written when coalescing is turned off is written to its end, whether it extends a
// large receive or has opened one, and closes it.
TEST_F(Coalescing, TurningItOffWaitsForTheFrameThatIsBeingWritten) {
  start(kOn | kOf16);
  for (const bool extends : {true, false}) {
    SCOPED_TRACE(extends);
    bench.set(Reg::RSCCTL, 0, kOn | kOf16);
    restart();
    send(Tcp());
    master(false);
    const Tcp tcp = Tcp().set(&Tcp::payload, 5'000);
    send(extends ? tcp.set(&Tcp::sequence, 100) : tcp.set(&Tcp::port, 5));
    bench.run_until(bench.now() + 5 * kMicrosecond);
    bench.set(Reg::RSCCTL, 0, 0);
    master(true);
    bench.run_until(bench.now() + 20 * kMicrosecond);
    reference.close_all();
    const auto packets = take();
    EXPECT_EQ(packets.size(), extends ? 1u : 2u);
    compare(packets);
  }
  bench.drain();
}

// A queue that is disabled within a segment writes back its large receive with all of the segment.
// Descriptors that it has fetched beyond are read again.
TEST_F(Coalescing, AQueueDisabledWithinASegmentKeepsItsLargeReceive) {
  start(kOn | kOf16);
  send(Tcp());
  master(false);
  send(Tcp().set(&Tcp::sequence, 100).set(&Tcp::payload, 5'000));
  bench.run_until(bench.now() + 5 * kMicrosecond);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
  master(true);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 3u) << "5,154 bytes";
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 2u);
  reference.close_all();
  compare(take());
  // The buffers have changed places meanwhile.
  store_le64(descriptor(3), buffer_of(4));
  store_le64(descriptor(4), buffer_of(3));
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  restart();
  send_elsewhere(Tcp());
  expire();
  EXPECT_EQ(bench.get(Reg::RDH), 4u);
  const std::uint8_t* const data = bench.memory().at(buffer_of(4));
  EXPECT_EQ(Bytes(data, data + 154), bytes_of(Tcp()));
  bench.drain();
}

// A queue that is enabled again while a frame is being written loses that frame, its large receives, and what
// waits behind their descriptors. That the frame had reached the low watermark is forgotten: the next large
// receive stays open.
TEST_F(Coalescing, ANewRingForgetsTheLargeReceivesOfTheOneBefore) {
  start(kOn | kOf16);
  give_few(67);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  send_elsewhere(Tcp());
  send_elsewhere(Tcp().set(&Tcp::port, 5));
  // The buffer of the first segment takes 1,894 of 5,000 bytes. The next buffer is that of the third
  // descriptor, with which 64 are left; then the frame stops.
  master(false);
  send_elsewhere(Tcp().set(&Tcp::sequence, 100).set(&Tcp::payload, 5'000));
  bench.run_until(bench.now() + 5 * kMicrosecond);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 0u);
  bench.set(Reg::RDT, 0, 100);
  bench.set(Reg::RXDCTL, 0, 32 | 1u << 16 | field::RXDCTL::ENABLE.mask);
  EXPECT_EQ(bench.bucket(RxBucket::kQueueDisabled), 3u);
  master(true);
  restart();
  bench.run_until(bench.now() + 20 * kMicrosecond);
  send_elsewhere(Tcp());
  bench.run_until(bench.now() + 20 * kMicrosecond);
  EXPECT_EQ(bench.get(Reg::RDH), 0u) << "36 more until the low watermark";
  expire();
  EXPECT_EQ(bench.get(Reg::RDH), 1u);
  EXPECT_EQ(load_le64(descriptor(0)) >> 17 & 0xf, 2u) << "one segment, and one";
  EXPECT_EQ(load_le64(descriptor(0) + 8) >> 32 & 0xffff, 154u);
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 1u);
  bench.drain();
}

// Data that the host refuses fail their frame alone; a descriptor fails all frames of its large receive.
TEST_F(Coalescing, AFailedWriteIsThatOfItsFrames) {
  start(kOn | kOf16);
  bench.run_until(bench.now() + 20 * kMicrosecond);
  std::uint64_t refused = buffer_of(0) + 154;  // the payload of the second segment
  bench.on_request([&](unsigned, std::uint64_t address, std::size_t) { return address != refused; });
  restart();
  for (std::uint32_t i = 0; i < 3; ++i) send_elsewhere(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 2u);
  EXPECT_EQ(bench.bucket(RxBucket::kDmaError), 1u);
  EXPECT_EQ(bench.get(Reg::RDH), 1u);
  refused = PoolBench::ring_of(0) + kDescriptorBytes;
  restart();
  for (std::uint32_t i = 3; i < 6; ++i) send_elsewhere(Tcp().set(&Tcp::sequence, 100 * i));
  expire();
  EXPECT_EQ(bench.bucket(RxBucket::kDelivered), 2u);
  EXPECT_EQ(bench.bucket(RxBucket::kDmaError), 4u);
  bench.drain();
}

TEST_F(Coalescing, RandomSegmentsAgreeWithTheReference) {
  start(kOn | kOf16);
  Random random(17);
  unsigned large = 0;
  std::map<std::uint16_t, std::uint32_t> sequence;
  for (unsigned round = 0; round < 120; ++round) {
    restart();
    for (unsigned i = 0; i < 22; ++i) {
      Tcp tcp;
      tcp.port = static_cast<std::uint16_t>(random.below(4));
      tcp.sequence = sequence[tcp.port];
      tcp.payload = static_cast<std::uint32_t>(random.below(4) == 0 ? random.below(1'460) : 1'400);
      if (random.below(12) == 0) tcp.payload = static_cast<std::uint32_t>(random.below(30));
      if (random.below(40) == 0) tcp.payload = 3'000 + static_cast<std::uint32_t>(random.below(4'000));
      tcp.acknowledged = static_cast<std::uint32_t>(random.below(1'000'000));
      tcp.window = static_cast<std::uint16_t>(random.below(65'536));
      if (tcp.port == 2) tcp.stamp = 1 + round;
      if (tcp.port == 3) tcp.vid = 9;
      if (random.below(10) == 0) tcp.flags |= kPsh;
      if (random.below(25) == 0) tcp.flags |= static_cast<std::uint8_t>(1u << random.below(8));
      if (random.below(25) == 0) tcp.sequence += 1;
      if (random.below(30) == 0) tcp.bad_checksum = true;
      if (random.below(40) == 0) tcp.tos = static_cast<std::uint8_t>(random.below(4));
      sequence[tcp.port] = tcp.sequence + tcp.payload;
      send(tcp);
    }
    expire();
    const auto packets = take();
    for (const Packet& packet : packets) large += packet.segments > 1 ? 1 : 0;
    compare(packets);
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(large, 300u);
  EXPECT_GT(gaps, 50u) << "chains that other frames interrupt";
  bench.drain();
}

}  // namespace
}  // namespace ixsim::bench
