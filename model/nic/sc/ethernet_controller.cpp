// Assembles the core and the adapters of its sockets.
#include "ixsim/ethernet_controller.h"

#include <fmt/format.h>

#include <deque>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "nic/sc/core_alarm.h"
#include "nic/sc/dma_initiator.h"
#include "nic/sc/host_target.h"
#include "nic/sc/interrupt_lines.h"
#include "nic/sc/observation_taps.h"
#include "nic/sc/wire_sockets.h"

namespace ixsim {
using namespace nic;  // NOLINT(google-build-using-namespace)

struct EthernetController::Impl final : HostBus, RegisterObserver {
  Impl(EthernetController& owner, const ControllerConfig& config, const ClassifierFactory& make_classifier,
       const SchedulerFactory& make_scheduler)
      : module(owner),
        core(config, *this, make_classifier, make_scheduler),
        alarm(core),
        initiator(owner.pcie_initiator, core, alarm),
        target(owner.pcie_target, core, alarm),
        wires(owner.wire_in, owner.wire_out, core, alarm),
        lines(owner.intx, alarm),
        sent_tap(core, owner.frames_sent) {
    for (unsigned port = 0; port < core.ports(); ++port) {
      decision_taps.emplace_back(port, owner.decisions);
      interrupt_taps.emplace_back(core, port, owner.interrupts);
    }
  }

  // Returns the number of a port, if there is such a port.
  unsigned checked(unsigned port) const {
    if (port >= core.ports())
      throw InputError(fmt::format("port: found {}, accepted are 0 to {}", port, core.ports() - 1));
    return port;
  }

  // RegisterObserver: the debug log.
  void register_touched(const RegisterTouch& touch) override;

  // HostBus
  Taken write(Time time, std::uint64_t address, ByteView data, bool) override {
    return initiator.write(time, address, data);
  }
  bool read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
            std::uint32_t length) override {
    return initiator.read(time, tag, address, into, length);
  }
  void register_data(Time time, std::uint64_t id, std::uint64_t value, bool ok) override {
    target.register_data(time, id, value, ok);
  }
  void interrupt_line(Time time, unsigned function, bool level) override {
    lines.interrupt_line(time, function, level);
  }

  const EthernetController& module;
  ControllerCore core;
  CoreAlarm alarm;
  DmaInitiator initiator;
  HostTarget target;
  WireSockets wires;
  InterruptLines lines;
  SentTap sent_tap;
  // Taps of each port; the blocks refer to them.
  std::deque<DecisionTap> decision_taps;
  std::deque<InterruptTap> interrupt_taps;
};

void EthernetController::Impl::register_touched(const RegisterTouch& touch) {
  if (!touch.place.name.empty()) return;
  std::string function = std::to_string(touch.port);
  if (touch.virtual_function) function += " virtual function " + std::to_string(*touch.virtual_function);
  const std::string text = fmt::format(
      "{}: function {}: no register at BAR {} offset 0x{:05x}: {} of {} bytes, value 0x{:08x}, at {} ps",
      module.name(), function, touch.place.bar, touch.place.offset, touch.is_write ? "write" : "read",
      touch.size, touch.value, touch.time);
  SC_REPORT_INFO_VERB("ixsim/registers", text.c_str(), sc_core::SC_DEBUG);
}

EthernetController::EthernetController(sc_core::sc_module_name name, const ControllerConfig& config,
                                       const ClassifierFactory& make_classifier,
                                       const SchedulerFactory& make_scheduler)
    : sc_core::sc_module(name),
      pcie_target("pcie_target"),
      pcie_initiator("pcie_initiator"),
      wire_in("wire_in", config.ports.size()),
      wire_out("wire_out", config.ports.size()),
      intx("intx", config.ports.size()),
      frames_received("frames_received", [this] { impl_->wires.observe_received(frames_received); }),
      frames_sent("frames_sent", [this] { impl_->sent_tap.attach(); }),
      decisions("decisions",
                [this] {
                  for (DecisionTap& tap : impl_->decision_taps) tap.attach(impl_->core);
                }),
      interrupts("interrupts",
                 [this] {
                   for (InterruptTap& tap : impl_->interrupt_taps) tap.attach();
                 }),
      impl_(std::make_unique<Impl>(*this, config, make_classifier, make_scheduler)) {
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS)) {
    throw InputError("SystemC time resolution: found " + sc_core::sc_get_time_resolution().to_string() +
                     ", the controller needs 1 ps");
  }
  SC_HAS_PROCESS(EthernetController);
  SC_METHOD(wake);
  sensitive << impl_->alarm.event();
  SC_METHOD(drive_lines);
  sensitive << impl_->lines.changed();
  SC_METHOD(delayed_requests);
  sensitive << impl_->target.delayed();
  dont_initialize();
}

EthernetController::~EthernetController() = default;

void EthernetController::start_of_simulation() {
  if (sc_core::sc_report_handler::get_verbosity_level() >= sc_core::SC_DEBUG)
    impl_->core.add_register_observer(*impl_);
  impl_->alarm.start(impl_->lines.any_bound());
}

void EthernetController::wake() { impl_->alarm.wake(); }
void EthernetController::drive_lines() { impl_->lines.drive(); }
void EthernetController::delayed_requests() { impl_->target.delayed_requests(); }

ControllerCore& EthernetController::core() { return impl_->core; }
const ControllerCore& EthernetController::core() const { return impl_->core; }
void EthernetController::set_probe(Probe* probe) { impl_->core.set_probe(probe); }
void EthernetController::add_register_observer(RegisterObserver& observer) {
  impl_->core.add_register_observer(observer);
}
void EthernetController::set_interrupt_sink(unsigned port, InterruptSink& sink) {
  impl_->interrupt_taps[impl_->checked(port)].set_sink(sink);
}
InterruptSink& EthernetController::interrupt_output(unsigned port) {
  return impl_->core.port(impl_->checked(port)).interrupt_output();
}

void EthernetController::set_link_partner(unsigned port, const LinkPartner& partner) {
  impl_->core.link_partner(impl_->alarm.enter(), impl_->checked(port), partner);
  synchronize();
}
void EthernetController::set_pin(unsigned port, unsigned pin, bool level) {
  if (pin > 3) throw InputError(fmt::format("set_pin: found pin {}, accepted are 0 to 3", pin));
  impl_->core.pin(impl_->alarm.enter(), impl_->checked(port), pin, level);
  synchronize();
}
void EthernetController::reset_function(unsigned port) {
  impl_->core.function_reset(impl_->alarm.enter(), impl_->checked(port));
  synchronize();
}

void EthernetController::synchronize_core() { impl_->alarm.synchronize_core(); }
bool EthernetController::take_frame(unsigned port, Time start, const FrameRef& frame) {
  return impl_->wires.take(port, start, frame);
}
void EthernetController::connect(DirectHost& host) {
  impl_->initiator.set_direct(host);
  host.connected(impl_->target);
}
void EthernetController::connect(unsigned port, WireOut& wire) { impl_->wires.set_direct(port, wire); }
void EthernetController::synchronize() { impl_->alarm.synchronize(); }
void EthernetController::set_min_host_latency(Time least) { impl_->alarm.set_min_host_latency(least); }
std::uint64_t EthernetController::refused_frames() const { return impl_->wires.refused_frames(); }
std::uint64_t EthernetController::activations() const { return impl_->alarm.activations(); }
std::uint64_t EthernetController::late_outputs() const { return impl_->alarm.late_outputs(); }

}  // namespace ixsim
