// Programs on the host: the block layer and the adapter's driver run in the program's thread. Responses come
// back by the adapter's interrupt.
#include "host/storage/storage_path.h"

namespace ixsim::host {

StoragePlan native_storage_path(const StorageCosts& costs) {
  StoragePlan plan;
  plan.woken = {{Activity::kOther, costs.wake_up}};
  plan.issue = {{Activity::kApplication, costs.program}, {Activity::kStorage, costs.stack}};
  plan.submit = {{Activity::kStorage, costs.driver}};
  plan.interrupt = {{Activity::kInterrupt, costs.interrupt}};
  plan.response = {{Activity::kStorage, costs.response}};
  plan.shared = {{Activity::kStorage, costs.sharing}};
  return plan;
}

}  // namespace ixsim::host
