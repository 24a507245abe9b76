// Hyper-V's VMBus with disks passed through. The guest has the block layer and a service client for each
// virtual SCSI adapter. The service provider in the root partition passes requests to the physical adapter's
// driver, without the root's block layer and without copies. Each side signals the other only if the other
// has no work left.
#include "host/storage/storage_path.h"

namespace ixsim::host {

StoragePlan vmbus_storage_path(const StorageCosts& costs) {
  StoragePlan plan = native_storage_path(costs);
  plan.guests = true;
  plan.signalled = {{Activity::kNotification, costs.notify}};
  plan.complete = {{Activity::kChannel, costs.channel}, {Activity::kGuestDriver, costs.guest_driver}};
  plan.submit = {{Activity::kGuestDriver, costs.guest_driver}, {Activity::kChannel, costs.channel}};
  plan.kick = {{Activity::kNotification, costs.kick}};
  plan.root_woken = {{Activity::kOther, costs.wake_up}};
  plan.root_issue = {{Activity::kChannel, costs.channel}, {Activity::kStorage, costs.provider}};
  plan.root_submit = {{Activity::kStorage, costs.driver}};
  plan.root_complete = {{Activity::kChannel, costs.channel}};
  return plan;
}

}  // namespace ixsim::host
