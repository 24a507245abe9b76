// The receive DMA engine on queues with receive side coalescing: the requests of a frame that opens or
// extends a large receive, and the descriptors of its chain.
//
// Timing contract: each piece of a segment's payload and then the changed header of the large receive are one
// request, one a DMA edge. A descriptor of a chain is complete when the next one is taken from the ring, the
// last one when the large receive is closed. Source: 82599 datasheet, 7.11.
#include <algorithm>

#include "nic/dma/rx_dma.h"

namespace ixsim::nic {
namespace {

constexpr unsigned kCountShift = 17;  // RSCCNT in the first quad word
constexpr unsigned kNextShift = 4;    // NEXTP in the second
using Kind = RxCoalescer::Plan::Kind;

// Returns RSCCNT: one more than the number of segments that start in the buffer.
std::uint64_t count_field(unsigned starts) { return std::uint64_t{starts + 1} << kCountShift; }

}  // namespace

void RxDma::set_coalescing(unsigned index, const RscSettings& settings, Time now) {
  if (coalescer_ == nullptr) {
    if (!settings.enabled) return;
    coalescer_ = std::make_unique<RxCoalescer>();
    special_ = true;
  }
  coalescer_->set(index, settings);
  if (settings.enabled) {
    queues_[index].coalesced = true;
  } else if (queues_[index].coalesced) {
    close_coalesced(index);
    queue_changed(index);
    wake(now);
  }
}

std::uint32_t RxDma::descriptors_needed(const RxPacket& packet, const QueueBufferPolicy& policy) {
  const unsigned index = packet.decision.queue;
  if (queues_[index].coalesced && !has_header_buffer(policy.type))
    return coalescer_->plan(packet, policy.buffer_bytes, policy.type).descriptors;
  std::uint32_t bytes = packet.length;
  if (headers_) bytes -= owner_.header_split_of(packet, policy).data_from;
  return std::max(1u, (bytes + policy.buffer_bytes - 1) / policy.buffer_bytes);
}

void RxDma::begin_coalesced(const RxPacket& packet) {
  plan_ = coalescer_->plan(packet, current_policy_.buffer_bytes, current_policy_.type);
  if (plan_.closes != nullptr) close(*plan_.closes);
  appending_ = plan_.kind == Kind::kAppend;
  if (appending_) {
    plan_.context->busy = true;
    segment_from_ = plan_.segment.header;
    segment_end_ = segment_from_ + plan_.segment.payload;
    // A segment without payload starts where the next byte would.
    if (plan_.segment.payload == 0) ++plan_.context->starts;
  } else if (plan_.kind == Kind::kOpen) {
    RxCoalescer::Context& context = coalescer_->replaceable();
    if (context.open) close(context);
    coalescer_->open(context, packet, plan_, current_policy_.buffer_bytes);
    plan_.context = &context;
  }
}

// Takes the next descriptor of the ring for a large receive, and completes the one before it.
void RxDma::extend_chain(RxQueue& queue, RxCoalescer::Context& context, std::uint64_t buffer) {
  const unsigned index = context.queue;
  if (context.descriptors != 0) {
    const std::uint32_t next =
        (queue.head + static_cast<std::uint32_t>(queue.used.size()) + coalescer_->held(index)) % queue.count;
    RxQueue::Used used;
    used.low = count_field(context.starts);
    used.high = 1 | std::uint64_t{next} << kNextShift | std::uint64_t{context.fill} << 32;
    coalescer_->complete(index, context.place, used);
    context.starts = 0;
  } else {
    context.header_at = buffer;
    context.starts = 1;
  }
  ++context.descriptors;
  context.buffer = buffer;
  context.fill = 0;
  context.place = coalescer_->hold(index);
  coalescer_->release(index, queue);
  if (--queue.until_low == 0) low_in_chain_ = true;
}

// Makes the next request of a segment that is appended.
void RxDma::write_segment(Time now) {
  RxPacket& packet = *current_;
  RxCoalescer::Context& context = *plan_.context;
  RxQueue& queue = queues_[context.queue];
  if (segment_from_ < segment_end_) {
    if (context.fill == context.capacity) extend_chain(queue, context, queue.cache.pop().buffer);
    if (segment_from_ == plan_.segment.header) ++context.starts;
    const std::uint32_t bytes = std::min(context.capacity - context.fill, segment_end_ - segment_from_);
    DmaRequest& request = segment_request(packet, context.buffer + context.fill, segment_from_, bytes);
    request.cookie = 0;
    context.fill += bytes;
    segment_from_ += bytes;
    queue_changed(context.queue);
    endpoint_.submit(request, now);
    return;
  }
  packet.written = packet.length;
  const std::uint64_t header_at = context.header_at;
  const std::uint32_t header = context.first.header;
  DmaRequest& request = segment_request(packet, header_at, 0, header);
  const bool closes = coalescer_->add(context, packet, plan_.segment);
  std::copy_n(context.header.begin(), header, request.own(header));
  request.cookie = 1;
  end_coalesced(packet, queue, closes, now);
  endpoint_.submit(request, now);
}

// As use_descriptor(), for a frame that opens a large receive or passes alone.
void RxDma::use_coalesced(RxPacket& packet, RxQueue& queue, DmaRequest& request, std::uint64_t buffer,
                          std::uint32_t bytes, Time now) {
  const unsigned index = packet.decision.queue;
  const bool last = packet.written == packet.length;
  request.cookie = last ? 1 : 0;
  bool closes = false;
  if (plan_.kind == Kind::kOpen) {
    extend_chain(queue, *plan_.context, buffer);
    plan_.context->fill = bytes;
    if (last) closes = coalescer_->add(*plan_.context, packet, plan_.segment);
  } else {
    describe(queue, packet, current_policy_, buffer, bytes, last);
    if (current_split_.described) describe_header(queue.used.back());
    coalescer_->push_ready(index, queue.used.pop_back());
    coalescer_->release(index, queue);
    if (--queue.until_low == 0) low_in_chain_ = true;
  }
  if (last) {
    end_coalesced(packet, queue, closes, now);
  } else {
    queue_changed(index);
  }
  endpoint_.submit(request, now);
}

// Ends a frame: decides whether large receives are closed, and whether descriptors are written back at once.
void RxDma::end_coalesced(const RxPacket& packet, RxQueue& queue, bool closes, Time now) {
  const unsigned index = packet.decision.queue;
  const unsigned partition = packet.decision.traffic_class;
  fifos_[partition].drop();
  if (fifos_[partition].empty()) occupied_ &= ~(1u << partition);
  current_ = nullptr;
  appending_ = false;
  if (!queue.enabled) queue.cache.clear();
  // Turned off meanwhile, when the large receive was busy.
  closes |= plan_.kind != Kind::kAlone && !coalescer_->enabled(index);
  if (closes) close(*plan_.context);
  const bool starved = queue.cache.empty() && queue.in_flight == 0 && queue.offered() == 0;
  const bool low = low_in_chain_;
  low_in_chain_ = false;
  if (!queue.enabled || starved || low || packet.immediate || interrupts_->descriptor_waits(index, now)) {
    close_coalesced(index);
    queue.flush = true;
    queue.immediate |= packet.immediate || (low && low_is_immediate_);
  }
  queue_changed(index);
}

void RxDma::close(RxCoalescer::Context& context) {
  RxQueue& queue = queues_[context.queue];
  const QueueBufferPolicy policy{context.capacity, RxDescriptorType::kOneBuffer, false};
  describe(queue, *context.tail, policy, context.buffer, context.fill, true);
  RxQueue::Used used = queue.used.pop_back();
  used.low |= count_field(context.starts);
  used.packet = context.head;
  context.open = false;
  coalescer_->complete(context.queue, context.place, used);
  coalescer_->release(context.queue, queue);
  queue_changed(context.queue);
}

void RxDma::close_coalesced(unsigned index) {
  coalescer_->for_each_open([&](RxCoalescer::Context& context) {
    if (context.queue == index && !context.busy) close(context);
  });
}

void RxDma::drop_coalesced(unsigned index, Time now) {
  std::vector<RxPacket*> lost;
  coalescer_->for_each_frame(static_cast<int>(index), [&](RxPacket& packet) { lost.push_back(&packet); });
  coalescer_->forget(static_cast<int>(index));
  queues_[index].waiting = 0;
  for (RxPacket* packet : lost) owner_.dropped(*packet, RxBucket::kQueueDisabled, now);
}

void RxDma::reset_coalescing(std::vector<RxPacket*>& lost) {
  if (coalescer_ == nullptr) return;
  coalescer_->for_each_frame(-1, [&](RxPacket& packet) { lost.push_back(&packet); });
  coalescer_.reset();
  appending_ = low_in_chain_ = false;
  special_ = headers_;
  for (RxQueue& queue : queues_) {
    queue.coalesced = false;
    queue.waiting = 0;
  }
}

}  // namespace ixsim::nic
