// Link partner, module and link changes of a port.
#include "nic/port/port_wire.h"

namespace ixsim::nic {
namespace {

constexpr unsigned kCagePin = 2;  // software-definable pin: the cage is full

LinkPartner partner_of_speed(Time byte_time) {
  LinkPartner partner;
  partner.speed_10g = byte_time < kByteTime1G;
  partner.speed_1g = !partner.speed_10g;
  return partner;
}

}  // namespace

PortWire::PortWire(const PortContext& context, const PortConfig& config, const DeviceIdentity& board,
                   const Blocks& blocks)
    : blocks_(blocks),
      has_cage_(board.cage),
      cage_(context.registers, has_cage_ ? config.cage : CageModule::kAbsent),
      mdio_(context.agenda, context.registers, config.phy.present ? config.phy : phy_of(board), cage_),
      byte_time_(config.byte_time),
      partner_(config.partner.value_or(partner_of_speed(config.byte_time))) {}

void PortWire::power_on() {
  blocks_.control.set_pin(kCagePin, cage_.full(), 0);
  blocks_.link.power_on(reached_partner());
}

void PortWire::link_changed(Time now) {
  blocks_.interrupts.other_cause(InterruptUnit::kLinkChange, now);
  // A link that a reset takes down is no fault.
  if (!blocks_.link.up() && !in_reset_) blocks_.statistics.local_fault();
  apply(now);
}

void PortWire::apply(Time now) {
  const Link& link = blocks_.link;
  const Time speed = link.speed() == LinkSpeed::k10G ? kByteTime10G : kByteTime1G;
  // A wire that was given its own rate keeps it at that speed.
  if (link.up() && (speed == kByteTime1G) != (byte_time_ >= kByteTime1G)) byte_time_ = speed;
  blocks_.receive.set_byte_time(byte_time_);
  blocks_.transmit.set_link(link.up(), byte_time_, now);
  blocks_.pause.forget(now);
  blocks_.receive.update_wire();
  mdio_.set_link(link.up());
  blocks_.time_sync.set_byte_time(byte_time_);
}

LinkPartner PortWire::reached_partner() const {
  LinkPartner partner = partner_;
  partner.present &= !has_cage_ || cage_.full();
  return partner;
}

void PortWire::set_partner(const LinkPartner& partner, Time now) {
  partner_ = partner;
  blocks_.link.partner_changed(reached_partner(), now);
}

void PortWire::set_module(CageModule module, Time now) {
  if (!has_cage_) return;
  cage_.insert(module);
  blocks_.control.set_pin(kCagePin, cage_.full(), now);
  blocks_.link.partner_changed(reached_partner(), now);
}

void PortWire::reset(Time now) {
  mdio_.reset();
  cage_.reset();
  in_reset_ = true;
  blocks_.link.reset(now);
  in_reset_ = false;
}

}  // namespace ixsim::nic
