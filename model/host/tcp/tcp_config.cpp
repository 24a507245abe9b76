// Ranges of the options of a TCP connection.
#include "host/tcp/tcp_config.h"

#include "ixsim/error.h"

namespace ixsim::host {
namespace {

void in_range(const std::string& name, std::uint64_t found, std::uint64_t least, std::uint64_t most,
              const char* unit) {
  if (found >= least && found <= most) return;
  throw InputError(name + ": found " + std::to_string(found) + ", accepted are " + std::to_string(least) +
                   " to " + std::to_string(most) + " " + unit);
}

void time_in_range(const std::string& name, Time found, Time least, Time most) {
  in_range(name, static_cast<std::uint64_t>(found < 0 ? kNever : found), static_cast<std::uint64_t>(least),
           static_cast<std::uint64_t>(most), "ps");
}

}  // namespace

std::uint8_t TcpConfig::window_shift() const {
  std::uint8_t shift = 0;
  while (window_scaling && shift < kMostWindowShift && receive_buffer >> shift > kLargestWindowField) ++shift;
  return shift;
}

void check(const TcpConfig& config, const std::string& prefix) {
  in_range(prefix + "mtu", config.mtu, 88, 16'000, "bytes");
  in_range(prefix + "receive_buffer", config.receive_buffer, config.mss(), std::uint64_t{1} << 30, "bytes");
  in_range(prefix + "initial_window", config.initial_window, 1, 1'000, "segments");
  in_range(prefix + "initial_threshold", config.initial_threshold, 2 * config.mss(), kNoLimit, "bytes");
  in_range(prefix + "window_limit", config.window_limit, config.mss(), kNoLimit, "bytes");
  if (config.segmentation_bytes != 0) {
    in_range(prefix + "segmentation_bytes", config.segmentation_bytes, config.mss(), 65'400,
             "bytes, or 0 (off)");
  }
  in_range(prefix + "acknowledge_every", config.acknowledge_every, 1, 1'000, "segments");
  time_in_range(prefix + "delayed_acknowledgment", config.delayed_acknowledgment, 0, 500 * kMillisecond);
  time_in_range(prefix + "max_rto", config.max_rto, kMillisecond, 1'000 * kSecond);
  time_in_range(prefix + "min_rto", config.min_rto, kMicrosecond, config.max_rto);
  time_in_range(prefix + "initial_rto", config.initial_rto, kMicrosecond, config.max_rto);
  time_in_range(prefix + "clock_tick", config.clock_tick, kNanosecond, kSecond);
}

}  // namespace ixsim::host
