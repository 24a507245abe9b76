// The functions that state each path; io_path.cpp lists them under their names.
#ifndef IXSIM_HOST_PATH_PATHS_H
#define IXSIM_HOST_PATH_PATHS_H

#include "base/layers.h"
#include "host/path/io_path.h"

namespace ixsim::host {

PathPlan native_path(const PathCosts& costs);
PathPlan vswitch_path(const PathCosts& costs);
PathPlan vhost_path(const PathCosts& costs);
PathPlan macvtap_path(const PathCosts& costs);
PathPlan vmdq_path(const PathCosts& costs);
PathPlan netqueue_path(const PathCosts& costs);
PathPlan sriov_path(const PathCosts& costs);
PathPlan vmbus_path(const PathCosts& costs);

// Adds the guest's part, which all paths with guests share: adapter, stack, program, copy to the program.
void add_guest(const PathCosts& costs, PathPlan& plan);
// Adds the host's work for a packet that a guest sends: channel, the given cycles of a switch or lookup,
// driver.
void add_transmission(const PathCosts& costs, std::uint64_t lookup, PathPlan& plan);
// Adds a thread of the host for each guest, after such a lookup at the poller: it copies, signals and sends.
void add_backend(const PathCosts& costs, std::uint64_t lookup, PathPlan& plan);

}  // namespace ixsim::host

#endif
