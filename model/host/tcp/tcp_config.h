// The options of a TCP connection, with their defaults.
//
// Timing contract: none; plain data. Source: the RFCs named at each option; docs/tcp.md has the table.
#ifndef IXSIM_HOST_TCP_TCP_CONFIG_H
#define IXSIM_HOST_TCP_TCP_CONFIG_H

#include <cstdint>
#include <string>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::host {

// Rule by which the congestion window grows with acknowledgments.
enum class TcpGrowth : std::uint8_t {
  kBytes,  // with the bytes acknowledged (appropriate byte counting, RFC 3465, L = 2)
  kAcks,   // with each acknowledgment (RFC 5681 equation 3): half as fast below delayed acknowledgments
};

// Limits of the window that a header announces, and of its scale (RFC 7323 section 2.3).
inline constexpr std::uint64_t kLargestWindowField = 65'535;
inline constexpr std::uint8_t kMostWindowShift = 14;

inline constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62;  // bytes

struct TcpConfig {
  std::uint32_t mtu = 1'500;               // bytes of an IP packet; the MSS follows, 88 to 9,216
  std::uint64_t receive_buffer = 4 << 20;  // bytes; the largest announced window, 1 MSS to 2^30
  bool window_scaling = true;              // RFC 7323; without it at most 65,535 bytes are announced
  bool timestamps = false;                 // RFC 7323: 12 bytes in each segment, round trips measured by them
  bool ecn = false;                        // RFC 3168
  bool automatic_read = true;              // the application reads all data as they arrive
  std::uint32_t initial_window = 10;       // segments, RFC 6928; 1 to 1,000
  std::uint64_t initial_threshold = kNoLimit;  // bytes; slow start ends there (RFC 5681)
  TcpGrowth growth = TcpGrowth::kBytes;
  bool limited_transmit = true;           // RFC 3042
  std::uint64_t window_limit = kNoLimit;  // maximum bytes in flight, as by a send buffer; at least 1 MSS
  std::uint32_t segmentation_bytes = 0;   // maximum payload of one descriptor, up to 65,400; 0: one MSS
  std::uint32_t acknowledge_every = 2;    // segments, RFC 9293 section 3.8.6.3; 1: each
  Time delayed_acknowledgment = 40 * kMillisecond;  // at most 500 ms (RFC 9293)
  Time initial_rto = kSecond;                       // RFC 6298 section 2
  Time min_rto = 200 * kMillisecond;                // RFC 6298 proposes 1 s; common systems have 200 ms
  Time max_rto = 60 * kSecond;                      // RFC 6298: at least 60 s
  Time clock_tick = kMillisecond;                   // tick of the timestamp clock, and G of RFC 6298
  std::uint32_t initial_sequence = 1;               // sequence number of the own SYN

  // Returns the payload bytes of a full segment, if the peer has the same options.
  std::uint32_t mss() const { return mtu - 40 - (timestamps ? 12 : 0); }
  // Returns the shift of the announced windows: the smallest with which the whole receive buffer can be
  // announced, at most 14.
  std::uint8_t window_shift() const;
};

// Throws InputError that names `prefix` + the option if an option is outside its range.
void check(const TcpConfig& config, const std::string& prefix);

}  // namespace ixsim::host

#endif
