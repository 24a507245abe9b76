// macvtap: the host's driver passes a frame to the guest's tap by a lookup of its address alone. A vhost
// thread copies it into the guest's ring and signals the guest. No bridge or virtual switch is passed.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan macvtap_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  // Half of a switch's work: a hash of the address, no ports and no rules.
  add_backend(costs, costs.vswitch / 2, plan);
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  return plan;
}

}  // namespace ixsim::host
