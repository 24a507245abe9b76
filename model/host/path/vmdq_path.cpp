// VMDq with Hyper-V's VMQ: the device selects the queue by the guest's address and writes into the guest's
// memory, so that neither switch nor copy remain on the host's cores, and guests are polled on several cores.
// Source: Microsoft NDIS documentation on VMQ.
#include "host/path/paths.h"

namespace ixsim {

PathPlan vmdq_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.queues_of_guests = true;
  plan.receive_poller.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  plan.transmit_host.packet = {{Activity::kChannel, costs.channel},
                               {Activity::kSwitch, costs.vswitch},
                               {Activity::kDriver, costs.driver_transmit}};
  return plan;
}

}  // namespace ixsim
