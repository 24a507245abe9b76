// VMware NetQueue: the device selects the queue of a virtual adapter, so that several cores receive and the
// lookup is saved. The vmkernel copies the data to the guest.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan netqueue_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.queues_of_guests = true;
  plan.receive_poller.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_poller.copies = 1;
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  add_transmission(costs, costs.vswitch, plan);
  return plan;
}

}  // namespace ixsim::host
