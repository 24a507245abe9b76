// Device control and status of one port: CTRL, STATUS, the free running timer, the software-definable pins
// and the LEDs.
//
// Timing contract: a write acts at once. Source: 82598 datasheet, CTRL, STATUS, ESDP, FRTIMER, LEDCTL.
#ifndef IXSIM_NIC_PORT_DEVICE_CONTROL_H
#define IXSIM_NIC_PORT_DEVICE_CONTROL_H

#include <array>
#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/mac/leds.h"
#include "nic/mac/link.h"
#include "nic/packet/packet_tracer.h"
#include "nic/packet/port_context.h"
#include "nic/port/pci_function.h"
#include "nic/receive/classifier_port.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class DeviceControlOwner {
 public:
  virtual ~DeviceControlOwner() = default;
  // Handles CTRL.RST or CTRL.LNK_RST.
  virtual void software_reset(Time now) = 0;
};

class DeviceControl {
 public:
  DeviceControl(const PortContext& context, InterruptUnit& interrupts, const Link& link,
                const ClassifierPort& classifier, const PoolSwitch& pools, PciFunction& function,
                DeviceControlOwner& owner);
  // Drives pin 0 to 3 from the board; a rising input is an interrupt cause if GPIE enables it.
  void set_pin(unsigned pin, bool level, Time now);
  // Returns the state of the LEDs, with the activity since the last call. `frames` is the number of frames
  // received on the wire.
  std::array<Led, Leds::kCount> leds(std::uint64_t frames);
  void reset(Time now) { timer_zero_ = now; }

 private:
  void control_written(const RegisterWrite& write);
  std::uint32_t control_shown(unsigned, std::uint32_t stored) const;
  std::uint32_t status(unsigned, std::uint32_t) const;
  std::uint32_t pins(unsigned, std::uint32_t stored) const;
  std::uint32_t timer(unsigned, std::uint32_t) const;

  const unsigned port_;
  const Agenda& agenda_;
  RegisterFile& registers_;
  InterruptUnit& interrupts_;
  const Link& link_;
  const ClassifierPort& classifier_;
  const PoolSwitch& pools_;
  PciFunction& function_;
  const PacketTracer& tracer_;
  DeviceControlOwner& owner_;
  std::uint8_t pins_ = 0;  // levels that the board drives
  Time timer_zero_ = 0;    // time at which FRTIMER was 0
  std::uint64_t activity_seen_ = 0;
  std::uint64_t filter_activity_seen_ = 0;
};

}  // namespace ixsim::nic

#endif
