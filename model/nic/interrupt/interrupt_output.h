// Output of a function's interrupts. MSI-X vectors go to their table. The level of the interrupt line becomes
// an MSI message when it rises, or line messages, as configuration space selects.
//
// Timing contract: a message is passed to the link at the edge at which its vector fires or the line changes,
// or when it becomes allowed. MSI and MSI-X need bus mastering, line messages do not. Source: PCI Local Bus
// Specification 3.0, 6.8; PCI Express Base Specification 2.0, 6.1.
#ifndef IXSIM_NIC_INTERRUPT_INTERRUPT_OUTPUT_H
#define IXSIM_NIC_INTERRUPT_INTERRUPT_OUTPUT_H

#include "base/layers.h"
#include "ixsim/interrupt_sink.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/interrupt/msix_table.h"
#include "pcie/config_space.h"

namespace ixsim::nic {

class InterruptOutput : public InterruptSink {
 public:
  InterruptOutput(PcieEndpoint& endpoint, MsixTable& table, const ConfigSpace& config, unsigned port)
      : endpoint_(endpoint), table_(table), config_(config), port_(port) {}

  void fire(InterruptKind kind, unsigned vector, Time now) override;
  // Reports a change of the configuration space, or of whether the function may be bus master.
  void configured(bool mastering, Time now);
  // Returns the level of the interrupt line, whether or not it is reported to the host.
  bool line() const { return line_; }

 private:
  void drive(Time now);
  void send(DmaKind kind, std::uint16_t level, Time now);

  PcieEndpoint& endpoint_;
  MsixTable& table_;
  const ConfigSpace& config_;
  unsigned port_;
  bool mastering_ = true;
  bool line_ = false;
  bool shown_ = false;    // level last reported to the host
  bool msi_due_ = false;  // the line has risen, and no message has reported it yet
};

}  // namespace ixsim::nic

#endif
