// Programs on the host, without virtualization: driver and stack run where the device is polled, the program
// on its own core.
#include "host/path/paths.h"

namespace ixsim::host {

PathPlan native_path(const PathCosts& costs) {
  PathPlan plan;
  plan.guests = false;
  plan.receive_poller.packet = {{Activity::kStack, costs.stack}};
  plan.receive_guest.packet = {{Activity::kApplication, costs.application}};
  plan.receive_guest.batch = {{Activity::kOther, costs.wake_up}};
  plan.receive_guest.kilobyte = costs.application_kilobyte;
  plan.receive_guest.copies = costs.copies_to_program;
  plan.transmit_guest.packet = {{Activity::kStack, costs.stack_transmit}};
  plan.transmit_host.packet = {{Activity::kDriver, costs.driver_transmit}};
  plan.acknowledgment = costs.acknowledgment;
  return plan;
}

}  // namespace ixsim::host
