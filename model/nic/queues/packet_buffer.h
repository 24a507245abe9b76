// The receive packet buffer: up to eight partitions, one a traffic class, each a first-in first-out store of
// whole frames.
//
// Timing contract: space is taken at the decision's MAC edge, counting bytes from destination address to FCS,
// and given back at the first MAC edge after the last data TLP of the frame has left (or the frame was
// dropped). Sizes that sum to more than the memory are allocated in order of their numbers.
// Source: 82598 datasheet, receive packet buffer (RXPBSIZE, MPC).
#ifndef IXSIM_NIC_QUEUES_PACKET_BUFFER_H
#define IXSIM_NIC_QUEUES_PACKET_BUFFER_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/agenda.h"
#include "base/ring.h"
#include "ixsim/time.h"

namespace ixsim {

// Observer of the space in use: `bytes` are taken at `time`, or if negative freed, which may lie ahead; they
// are free at the first MAC edge after it.
class SpaceObserver {
 public:
  virtual ~SpaceObserver() = default;
  virtual void space_changed(Time time, std::int64_t bytes) = 0;
};

class PacketBuffer {
 public:
  static constexpr unsigned kPartitions = 8;

  explicit PacketBuffer(std::uint32_t bytes) : bytes_(bytes) {}

  void set_size(unsigned partition, std::uint32_t bytes) {
    asked_[partition] = bytes;
    std::uint32_t left = bytes_;
    for (unsigned i = 0; i < kPartitions; ++i) {
      size_[i] = std::min(asked_[i], left);
      left -= size_[i];
    }
  }
  std::uint32_t size(unsigned partition) const { return size_[partition]; }
  // Bytes held, as of the last take() or apply_frees().
  std::uint32_t used(unsigned partition) const { return used_[partition]; }

  // Most bytes held so far.
  std::uint32_t peak(unsigned partition) const { return peak_[partition]; }

  // Takes space for `bytes` at MAC edge `now`; false if there is none.
  bool take(unsigned partition, std::uint32_t bytes, Time now) {
    apply_frees(now);
    if (used_[partition] + bytes > size_[partition]) return false;
    used_[partition] += bytes;
    peak_[partition] = std::max(peak_[partition], used_[partition]);
    if (observer_ != nullptr) report(now, bytes);
    return true;
  }
  // Applies frees from before `now`.
  void apply_frees(Time now) {
    while (!frees_.empty() && frees_.front().time < now) {
      const Free free = frees_.pop();
      used_[free.partition] -= free.bytes;
    }
  }
  // Reports every change to `observer` from now on; nullptr: to none.
  void set_observer(SpaceObserver* observer) { observer_ = observer; }
  // From now on the block of `slot` acts whenever space has been freed; nullptr: none does.
  void watch(Agenda* agenda, Agenda::Slot slot) {
    watcher_ = agenda;
    slot_ = slot;
  }
  // Time of the next free, kNever if none is pending: as of the last take() or apply_frees().
  Time next_free() const { return frees_.empty() ? kNever : frees_.front().time; }
  bool watched() const { return watcher_ != nullptr; }
  // Frees space at `time`, which may lie ahead; times do not decrease.
  [[gnu::always_inline]] void give_back(unsigned partition, std::uint32_t bytes, Time time) {
    // Drops are immediate while a departure lies up to one TLP ahead: keep the order.
    if (!frees_.empty() && time < frees_.back().time) time = frees_.back().time;
    frees_.push({time, bytes, partition});
    if (observer_ != nullptr) report(time, -std::int64_t{bytes});
    if (watcher_ != nullptr) watcher_->arm_after(slot_, time);
  }

 private:
  [[gnu::noinline]] void report(Time time, std::int64_t bytes) { observer_->space_changed(time, bytes); }

  struct Free {
    Time time = 0;
    std::uint32_t bytes = 0;
    unsigned partition = 0;
  };
  const std::uint32_t bytes_;
  std::array<std::uint32_t, kPartitions> asked_{};
  std::array<std::uint32_t, kPartitions> size_{};
  std::array<std::uint32_t, kPartitions> used_{};
  std::array<std::uint32_t, kPartitions> peak_{};
  Ring<Free> frees_{64};
  SpaceObserver* observer_ = nullptr;
  Agenda* watcher_ = nullptr;
  Agenda::Slot slot_ = 0;
};

}  // namespace ixsim

#endif
