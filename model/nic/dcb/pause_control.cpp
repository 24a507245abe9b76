// Connects registers, flow control and the MAC.
#include "nic/dcb/pause_control.h"

#include <algorithm>

#include "nic/classifier/pool_decision.h"

namespace ixsim::nic {

PauseControl::PauseControl(const PortContext& context, Timers& timers, PacketBuffer& buffer, RxDma& dma)
    : agenda_(context.agenda),
      endpoint_(context.endpoint),
      registers_(context.registers),
      priorities_by_register_(context.profile.priorities_by_register),
      buffer_(buffer),
      dma_(dma),
      flow_control_(agenda_, timers, registers_, buffer) {}

void PauseControl::connect(TxMac& mac, bool transmits) {
  mac_ = &mac;
  transmits_ = transmits;
  registers_.on_read<&PauseControl::pauses>(Reg::TFCS, *this);
  registers_.on_write<&PauseControl::update>(
      {Reg::RMCS, Reg::FCCFG, Reg::FCTTV, Reg::FCRTL, Reg::FCRTH, Reg::FCRTV, Reg::RTRUP2TC}, *this);
  if (priorities_by_register_) registers_.on_write<&PauseControl::update>(Reg::MRQC, *this);
}

void PauseControl::set_slot(Agenda::Slot slot) {
  slot_ = slot;
  flow_control_.set_slot(slot);
}

// Reads RTRUP2TC: the partition of the packet buffer that holds a priority's frames.
void PauseControl::update_priorities() {
  const unsigned count = receive_classes(field::MRQC::MRQE.get(registers_.get(Reg::MRQC)));
  std::array<std::uint8_t, FlowControl::kClasses> classes{};
  for (unsigned i = 0; i < classes.size() && count != 0; ++i)
    classes[i] = static_cast<std::uint8_t>((registers_.get(Reg::RTRUP2TC) >> (3 * i) & 7) % count);
  flow_control_.set_classes_of_priorities(classes);
}

void PauseControl::update(Time now) {
  if (!transmits_) return;
  const bool was_active = active();
  if (priorities_by_register_) update_priorities();
  flow_control_.configure(now);
  if (was_active || !active()) return;
  // From now on what the receive side does, and space that it gives back, may show on the wire a lane later.
  const Time lane = mac_->least_lane();
  agenda_.shorten_lookahead(slot_, lane);
  dma_.shorten_lookahead(lane);
  endpoint_.shorten_lookahead(lane);
  endpoint_.shorten_freed_space_lookahead(lane);
  // The agenda is armed already: act() waits until then.
  from_ = kMacClock.edge_after(endpoint_.least_arrival_of_read(now, 0));
}

void PauseControl::act(Time now) {
  if (now < from_) return agenda_.arm(slot_, from_);
  if (const FrameRef frame = flow_control_.update(now)) mac_->send_control(frame, now);
  if (buffer_.next_free() != kNever) agenda_.arm(slot_, kMacClock.edge_after(buffer_.next_free()));
}

std::uint32_t PauseControl::pauses(unsigned, std::uint32_t) const {
  const Time now = agenda_.now();
  std::uint32_t classes = 0;
  for (unsigned i = 0; i < CreditArbiter::kClasses; ++i)
    classes |= (mac_->class_paused(i, now) ? 1u : 0) << i;
  return field::TFCS::TXOFF.set(0, mac_->paused(now) ? 1 : 0) | field::TFCS::TXOFFN.set(0, classes);
}

}  // namespace ixsim::nic
