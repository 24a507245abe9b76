// Test benches of TCP connections: a recorder of the segments that one connection sends, and flows over a
// bottleneck link with a rate, a delay, a drop-tail queue and random loss.
//
// Timing contract of the link: a segment is on the wire for (frame + preamble + gap) x 8 bits at the rate. It
// arrives a propagation delay after its last byte. The queue is counted in bytes of waiting time. Order of
// events at one time: data, acknowledgments, timers, application; flows in the order of their numbers.
#ifndef IXSIM_TB_UNIT_TCP_BENCH_H
#define IXSIM_TB_UNIT_TCP_BENCH_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/random.h"
#include "base/ring.h"
#include "host/tcp/tcp_connection.h"
#include "host/tcp/tcp_header.h"

namespace ixsim::bench {

// Keeps every segment that a connection sends.
struct Recorder final : TcpOutput {
  struct Sent {
    TcpSegment segment;
    Time time;
  };
  std::vector<Sent> sent;
  bool open = true;

  void send(const TcpSegment& segment, Time now) override { sent.push_back({segment, now}); }
  bool ready() override { return open; }
  // Returns the segments sent since the last call.
  std::vector<Sent> take() {
    std::vector<Sent> result;
    result.swap(sent);
    return result;
  }
};

// Returns the bytes of a segment's time on the wire: preamble, frame of at least 64 bytes with FCS, gap.
inline std::uint32_t wire_bytes(const TcpSegment& segment) {
  const auto frame = static_cast<std::uint32_t>(14 + 20 + tcp_header_size(segment) + segment.length + 4);
  return std::max(frame, 64u) + 20;
}

// Splits a request for segmentation into the segments that a device makes of it, and passes each to `each`.
template <typename Each>
void cut(TcpSegment segment, Each each) {
  if (segment.length <= segment.mss || segment.mss == 0) {
    each(segment);
    return;
  }
  const std::uint32_t whole = segment.length;
  const std::uint8_t flags = segment.flags;
  for (std::uint32_t at = 0; at < whole; at += segment.mss) {
    TcpSegment one = segment;
    one.position += at;
    one.sequence += at;
    one.length = std::min<std::uint32_t>(segment.mss, whole - at);
    one.flags = flags;
    // CWR stays in the first segment, PSH in the last.
    if (at != 0) one.flags &= static_cast<std::uint8_t>(~tcp_flag::kCwr);
    if (at + one.length != whole) one.flags &= static_cast<std::uint8_t>(~tcp_flag::kPsh);
    each(one);
  }
}

struct LinkConfig {
  Time byte_time = 800;                          // 10 Gb/s
  Time delay = 500 * kMicrosecond;               // one way
  std::uint64_t queue = std::uint64_t{1} << 40;  // bytes that may wait, including the segment in service
  std::uint64_t mark = std::uint64_t{1} << 40;   // ECN-capable segments that find more bytes are marked
  std::uint64_t loss = 0;                        // probability in units of 2^-32, for segments with data
  Time jitter = 0;                               // maximum random addition to the delay; order is kept
};

// One direction of the link, for all flows.
class Pipe {
 public:
  Pipe(const LinkConfig& config, std::uint64_t seed) : config_(config), random_(seed) {}

  void send(unsigned flow, const TcpSegment& segment, Time now) {
    const std::uint32_t bytes = wire_bytes(segment);
    const Time wait = free_at_ > now ? free_at_ - now : 0;
    const auto waiting = static_cast<std::uint64_t>(wait / config_.byte_time);
    if (waiting + bytes > config_.queue) {
      ++dropped;
      last_drop = now;
      if (on_drop) on_drop(flow, now);
      return;
    }
    if (config_.loss != 0 && segment.length != 0 && random_.next() >> 32 < config_.loss) {
      ++lost;
      return;
    }
    free_at_ = now + wait + bytes * config_.byte_time;
    payload += segment.length;
    Entry& entry = in_flight_.extend();
    last_arrival_ = std::max(last_arrival_, free_at_ + config_.delay + jitter());
    entry.arrival = last_arrival_;
    entry.flow = flow;
    entry.segment = segment;
    if (waiting > config_.mark && segment.ecn != EcnField::kNotCapable) {
      entry.segment.ecn = EcnField::kCongestion;
      ++marked;
    }
  }
  Time next() const { return in_flight_.empty() ? kNever : in_flight_.front().arrival; }
  unsigned flow() const { return in_flight_.front().flow; }
  const TcpSegment& segment() const { return in_flight_.front().segment; }
  void drop_front() { in_flight_.drop(); }

  std::uint64_t dropped = 0;  // dropped by the queue
  std::uint64_t lost = 0;     // lost at random
  std::uint64_t marked = 0;
  std::uint64_t payload = 0;  // bytes
  Time last_drop = 0;
  std::function<void(unsigned, Time)> on_drop;

 private:
  struct Entry {
    Time arrival;
    unsigned flow;
    TcpSegment segment;
  };
  Time jitter() {
    return config_.jitter == 0 ? 0
                               : static_cast<Time>(random_.below(static_cast<std::uint64_t>(config_.jitter)));
  }

  LinkConfig config_;
  Random random_;
  Time free_at_ = 0;
  Time last_arrival_ = 0;
  Ring<Entry> in_flight_{1024};
};

// Flows that share one link; each sends from its left end to its right end.
class LinkBench {
 public:
  LinkBench(const LinkConfig& data, const LinkConfig& acknowledgments, std::uint64_t seed)
      : to_right_(data, seed), to_left_(acknowledgments, ~seed) {}

  void add(const TcpConfig& left, const TcpConfig& right) {
    flows_.push_back(std::make_unique<Flow>(*this, static_cast<unsigned>(flows_.size()), left, right));
  }
  TcpConnection& left(unsigned flow) { return flows_[flow]->left.connection; }
  TcpConnection& right(unsigned flow) { return flows_[flow]->right.connection; }
  Pipe& to_right() { return to_right_; }
  Pipe& to_left() { return to_left_; }
  Time now() const { return now_; }
  // Calls `action` at `time`.
  void at(Time time, std::function<void(Time)> action) {
    actions_.push_back({time, std::move(action)});
    std::stable_sort(actions_.begin(), actions_.end(),
                     [](const Action& a, const Action& b) { return a.time > b.time; });
  }

  // Runs all events up to `end`; returns false if there were none left before it.
  bool run(Time end) {
    for (;;) {
      const Time action = actions_.empty() ? kNever : actions_.back().time;
      Time timers = kNever;
      for (const auto& flow : flows_) {
        timers = std::min({timers, flow->left.connection.next_timer(), flow->right.connection.next_timer()});
      }
      const Time next = std::min({to_right_.next(), to_left_.next(), timers, action});
      if (next > end) {
        now_ = end;
        return next != kNever;
      }
      now_ = next;
      if (to_right_.next() == next) {
        arrive(to_right_, next, [this](unsigned flow) -> TcpConnection& { return right(flow); });
      } else if (to_left_.next() == next) {
        arrive(to_left_, next, [this](unsigned flow) -> TcpConnection& { return left(flow); });
      } else if (timers == next) {
        for (const auto& flow : flows_) {
          if (flow->left.connection.next_timer() <= next) flow->left.connection.timer(next);
          if (flow->right.connection.next_timer() <= next) flow->right.connection.timer(next);
        }
      } else {
        const std::function<void(Time)> run = std::move(actions_.back().run);
        actions_.pop_back();
        run(next);
      }
    }
  }

 private:
  struct Action {
    Time time;
    std::function<void(Time)> run;
  };
  struct End final : TcpOutput {
    End(Pipe& out, unsigned number, const TcpConfig& config)
        : pipe(out), flow(number), connection(config, *this) {}
    void send(const TcpSegment& segment, Time now) override {
      cut(segment, [&](const TcpSegment& one) { pipe.send(flow, one, now); });
    }
    Pipe& pipe;
    unsigned flow;
    TcpConnection connection;
  };
  struct Flow {
    Flow(LinkBench& bench, unsigned number, const TcpConfig& left_config, const TcpConfig& right_config)
        : left(bench.to_right_, number, left_config), right(bench.to_left_, number, right_config) {}
    End left;
    End right;
  };
  template <typename Connection>
  static void arrive(Pipe& pipe, Time now, Connection connection) {
    const TcpSegment segment = pipe.segment();
    const unsigned flow = pipe.flow();
    pipe.drop_front();
    connection(flow).receive(segment, now);
  }

  Pipe to_right_;
  Pipe to_left_;
  std::vector<std::unique_ptr<Flow>> flows_;
  std::vector<Action> actions_;  // the next one last
  Time now_ = 0;
};

}  // namespace ixsim::bench

#endif
