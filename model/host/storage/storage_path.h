// The path of a block request between a program and the host bus adapter: the work at each place, by
// activity. Each path is a strategy in its own file, which states costs; storage_host.* does the work.
//
// Without guests a program's thread issues a request and submits it under the adapter's lock. With guests a
// virtual CPU issues it and submits it under the lock of a virtual adapter, whose thread in the root
// partition submits it to the physical adapter. Responses come by an interrupt of the physical adapter. With
// guests they go back through the virtual adapter's thread to a virtual CPU.
//
// Timing contract: none; plain data. Source of each cost: docs/storage.md.
#ifndef IXSIM_HOST_STORAGE_STORAGE_PATH_H
#define IXSIM_HOST_STORAGE_STORAGE_PATH_H

#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/path/io_path.h"

namespace ixsim::host {

// Parameters from which paths take their costs: cycles of one request, unless stated otherwise. Those of the
// channel are the parameters of network paths.
struct StorageCosts {
  std::uint64_t program = 4'000;  // system calls and program, for issue and completion
  std::uint64_t stack = 20'000;   // block layer and SCSI, for issue and completion
  std::uint64_t driver = 2'000;   // driver of the adapter: request and doorbell, under the adapter's lock
  std::uint64_t sharing =
      10'000;  // cache lines that move if the last request came from another core; after the lock
  std::uint64_t interrupt = 2'000;  // interrupt of the adapter, a batch
  std::uint64_t response = 2'000;   // response in the adapter's driver and the SCSI layer
  std::uint64_t provider = 2'000;   // service provider of the root partition: checks, addresses of the guest
  std::uint64_t channel = PathCosts().channel;            // in each direction
  std::uint64_t guest_driver = PathCosts().guest_driver;  // service client of the guest, in each direction
  std::uint64_t notify = PathCosts().notify;              // signal to a guest, a batch: exit and injection
  std::uint64_t kick = PathCosts().kick;                  // signal of a guest to the root partition, a batch
  std::uint64_t wake_up = PathCosts().wake_up;            // wake-up of a sleeping thread, a batch
};

struct StoragePlan {
  using Parts = std::vector<Work::Part>;
  bool guests = false;  // programs run in guests
  // --- Program's thread, or virtual CPU.
  Parts signalled;  // an interrupt of the virtual CPU; guests only
  Parts woken;      // after a sleep
  Parts complete;   // a completion that the channel brings; guests only
  Parts issue;
  Parts submit;  // under the lock of the adapter, which is the virtual one with guests
  Parts kick;    // signal to a root thread or another virtual CPU that sleeps; guests only
  // --- Thread of a virtual adapter in the root partition; guests only.
  Parts root_woken;  // a batch
  Parts root_issue;
  Parts root_submit;    // under the lock of the physical adapter
  Parts root_complete;  // for a response
  // --- Physical adapter.
  Parts interrupt;  // a batch, hard interrupt
  Parts response;   // for a response, soft interrupt
  // After a submission that follows one of another core, for either kind of adapter.
  Parts shared;
};

struct StoragePath {
  const char* name;
  const char* meaning;
  StoragePlan (*plan)(const StorageCosts& costs);
};

StoragePlan native_storage_path(const StorageCosts& costs);
StoragePlan vmbus_storage_path(const StorageCosts& costs);

// Returns all paths, in the order in which they are listed to users.
const std::vector<StoragePath>& storage_paths();
// Returns the path of that name; throws InputError that lists the names if there is none.
const StoragePath& storage_path(const std::string& name);

}  // namespace ixsim::host

#endif
