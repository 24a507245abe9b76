// The receive DMA engine of one port. It takes frames from the packet buffer, writes them to the buffers
// given by their queue's descriptors, writes the descriptors back and fetches new ones.
//
// Timing contract: DMA clock. At each edge the engine passes at most one posted request (a write-back before
// data) and at most one descriptor fetch to the link. A frame may leave `kPipeline` DMA clocks after it is in
// the buffer. Partitions take turns frame by frame, or by credits. Order is kept within a partition: a frame
// whose queue has no descriptor delays the frames after it unless drop is enabled. Bytes for a header buffer
// are a separate request, before the first request for the packet buffer. A frame costs credits for its bytes
// with FCS. When the number of free descriptors falls to the RDMTS threshold, used descriptors are written
// back, which is an interrupt cause. Source: 82598 datasheet, receive descriptors, prefetch, write-back;
// section on dropping (DROP_EN, RNBC).
#ifndef IXSIM_NIC_DMA_RX_DMA_H
#define IXSIM_NIC_DMA_RX_DMA_H

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/queue_mask.h"
#include "nic/dma/descriptor_fetch.h"
#include "nic/dma/rx_coalescer.h"
#include "nic/dma/rx_header_split.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/packet/rx_packet.h"
#include "nic/queues/credit_arbiter.h"
#include "nic/queues/packet_buffer.h"
#include "nic/queues/rx_queue.h"
#include "pcie/tlp.h"

namespace ixsim::nic {

// Buffer policy for the frames of one queue (SRRCTL and DROPEN).
struct QueueBufferPolicy {
  std::uint32_t buffer_bytes = 2'048;
  RxDescriptorType type = RxDescriptorType::kLegacy;
  bool drop = false;  // drop a frame instead of waiting when no descriptor is left
};

// Interface by which the engine notifies its port.
class RxDmaOwner {
 public:
  virtual ~RxDmaOwner() = default;
  virtual QueueBufferPolicy policy_of(const RxPacket& packet) const = 0;
  // Returns the header split, which gives the bytes for a header buffer, if the descriptors have one.
  virtual RxHeaderSplit header_split_of(const RxPacket& packet, const QueueBufferPolicy& policy) const = 0;
  virtual bool receive_enabled() const = 0;
  virtual void no_buffer(unsigned partition) = 0;  // RNBC
  virtual void first_data(RxPacket& packet, Time now) = 0;
  virtual void last_data(RxPacket& packet, Time end) = 0;
  virtual void written_back(RxPacket& packet, Time now) = 0;  // the packet was delivered, or failed
  virtual void dropped(RxPacket& packet, RxBucket bucket, Time now) = 0;
  virtual void writes_done(RxPacket& packet) = 0;  // for a packet retired before
};

class RxDma : public Block, public WriteBackFlusher, private DmaClient {
 public:
  static constexpr unsigned kQueues = kMaxQueues;
  static constexpr Time kPipeline = 40 * kDmaClock.period();

  RxDma(Agenda& agenda, PcieEndpoint& endpoint, PacketBuffer& buffer, unsigned port, RxDmaOwner& owner);
  void connect(Agenda::Slot slot, InterruptUnit& interrupts);
  // Sets the number of descriptors of one fetch, 1 to 8.
  void set_fetch_batch(std::uint32_t batch) { fetches_.set_batch(batch); }
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;

  // Adds a frame to partition packet.decision.traffic_class. It may leave from packet.ready on.
  void enqueue(RxPacket& packet, Time now);

  // --- Registers.
  RxQueue& queue(unsigned index) { return queues_[index]; }
  const RxQueue& queue(unsigned index) const { return queues_[index]; }
  void tail_written(unsigned index, Time now);
  void enable(unsigned index, Time now);
  void disable(unsigned index, Time now);
  // Reports frames as lost if their descriptors were used and not written back before their ring was removed.
  void drop_used(unsigned index, Time now);
  void request_flush(unsigned index, Time now);
  // Returns the arbiter between partitions; arbitration_changed() follows a change.
  ClassArbiter& arbiter() { return arbiter_; }
  const ClassArbiter& arbiter() const { return arbiter_; }
  void arbitration_changed(Time now) {
    arbitrated_ = arbiter_.by_credits() || arbiter_.stopped();
    wake(now);
  }
  // Sets the minimum delay from freed buffer space to an output elsewhere than on the link.
  void shorten_lookahead(Time lookahead) { agenda_.shorten_lookahead(slot_, lookahead); }
  // Sets whether few free descriptors (RxQueue::low_watermark) interrupt at once and bypass moderation.
  void set_low_is_immediate(bool immediate) { low_is_immediate_ = immediate; }
  // Sets whether any frame may have bytes for a header buffer.
  void expect_headers(bool any) {
    headers_ = any;
    special_ = headers_ || coalescer_ != nullptr;
  }
  // Sets receive side coalescing of a queue.
  void set_coalescing(unsigned index, const RscSettings& settings, Time now);
  // Returns whether any queue coalesces: a frame then may make a request of any length.
  bool coalesces() const { return coalescer_ != nullptr; }
  // Reports that the link can take posted requests again.
  void space_freed(Time now);
  void wake(Time now) { agenda_.arm_after(slot_, now); }
  // Resets (CTRL.RST): discards everything that is not on the link already; `lost` gets every frame held
  // here.
  void reset(Time now, std::vector<RxPacket*>& lost);

  // --- Location of frames at the end of the input.
  template <typename Visit>
  void for_each_held(Visit visit) {
    for (auto& fifo : fifos_) {
      for (std::size_t i = 0; i < fifo.size(); ++i) visit(*fifo[i], "packet_buffer");
    }
    for (auto& queue : queues_) {
      for (std::size_t i = 0; i < queue.used.size(); ++i) {
        for_each_coalesced(queue.used[i].packet,
                           [&](const RxPacket& packet) { visit(packet, "descriptor_write_back"); });
      }
    }
    if (coalescer_ != nullptr)
      coalescer_->for_each_frame(-1, [&](const RxPacket& packet) { visit(packet, "descriptor_write_back"); });
  }
  // Returns whether frames of the packet buffer are on their way out and not blocked.
  bool moves_frames() const { return occupied_ != 0 && agenda_.due(slot_) != kNever; }
  // Returns a lower bound of the time at which the host sees `bytes` of data passed to the link at the DMA
  // edge `now`.
  Time least_arrival(Time now, std::uint32_t bytes) const {
    return endpoint_.least_arrival(now, bytes, least_header_);
  }

 private:
  std::uint64_t flush(std::uint64_t mask, unsigned first, Time now) override;
  void write_left(DmaRequest& request, Time end) override;
  void write_arrived(DmaRequest& request, Time now, bool ok) override;
  void read_done(DmaRequest& request, Time now, bool ok) override;

  // Each function does at most one thing at this edge, and returns whether it did.
  bool write_back(Time now);
  bool move_data(Time now);
  bool fetch(Time now);
  // Selects by credits the frame to write; returns true if a drop used this edge.
  bool pick_by_credits(Time now);
  // Decides about the frame at the head of a partition; returns whether it may move now.
  bool admit(unsigned partition, Time now);
  [[gnu::always_inline]] DmaRequest& data_request(RxPacket& packet, std::uint64_t address, std::uint32_t from,
                                                  std::uint32_t bytes);
  [[gnu::noinline]] void write_header(RxPacket& packet, Time now);
  void write_buffer(RxPacket& packet, Time now);
  // Handles the request with the last bytes of its descriptor.
  [[gnu::always_inline]] void use_descriptor(RxPacket& packet, RxQueue& queue, DmaRequest& request,
                                             std::uint64_t buffer, std::uint32_t bytes, Time now);
  void describe(RxQueue& queue, const RxPacket& packet, const QueueBufferPolicy& policy, std::uint64_t buffer,
                std::uint32_t bytes, bool last);
  [[gnu::noinline]] void describe_header(RxQueue::Used& used);
  // --- Receive side coalescing, in rx_dma_coalesce.cpp.
  // Returns the descriptors that a frame needs, where that is not its length alone.
  [[gnu::noinline]] std::uint32_t descriptors_needed(const RxPacket& packet, const QueueBufferPolicy& policy);
  void begin_coalesced(const RxPacket& packet);
  DmaRequest& segment_request(RxPacket& packet, std::uint64_t address, std::uint32_t from,
                              std::uint32_t bytes);
  void write_segment(Time now);
  void use_coalesced(RxPacket& packet, RxQueue& queue, DmaRequest& request, std::uint64_t buffer,
                     std::uint32_t bytes, Time now);
  void extend_chain(RxQueue& queue, RxCoalescer::Context& context, std::uint64_t buffer);
  void end_coalesced(const RxPacket& packet, RxQueue& queue, bool closes, Time now);
  void close(RxCoalescer::Context& context);
  // Closes the large receives of a queue, but one that is being written.
  void close_coalesced(unsigned index);
  void drop_coalesced(unsigned index, Time now);
  void reset_coalescing(std::vector<RxPacket*>& lost);
  void drop_head(unsigned partition, RxBucket bucket, Time now);
  void queue_changed(unsigned index);

  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  PacketBuffer& buffer_;
  // TLP header of data; shorter once a buffer lies below 4 GiB.
  std::uint32_t least_header_ = tlp::kHeader4Dw;
  unsigned port_;
  RxDmaOwner& owner_;
  InterruptUnit* interrupts_ = nullptr;
  Agenda::Slot slot_ = 0;
  std::vector<RxQueue> queues_;
  std::array<Ring<RxPacket*>, PacketBuffer::kPartitions> fifos_;
  std::uint32_t occupied_ = 0;  // partitions that hold frames
  unsigned next_partition_ = 0;
  ClassArbiter arbiter_;
  bool arbitrated_ = false;      // arbitration is not plain round robin
  RxPacket* current_ = nullptr;  // frame that is being written
  QueueBufferPolicy current_policy_;
  RxHeaderSplit current_split_;  // valid until its first descriptor reports it
  bool headers_ = false;
  bool special_ = false;                    // headers_, or a queue coalesces
  std::unique_ptr<RxCoalescer> coalescer_;  // null until a queue coalesces
  RxCoalescer::Plan plan_;                  // of current_, if its queue coalesces
  bool appending_ = false;                  // current_ extends a large receive
  bool low_in_chain_ = false;               // the low watermark was reached by current_
  std::uint32_t segment_from_ = 0;          // payload of current_ still to write
  std::uint32_t segment_end_ = 0;
  bool low_is_immediate_ = false;
  DescriptorFetch<kQueues> fetches_;
  QueueSet<kQueues / 64> write_back_wanted_;  // queues whose write-back rule holds
  unsigned next_write_back_ = 0;
  bool waits_for_space_ = false;
};

}  // namespace ixsim::nic

#endif
