// The stages of a frame from the wire to its decision, in order.
#include "nic/receive/rx_path.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "ethernet/protocols.h"

namespace ixsim::nic {
namespace {

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
    : agenda_(context.agenda),
      registers_(context.registers),
      profile_(context.profile),
      tracer_(context.tracer),
      statistics_(statistics),
      link_(link),
      classifier_(agenda_, registers_, profile_, std::move(classifier)),
      mac_(registers_, profile_),
      delivery_(context, statistics, link, pools, classifier_, fetch_batch, byte_time),
      byte_time_(byte_time) {
  registers_.on_write<&RxPath::enable_written>(Reg::RXCTRL, *this);
  registers_.on_write<&RxPath::wire_written>({Reg::HLREG0, Reg::SECRXCTRL}, *this);
  registers_.on_read<&RxPath::stopped>(Reg::SECRXSTAT, *this);
  registers_.read_on_use({Reg::VFRE});
}

void RxPath::set_slot(Agenda::Slot slot) {
  slot_ = slot;
  classifier_.set_slot(slot);
}

// --- Settings.

void RxPath::update_wire() {
  wire_open_ = delivery_.enabled() && link_.up() &&
               (registers_.get(Reg::HLREG0) & field::HLREG0::LPBK.mask) == 0 &&
               (registers_.get(Reg::SECRXCTRL) & field::SECRXCTRL::RX_DIS.mask) == 0;
}

std::uint32_t RxPath::stopped(unsigned, std::uint32_t stored) const {
  const bool asked = (registers_.get(Reg::SECRXCTRL) & field::SECRXCTRL::RX_DIS.mask) != 0;
  return field::SECRXSTAT::SECRX_RDY.set(stored, asked && pending_.empty() ? 1 : 0);
}

void RxPath::enable_written(const RegisterWrite& write) {
  const bool enabled = !classifier_.resetting() && (write.new_value & field::RXCTRL::RXEN.mask) != 0;
  delivery_.set_enabled(enabled, write.time);
  update_wire();
}

void RxPath::stop_pools(std::uint64_t pools, Time now) {
  for (unsigned i = 0; i < 2; ++i) {
    const auto stopped = static_cast<std::uint32_t>(pools >> (32 * i));
    classifier_.write_entry(Reg::VFRE, i, registers_.get(Reg::VFRE, i) & ~stopped, now);
  }
}

// --- From the wire to the decision.

std::uint64_t RxPath::receive(Time start, const FrameRef& frame, bool accept) {
  RxPacket& packet = delivery_.packets().make();
  packet.id = next_id_++;
  packet.frame = frame;
  const std::size_t size = frame->size();
  const Time wire_end = this->wire_end(start, size);
  tracer_.stage(wire_end, RxStage::kWireEnd, packet);
  // Two frames overlap on the wire when its speed or the loopback changes during the first: the second is
  // lost.
  if (!accept || start < wire_busy_until_) {
    end(packet, RxBucket::kRxDisabled, wire_end);
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
    while (!pending_.empty()) end(*pending_.pop(), RxBucket::kRxDisabled, now);
  } else if (step == ClassifierPort::Step::kTablesDone) {
    delivery_.end_reset((registers_.get(Reg::RXCTRL) & field::RXCTRL::RXEN.mask) != 0, now);
    update_wire();
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
  const auto discard = [&](RxBucket bucket) {
    if (bucket != RxBucket::kNoFilter && bucket != RxBucket::kVlan) statistics_.octets(packet);
    end(packet, bucket, now);
  };
  if (status.pause != PauseKind::kNone) {
    if (tx_mac_ != nullptr) obey_pause(packet, now);
    tracer_.pause_received(packet, now);
  }
  const bool error = status.error();
  // Frames longer than the buffer manager can hold are not stored, not even with FCTRL.SBP.
  if (error &&
      (decision.drop == ClassifierDrop::kBad || packet.frame->size() > RxMac::kLongestFrame + kTagBytes)) {
    if (status.undersize) statistics_.short_discarded();
    return discard(mac_bucket(status));
  }
  if (status.consumed) return discard(RxBucket::kMacControl);
  if (decision.drop != ClassifierDrop::kAdmit) return discard(classifier_bucket(decision.drop));
  delivery_.store(packet, now);
}

void RxPath::end(RxPacket& packet, RxBucket bucket, Time now) {
  tracer_.finish(packet, bucket, now);
  delivery_.packets().recycle(packet);
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

// --- Reset.

void RxPath::reset_classifier(Time now) {
  delivery_.reset_buffer();
  classifier_.reset(now);
  mac_.update(now);
  update_wire();
}

// --- For the platform.

Time RxPath::earliest_output(Time due, Time lookahead) const {
  // With one partition, frames that are in the packet buffer already go first.
  if (delivery_.moves_first()) return kNever;
  // A frame stays in the packet buffer and the DMA pipeline for a while; then its data must cross the link,
  // less what may be taken off it.
  const Time least = due + lookahead + kMacClock.period() + RxDma::kPipeline;
  if (pending_.empty()) return least;
  const auto arrival = [&](const RxPacket& packet, Time decided) {
    return delivery_.least_arrival(decided, packet.frame->size(), decided - due + least);
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

HeldFrames RxPath::held_frames() {
  HeldFrames held;
  for (std::size_t i = 0; i < pending_.size(); ++i) held.emplace_back(pending_[i]->id, "mac");
  delivery_.add_held(held);
  return held;
}

}  // namespace ixsim::nic
