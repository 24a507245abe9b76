// Growth of the congestion window in slow start and in congestion avoidance.
#include "host/tcp/congestion_window.h"

namespace ixsim::host {

void CongestionWindow::grow(std::uint64_t bytes) {
  if (window_ < threshold_) {
    const std::uint64_t most =
        growth_ == TcpGrowth::kBytes && !after_timeout_ ? 2 * std::uint64_t{mss_} : mss_;
    window_ += std::min(bytes, most);
    return;
  }
  after_timeout_ = false;
  if (growth_ == TcpGrowth::kBytes) {
    credit_ += bytes;
    if (credit_ >= window_) {
      credit_ -= window_;
      window_ += mss_;
    }
  } else {
    credit_ += std::uint64_t{mss_} * mss_;
    const std::uint64_t more = credit_ / window_;
    credit_ -= more * window_;
    window_ += more;
  }
}

}  // namespace ixsim::host
