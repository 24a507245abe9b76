// Cost of a TCP segment in the sender and in the receiver, in steady state. It includes the receiver's
// acknowledgments and the sender's work on them.
//
// Arguments: sender | receiver | none, number of segments of 1,448 bytes, and `timestamps` for those. A
// scripted peer acknowledges every second segment, or sends full segments. The slope of valgrind's
// instruction count between two numbers, minus that of none, is the cost of a segment.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "host/tcp/tcp_connection.h"

namespace ixsim::test {
namespace {

constexpr std::uint32_t kMss = 1'448;
constexpr Time kSlot = 1'230'400;  // a full frame at 10 Gb/s

struct Sink final : TcpOutput {
  void send(const TcpSegment& segment, Time) override {
    last = segment;
    ++count;
  }
  TcpSegment last;
  std::uint64_t count = 0;
};

int exchange(int argc, char** argv) {
  if (argc != 3 && argc != 4) return 2;
  const std::string which = argv[1];
  const bool sends = which == "sender";
  const bool receives = which == "receiver";
  if (!sends && !receives && which != "none") return 2;
  const unsigned long segments = std::strtoul(argv[2], nullptr, 10);
  TcpConfig config;
  config.timestamps = argc == 4;
  config.mtu = kMss + (config.timestamps ? 52 : 40);
  config.window_limit = 100 * kMss;
  Sink sink;
  TcpConnection connection(config, sink);
  connection.establish(config);
  TcpSegment segment;
  segment.flags = tcp_flag::kAck;
  segment.sequence = config.initial_sequence + 1;
  segment.acknowledgment = config.initial_sequence + 1;
  segment.window = 60'000;
  segment.has_timestamp = config.timestamps;
  Time now = 0;
  std::uint64_t sum = 0;
  if (sends) connection.offer_endless(now);
  for (unsigned long i = 0; i < segments; ++i) {
    now += kSlot;
    segment.timestamp = segment.timestamp_echo = static_cast<std::uint32_t>(now / kMillisecond);
    if (sends) {
      // Every second segment is acknowledged.
      segment.acknowledgment += kMss;
      if (i % 2 == 1) connection.receive(segment, now);
    } else {
      segment.length = kMss;
      if (receives) connection.receive(segment, now);
      segment.sequence += kMss;
    }
    sum += sink.last.sequence + sink.last.acknowledgment;
  }
  const TcpStatistics& done = connection.statistics();
  std::printf("%llu %llu %llu\n", static_cast<unsigned long long>(sum),
              static_cast<unsigned long long>(done.bytes_acknowledged / kMss),
              static_cast<unsigned long long>(done.bytes_delivered / kMss));
  return 0;
}

}  // namespace
}  // namespace ixsim::test

int main(int argc, char** argv) { return ixsim::test::exchange(argc, argv); }
