// The header that users of the library include: the controller as a SystemC module. It lies at the root of
// the include tree so that the name outlives changes of the layout below.
#ifndef IXSIM_ETHERNET_CONTROLLER_H
#define IXSIM_ETHERNET_CONTROLLER_H

#include "nic/sc/ethernet_controller.h"  // IWYU pragma: export

#endif
