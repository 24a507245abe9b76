// Makes records for the event sink and calls the probe.
#include "nic/packet/packet_tracer.h"

#include <algorithm>

#include "base/crc32c.h"

namespace ixsim::nic {
namespace {

// Records a frame that starts on the wire. Apart from frame_sent(), because most runs record nothing.
[[gnu::noinline, gnu::cold]] void record(EventSink& events, const Frame& frame, std::uint8_t port,
                                         unsigned queue, std::uint64_t packet, Time start) {
  const std::size_t size = std::min(frame.size(), kFcsSize);
  const ByteView fcs{frame.bytes().data + frame.size() - size, size};
  events.event({start, port, EventKind::kWireOut, static_cast<std::uint16_t>(queue), packet,
                static_cast<std::uint32_t>(frame.size()), 0, crc32c(fcs)});
}

}  // namespace

void PacketTracer::follow(Time time, RxStage stage, const RxPacket& packet) {
  follower_->rx_stage(time, port_, stage, packet.id, packet.decision.queue,
                      static_cast<std::uint32_t>(packet.frame->size()));
}

void PacketTracer::decided(const RxPacket& packet) {
  if (events_ == nullptr) return;
  const Decision& decision = packet.decision;
  events_->event({decision.time, port_, EventKind::kDecision, decision.queue, packet.id,
                  static_cast<std::uint32_t>(decision.drop),
                  static_cast<std::uint32_t>(decision.rss_type | (decision.packet_type << 8)),
                  decision.rss_hash});
}

void PacketTracer::pause_received(const RxPacket& packet, Time now) {
  if (events_ == nullptr) return;
  events_->event({now, port_, EventKind::kPause, 0, packet.id, packet.status.pause_time,
                  static_cast<std::uint32_t>(packet.status.pause), 0});
}

void PacketTracer::finish(const RxPacket& packet, RxBucket bucket, Time now) {
  ++rx_buckets_[static_cast<unsigned>(bucket)];
  const auto bytes = static_cast<std::uint32_t>(packet.frame->size());
  if (bucket != RxBucket::kDelivered && events_ != nullptr) {
    events_->event(
        {now, port_, EventKind::kDrop, static_cast<std::uint16_t>(bucket), packet.id, bytes, 0, 0});
  }
  if (probe_ != nullptr)
    probe_->rx_done(now, port_, bucket, packet.id, packet.decision.queue, bytes, packet.stamps);
}

void PacketTracer::granted(Time now, std::uint64_t packet, unsigned queue, std::uint32_t requests) {
  if (events_ != nullptr) {
    events_->event(
        {now, port_, EventKind::kGrant, static_cast<std::uint16_t>(queue), packet, requests, 0, 0});
  }
  if (probe_ != nullptr) probe_->tx_granted(now, port_, packet, queue, requests);
}

void PacketTracer::frame_sent(const Frame& frame, std::uint64_t packet, unsigned queue, Time offered,
                              Time start, Time end) {
  const auto bytes = static_cast<std::uint32_t>(frame.size());
  if (events_ != nullptr) record(*events_, frame, port_, queue, packet, start);
  if (probe_ != nullptr) probe_->tx_frame(start, end, offered, port_, packet, queue, bytes);
}

void PacketTracer::control_frame_sent(const Frame& frame, Time start) {
  if (events_ == nullptr) return;
  const ByteView bytes = frame.bytes();
  events_->event({start, port_, EventKind::kWireOut, kControlQueue, 0, static_cast<std::uint32_t>(bytes.size),
                  0, crc32c(bytes)});
}

void PacketTracer::finish_tx(std::uint64_t packet, unsigned queue, TxBucket bucket, Time now) {
  ++tx_buckets_[static_cast<unsigned>(bucket)];
  if (probe_ != nullptr) probe_->tx_done(now, port_, bucket, packet, queue);
}

std::uint64_t PacketTracer::tx_finished() const {
  std::uint64_t done = 0;
  for (const std::uint64_t count : tx_buckets_) done += count;
  return done;
}

}  // namespace ixsim::nic
