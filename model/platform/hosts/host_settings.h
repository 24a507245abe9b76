// Settings of hosts with virtual machines (VMs), as the keys host.*, vm.* and peer.* of a scenario set them.
// Plain data. A setting of VMs is kept with the VMs that it is for until all keys are known, so that the
// order of keys does not matter.
#ifndef IXSIM_PLATFORM_HOSTS_HOST_SETTINGS_H
#define IXSIM_PLATFORM_HOSTS_HOST_SETTINGS_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/guest/workload.h"
#include "host/iommu.h"
#include "host/machine/credit_scheduler.h"
#include "host/peer/switch_config.h"
#include "ixsim/time.h"

namespace ixsim::platform {

struct Scenario;

// Traffic between a VM and its peer, which is the link partner or a VM of another host.
enum class VmWorkload : std::uint8_t {
  kReceive,   // the peer sends a stream
  kTransmit,  // the VM does
  kBoth,      // both do
  kRequest,   // the peer sends requests of one size, the VM answers
  kMix,       // the peer sends requests of a mix by name (host/guest/workload.h)
  kNone       // the VM has connections only as the peer of others
};

// Return whether payload in a direction counts as that of the workload.
constexpr bool receives(VmWorkload workload) {
  return workload == VmWorkload::kReceive || workload == VmWorkload::kBoth || workload == VmWorkload::kMix;
}
constexpr bool sends(VmWorkload workload) {
  return workload != VmWorkload::kReceive && workload != VmWorkload::kNone;
}

// One VM, or one program of a host without VMs.
struct VmSettings {
  static constexpr unsigned kUnset = ~0u;

  VmWorkload workload = VmWorkload::kReceive;
  const Workload* mix = nullptr;  // of kMix
  bool asks() const { return workload == VmWorkload::kRequest || workload == VmWorkload::kMix; }
  unsigned connections = 1;
  std::uint64_t load = 0;  // bit/s of payload of all connections, each way; 0: as much as TCP allows
  std::uint32_t mtu = 1'500;
  unsigned vlan = 0;      // VLAN ID of the connections, and ...
  unsigned priority = 0;  // ... priority in their tag; both 0: no tag
  bool tagged() const { return vlan != 0 || priority != 0; }
  std::vector<unsigned> vlans;  // of all its connections, those of others with it included; without 0
  std::uint16_t tag() const { return static_cast<std::uint16_t>(priority << 13 | vlan); }
  bool timestamps = false;                 // TCP option
  std::uint64_t receive_buffer = 262'144;  // bytes of a connection, at both ends
  std::uint64_t window_limit = 0;          // bytes in flight of a connection; 0: no limit
  std::uint64_t request_size = 128;        // bytes
  std::uint64_t response_size = 1'024;     // bytes
  Time think_time = 0;                     // mean, from a response to the next request
  std::uint64_t request_cycles = 0;        // of the program, of each request
  std::uint64_t segment_cycles = 0;        // of the program, of each data segment received
  std::uint32_t receive_queue = 512;       // packets that may wait for the VM
  std::uint32_t transmit_queue = 256;      // packets that may wait in the VM
  std::uint32_t segmentation_bytes = 0;    // of a packet that the device segments (TSO); 0: one segment
  Time busy_poll = 0;                      // for which the VM polls its ring before it sleeps
  VcpuConfig vcpu;                         // with HostSettings::vcpus
  unsigned core = kUnset;                  // by default the next of HostSettings::vm_cores
  unsigned port = kUnset;                  // by default dealt over the ports
  unsigned host = kUnset;                  // by default dealt over the hosts
  unsigned nic = kUnset;                   // of its host; by default dealt over them
  unsigned peer = kUnset;                  // number of a VM of another host; by default the link partner
  bool ecn = false;                        // explicit congestion notification (RFC 3168)
  Time min_rto = 200 * kMillisecond;       // least retransmission timeout
};

// A value for some VMs, or for some hosts with their controllers, in the order in which values of different
// range apply: a later one replaces.
struct RangedValue {
  enum class Range : std::uint8_t {
    kFileAll,     // [vm] of a file
    kFileTable,   // a table [[vm]], [[host]] or [[nic]]
    kFileIndex,   // vm[N] or vm[A:B] in a file
    kOptionAll,   // --set vm.KEY
    kOptionSome,  // --set vm[A:B].KEY
    kOptionOne    // --set vm[N].KEY
  };
  Range range = Range::kFileAll;
  unsigned table = 0;  // of kFileTable
  unsigned first = 0;  // of an index or a range, both included
  unsigned last = 0;
  std::string origin;                  // file and line or option, and the key as it was written
  std::function<void(Scenario&)> set;  // for VMs sets HostSettings::vm
  std::string key = {};                // of hosts: without index
  bool nic = false;                    // of one controller: a table [[nic]], or nic[N]
};

// The network that joins several hosts.
struct NetworkSettings {
  bool cable = false;                    // two ports back to back, without a switch
  Time cable_delay = 100 * kNanosecond;  // of each cable, one way
  std::vector<unsigned> lossless;        // priorities that the switch stops, with PAUSE of priorities
  // Its ports and addresses follow from the hosts and VMs.
  EthernetSwitchConfig bridge;
};

struct HostSettings {
  // The first in order of name of the keys that were set and that only runs with VMs take; empty: no VMs. The
  // order in which keys were set makes no difference.
  std::string used_by;
  void use(const std::string& key) {
    if (used_by.empty() || key < used_by) used_by = key;
  }

  std::string platform = "xeon_e5460_hyperv_2009";   // a parameter set by name, or a file
  std::map<std::string, std::uint64_t> parameters;   // that were set, by the names of the parameter set
  std::map<std::string, std::uint64_t> of_platform;  // all of them, as complete_vms() leaves them
  std::string io_path = "vswitch";
  std::vector<unsigned> queue_cores;    // of the vectors' interrupts and polls, dealt in turn
  std::vector<unsigned> backend_cores;  // of the host's threads for VMs
  std::vector<unsigned> vm_cores;       // of VMs without a core

  bool spin = false;                   // the driver polls for ever and never sleeps
  bool merge = false;                  // of received segments (GRO)
  bool software_segmentation = false;  // of packets that VMs hand down (GSO); false: by the device
  bool transmit_affinity = false;      // a VM sends by the queue of its core (XPS)
  std::uint64_t bytes_in_flight = 0;   // that a transmit queue may hold; 0: no limit
  CreditSchedulerConfig vcpus;
  IommuConfig iommu;

  Time network_delay = 5 * kMicrosecond;  // from the wire to the link partner's connections
  unsigned loss = 0;                      // frames lost of a million, towards the host
  Time start_spread = 100 * kMicrosecond;

  unsigned count = 0;               // of VMs, by vm.count; 0: not set
  std::vector<unsigned> tables;     // VMs of each table [[vm]]
  std::vector<RangedValue> values;  // of VMs
  VmSettings vm;                    // the VM that the keys vm.* set and write
  std::vector<VmSettings> vms;      // as complete_vms() leaves them
  // True for one of several controllers: `vms` are listed already, with their numbers in all and on their
  // host.
  bool listed = false;
  std::vector<unsigned> numbers;
  std::vector<unsigned> places;
  unsigned number_of(unsigned vm) const { return listed ? numbers[vm] : vm; }
  unsigned place_of(unsigned vm) const { return listed ? places[vm] : vm; }
  unsigned host = 0;  // number of the host, and ...
  unsigned nic = 0;   // ... of the controller on its host
  // Vectors and VMs of the controllers of the host before it.
  unsigned first_vector = 0;
  unsigned first_backend = 0;

  unsigned host_count = 0;            // by host.count; 0: not set
  unsigned nics = 0;                  // controllers of a host, by host.nics; 0: not set
  std::vector<unsigned> host_tables;  // hosts of each table [[host]]
  unsigned nic_tables = 0;            // tables [[nic]]
  NetworkSettings network;
  // All values that were set but those of VMs, from which complete_network() makes the scenario of each
  // controller.
  std::vector<std::shared_ptr<const RangedValue>> log;
};

}  // namespace ixsim::platform

#endif
