// Watermarks, the state of each class, and the PAUSE frame.
#include "nic/mac/flow_control.h"

#include <algorithm>

#include "ethernet/pause_frame.h"
#include "ethernet/protocols.h"
#include "ixsim/bytes.h"
#include "nic/registers/class_registers.h"

namespace ixsim::nic {
namespace {

constexpr std::int64_t kSlotBytes = 64;  // a slot time is 512 bit times
constexpr std::size_t kPauseSize = 60;

std::uint8_t bit(unsigned index) { return static_cast<std::uint8_t>(1u << index); }

}  // namespace

FlowControl::FlowControl(Agenda& agenda, Timers& timers, RegisterFile& registers, PacketBuffer& buffer)
    : agenda_(agenda),
      registers_(registers),
      buffer_(buffer),
      timers_(timers),
      timer_(timers.add(*this, 0, true)),
      counts_stops_(registers.entries(Reg::PXON2OFFCNT) != 0) {
  registers.read_on_use({Reg::MLADD, Reg::MHADD, Reg::RAL, Reg::RAH, Reg::PFCTOP, Reg::FCTTV, Reg::FCRTL,
                         Reg::FCRTH, Reg::FCRTV});
  registers.count_on_event({Reg::PXONTXC, Reg::PXOFFTXC, Reg::LXONTXC, Reg::LXOFFTXC, Reg::PXON2OFFCNT});
}

void FlowControl::configure(Time now) {
  const std::uint32_t kinds = registers_.get(class_registers(registers_.register_set()).pause);
  const bool priority = (kinds & field::RMCS::TFCE_PRIORITY.mask) != 0;
  const bool on = priority || (kinds & field::RMCS::TFCE_802_3X.mask) != 0;
  if (priority != priority_) paused_ = stopped_ = 0;
  priority_ = priority;
  active_ = 0;
  for (unsigned i = 0; i < kClasses; ++i) {
    const std::uint32_t low = registers_.get(Reg::FCRTL, i);
    const std::uint32_t high = registers_.get(Reg::FCRTH, i);
    const unsigned timer = priority ? i : 0;
    const std::uint32_t times = registers_.get(Reg::FCTTV, timer / 2);
    Watermarks& watermarks = watermarks_[i];
    watermarks.high = high & field::FCRTH::RTH.mask;
    watermarks.low = std::min(low & field::FCRTL::RTL.mask, watermarks.high);
    watermarks.free = (low & field::FCRTL::XONE.mask) != 0;
    watermarks.time = timer % 2 == 0 ? field::FCTTV::TTV_EVEN.get(times) : field::FCTTV::TTV_ODD.get(times);
    watermarks.refresh = field::FCRTV::THRESHOLD.get(registers_.get(Reg::FCRTV));
    if (watermarks.refresh >= watermarks.time) watermarks.refresh = watermarks.time / 2;
    if (on && (high & field::FCRTH::FCEN.mask) != 0 && watermarks.time != 0) active_ |= bit(i);
  }
  // A partition that no priority uses has nothing to pause.
  std::uint8_t named = 0;
  for (const std::uint8_t number : class_of_priority_) named |= bit(number);
  if (priority) active_ &= named;
  const std::uint8_t classes = priority ? active_ : active_ != 0 ? 1 : 0;
  paused_ &= classes;
  due_ &= paused_;
  buffer_.watch(active_ != 0 ? &agenda_ : nullptr, slot_);
  start_timer(now);
  if (active_ != 0) agenda_.arm_after(slot_, now);
}

void FlowControl::forget(Time now) {
  paused_ = due_ = stopped_ = 0;
  waits_ = false;
  timers_.stop(timer_);
  if (active_ != 0) agenda_.arm_after(slot_, now);
}

FrameRef FlowControl::update(Time now) {
  buffer_.apply_frees(now);
  if (waits_) return {};
  std::uint8_t full = 0, held = 0, empty = 0, frees = 0;  // above FCRTH, above FCRTL, below FCRTL, XONE
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((active_ & bit(i)) == 0) continue;
    const std::uint32_t used = buffer_.used(i);
    const Watermarks& watermarks = watermarks_[i];
    if (used > watermarks.high) full |= bit(i);
    if (used > watermarks.low) held |= bit(i);
    if (used < watermarks.low || used == 0) empty |= bit(i);
    if (watermarks.free) frees |= bit(i);
  }
  if (!priority_) {
    full = full != 0 ? 1 : 0;
    held = held != 0 ? 1 : 0;
    empty = empty == active_ ? 1 : 0;
    frees = frees != 0 ? 1 : 0;
  }
  const auto low = static_cast<std::uint8_t>(paused_ & empty);
  stops_ = static_cast<std::uint8_t>((full & ~paused_) | (paused_ & due_ & held));
  frees_ = static_cast<std::uint8_t>(low & frees);
  paused_ = static_cast<std::uint8_t>((paused_ | stops_) & ~low);
  due_ &= static_cast<std::uint8_t>(paused_ & ~stops_);
  if ((stops_ | frees_) == 0) return {};
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((stops_ & bit(i)) != 0) refresh_at_[i] = kNever;
  }
  waits_ = true;
  waits_priority_ = priority_;
  return make();
}

FrameRef FlowControl::make() const {
  std::uint8_t bytes[kPauseSize] = {};
  std::copy(std::begin(kPauseAddress), std::end(kPauseAddress), bytes);
  // MLADD and MHADD hold the source address; drivers leave them empty, and the port's MAC address serves.
  std::uint32_t low = registers_.get(Reg::MLADD);
  std::uint32_t high = registers_.get(Reg::MHADD) & 0xffff;
  if (low == 0 && high == 0) {
    low = registers_.get(Reg::RAL, 0);
    high = registers_.get(Reg::RAH, 0);
  }
  store_le32(bytes + 6, low);
  store_le16(bytes + 10, static_cast<std::uint16_t>(high));
  if (!priority_) {
    store_be16(bytes + 12, kTypeMacControl);
    store_be16(bytes + 14, kOpcodePause);
    store_be16(bytes + 16, static_cast<std::uint16_t>(stops_ != 0 ? watermarks_[0].time : 0));
  } else {
    const std::uint32_t type = registers_.get(Reg::PFCTOP);
    store_be16(bytes + 12, static_cast<std::uint16_t>(field::PFCTOP::FCT.get(type)));
    store_be16(bytes + 14, static_cast<std::uint16_t>(field::PFCTOP::FCOP.get(type)));
    for (unsigned i = 0; i < class_of_priority_.size(); ++i) {
      const unsigned number = class_of_priority_[i];
      if (((stops_ | frees_) & bit(number)) != 0) bytes[17] |= bit(i);
      const std::uint32_t time = (stops_ & bit(number)) != 0 ? watermarks_[number].time : 0;
      store_be16(bytes + 18 + std::size_t{2} * i, static_cast<std::uint16_t>(time));
    }
  }
  return make_frame_with_fcs({bytes, sizeof bytes});
}

void FlowControl::sent(Time now, Time end, Time byte_time) {
  waits_ = false;
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((stops_ & bit(i)) != 0) {
      registers_.add_saturating(waits_priority_ ? Reg::PXOFFTXC : Reg::LXOFFTXC, i, 1);
      if (counts_stops_ && waits_priority_ && (stopped_ & bit(i)) == 0)
        registers_.add_saturating(Reg::PXON2OFFCNT, i, 1);
      if (waits_priority_) stopped_ |= bit(i);
      const Watermarks& watermarks = watermarks_[i];
      refresh_at_[i] = watermarks.refresh == 0
                           ? kNever
                           : end + Time{watermarks.time - watermarks.refresh} * kSlotBytes * byte_time;
    } else if ((frees_ & bit(i)) != 0) {
      registers_.add_saturating(waits_priority_ ? Reg::PXONTXC : Reg::LXONTXC, i, 1);
      stopped_ = static_cast<std::uint8_t>(stopped_ & ~bit(i));
    }
  }
  start_timer(now);
  // The buffer may have crossed a mark meanwhile.
  agenda_.arm_after(slot_, now);
}

void FlowControl::start_timer(Time now) {
  Time first = kNever;
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((paused_ & ~due_ & bit(i)) != 0) first = std::min(first, refresh_at_[i]);
  }
  if (first != kNever) {
    timers_.start(timer_, std::max(first, now + 1));
  } else {
    timers_.stop(timer_);
  }
}

void FlowControl::timer_ended(unsigned, Time now) {
  for (unsigned i = 0; i < kClasses; ++i) {
    if ((paused_ & bit(i)) != 0 && refresh_at_[i] <= now) due_ |= bit(i);
  }
  start_timer(now);
  agenda_.arm_after(slot_, now);
}

}  // namespace ixsim::nic
