// The path of a transmitted packet: transmit DMA, switch between pools, MAC, wire. It owns the transmit DMA
// engine and the MAC.
//
// Timing contract: the contracts of TxDma, TxArbiter and TxMac. Source: 82598 datasheet, HLREG0, TIPG.
#ifndef IXSIM_NIC_TRANSMIT_TX_PATH_H
#define IXSIM_NIC_TRANSMIT_TX_PATH_H

#include <cstdint>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dcb/pause_control.h"
#include "nic/dma/tx_dma.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/mac/time_sync.h"
#include "nic/mac/tx_mac.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/pools/pool_switch.h"
#include "nic/queues/descriptor_plane.h"
#include "nic/registers/register_file.h"
#include "nic/statistics/tx_statistics.h"
#include "nic/transmit/tx_arbiter.h"

namespace ixsim::nic {

// The wire at the output of the MAC.
class WireOut {
 public:
  virtual ~WireOut() = default;
  // Takes a frame whose first preamble byte leaves `port` at `start`.
  virtual void frame_out(Time start, unsigned port, const FrameRef& frame) = 0;
};

class TxPath : private TxDmaOwner, private TxMacOwner {
 public:
  struct Settings {
    std::uint32_t fetch_batch = 8;  // descriptors of one fetch, 1 to 64
    bool segment_grants = false;    // a grant covers one segment instead of a whole segmentation request
    Time byte_time = 800;           // time of a byte on the wire, in ps
  };

  TxPath(const PortContext& context, TxStatistics& statistics, DescriptorPlane& plane, PoolSwitch& pools,
         PauseControl& pause, const Settings& settings, std::unique_ptr<TxScheduler> scheduler);
  // Adds the DMA engine to the agenda, and the wire last of all blocks.
  void add_dma_block(Time lookahead, InterruptUnit& interrupts);
  void add_wire_block();
  // Sets the MAC block, at whose edges the arbiter acts.
  void set_slot(Agenda::Slot slot);
  void set_wire_out(WireOut* wire) { wire_ = wire; }
  WireOut* wire_out() const { return wire_; }
  // Sets the destination of frames while HLREG0.LPBK is set.
  void set_loopback(WireOut& loopback) { loopback_ = &loopback; }
  void set_link(bool up, Time byte_time, Time now);
  // Sets the clock that stamps sent packets, if the device has one.
  void set_time_sync(TimeSync& time_sync) { time_sync_ = &time_sync; }

  // Reports that a queue has been enabled: events here may cause an output on the wire a lane later.
  void begin();
  bool begun() const { return begun_; }
  // Takes a frame that has passed the switch between pools.
  void leave_switch(const LoopedFrame& frame, Time now);
  // Resets (CTRL.RST): frames and packets are flushed.
  void reset(Time now);
  void flush(const LoopedFrame& frame, Time now) { flush_frame(frame, now); }

  // Returns whether the port has a scheduler; without it nothing is ever sent.
  bool transmits() const { return arbiter_.has_strategy(); }
  // Returns the object that lets the arbiter check its requests again; nullptr on a port that does not
  // transmit.
  TxDmaOwner* transmitter() { return transmits() ? this : nullptr; }
  TxArbiter& arbiter() { return arbiter_; }
  const TxArbiter& arbiter() const { return arbiter_; }
  TxDma& dma() { return dma_; }
  const TxDma& dma() const { return dma_; }
  TxMac& mac() { return mac_; }
  const TxMac& mac() const { return mac_; }
  // Returns the number of granted packets without an outcome.
  std::uint64_t in_flight() const { return dma_.packets() - tracer_.tx_finished(); }
  void update_gap(Time);

 private:
  // TxDmaOwner
  TxCommand transmit_defaults() const override;
  void pool_settings(unsigned queue, TxCommand& command) const override {
    pools_.apply_settings(queue, command);
  }
  void requests_changed(Time now) override { arbiter_.requests_changed(now); }
  void ready_changed(bool ready, Time now) override { arbiter_.ready_changed(ready, now); }
  Time least_wire_start(Time due) const override { return mac_.least_start(due); }
  void frame_ready(FrameRef frame, const TxPacket& packet, bool last, Time now) override;
  void packet_done(const TxPacket& packet, TxBucket bucket, Time now) override {
    tracer_.finish_tx(packet.id, packet.queue, bucket, now);
  }
  void packet_lost(std::uint64_t packet, unsigned queue, Time now) override {
    tracer_.finish_tx(packet, queue, TxBucket::kFlushed, now);
  }
  // TxMacOwner
  void frame_started(const TxWireFrame& frame, Time start, Time end) override;
  void frame_left(std::uint32_t bytes, unsigned traffic_class, Time now) override {
    dma_.buffer_freed(traffic_class, bytes, now);
  }
  // A grant or a read has waited for the space.
  Time least_answer_to_freed_space(Time left) const override {
    return endpoint_.least_arrival_of_read(kDmaClock.edge_after(left));
  }
  void control_started(const FrameRef& frame, Time start, Time end) override;

  template <typename Held>
  void flush_frame(const Held& frame, Time now) {
    dma_.buffer_freed(frame.traffic_class, static_cast<std::uint32_t>(frame.frame->size()), now);
    if (frame.last) tracer_.finish_tx(frame.packet, frame.queue, TxBucket::kFlushed, now);
  }
  // Passes a frame to the switch between pools. Returns false if it does not leave on the wire too.
  bool leaves_on_wire(const FrameRef& frame, const TxPacket& packet, bool last, Time now);
  void send_out(const FrameRef& frame, Time start);
  // Returns SECTXSTAT: transmit is stopped, and every granted packet has its outcome.
  std::uint32_t stopped(unsigned, std::uint32_t stored) const;

  const unsigned port_;
  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  RegisterFile& registers_;
  PacketTracer& tracer_;
  TxStatistics& statistics_;
  PoolSwitch& pools_;
  PauseControl& pause_;
  TxDma dma_;
  TxMac mac_;
  TxArbiter arbiter_;
  Agenda::Slot slot_ = 0;
  const bool has_double_vlan_;
  Time byte_time_;
  bool begun_ = false;  // a transmit queue has been enabled
  WireOut* wire_ = nullptr;
  WireOut* loopback_ = nullptr;
  TimeSync* time_sync_ = nullptr;
};

}  // namespace ixsim::nic

#endif
