// The transmit DMA engine of one port. It fetches descriptors, reads the data of granted packets, finishes
// frames, puts them into the transmit packet buffer and reports completions.
//
// A queue requests a grant while it is enabled, it holds a whole packet, and the packet buffer has space for
// the longest possible packet. Grants come from the scheduler. Data are read in grant order, several packets
// at a time, and frames enter the packet buffer in grant order. A descriptor is complete when its data are in
// the device.
//
// The packet buffer may be divided into partitions, one for each traffic class. Then the rules apply to each
// class separately. A class whose next read finds no space waits and requests no grant. The other classes
// continue, the oldest grant first. If the sizes sum to more than the memory, space is allocated in the order
// of the partition numbers. The queues of a class with less than `kLeastPartition` do not request. On a
// device with thresholds (82599) a class requests up to its threshold instead of the space for the longest
// packet. The read of a granted packet then waits for that space.
//
// Timing contract: DMA clock. A tail write is seen `kDoorbell` clocks later. At each edge the engine makes at
// most one data read, one descriptor fetch and one write-back. A grant takes effect at the first DMA edge
// after it. Source: 82598 datasheet, transmit descriptors, prefetch, write-back, head write-back.
#ifndef IXSIM_NIC_DMA_TX_DMA_H
#define IXSIM_NIC_DMA_TX_DMA_H

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/frame.h"
#include "ixsim/probe.h"
#include "ixsim/tx_scheduler.h"
#include "nic/dma/descriptor_fetch.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/packet/tx_packet.h"
#include "nic/queues/tx_layout.h"
#include "nic/queues/tx_queue.h"

namespace ixsim::nic {

// Interface by which the engine notifies its port.
class TxDmaOwner {
 public:
  virtual ~TxDmaOwner() = default;
  // Returns the settings of HLREG0 and VLNCTRL for the next packets.
  virtual TxCommand transmit_defaults() const = 0;
  // Applies the rules of the queue's pool to a command that is read.
  virtual void pool_settings(unsigned queue, TxCommand& command) const = 0;
  // Reports that the set of queues that request a grant has changed.
  virtual void requests_changed(Time now) = 0;
  // Reports whether the engine can take another grant.
  virtual void ready_changed(bool ready, Time now) = 0;
  virtual Time least_wire_start(Time due) const = 0;  // as in DmaPort
  // Adds a finished frame to the packet buffer at `now`; `last` marks the last frame of its packet.
  virtual void frame_ready(FrameRef frame, const TxPacket& packet, bool last, Time now) = 0;
  virtual void packet_done(const TxPacket& packet, TxBucket bucket, Time now) = 0;
  // Reports that a reset removed a segmentation request of which not all segments had been granted.
  virtual void packet_lost(std::uint64_t packet, unsigned queue, Time now) = 0;
};

// Division of the packet buffer.
struct TxPartitions {
  static constexpr std::uint32_t kNoWatermark = ~std::uint32_t{0};
  // Layout whose classes have one partition each; null: one partition for all.
  const TxLayout* layout = nullptr;
  // Sizes in bytes; without division, the first is the whole buffer.
  std::array<std::uint32_t, TxLayout::kMostClasses> sizes{};
  // Bytes up to which a class requests. kNoWatermark: it requests while there is space for the longest
  // packet.
  std::array<std::uint32_t, TxLayout::kMostClasses> watermarks{};
};

class TxDma : public Block, public WriteBackFlusher, private DmaClient {
 public:
  static constexpr unsigned kQueues = kMaxQueues;
  static constexpr std::uint32_t kBufferBytes = 320 * 1'024;
  static constexpr Time kDoorbell = 20 * kDmaClock.period();
  // Longest and shortest frame, without FCS, of a packet without segmentation.
  static constexpr std::uint32_t kLongestPacket = 16'124;
  static constexpr std::uint32_t kShortestPacket = 14;
  static constexpr std::uint32_t kLongestHeader = 511;  // of a segmentation request
  static constexpr unsigned kClasses = TxLayout::kMostClasses;

  TxDma(Agenda& agenda, PcieEndpoint& endpoint, unsigned port, TxDmaOwner& owner, unsigned queues = 32,
        std::uint32_t buffer_bytes = kBufferBytes);
  unsigned queues() const { return static_cast<unsigned>(queues_.size()); }
  void connect(Agenda::Slot slot, InterruptUnit& interrupts);
  void set_fetch_batch(std::uint32_t batch) { fetches_.set_batch(batch); }
  // Sets whether one grant covers one segment of a segmentation request, or the whole request.
  void set_segment_grants(bool segments) { segment_grants_ = segments; }
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;

  // Returns the queues that request a grant.
  const QueueMask& requests() const { return requests_; }
  // Takes the scheduler's grant at a MAC edge. Returns the packet's bytes as its descriptors state them.
  std::uint32_t grant(unsigned queue, Time now);
  // Returns the number of the packet that a grant of `queue` would take.
  std::uint64_t next_packet(unsigned queue) const {
    return queues_[queue].request != nullptr ? queues_[queue].request->id : next_id_;
  }
  // Returns the bytes on the wire, with preamble and gap, of the packet that was granted last.
  std::int64_t granted_wire_bytes() const;
  // Returns the number of grants.
  std::uint64_t grants() const { return grants_; }
  // Reports that a frame of a class has left the packet buffer.
  void buffer_freed(unsigned traffic_class, std::uint32_t bytes, Time now);
  // Sets the partitions; granted packets stay in theirs.
  void set_partitions(const TxPartitions& partitions, Time now);
  // Returns whether the buffer is large enough to be divided: with an unfinished packet in every partition
  // there must be space for another read. With less, all partitions could wait for each other.
  static bool can_be_divided(std::uint32_t buffer_bytes) {
    return buffer_bytes >= kClasses * kLeastPartition;
  }

  // --- Registers.
  TxQueue& queue(unsigned index) { return queues_[index]; }
  const TxQueue& queue(unsigned index) const { return queues_[index]; }
  void tail_written(unsigned index, std::uint32_t tail, Time now);
  void enable(unsigned index, Time now);
  // Reports that the thresholds of a queue in use have changed.
  void thresholds_changed(unsigned index, Time now);
  void disable(unsigned index, Time now);
  void request_flush(unsigned index, Time now);
  void reset(Time now);

  std::uint64_t packets() const { return next_id_; }
  // Returns whether the engine would take a grant.
  bool ready() const { return (layout_ != nullptr ? unread_ & ~stalled_ : unread_) == 0; }
  std::uint32_t buffer_used() const { return buffer_used_; }
  std::uint32_t buffer_used(unsigned traffic_class) const { return partitions_[traffic_class].used; }
  // Returns the number of errors for which nothing is fetched: tail writes beyond their ring, and rings
  // enabled without a descriptor or with such a tail.
  std::uint64_t ring_errors() const { return ring_errors_; }

 private:
  static constexpr std::uint32_t kReadPiece = 2'048;
  static constexpr std::uint32_t kSegmentsOfPiece = 64;
  static constexpr std::size_t kReadsAhead = 16;
  // Write-backs that may wait for the link, in slots that receive cannot take.
  static constexpr unsigned kWritesAhead = 4;
  static constexpr std::uint32_t kSegmentsOfSmallPiece = 16;  // in a partition
  static constexpr std::uint32_t kSlack = 1'024;              // header, tag and FCS of an unfinished frame
  // The longest packet fits into an empty partition, with all that its reads reserve. So does the longest
  // segment that lacks one byte when the read of that byte begins.
  static constexpr std::uint32_t kLeastPartition = kLongestPacket + kReadPiece + 2 * kSlack;

  struct Partition {
    Ring<TxPacket*> active{16};  // granted, in grant order
    std::uint32_t reading = 0;   // index in `active` of the packet whose reads are being made
    std::uint32_t size = 0;
    std::uint32_t limit = 0;  // bytes below which the class requests
    std::uint32_t used = 0;   // bytes of frames, and of outstanding reads
  };
  enum class ReadStep { kNone, kMade, kNoSpace };

  std::uint64_t flush(std::uint64_t mask, unsigned first, Time now) override;
  void write_left(DmaRequest& request, Time end) override;
  void write_arrived(DmaRequest& request, Time now, bool ok) override;
  void read_done(DmaRequest& request, Time now, bool ok) override;

  bool write_back(Time now);
  bool fetch(Time now);
  bool read_data(Time now);
  ReadStep read_packet(unsigned traffic_class, Time now);
  void read_command(TxPacket& packet);
  void take_packet(TxQueue& queue, TxPacket& packet, Time now);
  void take_segment(TxQueue& queue, TxPacket& packet);
  void arrived(TxPacket& packet, TxPacket::Read& read, Time now);
  bool deliver(Time now);
  bool deliver(Partition& partition, Time now);
  // Returns whether the next edge has work.
  bool has_work() const;
  // Returns whether the data of the oldest packet of a class, or its end, are here.
  static bool data_here(const Partition& partition) {
    const TxPacket& packet = *partition.active.front();
    return packet.reads.empty() ? partition.reading != 0 : packet.reads.front().arrived;
  }
  bool data_here() const;
  // Returns whether the next descriptor's data are here. Its end allows a full cache to fetch more of its
  // ring.
  bool makes_place() const;
  // Returns whether every class with reads to make first needs another read to come back.
  bool waits_for_read() const;
  void send_segments(TxPacket& packet, bool complete, Time now);
  void send_frame(TxPacket& packet, FrameRef frame, std::uint32_t bytes, bool last, Time now);
  void finish(TxPacket& packet, Time now);
  void complete_descriptor(unsigned index, bool status, Time now);
  // Lets descriptors that requested status and are below the threshold wait for the timer of their vector.
  void await_timer(unsigned index, Time now);
  void queue_changed(unsigned index, Time now);
  // One threshold serves all queues, whatever their next packet is. If each queue waited for space for its
  // own next packet, queues with short packets would take all freed space, and queues with long ones would
  // starve.
  bool has_space(unsigned traffic_class) const {
    const Partition& partition = partitions_[traffic_class];
    return partition.used < partition.limit && buffer_used_ + kLongestPacket + kSlack <= buffer_bytes_;
  }
  unsigned class_of(unsigned queue) const { return layout_ != nullptr ? layout_->class_of[queue] : 0; }
  // Takes space, or frees it with a negative count.
  void use(unsigned traffic_class, std::int64_t bytes) {
    Partition& partition = partitions_[traffic_class];
    partition.used = static_cast<std::uint32_t>(partition.used + bytes);
    buffer_used_ = static_cast<std::uint32_t>(buffer_used_ + bytes);
  }
  void set_stalled(unsigned traffic_class, bool stalled, Time now) {
    if ((stalled_ >> traffic_class & 1) != (stalled ? 1u : 0u)) change_stalled(traffic_class, now);
  }
  void change_stalled(unsigned traffic_class, Time now);
  void update_requests(Time now);
  // Does the same after a change of the space in use only. Without partitions, the requests then depend on
  // one bit.
  void space_changed(Time now) {
    if (layout_ != nullptr || has_space(0) != had_space_) update_requests(now);
  }
  [[gnu::noinline]] QueueMask requests_by_class() const;
  TxPacket& new_packet();

  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  unsigned port_;
  TxDmaOwner& owner_;
  InterruptUnit* interrupts_ = nullptr;
  Agenda::Slot slot_ = 0;
  bool segment_grants_ = false;
  std::vector<TxQueue> queues_;
  std::array<Partition, kClasses> partitions_;
  const TxLayout* layout_ = nullptr;  // layout of the partitions; null: undivided
  std::uint32_t busy_ = 0;            // classes with granted packets
  std::uint32_t unread_ = 0;          // classes with granted packets of which not all reads have been made
  std::uint32_t stalled_ = 0;         // classes in unread_ that wait for space
  std::uint64_t grants_ = 0;
  const TxPacket* granted_ = nullptr;  // packet of the last grant; used within it
  std::size_t reads_open_ = 0;
  std::vector<std::unique_ptr<TxPacket>> packets_;
  std::vector<TxPacket*> free_packets_;
  struct Doorbell {
    Time ready = 0;
    unsigned queue = 0;
    std::uint32_t tail = 0;
    Time written = 0;
  };
  Ring<Doorbell> doorbells_{16};
  Time granted_at_ = kNever;  // time of a grant that the engine has not seen yet
  unsigned granted_queue_ = 0;
  QueueMask requests_;
  bool had_space_ = false;          // without partitions: whether there was space when requests_ was set
  QueueSet<kQueues / 64> holding_;  // queues that hold a packet, whether or not there is space for it
  DescriptorFetch<kQueues> fetches_;
  QueueSet<kQueues / 64> write_back_wanted_;
  unsigned next_write_back_ = 0;
  std::uint32_t buffer_bytes_;
  std::uint32_t buffer_used_ = 0;  // bytes used in all partitions
  unsigned writes_waiting_ = 0;    // write-backs that the link has not sent
  std::uint64_t next_id_ = 0;
  std::uint64_t ring_errors_ = 0;
};

}  // namespace ixsim::nic

#endif
