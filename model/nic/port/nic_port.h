// One Ethernet port of the controller: it owns its blocks, connects them, and resets them in order. The
// blocks implement the registers and the rules; see receive/, transmit/, dcb/, pools/, interrupt/, mac/ and
// port/. Plain C++, no SystemC.
//
// Timing contract: one block of the agenda represents the MAC side. It acts at MAC edges in this order: table
// writes and decisions (RxPath), grants (TxArbiter), PAUSE (PauseControl). The contracts of the other blocks
// are in their headers.
#ifndef IXSIM_NIC_PORT_NIC_PORT_H
#define IXSIM_NIC_PORT_NIC_PORT_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/timers.h"
#include "ixsim/controller_config.h"
#include "ixsim/device_profile.h"
#include "nic/dcb/class_arbitration.h"
#include "nic/dcb/class_layout.h"
#include "nic/dcb/pause_control.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/interrupt/interrupt_output.h"
#include "nic/interrupt/interrupt_registers.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/interrupt/msix_table.h"
#include "nic/interrupt/tcp_timer.h"
#include "nic/mac/analog_registers.h"
#include "nic/mac/link.h"
#include "nic/mac/mdio.h"
#include "nic/mac/time_sync.h"
#include "nic/nvm/module_cage.h"
#include "nic/nvm/nvm.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/pools/pool_switch.h"
#include "nic/port/device_control.h"
#include "nic/port/pci_function.h"
#include "nic/port/port_registers.h"
#include "nic/profile/device_identity.h"
#include "nic/queues/descriptor_plane.h"
#include "nic/receive/rx_path.h"
#include "nic/registers/function_power.h"
#include "nic/registers/semaphores.h"
#include "nic/statistics/rx_statistics.h"
#include "nic/statistics/tx_statistics.h"
#include "nic/transmit/tx_path.h"
#include "nic/transmit/tx_queue_control.h"

namespace ixsim::nic {

// The parts of the chip that its ports share.
struct SharedParts {
  Agenda& agenda;
  PcieEndpoint& endpoint;
  Timers& timers;
  Nvm& nvm;
  Semaphores& semaphores;
  FunctionPower& power;
  bool single_port;
  FunctionIdentity identity;  // identity of the chip; each port adds its number
  DeviceIdentity board;       // identity that belongs to the device ID
  bool enumerated;
  const DeviceProfile& profile;
};

class NicPort : public Block,
                public DmaPort,
                private LinkOwner,
                private PoolSwitchOwner,
                private PciFunctionOwner,
                private DeviceControlOwner {
 public:
  NicPort(unsigned index, const PortConfig& config, const SharedParts& shared,
          std::unique_ptr<Classifier> classifier, std::unique_ptr<TxScheduler> scheduler = nullptr);

  // Adds the MAC side and then the DMA side to the agenda (all MACs come before all DMA engines).
  void add_mac_block(Time lookahead);
  void add_dma_blocks(Time lookahead);
  // Adds the blocks of a port that transmits, which needs a scheduler: its DMA engine after the others', and
  // the wire last of all. What leaves on the wire frees space, which other blocks see strictly later.
  void add_transmit_dma_block(Time lookahead) { tx_path_.add_dma_block(lookahead, interrupts_); }
  void add_wire_block();
  // Adds the switch between pools, if the device has one.
  void add_pool_blocks(Time to_host) { pools_.add_blocks(to_host); }
  // Applies the configuration space and the state of the link, once everything is in place.
  void begin();
  void set_probe(Probe* probe) { tracer_.set_probe(probe); }
  // Sets the observer of the space in use in the receive packet buffer.
  void set_space_observer(SpaceObserver* observer) { rx_path_.buffer().set_observer(observer); }
  void set_event_sink(EventSink* sink) { tracer_.set_event_sink(sink); }
  void set_interrupt_sink(InterruptSink& sink) { interrupts_.set_sink(sink); }
  // Sends the decisions of the classifier to `tap`, which passes them on to the sink returned.
  DecisionSink& tap_decisions(DecisionSink& tap) { return rx_path_.tap_decisions(tap); }
  void set_wire_out(WireOut* wire) { tx_path_.set_wire_out(wire); }
  // Returns the destination of sent frames, for platforms that insert an observer.
  WireOut* wire_out() const { return tx_path_.wire_out(); }

  // Returns the minimum time from the start of a frame to its first observable effect: a frame on the wire,
  // which may be a PAUSE, or a write to the host.
  Time least_latency() const {
    return 12 * kMacClock.period() + (tx_path_.begun() || pause_.active() ? 0 : RxDma::kPipeline);
  }
  // Takes a frame whose first preamble byte is on the wire at `start`. Returns its number at this port.
  std::uint64_t frame(Time start, const FrameRef& frame) { return rx_path_.frame(start, frame); }
  // Returns when the port first acts on a frame, as RxPath does.
  Time first_action(Time start, std::size_t size) const { return rx_path_.first_action(start, size); }
  // Changes the link partner.
  void link_partner(const LinkPartner& partner, Time now);
  // Inserts a module into the cage, or removes it. Pin 2 reports this, and without a module there is no link
  // partner.
  void set_module(CageModule module, Time now);
  // Drives software-definable pin 0 to 3 from the board.
  void set_pin(unsigned pin, bool level, Time now) { control_.set_pin(pin, level, now); }
  // Returns the state of the LEDs, with the activity since the last call.
  std::array<Led, Leds::kCount> leds() { return control_.leds(frames()); }
  // Resets the function from outside: everything except the shared parts gets its power-on state.
  void function_reset(Time now) override;
  // Resets like function_reset(), including the configuration space.
  void power_on(Time now);

  // Implements Block and DmaPort.
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;
  void space_freed(Time now) override { rx_path_.dma().space_freed(now); }
  Time least_wire_start(Time due) const override { return tx_path_.mac().least_start(due); }

  // --- The blocks, for the platform and for tests.
  const DeviceProfile& profile() const { return profile_; }
  const RegisterFile& registers() const { return registers_; }
  // Returns the registers, for platforms that remove registers or bind their own functions after the port's.
  RegisterFile& registers() { return registers_; }
  PciFunction& function() { return function_; }
  const PciFunction& function() const { return function_; }
  // Returns the virtual functions; null if the device has none.
  const VirtualFunctions* virtual_functions() const { return pools_.functions(); }
  // Returns the routing identifier of a request of this port.
  unsigned requester(const DmaRequest& request) const { return pools_.requester(request); }
  // Returns the default destination of interrupts, which is used unless set_interrupt_sink() inserts a sink.
  InterruptOutput& interrupt_output() { return interrupt_output_; }
  const InterruptOutput& interrupt_output() const { return interrupt_output_; }
  const MsixTable& msix() const { return msix_; }
  const Link& link() const { return link_; }
  const AnalogRegisters& analog() const { return analog_; }
  const RxPath& receive() const { return rx_path_; }
  const TxPath& transmit() const { return tx_path_; }
  // Returns the classes and pools of transmit queues.
  const TxLayout& tx_layout() const { return plane_.layout(); }
  Classifier& classifier() { return rx_path_.classifier().strategy(); }
  // Returns the time of a byte on the wire in ps, at the speed of the link.
  Time byte_time() const { return config_.byte_time; }

  // --- Accounting.
  std::uint64_t frames() const { return rx_path_.frames(); }
  std::uint64_t bucket(RxBucket bucket) const { return tracer_.bucket(bucket); }
  std::uint64_t tx_bucket(TxBucket bucket) const { return tracer_.bucket(bucket); }
  // Returns the number of additional copies of frames for several pools. Frames and copies together have
  // outcomes.
  std::uint64_t replicas() const { return rx_path_.replicas(); }
  // Returns the number of frames that the port's pools sent into the switch for other pools, on their way or
  // passed. Each is a separate copy in the receive path.
  std::uint64_t looped_frames() const { return pools_.looped_frames(); }
  // Returns every frame that has entered and has no outcome: (packet, name of the buffer that holds it).
  std::vector<std::pair<std::uint64_t, const char*>> held_frames() { return rx_path_.held_frames(); }
  std::size_t frames_in_hand() const { return rx_path_.frames_in_hand(); }

 private:
  // LinkOwner
  void link_changed(Time now) override;
  LinkPartner reached_partner() const;
  // Passes state and speed of the link to the paths.
  void apply_link(Time now);
  void remote_fault() override { rx_statistics_.remote_fault(); }
  // PoolSwitchOwner
  void looped(const LoopedFrame& frame, Time now) override;
  void pools_stopped(std::uint64_t pools, Time now) override { rx_path_.stop_pools(pools, now); }
  void transmit_opened(const QueueMask& queues, Time now) override {
    tx_path_.arbiter().set_open(queues, now);
  }
  // DeviceControlOwner
  void software_reset(Time now) override { reset(RegisterFile::Reset::kSoftware, now); }
  void reset(RegisterFile::Reset kind, Time now);

  // Frames that the MAC loops back to its own receive side.
  struct MacLoopback : WireOut {
    explicit MacLoopback(RxPath& path) : to(path) {}
    void frame_out(Time start, unsigned, const FrameRef& frame) override { to.loop_back(start, frame); }
    RxPath& to;
  };

  const unsigned index_;
  PortConfig config_;
  const DeviceProfile profile_;
  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  Nvm& nvm_;
  Semaphores& semaphores_;
  PortRegisters registers_;
  PacketTracer tracer_;
  const PortContext context_{index_, agenda_, endpoint_, registers_, profile_, tracer_};
  RxStatistics rx_statistics_;
  TxStatistics tx_statistics_;
  DescriptorPlane plane_;
  PoolSwitch pools_;
  RxPath rx_path_;
  PauseControl pause_;
  TxPath tx_path_;
  TxQueueControl tx_queues_;
  ClassArbitration arbitration_;
  ClassLayout layout_;
  InterruptUnit interrupts_;
  MsixTable msix_;
  InterruptRegisters interrupt_registers_;
  PciFunction function_;
  InterruptOutput interrupt_output_;
  AnalogRegisters analog_;
  const bool has_cage_;
  ModuleCage cage_;
  Mdio mdio_;
  Link link_;
  TimeSync time_sync_;
  TcpTimer tcp_timer_;
  DeviceControl control_;
  MacLoopback mac_loopback_{rx_path_};
  LinkPartner partner_;  // link partner connected to the module, if there is a cage
  Agenda::Slot slot_ = 0;
  bool in_reset_ = false;  // a reset is taking the link down
};

}  // namespace ixsim::nic

#endif
