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

#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <memory>
#include <systemc>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "nic/core/controller_core.h"
#include "nic/sc/pcie_extension.h"

namespace ixsim {

class EthernetController : public sc_core::sc_module,
                           private HostBus,
                           private WireOut,
                           private RegisterObserver {
 public:
  tlm_utils::simple_target_socket<EthernetController> pcie_target;
  tlm_utils::simple_initiator_socket<EthernetController> pcie_initiator;
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<EthernetController>> wire_in;

  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged_optional<EthernetController>> wire_out;
  using LinePort = sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  sc_core::sc_vector<LinePort> intx;

  // Throws InputError for a configuration that no part can have, or if the kernel's time resolution is not 1
  // ps.
  EthernetController(sc_core::sc_module_name name, const ControllerConfig& config,
                     const ControllerCore::ClassifierFactory& make_classifier = {},
                     const ControllerCore::SchedulerFactory& make_scheduler = {});
  ~EthernetController() override;

  // The core as it stood at the last wake-up: one may be long ago when nothing can show at a socket.
  ControllerCore& core() { return core_; }
  const ControllerCore& core() const { return core_; }
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
  std::uint64_t refused_frames() const { return refused_frames_; }
  // Wake-ups of the module by its own event.
  std::uint64_t activations() const { return activations_; }
  // Outputs at another time than their own, or later than set_min_host_latency() allows: never, unless a
  // block announces a wrong time.
  std::uint64_t late_outputs() const { return late_outputs_; }

 private:
  class Payload;
  class PayloadPool;

  void start_of_simulation() override;

  // RegisterObserver: the debug log.
  void register_touched(const RegisterTouch& touch) override;

  // HostBus
  Taken write(Time now, std::uint64_t address, ByteView data, bool message) override;
  bool read(Time now, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override;
  void register_data(Time now, std::uint64_t id, std::uint64_t value, bool ok) override;
  void interrupt_line(Time now, unsigned function, bool level) override;

  // WireOut
  void frame_out(Time start, unsigned port, const FrameRef& frame) override;
  tlm::tlm_sync_enum wire_bw(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);

  tlm::tlm_sync_enum initiator_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                  sc_core::sc_time& delay);
  void response(Payload& payload, Time time, Time delay);
  // With a minimum host latency: the target answers in the call, and an input made at `time` has come outside
  // of any.
  void require_answer() const;
  void require_outside(Time time) const;
  // Adds requester and time, for targets that need them.
  void describe(Payload& payload, Time time);

  void target_b(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum target_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                               sc_core::sc_time& delay);
  unsigned target_debug(tlm::tlm_generic_payload& payload);
  void delayed_requests();
  void drive_lines();
  void serve(tlm::tlm_generic_payload& payload);
  void send_down(const HostAccess& access);
  // Fills `access` from a payload, or sets the payload's error response and returns false.
  bool decode(tlm::tlm_generic_payload& payload, HostAccess& access) const;
  // Function, BAR and offset of an address on the host's bus; false if no programmed BAR has it.
  bool route(std::uint64_t address, HostAccess& access) const;

  tlm::tlm_sync_enum wire_fw(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  void wire_b(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  bool take_frame(unsigned port, tlm::tlm_generic_payload& payload, Time start);

  static Time now();
  // The kernel's now, at which something is asked of the core.
  Time enter() { return entered_ = now(); }
  // Checks the time of an output of `time`: mostly in a call that entered here, and else in one of the core
  // itself.
  void note_shown(Time time) {
    if (time <= entered_ && time >= entered_ - min_host_latency_) return;
    const Time t = now();
    if (time > t || time < t - min_host_latency_) ++late_outputs_;
  }
  void wake();
  // Arms the earliest visible output; `causes` is the earliest that the input just made can show anything.
  void arm(Time causes = 0);

  ControllerConfig config_;
  ControllerCore core_;
  // A wake-up is never postponed: a stale one fires, finds nothing and costs little. One that is nearer takes
  // the place of the one before.
  sc_core::sc_event alarm_;
  Time alarm_time_ = kNever;
  Time min_host_latency_ = 0;
  Time entered_ = 0;
  std::unique_ptr<PayloadPool> payloads_;
  bool target_waits_ = false;  // the target has been seen not to complete at once
  struct PendingRead {
    tlm::tlm_generic_payload* payload;
    sc_core::sc_event* done;  // of a b_transport caller, or null
  };
  std::unordered_map<std::uint64_t, PendingRead> reads_;
  std::uint64_t next_read_ = 0;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> requests_;
  std::vector<Time> wire_free_;
  std::array<bool, 2> levels_{};  // of the interrupt lines
  sc_core::sc_event levels_changed_;
  WireExtension wire_extension_;
  tlm::tlm_generic_payload wire_payload_;
  std::uint64_t refused_frames_ = 0;
  std::uint64_t activations_ = 0;
  std::uint64_t late_outputs_ = 0;
};

}  // namespace ixsim

#endif
