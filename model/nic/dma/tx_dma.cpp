// The steps of the transmit DMA engine at each edge: requests and grants, registers, tails and fetches. The
// work on granted packets is in tx_dma_packets.cpp, tx_dma_data.cpp and tx_dma_write_back.cpp.
#include "nic/dma/tx_dma.h"

#include <algorithm>

#include "nic/dma/tx_descriptor.h"
#include "nic/dma/tx_offload.h"

namespace ixsim::nic {

using namespace tx_descriptor;  // NOLINT(google-build-using-namespace)

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

QueueMask TxDma::requests_by_class() const {
  QueueMask requests;
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((stalled_ >> i & 1) != 0 || !has_space(i)) continue;
    for (unsigned k = 0; k < QueueMask::kWords; ++k)
      requests.words[k] |= holding_.word(k) & layout_->queues_of[i].words[k];
  }
  return requests;
}

void TxDma::update_requests(Time now) {
  QueueMask requests;
  if (layout_ != nullptr) {
    requests = requests_by_class();
  } else if ((had_space_ = has_space(0))) {
    for (unsigned k = 0; k < QueueMask::kWords; ++k) requests.words[k] = holding_.word(k);
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
  granted_ = &packet;
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
  if (packet.command.segment) {
    if (packet.bytes.size() < bytes) packet.bytes.resize(bytes);
    packet.data = packet.bytes.data();
  } else if (!packet.bad && !packet.empty) {
    packet.frame = buffer_of_frame(bytes, packet.command);
    packet.data = place_of_data(packet.frame, bytes, packet.command);
  }
  return std::max(bytes, 1u);
}

void TxDma::buffer_freed(unsigned traffic_class, std::uint32_t bytes, Time now) {
  use(traffic_class, -std::int64_t{bytes});
  space_changed(now);
  // A read may have waited for the space.
  if (stalled_ != 0) agenda_.arm_after(slot_, now);
}

void TxDma::set_partitions(const TxPartitions& partitions, Time now) {
  layout_ = partitions.layout;
  std::uint32_t left = buffer_bytes_;
  for (unsigned i = 0; i < kClasses; ++i) {
    Partition& partition = partitions_[i];
    partition.size = std::min(partitions.sizes[i], left);
    const bool marked = partitions.watermarks[i] != TxPartitions::kNoWatermark;
    partition.limit = 0;
    if (partition.size >= kLeastPartition)
      partition.limit = (marked ? partitions.watermarks[i] : partition.size - kLongestPacket - kSlack) + 1;
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

void TxDma::thresholds_changed(unsigned index, Time now) {
  await_timer(index, now);
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
  if (acted && has_work()) agenda_.arm(slot_, kDmaClock.edge_after(now));
  if (!doorbells_.empty()) agenda_.arm(slot_, doorbells_.front().ready);
}

inline bool TxDma::has_work() const {
  return !write_back_wanted_.empty() || fetches_.wanted() || (unread_ != 0 && !waits_for_read()) ||
         data_here();
}

bool TxDma::fetch(Time now) {
  const int found = fetches_.make(queues_, now);
  if (found < 0) return false;
  queue_changed(static_cast<unsigned>(found), now);
  return true;
}

Time TxDma::earliest_output(Time due, Time) const {
  // Everything but a frame whose data are here crosses the link first: reads at once, also those that the end
  // of a descriptor makes place for, what else follows from data an edge later, a write-back when one is
  // made.
  const bool asks = unread_ != 0 || fetches_.wanted() || !doorbells_.empty() || makes_place();
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

bool TxDma::makes_place() const {
  for (std::uint32_t rest = busy_; rest != 0; rest &= rest - 1) {
    const TxPacket& packet = *partitions_[static_cast<unsigned>(__builtin_ctz(rest))].active.front();
    const bool completes = !packet.reads.empty() && packet.reads.front().arrived;
    if (completes && queues_[packet.queue].waits_for_place()) return true;
  }
  return false;
}

// --- From the link.

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

}  // namespace ixsim::nic
