// The table of cases.
#include "platform/reproduce/published_cases.h"

#include "ixsim/error.h"
#include "platform/reproduce/virtualization_cases.h"

namespace ixsim {

const std::vector<Case>& published_cases() {
  static const std::vector<Case> kCases = {
      {"intel-microsoft-vmq-2009",
       "Intel and Microsoft, Advanced Virtualization I/O Queuing Technologies, 2009",
       "Hyper-V receives with a software switch, and with VMDq/VMQ into the guests' memory", vmq_case},
  };
  return kCases;
}

const Case& published_case(const std::string& name) {
  std::string names;
  for (const Case& known : published_cases()) {
    if (name == known.name) return known;
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  throw InputError("case: found " + name + ", accepted are " + names);
}

}  // namespace ixsim
