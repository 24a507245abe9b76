// The path of a received frame: wire, frame check, classifier, packet buffer, receive DMA, outcome. It owns
// the packets, the packet buffer and the receive DMA engine.
//
// Timing contract: a frame's bytes follow its eight preamble bytes, one per byte time. The MAC holds four
// bytes back to recognise the FCS. Beat 0 is taken at the first MAC edge at or after the arrival of byte 12
// (or of the last byte of a shorter frame); the following beats come one per clock. The decision comes 12
// clocks after the last beat; the frame is in the packet buffer one clock later. The contract of RxDma covers
// the rest.
#ifndef IXSIM_NIC_RECEIVE_RX_PATH_H
#define IXSIM_NIC_RECEIVE_RX_PATH_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/device_profile.h"
#include "nic/classifier/low_latency_filter.h"
#include "nic/dma/rx_dma.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/mac/link.h"
#include "nic/mac/time_sync.h"
#include "nic/mac/tx_mac.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/packet/rx_packet.h"
#include "nic/pools/pool_switch.h"
#include "nic/queues/packet_buffer.h"
#include "nic/receive/classifier_port.h"
#include "nic/receive/rsc_control.h"
#include "nic/receive/rx_buffer_policy.h"
#include "nic/receive/rx_mac.h"
#include "nic/receive/rx_queue_control.h"
#include "nic/registers/register_file.h"
#include "nic/statistics/rx_statistics.h"

namespace ixsim::nic {

class RxPath : private DecisionSink, private RxDmaOwner {
 public:
  RxPath(const PortContext& context, RxStatistics& statistics, const Link& link, PoolSwitch& pools,
         std::unique_ptr<Classifier> classifier, std::uint32_t fetch_batch, Time byte_time);
  // Sets the MAC block, at whose edges act() is called.
  void set_slot(Agenda::Slot slot);
  void set_byte_time(Time byte_time) { byte_time_ = byte_time; }
  // Sets the MAC that obeys received PAUSE frames; without it the port does not transmit.
  void set_pause_target(TxMac& mac) { tx_mac_ = &mac; }
  // Sets the pools, one bit each, that receive no frame regardless of VFRE.
  void stop_pools(std::uint64_t pools, Time now);
  // Applies a change of the link or of the loopback.
  void update_wire();

  // Takes a frame whose first preamble byte is on the wire at `start`. Returns the frame's number at this
  // port.
  std::uint64_t frame(Time start, const FrameRef& frame) { return receive(start, frame, wire_open_); }
  // Returns when the port first acts on a frame of `size` bytes that starts at `start`, if no other is there;
  // kNever if it receives none. For the reference classifiers.
  Time first_action(Time start, std::size_t size) const {
    if (!wire_open_) return kNever;
    return last_beat(first_beat(start, size), start, size) + kDecisionLatency;
  }
  // Takes a frame that the port sends to itself (HLREG0.LPBK).
  void loop_back(Time start, const FrameRef& frame) { receive(start, frame, enabled_); }
  // Takes a frame that has passed the switch between pools.
  void enter(const LoopedFrame& from, Time now);
  // Reports that a reset has discarded such a frame.
  void lose(const LoopedFrame& from, Time now);

  // Acts at the MAC edge `now`: table writes and decisions. Returns true if the classifier was reset at this
  // edge.
  bool act(Time now);
  void arm(Time now);
  // Sends the decisions of the classifier to `tap`, which passes them on to the returned sink.
  DecisionSink& tap_decisions(DecisionSink& tap) { return *std::exchange(decision_sink_, &tap); }
  // Returns a lower bound of the time at which the host sees received frames.
  Time visible(Time due, Time lookahead) const;
  // Returns whether a received PAUSE has not taken effect yet.
  bool pause_pending() const;

  // Resets (CTRL.RST), first part: the DMA engine discards its frames. Returns these frames.
  std::vector<RxPacket*> reset_dma(Time now);
  // Resets, second part, with the registers at their reset values: settings.
  void reset_settings();
  void drop(const std::vector<RxPacket*>& packets, Time now);
  // Resets, last part: the classifier and its tables.
  void reset_classifier(Time now);

  // Sets the clock that stamps received packets, if the device has one.
  void set_time_sync(TimeSync& time_sync) { time_sync_ = &time_sync; }
  ClassifierPort& classifier() { return classifier_; }
  const ClassifierPort& classifier() const { return classifier_; }
  RxDma& dma() { return dma_; }
  const RxDma& dma() const { return dma_; }
  PacketBuffer& buffer() { return buffer_; }
  const PacketBuffer& buffer() const { return buffer_; }
  std::uint64_t frames() const { return next_id_; }
  // Returns the number of frames that the classifier has seen.
  std::uint64_t presented() const { return presented_; }
  std::uint64_t replicas() const { return replicas_; }
  // Returns every frame that has entered and has no outcome: (number, name of the buffer that holds it).
  std::vector<std::pair<std::uint64_t, const char*>> held_frames();
  // Returns the number of frames, and copies of frames, that came in and have no outcome yet.
  std::size_t frames_in_hand() const { return packets_.size() - free_packets_.size(); }

 private:
  // DecisionSink
  void decided(const Decision& decision) override;
  // RxDmaOwner
  RxStore store_of(const RxPacket& packet) const override { return policy_.store_of(packet); }
  RxLayout layout_of(const RxPacket& packet, const RxStore& store) const override {
    return policy_.layout_of(packet, store);
  }
  // The MAC side may have enabled receive at this edge: the DMA side sees this from the next edge on.
  bool receive_enabled() const override { return enabled_ && enabled_at_ < agenda_.now(); }
  void no_buffer(unsigned partition) override { statistics_.no_buffer(partition); }
  void first_data(RxPacket& packet, Time now) override { tracer_.stage(now, RxStage::kDmaFirst, packet); }
  void last_data(RxPacket& packet, Time end) override { tracer_.stage(end, RxStage::kDmaLast, packet); }
  void written_back(RxPacket& packet, Time now) override;
  void dropped(RxPacket& packet, RxBucket bucket, Time now) override;
  void writes_done(RxPacket& packet) override { recycle(packet); }

  void enable_written(const RegisterWrite& write);
  void wire_written(Time) { update_wire(); }
  // Returns SECRXSTAT: receive is stopped, and no frame waits for a decision.
  std::uint32_t stopped(unsigned, std::uint32_t stored) const;
  void partition_written(const RegisterWrite& write);
  void priority_layout_written(Time) { update_partitions(); }
  void update_partitions();

  static constexpr std::int64_t kPreamble = 8;
  static constexpr std::int64_t kBeat = 8;
  static constexpr std::int64_t kHeldBack = 4;  // bytes the MAC keeps to know the FCS
  static constexpr Time kDecisionLatency = 12 * kMacClock.period();

  static std::int64_t bytes_of_beats(std::size_t size) {
    return static_cast<std::int64_t>(size > kFcsSize ? size - kFcsSize : 0);
  }
  Time wire_end(Time start, std::size_t size) const {
    return start + (kPreamble + static_cast<std::int64_t>(size)) * byte_time_;
  }
  Time first_beat(Time start, std::size_t size) const {
    const std::int64_t bytes = kPreamble + std::min(bytes_of_beats(size), kBeat) + kHeldBack;
    return kMacClock.edge_at_or_after(start + bytes * byte_time_);
  }
  // At 10 Gb/s beats fill every clock; at a lower rate the last beat waits for its bytes.
  Time last_beat(Time first, Time start, std::size_t size) const {
    const std::int64_t beats = (bytes_of_beats(size) + kBeat - 1) / kBeat;
    return std::max(first + (beats - 1) * kMacClock.period(),
                    kMacClock.edge_at_or_after(wire_end(start, size)));
  }
  std::uint64_t receive(Time start, const FrameRef& frame, bool accept);
  void decide_unclassified(Time now);
  void process(RxPacket& packet, Time now);
  void obey_pause(const RxPacket& packet, Time now);
  // Puts a frame that the filters admit into the packet buffer.
  void store(RxPacket& packet, Time now);
  // Computes the number of bytes that the host sees.
  [[gnu::always_inline]] void set_length(RxPacket& packet) const;
  // Computes the descriptor fields of a packet, and passes the packet to the DMA engine.
  [[gnu::always_inline]] void describe(RxPacket& packet, Time now);
  void stamp(RxPacket& packet);
  // Makes a copy of a frame for each of several pools, in the order of the pools.
  void replicate(RxPacket& packet, Time now);
  RxPacket& copy_of(const LoopedFrame& from, Time now);
  RxPacket& new_packet();
  void recycle(RxPacket& packet);
  void release(RxPacket& packet);

  const unsigned port_;
  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  RegisterFile& registers_;
  const DeviceProfile& profile_;
  PacketTracer& tracer_;
  RxStatistics& statistics_;
  const Link& link_;
  PoolSwitch& pools_;
  TxMac* tx_mac_ = nullptr;
  TimeSync* time_sync_ = nullptr;
  ClassifierPort classifier_;
  RxMac mac_;
  PacketBuffer buffer_;
  RxDma dma_;
  RxBufferPolicy policy_;
  RxQueueControl queues_;
  RscControl coalescing_;
  LowLatencyFilter low_latency_;
  Agenda::Slot slot_ = 0;
  DecisionSink* decision_sink_ = this;
  Time byte_time_;             // time of a byte on the wire
  bool one_partition_ = true;  // all frames use partition 0 of the packet buffer
  bool enabled_ = false;       // RXCTRL.RXEN, outside a reset
  bool wire_open_ = false;     // enabled_, and the wire delivers frames: the link is up and not looped back
  Time enabled_at_ = -1;       // time at which receive was last enabled at the end of a reset
  Time wire_busy_until_ = 0;
  Ring<RxPacket*> pending_{32};  // frames on the wire or in the classifier
  std::vector<std::unique_ptr<RxPacket>> packets_;
  std::vector<RxPacket*> free_packets_;
  std::uint64_t next_id_ = 0;
  std::uint64_t presented_ = 0;
  std::uint64_t replicas_ = 0;
};

}  // namespace ixsim::nic

#endif
