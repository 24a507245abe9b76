// Frames to their connections, and the queue of frames to the device.
#include "serve/link_peer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ixsim/frame.h"
#include "serve/echo_peer.h"
#include "serve/udp_datagram.h"

namespace ixsim::serve {
namespace {

constexpr std::size_t kShortestFrame = 60;
// The first sequence numbers of connections are this far apart.
constexpr std::uint32_t kInitialStep = 64'000;

bool is_unicast(const TcpPath& path) {
  return (path.destination_mac[0] & 1) == 0 && (path.source_mac[0] & 1) == 0 &&
         path.destination_ip >> 28 < 0xe && path.source_ip >> 28 < 0xe && path.source_ip != 0;
}

}  // namespace

// --- From the device.

void LinkPeer::frame(Time start, ByteView frame, Time byte_time) {
  if (pacer_.byte_time() != byte_time) pacer_ = WirePacer(byte_time);
  const Time end =
      std::max(now_, start + wire_time(std::max(frame.size, kShortestFrame) + kFcsSize, byte_time));
  run_timers(end);
  now_ = end;
  std::vector<std::uint8_t> answer;
  switch (echo_answer(frame, answer)) {
    case EchoParse::kOther:
      receive_tcp(frame);
      break;
    case EchoParse::kAnswer:
      if (queue(std::move(answer), now_)) ++counts_.echoes;
      break;
    case EchoParse::kBadChecksum:
      ++counts_.bad_checksums;
      break;
  }
  supply();
  arm();
}

void LinkPeer::receive_tcp(ByteView frame) {
  TcpPath path;
  TcpSegment segment;
  std::size_t payload = 0;
  switch (parse_header(frame, path, segment, payload)) {
    case TcpParse::kSegment:
      break;
    case TcpParse::kOther:
      return receive_udp(frame);
    default:
      ++counts_.malformed;
      return;
  }
  if (!is_unicast(path)) return;
  if (!checksums_are_good(frame)) {
    ++counts_.bad_checksums;
    return;
  }
  ++counts_.segments_received;
  const Key key{path.source_ip, path.destination_ip, path.source_port, path.destination_port};
  auto found = connections_.find(key);
  const bool opens =
      segment.has(tcp_flag::kSyn) && !segment.has(tcp_flag::kAck) && !segment.has(tcp_flag::kRst);
  // The guest uses the ports again before the last acknowledgment of the former connection.
  if (found != connections_.end() && opens && found->second->endpoint.ended()) {
    connections_.erase(found);
    found = connections_.end();
  }
  if (found == connections_.end()) {
    if (!opens || path.destination_port != IperfServer::kPort || !make_space()) return refuse(path, segment);
    ++counts_.connections;
    initial_ += kInitialStep;
    found = connections_.emplace(key, std::make_unique<Connection>(*this, path.reversed(), initial_)).first;
  }
  Connection& connection = *found->second;
  connection.endpoint.receive(segment, {frame.data + payload, segment.length}, now_);
  iperf_.heard(connection.session, now_);
  review(found);
}

void LinkPeer::receive_udp(ByteView frame) {
  TcpPath path;
  ByteView payload;
  switch (parse_datagram(frame, path, payload)) {
    case UdpParse::kDatagram:
      break;
    case UdpParse::kOther:
      return;
    case UdpParse::kMalformed:
      ++counts_.malformed;
      return;
    case UdpParse::kBadChecksum:
      ++counts_.bad_checksums;
      return;
  }
  if (!is_unicast(path)) return;
  ++counts_.datagrams_received;
  counts_.datagram_bytes_received += payload.size;
  if (path.destination_port != IperfServer::kPort) return;
  const std::vector<std::uint8_t> answer = iperf_.datagram(path, payload, now_);
  if (answer.empty()) return;
  ++counts_.datagrams_sent;
  queue(make_datagram(path.reversed(), {answer.data(), answer.size()}), now_);
}

// Answers a segment of no connection (RFC 9293 section 3.5.2).
void LinkPeer::refuse(const TcpPath& path, const TcpSegment& segment) {
  if (segment.has(tcp_flag::kRst)) return;
  if (segment.has(tcp_flag::kSyn)) ++counts_.refused;
  TcpSegment answer;
  answer.flags = tcp_flag::kRst;
  if (segment.has(tcp_flag::kAck)) {
    answer.sequence = segment.acknowledgment;
  } else {
    answer.flags |= tcp_flag::kAck;
    answer.acknowledgment = segment.sequence + segment.length + (segment.has(tcp_flag::kSyn) ? 1 : 0) +
                            (segment.has(tcp_flag::kFin) ? 1 : 0);
  }
  transmit(path.reversed(), answer, {}, now_);
}

bool LinkPeer::make_space() {
  if (connections_.size() < kMostConnections) return true;
  const auto silent = std::min_element(
      connections_.begin(), connections_.end(),
      [](const auto& a, const auto& b) { return a.second->endpoint.heard() < b.second->endpoint.heard(); });
  if (now_ - silent->second->endpoint.heard() <= kSilence) return false;
  silent->second->endpoint.reset(now_);
  review(silent);
  return true;
}

// --- Time.

void LinkPeer::run_timers(Time until) {
  for (Time due = next_timer(); due <= until; due = next_timer()) {
    now_ = std::max(now_, due);
    for (auto at = connections_.begin(); at != connections_.end();) {
      const auto connection = at++;
      if (connection->second->endpoint.next_timer() > now_) continue;
      connection->second->endpoint.timer(now_);
      review(connection);
    }
    supply();
  }
}

void LinkPeer::advance(Time now, const std::function<void(ByteView frame)>& output) {
  for (;;) {
    const Time due = std::min(next_timer(), next_frame());
    if (due > now) break;
    run_timers(due);
    if (next_frame() > now) continue;
    const Waiting first = queue_.pop();
    pacer_.start(std::max(first.ready, now), std::max(first.frame.size(), kShortestFrame) + kFcsSize);
    output({first.frame.data(), first.frame.size()});
    now_ = std::max(now_, now);
    supply();
  }
  arm();
}

void LinkPeer::supply() {
  for (std::size_t i = 0; i < connections_.size() && may_send(); ++i) {
    auto at = connections_.upper_bound(turn_);
    if (at == connections_.end()) at = connections_.begin();
    turn_ = at->first;
    at->second->endpoint.resume(now_);
  }
  while (may_send() && iperf_.next_datagram() <= now_) {
    TcpPath path;
    const std::vector<std::uint8_t> payload = iperf_.take_datagram(path, now_);
    if (payload.empty()) break;
    ++counts_.datagrams_sent;
    queue(make_datagram(path, {payload.data(), payload.size()}), now_);
  }
}

void LinkPeer::review(std::map<Key, std::unique_ptr<Connection>>::iterator at) {
  Connection& connection = *at->second;
  const TcpStatistics& statistics = connection.endpoint.statistics();
  counts_.bytes_received += statistics.bytes_delivered - connection.received_bytes;
  counts_.bytes_sent += statistics.bytes_acknowledged - connection.sent_bytes;
  counts_.retransmitted += statistics.retransmits - connection.retransmits;
  connection.received_bytes = statistics.bytes_delivered;
  connection.sent_bytes = statistics.bytes_acknowledged;
  connection.retransmits = statistics.retransmits;
  if (connection.endpoint.ended()) iperf_.closed(connection.session, now_);
  if (connection.endpoint.gone()) connections_.erase(at);
}

Time LinkPeer::next_timer() const {
  // A datagram that waits for the queue is made when a frame leaves.
  Time first = may_send() ? iperf_.next_datagram() : kNever;
  for (const auto& [key, connection] : connections_)
    first = std::min(first, connection->endpoint.next_timer());
  return first;
}

Time LinkPeer::next_frame() const {
  return queue_.empty() ? kNever : pacer_.next_start(queue_.front().ready) - 1;
}

void LinkPeer::arm() { next_ = std::min(next_timer(), next_frame()); }

void LinkPeer::clear() {
  connections_.clear();
  iperf_.clear();
  queue_.clear();
  arm();
}

// --- To the device.

void LinkPeer::transmit(const TcpPath& path, const TcpSegment& segment, ByteView payload, Time now) {
  ++counts_.segments_sent;
  std::vector<std::uint8_t> frame(header_size(path, segment) + segment.length);
  std::copy(payload.begin(), payload.end(), frame.end() - segment.length);
  write_header(frame.data(), path, segment,
               payload.size == 0 ? TcpChecksums::kZeroPayload : TcpChecksums::kComputed);
  queue(std::move(frame), now);
}

bool LinkPeer::queue(std::vector<std::uint8_t> frame, Time now) {
  if (queue_.size() >= kMostFrames) {
    ++counts_.dropped;
    return false;
  }
  queue_.push({now, std::move(frame)});
  return true;
}

std::string LinkPeer::summary() const {
  const Counts& c = counts_;
  if (c.segments_received + c.datagrams_received + c.echoes + c.bad_checksums + c.malformed == 0) return "";
  return fmt::format(
      "        ARP, ICMP and ICMPv6 answers {}\n"
      "        TCP segments received {}, sent {}, retransmitted {}; bytes received {}, sent {}; connections "
      "{}, "
      "refused {}\n"
      "        UDP datagrams received {}, sent {}; bytes received {}\n"
      "        bad checksums {}, malformed packets {}, frames dropped {}; iperf3 tests {}, refused {}\n",
      c.echoes, c.segments_received, c.segments_sent, c.retransmitted, c.bytes_received, c.bytes_sent,
      c.connections, c.refused, c.datagrams_received, c.datagrams_sent, c.datagram_bytes_received,
      c.bad_checksums, c.malformed, c.dropped, iperf_.tests(), iperf_.refused());
}

}  // namespace ixsim::serve
