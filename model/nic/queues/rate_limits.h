// Rate limits of transmit queues (82599): a queue with a limit is not served before the time that its last
// packets have paid for.
//
// A packet of B bytes on the wire, with preamble and gap, costs B x (time of a byte) x (rate factor). The
// next packet of the queue may be granted so long after the last grant. The queue thus has at most the rate
// of the link divided by the factor. A queue that was late, because it had nothing to send or because other
// queues were served, makes up for it: for at most as many KiB as the window has, at its own rate. Without a
// window a late packet delays all that follow.
//
// Timing contract: that of the caller, which asks at edges of the MAC clock; times are not rounded. Source:
// ixgbe_sriov.c and DPDK (factor, window); 82599 datasheet, transmit rate scheduler; start and end of a
// packet's time: inferred.
#ifndef IXSIM_NIC_QUEUES_RATE_LIMITS_H
#define IXSIM_NIC_QUEUES_RATE_LIMITS_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/queue_mask.h"
#include "ixsim/time.h"

namespace ixsim::nic {

class RateLimits {
 public:
  static constexpr unsigned kBinaryPlaces = 14;  // of a factor

  // Sets the factor of a queue, and whether it limits the queue. The queue has its whole window.
  void set_factor(unsigned queue, std::uint32_t factor, bool limits);
  std::uint32_t factor(unsigned queue) const { return factor_[queue]; }
  bool limits(unsigned queue) const { return limited_.test(queue); }
  // Sets how much a late queue makes up for, in KiB.
  void set_window(std::uint32_t kib) { window_ = std::int64_t{kib} * 1'024; }
  // Returns whether any queue has a limit.
  bool any() const { return limited_.any(); }

  // Charges a packet that is granted at `now`, of `bytes` on the wire.
  void charge(unsigned queue, std::int64_t bytes, Time byte_time, Time now);
  // Returns the queues that wait after `now`.
  const QueueMask& waiting(Time now);
  // Returns the first time at which one of the waiting queues may send; kNever if none waits.
  Time next_release() const;
  void reset();

 private:
  QueueMask limited_;
  QueueMask waiting_;
  std::array<std::uint32_t, kMaxQueues> factor_{};
  std::array<Time, kMaxQueues> due_{};  // earliest next grant, of a queue with a limit
  std::int64_t window_ = 0;             // bytes
};

}  // namespace ixsim::nic

#endif
