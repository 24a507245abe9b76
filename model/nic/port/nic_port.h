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
#include <memory>

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
#include "nic/mac/time_sync.h"
#include "nic/nvm/nvm.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/pools/pool_switch.h"
#include "nic/port/device_control.h"
#include "nic/port/pci_function.h"
#include "nic/port/port_accounting.h"
#include "nic/port/port_registers.h"
#include "nic/port/port_wire.h"
#include "nic/port/switch_ends.h"
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

class NicPort : public Block, public DmaPort, private PciFunctionOwner, private DeviceControlOwner {
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
  // Sets the destination of interrupts instead of interrupt_output().
  void set_interrupt_sink(InterruptSink& sink) { interrupts_.set_sink(sink); }

  // Returns the minimum time from the start of a frame to its first observable effect: a frame on the wire,
  // which may be a PAUSE, or a write to the host.
  Time least_latency() const {
    return 12 * kMacClock.period() + (tx_path_.begun() || pause_.active() ? 0 : RxDma::kPipeline);
  }
  // Drives software-definable pin 0 to 3 from the board.
  void set_pin(unsigned pin, bool level, Time now) { control_.set_pin(pin, level, now); }
  // Returns the state of the LEDs, with the activity since the last call.
  std::array<Led, Leds::kCount> leds() { return control_.leds(rx_path_.frames()); }
  // Resets the function from outside: everything except the shared parts gets its power-on state.
  void function_reset(Time now) override;
  // Resets like function_reset(), including the configuration space.
  void power_on(Time now);

  // Implements Block and DmaPort.
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;
  void space_freed(Time now) override { rx_path_.delivery().dma().space_freed(now); }
  Time least_wire_start(Time due) const override { return tx_path_.mac().least_start(due); }

  // --- The blocks, for the platform and for tests.
  const DeviceProfile& profile() const { return profile_; }
  const RegisterFile& registers() const { return registers_; }
  // Returns the registers, for platforms that remove registers or bind their own functions after the port's.
  RegisterFile& registers() { return registers_; }
  PciFunction& function() { return function_; }
  const PciFunction& function() const { return function_; }
  // Returns the switch between pools, with the virtual functions.
  const PoolSwitch& pools() const { return pools_; }
  // Returns the default destination of interrupts, which is used unless set_interrupt_sink() inserts a sink.
  InterruptOutput& interrupt_output() { return interrupt_output_; }
  const MsixTable& msix() const { return msix_; }
  const Link& link() const { return link_; }
  PortWire& wire() { return wire_; }
  const PortWire& wire() const { return wire_; }
  const AnalogRegisters& analog() const { return analog_; }
  RxPath& receive() { return rx_path_; }
  const RxPath& receive() const { return rx_path_; }
  TxPath& transmit() { return tx_path_; }
  const TxPath& transmit() const { return tx_path_; }
  // Returns the classes and pools of transmit queues.
  const TxLayout& tx_layout() const { return plane_.layout(); }
  // Returns the tracer, which passes stages, outcomes and events to observers.
  PacketTracer& tracer() { return tracer_; }
  const PortAccounting& accounting() const { return accounting_; }

 private:
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
  SwitchEnds switch_ends_{rx_path_, tx_path_};
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
  PortWire wire_;
  Link link_;
  TimeSync time_sync_;
  TcpTimer tcp_timer_;
  DeviceControl control_;
  MacLoopback mac_loopback_{rx_path_};
  const PortAccounting accounting_{tracer_, rx_path_, pools_};
  Agenda::Slot slot_ = 0;
};

}  // namespace ixsim::nic

#endif
