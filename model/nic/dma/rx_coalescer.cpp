// Rules of large receives, and their headers.
#include "nic/dma/rx_coalescer.h"

#include <algorithm>
#include <cstring>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "ixsim/queue_mask.h"

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kAddresses = 12;  // bytes of both MAC addresses
constexpr std::uint32_t kLongestIp = 65'535;
constexpr std::uint32_t kTimestampOption = 12;  // two no-operations, then the option
constexpr std::uint32_t kTimestampForm = 0x0101'080a;
using tcp_flag::kAck, tcp_flag::kPsh;

}  // namespace

RxCoalescer::RxCoalescer() : lanes_(kMaxQueues) {}

RxCoalescer::Segment RxCoalescer::parse(const RxPacket& packet) {
  Segment segment;
  const FrameHeaders& headers = packet.decision.headers;
  const ByteView frame = packet.frame->without_fcs();
  const std::uint32_t network = headers.network;
  if ((headers.packet_type & kPacketIpv4) == 0 || headers.fragment || packet.status.outer_tag ||
      network != kEthernetHeader + (packet.decision.tagged ? kTagBytes : 0) ||
      frame.size < network + kIpv4Header + kTcpHeader)
    return segment;
  const std::uint8_t* const ip = frame.data + network;
  const std::uint32_t total = load_be16(ip + 2);
  const std::uint32_t ip_header = 4u * (ip[0] & 0xfu);
  if (ip[9] != kProtocolTcp || total < ip_header + kTcpHeader || total > frame.size - network) return segment;
  const std::uint8_t* const tcp = ip + ip_header;
  const std::uint32_t tcp_header = 4u * (tcp[12] >> 4);
  if (tcp_header < kTcpHeader || ip_header + tcp_header > total) return segment;
  const std::uint32_t taken_off = packet.vlan_stripped ? kTagBytes : 0;
  segment.tcp = true;
  segment.addresses = std::uint64_t{load_be32(ip + 12)} << 32 | load_be32(ip + 16);
  segment.ports = load_be32(tcp);
  segment.tag = packet.decision.tagged ? 0x1'0000u | packet.decision.tci : 0;
  segment.sequence = load_be32(tcp + 4);
  segment.payload = total - ip_header - tcp_header;
  segment.network = network - taken_off;
  segment.header = segment.network + ip_header + tcp_header;
  segment.flags = tcp[13];
  segment.padded = frame.size > network + total;
  segment.ip = ip;
  const bool plain = tcp_header == kTcpHeader;
  segment.timestamp =
      tcp_header == kTcpHeader + kTimestampOption && load_be32(tcp + kTcpHeader) == kTimestampForm;
  if (segment.timestamp) segment.timestamp_value = load_be32(tcp + kTcpHeader + 4);
  const ReceiveOffload& offload = packet.offload;
  const bool intact = offload.ipcs && !offload.ipe && offload.l4cs && !offload.udpcs && !offload.tcpe;
  const bool only_known_flags = (segment.flags & ~(kPsh | kAck)) == 0 && (tcp[12] & 1) == 0;
  const bool congested = (ip[1] & 3) == 3;
  segment.viable = intact && ip_header == kIpv4Header && (plain || segment.timestamp) && only_known_flags &&
                   !congested && !packet.status.error() && !packet.crc_kept;
  return segment;
}

RxCoalescer::Context* RxCoalescer::find(unsigned queue, const Segment& segment) {
  for (Context& context : contexts_) {
    const Segment& first = context.first;
    if (context.open && context.queue == queue && first.addresses == segment.addresses &&
        first.ports == segment.ports && first.tag == segment.tag)
      return &context;
  }
  return nullptr;
}

bool RxCoalescer::follows(const Context& context, const Segment& segment, const RscSettings& settings) const {
  if (segment.sequence != context.next_sequence || segment.timestamp != context.first.timestamp) return false;
  // The timestamp of a later segment is not older (after 2^32 it wraps).
  if (segment.timestamp && segment.timestamp_value - context.timestamp_value >= 0x8000'0000u) return false;
  return !settings.ack_change_closes || ((segment.flags ^ context.first.flags) & kAck) == 0;
}

RxCoalescer::Plan RxCoalescer::plan(const RxPacket& packet, std::uint32_t buffer_bytes,
                                    RxDescriptorType type) {
  Plan plan;
  plan.descriptors = std::max(1u, (packet.length + buffer_bytes - 1) / buffer_bytes);
  const unsigned queue = packet.decision.queue;
  const RscSettings& settings = lanes_[queue].settings;
  const Segment segment = plan.segment = parse(packet);
  Context* const context = segment.tcp ? find(queue, segment) : nullptr;
  const bool viable = segment.viable && settings.enabled && type == RxDescriptorType::kOneBuffer &&
                      (settings.timestamps || !segment.timestamp) &&
                      (settings.empty_segments || segment.payload != 0);
  if (viable && context != nullptr && follows(*context, segment, settings)) {
    const std::uint32_t space = context->capacity - context->fill;
    const std::uint32_t beyond = segment.payload > space ? segment.payload - space : 0;
    const std::uint32_t more = (beyond + context->capacity - 1) / context->capacity;
    if (context->descriptors + more <= settings.most_descriptors &&
        context->ip_bytes + segment.payload <= kLongestIp) {
      plan.kind = Plan::Kind::kAppend;
      plan.context = context;
      plan.descriptors = more;
      return plan;
    }
  }
  plan.closes = context;
  if (viable && !segment.padded && plan.descriptors <= settings.most_descriptors)
    plan.kind = Plan::Kind::kOpen;
  return plan;
}

RxCoalescer::Context& RxCoalescer::replaceable() {
  return *std::min_element(contexts_.begin(), contexts_.end(), [](const Context& a, const Context& b) {
    return a.open != b.open ? !a.open : a.used_at < b.used_at;
  });
}

void RxCoalescer::open(Context& context, const RxPacket& packet, const Plan& plan,
                       std::uint32_t buffer_bytes) {
  context = Context();
  context.open = context.busy = true;
  context.queue = packet.decision.queue;
  context.first = plan.segment;
  context.capacity = buffer_bytes;
  context.next_sequence = plan.segment.sequence;
  // The header as the host has it: without the tag, if that is taken out.
  const ByteView frame = packet.frame->without_fcs();
  std::memcpy(context.header.data(), frame.data, kAddresses);
  std::memcpy(context.header.data() + kAddresses,
              frame.data + kAddresses + (packet.vlan_stripped ? kTagBytes : 0),
              plan.segment.header - kAddresses);
}

bool RxCoalescer::add(Context& context, RxPacket& packet, const Segment& segment) {
  std::uint8_t* const ip = context.header.data() + context.first.network;
  std::uint8_t* const tcp = ip + kIpv4Header;
  const std::uint8_t* const latest = segment.ip + kIpv4Header;
  const bool first = context.head == nullptr;
  if (first) {
    context.head = &packet;
    context.ip_bytes = load_be16(segment.ip + 2);
  } else {
    context.tail->coalesced = &packet;
    context.ip_bytes += segment.payload;
    store_be16(ip + 2, static_cast<std::uint16_t>(context.ip_bytes));
    store_be16(ip + 10, 0);
    store_be16(ip + 10, static_cast<std::uint16_t>(~fold_sum(ones_complement_sum({ip, kIpv4Header}))));
    // Acknowledgment, window and timestamp are those of the latest segment.
    std::memcpy(tcp + 8, latest + 8, 4);
    tcp[13] = static_cast<std::uint8_t>(tcp[13] | segment.flags);
    std::memcpy(tcp + 14, latest + 14, 2);
    if (segment.timestamp) std::memcpy(tcp + kTcpHeader, latest + kTcpHeader, kTimestampOption);
  }
  context.tail = &packet;
  context.next_sequence += segment.payload;
  context.timestamp_value = segment.timestamp_value;
  context.used_at = ++uses_;
  context.busy = false;
  return (segment.flags & kPsh) != 0 || context.starts >= kMostStarts;
}

std::uint64_t RxCoalescer::push(unsigned queue, const RxQueue::Used& used, bool ready) {
  Lane& lane = lanes_[queue];
  lane.used.push({used, ready});
  return lane.first + lane.used.size() - 1;
}

void RxCoalescer::complete(unsigned queue, std::uint64_t place, const RxQueue::Used& used) {
  Lane& lane = lanes_[queue];
  lane.used[place - lane.first] = {used, true};
}

void RxCoalescer::release(unsigned index, RxQueue& queue) {
  Lane& lane = lanes_[index];
  while (!lane.used.empty() && lane.used.front().ready) {
    queue.used.push(lane.used.pop().used);
    ++lane.first;
  }
  queue.waiting = held(index);
}

void RxCoalescer::forget(int queue) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (queue < 0 || static_cast<std::size_t>(queue) == i) lanes_[i].used.clear();
  }
  for_each_open([&](Context& context) {
    if (queue < 0 || context.queue == static_cast<unsigned>(queue)) context = Context();
  });
}

}  // namespace ixsim::nic
