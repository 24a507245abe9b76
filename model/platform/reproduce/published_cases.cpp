// The table of cases.
#include "platform/reproduce/published_cases.h"

#include "base/accepted.h"
#include "platform/reproduce/file_copy_cases.h"
#include "platform/reproduce/netqueue_cases.h"
#include "platform/reproduce/network_cases.h"
#include "platform/reproduce/openbench_cases.h"
#include "platform/reproduce/vmq_cases.h"

namespace ixsim::platform {
namespace {

constexpr const char* kOpenbench =
    "openBench Labs (J. Fegreus), Hyper-scalability for virtual machine I/O, 2009";

}  // namespace

const std::vector<Case>& published_cases() {
  static const std::vector<Case> kCases = {
      {"intel-microsoft-vmq-2009",
       "Intel and Microsoft, Advanced Virtualization I/O Queuing Technologies, 2009",
       "Hyper-V receives with a software switch, and with VMDq/VMQ into the guests' memory", vmq_case},
      {"ibm-vmmark-2009", "IBM, VMDq and VMmark on System x, 2009",
       "17 VMmark tiles at 0.7 Gb/s: the number of NetQueue queues makes no difference", vmmark_case},
      {"ibm-netqueue-map", "IBM, VMDq and VMmark on System x, 2009",
       "The 82598 has the published queues, and guests use receive queues 0 to 15", netqueue_map_case},
      {"ibm-netqueue-crossover", "IBM, VMDq and VMmark on System x, 2009",
       "On the same host, NetQueue pays from a certain load on", crossover_case},
      {"ibm-sriov-parity", "IBM, VMDq and VMmark on System x, 2009",
       "Virtual functions have the throughput of the native driver", sriov_parity_case},
      {"fedex-native", "Intel, FedEx proof of concept, 2009",
       "Programs copy files over 10GbE without virtualization, in one stream and in eight",
       fedex_native_case},
      {"fedex-vmdq", "Intel, FedEx proof of concept, 2009",
       "Eight guests copy files and read by iSCSI, with and without NetQueue", fedex_vmdq_case},
      {"fedex-pcie-slot", "Intel, FedEx proof of concept, 2009",
       "PCIe slots carry one or two ports of 10GbE up to their limits", fedex_slot_case},
      {"dell-sriov-2012", "Dell, SR-IOV in Windows Server 2012, 2012",
       "The host needs much more processor time over VMBus than with virtual functions, the guest as much",
       dell_sriov_case},
      {"dell-sriov-fallback", "Dell, SR-IOV in Windows Server 2012, 2012",
       "A guest migrates from its virtual function to VMBus and back, under traffic", dell_fallback_case},
      {"openbench-fc-4k", kOpenbench,
       "Workers make 4 KB requests over 8 Gb/s Fibre Channel, on the host and in guests of Hyper-V",
       openbench_4k_case},
      {"openbench-fc-8k", kOpenbench, "With 8 KB requests, reads saturate the port", openbench_8k_case},
      {"openbench-fc-64k", kOpenbench, "With 64 KB requests, two volumes saturate reads", openbench_64k_case},
      {"openbench-one-adapter", kOpenbench,
       "One VM has its volumes on one virtual SCSI adapter, or on one adapter each",
       openbench_one_adapter_case},
      {"openbench-adapters-vs-vms", kOpenbench,
       "One VM with an adapter for each volume is compared with as many VMs", openbench_adapters_case},
      {"fcoe-jumbo", "IBM, VMDq and VMmark on System x, 2009; T11 FC-BB-5",
       "Fibre Channel over Ethernet arrives at twice the rate of a link, with priority PAUSE and without",
       fcoe_jumbo_case},
      {"tx-fairness", "Intel and Microsoft, Advanced Virtualization I/O Queuing Technologies, 2009",
       "Transmit queues take turns by packets, and no guest blocks another", tx_fairness_case},
  };
  return kCases;
}

const Case& published_case(const std::string& name) { return find_named(published_cases(), "case", name); }

}  // namespace ixsim::platform
