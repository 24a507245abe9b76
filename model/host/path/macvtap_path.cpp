// macvtap: the host's driver hands a frame to the guest's tap by a lookup of its address alone; a vhost
// thread copies it into the guest's ring and signals the guest. No bridge or virtual switch is passed.
#include "host/path/paths.h"

namespace ixsim {

PathPlan macvtap_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  // Half of a switch's work: a hash of the address, no ports and no rules.
  const std::uint64_t lookup = costs.vswitch / 2;
  plan.backend = true;
  plan.receive_poller.packet = {{Activity::kSwitch, lookup}};
  plan.receive_backend.batch = {{Activity::kOther, costs.wake_up}};
  plan.receive_backend.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_backend.copies = 1;
  plan.receive_guest.batch = {{Activity::kNotification, costs.notify}};
  plan.transmit_host.batch = {{Activity::kOther, costs.wake_up}};
  plan.transmit_host.packet = {{Activity::kChannel, costs.channel},
                               {Activity::kSwitch, lookup},
                               {Activity::kDriver, costs.driver_transmit}};
  return plan;
}

}  // namespace ixsim
