// Measurements of the receive path: the outcome of every frame, the times that it spent between stages, and
// the frames that the driver took. The class is the controller's probe and the drivers' observer.
#ifndef IXSIM_PLATFORM_RECEIVE_METRICS_H
#define IXSIM_PLATFORM_RECEIVE_METRICS_H

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "base/layers.h"
#include "base/ring.h"
#include "host/rx_driver.h"
#include "ixsim/probe.h"
#include "ixsim/queue_mask.h"
#include "platform/measuring_window.h"
#include "platform/transmit_metrics.h"

namespace ixsim::platform {

class ReceiveMetrics : public Probe, public ReceiveObserver {
 public:
  // Makes the metrics; `packets` is the number of packets that each transmit queue has to send.
  explicit ReceiveMetrics(unsigned ports, std::uint64_t packets = 0, const WindowSettings& window = {});

  bool follows_stages() const override { return false; }
  void rx_stage(Time, unsigned, RxStage, std::uint64_t, unsigned, std::uint32_t) override {}
  void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
               std::uint32_t bytes, const RxStamps& stamps) override;
  void tx_granted(Time, unsigned port, std::uint64_t, unsigned queue, std::uint32_t) override {
    transmit_.granted(port, queue);
  }
  void tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t, unsigned queue,
                std::uint32_t bytes) override {
    transmit_.frame(start, end, offered, port, queue, bytes);
  }
  void tx_done(Time, unsigned port, TxBucket bucket, std::uint64_t, unsigned) override {
    transmit_.done(port, bucket);
  }
  const TransmitMetrics& transmit() const { return transmit_; }
  // Sets a callback. `call(port, over)` comes with the first frame that a port sends, and when its first
  // queue has been granted its last packet.
  void on_transmit(std::function<void(unsigned port, bool over)> call) {
    transmit_.on_change(std::move(call));
  }
  void consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) override;
  void core_busy(unsigned port, unsigned core, Time from, Time to, const char*) override {
    ports_[port].busy[core] += ports_[port].window.overlap(from, to);
  }
  // Returns the share of the receive window in which a core was busy, 0 to 1.
  double core_use(unsigned port, unsigned core) const;

  std::uint64_t frames(unsigned port, RxBucket bucket) const {
    return ports_[port].buckets[static_cast<unsigned>(bucket)];
  }
  std::uint64_t queue_frames(unsigned port, unsigned queue) const { return ports_[port].queue_frames[queue]; }
  // Returns the frames with this outcome that had been assigned to `queue`; those dropped earlier have no
  // queue.
  std::uint64_t queue_drops(unsigned port, unsigned queue, RxBucket bucket) const {
    return ports_[port].queue_drops[queue][static_cast<unsigned>(bucket)];
  }
  // Returns the measuring window of receive; the source of frames reports each frame to it.
  ReceiveWindow& window(unsigned port) { return ports_[port].window; }
  const ReceiveWindow& window(unsigned port) const { return ports_[port].window; }
  // Time from the last FCS bit to the descriptor with DD in memory; and to the driver taking the frame.
  const Histogram& device_latency() const { return device_latency_; }
  const Histogram& host_latency() const { return host_latency_; }
  // Time from stage - 1 to stage, stage 1 to kRxStages - 1.
  const Histogram& stage_time(unsigned stage) const { return stage_times_[stage]; }
  // Returns all distributions by the names of their metrics.
  std::vector<std::pair<std::string, const Histogram*>> distributions() const;

 private:
  static constexpr unsigned kQueues = kMaxQueues;

  struct Delivered {
    Time wire_end = 0;
    Time written_back = 0;
  };
  struct Port {
    std::array<std::uint64_t, kRxBuckets> buckets{};
    std::array<std::uint64_t, kQueues> queue_frames{};
    std::vector<Ring<Delivered>> delivered = std::vector<Ring<Delivered>>(kQueues);
    std::vector<std::array<std::uint64_t, kRxBuckets>> queue_drops =
        std::vector<std::array<std::uint64_t, kRxBuckets>>(kQueues);
    std::array<Time, kQueues> busy{};  // busy time of each core in the window
    ReceiveWindow window;
  };

  std::vector<Port> ports_;
  TransmitMetrics transmit_;
  Histogram device_latency_;
  Histogram host_latency_;
  std::array<Histogram, kRxStages> stage_times_;
};

}  // namespace ixsim::platform

#endif
