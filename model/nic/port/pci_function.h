// The PCI function of one port. It decodes accesses to BARs, to the I/O window and to the configuration
// space, and decides whether the port may be bus master. It forwards accesses to virtual functions.
//
// Timing contract: none. An access acts when it arrives. Source: PCI Local Bus Specification 3.0, 6.2; PCI
// Express Base Specification 2.0, 6.6; 82598 datasheet, IOADDR and IODATA, CTRL.GIO_DIS.
#ifndef IXSIM_NIC_PORT_PCI_FUNCTION_H
#define IXSIM_NIC_PORT_PCI_FUNCTION_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/interrupt/interrupt_output.h"
#include "nic/packet/port_context.h"
#include "nic/pools/pool_switch.h"
#include "nic/registers/function_power.h"
#include "nic/registers/register_file.h"
#include "pcie/config_space.h"

namespace ixsim::nic {

class PciFunctionOwner {
 public:
  virtual ~PciFunctionOwner() = default;
  // Resets the function on behalf of the host.
  virtual void function_reset(Time now) = 0;
};

class PciFunction : public RegisterTarget {
 public:
  PciFunction(const PortContext& context, FunctionPower& power, InterruptOutput& interrupts,
              PoolSwitch& pools, const FunctionIdentity& identity, bool enumerated, PciFunctionOwner& owner);

  bool access(const HostAccess& access, std::uint32_t& value, Time now) override;
  bool shows_on_link(const HostAccess& access) const override;
  RegisterPlace place_of(const HostAccess& access) const override;
  // Return the values that reads would return, without side effects.
  std::uint32_t config_peek(std::uint32_t offset) const;
  std::uint32_t register_peek(unsigned bar, std::uint32_t offset) const;
  std::uint32_t io_peek(std::uint32_t offset) const;

  // Applies a change of the configuration space.
  void update(Time now);
  void update_mastering(Time now);
  // Returns whether CTRL.GIO_DIS is in effect, with no request outstanding.
  bool master_disabled() const;
  // Restores the power-on state of everything except the shared parts.
  void reset(Time now);
  // Restores the power-on state, including what survives a function reset: error logs and the maximum
  // payload.
  void power_on(Time now);
  const ConfigSpace& config_space() const { return config_space_; }

 private:
  RegisterSpace space_of(unsigned bar) const {
    return bar == profile_.msix_bar ? RegisterSpace::kBar3 : RegisterSpace::kBar0;
  }
  bool io_access(const HostAccess& access, std::uint32_t& value, Time now);
  bool virtual_access(const HostAccess& access, std::uint32_t& value, Time now);
  void update_virtual_functions(Time now);

  const unsigned port_;
  PcieEndpoint& endpoint_;
  RegisterFile& registers_;
  const DeviceProfile& profile_;
  FunctionPower& power_;
  InterruptOutput& interrupts_;
  PoolSwitch& pools_;
  PciFunctionOwner& owner_;
  ConfigSpace config_space_;
  bool memory_space_ = true;      // accesses to BAR 0 and BAR 3 are answered
  std::uint32_t io_address_ = 0;  // IOADDR
};

}  // namespace ixsim::nic

#endif
