// Measurements of the transmit path: frames on the wire by queue, grants, latencies, fairness, and the frames
// that the link partner received.
#ifndef IXSIM_PLATFORM_TRANSMIT_METRICS_H
#define IXSIM_PLATFORM_TRANSMIT_METRICS_H

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "base/layers.h"
#include "ixsim/probe.h"
#include "ixsim/queue_mask.h"
#include "platform/measuring_window.h"

namespace ixsim::platform {

class TransmitMetrics {
 public:
  static constexpr unsigned kQueues = kMaxQueues;

  // Makes the metrics. A queue has this many packets to send. When one has been granted its last, the shares
  // of all are recorded.
  TransmitMetrics(unsigned ports, std::uint64_t packets, const WindowSettings& window = {})
      : ports_(ports), packets_(packets) {
    for (Port& port : ports_) port.window = TransmitWindow(window);
  }

  void granted(unsigned port, unsigned queue) {
    Port& p = ports_[port];
    if (++p.grants[queue] != packets_ || p.shared) return;
    p.shared = true;
    p.shared_frames = p.queue_frames;
    p.shared_bytes = p.queue_bytes;
    if (changed_) changed_(port, true);
  }
  void frame(Time start, Time end, Time offered, unsigned port, unsigned queue, std::uint32_t bytes) {
    Port& p = ports_[port];
    if (p.frames++ == 0) began(port);
    ++p.queue_frames[queue];
    p.queue_bytes[queue] += bytes;
    p.window.sent(start, bytes);
    if (p.window.covers(start)) latency_.add(end - offered);
  }
  void done(unsigned port, TxBucket bucket) { ++ports_[port].buckets[static_cast<unsigned>(bucket)]; }

  struct Port {
    std::uint64_t frames = 0;
    TransmitWindow window;
    std::array<std::uint64_t, kQueues> grants{};
    std::array<std::uint64_t, kQueues> queue_frames{};
    std::array<std::uint64_t, kQueues> queue_bytes{};
    std::array<std::uint64_t, kTxBuckets> buckets{};
    // Frames on the wire when the first queue was granted its last packet: until then all queues competed.
    bool shared = false;
    std::array<std::uint64_t, kQueues> shared_frames{};
    std::array<std::uint64_t, kQueues> shared_bytes{};
  };
  void on_change(std::function<void(unsigned port, bool over)> call) { changed_ = std::move(call); }
  const Port& port(unsigned index) const { return ports_[index]; }
  // Returns the time from the tail write at the device, or a later enable of the queue, to the last bit sent.
  const Histogram& latency() const { return latency_; }

 private:
  [[gnu::noinline]] void began(unsigned port) const {
    if (changed_) changed_(port, false);
  }

  std::vector<Port> ports_;
  std::uint64_t packets_;
  Histogram latency_;
  std::function<void(unsigned, bool)> changed_;
};

}  // namespace ixsim::platform

#endif
