// Turns, frames and counts of a peer.
#include "host/peer/traffic_peer.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "ethernet/protocols.h"
#include "host/peer/fcoe_frame.h"
#include "ixsim/error.h"

namespace ixsim::host {
namespace {

constexpr unsigned kSendTask = 0;
constexpr unsigned kArriveTask = 1;
constexpr std::size_t kHeader = kEthernetHeader + kTagBytes;
constexpr std::uint16_t kTypeExperimental = 0x88b5;  // IEEE 802: local experimental
constexpr std::size_t kNumbers = 10;                 // flow and number
constexpr std::uint32_t kMostFlows = 0xffff;

std::uint64_t key_of(const std::uint8_t* source, unsigned flow) {
  return std::uint64_t{load_be32(source)} << 32 | std::uint64_t{load_be16(source + 4)} << 16 | flow;
}

void write_numbers(std::uint8_t* at, unsigned flow, std::uint64_t number) {
  store_be16(at, static_cast<std::uint16_t>(flow));
  store_be32(at + 2, static_cast<std::uint32_t>(number >> 32));
  store_be32(at + 6, static_cast<std::uint32_t>(number));
}

// Returns where the numbers of a frame are, or null if it has none.
const std::uint8_t* find_numbers(const Frame& frame) {
  const ByteView bytes = frame.without_fcs();
  if (bytes.size < kHeader + kNumbers || load_be16(bytes.data + 12) != kTypeVlan) return nullptr;
  const std::uint16_t type = load_be16(bytes.data + 16);
  if (type == kTypeExperimental) return bytes.data + kHeader;
  if (type != kFcoeType) return nullptr;
  const ByteView payload = fcoe_payload(frame);
  return payload.size < kNumbers ? nullptr : payload.data;
}

void check(const TrafficFlow& flow) {
  const auto refuse = [](const char* key, std::uint64_t found, const char* accepted) {
    throw InputError(std::string("flow.") + key + ": found " + std::to_string(found) + ", accepted " +
                     accepted);
  };
  if (flow.priority >= kPriorities) refuse("priority", flow.priority, "are 0 to 7");
  if (flow.vlan == 0 || flow.vlan > 4'094) refuse("vlan", flow.vlan, "are 1 to 4094");
  if (flow.sizes.empty()) refuse("sizes", 0, "is one value or more");
  for (const std::uint32_t size : flow.sizes) {
    if (flow.fcoe && (size < 80 || size > kMaxFcoeFrame || size % 4 != 0))
      refuse("sizes", size, "are multiples of 4 from 80 to 2180 with flow.fcoe");
    if (!flow.fcoe && (size < 64 || size > 16'128)) refuse("sizes", size, "are 64 to 16128");
  }
  if (flow.interval < 0) throw InputError("flow.interval: found a negative time, accepted are 0 and more");
  if (flow.random && flow.interval == 0)
    throw InputError("flow.interval: found 0, accepted are means above 0");
}

}  // namespace

TrafficPeer::TrafficPeer(const TrafficPeerConfig& config, HostAgenda& agenda, Output output)
    : config_(config),
      agenda_(agenda),
      output_(std::move(output)),
      random_(config.seed),
      pacer_(config.byte_time),
      pause_(config.byte_time, config.response) {
  check_response(config.response, config.byte_time);
}

TrafficPeer::~TrafficPeer() = default;

unsigned TrafficPeer::add(const TrafficFlow& flow) {
  check(flow);
  if (flows_.size() > kMostFlows) throw InputError("flows: found 65537, accepted are up to 65536 a peer");
  Flow state;
  state.plan = flow;
  state.left = flow.frames;
  state.ready = flow.start;
  flows_.push_back(std::move(state));
  arm_send(flow.start);
  return static_cast<unsigned>(flows_.size() - 1);
}

void TrafficPeer::send(const FrameRef& frame, Time now) {
  own_.push(frame);
  arm_send(now);
}

void TrafficPeer::run(unsigned what, Time now) {
  if (what == kArriveTask) return arrive(now);
  if (send_at_ > now) return;  // an earlier one was armed since
  send_at_ = kNever;
  send_next(now);
}

void TrafficPeer::arm_send(Time time) {
  const Time start = pacer_.next_start(time);
  if (start >= send_at_) return;
  send_at_ = start;
  agenda_.at(start, *this, kSendTask);
}

FrameRef TrafficPeer::build(unsigned index, const Flow& flow, std::uint32_t size) const {
  const TrafficFlow& plan = flow.plan;
  const auto tag = static_cast<std::uint16_t>(plan.priority << 13 | plan.vlan);
  if (plan.fcoe) {
    std::array<std::uint8_t, kMaxFcPayload> payload{};
    write_numbers(payload.data(), index, flow.next);
    const FcoeAddress address{plan.destination, plan.source, tag, 0x010000, 0x020000 | index};
    return make_fcoe_frame(address, {payload.data(), size - kFcoeBeforePayload - kFcoeAfterPayload},
                           static_cast<std::uint16_t>(flow.next));
  }
  FrameBuffer buffer(size);
  std::uint8_t* const bytes = buffer.data();
  std::copy(plan.destination.begin(), plan.destination.end(), bytes);
  std::copy(plan.source.begin(), plan.source.end(), bytes + 6);
  store_be16(bytes + 12, kTypeVlan);
  store_be16(bytes + 14, tag);
  store_be16(bytes + 16, kTypeExperimental);
  write_numbers(bytes + kHeader, index, flow.next);
  std::memset(bytes + kHeader + kNumbers, 0, size - kFcsSize - kHeader - kNumbers);
  return std::move(buffer).seal_with_fcs();
}

void TrafficPeer::put(const FrameRef& frame, Time now) {
  pacer_.start(now, frame->size());
  output_(now, frame);
}

void TrafficPeer::send_next(Time now) {
  const Time free = pacer_.next_start(now);
  if (free > now) return arm_send(free);
  if (!own_.empty()) {
    put(own_.pop(), now);
    return arm_send(pacer_.end());
  }
  Time later = kNever;
  const auto count = static_cast<unsigned>(flows_.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned index = (turn_ + i) % count;
    Flow& flow = flows_[index];
    if (flow.left == 0) continue;
    const Time from = std::max(flow.ready, pause_.until(flow.plan.priority, now));
    if (from > now) {
      later = std::min(later, from);
      continue;
    }
    const std::uint32_t size = flow.plan.sizes[flow.next % flow.plan.sizes.size()];
    put(build(index, flow, size), now);
    ++frames_sent_;
    ++flow.next;
    flow.bytes += size;
    if (flow.left != TrafficFlow::kEndless) --flow.left;
    if (flow.plan.random) {
      flow.ready += static_cast<Time>(random_.exponential(static_cast<std::uint64_t>(flow.plan.interval)));
    } else {
      flow.ready += flow.plan.interval;
    }
    turn_ = index + 1;
    return arm_send(pacer_.end());
  }
  if (later != kNever) arm_send(later);
}

// --- Received.

void TrafficPeer::frame(Time start, const FrameRef& frame) {
  const Time end = start + wire_time(frame->size(), config_.byte_time);
  arriving_.push({end, frame});
  agenda_.at(end, *this, kArriveTask);
}

void TrafficPeer::arrive(Time now) {
  const FrameRef frame = arriving_.pop().frame;
  if (frame->symbol_error() || !frame->fcs_is_good()) {
    ++errors_;
    return;
  }
  if (is_mac_control(frame->without_fcs())) {
    ++control_received_;
    const Time acts = config_.honor_pause ? pause_.take(frame->without_fcs(), now) : kNever;
    // The end of a PAUSE may come earlier than it was.
    if (acts != kNever) arm_send(acts);
    return;
  }
  ++frames_received_;
  const std::uint8_t* const numbers = find_numbers(*frame);
  if (numbers == nullptr) {
    ++errors_;
    return;
  }
  const unsigned index = load_be16(numbers);
  const std::uint64_t number = std::uint64_t{load_be32(numbers + 2)} << 32 | load_be32(numbers + 6);
  ReceivedFlow& flow = received_[key_of(frame->without_fcs().data + 6, index)];
  ++flow.frames;
  flow.bytes += frame->size();
  if (number < flow.next) ++flow.out_of_order;
  flow.next = std::max(flow.next, number + 1);
  flow.first = std::min(flow.first, now);
  flow.last = now;
}

ReceivedFlow TrafficPeer::received(const MacAddress& source, unsigned flow) const {
  const auto found = received_.find(key_of(source.data(), flow));
  return found == received_.end() ? ReceivedFlow() : found->second;
}

}  // namespace ixsim::host
