// The retransmission time-out of a TCP sender: smoothed round-trip time, its variation, and backoff.
//
// SRTT is stored times 8 and RTTVAR times 4, so that integers of picoseconds hold the fractions (Jacobson's
// form). Backoff lasts until the next measured round trip (Karn).
//
// Timing contract: none; durations only. Source: RFC 6298 sections 2 and 5.
#ifndef IXSIM_HOST_TCP_RETRANSMISSION_TIMEOUT_H
#define IXSIM_HOST_TCP_RETRANSMISSION_TIMEOUT_H

#include <algorithm>

#include "base/layers.h"
#include "host/tcp/tcp_config.h"
#include "ixsim/time.h"

namespace ixsim::host {

class RetransmissionTimeout {
 public:
  explicit RetransmissionTimeout(const TcpConfig& config)
      : min_(config.min_rto),
        max_(config.max_rto),
        granularity_(config.clock_tick),
        base_(config.initial_rto) {}

  // Takes a round trip of `rtt`, measured without ambiguity; ends the backoff.
  void measured(Time rtt) {
    if (!has_sample_) {
      has_sample_ = true;
      smoothed_times_8_ = rtt * 8;
      variation_times_4_ = rtt * 2;
    } else {
      const Time error = rtt - smoothed_times_8_ / 8;
      variation_times_4_ += (error < 0 ? -error : error) - variation_times_4_ / 4;
      smoothed_times_8_ += error;
    }
    backoff_ = 0;
    base_ = std::clamp(smoothed_times_8_ / 8 + std::max(granularity_, variation_times_4_), min_, max_);
  }
  // Handles the expiry of the timer.
  void back_off() {
    if (rto() < max_) ++backoff_;
  }
  // Starts again with `rto`, because no sample is known.
  void restart(Time rto) {
    base_ = rto;
    backoff_ = 0;
  }

  Time rto() const { return base_ > max_ >> backoff_ ? max_ : base_ << backoff_; }
  Time smoothed() const { return smoothed_times_8_ / 8; }

 private:
  Time min_;
  Time max_;
  Time granularity_;
  Time base_;
  Time smoothed_times_8_ = 0;
  Time variation_times_4_ = 0;
  unsigned backoff_ = 0;
  bool has_sample_ = false;
};

}  // namespace ixsim::host

#endif
