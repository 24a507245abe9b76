// A closed system of one host with storage (cores, host, fabric and workers), and the results of a run.
//
// Timing contract: workers start at 0. Counts and accounts cover the window from `warm_up` to `warm_up +
// window`. The set-up of a system places program k, or virtual CPU k over all guests, on core k. It places
// the thread of virtual adapter k half the cores further. All numbers are modulo the number of cores. All
// cores take the adapter's interrupts in turn, as with Windows' policy IrqPolicyAllProcessorsInMachine.
#ifndef IXSIM_HOST_STORAGE_STORAGE_SYSTEM_H
#define IXSIM_HOST_STORAGE_STORAGE_SYSTEM_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/storage/storage_host.h"

namespace ixsim::host {

struct StorageSystemConfig {
  MachineConfig machine;
  StorageHostConfig host;
};

// A system in the terms of its user; each volume has its own worker and its own target port.
struct StorageSetUp {
  std::string path = "native";
  StorageCosts costs;
  unsigned guests = 1;    // 1 without guests
  unsigned volumes = 1;   // volumes of each guest, or of the host
  unsigned cpus = 1;      // virtual CPUs of each guest; without guests each volume has its own program
  unsigned adapters = 1;  // virtual adapters of each guest, to which its volumes are assigned in turn
  BlockConfig block;      // its seed is that of the first worker; others follow from it
  FcFabricConfig fabric;
  MachineConfig machine;
};

// Returns the configuration. Throws InputError that names the key for an impossible set-up.
StorageSystemConfig set_up(const StorageSetUp& set_up);

struct StorageResult {
  struct Volume {
    std::uint64_t completed = 0;
    std::uint64_t reads = 0;
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_written = 0;
    Time latency = 0;  // mean latency
  };
  struct CoreTime {
    std::array<Time, kActivities> busy{};
    Time idle = 0;
  };
  Time window = 0;
  std::vector<Volume> volumes;
  std::vector<CoreTime> cores;
  // Data bytes that passed the adapter's port in completely sent frames.
  std::uint64_t port_in = 0;
  std::uint64_t port_out = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t kicks = 0;
  std::uint64_t injections = 0;
  std::uint64_t lock_taken = 0;  // by the lock of the physical adapter
  std::uint64_t lock_contended = 0;

  std::uint64_t completed() const;
  // Returns events per second, by a single division of integers.
  double per_second(std::uint64_t events) const;
};

class StorageSystem {
 public:
  explicit StorageSystem(const StorageSystemConfig& config);

  // Runs once. Throws CheckFailure if requests or core time do not add up.
  StorageResult run(Time warm_up, Time window);

  StorageHost& host() { return host_; }
  Machine& machine() { return machine_; }

 private:
  void advance(Time to);
  void check_accounts() const;

  HostAgenda agenda_;
  Machine machine_;
  StorageHost host_;
};

}  // namespace ixsim::host

#endif
