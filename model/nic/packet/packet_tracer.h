// Reports the progress of the packets of one port. Stages, outcomes and events go to the probe and to the
// event sink; outcomes are counted. Blocks of both directions report here and do not depend on any observer.
//
// Timing contract: none. Each call carries the time of the reported event.
#ifndef IXSIM_NIC_PACKET_PACKET_TRACER_H
#define IXSIM_NIC_PACKET_PACKET_TRACER_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/frame.h"
#include "ixsim/probe.h"
#include "nic/observe/event_sink.h"
#include "nic/packet/rx_packet.h"

namespace ixsim::nic {

class PacketTracer {
 public:
  explicit PacketTracer(unsigned port) : port_(static_cast<std::uint8_t>(port)) {}
  void set_probe(Probe* probe) {
    probe_ = probe;
    follower_ = probe != nullptr && probe->follows_stages() ? probe : nullptr;
  }
  void set_event_sink(EventSink* sink) { events_ = sink; }

  // --- Received frames.
  void stage(Time time, RxStage stage, RxPacket& packet) {
    packet.stamps[static_cast<unsigned>(stage)] = time;
    if (follower_ != nullptr) follow(time, stage, packet);
  }
  void decided(const RxPacket& packet);
  void pause_received(const RxPacket& packet, Time now);
  void finish(const RxPacket& packet, RxBucket bucket, Time now);

  // --- Transmitted packets.
  void granted(Time now, std::uint64_t packet, unsigned queue, std::uint32_t requests);
  // Reports that a frame is on the wire from `start` to `end`; `offered` is as in Probe::tx_frame().
  void frame_sent(const Frame& frame, std::uint64_t packet, unsigned queue, Time offered, Time start,
                  Time end);
  void control_frame_sent(const Frame& frame, Time start);
  void finish_tx(std::uint64_t packet, unsigned queue, TxBucket bucket, Time now);

  std::uint64_t bucket(RxBucket bucket) const { return rx_buckets_[static_cast<unsigned>(bucket)]; }
  std::uint64_t bucket(TxBucket bucket) const { return tx_buckets_[static_cast<unsigned>(bucket)]; }
  // Returns the number of packets with an outcome.
  std::uint64_t tx_finished() const;

 private:
  void follow(Time time, RxStage stage, const RxPacket& packet);

  std::uint8_t port_;
  Probe* probe_ = nullptr;
  Probe* follower_ = nullptr;  // the probe, if it follows stages
  EventSink* events_ = nullptr;
  std::array<std::uint64_t, kRxBuckets> rx_buckets_{};
  std::array<std::uint64_t, kTxBuckets> tx_buckets_{};
};

}  // namespace ixsim::nic

#endif
