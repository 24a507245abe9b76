// Hyper-V's VMBus: the service provider in the root partition switches each frame and copies it into the ring
// of the guest's client, in a thread for each guest.
#include "host/path/paths.h"

namespace ixsim {

PathPlan vmbus_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.backend = true;
  plan.receive_poller.packet = {{Activity::kSwitch, costs.vswitch}};
  plan.receive_backend.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_backend.batch = {{Activity::kOther, costs.wake_up}};
  plan.receive_backend.copies = 1;
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  plan.transmit_host.batch = {{Activity::kOther, costs.wake_up}};
  plan.transmit_host.packet = {{Activity::kChannel, costs.channel},
                               {Activity::kSwitch, costs.vswitch},
                               {Activity::kDriver, costs.driver_transmit}};
  return plan;
}

}  // namespace ixsim
