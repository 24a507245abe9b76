// Start and end of frames on the wire.
#include "nic/mac/tx_mac.h"

#include <algorithm>

namespace ixsim::nic {
namespace {

constexpr std::int64_t kQuantumBytes = 64;  // 512 bit times

}  // namespace

TxMac::TxMac(Agenda& agenda, Time byte_time, TxMacOwner& owner)
    : agenda_(agenda),
      clock_(kLaneSize * byte_time),
      byte_time_(byte_time),
      least_lane_(kLaneSize * std::min(byte_time, kByteTime10G)),
      owner_(owner),
      pacer_(byte_time),
      pacer_before_(byte_time) {}

void TxMac::enqueue(TxWireFrame frame, Time now) {
  frame.ready = now;
  occupied_ |= 1u << frame.traffic_class;
  Frames& queue = queues_[frame.traffic_class];
  queue.push(std::move(frame));
  // Else what is done at the start or the end of the frame before comes first.
  if (next_start_ == kNever && !wire_busy(now)) agenda_.arm_after(slot_, now);
}

void TxMac::send_control(const FrameRef& frame, Time now) {
  control_ = frame;
  control_ready_ = now;
  agenda_.arm_after(slot_, now);
}

void TxMac::drop_control() {
  control_ = FrameRef();
  if (next_is_control_) withdraw();
}

// A priority paused up to now or longer may send strictly later: this block may have acted at `now` already.
static Time not_before(Time now, Time until, Time before) {
  return before > now ? std::max(until, now + 1) : until;
}

void TxMac::pause(std::uint16_t quanta, Time now) {
  paused_until_ = not_before(now, now + Time{quanta} * kQuantumBytes * byte_time_, paused_until_);
  agenda_.arm_after(slot_, now);
}

void TxMac::pause_priorities(std::uint8_t mask, const std::array<std::uint16_t, kPriorities>& quanta,
                             Time now) {
  for (unsigned i = 0; i < quanta.size(); ++i) {
    if ((mask >> i & 1) != 0) priority_paused_until_[i] = now + Time{quanta[i]} * kQuantumBytes * byte_time_;
  }
  update_class_pauses(now);
}

void TxMac::set_classes_of_priorities(const std::array<std::uint8_t, kPriorities>& classes, Time now) {
  if (classes == class_of_priority_) return;
  class_of_priority_ = classes;
  update_class_pauses(now);
}

void TxMac::update_class_pauses(Time now) {
  std::array<Time, CreditArbiter::kClasses> until{};
  for (unsigned i = 0; i < kPriorities; ++i)
    until[class_of_priority_[i]] = std::max(until[class_of_priority_[i]], priority_paused_until_[i]);
  class_pauses_end_ = 0;
  for (unsigned i = 0; i < until.size(); ++i) {
    class_paused_until_[i] = not_before(now, until[i], class_paused_until_[i]);
    class_pauses_end_ = std::max(class_pauses_end_, class_paused_until_[i]);
  }
  agenda_.arm_after(slot_, now);
}

void TxMac::set_gap(std::int64_t gap) {
  gap_ = gap;
  pacer_.set_gap(gap);
  pacer_before_.set_gap(gap);
}

void TxMac::arbitration_changed(Time now) {
  released_at_ = now;
  agenda_.arm_after(slot_, now);
}

void TxMac::set_link(bool up, Time byte_time, Time now) {
  link_up_ = up;
  released_at_ = now;
  withdraw();
  if (!up) {
    drop_control();
    forget_pauses();  // of the link partner that is lost
  }
  if (byte_time != byte_time_) {
    byte_time_ = byte_time;
    clock_ = Clock(kLaneSize * byte_time);
    pacer_ = pacer_before_ = WirePacer(byte_time);
    set_gap(gap_);
    agenda_.set_clock(slot_, clock_);
    for (std::size_t i = 0; i < leaving_.size(); ++i)
      leaving_[i].time = clock_.edge_at_or_after(leaving_[i].time);
    drop_control();  // the link that it was asked for on is lost
  }
  agenda_.arm_after(slot_, now);
}

void TxMac::act(Time now) {
  while (!leaving_.empty() && leaving_.front().time <= now) {
    const Leaving left = leaving_.pop();
    if (left.bytes != 0) owner_.frame_left(left.bytes, left.traffic_class, now);
  }
  if (next_start_ == now) begin(now);
  if (control_ && !next_is_control_ && next_start_ != kNever && control_ready_ < now && !control_before_) {
    withdraw();  // the data frame has not begun
  }
  // Committed only when the wire is free, so that a PAUSE can still hold it back.
  const bool free = next_start_ == kNever && link_up_ && (occupied_ != 0 || control_) && !wire_busy(now);
  if (free && released_at_ != now) {
    commit(now);
  } else if (free) {
    agenda_.arm_after(slot_, now);
  }
  // A control frame that came at this very edge takes its place from the next one on.
  if (control_ && !next_is_control_ && control_ready_ >= now) agenda_.arm_after(slot_, now);
  if (next_start_ != kNever) agenda_.arm(slot_, next_start_);
  if (!leaving_.empty()) agenda_.arm(slot_, leaving_.front().time);
}

void TxMac::begin(Time now) {
  next_start_ = kNever;
  control_before_ = next_is_control_;
  if (next_is_control_) {
    next_is_control_ = false;
    const FrameRef frame = std::move(control_);
    control_ = FrameRef();
    const Time end = now + wire_time(frame->size(), byte_time_);
    leaving_.push({clock_.edge_at_or_after(end), 0, 0});
    owner_.control_started(frame, now, end);
    return;
  }
  Frames& queue = queues_[next_class_];
  const TxWireFrame frame = queue.pop();
  if (queue.empty()) occupied_ &= ~(1u << next_class_);
  const auto bytes = static_cast<std::uint32_t>(frame.frame->size());
  arbiter_.take(next_choice_, next_class_, bytes);
  const Time end = now + wire_time(bytes, byte_time_);
  leaving_.push({clock_.edge_at_or_after(end), bytes, frame.traffic_class});
  owner_.frame_started(frame, now, end);
}

// Returns the classes whose front frame may start now. `desired` is the first lane at which it may start. If
// none may, it is the first lane at which a frame that is here might start; kNever if that does not depend on
// time.
std::uint32_t TxMac::may_go(Time now, Time& desired) {
  desired = kNever;
  if (arbiter_.stopped()) return 0;
  std::uint32_t go = 0;
  Time later = kNever;
  const bool class_pauses = now < class_pauses_end_;
  for (std::uint32_t rest = occupied_; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctz(rest));
    if (queues_[i].front().ready >= now) {
      // It came at this very edge, at which the block may have been called for something else.
      later = clock_.edge_after(now);
      continue;
    }
    const Time until = std::max(paused_until_, class_pauses ? class_paused_until_[i] : 0);
    if (until > now) {
      later = std::min(later, clock_.edge_at_or_after(until));
    } else {
      go |= 1u << i;
    }
  }
  desired = go != 0 ? clock_.edge_after(now) : later;
  return go;
}

void TxMac::commit(Time now) {
  Time desired = kNever;
  const std::uint32_t go = may_go(now, desired);
  if (control_ && control_ready_ < now && !(control_before_ && go != 0)) {
    pacer_before_ = pacer_;
    next_is_control_ = true;
    next_start_ = pacer_.start(clock_.edge_after(now), control_->size());
    return;
  }
  if (control_ && control_ready_ >= now) agenda_.arm_after(slot_, now);
  if (go == 0) {
    if (desired != kNever) agenda_.arm(slot_, desired);
    return;
  }
  next_class_ = arbiter_.choose(go);
  next_choice_ = go;
  pacer_before_ = pacer_;
  next_start_ = pacer_.start(desired, queues_[next_class_].front().frame->size());
}

Time TxMac::least_start(Time due) const {
  return next_start_ != kNever ? kNever : least_committed(clock_.edge_after(due));
}

Time TxMac::earliest_output(Time due, Time) const {
  Time first = kNever;
  if (next_start_ != kNever) {
    first = std::max(due, next_start_);
    // A control frame may take the place of a data frame that does not begin right then.
    if (control_ && !next_is_control_) first = std::min(first, clock_.edge_after(due));
  } else if (occupied_ != 0 || control_) {
    // A PAUSE in force may be taken back.
    first = least_committed(due);
  }
  if (!leaving_.empty())
    first = std::min(first, owner_.least_answer_to_freed_space(std::max(due, leaving_.front().time)));
  return first;
}

}  // namespace ixsim::nic
