// Traffic classes of the transmit side: the layout of transmit queues (MTQC), the partitions of the transmit
// packet buffer, and the class that a PAUSE of a priority stops (RTTUP2TC).
//
// Timing contract: a write acts on packets that are granted after it. Source: 82598 datasheet, DTXCTL,
// TXPBSIZE; 82599 datasheet, MTQC, TXPBTHRESH, RTTUP2TC.
#ifndef IXSIM_NIC_DCB_CLASS_LAYOUT_H
#define IXSIM_NIC_DCB_CLASS_LAYOUT_H

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/dma/tx_dma.h"
#include "nic/mac/tx_mac.h"
#include "nic/queues/descriptor_plane.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class ClassLayout {
 public:
  // Makes a layout. If `transmits` is false, the port has no scheduler, and its buffer is not divided.
  ClassLayout(RegisterFile& registers, const DeviceProfile& profile, DescriptorPlane& plane, TxDma& dma,
              TxMac& mac, bool transmits);
  // Reads all registers again.
  void update(Time now);
  void update_partitions(Time now);
  void update_priorities(Time now);

 private:
  TxLayout layout() const;

  RegisterFile& registers_;
  const DeviceProfile& profile_;
  DescriptorPlane& plane_;
  TxDma& dma_;
  TxMac& mac_;
  const bool transmits_;
};

}  // namespace ixsim::nic

#endif
