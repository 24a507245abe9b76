// Parts that several paths share: the guest's, the host's transmission, a thread of the host for each guest.
#include "host/path/paths.h"

namespace ixsim::host {

void add_guest(const PathCosts& costs, PathPlan& plan) {
  plan.guests = true;
  plan.receive_guest.packet = {{Activity::kGuestDriver, costs.guest_driver},
                               {Activity::kStack, costs.stack},
                               {Activity::kApplication, costs.application}};
  plan.receive_guest.kilobyte = costs.application_kilobyte;
  plan.receive_guest.copies = costs.copies_to_program;
  plan.receive_guest.source = CopySource::kCold;
  plan.transmit_guest.packet = {{Activity::kStack, costs.stack_transmit},
                                {Activity::kGuestDriver, costs.guest_driver}};
  plan.transmit_guest.batch = {{Activity::kNotification, costs.kick}};
  plan.acknowledgment = costs.acknowledgment;
}

void add_transmission(const PathCosts& costs, std::uint64_t lookup, PathPlan& plan) {
  plan.transmit_host.packet = {{Activity::kChannel, costs.channel},
                               {Activity::kSwitch, lookup},
                               {Activity::kDriver, costs.driver_transmit}};
}

void add_backend(const PathCosts& costs, std::uint64_t lookup, PathPlan& plan) {
  plan.backend = true;
  plan.receive_poller.packet = {{Activity::kSwitch, lookup}};
  plan.receive_backend.batch = {{Activity::kOther, costs.wake_up}};
  plan.receive_backend.packet = {{Activity::kChannel, costs.channel}};
  plan.receive_backend.copies = 1;
  plan.transmit_host.batch = {{Activity::kOther, costs.wake_up}};
  add_transmission(costs, lookup, plan);
}

}  // namespace ixsim::host
