// Fuzzes the peer of the wire `echo` of `ixsim serve` with a hostile guest: connections that are half open,
// data out of order, numbers outside the window, closed windows, messages of iperf3 in any order, datagrams,
// and frames that are cut or damaged.
//
// These properties must hold for any input:
//   - every frame of the peer is a whole segment or datagram with right checksums, to the guest's address;
//   - connections and frames that wait stay below their limits, and each call of advance() makes progress;
//   - after clear() the peer is silent, and serves the next guest.
//
// Input: a list of commands. The low four bits of a byte select the command, the others one of 16 ports of
// the guest.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "host/tcp/tcp_header.h"
#include "serve/link_peer.h"
#include "serve/udp_datagram.h"

namespace ixsim::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Time kByte = 800;
constexpr unsigned kPorts = 16;
constexpr unsigned kMostCommands = 2'000;
constexpr std::uint64_t kMostFramesOut = 100'000;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

const std::array<const char*, 8> kMessages = {
    R"({"tcp":true,"parallel":1})",
    R"({"tcp":true,"parallel":2,"reverse":true})",
    R"({"udp":true,"len":1000,"udp_counters_64bit":1})",
    R"({"udp":true,"reverse":true,"len":1000,"bandwidth":500000000})",
    R"({"tcp":true,"bidirectional":true,"omit":1})",
    R"({"streams":[{"id":1},{"id":3}]})",
    R"({"tcp":true,"parallel":-7,"len":1e300})",
    R"([[[[{"streams":)"};

class Guest {
 public:
  Guest(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  void run() {
    for (unsigned i = 0; i < kMostCommands && at_ < size_ && frames_ < kMostFramesOut; ++i) command(byte());
    peer_.clear();
    require(peer_.next() == kNever && peer_.connections() == 0, "the peer is silent after clear()");
    // The next guest.
    damage_ = 0;
    frames_ = 0;
    Port& port = ports_[0] = Port();
    send_segment(0, tcp_flag::kSyn, {}, 0);
    require(port.opened, "the next guest is accepted");
    send_segment(0, tcp_flag::kAck, Bytes(IperfServer::kCookieBytes, 'x'), 0);
    require(port.last == Bytes{9}, "the next guest is served");
  }

 private:
  struct Port {
    std::uint32_t next = 1'000;  // number of the next byte
    std::uint32_t expected = 0;  // of the peer
    std::uint16_t window = 60'000;
    bool opened = false;
    Bytes last;
  };

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | byte();
    return value;
  }
  Bytes some(std::size_t count) {
    Bytes bytes(count);
    for (std::uint8_t& one : bytes) one = byte();
    return bytes;
  }
  static TcpPath path_of(unsigned port) {
    TcpPath path;
    path.destination_mac = {2, 0, 0, 0, 0, 1};
    path.source_mac = {0, 0x1b, 0x21, 0, 0, 1};
    path.vlan = port % 4 == 3 ? 5 : kNoVlan;
    path.source_ip = 0x0a520002;
    path.destination_ip = 0x0a520001;
    path.source_port = static_cast<std::uint16_t>(40'000 + port);
    path.destination_port = IperfServer::kPort;
    return path;
  }

  void command(std::uint8_t what) {
    const unsigned index = what >> 4;
    Port& port = ports_[index];
    switch (what & 15) {
      case 0:
        port = Port();
        return send_segment(index, tcp_flag::kSyn, {}, 0);
      case 1:
        return send_segment(index, tcp_flag::kAck, {}, 0);
      case 2:
        return send_segment(index, tcp_flag::kAck, some(byte()), 0);
      case 3:
        return send_segment(index, tcp_flag::kAck, Bytes(byte() * 5u),
                            static_cast<std::int8_t>(byte()) * 100);
      case 4:
        return send_segment(index, tcp_flag::kFin | tcp_flag::kAck, {}, 0);
      case 5:
        return send_segment(index, tcp_flag::kRst, {}, byte() % 2);
      case 6:
        return send_segment(index, tcp_flag::kAck, Bytes(IperfServer::kCookieBytes, 'x'), 0);
      case 7: {
        const std::string text = kMessages[byte() % kMessages.size()];
        Bytes bytes(4);
        store_be32(bytes.data(), static_cast<std::uint32_t>(text.size()));
        bytes.insert(bytes.end(), text.begin(), text.end());
        return send_segment(index, tcp_flag::kAck, bytes, 0);
      }
      case 8:
        return send_segment(index, tcp_flag::kAck, {byte() % 2 == 0 ? std::uint8_t{4} : byte()}, 0);
      case 9:
        return pass(Time{1} << byte() % 40);
      case 10:  // numbers of any value
        port.next = byte() % 2 == 0 ? word() : port.next;
        port.expected += byte() % 2 == 0 ? word() : 0;
        return send_segment(index, byte(), some(byte() % 16u), 0);
      case 11: {
        const Bytes hello = {'9', '8', '7', '6'};
        const Bytes frame = make_datagram(path_of(index), {hello.data(), hello.size()});
        return send(frame);
      }
      case 12: {
        const Bytes data = some(byte());
        return send(make_datagram(path_of(index), {data.data(), data.size()}));
      }
      case 13:
        return send(some(byte()));
      case 14:
        damage_ = 1 + byte();
        return;
      default:
        port.window = static_cast<std::uint16_t>(byte() * 256u);
    }
  }

  void send_segment(unsigned index, std::uint8_t flags, const Bytes& data, std::int32_t ahead) {
    Port& port = ports_[index];
    TcpSegment segment;
    segment.flags = flags;
    segment.sequence = port.next + static_cast<std::uint32_t>(ahead);
    segment.acknowledgment = port.expected;
    segment.window = port.window;
    segment.length = static_cast<std::uint32_t>(data.size());
    if ((flags & tcp_flag::kSyn) != 0) {
      segment.mss_option = static_cast<std::uint16_t>(1 + (index * 113) % 1'460);
      segment.window_scale = static_cast<std::uint8_t>(index);
      segment.has_timestamp = index % 2 == 1;
    }
    const TcpPath path = path_of(index);
    Bytes frame(header_size(path, segment) + data.size());
    std::copy(data.begin(), data.end(), frame.end() - static_cast<std::ptrdiff_t>(data.size()));
    write_header(frame.data(), path, segment, TcpChecksums::kComputed);
    if (ahead == 0) port.next += segment.length + ((flags & (tcp_flag::kSyn | tcp_flag::kFin)) != 0 ? 1 : 0);
    send(frame);
  }

  void send(Bytes frame) {
    if (damage_ != 0 && !frame.empty()) {
      frame[damage_ % frame.size()] ^= 0x40;
      if (damage_ % 3 == 0) frame.resize(damage_ % frame.size());
      damage_ = 0;
    }
    peer_.frame(now_, {frame.data(), frame.size()}, kByte);
    require(peer_.connections() <= LinkPeer::kMostConnections, "the number of connections");
    pass(2 * kMicrosecond);
  }

  void pass(Time time) {
    const Time until = now_ + time;
    while (peer_.next() <= until && frames_ < kMostFramesOut) {
      const Time next = std::max(now_, peer_.next());
      now_ = next;
      peer_.advance(now_, [this](ByteView frame) { take(frame); });
      require(peer_.next() > next, "advance() does all that is due");
    }
    now_ = std::max(now_, frames_ < kMostFramesOut ? until : now_);
  }

  void take(ByteView frame) {
    ++frames_;
    require(frame.size <= 9'216 + 18, "the length of a frame");
    TcpPath path;
    TcpSegment segment;
    std::size_t payload = 0;
    ByteView data;
    if (parse_header(frame, path, segment, payload) == TcpParse::kSegment) {
      require(checksums_are_good(frame), "checksums of a segment");
      Port& port = ports_[(path.destination_port - 40'000) % kPorts];
      if (segment.has(tcp_flag::kSyn)) {
        port.opened = true;
        port.expected = segment.sequence + 1;
      } else if (segment.length != 0 && segment.sequence == port.expected) {
        port.expected += segment.length;
        port.last.assign(frame.data + payload, frame.data + payload + segment.length);
      }
    } else if (parse_datagram(frame, path, data) != UdpParse::kDatagram) {
      require(++answers_ <= peer_.counts().echoes,
              "a segment, a datagram or an answer of ARP, ICMP or ICMPv6");
    }
  }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  LinkPeer peer_;
  std::array<Port, kPorts> ports_{};
  Time now_ = kMillisecond;
  unsigned damage_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t answers_ = 0;
};

}  // namespace
}  // namespace ixsim::bench

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ixsim::bench::Guest(data, size).run();
  return 0;
}
