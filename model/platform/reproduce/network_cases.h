// The published cases of networks: a lossless Ethernet for Fibre Channel, and fairness between the transmit
// queues of guests.
#ifndef IXSIM_PLATFORM_REPRODUCE_NETWORK_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_NETWORK_CASES_H

#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

std::vector<Figure> fcoe_jumbo_case(const CaseOptions& options);
std::vector<Figure> tx_fairness_case(const CaseOptions& options);

}  // namespace ixsim::platform

#endif
