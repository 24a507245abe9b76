// The proof of concept of FedEx and Intel: file copies on a native host and in guests, and the slot rule.
#ifndef IXSIM_PLATFORM_REPRODUCE_FILE_COPY_CASES_H
#define IXSIM_PLATFORM_REPRODUCE_FILE_COPY_CASES_H

#include <vector>

#include "base/layers.h"
#include "platform/reproduce/case_result.h"

namespace ixsim::platform {

std::vector<Figure> fedex_native_case(const CaseOptions& options);
std::vector<Figure> fedex_vmdq_case(const CaseOptions& options);
std::vector<Figure> fedex_slot_case(const CaseOptions& options);
// Compares a virtual function with VMBus, as Dell did.
std::vector<Figure> dell_sriov_case(const CaseOptions& options);
// Moves a guest from its virtual function to VMBus and back under traffic.
std::vector<Figure> dell_fallback_case(const CaseOptions& options);

}  // namespace ixsim::platform

#endif
