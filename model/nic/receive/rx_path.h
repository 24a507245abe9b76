// The path of a received frame: wire, frame check and classifier. RxDelivery, the second half, passes the
// frames that the filters admit to the host.
//
// Timing contract: a frame's bytes follow its eight preamble bytes, one per byte time. The MAC holds four
// bytes back to recognise the FCS. Beat 0 is taken at the first MAC edge at or after the arrival of byte 12
// (or of the last byte of a shorter frame); the following beats come one per clock. The decision comes 12
// clocks after the last beat. The contract of RxDelivery covers the rest.
#ifndef IXSIM_NIC_RECEIVE_RX_PATH_H
#define IXSIM_NIC_RECEIVE_RX_PATH_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/device_profile.h"
#include "nic/mac/link.h"
#include "nic/mac/tx_mac.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/packet/rx_packet.h"
#include "nic/pools/pool_switch.h"
#include "nic/receive/classifier_port.h"
#include "nic/receive/rx_delivery.h"
#include "nic/receive/rx_mac.h"
#include "nic/registers/register_file.h"
#include "nic/statistics/rx_statistics.h"

namespace ixsim::nic {

class RxPath : private DecisionSink {
 public:
  RxPath(const PortContext& context, RxStatistics& statistics, const Link& link, PoolSwitch& pools,
         std::unique_ptr<Classifier> classifier, std::uint32_t fetch_batch, Time byte_time);
  // Sets the MAC block, at whose edges act() is called.
  void set_slot(Agenda::Slot slot);
  void set_byte_time(Time byte_time) {
    byte_time_ = byte_time;
    delivery_.set_byte_time(byte_time);
  }
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
  void loop_back(Time start, const FrameRef& frame) { receive(start, frame, delivery_.enabled()); }

  // Acts at the MAC edge `now`: table writes and decisions. Returns true if the classifier was reset at this
  // edge.
  bool act(Time now);
  void arm(Time now);
  // Sends the decisions of the classifier to `tap`, which passes them on to the returned sink.
  DecisionSink& tap_decisions(DecisionSink& tap) { return *std::exchange(decision_sink_, &tap); }
  // Returns a lower bound of the time at which the host sees received frames.
  Time earliest_output(Time due, Time lookahead) const;
  // Returns whether a received PAUSE has not taken effect yet.
  bool pause_pending() const;

  // Resets (CTRL.RST), last part, with the registers at their reset values: receive is off until the
  // classifier has its tables. The other parts are those of RxDelivery.
  void reset_classifier(Time now);

  ClassifierPort& classifier() { return classifier_; }
  const ClassifierPort& classifier() const { return classifier_; }
  RxDelivery& delivery() { return delivery_; }
  const RxDelivery& delivery() const { return delivery_; }
  std::uint64_t frames() const { return next_id_; }
  // Returns the number of frames that the classifier has seen.
  std::uint64_t presented() const { return presented_; }
  // Returns every frame that has entered and has no outcome.
  HeldFrames held_frames();
  // Returns the number of frames, and copies of frames, that came in and have no outcome yet.
  std::size_t frames_in_hand() const { return delivery_.packets().in_use(); }

 private:
  // DecisionSink
  void decided(const Decision& decision) override;

  void enable_written(const RegisterWrite& write);
  void wire_written(Time) { update_wire(); }
  // Returns SECRXSTAT: receive is stopped, and no frame waits for a decision.
  std::uint32_t stopped(unsigned, std::uint32_t stored) const;

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
  // Gives a packet that has not reached the packet buffer its outcome.
  void end(RxPacket& packet, RxBucket bucket, Time now);

  Agenda& agenda_;
  RegisterFile& registers_;
  const DeviceProfile& profile_;
  PacketTracer& tracer_;
  RxStatistics& statistics_;
  const Link& link_;
  TxMac* tx_mac_ = nullptr;
  ClassifierPort classifier_;
  RxMac mac_;
  RxDelivery delivery_;
  Agenda::Slot slot_ = 0;
  DecisionSink* decision_sink_ = this;
  Time byte_time_;          // time of a byte on the wire
  bool wire_open_ = false;  // receive is enabled, the link is up, and the wire is not looped back
  Time wire_busy_until_ = 0;
  Ring<RxPacket*> pending_{32};  // frames on the wire or in the classifier
  std::uint64_t next_id_ = 0;
  std::uint64_t presented_ = 0;
};

}  // namespace ixsim::nic

#endif
