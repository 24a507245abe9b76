// Starts and ends of frames on the wire.
#include "ixsim/nic/mac/tx_mac.h"

#include <algorithm>

namespace ixsim {
namespace {

constexpr std::int64_t kQuantumBytes = 64;  // 512 bit times

}  // namespace

TxMac::TxMac(Agenda& agenda, Time byte_time, TxMacOwner& owner)
    : agenda_(agenda),
      clock_(kLaneSize * byte_time),
      byte_time_(byte_time),
      owner_(owner),
      pacer_(byte_time) {}

void TxMac::enqueue(const TxWireFrame& frame, Time now) {
  queue_.push(frame);
  queue_.back().ready = now;
  // Else what is done at the start or the end of the frame before comes first.
  if (next_start_ == kNever && !wire_busy(now)) agenda_.arm_after(slot_, now);
}

void TxMac::pause(std::uint16_t quanta, Time now) {
  const Time until = now + Time{quanta} * kQuantumBytes * byte_time_;
  paused_time_ += (until - now) - std::max<Time>(0, paused_until_ - now);
  paused_until_ = until;
  agenda_.arm_after(slot_, now);
}

void TxMac::set_link(bool up, Time byte_time, Time now) {
  link_up_ = up;
  next_start_ = kNever;
  if (byte_time != byte_time_) {
    byte_time_ = byte_time;
    clock_ = Clock(kLaneSize * byte_time);
    pacer_ = WirePacer(byte_time);
    agenda_.set_clock(slot_, clock_);
    for (std::size_t i = 0; i < leaving_.size(); ++i)
      leaving_[i].time = clock_.edge_at_or_after(leaving_[i].time);
  }
  agenda_.arm_after(slot_, now);
}

void TxMac::act(Time now) {
  while (!leaving_.empty() && leaving_.front().time <= now) {
    const Leaving left = leaving_.pop();
    owner_.frame_left(left.bytes, now);
  }
  if (next_start_ == now) {
    next_start_ = kNever;
    const TxWireFrame frame = queue_.pop();
    const Time end = now + (kPreambleSize + static_cast<std::int64_t>(frame.frame->size())) * byte_time_;
    leaving_.push({clock_.edge_at_or_after(end), static_cast<std::uint32_t>(frame.frame->size())});
    owner_.frame_started(frame, now, end);
  }
  // Settled only when the wire is free, so that a PAUSE can still hold it back.
  if (next_start_ == kNever && link_up_ && !queue_.empty() && !wire_busy(now)) settle(now);
  if (next_start_ != kNever) agenda_.arm(slot_, next_start_);
  if (!leaving_.empty()) agenda_.arm(slot_, leaving_.front().time);
}

void TxMac::settle(Time now) {
  if (queue_.front().ready >= now) {
    agenda_.arm_after(slot_, now);
  } else if (paused_until_ > now) {
    agenda_.arm(slot_, clock_.edge_at_or_after(paused_until_));
  } else {
    next_start_ = pacer_.start(clock_.edge_after(now), queue_.front().frame->size());
  }
}

Time TxMac::least_start(Time due) const {
  if (next_start_ != kNever || !queue_.empty()) return kNever;
  Time settled = clock_.edge_after(due);
  if (!leaving_.empty()) settled = std::max(settled, leaving_.back().time);
  return pacer_.next_start(clock_.edge_after(settled));
}

Time TxMac::visible(Time due, Time) const {
  Time first = kNever;
  if (next_start_ != kNever) {
    first = std::max(due, next_start_);
  } else if (!queue_.empty()) {
    // A PAUSE in force may be taken back.
    Time settled = std::max(due, clock_.edge_after(queue_.front().ready));
    if (!leaving_.empty()) settled = std::max(settled, leaving_.back().time);
    first = pacer_.next_start(clock_.edge_after(settled));
  }
  if (!leaving_.empty())
    first = std::min(first, owner_.least_answer_to_room(std::max(due, leaving_.front().time)));
  return first;
}

}  // namespace ixsim
