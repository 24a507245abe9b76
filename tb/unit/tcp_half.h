// One TCP connection whose peer is played by the test: segments in, recorded segments out.
//
// Timing contract: none; the test passes every time. Positions are bytes of a stream, from 0.
#ifndef IXSIM_TB_UNIT_TCP_HALF_H
#define IXSIM_TB_UNIT_TCP_HALF_H

#include <string>

#include "tcp_bench.h"

namespace ixsim::bench {

inline constexpr std::uint32_t kMss = 1'000;  // of small()

// Returns options with an MSS of 1,000 bytes and a window field in bytes.
inline TcpConfig small() {
  TcpConfig config;
  config.mtu = kMss + 40;
  config.receive_buffer = 60'000;
  return config;
}

struct Half {
  explicit Half(const TcpConfig& config, bool established = true) : own(config), connection(config, out) {
    peer = config;
    peer.initial_sequence = 77;
    if (established) connection.establish(peer);
  }
  // Returns a segment of the peer without data that acknowledges the first `bytes` of the stream.
  TcpSegment ack(std::uint64_t bytes, std::uint64_t window = 60'000) const {
    TcpSegment segment;
    segment.flags = tcp_flag::kAck;
    segment.sequence = peer.initial_sequence + 1;
    segment.acknowledgment = own.initial_sequence + 1 + static_cast<std::uint32_t>(bytes);
    segment.window = static_cast<std::uint16_t>(window);
    return segment;
  }
  // Returns a segment of the peer with data, which acknowledges nothing new.
  TcpSegment data(std::uint64_t position, std::uint32_t length) const {
    TcpSegment segment = ack(0);
    segment.sequence = peer.initial_sequence + 1 + static_cast<std::uint32_t>(position);
    segment.length = length;
    return segment;
  }
  void receive(const TcpSegment& segment, Time now) { connection.receive(segment, now); }
  // Returns the position up to which a recorded segment acknowledges the peer's stream.
  std::uint32_t acknowledged(const TcpSegment& segment) const {
    return segment.acknowledgment - peer.initial_sequence - 1;
  }
  // Describes the segments sent since the last call: "D position+length" for data, "R" if sent before, "A
  // position" for an acknowledgment.
  std::string sent() {
    std::string text;
    for (const auto& [segment, time] : out.take()) {
      if (!text.empty()) text += " ";
      if (segment.length == 0) {
        text += "A" + std::to_string(acknowledged(segment));
      } else {
        EXPECT_EQ(segment.sequence, own.initial_sequence + 1 + static_cast<std::uint32_t>(segment.position));
        text += (segment.retransmission ? "R" : "D") + std::to_string(segment.position) + "+" +
                std::to_string(segment.length);
      }
    }
    return text;
  }

  TcpConfig own;
  TcpConfig peer;
  Recorder out;
  TcpConnection connection;
};

}  // namespace ixsim::bench

#endif
