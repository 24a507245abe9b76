// The controller as a SystemC module: TLM-2.0 sockets round the plain core.
//
// Sockets (default template arguments: 32-bit buses, base protocol):
//   pcie_target     accesses from the host, approximately-timed or b_transport; PcieExtension selects
//                   function and space, without it the address is looked up in the programmed BARs
//   pcie_initiator  DMA and interrupt messages to the host, approximately-timed, with a memory manager; on a
//                   device with virtual functions PcieExtension names the requester in `function`
//   wire_in[port]   frames in: WRITE, data from destination address to FCS, BEGIN_REQ at the first
//                   preamble byte
//   wire_out[port]  frames out, the same way; may be left unbound
//   intx[port]      the level of the function's INTx, as its messages have brought it to the root port;
//                   may be left unbound
//
// With SystemC's verbosity at SC_DEBUG when simulation starts, each access to an offset without register is
// an informational report of type "ixsim/registers": function, offset, size, value and time.
//
// Timing contract: the module never runs ahead of the kernel's now. It arms one event for the earliest time
// at which the core may have something to show, and advances the core to now at each wake-up and at each
// input. A DMA write appears on pcie_initiator when its last TLP has reached the root port, or TLP by TLP as
// each one has (PcieConfig::transaction); a read TLP when it has. A posted register write is answered at
// once; a register read when its completion has come back over the link. set_min_host_latency() trades this
// for speed: outputs may then be delayed and carry their own times. Source: IEEE 1666-2011 (TLM-2.0 base
// protocol).
#ifndef IXSIM_NIC_SC_ETHERNET_CONTROLLER_H
#define IXSIM_NIC_SC_ETHERNET_CONTROLLER_H

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>

#include "nic/core/controller_config.h"
#include "nic/sc/pcie_extension.h"

namespace ixsim {

class Classifier;
class ControllerCore;
class DmaInitiator;
class HostTarget;
class TxScheduler;
class WireSockets;

class EthernetController : public sc_core::sc_module {
 public:
  using ClassifierFactory = std::function<std::unique_ptr<Classifier>(unsigned port)>;
  using SchedulerFactory = std::function<std::unique_ptr<TxScheduler>(unsigned port)>;

  tlm_utils::simple_target_socket<HostTarget> pcie_target;
  tlm_utils::simple_initiator_socket<DmaInitiator> pcie_initiator;
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<WireSockets>> wire_in;

  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged_optional<WireSockets>> wire_out;
  using LinePort = sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  sc_core::sc_vector<LinePort> intx;

  // Throws InputError for a configuration that no part can have, or if the kernel's time resolution is not 1
  // ps.
  EthernetController(sc_core::sc_module_name name, const ControllerConfig& config,
                     const ClassifierFactory& make_classifier = {},
                     const SchedulerFactory& make_scheduler = {});
  ~EthernetController() override;

  // The core as it stood at the last wake-up: one may be long ago when nothing can show at a socket. Its type
  // is in nic/core/controller_core.h.
  ControllerCore& core();
  const ControllerCore& core() const;
  // Brings the core up to just before now, for readers of its state from outside.
  void synchronize_core();
  // Brings the core up to now, now included, and shows what it has to show: also after an input to the core
  // itself, which the module knows nothing of.
  void synchronize();
  // The host does nothing about an output sooner than `least` (ps) after it, and calls synchronize() before
  // it reads or writes memory. Outputs may then be delayed by up to `least`; PcieExtension and WireExtension
  // carry their times, a change of an interrupt line does not. A register read is answered at its own time as
  // ever. The target of pcie_initiator must answer in the call, and no input may come inside a call that
  // shows an output late: CheckFailure otherwise. With 0, the default, or with an interrupt line bound, every
  // output comes at its own time. To be called before simulation starts; InputError later, or for less than
  // 0.
  void set_min_host_latency(Time least);
  // Frames refused because they began before the end of the one before plus a gap of 5 bytes.
  std::uint64_t refused_frames() const;
  // Wake-ups of the module by its own event.
  std::uint64_t activations() const;
  // Outputs at another time than their own, or later than set_min_host_latency() allows: never, unless a
  // block announces a wrong time.
  std::uint64_t late_outputs() const;

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
