/// \file
/// The controller as a SystemC module: TLM-2.0 sockets around the plain C++ core.
///
/// Sockets have the default template arguments: 32-bit buses, base protocol.
///
/// If SystemC's verbosity is SC_DEBUG when simulation starts, each access to an offset without a register is
/// reported. The informational report has the type "ixsim/registers" and states function, offset, size, value
/// and time.
///
/// Timing contract: the core never runs ahead of the kernel's current time. The module arms one event for the
/// earliest possible output of the core. At each wake-up and at each input it advances the core to the
/// current time. A DMA write appears on pcie_initiator when its last TLP has reached the root port, or TLP by
/// TLP (PcieConfig::transaction). A read TLP appears when it has reached the root port. A posted register
/// write is answered at once. A register read is answered when its completion has come back over the link.
/// set_min_host_latency() gives up exact output times for speed: outputs may then be delayed, and carry their
/// own times. Source: IEEE 1666-2011 (TLM-2.0 base protocol).
///
/// Observers bind to the analysis ports for frames, decisions and interrupts; each item carries its port and
/// time. At equal times, the order within one analysis port is defined, the order between two is not.
///
/// Part of model/nic/sc/.
#ifndef IXSIM_ETHERNET_CONTROLLER_H
#define IXSIM_ETHERNET_CONTROLLER_H

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>

#include "ixsim/classifier.h"
#include "ixsim/controller_config.h"
#include "ixsim/interrupt_sink.h"
#include "ixsim/payloads.h"
#include "ixsim/time.h"

/// The model of the controller, and the values and interfaces that its users see.
namespace ixsim {

/// The code of the controller. Its classes have no public header.
namespace nic {
class ControllerCore;
class DirectHost;
class DmaInitiator;
class HostTarget;
class WireOut;
class WireSockets;
}  // namespace nic
class Probe;
class RegisterObserver;
class TxScheduler;

/// A controller with one or two ports and its PCIe link. All calls must come from the thread that runs the
/// SystemC kernel. Functions with a `port` throw InputError for a port that the controller does not have.
/// Probes, observers and sinks must outlive the simulation.
class EthernetController : public sc_core::sc_module {
 public:
  /// Makes the classifier of a port, 0 or 1.
  using ClassifierFactory = std::function<std::unique_ptr<Classifier>(unsigned port)>;
  /// Makes the transmit scheduler of a port, 0 or 1.
  using SchedulerFactory = std::function<std::unique_ptr<TxScheduler>(unsigned port)>;
  /// Output port for the level of an interrupt line.
  using LinePort = sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// Accesses from the host: approximately-timed, b_transport or transport_dbg. PcieExtension selects
  /// function and space. Without it the address is looked up in the programmed BARs.
  tlm_utils::simple_target_socket<nic::HostTarget> pcie_target;
  /// DMA and interrupt messages to the host: approximately-timed, with a memory manager. On a device with
  /// virtual functions, `function` of PcieExtension names the requester.
  tlm_utils::simple_initiator_socket<nic::DmaInitiator> pcie_initiator;
  /// Received frames, one socket for each port: WRITE, data from destination address to FCS, BEGIN_REQ at the
  /// first preamble byte. A frame gets an error response if it has a delay, or if it begins before the end of
  /// the previous frame and a gap of 5 bytes.
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<nic::WireSockets>> wire_in;
  /// Sent frames, one socket for each port, in the same format; may stay unbound.
  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged_optional<nic::WireSockets>> wire_out;
  /// Level of each function's INTx, as its messages have set it at the root port; may stay unbound.
  sc_core::sc_vector<LinePort> intx;

  /// Frames that a port accepted from wire_in, each at the time of its first preamble byte.
  ObservationPort<WireFrame> frames_received;
  /// Frames that a port sends, each at the time of its first preamble byte; with set_min_host_latency(),
  /// delayed by up to that latency. They include the PAUSE frames that the MAC generates.
  ObservationPort<WireFrame> frames_sent;
  /// Decisions of the classifiers, each at its time or later.
  ObservationPort<PortDecision> decisions;
  /// Interrupts of physical functions after moderation, before the MSI-X table and the sinks of
  /// set_interrupt_sink(), each at its time or later.
  ObservationPort<PortInterrupt> interrupts;

  /// Makes a controller. Each factory is called once for each port. Without factories each port gets
  /// reference_classifier() and round_robin_scheduler(). Throws InputError for a configuration that no device
  /// can have, for a classifier that does not fit the profile, or if the kernel's time resolution is not 1
  /// ps.
  EthernetController(sc_core::sc_module_name name, const ControllerConfig& config,
                     const ClassifierFactory& make_classifier = {},
                     const SchedulerFactory& make_scheduler = {});
  ~EthernetController() override;

  /// Attaches the observer of packets; null detaches it.
  void set_probe(Probe* probe);
  /// Adds an observer of register accesses.
  void add_register_observer(RegisterObserver& observer);
  /// Sends the interrupts of `port` to `sink` instead of interrupt_output().
  void set_interrupt_sink(unsigned port, InterruptSink& sink);
  /// Returns the controller's default sink of `port`: the MSI-X table, MSI messages and the interrupt line. A
  /// sink that only observes passes interrupts on to it.
  InterruptSink& interrupt_output(unsigned port);
  /// Changes the link partner of `port` now: cable, presence, speed.
  void set_link_partner(unsigned port, const LinkPartner& partner);
  /// Drives software-definable pin 0 to 3 of `port` from the board, now. Throws InputError for another pin.
  void set_pin(unsigned port, unsigned pin, bool level);
  /// Resets the function of `port` now, like its reset line.
  void reset_function(unsigned port);

  /// Advances the core to the current time, inclusive, and makes the outputs until then.
  void synchronize();
  /// Declares that the host reacts to an output `least` ps or later, and that it calls synchronize() before
  /// it reads or writes memory. Outputs may then be delayed by up to `least`. PcieExtension and WireExtension
  /// carry their exact times; a change of an interrupt line carries none. A register read is still answered
  /// at its own time. The target of pcie_initiator must answer within the call, and no input may come inside
  /// a call that makes a delayed output: CheckFailure otherwise. With `least` = 0, the default, or with an
  /// interrupt line bound, every output comes at its own time. Call it before simulation starts. Throws
  /// InputError later, or for a negative value.
  void set_min_host_latency(Time least);

  /// Returns the number of frames that were refused because they began before the end of the previous frame
  /// and a gap of 5 bytes.
  std::uint64_t refused_frames() const;
  /// Returns the number of wake-ups of the module by its own event.
  std::uint64_t activations() const;
  /// Returns the number of outputs that came at another time than their own, or later than
  /// set_min_host_latency() allows. The number is 0 unless a block announces a wrong time.
  std::uint64_t late_outputs() const;

  /// \cond
  // The core as it stood at the last wake-up, which may be long ago when nothing can show at a socket. Its
  // type is private to the model (nic/core/controller_core.h). An input made there is followed by
  // synchronize().
  nic::ControllerCore& core();
  const nic::ControllerCore& core() const;
  // Advances the core to just before the current time, for external readers of its state.
  void synchronize_core();
  // Takes a frame of a supply of the core (FrameSupply) as the wire socket would. Returns false if it is
  // refused.
  bool take_frame(unsigned port, Time start, const FrameRef& frame);
  // Connects the host, and the receiver of the frames that leave `port`, without transactions. The sockets
  // must be bound all the same.
  void connect(nic::DirectHost& host);
  void connect(unsigned port, nic::WireOut& wire);
  /// \endcond

 private:
  struct Impl;  // the core and the adapters of the sockets

  void start_of_simulation() override;
  void wake();
  void drive_lines();
  void delayed_requests();

  std::unique_ptr<Impl> impl_;
};

}  // namespace ixsim

#endif
