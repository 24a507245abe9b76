// Turns causes into requests of vectors, and requests into messages.
#include "nic/interrupt/interrupt_unit.h"

#include <algorithm>
#include <utility>

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kGpieOcd = 1u << 5;
constexpr std::uint32_t kGpieImmediate = 1u << 6;
constexpr std::uint32_t kGpieAutoMask = 1u << 30;
constexpr unsigned kTcpTimerEntry = InterruptUnit::kEntries;
constexpr unsigned kOtherEntry = InterruptUnit::kEntries + 1;
constexpr std::uint8_t kVectorOf = 0x3f;
constexpr std::uint64_t kOne = 1;
constexpr std::uint8_t kValid = 0x80;
constexpr unsigned kNoEntry = ~0U;

// Returns the entry at a place of the IVAR of the 82598: 64 receive queues, 32 transmit queues, the TCP
// timer, other causes. On the custom device with more queues they follow from place 100 on.
unsigned entry_in_order(unsigned place) {
  constexpr unsigned kTx = InterruptUnit::kTxEntry;
  if (place < 64) return place;
  if (place < 96) return kTx + place - 64;
  if (place < 98) return kTcpTimerEntry + place - 96;
  if (place < 100) return kNoEntry;
  return place < 164 ? place - 100 + 64 : kTx + place - 164 + 32;
}

template <typename Function>
void for_each_bit(std::uint64_t mask, Function function) {
  while (mask != 0) {
    function(static_cast<unsigned>(__builtin_ctzll(mask)));
    mask &= mask - 1;
  }
}

}  // namespace

InterruptUnit::InterruptUnit(Agenda& agenda, WriteBackFlusher& receive, WriteBackFlusher& transmit,
                             const DeviceProfile& profile)
    : agenda_(agenda), flushers_{&receive, &transmit}, profile_(profile) {
  reset(0);
}

void InterruptUnit::reset(Time now) {
  eicr_ = eims_ = eiac_ = eiam_ = gpie_ = 0;
  mask_ = auto_mask_ = 0;
  release_line(now);
  ivar_.fill(0);
  interval_.fill(0);
  open_.fill(0);
  flushed_at_.fill(0);
  flush_left_.fill(0);
  flushing_.fill(0);
  fresh_ = requested_ = waiting_ = untimed_ = skipping_ = 0;
  unassigned_ = false;
  quiet_until_ = flush_next_ = fire_next_ = 0;
  next_fresh_at_.fill(kNever);
  flushed_queues_.fill(0);
  rebuild_vectors();
}

void InterruptUnit::look_after(Time time) {
  quiet_until_ = 0;
  agenda_.arm_after(slot_, time);
}

void InterruptUnit::wake(Time time) {
  flush_next_ = fire_next_ = 0;
  look_after(time);
}

void InterruptUnit::rebuild_vectors() {
  vector_queues_.fill({});
  for (unsigned i = 0; i < kEntries; ++i) {
    const std::uint8_t entry = ivar_[i];
    const unsigned vector = entry & kVectorOf;
    const bool valid = (entry & kValid) != 0 && vector < (msix() ? profile_.vectors : kQueueVectors);
    vector_of_[i] = valid ? static_cast<std::uint8_t>(vector) : kNoVector;
    if (valid) vector_queues_[vector][i / 64] |= std::uint64_t{1} << (i % 64);
  }
  // Descriptors that wait may have another vector now.
  if (waiting_ == 0 && untimed_ == 0 && !unassigned_) return;
  untimed_ = ~std::uint64_t{0};
  start_timers(untimed_);
}

void InterruptUnit::start_timers(std::uint64_t vectors) {
  for_each_bit(untimed_ & vectors, [&](unsigned vector) {
    if (interval_[timer(vector)] == 0) return;
    untimed_ &= ~(kOne << vector);
    waiting_ |= kOne << vector;
  });
}

bool InterruptUnit::other_enabled(unsigned vector) const {
  const std::uint32_t pending = eicr_ & eims_ & ~((1u << kQueueVectors) - 1);
  return pending != 0 && (pending & shared_causes(vector)) != 0;
}

std::uint32_t InterruptUnit::shared_causes(unsigned vector) const {
  const auto names = [&](unsigned entry) {
    return (ivar_[entry] & kValid) != 0 && (ivar_[entry] & kVectorOf) == vector;
  };
  return (names(kOtherEntry) ? kOtherCauses | kOther : 0) | (names(kTcpTimerEntry) ? kTcpTimer : 0);
}

Time InterruptUnit::flush_due(unsigned vector) const {
  const Time open = open_[timer(vector)];
  return enabled(vector) ? open : std::max(open, flushed_at_[vector] + interval(vector));
}

void InterruptUnit::request(unsigned vector, Time time) {
  const Time edge = kDmaClock.edge_after(time);
  const std::uint64_t bit = kOne << vector;
  // The causes in EICR by now are others: this one is pending.
  if ((fresh_ & bit) != 0) take(bit, agenda_.now());
  if ((fresh_ & bit) == 0) {
    fresh_ |= bit;
    fresh_at_[vector] = edge;
  } else if (edge < fresh_at_[vector]) {
    next_fresh_at_[vector] = std::exchange(fresh_at_[vector], edge);
  } else {
    // The wake-up armed for the first one leads to this one.
    if (edge > fresh_at_[vector]) next_fresh_at_[vector] = std::min(next_fresh_at_[vector], edge);
    return;
  }
  const Time due = fresh_due(vector);
  if (due == kNever) return;
  quiet_until_ = std::min(quiet_until_, due);
  agenda_.arm(slot_, due);
}

Time InterruptUnit::fresh_due(unsigned vector) const {
  return msix() ? std::max(fresh_at_[vector], fire_due(vector)) : fresh_at_[vector];
}

void InterruptUnit::queue_cause(unsigned entry, Time time) {
  const std::uint8_t vector = vector_of_[entry];
  if (vector != kNoVector) {
    request(vector, time);
  } else if (elsewhere_ != nullptr) {
    elsewhere_->queue_cause(entry, time);
  }
}

void InterruptUnit::skip_moderation(unsigned entry, Time time) {
  const std::uint8_t vector = vector_of_[entry];
  if (vector == kNoVector) return;
  skip(timer(vector), kDmaClock.edge_after(time));
  wake(time);
}

void InterruptUnit::skip(unsigned timer, Time time) {
  open_[timer] = std::min(open_[timer], time);
  skipping_ |= kOne << timer;
}

void InterruptUnit::restart(unsigned timer, Time now) {
  open_[timer] = now + interval(timer);
  skipping_ &= ~(kOne << timer);
}

void InterruptUnit::queue_flushed(unsigned entry, Time time) {
  const std::uint64_t bit = std::uint64_t{1} << (entry % 64);
  std::uint64_t& flushed = flushed_queues_[entry / 64];
  if ((flushed & bit) == 0) return;
  flushed &= ~bit;
  // IVAR may name another vector by now.
  const std::uint8_t vector = flushed_for_[entry];
  --flushing_[vector];
  flush_left_[vector] = std::max(flush_left_[vector], time);
  expect_fire(vector);
  look_after(time);
}

bool InterruptUnit::descriptor_waits(unsigned entry, Time now) {
  const std::uint8_t vector = vector_of_[entry];
  if (vector == kNoVector) {
    unassigned_ = true;
    return elsewhere_ != nullptr && elsewhere_->descriptor_waits(entry, now);
  }
  // An interval of 0 has always run out for receive; for transmit it means no timer.
  if (interval_[timer(vector)] == 0) {
    untimed_ |= entry < kTxEntry ? 0 : kOne << vector;
    return entry < kTxEntry;
  }
  const Time due = flush_due(vector);
  if (due <= now) {
    flushed_at_[vector] = now;
    return true;
  }
  if (((waiting_ >> vector) & 1) == 0) {
    waiting_ |= kOne << vector;
    const Time edge = kDmaClock.edge_at_or_after(due);
    quiet_until_ = std::min(quiet_until_, edge);
    flush_next_ = std::min(flush_next_, due);
    agenda_.arm(slot_, edge);
  }
  return false;
}

void InterruptUnit::update_other() {
  if ((eicr_ & kOtherCauses) != 0) {
    eicr_ |= kOther;
  } else {
    eicr_ &= ~kOther;
  }
}

void InterruptUnit::request_entry(unsigned entry) {
  const unsigned vector = ivar_[entry] & kVectorOf;
  if (msix() && (ivar_[entry] & kValid) != 0 && vector < profile_.vectors) requested_ |= kOne << vector;
}

void InterruptUnit::forget_requests() {
  for (const unsigned entry : {kTcpTimerEntry, kOtherEntry}) {
    const unsigned vector = ivar_[entry] & kVectorOf;
    const std::uint32_t bit = vector < kQueueVectors ? 1u << vector : 0;
    const bool named = (ivar_[entry] & kValid) != 0 && vector < profile_.vectors;
    if (named && (eicr_ & (bit | shared_causes(vector))) == 0) requested_ &= ~(kOne << vector);
  }
}

void InterruptUnit::other_cause(std::uint32_t bits, Time now) {
  eicr_ |= bits & profile_.interrupt_causes & kOtherCauses;
  update_other();
  request_entry(kOtherEntry);
  wake(now);
}

void InterruptUnit::tcp_timer(Time now) {
  eicr_ |= kTcpTimer;
  request_entry(kTcpTimerEntry);
  wake(now);
}

std::uint64_t InterruptUnit::taken(Time now) const {
  std::uint64_t taken = 0;
  for_each_bit(fresh_, [&](unsigned vector) {
    if (fresh_at_[vector] <= now) taken |= kOne << vector;
  });
  return taken;
}

void InterruptUnit::take(std::uint64_t vectors, Time now) {
  for_each_bit(vectors, [&](unsigned vector) {
    if (fresh_at_[vector] > now) return;
    const std::uint64_t bit = kOne << vector;
    requested_ |= bit;
    eicr_ |= static_cast<std::uint32_t>(bit & 0xffff);
    fresh_at_[vector] = std::exchange(next_fresh_at_[vector], kNever);
    if (fresh_at_[vector] <= now || fresh_at_[vector] == kNever) fresh_ &= ~bit;
    expect_fire(vector);
  });
}

void InterruptUnit::flush_queues(Time now) {
  constexpr unsigned kWords = kTxEntry / 64;  // of the queues of one direction
  if (now < flush_next_) return;
  flush_next_ = kNever;
  for_each_bit(waiting_, [&](unsigned vector) {
    const Time due = flush_due(vector);
    if (due > now) {
      flush_next_ = std::min(flush_next_, due);
      return;
    }
    waiting_ &= ~(kOne << vector);
    flushed_at_[vector] = now;
    for (unsigned i = 0; i < flushed_queues_.size(); ++i) {
      const std::uint64_t asked = vector_queues_[vector][i];
      if (asked == 0) continue;
      // Descriptors used while an earlier flush is under way are written too, but the vector waits for the
      // earlier one only.
      const std::uint64_t queues =
          flushers_[i / kWords]->flush(asked, 64 * (i % kWords), now) & ~flushed_queues_[i];
      flushing_[vector] += static_cast<unsigned>(__builtin_popcountll(queues));
      flushed_queues_[i] |= queues;
      for (std::uint64_t rest = queues; rest != 0; rest &= rest - 1) {
        flushed_for_[64 * i + static_cast<unsigned>(__builtin_ctzll(rest))] =
            static_cast<std::uint8_t>(vector);
      }
    }
  });
}

Time InterruptUnit::fire_due(unsigned vector) const {
  if (!enabled(vector) || flushing_[vector] != 0) return kNever;
  return std::max(kDmaClock.edge_at_or_after(open_[vector]), kDmaClock.edge_after(flush_left_[vector]));
}

void InterruptUnit::expect_fire(unsigned vector) {
  if (((requested_ >> vector) & 1) != 0) fire_next_ = std::min(fire_next_, fire_due(vector));
}

void InterruptUnit::fire_vectors(Time now) {
  if (now < fire_next_) return;
  fire_next_ = kNever;
  for_each_bit(requested_, [&](unsigned vector) {
    const Time due = fire_due(vector);
    if (due > now) {
      fire_next_ = std::min(fire_next_, due);
      return;
    }
    requested_ &= ~(kOne << vector);
    restart(vector, now);
    const std::uint32_t bit = vector < kQueueVectors ? 1u << vector : 0;
    const std::uint32_t causes = bit | (eicr_ & shared_causes(vector));
    eicr_ &= ~(eiac_ & causes);
    if ((causes & kOtherCauses) != 0) update_other();
    if ((gpie_ & kGpieAutoMask) != 0) {
      set_eims(eims_ & ~(eiam_ & causes));
      set_mask(mask_ & ~(auto_mask_ & (kOne << vector)));
    }
    sink_->fire(InterruptKind::kMsix, vector, now);
  });
}

void InterruptUnit::release_line(Time now) {
  if (!intx_level_ || (eicr_ & eims_) != 0) return;
  intx_level_ = false;
  sink_->fire(InterruptKind::kIntx, 0, now);
}

void InterruptUnit::drive_line(Time now) {
  const bool wanted = (eicr_ & eims_) != 0;
  if (wanted && !intx_level_ && open_[0] <= now) {
    intx_level_ = true;
    restart(0, now);
    sink_->fire(InterruptKind::kIntx, 1, now);
  } else if (!wanted) {
    release_line(now);
  }
  requested_ = 0;
}

void InterruptUnit::act(Time now) {
  if (now < quiet_until_) {
    if (quiet_until_ != kNever) agenda_.arm(slot_, quiet_until_);
    return;
  }
  take(fresh_, now);
  flush_queues(now);
  if (msix()) {
    fire_vectors(now);
  } else {
    drive_line(now);
  }
  // A vector that waits for time, not for software, has its own wake-up.
  Time next = kNever;
  for_each_bit(fresh_, [&](unsigned v) { next = std::min(next, fresh_due(v)); });
  // Firing a vector only puts its next flush off.
  if (flush_next_ != kNever) next = std::min(next, kDmaClock.edge_at_or_after(flush_next_));
  if (msix()) next = std::min(next, fire_next_);
  if (!msix() && (eicr_ & eims_) != 0 && !intx_level_) {
    next = std::min(next, kDmaClock.edge_at_or_after(open_[0]));
  }
  quiet_until_ = next == kNever ? kNever : std::max(next, kDmaClock.edge_after(now));
  if (quiet_until_ != kNever) agenda_.arm(slot_, quiet_until_);
}

Time InterruptUnit::earliest_output(Time due, Time lookahead) const {
  if (!msix()) return due + lookahead;
  // Nothing leaves here but write-backs that are due and messages of vectors that are open. One that waits
  // for software, or for a write-back that is still to leave, shows after that.
  Time first = flush_next_;
  if (fresh_ == 0 && fire_next_ != 0) {
    first = std::min(first, fire_next_);
  } else {
    for_each_bit(fresh_ | requested_, [&](unsigned vector) {
      if (enabled(vector) && flushing_[vector] == 0) first = std::min(first, open_[vector]);
    });
  }
  return first == kNever ? kNever : std::max(due, first) + lookahead;
}

std::uint32_t InterruptUnit::read_eicr(Time now) {
  take(fresh_, now);
  const std::uint32_t value = eicr_;
  const std::uint32_t cleared = (gpie_ & kGpieOcd) != 0 ? kOtherCauses | kOther : ~std::uint32_t{0};
  eicr_ &= ~cleared;
  update_other();
  if (!msix()) set_eims(eims_ & ~eiam_);
  release_line(now);
  forget_requests();
  wake(now);
  return value;
}

void InterruptUnit::write_eicr(std::uint32_t value, Time now) {
  take(fresh_, now);
  eicr_ &= ~value;
  update_other();
  if (!msix() && value != 0) set_eims(eims_ & ~eiam_);
  release_line(now);
  forget_requests();
  wake(now);
}

void InterruptUnit::write_eics(std::uint32_t value, Time now) {
  set_eims(eims_ | (value & eiam_));
  eicr_ |= value & profile_.interrupt_causes & ~kOther;
  update_other();
  if (!msix() && (gpie_ & kGpieImmediate) != 0) skip(0, now);
  if (msix()) {
    const auto vectors = static_cast<std::uint32_t>(value & 0xffff & existing_vectors());
    requested_ |= vectors;
    // An immediate interrupt does not wait for the moderation timer.
    if ((gpie_ & kGpieImmediate) != 0) for_each_bit(vectors, [&](unsigned v) { skip(v, now); });
    if ((value & profile_.interrupt_causes & kOtherCauses) != 0) request_entry(kOtherEntry);
    if ((value & kTcpTimer) != 0) request_entry(kTcpTimerEntry);
  }
  wake(now);
}

void InterruptUnit::write_eims(std::uint32_t value, Time now) {
  set_eims(eims_ | (value & profile_.interrupt_causes));
  if (!msix() || value > 0xffff) return wake(now);
  // Nothing changes but for the vectors named.
  for_each_bit(value, [&](unsigned vector) {
    expect_fire(vector);
    if (((waiting_ >> vector) & 1) != 0) flush_next_ = std::min(flush_next_, flush_due(vector));
  });
  look_after(now);
}

void InterruptUnit::write_eimc(std::uint32_t value, Time now) {
  set_eims(eims_ & ~value);
  release_line(now);
  wake(now);
}

void InterruptUnit::write_gpie(std::uint32_t value, Time now) {
  gpie_ = value;
  rebuild_vectors();
  wake(now);
}

void InterruptUnit::write_eiam(std::uint32_t value) {
  eiam_ = value;
  auto_mask_ = (auto_mask_ & ~std::uint64_t{0xffff}) | (value & 0xffff);
}

void InterruptUnit::set_eims(std::uint32_t eims) {
  eims_ = eims;
  mask_ = (mask_ & ~std::uint64_t{0xffff}) | (eims & 0xffff);
}

void InterruptUnit::set_mask(std::uint64_t mask) {
  mask_ = mask;
  eims_ = (eims_ & ~0xffffu) | static_cast<std::uint32_t>(mask & 0xffff);
}

void InterruptUnit::write_eics_ex(unsigned word, std::uint32_t value, Time now) {
  const std::uint64_t vectors = std::uint64_t{value} << (32 * word);
  eicr_ |= static_cast<std::uint32_t>(vectors & 0xffff);
  set_mask(mask_ | (vectors & auto_mask_));
  if (msix()) requested_ |= vectors & existing_vectors();
  wake(now);
}

void InterruptUnit::write_eims_ex(unsigned word, std::uint32_t value, Time now) {
  set_mask(mask_ | std::uint64_t{value} << (32 * word));
  wake(now);
}

void InterruptUnit::write_eimc_ex(unsigned word, std::uint32_t value, Time now) {
  set_mask(mask_ & ~(std::uint64_t{value} << (32 * word)));
  release_line(now);
  wake(now);
}

void InterruptUnit::write_eiam_ex(unsigned word, std::uint32_t value) {
  auto_mask_ = (auto_mask_ & ~(std::uint64_t{0xffffffff} << (32 * word))) | std::uint64_t{value}
                                                                                << (32 * word);
  eiam_ = (eiam_ & ~0xffffu) | static_cast<std::uint32_t>(auto_mask_ & 0xffff);
}

void InterruptUnit::write_eitr(unsigned vector, std::uint32_t value, Time now) {
  if (vector >= kVectors) return;
  const bool coarse = profile_.coarse_moderation;
  const std::uint32_t interval = value & (coarse ? 0xff8 : 0xffff);
  const std::uint32_t counter = coarse ? (value >> 21 & 0x7f) * 8 : value >> 16;
  // CNT_WDIS: without a new counter the timer runs on, but never beyond one interval.
  const bool runs_on = coarse && value >> 31 != 0;
  interval_[vector] = interval;
  // The counter is written together with the interval, and restarts from what is written; an interval of 0 is
  // no moderation. A vector that has been let to skip its timer still skips it.
  const Time until = now + (runs_on ? interval : interval == 0 ? 0 : counter) * profile_.moderation_unit;
  const bool sooner_only = runs_on || ((skipping_ >> vector) & 1) != 0;
  open_[vector] = sooner_only ? std::min(open_[vector], until) : until;
  start_timers(msix() ? kOne << vector : ~std::uint64_t{0});
  wake(now);
}

std::uint32_t InterruptUnit::read_eitr(unsigned vector, Time now) const {
  if (vector >= kVectors) return 0;
  const Time left = std::max<Time>(0, open_[vector] - now);
  const auto counter =
      static_cast<std::uint32_t>((left + profile_.moderation_unit - 1) / profile_.moderation_unit);
  if (profile_.coarse_moderation)
    return interval_[vector] | (std::min<std::uint32_t>((counter + 7) / 8, 0x7f) << 21);
  return interval_[vector] | (std::min<std::uint32_t>(counter, 0xffff) << 16);
}

void InterruptUnit::write_ivar(unsigned index, std::uint32_t value, Time now) {
  for (unsigned byte = 0; byte < 4; ++byte) {
    const unsigned place = 4 * index + byte;
    unsigned entry = place;
    if (profile_.paired_ivar) {
      entry = place / 2 + (place % 2 == 0 ? 0 : kTxEntry);
    } else {
      entry = entry_in_order(place);
    }
    if (entry < ivar_.size())
      ivar_[entry] = static_cast<std::uint8_t>(value >> (8 * byte)) & (kValid | kVectorOf);
  }
  rebuild_vectors();
  wake(now);
}

void InterruptUnit::write_ivar_misc(std::uint32_t value, Time now) {
  ivar_[kTcpTimerEntry] = static_cast<std::uint8_t>(value) & (kValid | kVectorOf);
  ivar_[kOtherEntry] = static_cast<std::uint8_t>(value >> 8) & (kValid | kVectorOf);
  rebuild_vectors();
  wake(now);
}

}  // namespace ixsim::nic
