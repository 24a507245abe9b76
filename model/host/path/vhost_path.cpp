// virtio with vhost: the poller's switch queues a frame for the thread of the guest, which copies it into the
// guest's ring and signals the guest.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan vhost_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  add_backend(costs, costs.vswitch, plan);
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  return plan;
}

}  // namespace ixsim::host
