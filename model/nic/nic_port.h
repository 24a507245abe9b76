// One Ethernet port of the controller, from the wire to the requests it makes of the PCIe link: receive MAC,
// classifier, packet buffer, receive DMA, interrupts, registers. Plain C++, no SystemC.
//
// Timing contract (receive): a frame's bytes follow its eight preamble bytes, one a byte time. The MAC holds
// four bytes back to know the FCS: beat 0 is taken at the first MAC edge at or after byte 12 (or the last
// byte of a shorter frame) has arrived, the following beats one a clock. The decision comes 12 clocks after
// the last beat; the frame is in the packet buffer one clock later. Register writes reach the classifier one
// a MAC clock, at the first edge after they arrived. Everything later is the contract of RxDma and
// InterruptUnit. PAUSE: the contract of FlowControl, which looks at the buffer at the edges at which it
// changes; turned on by RMCS it looks first when a TLP could have reached the host.
// Timing contract (transmit): the scheduler sees requests and readiness at MAC edges strictly after they
// changed and grants at most once an edge; the rest is the contract of TxDma and TxMac.
#ifndef IXSIM_NIC_NIC_PORT_H
#define IXSIM_NIC_NIC_PORT_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ixsim/base/agenda.h"
#include "ixsim/base/ring.h"
#include "ixsim/nic/classifier/classifier.h"
#include "ixsim/nic/classifier/low_latency_filter.h"
#include "ixsim/nic/classifier/pool_classifier.h"
#include "ixsim/nic/device_profile.h"
#include "ixsim/nic/dma/rx_dma.h"
#include "ixsim/nic/dma/tx_dma.h"
#include "ixsim/nic/interrupt/interrupt_output.h"
#include "ixsim/nic/interrupt/interrupt_unit.h"
#include "ixsim/nic/interrupt/msix_table.h"
#include "ixsim/nic/interrupt/tcp_timer.h"
#include "ixsim/nic/mac/analog_registers.h"
#include "ixsim/nic/mac/flow_control.h"
#include "ixsim/nic/mac/leds.h"
#include "ixsim/nic/mac/link.h"
#include "ixsim/nic/mac/mdio.h"
#include "ixsim/nic/mac/tx_mac.h"
#include "ixsim/nic/nvm/nvm.h"
#include "ixsim/nic/pcie_endpoint.h"
#include "ixsim/nic/pools/loopback_path.h"
#include "ixsim/nic/pools/virtual_functions.h"
#include "ixsim/nic/probe.h"
#include "ixsim/nic/queues/descriptor_plane.h"
#include "ixsim/nic/queues/packet_buffer.h"
#include "ixsim/nic/queues/tx_scheduler.h"
#include "ixsim/nic/registers/function_power.h"
#include "ixsim/nic/registers/register_file.h"
#include "ixsim/nic/registers/semaphores.h"
#include "ixsim/nic/rx_packet.h"
#include "ixsim/nic/statistics/rx_statistics.h"
#include "ixsim/nic/statistics/tx_statistics.h"
#include "ixsim/nic/timers.h"
#include "ixsim/pcie/config_space.h"

namespace ixsim {

struct PortConfig {
  Time byte_time = 800;           // of the wire: 800 ps at 10 Gb/s, 8 ns at 1 Gb/s
  std::uint32_t fetch_batch = 8;  // descriptors of one fetch, 1 to 64
  std::uint32_t tx_fetch_batch = 8;
  bool segment_grants =
      false;  // a transmit grant is for one segment, and not for a whole segmentation request
  // Bytes of each transmit queue's visit, for schedulers that have them; queue q has quanta[q mod n]. Empty:
  // none.
  std::vector<std::uint32_t> quanta;
  std::uint8_t station[6] = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};  // what the EEPROM loads into RAR0
  std::optional<std::uint32_t> autoc;  // ... and into AUTOC; without it the fixed mode of the wire's speed
  std::optional<LinkPartner> partner;  // without it one of the wire's speed
  LinkTimes link_times;
  PhyConfig phy;
  bool silicon_counters = false;  // statistics deviate as the part's do
};

// The parts of the chip that its ports share.
struct SharedParts {
  Agenda& agenda;
  PcieEndpoint& endpoint;
  Timers& timers;
  Nvm& nvm;
  Semaphores& semaphores;
  FunctionPower& power;
  bool single_port;
  FunctionIdentity identity;  // of the chip; each port adds its number
  bool enumerated;
  const DeviceProfile& profile;
};

// Where frames go out: the far end of the wire.
class WireOut {
 public:
  virtual ~WireOut() = default;
  // The first preamble byte leaves `port` at `start`.
  virtual void frame_out(Time start, unsigned port, const FrameRef& frame) = 0;
};

class NicPort : public Block,
                public RegisterTarget,
                public DmaPort,
                private RegisterBehaviour,
                private DecisionSink,
                private RxDmaOwner,
                private LinkOwner,
                private GrantSink,
                private TxDmaOwner,
                private TxMacOwner,
                private LoopbackOwner,
                private VirtualFunctionOwner {
 public:
  NicPort(unsigned index, const PortConfig& config, const SharedParts& shared,
          std::unique_ptr<Classifier> classifier, std::unique_ptr<TxScheduler> scheduler = nullptr);

  // Adds the MAC side and then the DMA side to the agenda (all MACs come before all DMA engines).
  void add_mac_block(Time lookahead);
  void add_dma_blocks(Time lookahead);
  // A port that transmits needs a scheduler and two blocks more: its DMA engine behind the others', and the
  // wire last of all, because what leaves on it frees room that others see strictly later.
  void add_transmit_dma_block(Time lookahead);
  void add_wire_block();
  // The switch between pools, if the device has one.
  void add_pool_blocks(Time to_host);
  // With everything in place: what the configuration space says takes effect.
  void begin() { update_config(0); }
  void set_probe(Probe* probe) {
    probe_ = probe;
    follower_ = probe != nullptr && probe->follows_stages() ? probe : nullptr;
  }
  void set_event_sink(EventSink* sink) { events_ = sink; }
  void set_interrupt_sink(InterruptSink& sink) { interrupts_.set_sink(sink); }
  DmaPort& dma_port() { return *this; }
  void set_wire_out(WireOut* wire) { wire_ = wire; }
  // Where frames go, for platforms that put something in between.
  WireOut* wire_out() const { return wire_; }

  // Nothing that a frame causes shows earlier than this after its start.
  Time least_latency() const { return 12 * kMacClock.period() + (transmits_ ? 0 : RxDma::kPipeline); }
  // A frame whose first preamble byte is on the wire at `start`. Returns its number at this port.
  std::uint64_t frame(Time start, const FrameRef& frame);
  // The other end of the wire changes.
  void link_partner(const LinkPartner& partner, Time now) { link_.partner_changed(partner, now); }

  void act(Time now) override;
  void room(Time now) override;
  Time least_wire_start(Time due) const override { return tx_mac_.least_start(due); }
  Time visible(Time due, Time lookahead) const override;
  bool access(const HostAccess& access, std::uint32_t& value, Time now) override;
  bool shows_on_link(const HostAccess& access) const override;
  RegisterPlace place_of(const HostAccess& access) const override;
  // What a read would return, without side effects.
  std::uint32_t register_peek(unsigned bar, std::uint32_t offset) const;

  // The routing identifier that a request of this port carries.
  unsigned requester(const DmaRequest& request) const;
  // Null if the device has none.
  const VirtualFunctions* virtual_functions() const { return virtual_functions_.get(); }

  // A word of the configuration space as it is now.
  std::uint32_t config_peek(std::uint32_t offset) const;
  // What a host does to the function from outside: all but the shared parts is as after power-on.
  void function_reset(Time now);

  const DeviceProfile& profile() const { return profile_; }
  const RegisterFile& registers() const { return registers_; }
  // For platforms that leave registers out or put a meaning of their own in front of the port's.
  RegisterFile& registers() { return registers_; }
  const ConfigSpace& config_space() const { return config_space_; }
  const InterruptOutput& interrupt_output() const { return interrupt_output_; }
  // Where interrupts go unless set_interrupt_sink() puts something in between.
  InterruptOutput& interrupt_output() { return interrupt_output_; }
  const Link& link() const { return link_; }
  const AnalogRegisters& analog() const { return analog_; }
  // The board drives software-definable pin 0 to 3; a rising input is an interrupt cause if GPIE says so.
  void set_pin(unsigned pin, bool level, Time now);
  // What the LEDs show, activity since the last look included.
  std::array<Led, Leds::kCount> leds();
  // Of the wire, at the speed of the link.
  Time byte_time() const { return config_.byte_time; }
  const MsixTable& msix() const { return msix_; }
  const RxDma& dma() const { return dma_; }
  const PacketBuffer& packet_buffer() const { return buffer_; }
  const TxDma& tx_dma() const { return tx_dma_; }
  // Classes and pools of transmit queues.
  const TxLayout& tx_layout() const { return descriptor_plane_.layout(); }
  const TxMac& tx_mac() const { return tx_mac_; }
  std::uint64_t tx_bucket(TxBucket bucket) const { return tx_buckets_[static_cast<unsigned>(bucket)]; }
  // Packets granted that have reached no bucket.
  std::uint64_t tx_in_flight() const;
  Classifier& classifier() { return *classifier_; }
  std::uint64_t frames() const { return next_id_; }
  std::uint64_t presented() const { return presented_; }
  std::uint64_t bucket(RxBucket bucket) const { return buckets_[static_cast<unsigned>(bucket)]; }
  // Copies made of frames for several pools, beyond the first of each: frames and copies together end in
  // buckets.
  std::uint64_t replicas() const { return replicas_; }
  // Frames that the port's own pools sent into the switch for other pools: on their way, or come through.
  // Each is a copy of its own in the receive path.
  std::uint64_t looped_frames() const { return looped_; }
  // Every frame that has entered and reached no bucket: (packet, name of the buffer that holds it).
  std::vector<std::pair<std::uint64_t, const char*>> held_frames();

 private:
  struct TableWrite {
    Time ready = 0;
    std::uint32_t offset = 0;
    std::uint32_t value = 0;
  };

  // RegisterBehaviour
  std::uint32_t shown(Reg reg, unsigned index, std::uint32_t stored) const override;
  std::uint32_t was_read(Reg reg, unsigned index, std::uint32_t seen, std::uint32_t next) override;
  void written(Reg reg, unsigned index, const RegisterWrite& write) override;
  bool writable_now(Reg reg, unsigned index) const override;
  // DecisionSink
  void decided(const Decision& decision) override;
  // RxDmaOwner
  RxStore store_of(const RxPacket& packet) const override;
  RxLayout layout_of(const RxPacket& packet, const RxStore& store) const override;
  // The MAC side may have enabled receive at this very edge: the DMA side sees it from the next one on.
  bool receive_enabled() const override { return receive_enabled_ && enabled_at_ < agenda_.now(); }
  void no_buffer(unsigned partition) override { statistics_.no_buffer(partition); }
  void first_data(RxPacket& packet, Time now) override;
  void last_data(RxPacket& packet, Time end) override;
  void written_back(RxPacket& packet, Time now) override;
  void dropped(RxPacket& packet, RxBucket bucket, Time now) override;
  void writes_done(RxPacket& packet) override;

  // LinkOwner
  void link_changed(Time now) override;
  void remote_fault() override { statistics_.remote_fault(); }

  // GrantSink
  std::uint32_t granted(const Grant& grant) override;
  // TxDmaOwner
  TxCommand transmit_defaults() const override;
  void requests_changed(Time now) override;
  void ready_changed(bool ready, Time now) override;
  void frame_ready(const FrameRef& frame, const TxPacket& packet, bool last, Time now) override;
  void packet_done(const TxPacket& packet, TxBucket bucket, Time now) override;
  void packet_lost(std::uint64_t packet, unsigned queue, Time now) override {
    finish_tx(packet, queue, TxBucket::kFlushed, now);
  }
  void pool_settings(unsigned queue, TxCommand& command) const override;
  // VirtualFunctionOwner
  unsigned pool_queues(bool transmit) const override;
  std::uint32_t read_register(Reg reg, unsigned index) override;
  std::uint32_t peek_register(Reg reg, unsigned index) const override;
  void write_register(Reg reg, unsigned index, std::uint32_t value) override;
  bool link_is_up() const override { return link_.up(); }
  std::uint32_t free_running_timer() const override;
  void mailbox_cause(Time now) override { interrupts_.other_cause(InterruptUnit::kMailbox, now); }
  void mastering_changed(Time now) override;
  // LoopbackOwner
  void looped(const LoopedFrame& frame, Time now) override;
  // Returns the packet of the receive path for a frame of the switch.
  RxPacket& copy_of(const LoopedFrame& from, Time now);
  // TxMacOwner
  void frame_started(const TxWireFrame& frame, Time start, Time end) override;
  void frame_left(std::uint32_t bytes, unsigned traffic_class, Time now) override;
  // A grant or a read has waited for the room.
  Time least_answer_to_room(Time left) const override {
    return endpoint_.least_arrival_of_read(kDmaClock.edge_after(left));
  }
  void control_started(const FrameRef& frame, Time start, Time end) override;

  void attach_registers();
  void limit_registers();
  void tx_queue_register_written(Reg reg, unsigned index, const RegisterWrite& write);
  void schedule(Time now);
  void update_gap();
  void update_arbiters(Time now);
  TxLayout layout_by_registers() const;
  void update_partitions(Time now);
  void update_tx_layout(Time now);
  void update_priorities(Time now);
  void update_receive_priorities();
  void send_out(const FrameRef& frame, Time start);
  void update_flow_control(Time now);
  void control_flow(Time now);
  std::uint32_t tx_pauses() const;  // TFCS
  void reset_scheduler(Time now);
  void finish_tx(std::uint64_t packet, unsigned queue, TxBucket bucket, Time now);
  void write_table(Reg reg, unsigned index, std::uint32_t value);
  void queue_register_written(Reg reg, unsigned index, const RegisterWrite& write);
  std::uint32_t low_mark(unsigned queue) const;
  void update_low_mark(unsigned queue);
  void update_mac_settings();
  void update_least_buffer();
  void reset_device(RegisterFile::Reset kind);
  bool io_access(const HostAccess& access, std::uint32_t& value);
  void update_config(Time now);
  void update_mastering(Time now);
  // CTRL.GIO_DIS is in effect: nothing is under way.
  bool master_disabled() const {
    return (registers_.get(Reg::CTRL) & field::CTRL::GIO_DIS.mask) != 0 && endpoint_.master_idle(index_);
  }
  void rewrite_tables();
  void load_eeprom();
  void update_wire();
  std::uint64_t receive(Time start, const FrameRef& frame, bool accept);
  void settle(RxPacket& packet, Time now);
  void heed_pause(const RxPacket& packet, Time now);
  // A frame that the filters admit enters the packet buffer.
  void store(RxPacket& packet, Time now);
  // What its queue makes of a packet: bytes for the host.
  [[gnu::always_inline]] void set_length(RxPacket& packet) const;
  // A frame for several pools: a copy each, in order of the pools.
  void replicate(RxPacket& packet, Time now);
  void update_store_select();
  // The SRRCTL that a packet goes by.
  unsigned store_index(const RxPacket& packet) const {
    return (store_by_pool_ ? packet.decision.vmdq : packet.decision.queue) & store_mask_;
  }
  // What the descriptor says of a packet in the packet buffer.
  [[gnu::always_inline]] void describe(RxPacket& packet, Time now);
  // The pool of a transmit queue, or -1.
  int tx_pool(unsigned queue) const;
  // Anti-spoof, and the switch: true if the frame does not leave on the wire.
  bool switched(const FrameRef& frame, const TxPacket& packet, bool last, Time now);
  void update_tx_open(Time now);
  bool virtual_access(const HostAccess& access, std::uint32_t& value, Time now);
  // Pools of virtual functions that must not be bus master.
  std::uint64_t stopped_pools() const;
  void update_virtual_functions(Time now);
  void settle_unclassified(Time now);
  void finish(RxPacket& packet, RxBucket bucket, Time now);
  void recycle(RxPacket& packet);
  void release(RxPacket& packet);
  RxPacket& new_packet();
  void arm_mac(Time now);
  // Lower bound of what the host sees of received frames.
  Time receive_visible(Time due, Time lookahead) const;
  // Shortest lane of the wire, the step in which the transmit MAC shows something.
  Time least_lane() const;
  void stage(Time time, RxStage stage, RxPacket& packet);

  unsigned index_;
  PortConfig config_;
  const DeviceProfile profile_;
  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  Agenda::Slot mac_slot_ = 0;
  Agenda::Slot interrupt_slot_ = 0;
  Time message_time_ = 0;  // least time from an interrupt to its message in host memory
  Probe* probe_ = nullptr;
  Probe* follower_ = nullptr;  // the probe, if it follows stages
  EventSink* events_ = nullptr;

  RegisterFile registers_;
  RxStatistics statistics_;
  std::unique_ptr<Classifier> classifier_;
  PacketBuffer buffer_;
  RxDma dma_;
  TxDma tx_dma_;
  TxMac tx_mac_;
  std::unique_ptr<TxScheduler> scheduler_;
  TxStatistics tx_statistics_;
  FlowControl flow_control_;
  Time flow_control_from_ = 0;  // when it looks first, once it has been turned on
  InterruptUnit interrupts_;
  MsixTable msix_;
  ConfigSpace config_space_;
  InterruptOutput interrupt_output_;
  Nvm& nvm_;
  FunctionPower& power_;
  AnalogRegisters analog_;
  Mdio mdio_;
  Link link_;
  TcpTimer tcp_timer_;
  PoolClassifier* pools_ = nullptr;  // the classifier, on a device whose pools are selected by bitmaps
  LoopbackPath loopback_;
  std::unique_ptr<VirtualFunctions> virtual_functions_;
  QueueMask tx_open_{{~std::uint64_t{0}, ~std::uint64_t{0}}};  // transmit queues that may send

  bool memory_space_ = true;      // accesses to BAR 0 and BAR 3 are answered
  std::uint32_t io_address_ = 0;  // IOADDR
  LowLatencyFilter low_latency_;
  std::uint8_t pins_ = 0;  // levels that the board puts on the software-definable pins
  MacSettings mac_;
  // Registers that the classifier keeps a copy of.
  std::array<bool, kRegisterCount> table_register_{};
  // Which SRRCTL a frame goes by, and on the 82598 PSRTYPE: this part of its pool's number, or of its
  // queue's.
  bool store_by_pool_ = false;
  unsigned store_mask_ = 0;
  bool one_partition_ = true;  // all frames go through partition 0 of the packet buffer
  bool receive_enabled_ = false;
  bool wire_open_ = false;          // ... and frames on the wire come in: the link is up and not looped back
  Time enabled_at_ = -1;            // when that last became so at the end of a reset
  bool resetting_ = true;           // table words of a reset are still on their way to the classifier
  std::uint32_t least_buffer_ = 0;  // bytes of the first write of a longer frame, by any SRRCTL
  Time reset_edge_ = kNever;        // MAC edge at which the classifier is reset
  Time wire_busy_until_ = 0;
  Time access_time_ = 0;   // of the register access being served
  bool in_reset_ = false;  // the link is being taken down by a reset
  Time timer_zero_ = 0;    // where FRTIMER counts from
  std::uint64_t activity_seen_ = 0;
  std::uint64_t filter_activity_seen_ = 0;
  Ring<TableWrite> table_writes_{1024};
  Ring<RxPacket*> pending_{32};  // frames on the wire or in the classifier
  std::vector<std::unique_ptr<RxPacket>> packets_;
  std::vector<RxPacket*> free_packets_;
  std::uint64_t next_id_ = 0;
  std::uint64_t presented_ = 0;
  std::uint64_t replicas_ = 0;
  std::uint64_t looped_ = 0;
  std::array<std::uint64_t, kRxBuckets> buckets_{};
  WireOut* wire_ = nullptr;
  bool requests_changed_ = false;
  bool engine_ready_ = true;  // the transmit engine would take a grant
  bool transmits_ = false;    // a transmit queue has been enabled
  QueueMask requests_shown_;
  DescriptorPlane descriptor_plane_;
  std::array<std::uint64_t, kTxBuckets> tx_buckets_{};
};

}  // namespace ixsim

#endif
