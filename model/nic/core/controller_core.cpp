// Wiring of the core, its inputs, and the choice of driver.
#include "nic/core/controller_core.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "ethernet/wire_pacer.h"
#include "ixsim/error.h"
#include "nic/profile/device_identity.h"
#include "pcie/tlp.h"

namespace ixsim::nic {
namespace {

const ControllerConfig& checked(const ControllerConfig& config) {
  const PcieConfig& pcie = config.pcie;
  check(config.profile);
  const auto power_of_two = [](std::uint32_t value, std::uint32_t low, std::uint32_t high) {
    return value >= low && value <= high && (value & (value - 1)) == 0;
  };
  if (config.ports.empty() || config.ports.size() > 2) {
    throw InputError("device.ports: found " + std::to_string(config.ports.size()) + ", accepted are 1 and 2");
  }
  if (pcie.generation < 1 || pcie.generation > config.profile.highest_pcie_generation) {
    throw InputError("pcie.generation: found " + std::to_string(pcie.generation) + ", accepted are " +
                     (config.profile.highest_pcie_generation == 3 ? "1, 2 and 3" : "1 and 2") +
                     " with device.profile " + config.profile.name +
                     ": no part of the family has a link at 8 GT/s, only custom accepts 3");
  }
  if (!power_of_two(pcie.lanes, 1, 16)) {
    throw InputError("pcie.lanes: found " + std::to_string(pcie.lanes) + ", accepted are 1, 2, 4, 8 and 16");
  }
  if (!power_of_two(pcie.max_payload, 128, 512)) {
    throw InputError("pcie.max_payload: found " + std::to_string(pcie.max_payload) +
                     ", accepted are 128, 256 and 512");
  }
  if (!power_of_two(pcie.max_read_request, 128, 4'096)) {
    throw InputError("pcie.max_read_request: found " + std::to_string(pcie.max_read_request) +
                     ", accepted are powers of two from 128 to 4096");
  }
  if (!power_of_two(pcie.read_completion_boundary, 64, 256)) {
    throw InputError("pcie.read_completion_boundary: found " + std::to_string(pcie.read_completion_boundary) +
                     ", accepted are 64, 128 and 256");
  }
  return config;
}

}  // namespace

EepromImage eeprom_image(const ControllerConfig& config) {
  if (!config.eeprom.empty()) return EepromImage(config.eeprom);
  const DeviceIdentity identity = identity_of(config);
  std::vector<EepromPort> ports;
  for (const PortConfig& port : config.ports) {
    EepromPort about;
    std::copy(std::begin(port.mac_address), std::end(port.mac_address), std::begin(about.mac_address));
    // A wire of 1 Gb/s has the fixed mode of that speed.
    const bool slow = port.byte_time >= kByteTime1G;
    const std::uint32_t supported = field::AUTOC::KX4_SUPP.mask | field::AUTOC::KX_SUPP.mask;
    about.autoc = port.autoc.value_or(slow ? supported : autoc_of(identity));
    about.autoc2_upper = slow ? std::uint16_t{0} : autoc2_of(identity);
    ports.push_back(about);
  }
  return EepromImage(ports, config.profile.serial_link);
}

ControllerCore::ControllerCore(const ControllerConfig& config, HostBus& bus,
                               const ClassifierFactory& make_classifier,
                               const SchedulerFactory& make_scheduler)
    : config_(checked(config)),
      endpoint_(config.pcie, agenda_, bus),
      timers_(agenda_),
      nvm_(agenda_, eeprom_image(config)) {
  FunctionIdentity identity;
  static_cast<PciIdentity&>(identity) = config.identity;
  std::copy(std::begin(config.ports[0].mac_address), std::end(config.ports[0].mac_address),
            std::begin(identity.mac_address));
  identity.device = device_id_of(config);
  const SharedParts shared{agenda_,
                           endpoint_,
                           timers_,
                           nvm_,
                           semaphores_,
                           power_,
                           config.ports.size() == 1,
                           identity,
                           identity_of(config),
                           config.enumerated,
                           config_.profile};
  for (unsigned i = 0; i < config.ports.size(); ++i) {
    auto classifier = make_classifier ? make_classifier(i) : reference_classifier(config.profile);
    auto scheduler =
        make_scheduler ? make_scheduler(i) : round_robin_scheduler(std::max(1u, config.profile.tx_queues));
    ports_.push_back(
        std::make_unique<NicPort>(i, config.ports[i], shared, std::move(classifier), std::move(scheduler)));
    endpoint_.add_function(ports_[i]->function(), *ports_[i]);
  }
  // Before the host sees anything a block caused, the smallest TLP must be sent and fly.
  const Time to_host = config.pcie.least_time(tlp::memory_read(0)) + config.pcie.propagation;
  for (auto& port : ports_) port->add_mac_block(to_host);
  for (auto& port : ports_) port->add_dma_blocks(to_host);
  for (auto& port : ports_) port->add_transmit_dma_block(to_host);
  endpoint_.add_blocks();
  timers_.add_block();
  for (auto& port : ports_) port->add_wire_block();
  for (auto& port : ports_) port->add_pool_blocks(to_host);
  for (auto& port : ports_) port->begin();
}

void ControllerCore::advance(Time time) {
  // An output call may ring back: the door is already open.
  if (advancing_) return;
  while (supply_due_ <= time) take_supplied();
  advancing_ = true;
  if (config_.driver == CoreDriver::kEvent) {
    agenda_.advance(time);
  } else {
    agenda_.advance_ticking(time);
  }
  // A call for a frame of a supply is part of another one, which goes on from there.
  if (supplied_start_ == kNever) endpoint_.root().deliver_until(agenda_.now());
  advancing_ = false;
}

void ControllerCore::set_supply(unsigned port, FrameSupply& supply, FrameSupply::Next next) {
  supplies_.resize(ports_.size());
  supplies_[port] = {&supply, next};
  endpoint_.root().collect_writes();
  update_supply_due();
}

void ControllerCore::update_supply_due() {
  supply_due_ = kNever;
  for (const Supplied& supplied : supplies_) supply_due_ = std::min(supply_due_, supplied.next.start);
}

Time ControllerCore::next_supplied_action() const {
  Time first = kNever;
  for (std::size_t port = 0; port < supplies_.size(); ++port) {
    const FrameSupply::Next& next = supplies_[port].next;
    if (next.start != kNever)
      first = std::min(first, ports_[port]->receive().first_action(next.start, next.size));
  }
  return first;
}

void ControllerCore::take_supplied() {
  Supplied* supplied = supplies_.data();
  while (supplied->next.start != supply_due_) ++supplied;
  const Time outer = std::exchange(supplied_start_, std::exchange(supplied->next.start, kNever));
  // Within the call this frame is the input, and not due again.
  update_supply_due();
  supplied->next = supplied->from->send_frame();
  supplied_start_ = outer;
  update_supply_due();
}

std::uint64_t ControllerCore::frame(Time time, unsigned port, const FrameRef& frame) {
  advance(time);
  return ports_[port]->receive().frame(time, frame);
}

void ControllerCore::link_partner(Time time, unsigned port, const LinkPartner& partner) {
  advance(time);
  ports_[port]->wire().set_partner(partner, time);
}

void ControllerCore::pin(Time time, unsigned port, unsigned pin, bool level) {
  advance(time);
  ports_[port]->set_pin(pin, level, time);
}

void ControllerCore::module(Time time, unsigned port, CageModule module) {
  advance(time);
  ports_[port]->wire().set_module(module, time);
}

void ControllerCore::function_reset(Time time, unsigned port) {
  advance(time);
  ports_[port]->function_reset(time);
}

void ControllerCore::chip_reset(Time time) {
  advance(time);
  semaphores_.power_on();
  for (auto& port : ports_) port->power_on(time);
}

void ControllerCore::register_access(Time time, const HostAccess& access) {
  advance(time);
  endpoint_.root().register_access(time, access);
}

void ControllerCore::read_data(Time time, Time delay, std::uint32_t tag, bool ok) {
  advance(time);
  endpoint_.root().read_data(time, delay, tag, ok);
}

void ControllerCore::write_taken(Time time, Time delay, bool ok) {
  advance(time);
  endpoint_.root().write_taken(time, delay, ok);
}

void ControllerCore::read_taken(Time time, Time delay) {
  advance(time);
  endpoint_.root().read_taken(time, delay);
}

void ControllerCore::set_wire_out(WireOut* wire) {
  for (auto& port : ports_) port->transmit().set_wire_out(wire);
}

void ControllerCore::set_probe(Probe* probe) {
  for (auto& port : ports_) port->tracer().set_probe(probe);
}

void ControllerCore::set_event_sink(EventSink* sink) {
  for (auto& port : ports_) port->tracer().set_event_sink(sink);
  endpoint_.set_event_sink(sink);
}

}  // namespace ixsim::nic
