// IBM's runs of VMmark with NetQueue, and what follows from them.
#ifndef IXSIM_PLATFORM_REPRODUCE_NETQUEUE_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_NETQUEUE_CASES_H

#include <vector>

#include "platform/reproduce/case_result.h"

namespace ixsim {

// The number of queues makes no difference at 0.7 Gb/s, and does at 7 Gb/s.
std::vector<Figure> vmmark_case(const CaseOptions& options);
// The 82598's queues, and the guests' frames on queues 0 to 15.
std::vector<Figure> netqueue_map_case(const CaseOptions& options);
// The load from which NetQueue pays.
std::vector<Figure> crossover_case(const CaseOptions& options);
// A virtual function against the native driver.
std::vector<Figure> sriov_parity_case(const CaseOptions& options);

}  // namespace ixsim

#endif
