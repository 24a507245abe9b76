// Turns on the wire, frames and timers of the link partner.
#include "host/peer/tcp_peer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "ixsim/error.h"

namespace ixsim {
namespace {

constexpr unsigned kSendTask = ~0u;
constexpr unsigned kArriveTask = ~0u - 1;

std::uint64_t key_of(const TcpPath& path) {
  return (std::uint64_t{path.source_ip} << 32) | (std::uint64_t{path.source_port} << 16) |
         path.destination_port;
}

}  // namespace

TcpPeer::TcpPeer(const TcpPeerConfig& config, HostAgenda& agenda,
                 std::function<void(Time, const FrameRef&)> send)
    : config_(config),
      agenda_(agenda),
      send_(std::move(send)),
      random_(config.seed),
      pacer_(config.byte_time),
      pause_(config.byte_time, config.response) {
  const Time longest = pause_time(PauseState::kMaxResponseQuanta, config.byte_time);
  if (config.response < 0 || config.response > longest) {
    throw InputError("peer.response: found " + std::to_string(config.response) +
                     " ps, accepted are 0 to 60 quanta (" + std::to_string(longest) + " ps)");
  }
}

TcpPeer::~TcpPeer() = default;

unsigned TcpPeer::add(const TcpConfig& config, const TcpPath& path) {
  const unsigned number = connections();
  flows_.push_back(std::make_unique<Flow>(*this, number, config, path));
  by_ports_[key_of(path.reversed())] = number;
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
  const auto found = by_ports_.find(key_of(path));
  if (found == by_ports_.end()) {
    ++strays_;
    return;
  }
  Flow& flow = *flows_[found->second];
  flow.connection.receive(segment, now);
  if (flow.program) flow.program->progress(now);
  arm(found->second, now);
}

Application& TcpPeer::run(unsigned connection, std::unique_ptr<Application> program, Time now) {
  Flow& flow = *flows_[connection];
  flow.program = std::move(program);
  flow.program->start(now);
  return *flow.program;
}

void TcpPeer::arm(unsigned connection, Time) {
  Flow& flow = *flows_[connection];
  const Time timer = flow.connection.next_timer();
  if (timer >= flow.armed) return;
  flow.armed = timer;
  agenda_.at(timer, *this, connection);
}

void TcpPeer::run(unsigned what, Time now) {
  if (what == kSendTask) {
    if (send_at_ > now) return;  // an earlier one was armed since
    send_at_ = kNever;
    send_next(now);
  } else if (what == kArriveTask) {
    arrive(now);
  } else {
    Flow& flow = *flows_[what];
    // An earlier one was armed since.
    if (flow.armed != now) return;
    flow.armed = kNever;
    if (flow.connection.next_timer() <= now) flow.connection.timer(now);
    arm(what, now);
  }
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
  flow.connection.resume(now);
  arm(flow.index, now);
}

}  // namespace ixsim
