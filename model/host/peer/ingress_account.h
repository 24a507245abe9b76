// The bytes that a switch holds of the frames received at one port, by priority, and the resulting PAUSE.
//
// A priority whose bytes exceed `xoff` is stopped. It may continue once its bytes are at most `xon`. With
// PAUSE of the link there is one account, the first. The PAUSE is due again when half of its time is over.
//
// Timing contract: none; the caller passes the times. Source: IEEE 802.1Qbb; IEEE 802.3 annex 31B.
#ifndef IXSIM_HOST_PEER_INGRESS_ACCOUNT_H
#define IXSIM_HOST_PEER_INGRESS_ACCOUNT_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ethernet/pause_frame.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct PauseThresholds {
  std::uint64_t xoff = 64 << 10;      // bytes above which a priority is stopped
  std::uint64_t xon = 32 << 10;       // bytes at which it may continue
  std::uint64_t headroom = 16 << 10;  // bytes accepted above xoff
  std::uint16_t quanta = 0xffff;      // time of a PAUSE
};

class IngressAccount {
 public:
  explicit IngressAccount(const PauseThresholds& thresholds) : thresholds_(thresholds) {}

  bool fits(unsigned account, std::uint64_t bytes) const {
    return bytes_[account] + bytes <= thresholds_.xoff + thresholds_.headroom;
  }
  // Returns whether a PAUSE has become due.
  bool add(unsigned account, std::uint64_t bytes) {
    bytes_[account] += bytes;
    peak_[account] = std::max(peak_[account], bytes_[account]);
    if ((stopped_ >> account & 1) != 0 || bytes_[account] <= thresholds_.xoff) return false;
    stopped_ |= bit(account);
    due_ |= bit(account);
    return true;
  }
  bool remove(unsigned account, std::uint64_t bytes) {
    bytes_[account] -= bytes;
    if ((stopped_ >> account & 1) == 0 || bytes_[account] > thresholds_.xon) return false;
    stopped_ &= static_cast<std::uint8_t>(~bit(account));
    due_ |= bit(account);
    return true;
  }
  bool due() const { return due_ != 0; }
  // Returns the PAUSE that is due, whose last bit leaves at `end`.
  PauseFrame take(bool of_priorities, Time end, Time byte_time) {
    PauseFrame pause;
    pause.of_priorities = of_priorities;
    if (of_priorities) pause.named = due_;
    const Time half = pause_time(thresholds_.quanta, byte_time) / 2;
    for (unsigned i = 0; i < kPriorities; ++i) {
      if ((due_ >> i & 1) == 0) continue;
      const bool stops = (stopped_ >> i & 1) != 0;
      pause.time[i] = stops ? thresholds_.quanta : std::uint16_t{0};
      refresh_at_[i] = stops ? end + half : kNever;
      if (stops) ++xoff_sent_;
    }
    due_ = 0;
    return pause;
  }
  // Returns the time of the next refresh, kNever if nothing is stopped.
  Time next_refresh() const { return *std::min_element(refresh_at_.begin(), refresh_at_.end()); }
  // Makes the refreshes due that must be sent by `now`.
  void refresh(Time now) {
    for (unsigned i = 0; i < kPriorities; ++i) {
      if (refresh_at_[i] > now) continue;
      refresh_at_[i] = kNever;
      due_ |= bit(i);
    }
  }

  std::uint64_t bytes(unsigned account) const { return bytes_[account]; }
  std::uint64_t peak(unsigned account) const { return peak_[account]; }
  bool stopped(unsigned account) const { return (stopped_ >> account & 1) != 0; }
  std::uint64_t xoff_sent() const { return xoff_sent_; }

 private:
  static std::uint8_t bit(unsigned account) { return static_cast<std::uint8_t>(1u << account); }
  static std::array<Time, kPriorities> never() {
    std::array<Time, kPriorities> times{};
    times.fill(kNever);
    return times;
  }

  PauseThresholds thresholds_;
  std::array<std::uint64_t, kPriorities> bytes_{};
  std::array<std::uint64_t, kPriorities> peak_{};
  std::array<Time, kPriorities> refresh_at_ = never();
  std::uint8_t stopped_ = 0;
  std::uint8_t due_ = 0;
  std::uint64_t xoff_sent_ = 0;  // each priority counted separately
};

}  // namespace ixsim::host

#endif
