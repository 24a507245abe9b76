// The whole controller as plain C++: its ports, the PCIe link that they share, and the agenda that runs them.
//
// Timing contract: inputs come in non-decreasing time. Each input first advances the core through all edges
// up to its time and acts at the first edge after it. Outputs leave through HostBus (and InterruptSink)
// inside advance(), at their own time, in time order. An input made inside an output call has that output's
// time. The core never runs past the time to which it was advanced, and no event gets a time in the past.
#ifndef IXSIM_NIC_CORE_CONTROLLER_CORE_H
#define IXSIM_NIC_CORE_CONTROLLER_CORE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/controller_config.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/port/nic_port.h"

namespace ixsim::nic {

// Returns the contents of the EEPROM of such a controller. Throws InputError if config.eeprom is too long.
EepromImage eeprom_image(const ControllerConfig& config);

// A supplier of frames that are known ahead of their time. The core takes each one when it is advanced to the
// start of the frame, so that no frame needs an event of the simulation.
class FrameSupply {
 public:
  // The next frame; start is kNever if none is known.
  struct Next {
    Time start = kNever;
    std::size_t size = 0;
  };
  virtual ~FrameSupply() = default;
  // Puts the next frame on the wire, by a call that leads to ControllerCore::frame(). Returns the one after
  // it.
  virtual Next send_frame() = 0;
};

class ControllerCore {
 public:
  using ClassifierFactory = std::function<std::unique_ptr<Classifier>(unsigned port)>;
  using SchedulerFactory = std::function<std::unique_ptr<TxScheduler>(unsigned port)>;

  // Makes a core. Each factory is called once for each port; by default a port gets the reference classifier
  // and plain round robin. Throws InputError for a configuration that no device can have.
  ControllerCore(const ControllerConfig& config, HostBus& bus, const ClassifierFactory& make_classifier = {},
                 const SchedulerFactory& make_scheduler = {});

  // --- Inputs.
  // Takes a frame whose first preamble byte is on the wire of `port`; returns the frame's number there.
  std::uint64_t frame(Time time, unsigned port, const FrameRef& frame);
  // Takes the frames of `port` from `supply` from now on, `next` first. Its frames must not start before
  // now(). For the event driver and the reference classifiers. From now on writes to a trusted host are
  // passed on when the core has been advanced past them: probes are called in order of time for frames of one
  // direction only.
  void set_supply(unsigned port, FrameSupply& supply, FrameSupply::Next next);
  // Returns the start of the frame that the core is taking from a supply; kNever outside of send_frame().
  Time supplied_start() const { return supplied_start_; }
  void register_access(Time time, const HostAccess& access);
  // Returns the minimum time from an access to its first observable effect.
  Time least_access_time() const { return endpoint_.root().least_tlp_time(); }
  // Declares that the host answers every read and takes every write within the call; to be called before the
  // first one.
  void trust_host() { endpoint_.root().trust_host(); }
  // Changes the link partner of `port`: cable, presence, speed.
  void link_partner(Time time, unsigned port, const LinkPartner& partner);
  // Drives software-definable pin 0 to 3 of `port` from the board.
  void pin(Time time, unsigned port, unsigned pin, bool level);
  // Inserts an SFP+ module into the cage of `port`, or removes it, if the port has a cage.
  void module(Time time, unsigned port, CageModule module);
  // Resets the function of `port`: bus reset, or its own reset line.
  void function_reset(Time time, unsigned port);
  // Resets the whole chip, like PERST or a hot reset: all functions, configuration space with its error logs,
  // and the semaphores get their state after power-on. Link partners, and the contents of the EEPROM and of
  // PHYs, stay.
  void chip_reset(Time time);
  void read_data(Time time, Time delay, std::uint32_t tag, bool ok);
  void write_taken(Time time, Time delay, bool ok);
  // Counts a posted write that reached no memory after the host had taken it and the device had continued.
  void posted_write_failed() { endpoint_.posted_write_failed(); }
  void read_taken(Time time, Time delay);

  // Runs every edge up to `time`, inclusive.
  void advance(Time time);
  // Ends the present advance() after the edges at `time`, unless it ends earlier: inside an output call, for
  // an input that the host will make at `time`. now() is the time at which the advance ended.
  void stop_by(Time time) { agenda_.stop_by(time); }
  // Advances and applies all deferred state, for external readers of the state.
  void synchronize(Time time) {
    advance(time);
    endpoint_.root().send_until(time);
  }
  // Returns the earliest time at which an output may leave; kNever if nothing is pending. The tick driver
  // ignores the times for which blocks are armed, so with it any edge may have an output.
  Time earliest_output() const {
    if (config_.driver == CoreDriver::kEvent)
      return std::min({agenda_.earliest_output(), supply_due_, endpoint_.root().next_collected()});
    return agenda_.next_action() == kNever ? kNever : agenda_.next_edge();
  }
  // Returns a lower bound of the next event; kNever if nothing is pending. The bound is coarser than
  // earliest_output(), and cheaper.
  Time next_action() const {
    const Time next = std::min(agenda_.next_action(), endpoint_.root().next_collected());
    return supply_due_ == kNever ? next : std::min(next, next_supplied_action());
  }
  // Returns whether no block has work left, apart from timers that software left running.
  bool idle() const {
    return agenda_.next_action_but(timers_.slot()) == kNever && !timers_.running() &&
           endpoint_.root().next_collected() == kNever;
  }
  Time now() const { return agenda_.now(); }

  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  NicPort& port(unsigned index) { return *ports_[index]; }
  const NicPort& port(unsigned index) const { return *ports_[index]; }
  const PcieEndpoint& endpoint() const { return endpoint_; }
  const EepromImage& eeprom() const { return nvm_.image(); }
  // Returns the routing identifier of the requester, 0 or 1, or that of a virtual function; only inside a
  // write(), read() or interrupt_message() of the host's bus.
  unsigned requester() const { return endpoint_.root().delivering().function; }
  // Returns the semaphores, for a model of the firmware.
  Semaphores& semaphores() { return semaphores_; }
  void set_wire_out(WireOut* wire);
  void set_probe(Probe* probe);
  void set_event_sink(EventSink* sink);
  // Adds an observer of register accesses.
  void add_register_observer(RegisterObserver& observer) { endpoint_.add_register_observer(observer); }

 private:
  struct Supplied {
    FrameSupply* from = nullptr;
    FrameSupply::Next next;
  };
  Time next_supplied_action() const;
  // Apart from advance(), whose other calls would save registers for it.
  [[gnu::noinline]] void take_supplied();
  void update_supply_due();

  ControllerConfig config_;
  Agenda agenda_;
  PcieEndpoint endpoint_;
  Timers timers_;
  Nvm nvm_;
  Semaphores semaphores_;
  FunctionPower power_;
  std::vector<std::unique_ptr<NicPort>> ports_;
  std::vector<Supplied> supplies_;  // of the ports
  Time supply_due_ = kNever;        // start of the earliest frame of a supply
  Time supplied_start_ = kNever;    // start of the frame that is being taken from a supply
  bool advancing_ = false;
};

}  // namespace ixsim::nic

#endif
