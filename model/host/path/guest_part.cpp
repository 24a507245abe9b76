// The guest's part of a path: adapter, TCP/IP, program.
#include "host/path/paths.h"

namespace ixsim {

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

}  // namespace ixsim
