// Stamps of frames under way, distributions of those that arrived.
#include "ixsim/platform/receive_metrics.h"

#include <algorithm>

namespace ixsim {

ReceiveMetrics::ReceiveMetrics(unsigned ports, std::uint64_t packets)
    : ports_(ports), transmit_(ports, packets) {}

void ReceiveMetrics::rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned,
                              std::uint32_t) {
  Port& of = ports_[port];
  if (stage == RxStage::kWireEnd) make_room(of, packet);
  Stamps& stamps = stamps_of(of, packet);
  if (stamps.packet == packet) stamps.time[static_cast<unsigned>(stage)] = time;
}

// Frames that have long been waiting keep their places: the table doubles until the new one has its own.
void ReceiveMetrics::make_room(Port& port, std::uint64_t packet) {
  while (stamps_of(port, packet).under_way) {
    std::vector<Stamps> old(2 * port.stamps.size());
    old.swap(port.stamps);
    for (const Stamps& stamps : old) {
      if (stamps.under_way) stamps_of(port, stamps.packet) = stamps;
    }
  }
  Stamps& stamps = stamps_of(port, packet);
  stamps.packet = packet;
  stamps.under_way = true;
}

void ReceiveMetrics::rx_done(Time, unsigned port_index, RxBucket bucket, std::uint64_t packet, unsigned queue,
                             std::uint32_t bytes) {
  Port& port = ports_[port_index];
  ++port.buckets[static_cast<unsigned>(bucket)];
  Stamps& stamps = stamps_of(port, packet);
  stamps.under_way = false;
  if (bucket != RxBucket::kDelivered) return;
  const auto& time = stamps.time;
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
