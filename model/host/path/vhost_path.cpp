// virtio with vhost: the poller's switch queues a frame for the thread of the guest, which copies it into the
// guest's ring and signals the guest.
#include "host/path/paths.h"

namespace ixsim {

PathPlan vhost_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.backend = true;
  plan.receive_poller.packet = {{Activity::kSwitch, costs.vswitch}};
  plan.receive_backend.batch = {{Activity::kOther, costs.wake_up}};
  plan.receive_backend.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_backend.copies = 1;
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  plan.transmit_host.batch = {{Activity::kOther, costs.wake_up}};
  plan.transmit_host.packet = {{Activity::kChannel, costs.channel},
                               {Activity::kSwitch, costs.vswitch},
                               {Activity::kDriver, costs.driver_transmit}};
  return plan;
}

}  // namespace ixsim
