// A software virtual switch: the host's core parses each frame, finds the guest's port and copies the data
// into the guest's buffer. Source of the copy: Microsoft NDIS documentation on virtualized networking.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan vswitch_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.receive_poller.packet = {{Activity::kSwitch, costs.vswitch}, {Activity::kChannel, costs.channel}};
  plan.receive_poller.copies = 1;
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  add_transmission(costs, costs.vswitch, plan);
  return plan;
}

}  // namespace ixsim::host
