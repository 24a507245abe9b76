// The whole controller as plain C++: its ports, the PCIe link they share, and the agenda that runs them.
//
// Timing contract. Inputs come in non-decreasing time; each first advances the core through all edges up to
// its time and acts at the first edge after it. Outputs leave through HostBus (and InterruptSink) inside
// advance(), at their own time, in time order; an input made inside an output call is stamped with that
// output's time. The core never runs past the time it was advanced to, and nothing is stamped in the past.
#ifndef IXSIM_NIC_CORE_CONTROLLER_CORE_H
#define IXSIM_NIC_CORE_CONTROLLER_CORE_H

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "ixsim/controller_config.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/port/nic_port.h"

namespace ixsim {

// Returns the contents of the EEPROM of such a controller. Throws InputError if config.eeprom is too long.
EepromImage eeprom_image(const ControllerConfig& config);

class ControllerCore {
 public:
  using ClassifierFactory = std::function<std::unique_ptr<Classifier>(unsigned port)>;
  using SchedulerFactory = std::function<std::unique_ptr<TxScheduler>(unsigned port)>;

  // Throws InputError for a configuration that no part can have. The factories are asked for each port; by
  // default each gets the reference classifier and plain round robin.
  ControllerCore(const ControllerConfig& config, HostBus& bus, const ClassifierFactory& make_classifier = {},
                 const SchedulerFactory& make_scheduler = {});

  // --- Inputs.
  // First preamble byte of a frame on the wire of `port`; returns the frame's number there.
  std::uint64_t frame(Time time, unsigned port, const FrameRef& frame);
  void register_access(Time time, const HostAccess& access);
  // Nothing that an access causes shows earlier than this after it.
  Time least_access_time() const { return endpoint_.root().least_tlp_time(); }
  // The host answers every read and takes every write in the call; from before the first one on.
  void trust_host() { endpoint_.root().trust_host(); }
  // Changes the link partner of `port`: cable, presence, speed.
  void link_partner(Time time, unsigned port, const LinkPartner& partner);
  // The board drives software-definable pin 0 to 3 of `port`.
  void pin(Time time, unsigned port, unsigned pin, bool level);
  // An SFP+ module is put into the cage of `port`, or taken out, if it has a cage.
  void module(Time time, unsigned port, CageModule module);
  // The host resets the function of `port`: bus reset, or its own reset line.
  void function_reset(Time time, unsigned port);
  // The host resets the whole chip, as by PERST or a hot reset: all functions, configuration space with its
  // error logs, and the semaphores are as after power-on. The link partners and the contents of the EEPROM
  // and of PHYs stay.
  void chip_reset(Time time);
  void read_data(Time time, Time delay, std::uint32_t tag, bool ok);
  void write_taken(Time time, Time delay, bool ok);
  // A write that the host had taken, and with which the device has gone on, met no memory: it is counted.
  void posted_write_failed() { endpoint_.posted_write_failed(); }
  void read_taken(Time time, Time delay);

  // Runs every edge up to `time`, both included.
  void advance(Time time);
  // As above, and applies all deferred state, for readers of the state from outside.
  void synchronize(Time time) {
    advance(time);
    endpoint_.root().send_until(time);
  }
  // Earliest time at which an output may leave; kNever if nothing is under way. The tick driver makes no use
  // of what blocks arm, so with it any edge may show something.
  Time next_visible() const {
    if (config_.driver == CoreDriver::kEvent) return agenda_.next_visible();
    return agenda_.next_action() == kNever ? kNever : agenda_.next_edge();
  }
  // Nothing happens before; kNever if nothing is under way. Coarser than that, and cheaper.
  Time next_action() const { return agenda_.next_action(); }
  // True if no block has anything left to do, apart from timers that software left running.
  bool idle() const { return agenda_.next_action_but(timers_.slot()) == kNever && !timers_.running(); }
  Time now() const { return agenda_.now(); }

  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  NicPort& port(unsigned index) { return *ports_[index]; }
  const NicPort& port(unsigned index) const { return *ports_[index]; }
  const PcieEndpoint& endpoint() const { return endpoint_; }
  const EepromImage& eeprom() const { return nvm_.image(); }
  // Inside a write(), read() or interrupt_message() of the host's bus: the routing identifier of the
  // requester, 0 or 1, or of a virtual function.
  unsigned requester() const {
    const DmaRequest& request = endpoint_.root().delivering();
    return config_.profile.virtual_functions == 0 ? request.port : ports_[request.port]->requester(request);
  }
  // For a model of the firmware.
  Semaphores& semaphores() { return semaphores_; }
  void set_wire_out(WireOut* wire);
  void set_probe(Probe* probe);
  void set_event_sink(EventSink* sink);
  // Adds an observer of register accesses.
  void add_register_observer(RegisterObserver& observer) { endpoint_.add_register_observer(observer); }

 private:
  ControllerConfig config_;
  Agenda agenda_;
  PcieEndpoint endpoint_;
  Timers timers_;
  Nvm nvm_;
  Semaphores semaphores_;
  FunctionPower power_;
  std::vector<std::unique_ptr<NicPort>> ports_;
  bool advancing_ = false;
};

}  // namespace ixsim

#endif
