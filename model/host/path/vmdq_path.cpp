// VMDq with Hyper-V's VMQ: the device selects the queue by the guest's address and writes into the guest's
// memory. Neither switch nor copy remains on the host's cores, and several cores poll for guests. Source:
// Microsoft NDIS documentation on VMQ.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan vmdq_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.queues_of_guests = true;
  plan.receive_poller.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  add_transmission(costs, costs.vswitch, plan);
  return plan;
}

}  // namespace ixsim::host
