// The second half of the receive path, from the packet buffer to the host. It puts a frame that the filters
// admit into the packet buffer, computes its descriptor fields, makes a copy for each of several pools, and
// gives frames their outcome when the DMA engine reports it. It owns the packet buffer, the receive DMA
// engine and the registers of both.
//
// Timing contract: a frame is in the packet buffer one MAC clock after its decision. A write of RXCTRL.RXEN
// acts on the DMA engine at once; receive that a reset's end enables acts on it from the next edge on. The
// contract of RxDma covers the rest.
#ifndef IXSIM_NIC_RECEIVE_RX_DELIVERY_H
#define IXSIM_NIC_RECEIVE_RX_DELIVERY_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/classifier/low_latency_filter.h"
#include "nic/dma/rx_dma.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/mac/link.h"
#include "nic/mac/time_sync.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/packet/rx_packet.h"
#include "nic/pools/pool_switch.h"
#include "nic/queues/packet_buffer.h"
#include "nic/receive/classifier_port.h"
#include "nic/receive/rsc_control.h"
#include "nic/receive/rx_buffer_policy.h"
#include "nic/receive/rx_packets.h"
#include "nic/receive/rx_partitions.h"
#include "nic/receive/rx_queue_control.h"
#include "nic/registers/register_file.h"
#include "nic/statistics/rx_statistics.h"

namespace ixsim::nic {

// Frames without outcome: (number, name of the buffer that holds it).
using HeldFrames = std::vector<std::pair<std::uint64_t, const char*>>;

class RxDelivery final : private RxDmaOwner {
 public:
  RxDelivery(const PortContext& context, RxStatistics& statistics, const Link& link, PoolSwitch& pools,
             const ClassifierPort& classifier, std::uint32_t fetch_batch, Time byte_time);
  void set_byte_time(Time byte_time) { byte_time_ = byte_time; }
  // Sets the clock that stamps received packets, if the device has one.
  void set_time_sync(TimeSync& time_sync) { time_sync_ = &time_sync; }

  // Enables or disables receive (RXCTRL.RXEN) outside a reset.
  void set_enabled(bool enabled, Time now);
  // Applies RXCTRL.RXEN at the end of a reset.
  void end_reset(bool enabled, Time now);
  bool enabled() const { return enabled_; }

  // Puts a frame from the wire that the filters admit into the packet buffer.
  void store(RxPacket& packet, Time now);
  // Takes a frame that has passed the switch between pools.
  void enter(const LoopedFrame& from, Time now);
  // Reports that a reset has discarded such a frame.
  void lose(const LoopedFrame& from, Time now);

  // Resets (CTRL.RST), first part, with the registers at their reset values: settings.
  void reset_settings();
  // Resets, second part: the DMA engine discards its frames. Returns these frames.
  std::vector<RxPacket*> reset_dma(Time now);
  // Resets, third part: gives these frames their outcome.
  void drop(const std::vector<RxPacket*>& packets, Time now);
  // Resets, last part: receive is off, and the partitions have the sizes of the registers.
  void reset_buffer();

  // Returns whether frames that are in the packet buffer already go before later ones, and move.
  bool moves_first() const { return partitions_.single() && dma_.moves_frames(); }
  // Returns a lower bound of the time at which the host sees a frame of `size` bytes that is decided at
  // `decided`. Returns `otherwise` if the frame may have an earlier output than its data.
  Time least_arrival(Time decided, std::size_t size, Time otherwise) const {
    // A frame of several buffers may ask for descriptors first, which shows at once.
    if (size <= kTakenOff || size > policy_.least_buffer() || dma_.coalesces()) return otherwise;
    const Time ready = kDmaClock.edge_after(decided + kMacClock.period()) + RxDma::kPipeline;
    return dma_.least_arrival(ready, static_cast<std::uint32_t>(size - kTakenOff));
  }

  RxPackets& packets() { return packets_; }
  const RxPackets& packets() const { return packets_; }
  RxDma& dma() { return dma_; }
  const RxDma& dma() const { return dma_; }
  PacketBuffer& buffer() { return buffer_; }
  const PacketBuffer& buffer() const { return buffer_; }
  std::uint64_t replicas() const { return replicas_; }
  // Adds the frames that are in the switch between pools or later.
  void add_held(HeldFrames& held);

 private:
  static constexpr std::size_t kTakenOff = 8;  // FCS and tag, if the host does not want them

  // RxDmaOwner
  QueueBufferPolicy policy_of(const RxPacket& packet) const override { return policy_.policy_of(packet); }
  RxHeaderSplit header_split_of(const RxPacket& packet, const QueueBufferPolicy& policy) const override {
    return policy_.header_split_of(packet, policy);
  }
  // The MAC side may have enabled receive at this edge: the DMA side sees this from the next edge on.
  bool receive_enabled() const override { return enabled_ && enabled_at_ < agenda_.now(); }
  void no_buffer(unsigned partition) override { statistics_.no_buffer(partition); }
  void first_data(RxPacket& packet, Time now) override { tracer_.stage(now, RxStage::kDmaFirst, packet); }
  void last_data(RxPacket& packet, Time end) override { tracer_.stage(end, RxStage::kDmaLast, packet); }
  void written_back(RxPacket& packet, Time now) override;
  void dropped(RxPacket& packet, RxBucket bucket, Time now) override;
  void writes_done(RxPacket& packet) override { packets_.recycle(packet); }

  // Computes the number of bytes that the host sees.
  [[gnu::always_inline]] void set_length(RxPacket& packet) const;
  // Computes the descriptor fields of a packet, and passes the packet to the DMA engine.
  [[gnu::always_inline]] void describe(RxPacket& packet, Time now);
  void stamp(RxPacket& packet);
  // Makes a copy of a frame for each of several pools, in the order of the pools.
  void replicate(RxPacket& packet, Time now);
  RxPacket& copy_of(const LoopedFrame& from, Time now);

  const unsigned port_;
  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  RegisterFile& registers_;
  const DeviceProfile& profile_;
  PacketTracer& tracer_;
  RxStatistics& statistics_;
  PoolSwitch& pools_;
  const ClassifierPort& classifier_;
  TimeSync* time_sync_ = nullptr;
  PacketBuffer buffer_;
  RxDma dma_;
  RxBufferPolicy policy_;
  RxQueueControl queues_;
  RscControl coalescing_;
  RxPartitions partitions_;
  LowLatencyFilter low_latency_;
  RxPackets packets_;
  Time byte_time_;        // time of a byte on the wire
  bool enabled_ = false;  // RXCTRL.RXEN, outside a reset
  Time enabled_at_ = -1;  // time at which receive was last enabled at the end of a reset
  std::uint64_t replicas_ = 0;
};

}  // namespace ixsim::nic

#endif
