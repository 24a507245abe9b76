// Fates of frames, distributions of those that arrived.
#include "platform/receive_metrics.h"

#include <algorithm>

namespace ixsim {

ReceiveMetrics::ReceiveMetrics(unsigned ports, std::uint64_t packets)
    : ports_(ports), transmit_(ports, packets) {}

void ReceiveMetrics::rx_done(Time, unsigned port_index, RxBucket bucket, std::uint64_t, unsigned queue,
                             std::uint32_t bytes, const RxStamps& time) {
  Port& port = ports_[port_index];
  ++port.buckets[static_cast<unsigned>(bucket)];
  if (bucket != RxBucket::kDelivered) return;
  constexpr auto kLast = static_cast<unsigned>(RxStage::kWrittenBack);
  for (unsigned stage = 1; stage <= kLast; ++stage) stage_times_[stage].add(time[stage] - time[stage - 1]);
  const Time wire_end = time[0];
  device_latency_.add(time[kLast] - wire_end);
  ++port.queue_frames[queue];
  port.delivered_bytes += bytes;
  port.delivered[queue].push({wire_end, time[kLast]});
  Span& span = port.span;
  if (span.first == kNever) {
    span.first = wire_end;
  } else {
    ++span.frames_after_first;
    span.bytes_after_first += bytes;
  }
  span.last = std::max(span.last, wire_end);
}

void ReceiveMetrics::consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView) {
  auto& fifo = ports_[port].delivered[queue];
  // A frame in a bucket other than delivered (a failed write) is seen by the driver all the same.
  if (fifo.empty()) return;
  const Delivered frame = fifo.pop();
  host_latency_.add(now - frame.wire_end);
  constexpr auto kInterrupted = static_cast<unsigned>(RxStage::kInterrupted);
  Time before = frame.written_back;
  if (interrupt != kNever && interrupt >= before) {
    stage_times_[kInterrupted].add(interrupt - before);
    before = interrupt;
  }
  stage_times_[static_cast<unsigned>(RxStage::kConsumed)].add(std::max<Time>(0, now - before));
}

}  // namespace ixsim
