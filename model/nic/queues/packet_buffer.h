// The receive packet buffer: up to eight partitions, one for each traffic class. Each is a first-in first-out
// store of whole frames.
//
// Timing contract: space is allocated at the decision's MAC edge; it counts bytes from destination address to
// FCS. Space is freed at the first MAC edge after the last data TLP of the frame has left (or the frame was
// dropped). If the sizes sum to more than the memory, space is allocated in the order of the partition
// numbers. Source: 82598 datasheet, receive packet buffer (RXPBSIZE, MPC).
#ifndef IXSIM_NIC_QUEUES_PACKET_BUFFER_H
#define IXSIM_NIC_QUEUES_PACKET_BUFFER_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/time.h"

namespace ixsim::nic {

// Observer of the space in use. Positive `bytes` are allocated at `time`. Negative ones are freed at `time`,
// which may lie ahead; they are free at the first MAC edge after it.
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
  // Returns the bytes in use, as of the last take() or apply_frees().
  std::uint32_t used(unsigned partition) const { return used_[partition]; }

  // Returns the maximum of the bytes in use so far.
  std::uint32_t peak(unsigned partition) const { return peak_[partition]; }

  // Allocates `bytes` at MAC edge `now`; returns false if there is no space.
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
  // Sets the observer of every later change; nullptr removes it.
  void set_observer(SpaceObserver* observer) { observer_ = observer; }
  // Lets the block of `slot` act whenever space has been freed; nullptr: no block.
  void watch(Agenda* agenda, Agenda::Slot slot) {
    watcher_ = agenda;
    slot_ = slot;
  }
  // Returns the time of the next free, kNever if none is pending, as of the last take() or apply_frees().
  Time next_free() const { return frees_.empty() ? kNever : frees_.front().time; }
  bool watched() const { return watcher_ != nullptr; }
  // Frees space at `time`, which may lie ahead; times do not decrease.
  [[gnu::always_inline]] void give_back(unsigned partition, std::uint32_t bytes, Time time) {
    // Drops are immediate, but a departure may lie up to one TLP ahead: keep the order.
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

}  // namespace ixsim::nic

#endif
