// The way of an interrupt out of a function: MSI-X vectors to their table; the level of the interrupt line to
// an MSI message when it rises, or to line messages, as the configuration space says.
//
// Timing contract: a message is handed to the link at the edge at which its vector fires or the line changes,
// or at which it is allowed to go: MSI and MSI-X need bus mastering, line messages do not. Source: PCI Local
// Bus Specification 3.0, 6.8; PCI Express Base Specification 2.0, 6.1.
#ifndef IXSIM_NIC_INTERRUPT_INTERRUPT_OUTPUT_H
#define IXSIM_NIC_INTERRUPT_INTERRUPT_OUTPUT_H

#include "ixsim/interrupt_sink.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/interrupt/msix_table.h"
#include "pcie/config_space.h"

namespace ixsim {

class InterruptOutput : public InterruptSink {
 public:
  InterruptOutput(PcieEndpoint& endpoint, MsixTable& table, const ConfigSpace& config, unsigned port)
      : endpoint_(endpoint), table_(table), config_(config), port_(port) {}

  void fire(InterruptKind kind, unsigned vector, Time now) override;
  // The configuration space has changed, or whether the function may be bus master.
  void configured(bool mastering, Time now);
  // The interrupt line, whatever becomes of it.
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
  bool msi_due_ = false;  // the line has risen and no message says so yet
};

}  // namespace ixsim

#endif
