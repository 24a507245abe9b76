// Passes frames from the packet buffer to the wire, the switch or the port itself.
#include "nic/transmit/tx_path.h"

#include <algorithm>
#include <utility>

#include "ethernet/wire_pacer.h"

namespace ixsim::nic {
namespace {

constexpr std::uint8_t kTagSize = 4;

}  // namespace

TxPath::TxPath(const PortContext& context, TxStatistics& statistics, DescriptorPlane& plane,
               PoolSwitch& pools, PauseControl& pause, const Settings& settings,
               std::unique_ptr<TxScheduler> scheduler)
    : port_(context.port),
      agenda_(context.agenda),
      endpoint_(context.endpoint),
      registers_(context.registers),
      tracer_(context.tracer),
      statistics_(statistics),
      pools_(pools),
      pause_(pause),
      dma_(agenda_, endpoint_, port_, *this, context.profile.tx_queues, context.profile.tx_buffer),
      mac_(agenda_, settings.byte_time, *this),
      arbiter_(agenda_, plane, dma_, tracer_, std::move(scheduler)),
      has_double_vlan_(context.profile.double_vlan),
      byte_time_(settings.byte_time) {
  dma_.set_fetch_batch(settings.fetch_batch);
  dma_.set_segment_grants(settings.segment_grants);
  registers_.on_write<&TxPath::update_gap>(Reg::TIPG, *this);
  registers_.on_read<&TxPath::stopped>(Reg::SECTXSTAT, *this);
  registers_.read_on_use({Reg::HLREG0, Reg::VLNCTRL, Reg::SECTXCTRL, Reg::DMATXCTL});
}

std::uint32_t TxPath::stopped(unsigned, std::uint32_t stored) const {
  const bool asked = (registers_.get(Reg::SECTXCTRL) & field::SECTXCTRL::TX_DIS.mask) != 0;
  return field::SECTXSTAT::SECTX_RDY.set(stored, asked && in_flight() == 0 ? 1 : 0);
}

void TxPath::set_slot(Agenda::Slot slot) {
  slot_ = slot;
  arbiter_.set_slot(slot);
}

void TxPath::add_dma_block(Time lookahead, InterruptUnit& interrupts) {
  dma_.connect(agenda_.add(dma_, kDmaClock, std::min(lookahead, mac_.least_lane())), interrupts);
}

void TxPath::add_wire_block() { mac_.set_slot(agenda_.add(mac_, mac_.clock(), 0)); }

void TxPath::set_link(bool up, Time byte_time, Time now) {
  byte_time_ = byte_time;
  arbiter_.set_byte_time(byte_time);
  mac_.set_link(up, byte_time, now);
}

void TxPath::begin() {
  begun_ = true;
  agenda_.shorten_lookahead(slot_, mac_.least_lane());
  endpoint_.shorten_lookahead(mac_.least_lane());
}

TxCommand TxPath::transmit_defaults() const {
  const std::uint32_t hlreg0 = registers_.get(Reg::HLREG0);
  TxCommand command;
  command.insert_fcs = (hlreg0 & field::HLREG0::TXCRCEN.mask) != 0;
  command.pad = (hlreg0 & field::HLREG0::TXPADEN.mask) != 0;
  if (has_double_vlan_ && (registers_.get(Reg::DMATXCTL) & field::DMATXCTL::GDV.mask) != 0)
    command.tag_place += kTagSize;
  command.vlan_ethertype = static_cast<std::uint16_t>(field::VLNCTRL::VET.get(registers_.get(Reg::VLNCTRL)));
  return command;
}

void TxPath::frame_ready(FrameRef frame, const TxPacket& packet, bool last, Time now) {
  if (pools_.present() && !leaves_on_wire(frame, packet, last, now)) return;
  mac_.enqueue({std::move(frame), packet.id, packet.queue, packet.offered, now, last,
                static_cast<std::uint8_t>(packet.traffic_class), packet.command.stamp},
               now);
}

bool TxPath::leaves_on_wire(const FrameRef& frame, const TxPacket& packet, bool last, Time now) {
  LoopedFrame looped;
  const PoolSwitch::Way way = pools_.route(*frame, packet.queue, looped);
  if (way == PoolSwitch::Way::kWire) return true;
  if (way == PoolSwitch::Way::kSpoofed) {
    dma_.buffer_freed(packet.traffic_class, static_cast<std::uint32_t>(frame->size()), now);
    if (last) tracer_.finish_tx(packet.id, packet.queue, TxBucket::kSpoofed, now);
    return false;
  }
  looped.frame = frame;
  looped.packet = packet.id;
  looped.queue = packet.queue;
  looped.traffic_class = packet.traffic_class;
  looped.last = last;
  pools_.enqueue(looped, now);
  if (way == PoolSwitch::Way::kWireAndSwitch) return true;
  pools_.sent(packet.queue, TxStatistics::queue_bytes(*frame));
  return false;
}

void TxPath::leave_switch(const LoopedFrame& from, Time now) {
  if (from.to_wire) return;
  dma_.buffer_freed(from.traffic_class, static_cast<std::uint32_t>(from.frame->size()), now);
  if (from.last) tracer_.finish_tx(from.packet, from.queue, TxBucket::kSent, now);
}

void TxPath::frame_started(const TxWireFrame& out, Time start, Time end) {
  const Frame& frame = *out.frame;
  statistics_.sent(frame, out.queue);
  if (out.stamp && time_sync_ != nullptr && time_sync_->sends())
    time_sync_->sent(start + kPreambleSize * byte_time_);
  pools_.sent(out.queue, TxStatistics::queue_bytes(frame));
  tracer_.frame_sent(frame, out.packet, out.queue, out.offered, start, end);
  if (out.last) tracer_.finish_tx(out.packet, out.queue, TxBucket::kSent, end);
  send_out(out.frame, start);
}

void TxPath::control_started(const FrameRef& frame, Time start, Time end) {
  pause_.sent(start, end, byte_time_);
  statistics_.pause_sent(*frame);
  tracer_.control_frame_sent(*frame, start);
  send_out(frame, start);
}

// Sends a frame; in loopback nothing appears on the wire.
void TxPath::send_out(const FrameRef& frame, Time start) {
  if ((registers_.get(Reg::HLREG0) & field::HLREG0::LPBK.mask) != 0) {
    loopback_->frame_out(start, port_, frame);
  } else if (wire_ != nullptr) {
    wire_->frame_out(start, port_, frame);
  }
}

// Updates the gap. A gap below the default would be shorter than receivers may expect.
void TxPath::update_gap(Time) {
  constexpr std::int64_t kDefault = 3;
  const std::int64_t asked = field::TIPG::IPG.get(registers_.get(Reg::TIPG));
  mac_.set_gap(kAverageGap + kLaneSize * (std::max(asked, kDefault) - kDefault));
}

void TxPath::reset(Time now) {
  arbiter_.limits().reset();
  dma_.reset(now);
  mac_.reset(now, [&](const TxWireFrame& frame) { flush_frame(frame, now); });
}

}  // namespace ixsim::nic
