// The table of cases.
#include "platform/reproduce/published_cases.h"

#include "ixsim/error.h"
#include "platform/reproduce/openbench_cases.h"
#include "platform/reproduce/virtualization_cases.h"

namespace ixsim {
namespace {

constexpr const char* kOpenbench =
    "openBench Labs (J. Fegreus), Hyper-scalability for virtual machine I/O, 2009";

}  // namespace

const std::vector<Case>& published_cases() {
  static const std::vector<Case> kCases = {
      {"intel-microsoft-vmq-2009",
       "Intel and Microsoft, Advanced Virtualization I/O Queuing Technologies, 2009",
       "Hyper-V receives with a software switch, and with VMDq/VMQ into the guests' memory", vmq_case},
      {"openbench-fc-4k", kOpenbench,
       "4 KB requests over 8 Gb/s Fibre Channel, native and in guests of Hyper-V", openbench_4k_case},
      {"openbench-fc-8k", kOpenbench, "8 KB requests: reads saturate the port", openbench_8k_case},
      {"openbench-fc-64k", kOpenbench, "64 KB requests: two volumes saturate reads", openbench_64k_case},
      {"openbench-one-adapter", kOpenbench,
       "One VM with its volumes on one virtual SCSI adapter, or one adapter each",
       openbench_one_adapter_case},
      {"openbench-adapters-vs-vms", kOpenbench, "One VM with an adapter for each volume, against as many VMs",
       openbench_adapters_case},
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
