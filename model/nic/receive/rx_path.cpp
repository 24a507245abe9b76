// The stages of the receive path, in order.
#include "nic/receive/rx_path.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kTagBytes = 4;
constexpr std::size_t kTakenOff = 8;  // FCS and tag, if the host does not want them

RxBucket mac_bucket(const ReceiveStatus& status) {
  if (status.symbol) return RxBucket::kSymbol;
  if (status.crc) return RxBucket::kCrc;
  if (status.undersize) return RxBucket::kUndersize;
  if (status.oversize) return RxBucket::kOversize;
  return RxBucket::kLength;
}

// Returns a frame without its outer tag. Rare, and so kept out of the code of every frame.
[[gnu::noinline, gnu::cold]] FrameRef without_outer_tag(ByteView without_fcs) {
  constexpr std::size_t kAddresses = 12;
  FrameBuffer inner(without_fcs.size - kTagBytes + kFcsSize);
  std::uint8_t* const after = std::copy(without_fcs.begin(), without_fcs.begin() + kAddresses, inner.data());
  std::copy(without_fcs.begin() + kAddresses + kTagBytes, without_fcs.end(), after);
  return std::move(inner).seal_with_fcs();
}

RxBucket classifier_bucket(ClassifierDrop drop) {
  switch (drop) {
    case ClassifierDrop::kNoFilter:
      return RxBucket::kNoFilter;
    case ClassifierDrop::kVlan:
      return RxBucket::kVlan;
    case ClassifierDrop::kPoolDisabled:
      return RxBucket::kQueueDisabled;
    default:
      return RxBucket::kUndersize;
  }
}

}  // namespace

RxPath::RxPath(const PortContext& context, RxStatistics& statistics, const Link& link, PoolSwitch& pools,
               std::unique_ptr<Classifier> classifier, std::uint32_t fetch_batch, Time byte_time)
    : port_(context.port),
      agenda_(context.agenda),
      endpoint_(context.endpoint),
      registers_(context.registers),
      profile_(context.profile),
      tracer_(context.tracer),
      statistics_(statistics),
      link_(link),
      pools_(pools),
      classifier_(agenda_, registers_, profile_, std::move(classifier)),
      mac_(registers_, profile_),
      buffer_(profile_.rx_buffer),
      dma_(agenda_, endpoint_, buffer_, port_, *this),
      policy_(registers_, profile_, dma_),
      queues_(registers_, profile_, dma_, link_),
      coalescing_(registers_, profile_, dma_),
      byte_time_(byte_time) {
  low_latency_.bind(registers_);
  dma_.set_fetch_batch(fetch_batch);
  dma_.set_low_is_immediate(profile_.immediate_low_descriptors);
  registers_.on_write<&RxPath::enable_written>(Reg::RXCTRL, *this);
  registers_.on_write<&RxPath::wire_written>({Reg::HLREG0, Reg::SECRXCTRL}, *this);
  registers_.on_read<&RxPath::stopped>(Reg::SECRXSTAT, *this);
  registers_.on_write<&RxPath::partition_written>({Reg::RXPBSIZE0, Reg::RXPBSIZE1_7}, *this);
  registers_.on_write<&RxPath::priority_layout_written>({Reg::RDRXCTL, Reg::MRQC}, *this);
  registers_.read_on_use({Reg::RXCSUM, Reg::RFCTL, Reg::VLNCTRL, Reg::RXDCTL, Reg::VFRE});
}

void RxPath::set_slot(Agenda::Slot slot) {
  slot_ = slot;
  classifier_.set_slot(slot);
}

// --- Settings.

void RxPath::update_wire() {
  wire_open_ = enabled_ && link_.up() && (registers_.get(Reg::HLREG0) & field::HLREG0::LPBK.mask) == 0 &&
               (registers_.get(Reg::SECRXCTRL) & field::SECRXCTRL::RX_DIS.mask) == 0;
}

std::uint32_t RxPath::stopped(unsigned, std::uint32_t stored) const {
  const bool asked = (registers_.get(Reg::SECRXCTRL) & field::SECRXCTRL::RX_DIS.mask) != 0;
  return field::SECRXSTAT::SECRX_RDY.set(stored, asked && pending_.empty() ? 1 : 0);
}

void RxPath::enable_written(const RegisterWrite& write) {
  enabled_ = !classifier_.resetting() && (write.new_value & field::RXCTRL::RXEN.mask) != 0;
  update_wire();
  dma_.wake(write.time);
}

void RxPath::partition_written(const RegisterWrite& write) {
  buffer_.set_size(write.reg == Reg::RXPBSIZE0 ? 0 : write.index + 1, write.new_value);
}

void RxPath::update_partitions() {
  one_partition_ = profile_.classes_by_queue_mode
                       ? receive_classes(field::MRQC::MRQE.get(registers_.get(Reg::MRQC))) == 0
                       : (registers_.get(Reg::RDRXCTL) & field::RDRXCTL::MPBEN.mask) == 0;
}

void RxPath::stop_pools(std::uint64_t pools, Time now) {
  for (unsigned i = 0; i < 2; ++i) {
    const auto stopped = static_cast<std::uint32_t>(pools >> (32 * i));
    classifier_.write_entry(Reg::VFRE, i, registers_.get(Reg::VFRE, i) & ~stopped, now);
  }
}

// --- Packets.

RxPacket& RxPath::new_packet() {
  if (free_packets_.empty()) {
    packets_.push_back(std::make_unique<RxPacket>());
    free_packets_.push_back(packets_.back().get());
  }
  RxPacket& packet = *free_packets_.back();
  free_packets_.pop_back();
  packet.~RxPacket();
  return *new (&packet) RxPacket;
}

void RxPath::recycle(RxPacket& packet) {
  packet.frame = FrameRef();
  if (packet.inner) packet.inner = FrameRef();
  free_packets_.push_back(&packet);
}

// Releases a packet. A reset may discard a write-back before data that are already on the link.
void RxPath::release(RxPacket& packet) {
  if (packet.writes == 0) {
    recycle(packet);
  } else {
    packet.retired = true;
  }
}

// --- From the wire to the decision.

std::uint64_t RxPath::receive(Time start, const FrameRef& frame, bool accept) {
  RxPacket& packet = new_packet();
  packet.id = next_id_++;
  packet.frame = frame;
  const std::size_t size = frame->size();
  const Time wire_end = this->wire_end(start, size);
  tracer_.stage(wire_end, RxStage::kWireEnd, packet);
  // Two frames overlap on the wire when its speed or the loopback changes during the first: the second is
  // lost.
  if (!accept || start < wire_busy_until_) {
    tracer_.finish(packet, RxBucket::kRxDisabled, wire_end);
    recycle(packet);
    return packet.id;
  }
  wire_busy_until_ = wire_end;
  mac_.check(*frame, packet.status);
  const ByteView bytes = frame->without_fcs();
  if (bytes.size > 0) {
    const Time first = first_beat(start, size);
    const Time last = last_beat(first, start, size);
    packet.classified = true;
    ++presented_;
    if (packet.status.outer_tag) packet.inner = without_outer_tag(bytes);
    classifier_.strategy().begin(packet.id, packet.classified_bytes(), packet.status.error(), first, last);
  } else {
    packet.due = kMacClock.edge_at_or_after(wire_end) + kDecisionLatency;
  }
  pending_.push(&packet);
  // Frames before it have their edge already.
  if (pending_.size() == 1) arm(agenda_.now());
  return packet.id;
}

void RxPath::arm(Time now) {
  if (!pending_.empty() && !pending_.front()->classified) agenda_.arm(slot_, pending_.front()->due);
  classifier_.arm(now);
}

bool RxPath::act(Time now) {
  const ClassifierPort::Step step = classifier_.act(now);
  if (step == ClassifierPort::Step::kReset) {
    while (!pending_.empty()) dropped(*pending_.pop(), RxBucket::kRxDisabled, now);
  } else if (step == ClassifierPort::Step::kTablesDone) {
    enabled_ = (registers_.get(Reg::RXCTRL) & field::RXCTRL::RXEN.mask) != 0;
    enabled_at_ = now;
    update_wire();
    dma_.wake(now);
  }
  if (!pending_.empty() && !pending_.front()->classified) decide_unclassified(now);
  if (classifier_.strategy().next_decision() <= now) {
    classifier_.strategy().advance(now, *decision_sink_);
    // A frame of a few bytes may be due at the edge at which the one before it is decided.
    if (!pending_.empty() && !pending_.front()->classified) decide_unclassified(now);
  }
  return step == ClassifierPort::Step::kReset;
}

void RxPath::decide_unclassified(Time now) {
  while (!pending_.empty() && !pending_.front()->classified && pending_.front()->due <= now) {
    RxPacket& packet = *pending_.pop();
    packet.decision.drop = ClassifierDrop::kBad;
    process(packet, now);
  }
}

void RxPath::decided(const Decision& decision) {
  RxPacket& packet = *pending_.pop();
  assert(packet.id == decision.frame);
  packet.decision = decision;
  tracer_.decided(packet);
  process(packet, decision.time);
}

void RxPath::process(RxPacket& packet, Time now) {
  statistics_.on_wire(packet);
  tracer_.stage(now, RxStage::kDecided, packet);
  const ReceiveStatus& status = packet.status;
  const Decision& decision = packet.decision;
  const auto end = [&](RxBucket bucket) {
    if (bucket != RxBucket::kNoFilter && bucket != RxBucket::kVlan) statistics_.octets(packet);
    tracer_.finish(packet, bucket, now);
    recycle(packet);
  };
  if (status.pause != PauseKind::kNone && tx_mac_ != nullptr) obey_pause(packet, now);
  const bool error = status.error();
  // Frames longer than the buffer manager can hold are not stored, not even with FCTRL.SBP.
  if (error &&
      (decision.drop == ClassifierDrop::kBad || packet.frame->size() > RxMac::kLongestFrame + kTagBytes)) {
    if (status.undersize) statistics_.short_discarded();
    return end(mac_bucket(status));
  }
  if (status.consumed) {
    if (status.pause != PauseKind::kNone) tracer_.pause_received(packet, now);
    return end(RxBucket::kMacControl);
  }
  if (decision.drop != ClassifierDrop::kAdmit) return end(classifier_bucket(decision.drop));
  store(packet, now);
}

void RxPath::obey_pause(const RxPacket& packet, Time now) {
  if (packet.status.pause == PauseKind::kLink) return tx_mac_->pause(packet.status.pause_time, now);
  std::array<std::uint16_t, TxMac::kPriorities> quanta;
  const std::uint8_t named = priority_pause(packet.frame->without_fcs(), quanta);
  tx_mac_->pause_priorities(named, quanta, now);
}

bool RxPath::pause_pending() const {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (pending_[i]->status.pause != PauseKind::kNone) return true;
  }
  return false;
}

// --- Into the packet buffer.

inline void RxPath::store(RxPacket& packet, Time now) {
  const Decision& decision = packet.decision;
  statistics_.octets(packet);
  const unsigned partition = decision.traffic_class;
  const auto size = static_cast<std::uint32_t>(packet.frame->size());
  if (!buffer_.take(partition, size, now)) {
    statistics_.missed(partition, packet);
    tracer_.finish(packet, RxBucket::kPacketBufferFull, now);
    return recycle(packet);
  }
  describe(packet, now);
}

inline void RxPath::set_length(RxPacket& packet) const {
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

inline void RxPath::describe(RxPacket& packet, Time now) {
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

void RxPath::stamp(RxPacket& packet) {
  const Time end = packet.stamps[static_cast<unsigned>(RxStage::kWireEnd)];
  const Time first = end - static_cast<Time>(packet.frame->size()) * byte_time_;
  packet.stamped = time_sync_->received(packet.classified_bytes(), packet.decision.headers, first);
}

void RxPath::replicate(RxPacket& packet, Time now) {
  const unsigned first = packet.decision.vmdq;
  const unsigned first_queue = packet.decision.queue;
  std::uint64_t pools = packet.decision.pools;
  RxPacket* last = &packet;
  packet.decision.pools = std::uint64_t{1} << first;
  for (pools &= pools - 1; pools != 0; pools &= pools - 1) {
    const auto pool = static_cast<unsigned>(__builtin_ctzll(pools));
    RxPacket& copy = new_packet();
    copy = packet;
    copy.decision.pools = std::uint64_t{1} << pool;
    copy.decision.vmdq = static_cast<std::uint8_t>(pool);
    // Software may select pools that the mode has no queues for: as the decision does, wrap.
    const unsigned span = packet.decision.pool_queues;
    const unsigned inside = classifier_.pools()->tables().hashed(pool, first_queue % span);
    copy.decision.queue = static_cast<std::uint8_t>(
        (first_queue - first_queue % span + (pool - first) * span + inside) % profile_.rx_queues);
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

RxPacket& RxPath::copy_of(const LoopedFrame& from, Time now) {
  RxPacket& packet = new_packet();
  packet.id = from.copy;
  packet.frame = from.frame;
  packet.decision = from.decision;
  packet.decision.frame = packet.id;
  packet.decision.time = now;
  tracer_.stage(now, RxStage::kWireEnd, packet);
  return packet;
}

void RxPath::enter(const LoopedFrame& from, Time now) {
  RxPacket& packet = copy_of(from, now);
  tracer_.stage(now, RxStage::kDecided, packet);
  const auto end = [&](RxBucket bucket) {
    tracer_.finish(packet, bucket, now);
    recycle(packet);
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

void RxPath::lose(const LoopedFrame& from, Time now) {
  RxPacket& copy = copy_of(from, now);
  tracer_.finish(copy, RxBucket::kRxDisabled, now);
  recycle(copy);
}

// --- Reports of the DMA engine.

void RxPath::written_back(RxPacket& packet, Time now) {
  if (packet.failed) {
    tracer_.finish(packet, RxBucket::kDmaError, now);
  } else {
    tracer_.stage(now, RxStage::kWrittenBack, packet);
    statistics_.delivered(packet);
    pools_.received(packet.decision.queue, packet.counted_length(), packet.frame->without_fcs().data);
    tracer_.finish(packet, RxBucket::kDelivered, now);
  }
  release(packet);
}

void RxPath::dropped(RxPacket& packet, RxBucket bucket, Time now) {
  if (bucket == RxBucket::kNoDescriptor) statistics_.no_descriptor(packet);
  tracer_.finish(packet, bucket, now);
  release(packet);
}

// --- Reset.

std::vector<RxPacket*> RxPath::reset_dma(Time now) {
  // Frames on the wire and in the classifier are lost at the classifier's own reset edge.
  std::vector<RxPacket*> lost;
  dma_.reset(now, lost);
  return lost;
}

void RxPath::drop(const std::vector<RxPacket*>& packets, Time now) {
  for (RxPacket* packet : packets) dropped(*packet, RxBucket::kRxDisabled, now);
}

void RxPath::reset_settings() {
  low_latency_.reset();
  policy_.update();
  update_partitions();
}

void RxPath::reset_classifier(Time now) {
  enabled_ = wire_open_ = false;
  classifier_.reset(now);
  mac_.update(now);
  update_wire();
  buffer_.set_size(0, registers_.get(Reg::RXPBSIZE0));
  for (unsigned i = 0; i < PacketBuffer::kPartitions - 1; ++i)
    buffer_.set_size(i + 1, registers_.get(Reg::RXPBSIZE1_7, i));
}

// --- For the platform.

Time RxPath::visible(Time due, Time lookahead) const {
  // With one partition, frames that are in the packet buffer already go first.
  if (one_partition_ && dma_.moves_frames()) return kNever;
  // A frame stays in the packet buffer and the DMA pipeline for a while; then its data must cross the link,
  // less what may be taken off it.
  const Time least = due + lookahead + kMacClock.period() + RxDma::kPipeline;
  if (pending_.empty()) return least;
  const auto arrival = [&](const RxPacket& packet, Time decided) {
    const std::size_t size = packet.frame->size();
    // A frame of several buffers may ask for descriptors first, which shows at once.
    if (size <= kTakenOff || size > policy_.least_buffer() || dma_.coalesces()) return decided - due + least;
    const Time ready = kDmaClock.edge_after(decided + kMacClock.period()) + RxDma::kPipeline;
    return dma_.least_arrival(ready, static_cast<std::uint32_t>(size - kTakenOff));
  };
  const Time first = arrival(*pending_.front(), due);
  if (pending_.size() == 1) return first;
  // Later frames are decided at least their own time on the wire later.
  const auto wire_time = [&](const RxPacket& packet) {
    return static_cast<Time>(packet.frame->size()) * byte_time_;
  };
  const Time next = due + wire_time(*pending_[1]);
  const Time second = std::min(first, arrival(*pending_[1], next));
  if (pending_.size() == 2) return second;
  return std::min(second, next - due + least + wire_time(*pending_[2]));
}

std::vector<std::pair<std::uint64_t, const char*>> RxPath::held_frames() {
  std::vector<std::pair<std::uint64_t, const char*>> held;
  for (std::size_t i = 0; i < pending_.size(); ++i) held.emplace_back(pending_[i]->id, "mac");
  pools_.for_each_held([&](const LoopedFrame& frame) { held.emplace_back(frame.copy, "loopback"); });
  dma_.for_each_held([&](const RxPacket& packet, const char* where) { held.emplace_back(packet.id, where); });
  endpoint_.for_each_posted(port_, [&](const DmaRequest& request) {
    if (request.source != DmaSource::kRxWriteBack) return;
    for (unsigned i = 0; i < request.token_count; ++i)
      for_each_coalesced(static_cast<RxPacket*>(request.tokens[i]),
                         [&](const RxPacket& packet) { held.emplace_back(packet.id, "link"); });
  });
  return held;
}

}  // namespace ixsim::nic
