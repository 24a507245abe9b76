// Turns on the wire, frames and timers of the link partner.
#include "host/peer/tcp_peer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "ixsim/error.h"

namespace ixsim::host {
namespace {

constexpr unsigned kSendTask = 0;
constexpr unsigned kArriveTask = 1;

}  // namespace

TcpPeer::TcpPeer(const TcpPeerConfig& config, HostAgenda& agenda,
                 std::function<void(Time, const FrameRef&)> send)
    : config_(config),
      agenda_(agenda),
      send_(std::move(send)),
      random_(config.seed),
      pacer_(config.byte_time),
      pause_(config.byte_time, config.response) {
  check_response(config.response, config.byte_time);
}

TcpPeer::~TcpPeer() = default;

unsigned TcpPeer::add(const TcpConfig& config, const TcpPath& path) {
  const unsigned number = connections();
  flows_.push_back(std::make_unique<Flow>(*this, number, config, path));
  by_ports_[connection_key(path.destination_ip, path.destination_port, path.source_port)] = number;
  return number;
}

void TcpPeer::frame(Time start, const FrameRef& frame) {
  const Time end = start + wire_time(frame->size(), config_.byte_time);
  if (is_mac_control(frame->without_fcs())) {
    // A frame of the link does not go on to the other host.
    ++control_received_;
    const Time acts = config_.honor_pause ? pause_.take(frame->without_fcs(), end) : kNever;
    // The end of a PAUSE may come earlier than it was.
    if (acts != kNever) arm_send(acts);
    return;
  }
  const Time time = end + config_.delay;
  arrivals_.push({time, frame});
  agenda_.at(time, *this, kArriveTask);
}

void TcpPeer::arrive(Time now) {
  const Arrival arrival = arrivals_.pop();
  ++frames_received_;
  TcpPath path;
  TcpSegment segment;
  std::size_t payload = 0;
  if (parse_header(arrival.frame->without_fcs(), path, segment, payload) != TcpParse::kSegment) {
    ++strays_;
    return;
  }
  const auto found = by_ports_.find(connection_key(path.source_ip, path.source_port, path.destination_port));
  if (found == by_ports_.end()) {
    ++strays_;
    return;
  }
  flows_[found->second]->end.receive(segment, now);
}

Application& TcpPeer::run(unsigned connection, std::unique_ptr<Application> program, Time now) {
  return flows_[connection]->end.start(std::move(program), now);
}

void TcpPeer::arm(unsigned connection, Time) { flows_[connection]->end.arm(); }

void TcpPeer::run(unsigned what, Time now) {
  if (what == kArriveTask) return arrive(now);
  if (send_at_ > now) return;  // an earlier one was armed since
  send_at_ = kNever;
  send_next(now);
}

void TcpPeer::queue(Flow& flow, const TcpSegment& segment, Time now) {
  flow.waiting.push(segment);
  if (!flow.listed) {
    flow.listed = true;
    turns_.push(flow.index);
  }
  arm_send(now);
}

void TcpPeer::arm_send(Time time) {
  const Time start = pacer_.next_start(time);
  if (start >= send_at_) return;
  send_at_ = start;
  agenda_.at(start, *this, kSendTask);
}

FrameRef TcpPeer::build(Flow& flow, const TcpSegment& segment) {
  const std::size_t headers = header_size(flow.path, segment);
  const std::size_t bytes = std::max<std::size_t>(headers + segment.length, kMinFrameSize - kFcsSize);
  FrameBuffer buffer(bytes + kFcsSize);
  std::memset(buffer.data() + headers, 0, bytes - headers);
  write_header(buffer.data(), flow.path, segment, TcpChecksums::kZeroPayload);
  return std::move(buffer).seal_with_fcs();
}

void TcpPeer::send_next(Time now) {
  const Time free = pacer_.next_start(now);
  if (free > now) return arm_send(free);
  Time later = kNever;
  for (std::size_t i = turns_.size(); i > 0; --i) {
    const unsigned index = turns_.pop();
    const Time until = pause_.until(flows_[index]->priority(), now);
    if (until > now) {
      later = std::min(later, until);
      turns_.push(index);
      continue;
    }
    send_of(*flows_[index], now);
    if (!turns_.empty()) arm_send(now);
    return;
  }
  if (later != kNever) arm_send(later);
}

void TcpPeer::send_of(Flow& flow, Time now) {
  const TcpSegment segment = flow.waiting.pop();
  flow.listed = !flow.waiting.empty();
  if (flow.listed) turns_.push(flow.index);
  const FrameRef frame = build(flow, segment);
  pacer_.start(now, frame->size());
  ++frames_sent_;
  bytes_sent_ += frame->size();
  const bool lost = config_.loss_numerator != 0 && segment.length != 0 &&
                    random_.chance(config_.loss_numerator, config_.loss_denominator);
  if (lost) {
    ++frames_lost_;
  } else {
    send_(now, frame);
  }
  // The connection may have been waiting for its turn.
  flow.end.resume(now);
}

}  // namespace ixsim::host
