// Hyper-V's VMBus: the service provider in the root partition switches each frame and copies it into the ring
// of the guest's client, in a thread for each guest.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan vmbus_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  add_backend(costs, costs.vswitch, plan);
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  return plan;
}

}  // namespace ixsim::host
