// Hyper-V's VMBus with disks passed through: the guest has the block layer and a service client for each
// virtual SCSI adapter; the service provider in the root partition hands requests to the physical adapter's
// driver without the root's block layer and without copies. Both sides signal each other only if the other
// has nothing left to do.
#include "host/storage/storage_path.h"

namespace ixsim {

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

}  // namespace ixsim
