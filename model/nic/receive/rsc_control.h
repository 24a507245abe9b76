// The registers of receive side coalescing: RSCCTL of each queue, and the switches of the port in RFCTL,
// RSCDBU and RDRXCTL.
//
// Timing contract: a write acts on frames that leave the packet buffer after it; a queue that is switched off
// closes its large receives at once. Source: 82599 datasheet, RSCCTL, RSCDBU, RFCTL, RDRXCTL; public drivers.
#ifndef IXSIM_NIC_RECEIVE_RSC_CONTROL_H
#define IXSIM_NIC_RECEIVE_RSC_CONTROL_H

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dma/rx_dma.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class RscControl {
 public:
  RscControl(RegisterFile& registers, const DeviceProfile& profile, RxDma& dma);

 private:
  void queue_written(const RegisterWrite& write) { update(write.index, write.time); }
  void port_written(Time now);
  void update(unsigned queue, Time now);

  RegisterFile& registers_;
  RxDma& dma_;
  const bool coalesces_;
  const unsigned queues_;
};

}  // namespace ixsim::nic

#endif
