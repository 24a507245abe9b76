// PAUSE in both directions. It enables flow control by its registers, passes the frames of FlowControl to the
// MAC, and reports the paused classes (TFCS).
//
// Timing contract: that of FlowControl, which checks the packet buffer at MAC edges. After software enables
// it, the first check is at the time at which a TLP could have reached the host. Source: 82598 datasheet,
// flow control registers; 82599 datasheet, FCCFG, RTRUP2TC.
#ifndef IXSIM_NIC_DCB_PAUSE_CONTROL_H
#define IXSIM_NIC_DCB_PAUSE_CONTROL_H

#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dma/rx_dma.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/mac/flow_control.h"
#include "nic/mac/tx_mac.h"
#include "nic/packet/port_context.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class PauseControl {
 public:
  PauseControl(const PortContext& context, Timers& timers, PacketBuffer& buffer, RxDma& dma);
  // Binds the registers. If `transmits` is false, no PAUSE frame is ever sent.
  void connect(TxMac& mac, bool transmits);
  // Sets the slot of the MAC block, at whose edges act() is called.
  void set_slot(Agenda::Slot slot);

  bool active() const { return flow_control_.active(); }
  // Reads the registers again.
  void update(Time now);
  // Acts at the MAC edge `now`, while active.
  void act(Time now);
  // Reports that a PAUSE frame of this port is on the wire up to `end`.
  void sent(Time start, Time end, Time byte_time) { flow_control_.sent(start, end, byte_time); }
  // Ends the PAUSE sent to the link partner, because of the link or a reset.
  void forget(Time now) { flow_control_.forget(now); }

 private:
  void update_priorities();
  std::uint32_t pauses(unsigned, std::uint32_t) const;  // TFCS

  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  RegisterFile& registers_;
  const bool priorities_by_register_;
  PacketBuffer& buffer_;
  RxDma& dma_;
  FlowControl flow_control_;
  TxMac* mac_ = nullptr;
  bool transmits_ = false;
  Agenda::Slot slot_ = 0;
  Time from_ = 0;  // time of the first check after it was enabled
};

}  // namespace ixsim::nic

#endif
