// The stages of a frame from the packet buffer to the host, in order.
#include "nic/receive/rx_delivery.h"

#include <utility>

#include "ethernet/protocols.h"

namespace ixsim::nic {
RxDelivery::RxDelivery(const PortContext& context, RxStatistics& statistics, const Link& link,
                       PoolSwitch& pools, const ClassifierPort& classifier, std::uint32_t fetch_batch,
                       Time byte_time)
    : port_(context.port),
      agenda_(context.agenda),
      endpoint_(context.endpoint),
      registers_(context.registers),
      profile_(context.profile),
      tracer_(context.tracer),
      statistics_(statistics),
      pools_(pools),
      classifier_(classifier),
      buffer_(profile_.rx_buffer),
      dma_(agenda_, endpoint_, buffer_, port_, *this),
      policy_(registers_, profile_, dma_),
      queues_(registers_, profile_, dma_, link),
      coalescing_(registers_, profile_, dma_),
      partitions_(registers_, profile_, buffer_),
      byte_time_(byte_time) {
  low_latency_.bind(registers_);
  dma_.set_fetch_batch(fetch_batch);
  dma_.set_low_is_immediate(profile_.immediate_low_descriptors);
  registers_.read_on_use({Reg::RXCSUM, Reg::RFCTL, Reg::VLNCTRL, Reg::RXDCTL, Reg::HLREG0});
}

// --- Settings.

void RxDelivery::set_enabled(bool enabled, Time now) {
  enabled_ = enabled;
  dma_.wake(now);
}

void RxDelivery::end_reset(bool enabled, Time now) {
  enabled_at_ = now;
  set_enabled(enabled, now);
}

// --- Into the packet buffer.

void RxDelivery::store(RxPacket& packet, Time now) {
  const Decision& decision = packet.decision;
  statistics_.octets(packet);
  const unsigned partition = decision.traffic_class;
  const auto size = static_cast<std::uint32_t>(packet.frame->size());
  if (!buffer_.take(partition, size, now)) {
    statistics_.missed(partition, packet);
    tracer_.finish(packet, RxBucket::kPacketBufferFull, now);
    return packets_.recycle(packet);
  }
  describe(packet, now);
}

inline void RxDelivery::set_length(RxPacket& packet) const {
  packet.crc_kept = (registers_.get(Reg::HLREG0) & field::HLREG0::RXCRCSTRP.mask) == 0;
  // The 82599 strips by queue; the 82598 has no such bit.
  packet.vlan_stripped =
      packet.decision.tagged &&
      ((registers_.get(Reg::VLNCTRL) & field::VLNCTRL::VME.mask) != 0 ||
       (registers_.get(Reg::RXDCTL, packet.decision.queue) & field::RXDCTL::VME.mask) != 0);
  const std::size_t size = packet.frame->size();
  packet.length = static_cast<std::uint32_t>(packet.crc_kept ? size : packet.frame->without_fcs().size) -
                  (packet.vlan_stripped ? kTagBytes : 0);
}

inline void RxDelivery::describe(RxPacket& packet, Time now) {
  const Decision& decision = packet.decision;
  packet.buffer_bytes = static_cast<std::uint32_t>(packet.frame->size());
  const ByteView bytes = packet.classified_bytes();
  const std::uint32_t rxcsum = registers_.get(Reg::RXCSUM);
  packet.offload = receive_offload(bytes, decision.headers, rxcsum, registers_.get(Reg::RFCTL));
  packet.rss_field = (rxcsum & field::RXCSUM::PCSD.mask) != 0
                         ? decision.rss_hash
                         : (std::uint32_t{packet.offload.fragment_checksum} << 16) | packet.offload.ip_id;
  if (low_latency_.armed() && !packet.status.error())
    packet.immediate = low_latency_.matches(bytes, decision);
  if (time_sync_ != nullptr && time_sync_->receives() && !decision.loopback) stamp(packet);
  set_length(packet);
  // The counters of the MAC know nothing of the switch.
  if (!decision.loopback) statistics_.stored(packet);
  const Time buffered = now + kMacClock.period();
  tracer_.stage(buffered, RxStage::kBuffered, packet);
  packet.ready = kDmaClock.edge_after(buffered) + RxDma::kPipeline;
  if ((decision.pools & (decision.pools - 1)) != 0) return replicate(packet, now);
  dma_.enqueue(packet, now);
}

void RxDelivery::stamp(RxPacket& packet) {
  const Time end = packet.stamps[static_cast<unsigned>(RxStage::kWireEnd)];
  const Time first = end - static_cast<Time>(packet.frame->size()) * byte_time_;
  packet.stamped = time_sync_->received(packet.classified_bytes(), packet.decision.headers, first);
}

void RxDelivery::replicate(RxPacket& packet, Time now) {
  const PoolTables& tables = classifier_.pools()->tables();
  std::uint64_t pools = packet.decision.pools;
  RxPacket* last = &packet;
  packet.decision.pools = std::uint64_t{1} << packet.decision.vmdq;
  for (pools &= pools - 1; pools != 0; pools &= pools - 1) {
    const auto pool = static_cast<unsigned>(__builtin_ctzll(pools));
    RxPacket& copy = packets_.make();
    copy = packet;
    copy.decision.pools = std::uint64_t{1} << pool;
    copy.decision.vmdq = static_cast<std::uint8_t>(pool);
    copy.decision.queue =
        static_cast<std::uint8_t>(tables.queue(pool, copy.decision.rss_index, copy.decision.tci >> 13));
    set_length(copy);
    tracer_.stage(copy.stamps[static_cast<unsigned>(RxStage::kBuffered)], RxStage::kBuffered, copy);
    // One place in the packet buffer serves all; it is free when the last copy has left.
    copy.buffer_bytes = last->buffer_bytes;
    last->buffer_bytes = 0;
    ++replicas_;
    dma_.enqueue(*last, now);
    last = &copy;
  }
  dma_.enqueue(*last, now);
}

// --- From the switch between pools.

RxPacket& RxDelivery::copy_of(const LoopedFrame& from, Time now) {
  RxPacket& packet = packets_.make();
  packet.id = from.copy;
  packet.frame = from.frame;
  packet.decision = from.decision;
  packet.decision.frame = packet.id;
  packet.decision.time = now;
  tracer_.stage(now, RxStage::kWireEnd, packet);
  return packet;
}

void RxDelivery::enter(const LoopedFrame& from, Time now) {
  RxPacket& packet = copy_of(from, now);
  tracer_.stage(now, RxStage::kDecided, packet);
  const auto end = [&](RxBucket bucket) {
    tracer_.finish(packet, bucket, now);
    packets_.recycle(packet);
  };
  if (!enabled_) return end(RxBucket::kRxDisabled);
  if (from.decision.drop != ClassifierDrop::kAdmit) return end(RxBucket::kQueueDisabled);
  const unsigned partition = packet.decision.traffic_class;
  if (!buffer_.take(partition, static_cast<std::uint32_t>(packet.frame->size()), now)) {
    statistics_.missed(partition, packet);
    return end(RxBucket::kPacketBufferFull);
  }
  describe(packet, now);
}

void RxDelivery::lose(const LoopedFrame& from, Time now) {
  RxPacket& copy = copy_of(from, now);
  tracer_.finish(copy, RxBucket::kRxDisabled, now);
  packets_.recycle(copy);
}

// --- Reports of the DMA engine.

void RxDelivery::written_back(RxPacket& packet, Time now) {
  if (packet.failed) {
    tracer_.finish(packet, RxBucket::kDmaError, now);
  } else {
    tracer_.stage(now, RxStage::kWrittenBack, packet);
    statistics_.delivered(packet);
    pools_.received(packet.decision.queue, packet.counted_length(), packet.frame->without_fcs().data);
    tracer_.finish(packet, RxBucket::kDelivered, now);
  }
  packets_.release(packet);
}

void RxDelivery::dropped(RxPacket& packet, RxBucket bucket, Time now) {
  if (bucket == RxBucket::kNoDescriptor) statistics_.no_descriptor(packet);
  tracer_.finish(packet, bucket, now);
  packets_.release(packet);
}

// --- Reset.

std::vector<RxPacket*> RxDelivery::reset_dma(Time now) {
  // Frames on the wire and in the classifier are lost at the classifier's own reset edge.
  std::vector<RxPacket*> lost;
  dma_.reset(now, lost);
  return lost;
}

void RxDelivery::drop(const std::vector<RxPacket*>& packets, Time now) {
  for (RxPacket* packet : packets) dropped(*packet, RxBucket::kRxDisabled, now);
}

void RxDelivery::reset_settings() {
  low_latency_.reset();
  policy_.update();
  partitions_.update_use();
}

void RxDelivery::reset_buffer() {
  enabled_ = false;
  partitions_.update_sizes();
}

// --- For the platform.

void RxDelivery::add_held(HeldFrames& held) {
  pools_.for_each_held([&](const LoopedFrame& frame) { held.emplace_back(frame.copy, "loopback"); });
  dma_.for_each_held([&](const RxPacket& packet, const char* where) { held.emplace_back(packet.id, where); });
  endpoint_.for_each_posted(port_, [&](const DmaRequest& request) {
    if (request.source != DmaSource::kRxWriteBack) return;
    for (unsigned i = 0; i < request.token_count; ++i)
      for_each_coalesced(static_cast<RxPacket*>(request.tokens[i]),
                         [&](const RxPacket& packet) { held.emplace_back(packet.id, "link"); });
  });
}

}  // namespace ixsim::nic
