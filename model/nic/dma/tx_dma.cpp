// The jobs of the transmit DMA engine, one step an edge each.
#include "nic/dma/tx_dma.h"

#include <algorithm>
#include <cassert>

#include "nic/dma/tx_offload.h"

namespace ixsim {
namespace {

constexpr std::uint64_t kDone = std::uint64_t{1} << 32;
constexpr std::uint32_t kTagAndFcs = 8;
constexpr std::uint32_t kMinFrame = 64;

// Fields of a descriptor's second quad word.
bool extended(const TxQueue::Descriptor& d) { return (d.high >> 29 & 1) != 0; }
unsigned type(const TxQueue::Descriptor& d) { return static_cast<unsigned>(d.high >> 20 & 0xf); }
bool is_context(const TxQueue::Descriptor& d) { return extended(d) && type(d) == 2; }
bool is_data(const TxQueue::Descriptor& d) { return !extended(d) || type(d) == 3; }
bool ends_packet(const TxQueue::Descriptor& d) { return !is_context(d) && (d.high >> 24 & 1) != 0; }
bool wants_status(const TxQueue::Descriptor& d) { return !is_context(d) && (d.high >> 27 & 1) != 0; }
std::uint32_t length(const TxQueue::Descriptor& d) {
  return is_data(d) ? static_cast<std::uint32_t>(d.high & 0xffff) : 0;
}

TxContext context_of(const TxQueue::Descriptor& d) {
  TxContext context;
  context.valid = true;
  context.ip_length = static_cast<std::uint16_t>(d.low & 0x1ff);
  context.mac_length = static_cast<std::uint8_t>(d.low >> 9 & 0x7f);
  context.vlan = static_cast<std::uint16_t>(d.low >> 16);
  context.ipv4 = (d.high >> 10 & 1) != 0;
  context.tcp = (d.high >> 11 & 3) == 1;
  context.l4_length = static_cast<std::uint8_t>(d.high >> 40);
  context.mss = static_cast<std::uint16_t>(d.high >> 48);
  return context;
}

}  // namespace

TxDma::TxDma(Agenda& agenda, PcieEndpoint& endpoint, unsigned port, TxDmaOwner& owner, unsigned queues,
             std::uint32_t buffer_bytes)
    : agenda_(agenda),
      endpoint_(endpoint),
      port_(port),
      owner_(owner),
      queues_(queues),
      fetches_(endpoint, port, DmaSource::kTxFetch, *this),
      buffer_bytes_(buffer_bytes) {}

void TxDma::connect(Agenda::Slot slot, InterruptUnit& interrupts) {
  slot_ = slot;
  interrupts_ = &interrupts;
}

TxPacket& TxDma::new_packet() {
  if (free_packets_.empty()) {
    packets_.push_back(std::make_unique<TxPacket>());
    free_packets_.push_back(packets_.back().get());
  }
  TxPacket& packet = *free_packets_.back();
  free_packets_.pop_back();
  packet.bad = packet.failed = packet.flushed = packet.empty = false;
  packet.next_descriptor = packet.next_piece = packet.reserved = 0;
  packet.frames = packet.payload_sent = packet.header_reserved = 0;
  packet.reads_made = packet.reads_taken = 0;
  packet.descriptors.clear();
  packet.asked = packet.arrived = packet.used = 0;
  packet.header.clear();
  packet.reads.clear();
  packet.request.reset();
  return packet;
}

// --- Requests and grants.

// One threshold for all queues, whatever they hold: if each waited for space for its own next packet, queues
// with short packets would take all space that is freed and those with long ones would starve.
bool TxDma::has_space(unsigned traffic_class) const {
  const Partition& partition = partitions_[traffic_class];
  return partition.used < partition.limit && buffer_used_ + kLongestPacket + kSlack <= buffer_bytes_;
}

QueueMask TxDma::requests_by_class() const {
  QueueMask requests;
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((stalled_ >> i & 1) != 0 || !has_space(i)) continue;
    for (unsigned k = 0; k < std::size(requests.words); ++k)
      requests.words[k] |= holding_.word(k) & layout_->queues_of[i].words[k];
  }
  return requests;
}

void TxDma::update_requests(Time now) {
  QueueMask requests;
  if (layout_ != nullptr) {
    requests = requests_by_class();
  } else if (has_space(0)) {
    requests = {{holding_.word(0), holding_.word(1)}};
  }
  if (requests == requests_) return;
  requests_ = requests;
  owner_.requests_changed(now);
}

void TxDma::queue_changed(unsigned index, Time now) {
  const TxQueue& queue = queues_[index];
  fetches_.want(index, queue.wants_fetch());
  write_back_wanted_.set(index, queue.wants_write_back());
  holding_.set(index, queue.has_packet());
  update_requests(now);
}

std::uint32_t TxDma::grant(unsigned index, Time now) {
  TxQueue& queue = queues_[index];
  TxPacket& packet = new_packet();
  packet.queue = index;
  packet.traffic_class = queue.request != nullptr ? queue.request->traffic_class : class_of(index);
  packet.order = grants_++;
  if (queue.request == nullptr) take_packet(queue, packet, now);
  if (queue.request != nullptr) take_segment(queue, packet);
  partitions_[packet.traffic_class].active.push(&packet);
  busy_ |= 1u << packet.traffic_class;
  unread_ |= 1u << packet.traffic_class;
  // The engine's own part follows at its next edge: this very edge may be one of its own too.
  granted_at_ = now;
  granted_queue_ = index;
  holding_.set(index, queue.has_packet());
  update_requests(now);
  owner_.ready_changed(false, now);
  agenda_.arm_after(slot_, now);
  std::uint32_t bytes = 0;
  for (const auto& descriptor : packet.descriptors) bytes += length(descriptor);
  if (packet.bytes.size() < bytes) packet.bytes.resize(bytes);
  return std::max(bytes, 1u);
}

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

// The next segment of the request that the queue is in: its bytes of the descriptors that are left.
void TxDma::take_segment(TxQueue& queue, TxPacket& packet) {
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

// All but RS counts from the packet's first data descriptor.
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
        header > kLongestHeader || header + command.context.mss > kLongestPacket) {
      packet.bad = true;
    }
  } else if (bytes > kLongestPacket || (bytes < kShortestPacket && !packet.empty)) {
    packet.bad = true;
  }
}

void TxDma::buffer_freed(unsigned traffic_class, std::uint32_t bytes, Time now) {
  use(traffic_class, -std::int64_t{bytes});
  update_requests(now);
  // A read may have waited for the space.
  if (stalled_ != 0) agenda_.arm_after(slot_, now);
}

void TxDma::set_partitions(const TxPartitions& partitions, Time now) {
  layout_ = partitions.layout;
  std::uint32_t left = buffer_bytes_;
  for (unsigned i = 0; i < kClasses; ++i) {
    Partition& partition = partitions_[i];
    partition.size = std::min(partitions.sizes[i], left);
    const bool marked = partitions.marks[i] != TxPartitions::kNoWatermark;
    partition.limit = 0;
    if (partition.size >= kLeastPartition)
      partition.limit = (marked ? partitions.marks[i] : partition.size - kLongestPacket - kSlack) + 1;
    left -= partition.size;
  }
  update_requests(now);
  owner_.ready_changed(ready(), now);
  agenda_.arm_after(slot_, now);
}

// --- Registers.

void TxDma::tail_written(unsigned index, std::uint32_t tail, Time now) {
  const Time ready = kDmaClock.edge_after(now) + kDoorbell;
  doorbells_.push({ready, index, tail, now});
  agenda_.arm(slot_, ready);
}

void TxDma::enable(unsigned index, Time now) {
  TxQueue& queue = queues_[index];
  if (queue.enabled) return;
  // Packets granted from the ring before are sent; their completions are dropped.
  ++queue.generation;
  queue.taken = 0;
  queue.enabled = true;
  queue.failed = false;
  // Descriptors used before and not written back are never written: their vector must not wait for them.
  queue.done.clear();
  queue.done_status = 0;
  queue.flush = false;
  interrupts_->queue_flushed(InterruptUnit::kTxEntry + index, now);
  // A tail written before holds from the beginning.
  for (std::size_t left = doorbells_.size(); left > 0; --left) {
    const Doorbell bell = doorbells_.pop();
    if (bell.queue == index) {
      queue.tail = bell.tail;
    } else {
      doorbells_.push(bell);
    }
  }
  endpoint_.expect_reads_of(queue.base);
  queue.fetched = queue.head;
  queue.offered_ever = queue.granted_ever = 0;
  queue.offers.clear();
  if (queue.tail >= queue.count) {
    ++ring_errors_;
  } else if (queue.offered() != 0) {
    queue.offered_ever = queue.offered();
    queue.offers.push({queue.offered_ever, now});
  }
  queue_changed(index, now);
  agenda_.arm_after(slot_, now);
}

void TxDma::disable(unsigned index, Time now) {
  TxQueue& queue = queues_[index];
  if (!queue.enabled) return;
  queue.enabled = false;
  queue.fetches.forget();
  queue.in_flight = 0;
  queue.packets = 0;
  queue.cache.clear();
  queue.offers.clear();
  queue.flush = !queue.done.empty();
  queue_changed(index, now);
  agenda_.arm_after(slot_, now);
}

void TxDma::request_flush(unsigned index, Time now) {
  queues_[index].flush = queues_[index].done_status != 0;
  queue_changed(index, now);
  agenda_.arm_after(slot_, now);
}

std::uint64_t TxDma::flush(std::uint64_t mask, unsigned first, Time now) {
  std::uint64_t flushed = 0;
  for (; mask != 0; mask &= mask - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(mask));
    const unsigned index = first + bit;
    if (index >= queues() || queues_[index].done_status == 0) continue;
    flushed |= std::uint64_t{1} << bit;
    request_flush(index, now);
  }
  // The engine acts behind the interrupt unit at the same edge, and has all it needs.
  if (flushed != 0) agenda_.arm(slot_, now);
  return flushed;
}

void TxDma::reset(Time now) {
  for (auto& partition : partitions_) {
    for (std::size_t i = 0; i < partition.active.size(); ++i)
      partition.active[i]->bad = partition.active[i]->flushed = true;
  }
  for (unsigned index = 0; index < queues(); ++index) {
    TxQueue& queue = queues_[index];
    const std::uint32_t generation = queue.generation + 1;
    if (queue.request != nullptr) owner_.packet_lost(queue.request->id, index, now);
    queue.fetches.forget();
    FetchOrder fetches = std::move(queue.fetches);
    queue = TxQueue();
    queue.generation = generation;
    queue.fetches = std::move(fetches);
    queue_changed(index, now);
  }
  doorbells_.clear();
  next_write_back_ = 0;
  fetches_.reset_turn();
  agenda_.arm_after(slot_, now);
}

// --- Steps.

void TxDma::act(Time now) {
  if (granted_at_ == now) {
    agenda_.arm(slot_, kDmaClock.edge_after(now));
  } else if (granted_at_ != kNever) {
    granted_at_ = kNever;
    queue_changed(granted_queue_, now);
  }
  while (!doorbells_.empty() && doorbells_.front().ready <= now) {
    const Doorbell bell = doorbells_.pop();
    TxQueue& queue = queues_[bell.queue];
    if (queue.count != 0 && bell.tail < queue.count && queue.tail < queue.count) {
      queue.offered_ever += (bell.tail + queue.count - queue.tail) % queue.count;
      queue.offers.push({queue.offered_ever, bell.written});
    }
    queue.tail = bell.tail;
    if (queue.enabled && queue.tail >= queue.count) ++ring_errors_;
    queue_changed(bell.queue, now);
  }
  bool acted = write_back(now);
  acted |= deliver(now);
  acted |= read_data(now);
  acted |= fetch(now);
  // Work that waits for the link, for data or for space is woken.
  const bool reads = unread_ != 0 && !waits_for_read();
  const bool more = !write_back_wanted_.empty() || reads || fetches_.wanted() || data_here();
  if (acted && more) agenda_.arm(slot_, kDmaClock.edge_after(now));
  if (!doorbells_.empty()) agenda_.arm(slot_, doorbells_.front().ready);
}

bool TxDma::waits_for_read() const {
  if (reads_open_ < kReadsAhead) return false;
  for (std::uint32_t rest = unread_; rest != 0; rest &= rest - 1) {
    const Partition& partition = partitions_[static_cast<unsigned>(__builtin_ctz(rest))];
    const TxPacket& packet = *partition.active[partition.reading];
    if (packet.bad || packet.next_descriptor == packet.descriptors.size() ||
        length(packet.descriptors[packet.next_descriptor]) == packet.next_piece)
      return false;
  }
  return true;
}

bool TxDma::fetch(Time now) {
  const int found = fetches_.make(queues_, now);
  if (found < 0) return false;
  queue_changed(static_cast<unsigned>(found), now);
  return true;
}

void TxDma::change_stalled(unsigned traffic_class, Time now) {
  stalled_ ^= 1u << traffic_class;
  if (layout_ == nullptr) return;
  update_requests(now);
  owner_.ready_changed(ready(), now);
}

bool TxDma::read_data(Time now) {
  if (unread_ == 0 || granted_at_ == now) return false;
  for (std::uint32_t rest = unread_; rest != 0;) {
    auto oldest = static_cast<unsigned>(__builtin_ctz(rest));
    for (std::uint32_t more = rest & (rest - 1); more != 0; more &= more - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(more));
      const auto order = [&](unsigned c) { return partitions_[c].active[partitions_[c].reading]->order; };
      if (order(i) < order(oldest)) oldest = i;
    }
    rest &= ~(1u << oldest);
    const ReadStep step = read_packet(oldest, now);
    if (step == ReadStep::kNone) return false;
    set_stalled(oldest, step == ReadStep::kNoSpace, now);
    if (step == ReadStep::kMade) return true;
  }
  return false;
}

// One read of the packet that the class has come to.
TxDma::ReadStep TxDma::read_packet(unsigned traffic_class, Time now) {
  Partition& partition = partitions_[traffic_class];
  TxPacket& packet = *partition.active[partition.reading];
  if (packet.next_descriptor == packet.descriptors.size()) {
    if (++partition.reading == partition.active.size()) unread_ &= ~(1u << traffic_class);
    if (ready()) owner_.ready_changed(true, now);
    return ReadStep::kMade;
  }
  const TxQueue::Descriptor& descriptor = packet.descriptors[packet.next_descriptor];
  const std::uint32_t left = packet.bad ? 0 : length(descriptor) - packet.next_piece;
  std::uint32_t piece = std::min(left, kReadPiece);
  std::uint32_t growth = kTagAndFcs + kMinFrame;
  if (packet.command.segment && piece != 0) {
    const std::uint32_t mss = packet.command.context.mss;
    piece = std::min(piece, mss * (layout_ != nullptr ? kSegmentsOfSmallPiece : kSegmentsOfPiece));
    const std::uint32_t a_segment = std::max(packet.command.context.header_length() + kTagAndFcs, kMinFrame);
    growth = (piece / mss + 1) * a_segment;
  }
  if (piece != 0) {
    if (reads_open_ >= kReadsAhead) return ReadStep::kNone;
    // A granted packet finds space, also if the partition has been made smaller since.
    const std::uint32_t more = piece + growth + kSlack;
    if (partition.used + more > std::max(partition.size, kLeastPartition) ||
        buffer_used_ + more > buffer_bytes_)
      return ReadStep::kNoSpace;
  }
  TxPacket::Read read;
  read.length = piece;
  read.growth = piece != 0 ? growth : 0;
  const bool taken = piece == left;
  read.ends_descriptor = taken && !descriptor.part;
  read.wants_status = wants_status(descriptor);
  read.arrived = piece == 0;
  if (piece != 0) {
    DmaRequest& request = endpoint_.make_request();
    request.kind = DmaKind::kRead;
    request.source = DmaSource::kTxData;
    request.port = static_cast<std::uint8_t>(port_);
    request.queue = static_cast<std::uint16_t>(packet.queue);
    request.address = descriptor.low + packet.next_piece;
    request.length = piece;
    request.client = this;
    request.tokens[0] = &packet;
    request.cookie = packet.reads_made++;
    request.into = packet.bytes.data() + packet.asked;
    packet.asked += piece;
    use(traffic_class, std::int64_t{piece} + growth);
    update_requests(now);
    packet.reserved += piece + growth;
    ++reads_open_;
    endpoint_.submit(request, now);
  } else {
    ++packet.reads_made;
  }
  packet.reads.push(read);
  packet.next_piece += piece;
  if (taken) {
    ++packet.next_descriptor;
    packet.next_piece = 0;
  }
  return ReadStep::kMade;
}

void TxDma::send_frame(TxPacket& packet, const FrameRef& frame, std::uint32_t bytes, bool last, Time now) {
  // The frame takes the place of the bytes that were read for it.
  use(packet.traffic_class, static_cast<std::int64_t>(frame->size()) - bytes);
  packet.reserved -= bytes;
  ++packet.frames;
  owner_.frame_ready(frame, packet, last, now);
}

void TxDma::send_segments(TxPacket& packet, bool complete, Time now) {
  const TxContext& context = packet.command.context;
  const std::uint32_t header = context.header_length();
  if (packet.request != nullptr) packet.header = packet.request->header;
  if (packet.header.empty()) {
    if (packet.arrived < header) return;
    packet.header.assign(packet.bytes.begin(), packet.bytes.begin() + header);
    packet.used = header;
    packet.header_reserved = header;
    if (packet.request != nullptr) packet.request->header = packet.header;
  }
  while (packet.payload_sent < packet.payload_end) {
    const std::uint32_t want = std::min<std::uint32_t>(context.mss, packet.payload_end - packet.payload_sent);
    const bool last = packet.payload_sent + want == packet.command.payload;
    if (packet.arrived - packet.used < want || (last && !complete)) break;
    const FrameRef frame =
        make_segment({packet.header.data(), packet.header.size()}, {packet.bytes.data() + packet.used, want},
                     packet.frames, packet.payload_sent, last, packet.command);
    packet.used += want;
    packet.payload_sent += want;
    send_frame(packet, frame, want + packet.header_reserved, last, now);
    packet.header_reserved = 0;
  }
}

void TxDma::arrived(TxPacket& packet, TxPacket::Read& read, Time now) {
  if (!read.ok) packet.failed = true;
  use(packet.traffic_class, -std::int64_t{read.growth});
  packet.reserved -= read.growth;
  packet.arrived += read.length;
  if (packet.failed) {
    // Nothing of it is sent any more: a long request must not fill the buffer while its rest is read.
    const std::uint32_t bytes = packet.arrived - packet.used + packet.header_reserved;
    use(packet.traffic_class, -std::int64_t{bytes});
    packet.reserved -= bytes;
    packet.header_reserved = 0;
    packet.used = packet.arrived;
  }
  if (read.ends_descriptor && queues_[packet.queue].generation == packet.generation) {
    complete_descriptor(packet.queue, read.wants_status, now);
  }
}

bool TxDma::deliver(Time now) {
  for (std::uint32_t rest = busy_; rest != 0;) {
    auto oldest = static_cast<unsigned>(__builtin_ctz(rest));
    for (std::uint32_t more = rest & (rest - 1); more != 0; more &= more - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(more));
      if (partitions_[i].active.front()->order < partitions_[oldest].active.front()->order) oldest = i;
    }
    rest &= ~(1u << oldest);
    if (deliver(partitions_[oldest], now)) return true;
  }
  return false;
}

bool TxDma::deliver(Partition& partition, Time now) {
  TxPacket& packet = *partition.active.front();
  bool acted = false;
  while (!packet.reads.empty() && packet.reads.front().arrived) {
    arrived(packet, packet.reads.front(), now);
    packet.reads.drop();
    ++packet.reads_taken;
    acted = true;
  }
  const bool complete = partition.reading != 0 && packet.reads.empty();
  // Anything missing from a request is missing from its later segments too.
  if (packet.request != nullptr) {
    packet.failed |= packet.request->failed;
    packet.request->failed = packet.failed;
  }
  const bool good = !packet.bad && !packet.failed;
  if (good && packet.command.segment && (acted || complete)) send_segments(packet, complete, now);
  if (!complete) {
    if (acted) update_requests(now);
    return acted;
  }
  if (good && !packet.command.segment && !packet.empty) {
    const FrameRef frame = finish_frame(packet.bytes.data(), packet.arrived, packet.command);
    send_frame(packet, frame, packet.arrived, true, now);
  }
  finish(packet, now);
  return true;
}

void TxDma::finish(TxPacket& packet, Time now) {
  use(packet.traffic_class, -std::int64_t{packet.reserved});
  packet.reserved = 0;
  Partition& partition = partitions_[packet.traffic_class];
  partition.active.drop();
  --partition.reading;
  if (partition.active.empty()) busy_ &= ~(1u << packet.traffic_class);
  const bool ends = packet.request == nullptr || packet.payload_end == packet.command.payload;
  if (!ends) {
    // The packet of the request's last segment carries its outcome.
  } else if (packet.flushed) {
    // A reset fails its reads too.
    owner_.packet_done(packet, TxBucket::kFlushed, now);
  } else if (packet.failed) {
    owner_.packet_done(packet, TxBucket::kDmaError, now);
  } else if (packet.bad) {
    owner_.packet_done(packet, TxBucket::kBadDescriptor, now);
  } else if (packet.empty) {
    owner_.packet_done(packet, TxBucket::kSent, now);
  }
  free_packets_.push_back(&packet);
  update_requests(now);
}

void TxDma::complete_descriptor(unsigned index, bool status, Time now) {
  TxQueue& queue = queues_[index];
  --queue.taken;
  queue.done.push(status ? 1 : 0);
  if (status) ++queue.done_status;
  if (!queue.enabled) queue.flush = true;
  if (status && !queue.wants_write_back() &&
      interrupts_->descriptor_waits(InterruptUnit::kTxEntry + index, now)) {
    queue.flush = true;
  }
  // The contents stay.
  fetches_.want(index, queue.wants_fetch());
  write_back_wanted_.set(index, queue.wants_write_back());
}

bool TxDma::write_back(Time now) {
  const int found = write_back_wanted_.next(next_write_back_);
  if (found < 0) return false;
  if (writes_waiting_ == kWritesAhead) return false;
  const auto index = static_cast<unsigned>(found);
  next_write_back_ = (index + 1) % kQueues;
  TxQueue& queue = queues_[index];
  const auto release = [&](std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (queue.done.front() != 0) --queue.done_status;
      queue.done.drop();
    }
    queue.head = (queue.head + count) % queue.count;
    if (queue.done_status == 0) queue.flush = false;
    write_back_wanted_.set(index, queue.wants_write_back());
  };
  if (queue.done_status == 0) {
    release(std::min(TxQueue::kReleaseBatch, static_cast<std::uint32_t>(queue.done.size())));
    return true;
  }
  DmaRequest& request = endpoint_.make_request();
  request.kind = DmaKind::kWrite;
  request.source = DmaSource::kTxWriteBack;
  request.port = static_cast<std::uint8_t>(port_);
  request.queue = static_cast<std::uint16_t>(index);
  request.client = this;
  // Up to the last descriptor that asked for status.
  auto count = static_cast<std::uint32_t>(queue.done.size());
  while (queue.done[count - 1] == 0) --count;
  if (queue.head_write_back) {
    release(count);
    request.address = queue.head_address;
    request.length = 4;
    store_le32(request.own(4), queue.head);
  } else {
    std::uint32_t skipped = 0;
    if (queue.write_back == 0) {
      // Each by itself, as soon as it can be: nothing is written for those that did not ask.
      while (queue.done[skipped] == 0) ++skipped;
      count = 1;
    } else {
      count = std::min(
          {count, kDescriptorsPerBlock - queue.head % kDescriptorsPerBlock, queue.count - queue.head});
    }
    const std::uint32_t first = (queue.head + skipped) % queue.count;
    request.address = queue.base + std::uint64_t{first} * kDescriptorBytes;
    request.length = count * kDescriptorBytes;
    std::uint8_t* const out = request.own(request.length);
    for (std::uint32_t i = 0; i < count; ++i) {
      store_le64(out + i * kDescriptorBytes, 0);
      store_le64(out + i * kDescriptorBytes + 8, queue.done[skipped + i] != 0 ? kDone : 0);
    }
    release(skipped + count);
  }
  ++writes_waiting_;
  endpoint_.submit(request, now);
  return true;
}

// --- From the link.

void TxDma::write_left(DmaRequest& request, Time end) {
  if (writes_waiting_-- == kWritesAhead) agenda_.arm_after(slot_, agenda_.now());
  const unsigned entry = InterruptUnit::kTxEntry + request.queue;
  interrupts_->queue_cause(entry, end);
  if (!queues_[request.queue].flush) interrupts_->queue_flushed(entry, end);
}

void TxDma::write_arrived(DmaRequest&, Time, bool) {}

Time TxDma::visible(Time due, Time) const {
  // Everything but a frame whose data are here crosses the link first: reads at once, what follows from data
  // an edge later, a write-back when one is made.
  const bool asks = unread_ != 0 || fetches_.wanted() || !doorbells_.empty();
  Time first = endpoint_.least_arrival_of_read(asks ? due : kDmaClock.edge_after(due));
  const int found = write_back_wanted_.next(next_write_back_);
  if (found >= 0) {
    const TxQueue& queue = queues_[static_cast<unsigned>(found)];
    const std::uint64_t address = queue.head_write_back ? queue.head_address : queue.base;
    const std::uint32_t bytes = queue.head_write_back ? 4 : kDescriptorBytes;
    first = std::min(first, endpoint_.least_arrival(due, bytes, tlp::request_header(address)));
  }
  return data_here() ? std::min(first, owner_.least_wire_start(due)) : first;
}

bool TxDma::data_here() const {
  for (std::uint32_t rest = busy_; rest != 0; rest &= rest - 1) {
    const Partition& partition = partitions_[static_cast<unsigned>(__builtin_ctz(rest))];
    const TxPacket& packet = *partition.active.front();
    if (packet.reads.empty() ? partition.reading != 0 : packet.reads.front().arrived) return true;
  }
  return false;
}

void TxDma::read_done(DmaRequest& request, Time now, bool ok) {
  agenda_.arm_after(slot_, now);
  if (request.source == DmaSource::kTxData) {
    --reads_open_;
    TxPacket& packet = *static_cast<TxPacket*>(request.tokens[0]);
    TxPacket::Read& read = packet.reads[request.cookie - packet.reads_taken];
    read.arrived = true;
    read.ok = ok;
    return;
  }
  TxQueue& queue = queues_[request.queue];
  fetches_.answered(queue, request, ok, [&](const std::uint8_t* bytes, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint8_t* const at = bytes + i * kDescriptorBytes;
      queue.cache.push({load_le64(at), load_le64(at + 8)});
      if (is_data(queue.cache.back())) endpoint_.expect_reads_of(queue.cache.back().low);
      if (ends_packet(queue.cache.back())) ++queue.packets;
    }
  });
  queue_changed(request.queue, now);
}

}  // namespace ixsim
