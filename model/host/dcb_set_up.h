// The register writes that set up a device's traffic classes: partitions of both packet buffers, the three
// arbiters, and on the 82599 also classes of queues and maps of priorities. They come before receive is
// enabled. The values are those of the public drivers, except for the receive buffer, which is divided into
// equal parts. Source: 82598 datasheet, DCB; ixgbe_dcb_82598.c, ixgbe_dcb_82599.c.
#ifndef IXSIM_HOST_DCB_SET_UP_H
#define IXSIM_HOST_DCB_SET_UP_H

#include "base/layers.h"
#include "host/dcb_config.h"
#include "host/register_port.h"
#include "host/ring/queue_plan.h"

namespace ixsim::host {

// Returns the bytes of one class in the receive packet buffer.
constexpr std::uint32_t dcb_rx_partition(unsigned classes) { return 512 * 1'024 / classes; }

void set_up_traffic_classes(const DcbConfig& dcb, const QueuePlan& plan, RegisterPort& registers);

// The transmit queues of one class.
struct ClassQueues {
  unsigned first = 0;
  unsigned count = 0;
};
// Returns those of class `number` with eight classes and without pools: four on the 82598; on the 82599 more
// in the first ones.
ClassQueues tx_queues_of_class(const DeviceProfile& device, unsigned number);

}  // namespace ixsim::host

#endif
