// The settings of a link: the link partner, and the times that a link takes to come up. They are apart from
// the link, so that a platform can set them without its parts.
#ifndef IXSIM_NIC_MAC_LINK_PARTNER_H
#define IXSIM_NIC_MAC_LINK_PARTNER_H

#include "base/time.h"

namespace ixsim {

// The device that the wire connects to.
struct LinkPartner {
  bool present = true;  // a cable, and something at its end
  bool speed_10g = true;
  bool speed_1g = false;
  bool symmetric_pause = false;  // advertised
  bool asymmetric_pause = false;
  bool remote_fault = false;  // it says that it does not hear this end
};

struct LinkTimes {
  Time restart = 20 * kMicrosecond;
  Time negotiation = 100 * kMillisecond;
};

}  // namespace ixsim

#endif
