// Two TCP connections over a network that loses, delays, reorders, duplicates and corrupts frames at random,
// with applications that offer and read at random. Both streams must arrive complete, in order, each byte
// once, and no connection may stall.
//
// Frames travel as bytes with a payload that depends on the position. The bench keeps its own record of the
// bytes that have arrived, by the position at which they were sent, and compares each delivery with it.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "base/random.h"
#include "tcp_bench.h"

namespace ixsim::bench {
namespace {

std::uint8_t payload_at(unsigned side, std::uint64_t position) {
  return static_cast<std::uint8_t>((position + side) * 0x9e3779b97f4a7c15u >> 56);
}

class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : random_(seed) {
    calm_ = static_cast<Time>(random_.between(1, 20)) * kSecond;
    loss_ = random_.below(4) * random_.below(100);
    reorder_ = random_.below(2) * random_.below(500);
    duplicate_ = random_.below(2) * random_.below(200);
    corrupt_ = random_.below(2) * random_.below(50);
    delay_ = kMicrosecond << random_.below(18);
    for (unsigned side = 0; side < 2; ++side)
      ends_[side] = std::make_unique<End>(*this, side, random_config());
    if (random_.chance(1, 2)) {
      ends_[0]->connection.establish(ends_[1]->connection.config());
      ends_[1]->connection.establish(ends_[0]->connection.config());
    } else {
      if (random_.chance(1, 4)) {
        ends_[1]->connection.connect(0);
      } else {
        ends_[1]->connection.listen();
      }
      ends_[0]->connection.connect(0);
    }
  }

  void run() {
    for (unsigned side = 0; side < 2; ++side) schedule(side, 0);
    std::uint64_t events = 0;
    while (!done()) {
      ASSERT_LT(++events, 3'000'000u) << state();
      Time timers = kNever;
      for (const auto& end : ends_) timers = std::min(timers, end->connection.next_timer());
      ASSERT_FALSE(timers == kNever && events_.empty()) << "stands still: " << state();
      const Time now = events_.empty() ? timers : std::min(timers, events_.top().time);
      ASSERT_LT(now, 4'000 * kSecond) << state();
      ASSERT_GE(now, now_);
      now_ = now;
      if (timers == now) {
        for (const auto& end : ends_) end->connection.timer(now);
        continue;
      }
      const Event event = events_.top();
      events_.pop();
      End& end = *ends_[event.side];
      if (event.frame < 0) {
        act(end, now);
      } else {
        arrive(end, frames_[static_cast<std::size_t>(event.frame)], now);
      }
      if (testing::Test::HasFailure()) return;
    }
    for (const auto& end : ends_) {
      EXPECT_EQ(end->connection.unacknowledged(), 0u);
      EXPECT_EQ(end->connection.statistics().bytes_acknowledged, end->stream);
      EXPECT_EQ(end->connection.readable(), 0u);
    }
  }

  void add_to(TcpStatistics& sum) const {
    for (const auto& end : ends_) {
      const TcpStatistics& one = end->connection.statistics();
      sum.retransmits += one.retransmits;
      sum.timeouts += one.timeouts;
      sum.fast_retransmits += one.fast_retransmits;
      sum.partial_acknowledgments += one.partial_acknowledgments;
      sum.window_probes += one.window_probes;
      sum.out_of_order += one.out_of_order;
      sum.duplicates += one.duplicates;
      sum.outside += one.outside;
      EXPECT_EQ(one.resets, 0u);
    }
  }

 private:
  struct Frame {
    std::vector<std::uint8_t> bytes;
    std::uint64_t position;
  };
  struct Event {
    Time time;
    std::uint64_t order;
    unsigned side;
    std::int64_t frame;  // -1: the application acts
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };
  struct End final : TcpOutput {
    End(RandomRun& owner, unsigned number, const TcpConfig& config)
        : run(owner),
          side(number),
          stream(owner.random_.below(2) * owner.random_.below(400'000)),
          connection(config, *this) {}
    void send(const TcpSegment& segment, Time now) override {
      // A request for segmentation is cut, or arrives merged.
      if (run.random_.chance(1, 2)) {
        run.send(side, segment, now);
      } else {
        cut(segment, [&](const TcpSegment& one) { run.send(side, one, now); });
      }
    }
    bool ready() override { return open; }

    RandomRun& run;
    unsigned side;
    std::uint64_t stream;       // bytes to send
    std::uint64_t offered = 0;  // of them
    std::vector<bool> arrived;  // of the peer's stream, by position
    std::uint64_t whole = 0;    // the first position that has not arrived
    std::uint64_t read = 0;
    bool open = true;
    TcpConnection connection;
  };

  TcpConfig random_config() {
    TcpConfig config;
    config.mtu = static_cast<std::uint32_t>(random_.chance(1, 4) ? random_.between(88, 9'000) : 1'500);
    config.timestamps = random_.chance(1, 2);
    config.ecn = random_.chance(1, 3);
    config.window_scaling = random_.chance(3, 4);
    config.automatic_read = random_.chance(1, 2);
    config.receive_buffer = std::max<std::uint64_t>(config.mss(), std::uint64_t{1'000} << random_.below(11));
    config.initial_window = static_cast<std::uint32_t>(random_.between(1, 20));
    config.growth = random_.chance(1, 2) ? TcpGrowth::kBytes : TcpGrowth::kAcks;
    config.limited_transmit = random_.chance(1, 2);
    if (random_.chance(1, 3)) config.window_limit = std::uint64_t{config.mss()} * random_.between(1, 30);
    if (random_.chance(1, 3)) {
      config.segmentation_bytes = static_cast<std::uint32_t>(random_.between(config.mss(), 65'400));
    }
    config.acknowledge_every = static_cast<std::uint32_t>(random_.between(1, 4));
    config.delayed_acknowledgment = static_cast<Time>(random_.below(100)) * kMillisecond;
    config.min_rto = kMillisecond << random_.below(9);
    config.initial_sequence = static_cast<std::uint32_t>(0 - random_.below(2) * random_.below(400'000));
    return config;
  }

  std::string state() const {
    std::string text = "at " + std::to_string(now_) + " ps";
    for (const auto& end : ends_) {
      const TcpConnection& c = end->connection;
      text += "; side " + std::to_string(end->side) + ": offered " + std::to_string(end->offered) + " of " +
              std::to_string(end->stream) + ", acknowledged " +
              std::to_string(c.statistics().bytes_acknowledged) + ", in flight " +
              std::to_string(c.in_flight()) + ", peer window " + std::to_string(c.peer_window()) +
              ", readable " + std::to_string(c.readable());
    }
    return text;
  }

  bool calm() const { return now_ >= calm_; }
  bool done() const {
    for (const auto& end : ends_) {
      const End& peer = *ends_[1 - end->side];
      if (!end->connection.established() || end->offered != end->stream ||
          end->connection.unacknowledged() != 0 ||
          end->connection.statistics().bytes_delivered != peer.stream || end->connection.readable() != 0) {
        return false;
      }
    }
    return true;
  }

  void push(Time time, unsigned side, std::int64_t frame) { events_.push({time, order_++, side, frame}); }
  void schedule(unsigned side, Time now) {
    push(now + static_cast<Time>(random_.exponential(20'000)) * kMicrosecond / 2 + 1, side, -1);
  }

  void send(unsigned side, const TcpSegment& segment, Time now) {
    if (!calm() && random_.below(1'000) < loss_) return;
    TcpPath path;
    path.source_port = static_cast<std::uint16_t>(side);
    if (side != 0) path.vlan = 7;
    Frame frame;
    frame.position = segment.position;
    const std::size_t headers = header_size(path, segment);
    frame.bytes.resize(headers + segment.length);
    for (std::uint32_t i = 0; i < segment.length; ++i) {
      frame.bytes[headers + i] = payload_at(side, segment.position + i);
    }
    write_header(frame.bytes.data(), path, segment, TcpChecksums::kComputed);
    if (!calm() && random_.below(1'000) < corrupt_) {
      frame.bytes[14 + random_.below(frame.bytes.size() - 14)] ^=
          static_cast<std::uint8_t>(1u << random_.below(8));
    }
    if (frame.bytes.size() < 60) frame.bytes.resize(60);
    frames_.push_back(std::move(frame));
    const auto number = static_cast<std::int64_t>(frames_.size() - 1);
    const unsigned copies = !calm() && random_.below(1'000) < duplicate_ ? 2 : 1;
    for (unsigned i = 0; i < copies; ++i) {
      Time delay = delay_;
      if (!calm() && random_.below(1'000) < reorder_)
        delay += static_cast<Time>(random_.below(5 * static_cast<std::uint64_t>(delay_)));
      push(now + delay, 1 - side, number);
    }
  }

  void arrive(End& end, const Frame& frame, Time now) {
    const ByteView bytes{frame.bytes.data(), frame.bytes.size()};
    TcpPath path;
    TcpSegment segment;
    std::size_t payload = 0;
    const TcpParse found = parse_header(bytes, path, segment, payload);
    if (!checksums_are_good(bytes) || found != TcpParse::kSegment) return;
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < segment.length; ++i) {
      wrong += bytes[payload + i] != payload_at(1 - end.side, frame.position + i) ? 1 : 0;
    }
    ASSERT_EQ(wrong, 0u);
    const std::uint64_t stop = frame.position + segment.length;
    if (segment.length != 0) {
      if (end.arrived.size() < stop) end.arrived.resize(stop);
      std::fill(end.arrived.begin() + static_cast<std::ptrdiff_t>(frame.position),
                end.arrived.begin() + static_cast<std::ptrdiff_t>(stop), true);
    }
    while (end.whole < end.arrived.size() && end.arrived[end.whole]) ++end.whole;
    const std::uint64_t before = end.connection.statistics().bytes_delivered;
    end.connection.receive(segment, now);
    const std::uint64_t delivered = end.connection.statistics().bytes_delivered;
    ASSERT_GE(delivered, before);
    ASSERT_LE(delivered, end.whole);  // nothing that has not arrived
    ASSERT_LE(end.connection.readable(), end.connection.config().receive_buffer);
    // An early call of the timer changes nothing.
    const Time next = end.connection.next_timer();
    if (next > now) end.connection.timer(now);
    ASSERT_EQ(end.connection.next_timer(), next);
  }

  void act(End& end, Time now) {
    if (end.offered < end.stream) {
      const std::uint64_t bytes = std::min(end.stream - end.offered, random_.below(100'000));
      end.offered += bytes;
      end.connection.offer(bytes, now);
    }
    end.read += end.connection.read(random_.below(60'000), now);
    end.open = calm() || random_.chance(3, 4);
    if (end.open) end.connection.resume(now);
    schedule(end.side, now);
  }

  Random random_;
  Time calm_;                                           // from here on the network is perfect
  std::uint64_t loss_, reorder_, duplicate_, corrupt_;  // of 1,000
  Time delay_;
  Time now_ = 0;
  std::uint64_t order_ = 0;
  std::vector<Frame> frames_;
  std::priority_queue<Event> events_;
  std::unique_ptr<End> ends_[2];
};

void run_seeds(std::uint64_t first, std::uint64_t count) {
  TcpStatistics sum;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomRun run(seed);
    run.run();
    run.add_to(sum);
    if (testing::Test::HasFailure()) return;
  }
  // The scripts reach what they are for.
  EXPECT_GT(sum.retransmits, 10 * count);
  EXPECT_GT(sum.timeouts, count);
  EXPECT_GT(sum.fast_retransmits, count / 2);
  EXPECT_GT(sum.partial_acknowledgments, count / 10);
  EXPECT_GT(sum.window_probes, count / 10);
  EXPECT_GT(sum.out_of_order, count);
  EXPECT_GT(sum.duplicates, count);
  EXPECT_GT(sum.outside, 0u);
}

TEST(TcpRandom, StreamsArriveWholeInOrderOnce) { run_seeds(1, 300); }
TEST(TcpRandomLong, StreamsArriveWholeInOrderOnce) { run_seeds(1'000, 10'000); }

}  // namespace
}  // namespace ixsim::bench
