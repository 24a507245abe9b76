// IBM's runs of VMmark with NetQueue, and conclusions from them.
#ifndef IXSIM_PLATFORM_REPRODUCE_NETQUEUE_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_NETQUEUE_CASES_H

#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

// Compares numbers of queues: they make no difference at 0.7 Gb/s, and make one at 7 Gb/s.
std::vector<Figure> vmmark_case(const CaseOptions& options);
// Checks the map of the 82598's queues: the guests' frames are on queues 0 to 15.
std::vector<Figure> netqueue_map_case(const CaseOptions& options);
// Finds the load from which NetQueue pays.
std::vector<Figure> crossover_case(const CaseOptions& options);
// Compares a virtual function with the native driver.
std::vector<Figure> sriov_parity_case(const CaseOptions& options);

}  // namespace ixsim::platform

#endif
