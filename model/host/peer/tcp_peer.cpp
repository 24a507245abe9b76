// Turns on the wire, frames and timers of the link partner.
#include "host/peer/tcp_peer.h"

#include <algorithm>
#include <cstring>

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
      pacer_(config.byte_time) {}

TcpPeer::~TcpPeer() = default;

unsigned TcpPeer::add(const TcpConfig& config, const TcpPath& path) {
  const unsigned number = connections();
  flows_.push_back(std::make_unique<Flow>(*this, number, config, path));
  by_ports_[key_of(path.reversed())] = number;
  return number;
}

void TcpPeer::frame(Time start, const FrameRef& frame) {
  const Time time = start + wire_time(frame->size(), config_.byte_time) + config_.delay;
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
    sending_ = false;
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
  if (sending_) return;
  sending_ = true;
  agenda_.at(pacer_.next_start(now), *this, kSendTask);
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
  if (turns_.empty()) return;
  const unsigned index = turns_.pop();
  Flow& flow = *flows_[index];
  const TcpSegment segment = flow.waiting.pop();
  flow.listed = !flow.waiting.empty();
  if (flow.listed) turns_.push(index);
  const FrameRef frame = build(flow, segment);
  const Time start = pacer_.start(now, frame->size());
  ++frames_sent_;
  bytes_sent_ += frame->size();
  const bool lost = config_.loss_numerator != 0 && segment.length != 0 &&
                    random_.chance(config_.loss_numerator, config_.loss_denominator);
  if (lost) {
    ++frames_lost_;
  } else {
    send_(start, frame);
  }
  // The connection may have been waiting for its turn.
  sending_ = true;
  flow.connection.resume(now);
  arm(index, now);
  sending_ = !turns_.empty();
  if (sending_) agenda_.at(pacer_.next_start(now), *this, kSendTask);
}

}  // namespace ixsim
