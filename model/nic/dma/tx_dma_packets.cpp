// The descriptors that a grant takes, and the command in them. They are those of a packet, or of the next
// segment of a segmentation request. The descriptors are taken at the grant, in no time.
#include "nic/dma/tx_dma.h"

#include <algorithm>

#include "ethernet/wire_pacer.h"
#include "nic/dma/tx_descriptor.h"
#include "nic/dma/tx_offload.h"

namespace ixsim::nic {

using namespace tx_descriptor;  // NOLINT(google-build-using-namespace)

void TxDma::take_packet(TxQueue& queue, TxPacket& packet, Time now) {
  packet.id = next_id_++;
  packet.generation = queue.generation;
  bool ended = false;
  while (!ended && !queue.cache.empty()) {
    packet.descriptors.push_back(queue.cache.pop());
    ended = ends_packet(packet.descriptors.back());
  }
  if (ended) {
    --queue.packets;
  } else {
    packet.bad = true;
  }
  const auto count = static_cast<std::uint32_t>(packet.descriptors.size());
  queue.taken += count;
  queue.granted_ever += count;
  while (queue.offers.size() > 1 && queue.offers.front().offered < queue.granted_ever) queue.offers.drop();
  packet.offered = queue.offers.empty() ? now : queue.offers.front().time;
  read_command(packet);
  packet.payload_end = packet.command.payload;
  if (!segment_grants_ || !packet.command.segment || packet.bad) return;
  queue.request = std::make_shared<TxRequest>();
  TxRequest& request = *queue.request;
  request.id = packet.id;
  request.generation = packet.generation;
  request.traffic_class = packet.traffic_class;
  request.offered = packet.offered;
  request.command = packet.command;
  request.descriptors.swap(packet.descriptors);
}

// Takes the next segment of the current request of the queue: its bytes in the remaining descriptors. Apart,
// so that other packets do not pay for its stack frame.
[[gnu::noinline]] void TxDma::take_segment(TxQueue& queue, TxPacket& packet) {
  const std::shared_ptr<TxRequest> shared = queue.request;
  TxRequest& request = *shared;
  const TxCommand& command = request.command;
  const std::uint32_t payload =
      std::min<std::uint32_t>(command.context.mss, command.payload - request.payload);
  std::uint32_t want = payload + (request.payload == 0 ? command.context.header_length() : 0);
  packet.request = shared;
  packet.id = request.id;
  packet.generation = request.generation;
  packet.offered = request.offered;
  packet.command = command;
  packet.frames = request.segments++;
  packet.payload_sent = request.payload;
  request.payload += payload;
  packet.payload_end = request.payload;
  const bool last = request.payload == command.payload;
  while (want != 0 || (last && request.next < request.descriptors.size())) {
    TxQueue::Descriptor& descriptor = request.descriptors[request.next];
    const std::uint32_t bytes = length(descriptor);
    packet.descriptors.push_back(descriptor);
    if (bytes <= want) {
      want -= bytes;
      ++request.next;
      continue;
    }
    packet.descriptors.back().high -= bytes - want;
    packet.descriptors.back().part = true;
    descriptor.low += want;
    descriptor.high -= want;
    want = 0;
  }
  if (last) queue.request.reset();
}

// Reads the command. All bits except RS come from the packet's first data descriptor.
void TxDma::read_command(TxPacket& packet) {
  TxQueue& queue = queues_[packet.queue];
  packet.command = owner_.transmit_defaults();
  TxCommand& command = packet.command;
  const bool always_fcs = command.insert_fcs;
  bool first = true;
  std::uint32_t bytes = 0;
  for (const auto& descriptor : packet.descriptors) {
    if (is_context(descriptor)) {
      queue.contexts[descriptor.high >> 36 & 7] = context_of(descriptor);
      continue;
    }
    if (!is_data(descriptor)) packet.bad = true;
    bytes += length(descriptor);
    if (!first) continue;
    first = false;
    command.insert_fcs = always_fcs || (descriptor.high >> 25 & 1) != 0;
    command.insert_vlan = (descriptor.high >> 30 & 1) != 0;
    if (!extended(descriptor)) {
      command.legacy_checksum = (descriptor.high >> 26 & 1) != 0;
      command.checksum_offset = static_cast<std::uint8_t>(descriptor.high >> 16);
      command.checksum_start = static_cast<std::uint8_t>(descriptor.high >> 40);
      command.vlan = static_cast<std::uint16_t>(descriptor.high >> 48);
      continue;
    }
    command.segment = (descriptor.high >> 31 & 1) != 0;
    command.stamp = (descriptor.high >> 19 & 1) != 0;
    command.ip_checksum = (descriptor.high >> 40 & 1) != 0;
    command.l4_checksum = (descriptor.high >> 41 & 1) != 0;
    command.payload = static_cast<std::uint32_t>(descriptor.high >> 46);
    command.context = queue.contexts[descriptor.high >> 36 & 7];
    command.vlan = command.context.vlan;
    const bool needs_context =
        command.segment || command.ip_checksum || command.l4_checksum || command.insert_vlan;
    if (needs_context && !command.context.valid) packet.bad = true;
  }
  if (first) packet.bad = true;
  owner_.pool_settings(packet.queue, command);
  // A single descriptor without bytes is no packet: it is only completed.
  packet.empty = !first && bytes == 0 && packet.descriptors.size() == 1;
  if (command.segment) {
    const std::uint32_t header = command.context.header_length();
    const std::uint32_t l4_least = command.context.tcp ? 20 : 8;
    const std::uint32_t ip_least = command.context.ipv4 ? 20 : 40;
    if (command.context.mss == 0 || bytes != header + command.payload || command.payload == 0 ||
        command.context.l4_length < l4_least || command.context.ip_length < ip_least ||
        command.context.sctp || header > kLongestHeader || header + command.context.mss > kLongestPacket) {
      packet.bad = true;
    }
  } else if (bytes > kLongestPacket || (bytes < kShortestPacket && !packet.empty)) {
    packet.bad = true;
  }
}

// The same for every segment but the last.
std::int64_t TxDma::granted_wire_bytes() const {
  const TxPacket& packet = *granted_;
  if (packet.bad || packet.empty) return 0;
  const auto on_wire = [&](std::uint32_t bytes) {
    return kPreambleSize + static_cast<std::int64_t>(size_of_frame(bytes, packet.command)) + kAverageGap;
  };
  if (!packet.command.segment) {
    std::uint32_t bytes = 0;
    for (const auto& descriptor : packet.descriptors) bytes += length(descriptor);
    return on_wire(bytes);
  }
  const std::uint32_t header = packet.command.context.header_length();
  const std::uint32_t mss = packet.command.context.mss;
  const std::uint32_t payload = packet.payload_end - packet.payload_sent;
  const std::uint32_t rest = payload % mss;
  return payload / mss * on_wire(header + mss) + (rest != 0 ? on_wire(header + rest) : 0);
}

}  // namespace ixsim::nic
