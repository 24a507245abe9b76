// The three tasks of the receive DMA engine, one step each per edge.
#include "nic/dma/rx_dma.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "ethernet/protocols.h"

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kTagOffset = 12;       // of the VLAN tag in a frame
constexpr std::uint32_t kLeastBuffer = 1'024;  // of a receive buffer
// Cookie of a write-back. The flush that its vector waits for ends with it, or its vector does not wait.
constexpr std::uint64_t kEndsFlush = 1;
constexpr std::uint64_t kImmediate = 2;

// Returns the number of descriptors in the next write-back.
std::uint32_t write_back_count(const RxQueue& queue) {
  return std::min({static_cast<std::uint32_t>(queue.used.size()),
                   kDescriptorsPerBlock - queue.head % kDescriptorsPerBlock, queue.count - queue.head});
}

std::uint32_t frame_errors(const ReceiveStatus& status) {
  return (status.crc ? 1u : 0) | (status.length ? 2u : 0) | (status.symbol ? 8u : 0) |
         (status.oversize ? 0x10u : 0) | (status.undersize ? 0x20u : 0);
}

}  // namespace

RxDma::RxDma(Agenda& agenda, PcieEndpoint& endpoint, PacketBuffer& buffer, unsigned port, RxDmaOwner& owner)
    : agenda_(agenda),
      endpoint_(endpoint),
      buffer_(buffer),
      port_(port),
      owner_(owner),
      queues_(kQueues),
      fetches_(endpoint, port, DmaSource::kRxFetch, *this) {}

void RxDma::connect(Agenda::Slot slot, InterruptUnit& interrupts) {
  slot_ = slot;
  interrupts_ = &interrupts;
}

void RxDma::queue_changed(unsigned index) {
  const RxQueue& queue = queues_[index];
  fetches_.want(index, queue.wants_fetch());
  write_back_wanted_.set(index, queue.wants_write_back());
}

void RxDma::enqueue(RxPacket& packet, Time now) {
  const unsigned partition = packet.decision.traffic_class;
  fifos_[partition].push(&packet);
  occupied_ |= 1u << partition;
  agenda_.arm(slot_, std::max(packet.ready, kDmaClock.edge_after(now)));
}

void RxDma::tail_written(unsigned index, Time now) {
  queues_[index].measure_low();
  queue_changed(index);
  wake(now);
}

void RxDma::enable(unsigned index, Time now) {
  RxQueue& queue = queues_[index];
  if (queue.enabled) return;
  // A frame that was being written when its ring was taken away cannot go on in another one.
  if (current_ != nullptr && current_->decision.queue == index) {
    drop_head(current_->decision.traffic_class, RxBucket::kQueueDisabled, now);
    current_ = nullptr;
    appending_ = low_in_chain_ = false;
    current_split_ = RxHeaderSplit();
  }
  queue.cache.clear();
  queue.enabled = true;
  queue.failed = false;
  endpoint_.expect_reads_of(queue.base);
  queue.fetched = queue.head;
  queue.demand = 0;
  tail_written(index, now);
}

void RxDma::disable(unsigned index, Time now) {
  RxQueue& queue = queues_[index];
  if (!queue.enabled) return;
  queue.enabled = false;
  queue.fetches.forget();
  queue.in_flight = 0;
  queue.demand = 0;
  if (queue.coalesced) close_coalesced(index);
  // A frame being written keeps the descriptors that it still needs; what it used is written back.
  if (current_ == nullptr || current_->decision.queue != index) queue.cache.clear();
  queue.flush = !queue.used.empty();
  tail_written(index, now);
}

void RxDma::drop_used(unsigned index, Time now) {
  RxQueue& queue = queues_[index];
  while (!queue.used.empty()) {
    for_each_coalesced(queue.used.pop().packet,
                       [&](RxPacket& packet) { owner_.dropped(packet, RxBucket::kQueueDisabled, now); });
  }
  if (queue.coalesced) drop_coalesced(index, now);
  queue.flush = queue.vector_flush = queue.immediate = false;
  interrupts_->queue_flushed(index, now);
  queue_changed(index);
}

void RxDma::request_flush(unsigned index, Time now) {
  queues_[index].flush = !queues_[index].used.empty();
  queue_changed(index);
  wake(now);
}

std::uint64_t RxDma::flush(std::uint64_t mask, unsigned first, Time now) {
  std::uint64_t flushed = 0;
  for (; mask != 0; mask &= mask - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(mask));
    const unsigned index = first + bit;
    if (queues_[index].waiting != 0) close_coalesced(index);
    if (queues_[index].used.empty()) continue;
    flushed |= std::uint64_t{1} << bit;
    queues_[index].vector_flush = true;
    request_flush(index, now);
  }
  return flushed;
}

void RxDma::space_freed(Time now) {
  if (!waits_for_space_) return;
  waits_for_space_ = false;
  wake(now);
}

void RxDma::act(Time now) {
  bool acted = false;
  if (!write_back_wanted_.empty() || occupied_ != 0) {
    if (endpoint_.has_space(port_)) {
      acted = write_back(now) || move_data(now);
    } else {
      waits_for_space_ = true;
    }
  }
  acted |= fetch(now);
  const bool more = current_ != nullptr || fetches_.wanted() || !write_back_wanted_.empty();
  if (acted && more) {
    agenda_.arm(slot_, kDmaClock.edge_after(now));
    return;
  }
  // Work that waits for a time has its own wake-up; work that waits for descriptors or credits is woken.
  for (std::uint32_t rest = occupied_; rest != 0; rest &= rest - 1) {
    const Time ready = fifos_[static_cast<unsigned>(__builtin_ctz(rest))].front()->ready;
    if (ready > now) {
      agenda_.arm(slot_, ready);
    } else if (acted) {
      agenda_.arm(slot_, kDmaClock.edge_after(now));
    }
  }
}

Time RxDma::earliest_output(Time due, Time lookahead) const {
  if (current_ != nullptr || (occupied_ & (occupied_ - 1)) != 0 || special_ || buffer_.watched())
    return due + lookahead;
  const int used = write_back_wanted_.next(next_write_back_);
  if (used >= 0) {
    const auto index = static_cast<unsigned>(used);
    const RxQueue& queue = queues_[index];
    return endpoint_.least_arrival(due, write_back_count(queue) * kDescriptorBytes,
                                   tlp::request_header(queue.base));
  }
  // A frame that lacks descriptors may put another queue, with a shorter header, in front.
  if (fetches_.next() >= 0) return endpoint_.least_arrival_of_read(due);
  if (occupied_ == 0) return due + lookahead;
  // The next request is the data of this frame, and nothing that follows from it passes it on the link.
  const RxPacket& packet = *fifos_[static_cast<unsigned>(__builtin_ctz(occupied_))].front();
  const RxQueue& queue = queues_[packet.decision.queue];
  const std::uint32_t buffer =
      packet.length <= kLeastBuffer ? kLeastBuffer : owner_.policy_of(packet).buffer_bytes;
  const std::uint32_t need = (packet.length + buffer - 1) / buffer;
  // Too few descriptors at hand: it may ask for more, which shows at once.
  if (!queue.enabled || queue.failed || queue.cache.size() < need) return due + lookahead;
  return least_arrival(due, std::min(packet.length, buffer));
}

bool RxDma::write_back(Time now) {
  const int found = write_back_wanted_.next(next_write_back_);
  if (found < 0) return false;
  const auto index = static_cast<unsigned>(found);
  next_write_back_ = (index + 1) % kQueues;
  RxQueue& queue = queues_[index];
  const std::uint32_t count = write_back_count(queue);
  DmaRequest& request = endpoint_.make_request();
  request.kind = DmaKind::kWrite;
  request.source = DmaSource::kRxWriteBack;
  request.port = static_cast<std::uint8_t>(port_);
  request.queue = static_cast<std::uint16_t>(index);
  request.address = queue.base + std::uint64_t{queue.head} * kDescriptorBytes;
  request.length = count * kDescriptorBytes;
  request.client = this;
  std::uint8_t* const out = request.own(request.length);
  for (std::uint32_t i = 0; i < count; ++i) {
    const RxQueue::Used used = queue.used.pop();
    store_le64(out + i * kDescriptorBytes, used.low);
    // Between the two, or the compiler splits both.
    if (used.packet != nullptr) request.tokens[request.token_count++] = used.packet;
    store_le64(out + i * kDescriptorBytes + 8, used.high);
  }
  queue.head = (queue.head + count) % queue.count;
  // The request that empties the queue ends the flush that its vector waits for, whatever is used meanwhile.
  request.cookie = 0;
  if (queue.used.empty()) {
    request.cookie = (queue.vector_flush ? kEndsFlush : 0) | (queue.immediate ? kImmediate : 0);
    queue.flush = queue.vector_flush = queue.immediate = false;
  } else if (!queue.wants_write_back() && interrupts_->descriptor_waits(index, now)) {
    queue.flush = true;  // beyond the block, and fewer than the threshold
  }
  queue_changed(index);
  endpoint_.submit(request, now);
  return true;
}

void RxDma::drop_head(unsigned partition, RxBucket bucket, Time now) {
  RxPacket* packet = fifos_[partition].pop();
  if (fifos_[partition].empty()) occupied_ &= ~(1u << partition);
  queues_[packet->decision.queue].demand = 0;
  buffer_.give_back(partition, packet->buffer_bytes, now);
  owner_.dropped(*packet, bucket, now);
}

bool RxDma::admit(unsigned partition, Time now) {
  RxPacket& packet = *fifos_[partition].front();
  if (packet.ready > now) return false;
  RxQueue& queue = queues_[packet.decision.queue];
  const auto count_stall = [&] {
    if (!packet.stalled) owner_.no_buffer(partition);
    packet.stalled = true;
  };
  if (!queue.enabled || !owner_.receive_enabled()) {
    count_stall();
    drop_head(partition, RxBucket::kQueueDisabled, now);
    return false;
  }
  if (queue.failed) {
    drop_head(partition, RxBucket::kDmaError, now);
    return false;
  }
  const QueueBufferPolicy policy = current_policy_ = owner_.policy_of(packet);
  const std::uint32_t need =
      special_ ? descriptors_needed(packet, policy)
               : std::max(1u, (packet.length + policy.buffer_bytes - 1) / policy.buffer_bytes);
  if (queue.cache.size() >= need) {
    queue.demand = 0;
    return true;
  }
  const auto coming = static_cast<std::uint32_t>(queue.cache.size()) + queue.in_flight + queue.offered();
  const bool fits = need < queue.count;
  // Used descriptors below the write-back threshold would wait for this frame as it waits for them.
  if (coming < need || queue.on_chip() >= kDescriptorCache) {
    if (queue.waiting != 0) close_coalesced(packet.decision.queue);
    if (!queue.used.empty() && !queue.flush) request_flush(packet.decision.queue, now);
  }
  if (fits && coming >= need) {
    if (queue.demand != need) {
      queue.demand = need;
      queue_changed(packet.decision.queue);
    }
    return false;
  }
  count_stall();
  // A frame that can never fit the ring would block the partition permanently.
  if (policy.drop || !fits) drop_head(partition, RxBucket::kNoDescriptor, now);
  return false;
}

bool RxDma::pick_by_credits(Time now) {
  if (arbiter_.stopped()) return false;
  std::uint32_t ready = 0;
  for (std::uint32_t rest = occupied_; rest != 0; rest &= rest - 1) {
    const auto partition = static_cast<unsigned>(__builtin_ctz(rest));
    const std::size_t held = fifos_[partition].size();
    if (admit(partition, now)) {
      ready |= 1u << partition;
    } else if (fifos_[partition].size() != held) {
      return true;
    }
  }
  if (ready == 0) return false;
  const unsigned partition = arbiter_.choose(ready);
  current_ = fifos_[partition].front();
  current_policy_ = owner_.policy_of(*current_);
  arbiter_.take(ready, partition, static_cast<std::uint32_t>(current_->frame->size()));
  return false;
}

bool RxDma::move_data(Time now) {
  if (current_ == nullptr) {
    if (arbitrated_ && pick_by_credits(now)) return true;
    // Partitions that hold frames, in turn from next_partition_ on.
    const std::uint32_t in_turn = arbitrated_ ? 0 : occupied_;
    std::uint32_t turn = ((in_turn << PacketBuffer::kPartitions | in_turn) >> next_partition_) & 0xff;
    for (; turn != 0 && current_ == nullptr; turn &= turn - 1) {
      const unsigned partition =
          (next_partition_ + static_cast<unsigned>(__builtin_ctz(turn))) % PacketBuffer::kPartitions;
      const std::size_t held = fifos_[partition].size();
      if (admit(partition, now)) {
        current_ = fifos_[partition].front();
        next_partition_ = (partition + 1) % PacketBuffer::kPartitions;
      } else if (fifos_[partition].size() != held) {
        return true;  // a drop takes this edge
      }
    }
    if (current_ == nullptr) return false;
    owner_.first_data(*current_, now);
    if (special_ && queues_[current_->decision.queue].coalesced) begin_coalesced(*current_);
    if (headers_) {
      current_split_ = owner_.header_split_of(*current_, current_policy_);
      current_->written = current_split_.data_from;
      if (current_split_.header_bytes != 0) {
        write_header(*current_, now);
        return true;
      }
    }
  }
  if (appending_) {
    write_segment(now);
  } else {
    write_buffer(*current_, now);
  }
  return true;
}

// Makes a write of `bytes` bytes of the packet; `from` is the position of the first of them in the data for
// the host.
inline DmaRequest& RxDma::data_request(RxPacket& packet, std::uint64_t address, std::uint32_t from,
                                       std::uint32_t bytes) {
  DmaRequest& request = endpoint_.make_request();
  request.kind = DmaKind::kWrite;
  request.source = DmaSource::kRxData;
  request.port = static_cast<std::uint8_t>(port_);
  request.queue = static_cast<std::uint16_t>(packet.decision.queue);
  request.address = address;
  request.length = bytes;
  request.client = this;
  request.tokens[0] = &packet;
  const std::uint8_t* const frame =
      packet.crc_kept ? packet.frame->bytes().data : packet.frame->without_fcs().data;
  if (!packet.vlan_stripped) {
    request.data = frame + from;
  } else if (const std::uint32_t tag = kTagOffset + packet.outer(); from >= tag) {
    request.data = frame + from + kTagBytes;
  } else {
    // The tag lies inside this part: close the gap in a copy.
    std::uint8_t* const out = request.own(bytes);
    const std::uint32_t head = std::min(tag - from, bytes);
    if (head == kTagOffset) {
      std::memcpy(out, frame + from, kTagOffset);  // usual, and a fixed size is copied in place
    } else {
      std::memcpy(out, frame + from, head);
    }
    std::memcpy(out + head, frame + tag + kTagBytes, bytes - head);
  }
  ++packet.writes;
  return request;
}

DmaRequest& RxDma::segment_request(RxPacket& packet, std::uint64_t address, std::uint32_t from,
                                   std::uint32_t bytes) {
  return data_request(packet, address, from, bytes);
}

void RxDma::write_header(RxPacket& packet, Time now) {
  RxQueue& queue = queues_[packet.decision.queue];
  DmaRequest& request =
      data_request(packet, queue.cache.front().header & ~std::uint64_t{1}, 0, current_split_.header_bytes);
  if (packet.written == packet.length) {
    const std::uint64_t buffer = queue.cache.pop().buffer;
    return use_descriptor(packet, queue, request, buffer, 0, now);
  }
  request.cookie = 0;
  endpoint_.submit(request, now);
}

void RxDma::write_buffer(RxPacket& packet, Time now) {
  RxQueue& queue = queues_[packet.decision.queue];
  const std::uint64_t buffer = queue.cache.front().buffer;
  queue.cache.drop();
  const std::uint32_t bytes = std::min(current_policy_.buffer_bytes, packet.length - packet.written);
  DmaRequest& request = data_request(packet, buffer, packet.written, bytes);
  packet.written += bytes;
  use_descriptor(packet, queue, request, buffer, bytes, now);
}

inline void RxDma::use_descriptor(RxPacket& packet, RxQueue& queue, DmaRequest& request, std::uint64_t buffer,
                                  std::uint32_t bytes, Time now) {
  if (special_ && queue.coalesced) return use_coalesced(packet, queue, request, buffer, bytes, now);
  const unsigned index = packet.decision.queue;
  const bool last = packet.written == packet.length;
  request.cookie = last ? 1 : 0;
  describe(queue, packet, current_policy_, buffer, bytes, last);
  if (current_split_.described) describe_header(queue.used.back());
  if (last) {
    const unsigned partition = packet.decision.traffic_class;
    fifos_[partition].drop();
    if (fifos_[partition].empty()) occupied_ &= ~(1u << partition);
    current_ = nullptr;
    if (!queue.enabled) queue.cache.clear();
  }
  if (--queue.until_low == 0) {
    queue.flush = true;
    queue.immediate |= low_is_immediate_;
  }
  // With no descriptor left the engine writes back what it has: software could otherwise wait for ever.
  const bool starved = queue.cache.empty() && queue.in_flight == 0 && queue.offered() == 0;
  if (!queue.enabled || starved || (last && packet.immediate)) {
    queue.flush = true;
    queue.immediate |= packet.immediate;
  } else if (last && !queue.wants_write_back() && interrupts_->descriptor_waits(index, now)) {
    queue.flush = true;
  }
  queue_changed(index);
  endpoint_.submit(request, now);
}

void RxDma::describe(RxQueue& queue, const RxPacket& packet, const QueueBufferPolicy& policy,
                     std::uint64_t buffer, std::uint32_t bytes, bool last) {
  RxQueue::Used used;
  std::uint32_t status = 1;  // DD
  std::uint32_t errors = 0;  // bits of the legacy error byte: CE 0, LE 1, PE 3, OSE 4, USE 5, TCPE 6, IPE 7
  std::uint32_t tag = 0;
  const ReceiveOffload& offload = packet.offload;
  const Decision& decision = packet.decision;
  if (last) {
    status |= 2;  // EOP
    if (packet.vlan_stripped) {
      status |= 8;  // VP
      tag = decision.tci;
    }
    status |= (offload.udpcs ? 0x10u : 0) | (offload.l4cs ? 0x20u : 0) | (offload.ipcs ? 0x40u : 0) |
              (decision.inexact ? 0x80u : 0);
    errors = (offload.tcpe ? 0x40u : 0) | (offload.ipe ? 0x80u : 0);
    if (packet.status.error()) errors |= frame_errors(packet.status);
    used.packet = const_cast<RxPacket*>(&packet);
  }
  if (policy.type != RxDescriptorType::kLegacy) {
    if (last) {
      status |= (packet.crc_kept ? 0x100u : 0) | (packet.status.outer_tag ? 0x200u : 0) |
                (offload.udpv ? 0x400u : 0);
      status |= packet.immediate ? 0x800u : 0;      // DYNINT
      status |= packet.stamped ? 0x10000u : 0;      // TS
      status |= decision.loopback ? 0x4'0000u : 0;  // LB
      used.low = std::uint64_t{decision.rss_type} | (std::uint64_t{decision.packet_type} << 4);
      used.low |= std::uint64_t{packet.rss_field} << 32;
    }
    used.high =
        status | (std::uint64_t{errors} << 24) | (std::uint64_t{bytes} << 32) | (std::uint64_t{tag} << 48);
  } else {
    used.low = buffer;
    used.high = bytes | (std::uint64_t{offload.fragment_checksum} << 16) |
                (std::uint64_t{status & 0xff} << 32) | (std::uint64_t{errors} << 40) |
                (std::uint64_t{tag} << 48);
  }
  queue.used.push(used);
}

void RxDma::describe_header(RxQueue::Used& used) {
  const RxHeaderSplit split = current_split_;
  current_split_ = RxHeaderSplit();
  used.low |= std::uint64_t{split.hdr_len << 21 | (split.sph ? 0x8000'0000u : 0)};
  used.high |= split.hbo ? 0x80'0000u : 0;
  used.high += std::uint64_t{split.not_there} << 32;
}

bool RxDma::fetch(Time now) {
  if (!fetches_.wanted() || !owner_.receive_enabled()) return false;
  const int found = fetches_.make(queues_, now);
  if (found < 0) return false;
  queue_changed(static_cast<unsigned>(found));
  return true;
}

void RxDma::write_left(DmaRequest& request, Time end) {
  if (request.source == DmaSource::kRxData) {
    if (request.cookie == 0) return;
    RxPacket& packet = *static_cast<RxPacket*>(request.tokens[0]);
    // Also for a packet lost since then: only now is its buffer space free.
    buffer_.give_back(packet.decision.traffic_class, packet.buffer_bytes, end);
    if (!packet.retired) owner_.last_data(packet, end);
    return;
  }
  interrupts_->queue_cause(request.queue, end);
  if (request.cookie == 0) return;
  if ((request.cookie & kImmediate) != 0) interrupts_->skip_moderation(request.queue, end);
  if ((request.cookie & kEndsFlush) != 0) interrupts_->queue_flushed(request.queue, end);
}

void RxDma::write_arrived(DmaRequest& request, Time now, bool ok) {
  if (request.source == DmaSource::kRxData) {
    RxPacket& packet = *static_cast<RxPacket*>(request.tokens[0]);
    if (!ok) packet.failed = true;
    --packet.writes;
    if (packet.retired && packet.writes == 0) owner_.writes_done(packet);
    return;
  }
  for (unsigned i = 0; i < request.token_count; ++i) {
    for_each_coalesced(static_cast<RxPacket*>(request.tokens[i]), [&](RxPacket& packet) {
      if (!ok) packet.failed = true;
      owner_.written_back(packet, now);
    });
  }
}

void RxDma::read_done(DmaRequest& request, Time now, bool ok) {
  RxQueue& queue = queues_[request.queue];
  wake(now);
  fetches_.answered(queue, request, ok, [&](const std::uint8_t* bytes, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t buffer = load_le64(bytes + i * kDescriptorBytes);
      if (buffer >> 32 == 0) least_header_ = tlp::kHeader3Dw;
      queue.cache.push({buffer, load_le64(bytes + i * kDescriptorBytes + 8)});
    }
  });
  queue_changed(request.queue);
}

void RxDma::reset(Time now, std::vector<RxPacket*>& lost) {
  for (unsigned partition = 0; partition < PacketBuffer::kPartitions; ++partition) {
    auto& fifo = fifos_[partition];
    while (!fifo.empty()) {
      RxPacket* packet = fifo.pop();
      buffer_.give_back(partition, packet->buffer_bytes, now);
      lost.push_back(packet);
    }
  }
  occupied_ = 0;
  next_partition_ = next_write_back_ = 0;
  fetches_.reset_turn();
  current_ = nullptr;
  current_split_ = RxHeaderSplit();
  reset_coalescing(lost);
  for (unsigned index = 0; index < kQueues; ++index) {
    RxQueue& queue = queues_[index];
    while (!queue.used.empty()) {
      for_each_coalesced(queue.used.pop().packet, [&](RxPacket& packet) { lost.push_back(&packet); });
    }
    queue.cache.clear();
    queue.fetches.forget();
    queue.base = 0;
    queue.count = queue.tail = queue.prefetch = queue.host = queue.head = queue.fetched = 0;
    queue.in_flight = queue.demand = 0;
    queue.write_back = 1;
    queue.low_watermark = 0;
    queue.until_low = RxQueue::kNeverLow;
    queue.enabled = queue.failed = queue.flush = queue.vector_flush = false;
    queue_changed(index);
  }
}

}  // namespace ixsim::nic
