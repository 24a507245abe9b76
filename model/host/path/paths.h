// The functions that state each path; io_path.cpp lists them under their names.
#ifndef IXSIM_HOST_PATH_PATHS_H
#define IXSIM_HOST_PATH_PATHS_H

#include "host/path/io_path.h"

namespace ixsim {

PathPlan native_path(const PathCosts& costs);
PathPlan vswitch_path(const PathCosts& costs);
PathPlan vhost_path(const PathCosts& costs);
PathPlan macvtap_path(const PathCosts& costs);
PathPlan vmdq_path(const PathCosts& costs);
PathPlan netqueue_path(const PathCosts& costs);
PathPlan sriov_path(const PathCosts& costs);
PathPlan vmbus_path(const PathCosts& costs);

// The guest's own part, which all paths with guests share: adapter, stack, program, copy to the program.
void add_guest(const PathCosts& costs, PathPlan& plan);

}  // namespace ixsim

#endif
