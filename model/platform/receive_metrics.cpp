// Outcomes of frames, and distributions of those that arrived.
#include "platform/receive_metrics.h"

#include <algorithm>

namespace ixsim::platform {

ReceiveMetrics::ReceiveMetrics(unsigned ports, std::uint64_t packets, const WindowSettings& window)
    : ports_(ports), transmit_(ports, packets, window) {
  for (Port& port : ports_) port.window = ReceiveWindow(window);
}

void ReceiveMetrics::rx_done(Time, unsigned port_index, RxBucket bucket, std::uint64_t, unsigned queue,
                             std::uint32_t bytes, const RxStamps& time) {
  Port& port = ports_[port_index];
  ++port.buckets[static_cast<unsigned>(bucket)];
  if (bucket != RxBucket::kDelivered) {
    ++port.queue_drops[queue][static_cast<unsigned>(bucket)];
    return;
  }
  constexpr auto kLast = static_cast<unsigned>(RxStage::kWrittenBack);
  const Time wire_end = time[0];
  if (port.window.covers(wire_end)) {
    for (unsigned stage = 1; stage <= kLast; ++stage) stage_times_[stage].add(time[stage] - time[stage - 1]);
    device_latency_.add(time[kLast] - wire_end);
  }
  ++port.queue_frames[queue];
  port.delivered[queue].push({wire_end, time[kLast]});
  port.window.delivered(time[kLast], bytes);
}

double ReceiveMetrics::core_use(unsigned port, unsigned core) const {
  const Time length = ports_[port].window.length();
  if (length == 0) return 0;
  return static_cast<double>(std::min(ports_[port].busy[core], length)) / static_cast<double>(length);
}

void ReceiveMetrics::consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView) {
  Port& of = ports_[port];
  auto& fifo = of.delivered[queue];
  // A frame in a bucket other than delivered (a failed write) is seen by the driver all the same.
  if (fifo.empty()) return;
  const Delivered frame = fifo.pop();
  if (!of.window.covers(frame.wire_end)) return;
  host_latency_.add(now - frame.wire_end);
  // A frame that finds the driver at work waits for no interrupt: that stage then takes no time, so that the
  // stages of every frame add up to its latency.
  const Time in_memory = std::max<Time>(0, now - frame.written_back);
  const Time waited =
      interrupt == kNever ? 0 : std::clamp<Time>(interrupt - frame.written_back, 0, in_memory);
  stage_times_[static_cast<unsigned>(RxStage::kInterrupted)].add(waited);
  stage_times_[static_cast<unsigned>(RxStage::kConsumed)].add(in_memory - waited);
}

std::vector<std::pair<std::string, const Histogram*>> ReceiveMetrics::distributions() const {
  std::vector<std::pair<std::string, const Histogram*>> all = {{"rx.latency.device", &device_latency_},
                                                               {"rx.latency.host", &host_latency_},
                                                               {"tx.latency.device", &transmit_.latency()}};
  for (unsigned stage = 1; stage < kRxStages; ++stage)
    all.emplace_back(std::string("rx.stage.") + name(static_cast<RxStage>(stage)), &stage_times_[stage]);
  return all;
}

}  // namespace ixsim::platform
