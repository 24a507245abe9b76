/// \file
/// The controller as a SystemC module: TLM-2.0 sockets round the plain core.
///
/// Sockets have the default template arguments: 32-bit buses, base protocol.
///
/// With SystemC's verbosity at SC_DEBUG when simulation starts, each access to an offset without register is
/// an informational report of type "ixsim/registers": function, offset, size, value and time.
///
/// Timing contract: the module never runs ahead of the kernel's now. It arms one event for the earliest time
/// at which the core may have something to show, and advances the core to now at each wake-up and at each
/// input. A DMA write appears on pcie_initiator when its last TLP has reached the root port, or TLP by TLP as
/// each one has (PcieConfig::transaction); a read TLP when it has. A posted register write is answered at
/// once; a register read when its completion has come back over the link. set_min_host_latency() trades this
/// for speed: outputs may then be delayed and carry their own times. Source: IEEE 1666-2011 (TLM-2.0 base
/// protocol).
///
/// Observers bind to the analysis ports: frames, decisions, interrupts, each with port and time. At equal
/// times the order between two ports is not defined, that of one is.
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

class ControllerCore;
class DmaInitiator;
class HostTarget;
class Probe;
class RegisterObserver;
class TxScheduler;
class WireSockets;

/// A controller with one or two ports and its PCIe link. Call it in the thread that runs the SystemC kernel.
/// Functions with a `port` throw InputError for a port that the controller does not have. Probes, observers
/// and sinks must outlive the simulation.
class EthernetController : public sc_core::sc_module {
 public:
  /// Makes the classifier of a port, 0 or 1.
  using ClassifierFactory = std::function<std::unique_ptr<Classifier>(unsigned port)>;
  /// Makes the transmit scheduler of a port, 0 or 1.
  using SchedulerFactory = std::function<std::unique_ptr<TxScheduler>(unsigned port)>;
  /// Output of a level.
  using LinePort = sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// Accesses from the host, approximately-timed, b_transport or transport_dbg. PcieExtension selects
  /// function and space; without it the address is looked up in the programmed BARs.
  tlm_utils::simple_target_socket<HostTarget> pcie_target;
  /// DMA and interrupt messages to the host, approximately-timed, with a memory manager; on a device with
  /// virtual functions PcieExtension names the requester in `function`.
  tlm_utils::simple_initiator_socket<DmaInitiator> pcie_initiator;
  /// Frames in, a socket a port: WRITE, data from destination address to FCS, BEGIN_REQ at the first preamble
  /// byte. A frame that begins before the one in front and a gap of 5 bytes have passed, or with a delay,
  /// gets an error response.
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<WireSockets>> wire_in;
  /// Frames out, a socket a port, in the same way; may stay unbound.
  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged_optional<WireSockets>> wire_out;
  /// Level of each function's INTx, as its messages have brought it to the root port; may stay unbound.
  sc_core::sc_vector<LinePort> intx;

  /// Frames that a port has taken from wire_in, each when its first preamble byte is there.
  ObservationPort<WireFrame> frames_received;
  /// Frames that a port sends, each when its first preamble byte leaves; with set_min_host_latency() up to
  /// that much later. Those of the MAC's own PAUSE frames are among them.
  ObservationPort<WireFrame> frames_sent;
  /// Decisions of the classifiers, each at its time or later.
  ObservationPort<PortDecision> decisions;
  /// Interrupts of physical functions where moderation ends, before the MSI-X table and the sinks of
  /// set_interrupt_sink(), each at its time or later.
  ObservationPort<PortInterrupt> interrupts;

  /// Makes a controller. The factories are asked for each port; without them each port gets
  /// reference_classifier() and round_robin_scheduler(). Throws InputError for a configuration that no part
  /// can have, for a classifier that does not fit the profile, or if the kernel's time resolution is not 1
  /// ps.
  EthernetController(sc_core::sc_module_name name, const ControllerConfig& config,
                     const ClassifierFactory& make_classifier = {},
                     const SchedulerFactory& make_scheduler = {});
  ~EthernetController() override;

  /// Attaches the observer of packets; null: none.
  void set_probe(Probe* probe);
  /// Adds an observer of register accesses.
  void add_register_observer(RegisterObserver& observer);
  /// Sends the interrupts of `port` to `sink`, and no longer to interrupt_output().
  void set_interrupt_sink(unsigned port, InterruptSink& sink);
  /// Returns the controller's own sink of `port`: the MSI-X table, MSI messages and the interrupt line. A
  /// sink that stands in between passes interrupts on to it.
  InterruptSink& interrupt_output(unsigned port);
  /// Changes the link partner of `port` now: cable, presence, speed.
  void set_link_partner(unsigned port, const LinkPartner& partner);
  /// Drives software-definable pin 0 to 3 of `port` from the board, now. Throws InputError for another pin.
  void set_pin(unsigned port, unsigned pin, bool level);
  /// Resets the function of `port` now, as its reset line does.
  void reset_function(unsigned port);

  /// Brings the core up to now, now included, and makes the outputs until then.
  void synchronize();
  /// Declares that the host does nothing about an output sooner than `least` (ps) after it, and that it calls
  /// synchronize() before it reads or writes memory. Outputs may then be delayed by up to `least`;
  /// PcieExtension and WireExtension carry their times, a change of an interrupt line does not. A register
  /// read is answered at its own time as ever. The target of pcie_initiator must answer in the call, and no
  /// input may come inside a call that makes a delayed output: CheckFailure otherwise. With 0, the default,
  /// or with an interrupt line bound, every output comes at its own time. To be called before simulation
  /// starts; InputError later, or for less than 0.
  void set_min_host_latency(Time least);

  /// Returns the number of frames refused because they began before the end of the one before plus a gap of 5
  /// bytes.
  std::uint64_t refused_frames() const;
  /// Returns the number of wake-ups of the module by its own event.
  std::uint64_t activations() const;
  /// Returns the number of outputs at another time than their own, or later than set_min_host_latency()
  /// allows: 0, unless a block announces a wrong time.
  std::uint64_t late_outputs() const;

  /// \cond
  // The core as it stood at the last wake-up, which may be long ago when nothing can show at a socket. Its
  // type is private to the model (nic/core/controller_core.h). An input made there is followed by
  // synchronize().
  ControllerCore& core();
  const ControllerCore& core() const;
  // Brings the core up to just before now, for readers of its state from outside.
  void synchronize_core();
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
