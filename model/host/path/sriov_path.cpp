// SR-IOV: the guest drives a virtual function. The host's share is the interrupt, which causes an exit and is
// injected. All other work is on the guest's virtual CPU.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan sriov_path(const PathCosts& costs) {
  PathPlan plan;
  add_guest(costs, plan);
  plan.queues_of_guests = true;
  plan.guest_polls = true;
  // The poll on the guest's core is the virtual function's driver; stack and program follow on the same core.
  plan.receive_guest.packet = {{Activity::kStack, costs.stack}, {Activity::kApplication, costs.application}};
  plan.transmit_guest.packet = {{Activity::kStack, costs.stack_transmit},
                                {Activity::kGuestDriver, costs.driver_transmit}};
  plan.transmit_guest.batch = {};
  return plan;
}

}  // namespace ixsim::host
