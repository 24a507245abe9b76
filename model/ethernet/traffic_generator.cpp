// Arrivals, sizes and flows, and the frames of the flows.
#include "ethernet/traffic_generator.h"

#include <fmt/format.h>

#include <algorithm>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "ixsim/error.h"
#include "ixsim/frame.h"

namespace ixsim::ethernet {
namespace {

// Limit in bytes of the frames kept for reuse. Above it, each frame is built again.
constexpr std::uint64_t kTemplateBudget = std::uint64_t{64} << 20;
// Limit that keeps every draw within the range of Time.
constexpr Time kLongestMeanInterval = kSecond;
constexpr std::uint64_t kLongestMeanBurst = 10'000;
// Latest start of a frame: 26 days.
constexpr Time kLastArrival = kNever / 4;
// Longest generated frame: more than an IP header can state.
constexpr std::size_t kLongestGenerated = 65'535;

[[noreturn]] void refuse(const char* key, const std::string& found, const std::string& accepted) {
  throw InputError(fmt::format("traffic: {}: found {}; accepted is {}", key, found, accepted));
}

// Contents of a flow, decoded from its number.
struct FlowParameters {
  std::size_t destination;
  std::size_t vlan;
  std::size_t priority;
  bool ipv6;
  bool tcp;
};

FlowParameters parameters_of(const FlowSettings& flows, std::uint32_t number) {
  FlowParameters parameters = {};
  std::uint64_t rest = number;
  const auto take = [&rest](std::uint64_t choices) {
    const std::uint64_t choice = rest % choices;
    rest /= choices;
    return static_cast<std::size_t>(choice);
  };
  parameters.destination = take(flows.destinations.size());
  parameters.vlan = flows.vlans.empty() ? 0 : take(flows.vlans.size());
  parameters.priority = flows.priorities.empty() ? 0 : take(flows.priorities.size());
  parameters.ipv6 = flows.network == FlowSettings::Network::kBoth
                        ? take(2) != 0
                        : flows.network == FlowSettings::Network::kIpv6;
  parameters.tcp = flows.transport == FlowSettings::Transport::kBoth
                       ? take(2) != 0
                       : flows.transport == FlowSettings::Transport::kTcp;
  return parameters;
}

std::size_t overhead_of(const FlowParameters& parameters, bool tagged) {
  return kEthernetHeader + (tagged ? kTagBytes : 0) + (parameters.ipv6 ? kIpv6Header : kIpv4Header) +
         (parameters.tcp ? kTcpHeader : kUdpHeader) + kFcsSize;
}

// Returns the checksum field that makes this sum intact.
std::uint16_t checksum(std::uint64_t sum) { return static_cast<std::uint16_t>(~fold_sum(sum)); }

}  // namespace

std::vector<SizeShare> imix() { return {{64, 7}, {594, 4}, {1518, 1}}; }

Time interval_for_load(const std::vector<SizeShare>& sizes, std::uint64_t numerator,
                       std::uint64_t denominator, Time byte_time) {
  if (numerator == 0 || numerator > denominator) {
    refuse("load", fmt::format("{}/{}", numerator, denominator), "more than 0 and at most 1");
  }
  unsigned __int128 slots = 0, weight = 0;
  for (const SizeShare& share : sizes) {
    slots += static_cast<unsigned __int128>(share.size + kPreambleSize + kAverageGap) * share.weight;
    weight += share.weight;
  }
  if (weight == 0) refuse("sizes", "no weight", "at least one size with a weight of 1 or more");
  const unsigned __int128 divisor = weight * numerator;
  return static_cast<Time>((slots * static_cast<std::uint64_t>(byte_time) * denominator + divisor / 2) /
                           divisor);
}

TrafficGenerator::TrafficGenerator(const TrafficSettings& settings)
    : settings_(settings), pacer_(settings.byte_time), arrivals_(0), sizes_(0), flow_order_(0) {
  Random seed(settings_.seed);
  arrivals_ = seed.fork();
  sizes_ = seed.fork();
  flow_order_ = seed.fork();
  Random addresses = seed.fork();

  const ArrivalSettings& arrival = settings_.arrival;
  if (arrival.process != ArrivalSettings::Process::kLineRate &&
      (arrival.mean_interval < 1 || arrival.mean_interval > kLongestMeanInterval)) {
    refuse("arrival.mean_interval", fmt::format("{} ps", arrival.mean_interval),
           fmt::format("1 to {} ps", kLongestMeanInterval));
  }
  if (arrival.mean_burst < 1 || arrival.mean_burst > kLongestMeanBurst) {
    refuse("arrival.mean_burst", fmt::format("{}", arrival.mean_burst),
           fmt::format("1 to {}", kLongestMeanBurst));
  }

  FlowSettings& flows = settings_.flows;
  if (flows.count < 1 || flows.count > (1u << 24)) {
    refuse("flows.count", fmt::format("{}", flows.count), "1 to 16777216");
  }
  if (flows.destinations.empty()) refuse("flows.destinations", "none", "one or more MAC addresses");
  for (const std::uint16_t vlan : flows.vlans) {
    if (vlan > 4095) refuse("flows.vlans", fmt::format("{}", vlan), "0 to 4095");
  }
  for (const std::uint8_t priority : flows.priorities) {
    if (priority > 7) refuse("flows.priorities", fmt::format("{}", priority), "0 to 7");
  }

  if (settings_.sizes.empty()) refuse("sizes", "none", "one or more");
  std::size_t smallest = settings_.sizes.front().size;
  std::uint64_t bytes_a_flow = 0, bound = 0;
  for (const SizeShare& share : settings_.sizes) {
    if (share.weight == 0 || share.weight > (std::uint64_t{1} << 32)) {
      refuse("sizes", fmt::format("weight {}", share.weight), "1 to 4294967296");
    }
    if (share.size > kLongestGenerated) {
      refuse("sizes", fmt::format("{}", share.size), fmt::format("up to {}", kLongestGenerated));
    }
    smallest = std::min(smallest, share.size);
    bytes_a_flow += share.size;
    size_bounds_.push_back(bound += share.weight);
  }

  for (std::uint32_t number = 0; number < flows.count; ++number) {
    const FlowParameters parameters = parameters_of(flows, number);
    const std::size_t overhead = overhead_of(parameters, flows.tagged());
    if (smallest < overhead) {
      refuse(
          "sizes", fmt::format("{}", smallest),
          fmt::format("{} or more for the headers of {}{} over {}", overhead, flows.tagged() ? "tagged " : "",
                      parameters.tcp ? "TCP" : "UDP", parameters.ipv6 ? "IPv6" : "IPv4"));
    }
    const auto port = [&addresses] { return static_cast<std::uint16_t>(addresses.between(1'024, 65'535)); };
    Flow flow = {};
    flow.number = number;
    flow.destination_address = static_cast<std::uint32_t>(addresses.next() >> 32);
    flow.source_port = port();
    flow.destination_port = port();
    flows_.push_back(flow);
  }
  if (!flows.stream && bytes_a_flow * flows.count <= kTemplateBudget) {
    templates_.reserve(settings_.sizes.size() * flows_.size());
    for (Flow& flow : flows_) {
      for (const SizeShare& share : settings_.sizes) templates_.push_back(build(flow, share.size));
    }
  }
}

bool TrafficGenerator::next(TimedFrame& out) {
  if (sent_ == settings_.frames) return false;
  ++sent_;
  const Time desired = arrival();
  if (desired > kLastArrival) {
    sent_ = settings_.frames;
    return false;
  }
  const std::size_t size = draw_size();
  out.frame = frame_of(draw_flow(), size);
  out.start = pacer_.start(desired, out.frame->size());
  return true;
}

Time TrafficGenerator::arrival() {
  const ArrivalSettings& arrival = settings_.arrival;
  switch (arrival.process) {
    case ArrivalSettings::Process::kLineRate:
      break;
    case ArrivalSettings::Process::kConstant:
      if (sent_ > 1) time_ += arrival.mean_interval;
      break;
    case ArrivalSettings::Process::kPoisson:
      time_ += static_cast<Time>(arrivals_.exponential(static_cast<std::uint64_t>(arrival.mean_interval)));
      break;
    case ArrivalSettings::Process::kBursty:
      if (left_in_burst_ == 0) {
        left_in_burst_ = 1;
        while (!arrivals_.chance(1, arrival.mean_burst)) ++left_in_burst_;
        time_ += static_cast<Time>(
            arrivals_.exponential(static_cast<std::uint64_t>(arrival.mean_interval) * arrival.mean_burst));
      }
      --left_in_burst_;
      break;
  }
  return time_;
}

std::size_t TrafficGenerator::draw_size() {
  if (size_bounds_.size() == 1) return 0;
  const std::uint64_t draw = sizes_.below(size_bounds_.back());
  return static_cast<std::size_t>(std::upper_bound(size_bounds_.begin(), size_bounds_.end(), draw) -
                                  size_bounds_.begin());
}

std::size_t TrafficGenerator::draw_flow() {
  if (settings_.flows.order == FlowSettings::Order::kRandom) {
    return static_cast<std::size_t>(flow_order_.below(flows_.size()));
  }
  const std::size_t flow = next_flow_;
  next_flow_ = flow + 1 == flows_.size() ? 0 : flow + 1;
  return flow;
}

FrameRef TrafficGenerator::frame_of(std::size_t flow, std::size_t size) {
  if (templates_.empty()) return build(flows_[flow], settings_.sizes[size].size);
  return templates_[flow * settings_.sizes.size() + size];
}

FrameRef TrafficGenerator::build(Flow& flow, std::size_t size) const {
  const FlowSettings& flows = settings_.flows;
  const FlowParameters parameters = parameters_of(flows, flow.number);
  FrameBuffer buffer(size);
  std::uint8_t* const frame = buffer.data();
  const std::size_t end = size - kFcsSize;
  std::memset(frame, 0, size);

  std::uint8_t* p = frame;
  p = std::copy(flows.destinations[parameters.destination].begin(),
                flows.destinations[parameters.destination].end(), p);
  store_be16(p, 0x0200);  // source: locally administered, the flow's number below
  store_be32(p + 2, flow.number);
  p += 6;
  if (flows.tagged()) {
    const std::uint32_t vlan = flows.vlans.empty() ? 0u : flows.vlans[parameters.vlan];
    const std::uint32_t priority = flows.priorities.empty() ? 0u : flows.priorities[parameters.priority];
    store_be16(p, kTypeVlan);
    store_be16(p + 2, static_cast<std::uint16_t>(vlan | priority << 13));
    p += kTagBytes;
  }
  store_be16(p, parameters.ipv6 ? kTypeIpv6 : kTypeIpv4);
  p += 2;

  std::uint8_t* const ip = p;
  std::uint8_t* const transport = ip + (parameters.ipv6 ? kIpv6Header : kIpv4Header);
  const auto transport_size = static_cast<std::uint16_t>(frame + end - transport);
  const std::uint8_t protocol = parameters.tcp ? 6 : 17;
  ByteView addresses;
  if (parameters.ipv6) {
    ip[0] = 0x60;
    store_be16(ip + 4, transport_size);
    ip[6] = protocol;
    ip[7] = 64;
    ip[8] = ip[24] = 0xfd;  // unique local addresses
    store_be32(ip + 20, flow.number);
    store_be32(ip + 36, flow.destination_address);
    addresses = {ip + 8, 32};
  } else {
    ip[0] = 0x45;
    store_be16(ip + 2, static_cast<std::uint16_t>(kIpv4Header + transport_size));
    ip[8] = 64;
    ip[9] = protocol;
    store_be32(ip + 12, 0x0a000000 | flow.number);                              // 10.0.0.0/8
    store_be32(ip + 16, 0xac100000 | (flow.destination_address & 0x000fffff));  // 172.16.0.0/12
    store_be16(ip + 10, checksum(ones_complement_sum({ip, kIpv4Header})));
    addresses = {ip + 12, 8};
  }

  store_be16(transport, flow.source_port);
  store_be16(transport + 2, flow.destination_port);
  std::size_t checksum_at = 6;
  std::uint8_t* payload = transport + kUdpHeader;
  if (parameters.tcp) {
    store_be32(transport + 4, flow.number);
    store_be32(transport + 8, flow.destination_address);
    transport[12] = kTcpHeader / 4 << 4;
    transport[13] = 0x18;  // PSH, ACK
    store_be16(transport + 14, 0xffff);
    checksum_at = 16;
    payload = transport + kTcpHeader;
    if (flows.stream) {
      store_be32(transport + 4, flow.sequence);
      flow.sequence += static_cast<std::uint32_t>(transport_size - kTcpHeader);
      transport[13] = 0x10;  // ACK
    }
  } else {
    store_be16(transport + 4, transport_size);
  }
  // A pattern that differs between flows and repeats at no power of two.
  constexpr unsigned kPeriod = 251;
  unsigned step = 0;
  for (; payload < frame + end; ++payload) {
    *payload = static_cast<std::uint8_t>(flow.number * 7 + step);
    if (++step == kPeriod) step = 0;
  }
  std::uint16_t sum = checksum(std::uint64_t{ones_complement_sum({transport, transport_size})} +
                               ones_complement_sum(addresses) + protocol + transport_size);
  if (!parameters.tcp && sum == 0) sum = 0xffff;  // in UDP zero means "none"
  store_be16(transport + checksum_at, sum);

  return std::move(buffer).seal_with_fcs();
}

}  // namespace ixsim::ethernet
