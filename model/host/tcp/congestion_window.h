// The congestion window of a TCP sender: slow start, congestion avoidance, and the window during NewReno's
// fast recovery. It counts bytes and uses neither sequence numbers nor time.
//
// Timing contract: none; the window is changed by the call that reports an event. Remainders are carried: in
// congestion avoidance with TcpGrowth::kAcks the sum of MSS x MSS / window is exact. Source: RFC 5681 section
// 3, RFC 6582 section 3.2, RFC 3465, RFC 6928.
#ifndef IXSIM_HOST_TCP_CONGESTION_WINDOW_H
#define IXSIM_HOST_TCP_CONGESTION_WINDOW_H

#include <algorithm>
#include <cstdint>

#include "base/layers.h"
#include "host/tcp/tcp_config.h"

namespace ixsim::host {

class CongestionWindow {
 public:
  CongestionWindow(const TcpConfig& config, std::uint32_t mss)
      : growth_(config.growth),
        initial_segments_(config.initial_window),
        threshold_(config.initial_threshold) {
    start(mss, initial_segments_);
  }

  // Starts with a window of `segments` of `mss` bytes.
  void start(std::uint32_t mss, std::uint32_t segments) {
    mss_ = mss;
    window_ = std::uint64_t{mss} * segments;
  }

  std::uint64_t window() const { return window_; }
  std::uint64_t threshold() const { return threshold_; }
  bool in_slow_start() const { return window_ < threshold_; }
  bool in_recovery() const { return in_recovery_; }

  // Handles an acknowledgment of `bytes` new bytes outside recovery, while the window is fully used.
  void grow(std::uint64_t bytes);
  // Handles the third duplicate acknowledgment, with `flight` bytes outstanding.
  void enter_recovery(std::uint64_t flight) {
    threshold_ = half(flight);
    window_ = threshold_ + 3 * std::uint64_t{mss_};
    in_recovery_ = true;
    after_timeout_ = false;
    credit_ = 0;
  }
  // Handles a further duplicate acknowledgment in recovery.
  void inflate() { window_ += mss_; }
  // Handles an acknowledgment of `bytes` in recovery that does not end it.
  void deflate(std::uint64_t bytes) {
    window_ = window_ > bytes ? window_ - bytes : 0;
    if (bytes >= mss_) window_ += mss_;
    window_ = std::max<std::uint64_t>(window_, mss_);
  }
  // Handles the acknowledgment that ends recovery; `flight` bytes are outstanding after it (RFC 6582, step 3,
  // option 1).
  void leave_recovery(std::uint64_t flight) {
    window_ = std::min(threshold_, std::max<std::uint64_t>(flight, mss_) + mss_);
    in_recovery_ = false;
  }
  // Handles the expiry of the retransmission timer; `again` is set for a segment that it has sent before,
  // which keeps the threshold.
  void time_out(std::uint64_t flight, bool again) {
    if (!again) threshold_ = half(flight);
    window_ = mss_;
    in_recovery_ = false;
    after_timeout_ = true;
    credit_ = 0;
  }
  // Handles congestion without loss (ECN).
  void reduce(std::uint64_t flight) {
    window_ = threshold_ = half(flight);
    credit_ = 0;
  }
  // Handles an idle time of a retransmission time-out (RFC 5681 section 4.1).
  void restart_after_idle() { window_ = std::min(window_, std::uint64_t{mss_} * initial_segments_); }

 private:
  std::uint64_t half(std::uint64_t flight) const { return std::max(flight / 2, 2 * std::uint64_t{mss_}); }

  TcpGrowth growth_;
  bool in_recovery_ = false;
  bool after_timeout_ = false;  // slow start after a time-out: L = 1 (RFC 3465)
  std::uint32_t mss_ = 0;
  std::uint32_t initial_segments_;
  std::uint64_t window_ = 0;
  std::uint64_t threshold_;
  std::uint64_t credit_ = 0;  // towards the next increase in congestion avoidance
};

}  // namespace ixsim::host

#endif
